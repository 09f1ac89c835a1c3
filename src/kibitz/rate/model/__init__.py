"""The choice model: how utilities are bent, choice probabilities, what the model expects of each decision."""

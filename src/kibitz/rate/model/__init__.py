"""The choice model: scaling of utilities, choice probabilities, moments of each decision."""

"""Learning the evaluator from simulated games; nothing that answers a question about a state imports it."""

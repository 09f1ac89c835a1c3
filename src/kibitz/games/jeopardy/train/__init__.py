"""Trains the evaluator on simulated games; code that answers questions about states does not import it."""

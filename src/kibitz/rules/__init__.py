"""Parametrized games and decision lists: write, read, apply, explain, check, sample, learn and certify them."""

"""Tesauro (1990): Neurogammon, a neural-network backgammon program."""

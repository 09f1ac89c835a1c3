"""Choices explained by what options look like at every depth: a shape shared by all, one skill number a player."""

"""Ganzfried (2022): parametrized games, human strategies as decision lists."""

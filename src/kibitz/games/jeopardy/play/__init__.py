"""Simulated games: clues, squares, Daily Doubles, the compiled game and its reference."""

"""Matches of two games: places by totals, Finals of both games, nets, and whole matches (2.6, 3.1.5, 3.2, 3.3)."""

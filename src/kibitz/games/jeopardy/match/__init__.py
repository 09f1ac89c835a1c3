"""Two-game matches: places by totals, Finals of both games, networks, and simulated matches (2.6, 3.1.5, 3.2, 3.3)."""

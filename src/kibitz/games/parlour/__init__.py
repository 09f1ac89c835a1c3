"""Small games with exact answers: Final for two, n-card Kuhn poker, the last vote at the Weakest Link, 2x2 games.

This is the package to copy for a new game: `position` says what a player knows and how it is written, one module a game
computes payoffs and holds the lists, `advice` turns a position into core values; `questions` is what can be asked.
"""

"""Small games with exact answers: Final for two, n-card Kuhn poker, the last vote at the Weakest Link, 2x2 games.

Copy this package to start a new game. `position` defines positions and their notation, one module per game computes
payoffs and holds the lists, `advice` turns a position into core values, and `questions` has the questions.
"""

"""Exhibits of answers about Jeopardy!: charts, notes on curves, boards to click, errors in detail."""

"""Exact endgames of Jeopardy!: score changes over the clues left on a lattice, then Final Jeopardy."""

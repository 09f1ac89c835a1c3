"""Endgames of Jeopardy!, exactly: score changes over the clues left on a lattice, then Final Jeopardy."""

"""Buzzing: the tree of one clue, thresholds of confidence, the last clues solved backwards (3.4, appendix B)."""

"""A taped game reviewed: chances clue by clue, wagers and late buzzes judged, luck and skill apart."""

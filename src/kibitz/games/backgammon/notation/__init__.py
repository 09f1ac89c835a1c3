"""Notations of positions, matches and plays."""

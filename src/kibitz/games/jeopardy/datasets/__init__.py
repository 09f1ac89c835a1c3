"""Recorded games, read from compressed tables, and their Final wagers as decisions."""

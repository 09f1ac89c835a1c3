"""Whole matches: records, replaying them, and what each decision in them was worth."""

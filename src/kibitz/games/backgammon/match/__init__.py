"""Whole matches: records, replay, and review."""

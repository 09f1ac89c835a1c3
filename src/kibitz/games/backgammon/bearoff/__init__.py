"""Bearing off, exactly: tables computed on first need and kept in the user's cache folder."""

from kibitz.games.backgammon.bearoff.tables import OneSided, TwoSided, bearoff_probabilities, one_sided, two_sided

__all__ = ["OneSided", "TwoSided", "bearoff_probabilities", "one_sided", "two_sided"]

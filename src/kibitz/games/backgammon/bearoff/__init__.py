"""Exact bearoff tables, computed on first need and saved in the user's cache folder."""

from kibitz.games.backgammon.bearoff.tables import (
    OneSidedTable,
    TwoSidedTable,
    bearoff_probabilities,
    one_sided_table,
    two_sided_table,
)

__all__ = ["OneSidedTable", "TwoSidedTable", "bearoff_probabilities", "one_sided_table", "two_sided_table"]

"""Compiled choices of squares beyond those of people: keeping control, learning, and left to right (section 3.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.play.kernels import column_weights


@njit(cache=True)
def control_pick(
    columns: Any, round_: Any, found_column: Any, tables: Any, alpha: Any, keeps: Any, records: Any
) -> Any:
    """Column and row with the highest p_DD + alpha p_RC (section 3.3)."""
    in_column, weights = np.zeros(6), np.zeros(6)
    column_weights(columns, round_, found_column, tables, in_column, weights)
    chances = np.zeros((5, 6))
    total = 0.0
    for r in range(5):
        for c in range(6):
            if columns[c] >> r & 1:
                chances[r, c] = weights[c] * tables.rows[round_, r]
                total += chances[r, c]
    number_hidden = 2.0 if round_ == 1 and found_column < 0 else 1.0
    scale = number_hidden / total if total > 0.0 else 0.0
    best, column, row = -1.0, -1, -1
    for r in range(5):
        for c in range(6):
            if columns[c] >> r & 1:
                record = record_index(columns[c], records[c], len(keeps))
                value = chances[r, c] * scale + alpha * keeps[record, round_, r]
                if value > best * (1 + 1e-12):
                    best, column, row = value, c, r
    return column, row


@njit(cache=True)
def record_index(mask: Any, right: Any, size: Any) -> Any:
    """Row of tables by record: n clues seen in the category, ``right`` of them right; 0 where there is one row only."""
    if size == 1:
        return 0
    n = 0
    for r in range(5):
        n += 1 - (mask >> r & 1)
    return n * (n + 1) // 2 + right


@njit(cache=True)
def potential_pick(columns: Any, values: Any, bottom: Any) -> Any:
    """Top (or bottom) square of the category with the most to learn: clues left after it, times their dollars."""
    best, column = -1, -1
    for c in range(6):
        n, dollars = 0, 0
        for r in range(5):
            if columns[c] >> r & 1:
                n += 1
                dollars += values[r]
        if n > 0 and (n - 1) * dollars > best:
            best, column = (n - 1) * dollars, c
    row = -1
    for r in range(5):
        if columns[column] >> r & 1 and (row < 0 or bottom):
            row = r
    return column, row


@njit(cache=True)
def leftmost_pick(columns: Any) -> Any:
    """Uppermost square of the leftmost category."""
    for c in range(6):
        for r in range(5):
            if columns[c] >> r & 1:
                return c, r
    return -1, -1

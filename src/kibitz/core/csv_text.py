"""CSV files that are safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Text that begins like this is a formula to a spreadsheet."""


def safe_cell(value: object) -> object:
    """The value; text that a spreadsheet would run as a formula, and that is no number, gets an apostrophe in front."""
    if not isinstance(value, str) or not value.startswith(FORMULA_STARTS):
        return value
    try:
        float(value)
    except ValueError:
        return f"'{value}"
    return value


def format_csv(names: Sequence[str], rows: Iterable[Iterable[object]]) -> bytes:
    """A table as CSV in UTF-8, with a line of names; no cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([safe_cell(name) for name in names])
    writer.writerows([safe_cell(value) for value in row] for row in rows)
    return text.getvalue().encode()

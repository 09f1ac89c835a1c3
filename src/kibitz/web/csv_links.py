"""Links to the tables of an answer as CSV. `csv_tables` answers them."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, urlencode

CSV_PAIR = ("format", "csv")
"""The pair of a link that asks for CSV."""


def csv_links(path: str, link: str, stored: str, titles: Sequence[str]) -> list[tuple[str, str]]:
    """Title and link of each table of an answer page; ``link`` has its arguments, ``stored`` its library item."""
    page = f"/items/{quote(stored)}/result" if stored else f"/{path.replace('.', '/')}"
    given = f"{link}&" if link and not stored else ""
    result = []
    for number, title in enumerate(titles):
        query = urlencode([CSV_PAIR, *([("table", title)] if number else [])])
        result.append((title, f"{page}?{given}{query}"))
    return result

"""Categories of a board for one player: their names, and the player's answers in each up to now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz.core.errors import InputError
from kibitz.games.jeopardy.position import Position
from kibitz.games.jeopardy.show import COLUMNS, ROWS

Record = tuple[bool, ...]
"""Answers in the order given: right, or wrong."""

NO_RECORD = "0"
"""A record without answers."""


@dataclass(frozen=True, slots=True)
class Category:
    """A column of the board; without a name it is called by its number."""

    number: int
    name: str = ""
    record: Record = ()

    @property
    def display_name(self) -> str:
        """Its name, or ``column 3``."""
        return self.name or f"column {self.number}"

    @property
    def record_signs(self) -> str:
        """The record in signs: ``✓ ✗``."""
        return " ".join("✓" if right else "✗" for right in self.record)


def parse_record(text: str) -> Record:
    """Read ``++-+``, or ``0`` for no answer; raises `InputError` on anything else."""
    if text == NO_RECORD:
        return ()
    if not 0 < len(text) <= ROWS or set(text) - set("+-"):
        raise InputError(f"records: write + for right and - for wrong, such as ++-+, not {text[:40]!r}")
    return tuple(sign == "+" for sign in text)


def format_record(record: Record) -> str:
    """The notation of a record; `parse_record` reads it back."""
    return "".join("+" if right else "-" for right in record) or NO_RECORD


def categories_of(position: Position, names: Sequence[str], records: Sequence[str]) -> tuple[Category, ...]:
    """The six categories for the player in control.

    Without ``records`` they come from the position, which counts answers but not their order.
    """
    result = []
    for column in range(COLUMNS):
        right, wrong = position.results[column][position.control]
        record = (True,) * right + (False,) * wrong
        if records:
            record = parse_record(records[column]) if column < len(records) else ()
        result.append(Category(column + 1, names[column] if column < len(names) else "", record))
    return tuple(result)


def with_records(position: Position, categories: Sequence[Category]) -> Position:
    """The position with the records of the player in control; raises `InputError` on more answers than clues."""
    results = tuple(
        tuple(
            (sum(category.record), len(category.record) - sum(category.record)) if seat == position.control else pair
            for seat, pair in enumerate(position.results[column])
        )
        for column, category in enumerate(categories)
    )
    try:
        return replace(position, results=results)
    except InputError as error:
        raise InputError(f"records: {str(error).partition(': ')[2]}") from None

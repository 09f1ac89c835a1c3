"""Chances as the questions take them: exact however they are written, so that a tie is a tie."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from kibitz.core.counsel import Counsel
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Note

PROBABILITY = "a probability from 0 to 1, such as 0.4 or 2/5,"
AS_CHANCE = {"number": True, "metavar": "CHANCE", "accepts": PROBABILITY}
Chance = Annotated[
    str,
    Meta(
        max_length=90,
        pattern=r"^\s*(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?\s*(%|/\s*0*[1-9]\d{0,39})?\s*$",
    ),
]


def chance(text: str, name: str) -> Fraction:
    """A chance exactly as it was written: ``0.4``, ``2/5``, ``40%``."""
    top, _, bottom = text.strip().rstrip("%").partition("/")
    value = Fraction(top.strip()) / Fraction(bottom.strip() or 1) / (100 if text.strip().endswith("%") else 1)
    if not 0 <= value <= 1:
        raise InputError(f"{name}: {PROBABILITY} is accepted, not {text[:40]!r}")
    return value


def more(counsel: Counsel) -> Iterator[Note]:
    """How many choices a table leaves out, if any."""
    if (left := counsel.options - len(counsel.best)) > 0:
        yield Note(f"and {left} more; --json --curve has them all", "quiet")

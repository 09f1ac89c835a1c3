"""What the questions take: chances, exact however they are written, so that a tie is a tie; and wagers seen, as a
notation: ``0:1,3:6`` says wager 0 once and wager 3 six times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Note
from kibitz.core.recommendation import Recommendation

PROBABILITY_ACCEPTED = "a probability from 0 to 1, such as 0.4 or 2/5,"
AS_CHANCE = {"number": True, "metavar": "CHANCE", "accepts": PROBABILITY_ACCEPTED}
Chance = Annotated[
    str,
    Meta(
        max_length=90,
        pattern=r"^\s*(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?\s*(%|/\s*0*[1-9]\d{0,39})?\s*$",
    ),
]
MAX_TEXT = 1_000
MAX_SEEN = 1_000_000
"""Games that one wager may have been seen in."""
WAGERS_ACCEPTED = "wagers with how often each was seen, such as 0:1,3:6,"
_ONE = r"\s*\d{1,9}\s*:\s*\d{1,9}\s*"
WAGERS_PATTERN = rf"^({_ONE}(,{_ONE})*|\s*)$"
"""No wager at all is accepted too: nothing was seen."""


def parse_chance(text: str, name: str) -> Fraction:
    """A chance exactly as it was written: ``0.4``, ``2/5``, ``40%``."""
    top, _, bottom = text.strip().rstrip("%").partition("/")
    value = Fraction(top.strip()) / Fraction(bottom.strip() or 1) / (100 if text.strip().endswith("%") else 1)
    if not 0 <= value <= 1:
        raise InputError(f"{name}: {PROBABILITY_ACCEPTED} is accepted, not {text[:40]!r}")
    return value


def parse_wagers(text: str, most: int, label: str = "observed") -> dict[int, int]:
    """How often each wager was seen, the least wager first; those never seen are left out, ``most`` is their score."""
    if len(text) > MAX_TEXT or not re.fullmatch(WAGERS_PATTERN, text, re.ASCII):
        raise InputError(f"{label}: {WAGERS_ACCEPTED} is accepted, not {text[:40]!r}")
    result: dict[int, int] = {}
    for part in text.split(",") if text.strip() else ():
        wager, count = (int(number) for number in part.split(":"))
        if wager > most:
            raise InputError(f"{label}: a wager of theirs from 0 to their score, {most}, is accepted, not {wager}")
        if wager in result:
            raise InputError(f"{label}: how often {wager} was wagered is accepted once, not twice")
        if count > MAX_SEEN:
            raise InputError(f"{label}: each wager may have been seen 0 to {MAX_SEEN:,} times, not {count:,}")
        result[wager] = count
    return {wager: count for wager, count in sorted(result.items()) if count}


def format_wagers(seen: Mapping[int, int]) -> str:
    """The notation of wagers seen, the least wager first."""
    return ",".join(f"{wager}:{count}" for wager, count in sorted(seen.items()))


def omitted_choices_note(counsel: Recommendation) -> Iterator[Note]:
    """How many choices a table leaves out, if any."""
    if (left := counsel.options - len(counsel.best)) > 0:
        yield Note(f"and {left} more; --json --all-choices has them all", "quiet")

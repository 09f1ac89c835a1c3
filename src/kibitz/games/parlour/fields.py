"""Fields that the parlour questions share: chances and observed wagers.

Chances are exact fractions, so that ties are exact. Observed wagers have a notation: ``0:1,3:6`` is wager 0 once and
wager 3 six times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Note
from kibitz.core.recommendation import Recommendation

PROBABILITY_ACCEPTED = "a probability from 0 to 1, such as 0.4, 40 % or 2/5"
AS_CHANCE = {"number": True, "metavar": "CHANCE", "accepts": PROBABILITY_ACCEPTED}
Chance = Annotated[
    str,
    Meta(
        max_length=90,
        pattern=r"^\s*(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?\s*(%|/\s*0*[1-9]\d{0,39})?\s*$",
    ),
]
MAX_TEXT = 1_000
MAX_OBSERVED = 1_000_000
"""Maximum count of one observed wager, in games."""
WAGERS_ACCEPTED = "wagers with their counts, such as 0:1,3:6"
_ONE = r"\s*\d{1,9}\s*:\s*\d{1,9}\s*"
WAGERS_PATTERN = rf"^({_ONE}(,{_ONE})*|\s*)$"
"""Empty text matches too: no wager was observed."""


def parse_chance(text: str, name: str) -> Fraction:
    """The chance in ``text`` as an exact fraction: ``0.4``, ``2/5``, ``40%``; ``40`` is 40 % too."""
    top, slash, bottom = text.strip().rstrip("%").partition("/")
    value = Fraction(top.strip()) / Fraction(bottom.strip() or 1) / (100 if text.strip().endswith("%") else 1)
    if not slash and not text.strip().endswith("%") and 2 <= value <= 100:
        value /= 100
    if not 0 <= value <= 1:
        raise InputError(f"{name}: must be {PROBABILITY_ACCEPTED}, not {text[:40]!r}")
    return value


def parse_wagers(text: str, score: int, label: str = "observed") -> dict[int, int]:
    """Count of each observed wager, smallest wager first, without counts of 0; ``score`` is the opponent's score."""
    if len(text) > MAX_TEXT or not re.fullmatch(WAGERS_PATTERN, text, re.ASCII):
        raise InputError(f"{label}: must be {WAGERS_ACCEPTED}, not {text[:40]!r}")
    result: dict[int, int] = {}
    for part in text.split(",") if text.strip() else ():
        wager, count = (int(number) for number in part.split(":"))
        if wager > score:
            raise InputError(f"{label}: a wager must be from 0 to their score, {score}, not {wager}")
        if wager in result:
            raise InputError(f"{label}: give the count of wager {wager} once, not twice")
        if count > MAX_OBSERVED:
            raise InputError(f"{label}: a count must be from 0 to {MAX_OBSERVED:,}, not {count:,}")
        result[wager] = count
    return {wager: count for wager, count in sorted(result.items()) if count}


def format_wagers(counts: Mapping[int, int]) -> str:
    """The notation of observed wagers, smallest wager first."""
    return ",".join(f"{wager}:{count}" for wager, count in sorted(counts.items()))


def omitted_choices_note(counsel: Recommendation) -> Iterator[Note]:
    """A note on how many choices a table omits, if any."""
    if (omitted := counsel.options - len(counsel.best)) > 0:
        yield Note(f"and {omitted} more; --json --all-choices lists them all", "quiet")

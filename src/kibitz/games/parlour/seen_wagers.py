"""Wagers that somebody was seen to make, as a notation: ``0:1,3:6`` says wager 0 once and wager 3 six times."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kibitz.core.errors import InputError

MAX_TEXT = 1_000
MAX_SEEN = 1_000_000
"""Games that one wager may have been seen in."""
ACCEPTS = "wagers with how often each was seen, such as 0:1,3:6,"
_ONE = r"\s*\d{1,9}\s*:\s*\d{1,9}\s*"
PATTERN = rf"^({_ONE}(,{_ONE})*|\s*)$"
"""No wager at all is accepted too: nothing was seen."""


def parse_wagers(text: str, most: int, label: str = "seen") -> dict[int, int]:
    """How often each wager was seen, the least wager first; those never seen are left out, ``most`` is their score."""
    if len(text) > MAX_TEXT or not re.fullmatch(PATTERN, text, re.ASCII):
        raise InputError(f"{label}: {ACCEPTS} is accepted, not {text[:40]!r}")
    found: dict[int, int] = {}
    for part in text.split(",") if text.strip() else ():
        wager, count = (int(number) for number in part.split(":"))
        if wager > most:
            raise InputError(f"{label}: a wager of theirs from 0 to their score, {most}, is accepted, not {wager}")
        if wager in found:
            raise InputError(f"{label}: how often {wager} was wagered is accepted once, not twice")
        if count > MAX_SEEN:
            raise InputError(f"{label}: each wager may have been seen 0 to {MAX_SEEN:,} times, not {count:,}")
        found[wager] = count
    return {wager: count for wager, count in sorted(found.items()) if count}


def format_wagers(seen: Mapping[int, int]) -> str:
    """The notation of wagers seen, the least wager first."""
    return ",".join(f"{wager}:{count}" for wager, count in sorted(seen.items()))

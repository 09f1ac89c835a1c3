"""The players by name and what each does in a line; `kibitz.games.sevens.players` makes them."""

from __future__ import annotations

import re

from kibitz.core.errors import InputError

MAX_SEATS = 14
"""Racks of seven that the bag of 98 tiles can fill."""

LINES = {
    "nothing": "bids 0 (report, 3.2)",
    "increment": "the gain of its best word (report, 3.1)",
    "wordcount": "gain-based, share of words kept above 0.3 (report, 3.2.1)",
    "summed": "gain-based, summed naive probabilities (report, 3.2.2)",
    "ranked": "gain-based, letters ranked in thirds (report, 3.2.2)",
    "sequence": "gain-based, draw sequences above 0.4, relaxed late (report, 3.2.3)",
    "plainloss": "loss-based (report, 3.3.1)",
    "loss": "loss-based with opportunity cost (report, 3.3.2)",
    "periodic": "loss, market tactic 1: every third bid raised (report, 3.3.3)",
    "pace": "loss, market tactic 2: raised when behind in letters (report, 3.3.3)",
    "streak": "loss, market tactic 3: raised after failures (report, 3.3.3)",
    "escalate": "loss, market tactic 4: raised until it succeeds (report, 3.3.3)",
    "statistics": "loss, market tactic 5: near the average price (report, 3.3.3)",
    "g1": "the report's final player: loss, doubled after three failures",
    "exact": "loss-based with exact chances of reaching each word (ours)",
    "fallible": "dp that errs like a person; fallible:S:C sets the skill (ours)",
    "dp": "marginal values by dynamic programming, prices learnt (ours)",
}

_SKILL = re.compile(r"\d{0,6}\.?\d{1,9}(?:e-?\d{1,2})?")


def skill_of(name: str) -> tuple[str, tuple[float, float] | None]:
    """The strategy behind a name, and the sensitivity and consistency of ``fallible:0.5:0.6``."""
    base, _, skill = name.partition(":")
    if base not in LINES or (skill and base != "fallible"):
        raise InputError(f"players: {name!r} is not one of {', '.join(LINES)}")
    if not skill:
        return base, None
    parts = skill.split(":")
    if len(parts) != 2 or not all(_SKILL.fullmatch(part) for part in parts) or not all(map(float, parts)):
        raise InputError(f"players: fallible:S:C with two numbers above 0 is accepted, not {name!r}")
    return base, (float(parts[0]), float(parts[1]))


def seated(text: str, most: int = MAX_SEATS, field: str = "players") -> tuple[str, ...]:
    """The names in a text with commas between them, each of them a player's."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not 1 <= len(names) <= most:
        raise InputError(f"{field}: 1 to {most} names with commas between them are accepted, not {len(names)}")
    for name in names:
        skill_of(name)
    return names

"""The players by name and what each does in a line; `kibitz.games.sevens.players` makes them."""

from __future__ import annotations

import re

from kibitz.core.errors import InputError

MAX_SEATS = 14
"""Racks of seven that the bag of 98 tiles can fill."""

PLAYER_DESCRIPTIONS = {
    "nothing": "bids 0 (report, 3.2)",
    "increment": "the gain of its best word (report, 3.1)",
    "wordcount": "gain-based, share of words kept above 0.3 (report, 3.2.1)",
    "summed": "gain-based, summed naive probabilities (report, 3.2.2)",
    "ranked": "gain-based, letters ranked in thirds (report, 3.2.2)",
    "sequence": "gain-based, draw sequences above 0.4, relaxed late (report, 3.2.3)",
    "plainloss": "loss-based (report, 3.3.1)",
    "loss": "loss-based with opportunity cost (report, 3.3.2)",
    "periodic": "loss, market tactic 1: every third bid raised; periodic:N by N points (report, 3.3.3)",
    "pace": "loss, market tactic 2: raised when behind in letters (report, 3.3.3)",
    "streak": "loss, market tactic 3: raised after failures (report, 3.3.3)",
    "escalate": "loss, market tactic 4: raised until it succeeds (report, 3.3.3)",
    "statistics": "loss, market tactic 5: near the average bid (report, 3.3.3)",
    "g1": "the report's final player: loss, doubled after three failures",
    "exact": "loss-based with exact chances of reaching each word (ours)",
    "fallible": "dp that errs like a person; fallible:S:C sets the skill (ours)",
    "dp": "marginal values by dynamic programming, prices learnt (ours)",
    "tracker": "dp that tracks every rival and foretells its bids (wished for in section 5, ours)",
    "early": "loss, raised as auctions left over letters needed falls (report, 3.3.2)",
    "saddle": "the mean of what the letter adds to both racks: safe against every bid at two seats (ours)",
    "guarded": "dp while its bids do well at this table, the safe bid otherwise (ours)",
    "mirror": "foresees the bid of mirror:NAME (dp) at two seats and bids best against it (ours)",
    "reserve": "loss, but never below a reserve price; reserve:N sets it (ours)",
    **{
        f"g{name}": f"stand-in for G{name.capitalize()}, fitted to the report's figures (4.3)"
        for name in ("2", "3", "4back", "4forward", "5")
    },
}

DEFAULT_MIRROR_TARGET = "dp"
"""Whom a mirror foresees where nobody is named."""

_SKILL = r"\d{0,6}\.?\d{1,9}(?:e-?\d{1,2})?"
_ARGUMENTS = {
    "fallible": (re.compile(rf"{_SKILL}:{_SKILL}"), "fallible:S:C with two numbers above 0"),
    "mirror": (re.compile("|".join(PLAYER_DESCRIPTIONS)), "mirror:NAME with the name of a player"),
    "periodic": (re.compile(r"\d{1,3}"), "periodic:N with a whole number"),
    "reserve": (re.compile(r"\d{1,3}"), "reserve:N with a whole number"),
}
"""What may follow a name, and how that is said."""


def parse_strategy(name: str) -> tuple[str, str]:
    """The strategy behind a name and its arguments: ``fallible`` and ``0.5:0.6``, ``mirror`` and ``dp``."""
    base, _, rest = name.partition(":")
    if base not in PLAYER_DESCRIPTIONS or (rest and base not in _ARGUMENTS):
        raise InputError(f"players: {name[:40]!r} is not one of {', '.join(PLAYER_DESCRIPTIONS)}")
    if rest:
        pattern, words = _ARGUMENTS[base]
        if not pattern.fullmatch(rest) or (base == "fallible" and not all(map(float, rest.split(":")))):
            raise InputError(f"players: {words} is accepted, not {name[:40]!r}")
        if base == rest == "mirror":
            raise InputError("players: a mirror of a mirror would look into itself for ever")
    return base, rest


def parse_players(text: str, most: int = MAX_SEATS, field: str = "players") -> tuple[str, ...]:
    """The names in a text with commas between them, each of them a player's."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not 1 <= len(names) <= most:
        raise InputError(f"{field}: 1 to {most} names with commas between them are accepted, not {len(names)}")
    for name in names:
        parse_strategy(name)
    return names

"""The players by name with a one-line description; `kibitz.games.sevens.players` makes them."""

from __future__ import annotations

import re

from kibitz.core.errors import InputError

MAX_SEATS = 14
"""Racks of seven that the bag of 98 tiles can fill."""

PLAYER_DESCRIPTIONS = {
    "nothing": "bids 0 (report, 3.2)",
    "increment": "bids what the letter adds to its best word (report, 3.1)",
    "wordcount": "gain-based, if more than 0.3 of the words remain possible (report, 3.2.1)",
    "summed": "gain-based, summed naive probabilities (report, 3.2.2)",
    "ranked": "gain-based, letters ranked in thirds (report, 3.2.2)",
    "sequence": "gain-based, draw sequences above 0.4, relaxed late (report, 3.2.3)",
    "plainloss": "loss-based (report, 3.3.1)",
    "loss": "loss-based with opportunity cost (report, 3.3.2)",
    "periodic": "loss, market tactic 1: every third bid raised; periodic:N raises by N points (report, 3.3.3)",
    "pace": "loss, market tactic 2: raised when behind in letters (report, 3.3.3)",
    "streak": "loss, market tactic 3: one bid doubled after three failures (report, 3.3.3)",
    "escalate": "loss, market tactic 4: raised more with each failure until it succeeds (report, 3.3.3)",
    "statistics": "loss, market tactic 5: near the average bid (report, 3.3.3)",
    "g1": "the report's final player: loss, doubled after three failures until it succeeds (3.3.3)",
    "exact": "loss-based with exact chances of reaching each word (kibitz)",
    "fallible": "dp with human errors; fallible:S:C sets sensitivity and consistency (kibitz)",
    "dp": "marginal values by dynamic programming, with learned prices (kibitz)",
    "tracker": "dp that models every rival to predict its bids (suggested in section 5, kibitz)",
    "early": "loss, raised as the ratio of auctions left to letters needed falls (report, 3.3.2)",
    "saddle": "the safe bid: the mean of what the letter adds to both racks, with two seats (kibitz)",
    "guarded": "dp while its bids do well at this table, otherwise the safe bid (kibitz)",
    "mirror": "best response to the bid of mirror:NAME (default dp), with two seats (kibitz)",
    "reserve": "loss, but never below a reserve price; reserve:N sets it (kibitz)",
    **{
        f"g{name}": f"stand-in for G{name.capitalize()}, fitted to the report's results (4.3)"
        for name in ("2", "3", "4back", "4forward", "5")
    },
}

DEFAULT_MIRROR_TARGET = "dp"
"""Player that a mirror responds to by default."""

_SKILL = r"\d{0,6}\.?\d{1,9}(?:e-?\d{1,2})?"
_ARGUMENTS = {
    "fallible": (re.compile(rf"{_SKILL}:{_SKILL}"), "fallible:S:C with two numbers above 0"),
    "mirror": (re.compile("|".join(PLAYER_DESCRIPTIONS)), "mirror:NAME with the name of a player"),
    "periodic": (re.compile(r"\d{1,3}"), "periodic:N with a whole number"),
    "reserve": (re.compile(r"\d{1,3}"), "reserve:N with a whole number"),
}
"""Arguments that may follow a name, and their description in errors."""


def parse_strategy(name: str) -> tuple[str, str]:
    """The strategy behind a name and its arguments: ``fallible`` and ``0.5:0.6``, ``mirror`` and ``dp``."""
    base, _, rest = name.partition(":")
    if base not in PLAYER_DESCRIPTIONS or (rest and base not in _ARGUMENTS):
        raise InputError(f"players: {name[:40]!r} is not one of {', '.join(PLAYER_DESCRIPTIONS)}")
    if rest:
        pattern, description = _ARGUMENTS[base]
        if not pattern.fullmatch(rest) or (base == "fallible" and not all(map(float, rest.split(":")))):
            raise InputError(f"players: must be {description}, not {name[:40]!r}")
        if base == rest == "mirror":
            raise InputError("players: a mirror cannot mirror another mirror; give mirror:NAME with another player")
    return base, rest


def parse_players(text: str, limit: int = MAX_SEATS, field: str = "players") -> tuple[str, ...]:
    """The player names in a comma-separated text; raises where one is unknown."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not 1 <= len(names) <= limit:
        raise InputError(f"{field}: give 1 to {limit} names separated by commas, not {len(names)}")
    for name in names:
        parse_strategy(name)
    return names

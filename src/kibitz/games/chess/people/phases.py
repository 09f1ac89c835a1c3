"""Parts of a player's play: by game, by year, or by phase, told by the pieces that are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from kibitz.core import Decision, InputError, PlayerId

By = Literal["player", "game", "phase", "year"]
OPENING, MIDDLE = 10, 6
"""More pieces than the first (kings and pawns not counted) are an opening, more than the second a middle game."""


def phase(position: str) -> str:
    """``opening``, ``middle game`` or ``endgame`` of a position (FEN)."""
    pieces = sum(letter in "nbrqNBRQ" for letter in position.split(" ")[0])
    return "opening" if pieces > OPENING else "middle game" if pieces > MIDDLE else "endgame"


def parted(decisions: Sequence[Decision], by: By, dates: Mapping[str, str] | None = None) -> list[Decision]:
    """Each part of a player's play as a player of its own: ``Ash, endgame``, ``Ash, 2006`` or ``Ash, spring.pgn#3``.

    ``dates`` of the games, as PGN writes them, tell the years.
    """
    if by == "player":
        return list(decisions)
    if by == "year":
        years = {event: date[:4] for event, date in (dates or {}).items() if date[:4].isdecimal()}
        if not all(str(d.event) in years for d in decisions):
            raise InputError("by: the year of every game is needed, from its Date tag; decisions analysed before are "
                             "rated over time with kibitz rate over-time")  # fmt: skip
        parts = [years[str(d.event)] for d in decisions]
    else:
        parts = [str(d.event) if by == "game" else phase(d.position) for d in decisions]
    return [replace(d, player=PlayerId(f"{d.player}, {part}")) for d, part in zip(decisions, parts, strict=True)]

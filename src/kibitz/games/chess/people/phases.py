"""Parts of a player's play: by game, or by phase, told by the pieces that are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from kibitz.core import Decision, PlayerId

By = Literal["player", "game", "phase"]
OPENING, MIDDLE = 10, 6
"""More pieces than the first (kings and pawns not counted) are an opening, more than the second a middle game."""


def phase(position: str) -> str:
    """``opening``, ``middle game`` or ``endgame`` of a position (FEN)."""
    pieces = sum(letter in "nbrqNBRQ" for letter in position.split(" ")[0])
    return "opening" if pieces > OPENING else "middle game" if pieces > MIDDLE else "endgame"


def parted(decisions: Sequence[Decision], by: By) -> list[Decision]:
    """Each part of a player's play as a player of its own: ``Ash, endgame`` or ``Ash, spring.pgn#3``."""
    if by == "player":
        return list(decisions)
    parts = [str(d.event) if by == "game" else phase(d.position) for d in decisions]
    return [replace(d, player=PlayerId(f"{d.player}, {part}")) for d, part in zip(decisions, parts, strict=True)]

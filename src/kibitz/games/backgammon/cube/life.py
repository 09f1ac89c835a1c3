"""How live the cube is: Janowski's x by kind of position."""

from __future__ import annotations

from kibitz.games.backgammon.board.position import Position

CONTACT = 0.68
RACE_SHORT, RACE_LONG = (40, 0.60), (120, 0.70)
"""Pips of the longer side and x: straight between the two."""
BEAROFF = 0.60
LAST_ROLLS = 2
"""With this few men on both sides the game mostly ends before the cube can be turned again."""


def cube_life(position: Position) -> float:
    """x between 0 (dead) and 1 (fully live)."""
    if position.contact:
        return CONTACT
    left = sum(position.own), sum(position.opponent)
    if position.both_home:
        return 0.0 if max(left) <= LAST_ROLLS else BEAROFF
    (short, low), (long, high) = RACE_SHORT, RACE_LONG
    share = (max(position.pips) - short) / (long - short)
    return low + (high - low) * min(1.0, max(0.0, share))

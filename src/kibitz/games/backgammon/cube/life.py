"""How live the cube is: Janowski's x by kind of position."""

from __future__ import annotations

from kibitz.games.backgammon.board.position import Position

CONTACT_LIFE = 0.68
SHORT_RACE_LIFE, LONG_RACE_LIFE = (40, 0.60), (120, 0.70)
"""Pips of the longer side, and x; linear between the two."""
BEAROFF_LIFE = 0.60
LAST_ROLLS = 2
"""With this few checkers on both sides the game mostly ends before the cube can be turned again."""

FREE_LIFE = 0.9
"""x of a cube that one side turns at no risk, because the other has no use for it."""


def cube_life(position: Position) -> float:
    """x between 0 (dead) and 1 (fully live)."""
    if position.has_contact:
        return CONTACT_LIFE
    left = sum(position.own), sum(position.opponent)
    if position.is_bearoff:
        return 0.0 if max(left) <= LAST_ROLLS else BEAROFF_LIFE
    (short, low), (long, high) = SHORT_RACE_LIFE, LONG_RACE_LIFE
    share = (max(position.pips) - short) / (long - short)
    return low + (high - low) * min(1.0, max(0.0, share))

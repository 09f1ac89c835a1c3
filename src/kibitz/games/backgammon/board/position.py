"""A position before the roll, seen by the player on roll.

Both sides count from their own home: slot 0 is a side's ace point, slot 23 its 24-point, slot 24 its bar. The own slot
s is the opponent's slot 23 - s. A batch of positions is an array ``(n, 2, 25)`` of checkers, the side on roll first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import InputError

MEN = 15
POINTS = 24
BAR = 24
"""The slot of the bar."""
SLOTS = 25
HOME = 6

Boards: TypeAlias = NDArray[np.int8]
"""Checkers by position, side (on roll first) and slot: ``(n, 2, 25)``; one position alone is ``(2, 25)``."""


class Result(IntEnum):
    """How a game ended for the side that finished, in points at cube 1."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


@dataclass(frozen=True, slots=True)
class Position:
    """Checkers of the player on roll and of the opponent, each by own slot; checkers not on the board are off."""

    own: tuple[int, ...]
    opponent: tuple[int, ...]

    def __post_init__(self) -> None:
        for name, men in (("the player on roll", self.own), ("the opponent", self.opponent)):
            if len(men) != SLOTS or min(men) < 0:
                raise InputError(f"position: {name} must have 25 counts of checkers, none below 0")
            if sum(men) > MEN:
                raise InputError(f"position: {name} can have at most 15 checkers on the board, not {sum(men)}")
        if not any(self.own) and not any(self.opponent):
            raise InputError("position: both sides have borne off all checkers; at least one must be left")
        for slot, (mine, his) in enumerate(zip(self.own, self.opponent[POINTS - 1 :: -1], strict=False), start=1):
            if mine and his:
                raise InputError(f"position: both sides have checkers on the {slot}-point; only one side can")

    @classmethod
    def from_array(cls, board: Boards) -> Position:
        """The position held by one board ``(2, 25)``."""
        own, opponent = np.asarray(board).tolist()
        return cls(tuple(own), tuple(opponent))

    def to_array(self) -> Boards:
        """One board ``(2, 25)``."""
        return np.array((self.own, self.opponent), dtype=np.int8)

    def swap_sides(self) -> Position:
        """The same checkers with the other side on roll."""
        return Position(self.opponent, self.own)

    @property
    def off(self) -> tuple[int, int]:
        """Checkers borne off by the player on roll and by the opponent."""
        return MEN - sum(self.own), MEN - sum(self.opponent)

    @property
    def pips(self) -> tuple[int, int]:
        """Pips that each side still needs, the player on roll first."""
        return _pips(self.own), _pips(self.opponent)

    @property
    def has_contact(self) -> bool:
        """Whether checkers of the two sides still have to pass each other."""
        return (
            bool(any(self.own) and any(self.opponent))
            and rearmost_slot(self.own) + rearmost_slot(self.opponent) >= POINTS
        )

    @property
    def is_bearoff(self) -> bool:
        """Whether all checkers of both sides are home and past each other: the bearoff tables know the answer."""
        return not self.has_contact and not any(self.own[HOME:]) and not any(self.opponent[HOME:])

    @property
    def winner_points(self) -> int:
        """Points won: 0 while the game goes on, above 0 for the player on roll, below 0 for the opponent."""
        if not any(self.own):
            return _result(self.opponent)
        if not any(self.opponent):
            return -_result(self.own)
        return 0


def rearmost_slot(men: tuple[int, ...]) -> int:
    """The slot of a side's rearmost checker, -1 if none is left."""
    return max((slot for slot, n in enumerate(men) if n), default=-1)


def _pips(men: tuple[int, ...]) -> int:
    return sum(n * (slot + 1) for slot, n in enumerate(men))


def _result(loser: tuple[int, ...]) -> Result:
    """What the side that finished wins from ``loser``."""
    if sum(loser) < MEN:
        return Result.SINGLE
    # Checkers on the bar or in the winner's home board make it a backgammon.
    return Result.BACKGAMMON if any(loser[POINTS - HOME :]) else Result.GAMMON


def _men(pairs: dict[int, int]) -> tuple[int, ...]:
    return tuple(pairs.get(slot + 1, 0) for slot in range(SLOTS))


START = Position(_men({24: 2, 13: 5, 8: 3, 6: 5}), _men({24: 2, 13: 5, 8: 3, 6: 5}))
"""The opening position."""


def check_boards(boards: Boards) -> None:
    """Raise `InputError` for an array that is not a batch of boards."""
    if boards.ndim != 3 or boards.shape[1:] != (2, SLOTS):
        raise InputError(f"boards: must be an array (n, 2, 25), not {boards.shape}")

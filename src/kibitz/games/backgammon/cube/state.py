"""Cube and score, seen by the player on roll."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from kibitz.core.errors import InputError

MAX_CUBE = 1 << 15
MAX_LENGTH = (1 << 15) - 1


class Owner(Enum):
    """Who may double next."""

    CENTRED = "centred"
    OWN = "own"
    OPPONENT = "opponent"

    def swap_sides(self) -> Owner:
        """The same, seen by the other side."""
        return {Owner.OWN: Owner.OPPONENT, Owner.OPPONENT: Owner.OWN}.get(self, self)


@dataclass(frozen=True, slots=True)
class CubeState:
    """Match length (0: money), scores, cube, owner and rules; points of the player on roll first.

    ``jacoby``: gammons count only after a double (money play, cube centred). ``beavers`` are off by default.
    """

    length: int = 0
    own_score: int = 0
    opponent_score: int = 0
    cube: int = 1
    owner: Owner = Owner.CENTRED
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.length <= MAX_LENGTH:
            raise InputError(f"match: must be from 0 (money) to {MAX_LENGTH:,} points, not {self.length}")
        if min(self.own_score, self.opponent_score) < 0:
            raise InputError("match: scores must be whole numbers from 0 up")
        if self.length and max(self.own_score, self.opponent_score) >= self.length:
            raise InputError(
                f"match: a match to {self.length} is over at {self.own_score}-{self.opponent_score}; give lower scores"
            )
        if not 1 <= self.cube <= MAX_CUBE or self.cube & (self.cube - 1):
            raise InputError(f"cube: must be a power of two from 1 to {MAX_CUBE:,}, not {self.cube}")
        if self.crawford and (not self.length or self.length - 1 not in (self.own_score, self.opponent_score)):
            raise InputError("match: in a Crawford game one player must need exactly one point")
        if self.owner is not Owner.CENTRED and self.cube == 1:
            raise InputError("cube: a cube at 1 must be centred")

    def swap_sides(self) -> CubeState:
        """The same state with the other side on roll."""
        return replace(
            self, own_score=self.opponent_score, opponent_score=self.own_score, owner=self.owner.swap_sides()
        )

    @property
    def away(self) -> tuple[int, int]:
        """Points that each side still needs to win the match, the player on roll first."""
        return self.length - self.own_score, self.length - self.opponent_score

    @property
    def may_double(self) -> bool:
        """Whether the player on roll may double: cube access, not Crawford, and the cube not dead for them."""
        if self.crawford or self.owner is Owner.OPPONENT or self.cube * 2 > MAX_CUBE:
            return False
        return not self.length or self.own_score + self.cube < self.length

    @property
    def is_cube_dead(self) -> bool:
        """Whether nobody has a use for the cube: at double match point, or once it wins the match for both."""
        return bool(self.length) and max(self.away) <= self.cube

    def after_double(self) -> CubeState:
        """After double and take, still seen by the player on roll: the opponent owns the cube."""
        return replace(self, cube=2 * self.cube, owner=Owner.OPPONENT)


MONEY = CubeState()
"""Money play, cube centred at 1, no Jacoby rule."""

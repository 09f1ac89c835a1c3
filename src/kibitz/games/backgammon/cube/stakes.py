"""Stakes: the value of winning or losing a game at each level of the cube, for the player on roll.

In a match the unit is the chance to win the match; in money play it is points. Conditional gammon rates come from the
position's probabilities and are held fixed while the winning chance p varies, as in Janowski's model.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.cube.match_equity import MatchEquities
from kibitz.games.backgammon.cube.state import CubeState, Owner


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """Shares of single games, gammons and backgammons among wins and among losses, and how the score values them."""

    state: CubeState
    table: MatchEquities | None
    wins: FloatArray
    losses: FloatArray

    @classmethod
    def of(cls, p: FloatArray, state: CubeState, table: MatchEquities | None) -> Stakes:
        """The stakes of a position with these five probabilities; the table is needed in a match."""
        return cls(state, table if state.length else None, _shares(p[0], p[1], p[2]), _shares(1 - p[0], p[3], p[4]))

    def points(self, points: int) -> float:
        """Value of winning this number of points (below 0: losing)."""
        if self.table is None:
            return float(points)
        own, other = self.state.away
        over = self.state.crawford or min(own, other) == 1
        if points > 0:
            return self.table.chance(own - points, other, over)
        return self.table.chance(own, other + points, over)

    def win(self, cube: int, plain: bool = False) -> float:
        """The mean value of a won game with this cube; ``plain`` counts gammons as single games."""
        if plain:
            return self.points(cube)
        return float(sum(share * self.points(cube * k) for k, share in enumerate(self.wins, start=1)))

    def lose(self, cube: int, plain: bool = False) -> float:
        """The mean value of a lost game with this cube."""
        if plain:
            return self.points(-cube)
        return float(sum(share * self.points(-cube * k) for k, share in enumerate(self.losses, start=1)))

    def dead_for(self, own: bool, cube: int) -> bool:
        """Whether a player gains nothing by doubling from this cube: the cube wins them the match already."""
        if self.state.crawford:
            return True
        return self.table is not None and cube >= self.state.away[0 if own else 1]

    @property
    def jacoby(self) -> bool:
        """Whether gammons do not count at present."""
        return self.state.jacoby and not self.state.length and self.state.owner is Owner.CENTRED

    def take_point(self, own: bool, cube: int) -> float:
        """The chance to win from which a player takes a double from ``cube`` to twice that, the cube fully live.

        A take is worth what the player, owning the cube, would win at once by redoubling at their own cash point. At a
        win chance of 0 it is worth a certain loss. The value is a straight line between the two.
        """
        if self.table is None:
            return self._money_take_point(own)
        drop = self._worth(own, -cube)
        lose = self._outcome(own, False, 2 * cube)
        if self.dead_for(own, 2 * cube):
            return _ratio(drop - lose, self._outcome(own, True, 2 * cube) - lose)
        cash_point = 1 - self.take_point(not own, 2 * cube)
        return _ratio(drop - lose, self._worth(own, 2 * cube) - lose) * cash_point

    def dead_take_point(self, own: bool, cube: int) -> float:
        """The same for a cube that will never be turned again."""
        drop, lose = self._worth(own, -cube), self._outcome(own, False, 2 * cube)
        return _ratio(drop - lose, self._outcome(own, True, 2 * cube) - lose)

    def _money_take_point(self, own: bool) -> float:
        w, loss = float(self.wins @ (1, 2, 3)), float(self.losses @ (1, 2, 3))
        if not own:
            w, loss = loss, w
        return (loss - 0.5) / (w + loss + 0.5)

    def _worth(self, own: bool, points: int) -> float:
        """The value of points from the player's own point of view."""
        value = self.points(points) if own else self.points(-points)
        return value if own else self._against(value)

    def _outcome(self, own: bool, won: bool, cube: int) -> float:
        value = self.win(cube) if own == won else self.lose(cube)
        return value if own else self._against(value)

    def _against(self, value: float) -> float:
        return -value if self.table is None else 1 - value


def _shares(chance: float, gammons: float, backgammons: float) -> FloatArray:
    """Shares of single games, gammons and backgammons among the games of one outcome."""
    if chance <= 1e-9:
        return np.array([1.0, 0.0, 0.0])
    g, b = min(gammons / chance, 1.0), min(backgammons / chance, 1.0)
    return np.array([1 - g, g - min(b, g), min(b, g)])


def _ratio(a: float, b: float) -> float:
    return min(1.0, max(0.0, a / b)) if b > 0 else 1.0

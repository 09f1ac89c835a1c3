"""Match equity table: chances to win the match by score, computed from a model of one game.

The model: each side wins half of its games; a fixed share of won games are gammons, a smaller one backgammons; the
cube is used as in `cubeful`, with one cube life for all scores. Before Crawford every score follows from later ones
by the value of a fresh game with the cube in the middle. In the Crawford game there is no cube; after it the trailer
doubles at once, and the leader, who sees the first rolls before answering, drops when that is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kibitz.core import FloatArray
from kibitz.core.errors import InputError

MAX_AWAY = 64
"""Larger numbers of points needed count as this many."""
GAMMON_RATE = 0.28
"""Share of won games that are gammons or more, between equal players who play on."""
BACKGAMMON_RATE = 0.012
"""Share of won games that are backgammons."""
EARLY_SPREAD = 0.03
"""Standard deviation of the leader's winning chance when answering an early double after Crawford."""
TABLE_LIFE = 0.70
"""Cube life of the model's games."""


@dataclass(frozen=True, slots=True, eq=False)
class MatchEquities:
    """Chances of the first player to win the match.

    ``before[i, j]``: this player needs i points, the other j, before or in the Crawford game. ``after[j]``: after the
    Crawford game, this player needs 1 point and the other j.
    """

    before: FloatArray
    after: FloatArray

    def chance(self, own_away: int, opponent_away: int, crawford_over: bool) -> float:
        """The match winning chance; nobody needs more than `MAX_AWAY` points, and 0 or fewer means won."""
        if own_away <= 0:
            return 1.0
        if opponent_away <= 0:
            return 0.0
        i, j = min(own_away, MAX_AWAY), min(opponent_away, MAX_AWAY)
        if crawford_over and i == 1:
            return float(self.after[j])
        if crawford_over and j == 1:
            return 1 - float(self.after[i])
        return float(self.before[i, j])


@cache
def match_equities() -> MatchEquities:
    """The table, computed on first use."""
    after = np.ones(MAX_AWAY + 1)
    spread = np.linspace(-1.5, 1.5, 7) * EARLY_SPREAD  # even steps with a spread of about EARLY_SPREAD
    for j in range(1, MAX_AWAY + 1):
        if j == 1:
            after[j] = 0.5
            continue
        lost = _chance_after_loss(after, j, 2)
        takes = 0.5 + spread + (0.5 - spread) * lost
        after[j] = float(np.maximum(takes, after[j - 1]).mean())
    before = np.zeros((MAX_AWAY + 1, MAX_AWAY + 1))
    before[0, :] = 1.0
    table = MatchEquities(before, after)
    for j in range(1, MAX_AWAY + 1):
        # The Crawford game of a leader who needs 1 point, the trailer j.
        before[1, j] = 0.5 + 0.5 * _chance_after_loss(after, j, 1)
        before[j, 1] = 1 - before[1, j]
    from kibitz.games.backgammon.cube.cubeful import cubeful_chance
    from kibitz.games.backgammon.cube.state import CubeState

    opening = np.array([0.5, 0.5 * GAMMON_RATE, 0.5 * BACKGAMMON_RATE, 0.5 * GAMMON_RATE, 0.5 * BACKGAMMON_RATE])
    for total in range(4, 2 * MAX_AWAY + 1):
        for i in range(max(2, total - MAX_AWAY), total // 2 + 1):
            j = total - i
            if i == j:
                before[i, j] = 0.5
                continue
            state = CubeState(MAX_AWAY + 1, MAX_AWAY + 1 - i, MAX_AWAY + 1 - j)
            before[i, j] = cubeful_chance(opening, state, TABLE_LIFE, table)
            before[j, i] = 1 - before[i, j]
    before.setflags(write=False)
    after.setflags(write=False)
    return table


def _chance_after_loss(after: FloatArray, j: int, cube: int) -> float:
    """The leader's chance after losing a game to a trailer who needed j points."""
    shares = ((1, 1 - GAMMON_RATE), (2, GAMMON_RATE - BACKGAMMON_RATE), (3, BACKGAMMON_RATE))
    return float(sum(share * (after[j - points * cube] if j > points * cube else 0.0) for points, share in shares))


def check_away(away: tuple[int, int]) -> None:
    """Raise `InputError` for a match that is over."""
    if min(away) < 1:
        raise InputError("match: both players must still need points")

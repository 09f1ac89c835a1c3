"""Match equity tables: chances to win the match by score, published or computed from a model of one game.

The default is the table Kazaross-XG2 (rolled out by eXtreme Gammon up to 9 points, 25 points in all); scores beyond it
follow from it by the model. Other tables come from files of the same form.

The model: each side wins half of its games; a fixed share of won games are gammons, a smaller one backgammons; the
cube is used as in `cubeful`, with one cube life for all scores. Before Crawford every score follows from later ones
by the value of a fresh game with the cube in the middle. In the Crawford game there is no cube; after it the trailer
doubles at once, and the leader, who sees the first rolls before answering, drops when that is better.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from kibitz.core import FloatArray
from kibitz.core.errors import InputError

MAX_AWAY = 64
"""Most points that a player may still need."""
PUBLISHED_FILE = "kazaross_xg2.xml"
"""The table by Neil Kazaross, with its notice."""
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
        """The match winning chance; 0 or fewer points needed means won, more than `MAX_AWAY` an `InputError`."""
        if own_away <= 0:
            return 1.0
        if opponent_away <= 0:
            return 0.0
        i, j = own_away, opponent_away
        if max(i, j) > MAX_AWAY:
            raise InputError(
                f"match: at most {MAX_AWAY} points to go are supported, not {max(i, j)}; give other scores"
            )
        if crawford_over and i == 1:
            return float(self.after[j])
        if crawford_over and j == 1:
            return 1 - float(self.after[i])
        return float(self.before[i, j])


@cache
def match_equities() -> MatchEquities:
    """The default table: Kazaross-XG2, continued by the model beyond 25 points."""
    path = Path(__file__).parents[1] / "data" / PUBLISHED_FILE
    return parse_match_equities(path.read_text("utf-8"), PUBLISHED_FILE)


@cache
def model_equities() -> MatchEquities:
    """The table of the model alone, computed on first use."""
    return _continue_table(np.zeros((1, 1)), np.zeros(1))


def parse_match_equities(text: str, name: str) -> MatchEquities:
    """A table from a file in GNU Backgammon's XML form with explicit values; ``name`` is for error messages.

    Row i of the first table has the chances of a player who needs i points against 1, 2, ... points. The second has
    the *trailer's* chances after Crawford.
    """
    before_text, found, after_text = text.partition("<post-crawford-table")
    rows = [re.findall(r"<me>\s*([\d.]+)\s*</me>", row) for row in re.findall(r"<row>(.*?)</row>", before_text, re.S)]
    after_rows = re.findall(r"<row>(.*?)</row>", after_text, re.S)
    size = len(rows)
    if not found or not 2 <= size <= MAX_AWAY or {len(row) for row in rows} != {size} or not after_rows:
        raise InputError(f"{name}: give a match equity table with explicit values, as GNU Backgammon's XML files have")
    trailer = [float(x) for x in re.findall(r"<me>\s*([\d.]+)\s*</me>", after_rows[0])][:size]
    before, after = np.zeros((size + 1, size + 1)), np.ones(len(trailer) + 1)
    before[1:, 1:] = np.array(rows, dtype=np.float64)
    after[1:] = 1 - np.array(trailer)
    fair = np.abs(before[1:, 1:] + before[1:, 1:].T - 1).max() < 0.001
    if not fair or before.max() > 1 or after.min() < 0:
        raise InputError(f"{name}: the chances of both sides must add up to 1 at every score; check the table")
    return _continue_table(before, after)


def _continue_table(known: FloatArray, known_after: FloatArray) -> MatchEquities:
    """A table up to `MAX_AWAY`: the known values, and beyond them those of the model."""
    after = np.ones(MAX_AWAY + 1)
    after[: len(known_after)] = known_after
    spread = np.linspace(-1.5, 1.5, 7) * EARLY_SPREAD  # even steps with a spread of about EARLY_SPREAD
    for j in range(len(known_after), MAX_AWAY + 1):
        if j == 1:
            after[j] = 0.5
            continue
        lost = _chance_after_loss(after, j, 2)
        takes = 0.5 + spread + (0.5 - spread) * lost
        after[j] = float(np.maximum(takes, after[j - 1]).mean())
    size = len(known)
    before = np.zeros((MAX_AWAY + 1, MAX_AWAY + 1))
    before[:size, :size] = known
    before[0, :], before[:, 0] = 1.0, 0.0
    table = MatchEquities(before, after)
    for j in range(size, MAX_AWAY + 1):
        # The Crawford game of a leader who needs 1 point, the trailer j.
        before[1, j] = 0.5 + 0.5 * _chance_after_loss(after, j, 1)
        before[j, 1] = 1 - before[1, j]
    from kibitz.games.backgammon.cube.cubeful import cubeful_chance
    from kibitz.games.backgammon.cube.state import CubeState

    opening = np.array([0.5, 0.5 * GAMMON_RATE, 0.5 * BACKGAMMON_RATE, 0.5 * GAMMON_RATE, 0.5 * BACKGAMMON_RATE])
    for total in range(4, 2 * MAX_AWAY + 1):
        for i in range(max(2, total - MAX_AWAY), total // 2 + 1):
            j = total - i
            if j < size:
                continue
            state = CubeState(MAX_AWAY + 1, MAX_AWAY + 1 - i, MAX_AWAY + 1 - j)
            before[i, j] = 0.5 if i == j else cubeful_chance(opening, state, TABLE_LIFE, table)
            before[j, i] = 1 - before[i, j]
    before.setflags(write=False)
    after.setflags(write=False)
    return table


def _chance_after_loss(after: FloatArray, j: int, cube: int) -> float:
    """The leader's chance after losing a game to a trailer who needed j points."""
    shares = ((1, 1 - GAMMON_RATE), (2, GAMMON_RATE - BACKGAMMON_RATE), (3, BACKGAMMON_RATE))
    return float(sum(share * (after[j - points * cube] if j > points * cube else 0.0) for points, share in shares))

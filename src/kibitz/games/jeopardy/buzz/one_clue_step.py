"""Before the last clues: one exact clue step, its 20 end states by the network or by games that share their luck."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.ending import end_scores
from kibitz.games.jeopardy.buzz.final_prices import IntArray, Price, seats_from_me
from kibitz.games.jeopardy.endgame.lattice import ScoreChanges
from kibitz.games.jeopardy.play.clue import CONTROL, UNCHANGED
from kibitz.games.jeopardy.rollout.final_chances import seat_chances
from kibitz.games.jeopardy.rollout.rollout import play_from
from kibitz.games.jeopardy.rollout.seating import Seating
from kibitz.games.jeopardy.rollout.state_rows import CONTROL as IN_CONTROL
from kibitz.games.jeopardy.rollout.state_rows import SURE
from kibitz.games.jeopardy.value.players import Players
from kibitz.simulate.executors import Progress, no_progress


def end_rows(row: IntArray, me: int, value: int) -> IntArray:
    """The states after each end of a clue worth ``value``, its square already off the board of ``row``: 20 rows."""
    rows = np.tile(row, (len(CONTROL), 1))
    rows[:, :3] = end_scores(row[:3].tolist(), me, value)
    seats = np.array(seats_from_me(me))
    rows[:, IN_CONTROL] = np.where(CONTROL == UNCHANGED, row[IN_CONTROL], seats[CONTROL])
    rows[:, SURE] = 0
    return rows


def network_equities(row: IntArray, players: Players, me: int, value: int) -> FloatArray:
    """My chance to win in the 20 end states by the network."""
    return players.evaluator.own_chances(end_rows(row, me, value), me, players.known)


@dataclass(frozen=True, slots=True, eq=False)
class RolloutEquities:
    """Chances in the 20 end states, and the covariance of these means over games."""

    equities: FloatArray
    covariance: FloatArray
    games: int


def rollout_equities(
    row: IntArray,
    seating: Seating,
    me: int,
    value: int,
    games: int,
    seed: int = 1,
    progress: Progress = no_progress,
    price: Price | None = None,
) -> RolloutEquities:
    """The 20 end states by games played on from the clue left unanswered (appendix B.1).

    All share the games: each end state adds its change of scores to what they came to, and the exact Final ends them.
    ``price`` values the scores before Final where something else than winning counts.
    """
    ends = end_scores((0, 0, 0), me, value)
    start = row.copy()
    start[SURE] = 0
    chances = []
    for first in range(0, games, GAMES_PER_TASK):
        progress(first, games)
        n = min(GAMES_PER_TASK, games - first)
        played, _ = play_from(seating, start[None], n, seed, first=first)
        scores = (played.scores[None] + ends[:, None]).reshape(-1, 3)
        types = np.tile(played.types, (len(ends), 1))
        values = seat_chances(seating, me, scores, types) if price is None else price(scores)
        chances.append(values.reshape(len(ends), n))
    table = np.concatenate(chances, axis=1)
    return RolloutEquities(table.mean(axis=1), np.cov(table) / games, games)


GAMES_PER_TASK = 1_000
"""Games between two checks for cancelling."""


def default_equities(
    scores: tuple[int, int, int], me: int, value: int, changes: ScoreChanges, price: Price
) -> FloatArray:
    """My win chance in the 20 end states if all players buzz by habit on the clues left, with these score changes.

    This is the paper's approximation (one step of equation 5, then trials), with the trials summed exactly.
    """
    ends = end_scores(scores, me, value)
    places = np.argwhere(changes.chances > 0)
    weights = changes.chances[changes.chances > 0]
    moves = changes.steps[places]
    reached, which = np.unique((ends[:, None, :] + moves).reshape(-1, 3), axis=0, return_inverse=True)
    return np.asarray(price(reached)[which.reshape(len(ends), -1)] @ weights)

"""Conventional players: evaluators that score a position after the move, without networks, and a cube by the race.

`LinearPlayer` is any pair of weight vectors over the inputs of Tesauro's public evaluator of 1993; `HandPlayer` is a
hand-written evaluation of the kind that programs of 1989 used (section 4 of the paper).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.cube.decision import CubeDecision, cube_decision
from kibitz.games.backgammon.cube.life import cube_life
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.nets.inputs import shot_inputs
from kibitz.games.backgammon.nets.probabilities import Probabilities

LINEAR_INPUTS = 122


def race_chance(own_pips: float, opponent_pips: float) -> float:
    """The chance of the side on roll in a race: a normal approximation with 8.17 pips a roll, 4.3 standard deviation.

    The roll in hand is worth half a roll; the variance grows with the rolls that both still need.
    """
    lead = opponent_pips - own_pips + 4.0
    spread = math.sqrt(max(1.0, (own_pips + opponent_pips) / 8.17) * 4.3**2)
    return 0.5 * (1 + math.erf(lead / spread / math.sqrt(2)))


class RaceCube:
    """Cube decisions from the pip count alone."""

    __slots__ = ()

    def doubles(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """Doubles when the race estimate says so."""
        decision = self._decision(board, state)
        return decision.should_double

    def takes(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """Takes when the race estimate says so."""
        return self._decision(board, state).should_take

    def _decision(self, board: Boards, state: CubeState) -> CubeDecision:
        position = Position.from_array(board)
        p = race_chance(*position.pips)
        return cube_decision(Probabilities(p, 0, 0, 0, 0), state, cube_life(position))


@dataclass(frozen=True, slots=True, eq=False)
class LinearPlayer(RaceCube):
    """Picks the result of the highest linear score; race weights once there is no contact before the move."""

    contact: FloatArray
    race: FloatArray
    name: str = "linear"

    def scores(self, board: Boards, results: Boards) -> FloatArray:
        """The linear score of each result; a finished game beats all."""
        weights = self.contact if Position.from_array(board).has_contact else self.race
        scores = np.asarray(linear_inputs(results) @ weights)
        scores[~results[:, 1].any(axis=1)] = np.inf
        return scores

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """The result of the highest score."""
        return int(np.argmax(self.scores(board, results)))


def linear_inputs(results: Boards) -> FloatArray:
    """The 122 inputs of the public evaluator for boards with the opponent on roll, scored for the side that moved."""
    own, other = results[:, 1].astype(np.int64), results[:, 0].astype(np.int64)
    x = np.zeros((len(results), LINEAR_INPUTS))
    for i in range(24):
        mine, his = own[:, 23 - i], other[:, i]
        x[:, 5 * i] = his == 1
        x[:, 5 * i + 1] = mine == 1
        x[:, 5 * i + 2] = mine >= 2
        x[:, 5 * i + 3] = mine == 3
        x[:, 5 * i + 4] = np.maximum(mine - 3, 0) / 2
    x[:, 120] = other[:, 24] / 2
    x[:, 121] = (15 - own.sum(axis=1)) / 15
    return x


@dataclass(frozen=True, slots=True)
class HandPlayer(RaceCube):
    """A hand-written evaluator: race, home board, primes, anchors, blots weighed by the rolls that hit them."""

    name: str = "hand-written"

    def scores(self, board: Boards, results: Boards) -> FloatArray:
        """The hand-written score of each result; a finished game beats all."""
        return hand_scores(results)

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """The result of the highest score."""
        return int(np.argmax(hand_scores(results)))


def hand_scores(results: Boards) -> FloatArray:
    """Scores of boards with the opponent on roll, for the side that moved."""
    own, other = results[:, 1].astype(np.int64), results[:, 0].astype(np.int64)
    slots = np.arange(25)
    lead = other @ (slots + 1) - own @ (slots + 1)
    points = own[:, :24] >= 2
    score = 0.01 * lead + 0.25 * (15 - own.sum(axis=1)) / 15
    score += points[:, :6] @ np.array([0.04, 0.05, 0.07, 0.10, 0.12, 0.10])  # home points, the 5-point first
    score += 0.06 * points[:, 6:8].sum(axis=1) + 0.05 * points[:, 18:22].sum(axis=1)
    run = np.zeros(len(own))
    best = np.zeros(len(own))
    for s in range(24):
        run = np.where(points[:, s], run + 1, 0)
        best = np.maximum(best, run)
    score += 0.03 * np.maximum(best - 2, 0)
    shots = shot_inputs(own, other)
    strong = (other[:, :6] >= 2).sum(axis=1) / 6
    score -= (0.25 + 0.6 * strong) * shots[:, 0] + 0.3 * shots[:, 2]
    score += (0.15 + 0.3 * points[:, :6].sum(axis=1) / 6) * other[:, 24]
    score -= 0.02 * np.maximum(own[:, :24] - 3, 0).sum(axis=1)
    score[~own.any(axis=1)] = np.inf
    return np.asarray(score)

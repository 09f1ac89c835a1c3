"""Fallible levels: the shipped evaluation made to err by `rate`'s choice model, each named by its error rate.

A level chooses with probabilities ``p_i = p_0^exp((d_i/s)^c)`` (section VIII of the psychometrics paper), d_i the
equity loss of a play. The sensitivity s of each level was found by `calibrate_sensitivity` on self-play
positions; benchmarks play the levels and measure the rate again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray
from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import Boards
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.play.players import NetPlayer
from kibitz.games.backgammon.search.searcher import Searcher
from kibitz.rate.fallible import fallible_probabilities
from kibitz.rate.model.scaling import Scaling, ScalingLaw

LEVEL_CONSISTENCY = 0.5
"""c of every level: below 1 large errors are rarer than small ones but do occur, as with people."""
SCALING = Scaling(ScalingLaw.LINEAR, 1.0)
MAX_CONSIDERED_PLAYS = 40
"""A level considers this many of the best plays; people do not consider worse ones."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level: name, the error it makes in thousandths of a point per decision, and its sensitivity."""

    name: str
    error_rate: float
    s: float


LEVELS = (
    Level("world class", 5, 0.00685),
    Level("expert", 8, 0.01106),
    Level("advanced", 12, 0.01708),
    Level("intermediate", 18, 0.02506),
    Level("casual", 26, 0.03919),
    Level("beginner", 35, 0.05301),
    Level("novice", 60, 0.12603),
)


def find_level(name: str) -> Level:
    """The level of this name."""
    for level in LEVELS:
        if level.name == name.strip().lower():
            return level
    raise InputError(f"level: must be one of {', '.join(level.name for level in LEVELS)}, not {name!r}")


def choice_chances(worths: FloatArray, s: float) -> FloatArray:
    """Chance of each play for a level of sensitivity s."""
    if len(worths) == 1:
        return np.ones(1)
    order = np.argsort(-worths, kind="stable")[:MAX_CONSIDERED_PLAYS]
    chances = np.zeros(len(worths))
    chances[order] = fallible_probabilities(worths[order], SCALING, s, LEVEL_CONSISTENCY)
    return chances


def expected_error(samples: list[FloatArray], s: float) -> float:
    """Mean equity loss per decision at sensitivity s, over the equities of plays of many decisions, in thousandths."""
    losses = [float(choice_chances(worths, s) @ (worths.max() - worths)) for worths in samples]
    return 1000 * float(np.mean(losses))


def calibrate_sensitivity(samples: list[FloatArray], error_rate: float) -> float:
    """The sensitivity that makes this error rate on these decisions, by bisection of its logarithm."""
    low, high = np.log(1e-5), np.log(3.0)
    for _ in range(24):
        middle = 0.5 * (low + high)
        if expected_error(samples, float(np.exp(middle))) < error_rate:
            low = middle
        else:
            high = middle
    return float(np.exp(0.5 * (low + high)))


@dataclass(frozen=True, slots=True, eq=False)
class FalliblePlayer(NetPlayer):
    """A player of a level; it errs in plays, but not in cube actions."""

    level: Level = LEVELS[3]

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """A play at random by the level's probabilities."""
        chances = choice_chances(self.worths(results, state), self.level.s)
        return int(rng.choice(len(results), p=chances))


def level_player(searcher: Searcher, level: Level) -> FalliblePlayer:
    """A player of a level."""
    return FalliblePlayer(searcher, 0, level.name, level)

"""Calibration of win chances, clue by clue, on recorded games: Brier scores, bins and the slope.

States of one game share its end, so standard errors come from a bootstrap of whole games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.archive.game import RecordedGame, replay
from kibitz.games.jeopardy.show import SEATS
from kibitz.games.jeopardy.value.win_curve import win_curve

IntArray = NDArray[np.int64]
N_BINS = 10
RESAMPLES = 200


@dataclass(frozen=True, slots=True, eq=False)
class Forecasts:
    """States of many games: chances and result of each seat (n x 3), game, round and clues still open in the round.

    Before Final the round is 3.
    """

    chances: FloatArray
    results: FloatArray
    game: IntArray
    round_: IntArray
    left: IntArray

    def select(self, keep: NDArray[np.bool_]) -> Forecasts:
        """Some of the states."""
        return Forecasts(self.chances[keep], self.results[keep], self.game[keep], self.round_[keep], self.left[keep])


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Chances of a tenth of the scale: how many, their mean, and how often those players won, with its error."""

    n: int
    chance: float
    won: float
    error: float


def collect_forecasts(games: Sequence[RecordedGame], progress: Callable[[int, int], None] | None = None) -> Forecasts:
    """Every state of games that had a winner."""
    chances, results, game, round_, left = [], [], [], [], []
    for number, taped in enumerate(games):
        if progress is not None:
            progress(number, len(games))
        if not taped.winners:
            continue
        positions = [moment.position for moment in replay(taped)]
        chances.append(win_curve(positions, taped.rules.era, taped.rules.ties, taped.champion))
        won = np.zeros(SEATS)
        won[list(taped.winners)] = 1 / len(taped.winners)
        results += [won] * len(positions)
        game += [number] * len(positions)
        round_ += [position.round_ if position.open_squares else 3 for position in positions]
        left += [position.n_open for position in positions]
    return Forecasts(np.concatenate(chances), np.array(results), np.array(game), np.array(round_), np.array(left))


def brier_score(course: Forecasts) -> float:
    """Mean square of chance less result, over states and seats: 0 is perfect, 0.222 is a third each."""
    return float(((course.chances - course.results) ** 2).mean())


def calibration_slope(course: Forecasts) -> float:
    """Factor on the log odds of the chances that fits the results best: 1 is calibrated, below 1 too sure."""
    odds = np.log(np.clip(course.chances, 1e-4, 1 - 1e-4) / np.clip(1 - course.chances, 1e-4, 1)).ravel()
    won, factor = course.results.ravel(), 1.0
    for _ in range(30):
        fitted = 1 / (1 + np.exp(np.clip(-factor * odds, -500, 500)))
        curvature = float((odds**2 * fitted * (1 - fitted)).sum())
        step = float(np.clip((odds * (won - fitted)).sum() / max(curvature, 1e-9), -0.5, 0.5))
        factor += step
        if abs(step) < 1e-9:
            break
    return factor


def bootstrap_error(course: Forecasts, figure: Callable[[Forecasts], float], seed: int = 1) -> float:
    """Bootstrap standard error of a statistic over resampled games."""
    rng = np.random.default_rng(seed)
    rows = [np.flatnonzero(course.game == number) for number in np.unique(course.game)]
    result = []
    for _ in range(RESAMPLES):
        drawn = np.concatenate([rows[i] for i in rng.integers(len(rows), size=len(rows))])
        result.append(
            figure(
                Forecasts(
                    course.chances[drawn],
                    course.results[drawn],
                    course.game[drawn],
                    course.round_[drawn],
                    course.left[drawn],
                )
            )
        )
    return float(np.std(result, ddof=1))


def calibration_bins(course: Forecasts) -> tuple[CalibrationBin, ...]:
    """Tenths of the scale that hold any chance; errors count each game once for a seat."""
    tenth = np.minimum((course.chances * N_BINS).astype(np.int64), N_BINS - 1)
    result = []
    for number in range(N_BINS):
        held = tenth == number
        if not held.any():
            continue
        won, chance = course.results[held], course.chances[held]
        players = len(np.unique((course.game[:, None] * SEATS + np.arange(SEATS))[held]))
        share = float(won.mean())
        error = float(np.sqrt(max(share * (1 - share), 1e-4) / players))
        result.append(CalibrationBin(int(held.sum()), float(chance.mean()), share, error))
    return tuple(result)

"""The model of people's Daily Double bets, fitted to recorded ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.datasets.clues import RecordedBet
from kibitz.games.jeopardy.datasets.games import DatasetFolder, IntArray, daily_double_wagers
from kibitz.games.jeopardy.play.daily_double_bets import confidence_levels
from kibitz.games.jeopardy.show import ROUNDS, Era

BANKROLLS = (2000.0, 6000.0)
"""Reference bankrolls of the two rounds, near the middle of those recorded."""


def fit_bet_model(folder: DatasetFolder, bets: Sequence[RecordedBet], era: Era) -> dict[str, Any]:
    """Parameters of `BetModel`: shape by standing from clue-by-clue records, level from all wagers of the era."""
    seen = [
        _situations([bet for bet in bets if bet.round_ == round_], bankroll)
        for round_, bankroll in zip(ROUNDS, BANKROLLS, strict=True)
    ]
    shapes = [_shape(situations) for situations in seen]
    recorded = [daily_double_wagers(folder, era, round_) for round_ in ROUNDS]
    typical = []
    for situations, shape, (wagers, _) in zip(seen, shapes, recorded, strict=True):
        shift = _level_shift(shape, situations, float(wagers.mean()))
        typical.append([round(math.exp(mu + shift), 1) for mu in shape[:3]])
    return {
        "typical": typical,
        "elasticity": [round(float(shape[3]), 4) for shape in shapes],
        "bankroll": list(BANKROLLS),
        "caution": [round(float(shape[5]), 4) for shape in shapes],
        "spread": [round(math.exp(shape[4]), 4) for shape in shapes],
        "thousands": [round(float((wagers % 1000 == 0).mean()), 4) for wagers, _ in recorded],
        "confidence": round(confidence_correlation(*recorded[1]), 4),
        "mean_wagers": [round(float(wagers.mean()), 1) for wagers, _ in recorded],
    }


@dataclass(frozen=True, slots=True, eq=False)
class _Situations:
    """Recorded bets of one round as columns: standing, log of the bankroll over the reference, lateness, amounts."""

    standing: IntArray
    relative: FloatArray
    late: FloatArray
    wager: FloatArray
    most: FloatArray

    def means(self, shape: FloatArray) -> FloatArray:
        """Expected log amounts; ``shape`` holds log medians by standing, elasticity, log spread, caution."""
        return np.asarray(shape[self.standing] + shape[3] * self.relative + shape[5] * self.late)


def _situations(bets: Sequence[RecordedBet], bankroll: float) -> _Situations:
    most = np.array([float(bet.most) for bet in bets])
    return _Situations(
        standing=np.array([bet.standing for bet in bets], dtype=np.int64),
        relative=np.log(most / bankroll),
        late=np.array([(bet.standing == 0) * (bet.stage - 0.5) for bet in bets]),
        wager=np.array([float(bet.wager) for bet in bets]),
        most=most,
    )


def _shape(seen: _Situations) -> FloatArray:
    """Log medians by standing, elasticity, log spread, caution: a Tobit fit, as an all-in bet hides its amount."""
    from scipy.optimize import minimize
    from scipy.special import log_ndtr

    wager, everything = np.log(seen.wager), seen.wager >= seen.most

    def loss(x: FloatArray) -> float:
        z = (wager - seen.means(x)) / math.exp(x[4])
        return -float(np.where(everything, log_ndtr(-z), -0.5 * z * z - x[4]).sum())

    start = np.array([wager.mean()] * 3 + [0.2, -0.5, 0.0])
    result = minimize(
        loss, start, method="Nelder-Mead", options={"maxiter": 20_000, "maxfev": 20_000, "xatol": 1e-6, "fatol": 1e-8}
    )
    return np.asarray(result.x)


def _level_shift(shape: FloatArray, seen: _Situations, target: float) -> float:
    """What to add to the log medians so that the mean bet in the recorded situations is ``target``."""
    from scipy.optimize import brentq

    means = seen.means(shape)
    z = np.array(confidence_levels())

    def excess(shift: float) -> float:
        amounts = np.exp(means[:, None] + shift + math.exp(shape[4]) * z)
        return float(np.minimum(amounts, seen.most[:, None]).mean()) - target

    return float(brentq(excess, -3.0, 3.0))


def confidence_correlation(wagers: IntArray, right: FloatArray) -> float:
    """Latent correlation between the size of a bet and a right answer, by probit regression on its normal score."""
    from scipy.optimize import minimize
    from scipy.special import log_ndtr, ndtri
    from scipy.stats import rankdata

    known = ~np.isnan(right)
    z = ndtri((rankdata(wagers[known]) - 0.5) / known.sum())
    sign = np.where(right[known] == 1, 1.0, -1.0)

    def loss(x: FloatArray) -> float:
        return -float(log_ndtr(sign * (x[0] + x[1] * z)).mean())

    result = minimize(loss, np.array([0.3, 0.1]))
    slope = float(result.x[1])
    return slope / math.sqrt(1 + slope * slope)

"""The model of people's Daily Double bets, fitted to recorded ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.daily_double_bets import confidence_levels
from kibitz.games.jeopardy.recorded import Folder, IntArray, daily_double_wagers
from kibitz.games.jeopardy.recorded_clues import RecordedBet
from kibitz.games.jeopardy.show import ROUNDS, Era

BANKROLLS = (2000.0, 6000.0)
"""Reference bankrolls of the two rounds, near the middle of those recorded."""


def fitted_bets(folder: Folder, bets: Sequence[RecordedBet], era: Era) -> dict[str, Any]:
    """Parameters of `BetModel`: shape by standing from clue-by-clue records, level from all wagers of the era."""
    shapes = [_shape([bet for bet in bets if bet.round_ == round_], BANKROLLS[round_ - 1]) for round_ in ROUNDS]
    recorded = [daily_double_wagers(folder, era, round_) for round_ in ROUNDS]
    typical = []
    for round_, (shape, (wagers, _)) in enumerate(zip(shapes, recorded, strict=True), start=1):
        own = [bet for bet in bets if bet.round_ == round_]
        shift = _level_shift(shape, own, BANKROLLS[round_ - 1], float(wagers.mean()))
        typical.append([math.exp(mu + shift) for mu in shape[:3]])
    return {
        "typical": typical,
        "elasticity": [float(shape[3]) for shape in shapes],
        "bankroll": list(BANKROLLS),
        "caution": [float(shape[5]) for shape in shapes],
        "spread": [float(math.exp(shape[4])) for shape in shapes],
        "thousands": [float((wagers % 1000 == 0).mean()) for wagers, _ in recorded],
        "confidence": confidence_correlation(*recorded[1]),
        "mean_wagers": [float(wagers.mean()) for wagers, _ in recorded],
    }


def _columns(bets: Sequence[RecordedBet], bankroll: float) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    most = np.log([bet.most for bet in bets])
    leader_late = np.array([(bet.standing == 0) * (bet.stage - 0.5) for bet in bets])
    return np.log([bet.wager for bet in bets]), most, most - math.log(bankroll), leader_late


def _means(shape: FloatArray, bets: Sequence[RecordedBet], bankroll: float) -> FloatArray:
    _, _, relative, late = _columns(bets, bankroll)
    return np.asarray(shape[[bet.standing for bet in bets]] + shape[3] * relative + shape[5] * late)


def _shape(bets: Sequence[RecordedBet], bankroll: float) -> FloatArray:
    """Log medians by standing, elasticity, log spread, caution: a Tobit fit, as an all-in bet hides its amount."""
    from scipy.optimize import minimize
    from scipy.stats import norm

    wager, most, _, _ = _columns(bets, bankroll)
    everything = wager >= most - 1e-9

    def loss(x: FloatArray) -> float:
        z = (wager - _means(x, bets, bankroll)) / math.exp(x[4])
        return -float(np.where(everything, norm.logsf(z), norm.logpdf(z) - x[4]).sum())

    start = np.array([wager.mean()] * 3 + [0.2, -0.5, 0.0])
    found = minimize(loss, start, method="Nelder-Mead", options={"maxiter": 20_000, "maxfev": 20_000, "xatol": 1e-6,
                                                                 "fatol": 1e-8})  # fmt: skip
    return np.asarray(found.x)


def _level_shift(shape: FloatArray, bets: Sequence[RecordedBet], bankroll: float, target: float) -> float:
    """What to add to the log medians so that the mean bet in the recorded situations is ``target``."""
    from scipy.optimize import brentq

    means = _means(shape, bets, bankroll)
    most = np.array([bet.most for bet in bets])
    z = np.array(confidence_levels())

    def excess(shift: float) -> float:
        amounts = np.exp(means[:, None] + shift + math.exp(shape[4]) * z)
        return float(np.minimum(amounts, most[:, None]).mean()) - target

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

    found = minimize(loss, np.array([0.3, 0.1]))
    slope = float(found.x[1])
    return slope / math.sqrt(1 + slope * slope)

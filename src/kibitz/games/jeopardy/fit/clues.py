"""Attempt rates, precisions and correlations that best explain how recorded clues ended (section 2.4)."""

from __future__ import annotations

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.datasets.games import IntArray
from kibitz.games.jeopardy.people.latent import quadrature_nodes


def seven_of_equals(attempt: FloatArray, precision: FloatArray, rho_b: float, rho_p: float) -> FloatArray:
    """Chances of the seven outcomes for three equal contestants, by row of input: an array of rows x 7.

    The closed form of the notation B_k = chance that exactly k want to buzz, Q_s = chance that answers in order have
    pattern s; it shares no code with the enumeration of `clue.py`.
    """
    from scipy.special import ndtr, ndtri

    factor, weights = quadrature_nodes()
    b = ndtr((ndtri(attempt)[:, None] - np.sqrt(rho_b) * factor) / np.sqrt(1 - rho_b))
    p = ndtr((ndtri(precision)[:, None] - np.sqrt(rho_p) * factor) / np.sqrt(1 - rho_p))
    B0, B1, B2, B3 = (c * b**k * (1 - b) ** (3 - k) @ weights for k, c in enumerate((1, 3, 3, 1)))
    q = 1 - p
    Q = {
        "r": p @ weights,
        "w": q @ weights,
        "wr": (q * p) @ weights,
        "ww": q**2 @ weights,
        "wwr": (q**2 * p) @ weights,
        "www": q**3 @ weights,
    }
    return np.stack(
        [B0, B1 * Q["w"], B2 * Q["ww"], B3 * Q["www"], (1 - B0) * Q["r"], (B2 + B3) * Q["wr"], B3 * Q["wwr"]], axis=1
    )


def fit_rates(
    counts: IntArray, correlations: tuple[float, float] | None = None
) -> tuple[FloatArray, FloatArray, tuple[float, float], float]:
    """Maximum-likelihood attempt rates and precisions by row, the shared correlations, and the deviance G2.

    ``counts`` is an array of rows x 7 in the order of `SEVEN_OUTCOMES`; ``correlations`` holds (rho_b, rho_p) fixed.
    """
    from scipy.optimize import minimize
    from scipy.special import ndtr

    rows = len(counts)

    def unpack(x: FloatArray) -> tuple[FloatArray, FloatArray, float, float]:
        rhos = correlations if correlations is not None else tuple(0.9 * ndtr(x[2 * rows :]))
        return ndtr(x[:rows]), ndtr(x[rows : 2 * rows]), float(rhos[0]), float(rhos[1])

    def loss(x: FloatArray) -> float:
        return -float((counts * np.log(seven_of_equals(*unpack(x)))).sum() / counts.sum())

    start = np.concatenate([np.full(rows, 0.2), np.full(rows, 1.1), [] if correlations else [-1.5, -0.7]])
    result = minimize(
        loss, start, method="L-BFGS-B", options={"maxiter": 2000, "ftol": 1e-14, "gtol": 1e-8, "maxfun": 200_000}
    )
    attempt, precision, rho_b, rho_p = unpack(result.x)
    expected = seven_of_equals(attempt, precision, rho_b, rho_p) * counts.sum(axis=1, keepdims=True)
    seen = np.maximum(counts, 1e-12)
    return attempt, precision, (rho_b, rho_p), float(2 * (seen * np.log(seen / expected)).sum())


def fit_final_correlation(results: IntArray) -> float:
    """The latent correlation that best explains recorded right/wrong triples (games x 3), given their means."""
    from scipy.optimize import minimize_scalar

    from kibitz.games.jeopardy.people.latent import pattern_chances

    means = tuple(results.mean(axis=0).tolist())
    counts = np.bincount(results @ np.array([4, 2, 1]), minlength=8)

    def loss(rho: float) -> float:
        return -float(counts @ np.log(pattern_chances(means, (round(rho, 6),) * 3)))

    return float(minimize_scalar(loss, bounds=(0.0, 0.8), method="bounded", options={"xatol": 1e-4}).x)

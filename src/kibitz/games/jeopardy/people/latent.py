"""Correlated yes/no events of three players: normal numbers with one common factor, cut at thresholds.

Player i says yes when ``a_i f + sqrt(1 - a_i^2) e_i`` falls below the normal quantile of the player's chance, with
``f`` and ``e_i`` standard normal and ``a_i`` the root of the player's latent correlation. Given ``f`` the players are
independent, so every pattern is a one-dimensional integral (Gauss-Hermite), no sampling needed (sections 2.3, 2.4).
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray

N_NODES = 80
"""Gauss-Hermite nodes; the error stays below 1e-13 for correlations up to 0.7 and below 1e-5 at 0.9."""

PATTERNS: NDArray[np.bool_] = np.array([[(i >> (2 - seat)) & 1 for seat in range(3)] for i in range(8)], dtype=bool)
"""All yes/no triples; triple i is the binary digits of i, seat 0 first: 0 nobody, 4 only seat 0, 7 everybody."""


@cache
def quadrature_nodes() -> tuple[FloatArray, FloatArray]:
    """Values of the common factor and their weights, which sum to 1.

    Golub and Welsch: eigenvalues of the polynomials' recurrence. `numpy.polynomial` has them too, but importing it
    costs a cold start more than everything else in a Final wager.
    """
    side = np.sqrt(np.arange(1, N_NODES))
    x, vectors = np.linalg.eigh(np.diag(side, 1) + np.diag(side, -1))
    w = vectors[0] ** 2
    return x, w / w.sum()


def normal_quantile(chance: float) -> float:
    """The threshold below which a standard normal number falls with this chance; infinite at 0 and 1."""
    if chance <= 0:
        return -math.inf
    return math.inf if chance >= 1 else NormalDist().inv_cdf(chance)


def normal_cdf(threshold: float) -> float:
    """The chance that a standard normal number falls below a threshold."""
    return 0.5 * math.erfc(-threshold * math.sqrt(0.5))


def chance_given_factor(chance: float, correlation: float, factor: float) -> float:
    """Chance of yes at one value of the common factor."""
    return normal_cdf((normal_quantile(chance) - math.sqrt(correlation) * factor) / math.sqrt(1 - correlation))


@lru_cache(maxsize=8192)
def chances_at_nodes(chance: float, correlation: float) -> FloatArray:
    """Chance of yes at each value of the common factor."""
    values = np.array([chance_given_factor(chance, correlation, float(f)) for f in quadrature_nodes()[0]])
    values.setflags(write=False)
    return values


def pattern_chances(chances: tuple[float, ...], correlations: tuple[float, ...]) -> FloatArray:
    """Chance of each of the eight `PATTERNS`, given each player's own chance and latent correlation."""
    yes = [chances_at_nodes(float(p), float(r)) for p, r in zip(chances, correlations, strict=True)]
    products = np.ones((8, N_NODES))
    for seat in range(3):
        products *= np.where(PATTERNS[:, seat, None], yes[seat], 1 - yes[seat])
    return np.asarray(products @ quadrature_nodes()[1])


def zero_one_correlation(chance: float, correlation: float) -> float:
    """The ordinary correlation between the 0/1 outcomes of two players of equal chance, given the latent one."""
    both = float((chances_at_nodes(chance, correlation) ** 2) @ quadrature_nodes()[1])
    return (both - chance**2) / (chance * (1 - chance))

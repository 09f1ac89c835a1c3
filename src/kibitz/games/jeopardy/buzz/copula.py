"""People against people: confidences that go together, and answers that do (appendix B.2), by quadrature.

Confidences are Beta draws made from correlated normal numbers (a copula), and each player is right where another
correlated uniform number falls below the confidence. Given the two common factors the players are independent, so what
the opponents do given my confidence is a double sum, without the millions of trials of the paper.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.densities import ConfidenceDensity
from kibitz.games.jeopardy.buzz.opponent_chances import Joint
from kibitz.games.jeopardy.buzz.tree import CASES
from kibitz.games.jeopardy.people.latent import pattern_chances, quadrature_nodes

PAPER_CONFIDENCE, PAPER_ANSWERS = 0.2, 0.4
"""Latent correlations of confidences and of the uniform numbers behind answers (section 2.4, appendix B.2)."""
N_SLICES = 120
"""Slices of an opponent's confidence above the threshold, in units of its normal number."""
CONFIDENCE_MARGIN = 1e-9
"""Smallest distance of confidence from 0 and 1, where its normal quantile would be infinite."""


def copula_joint(
    mine: ConfidenceDensity, first: ConfidenceDensity, second: ConfidenceDensity, correlation: float, answers: float
) -> Joint:
    """Chances of the cases given my confidence, for latent correlations of confidences and of answers."""
    factor, weight = quadrature_nodes()
    them = [_action_chances(each, correlation, answers) for each in (first, second)]
    both = np.einsum("ofg,pfg->opfg", *them).reshape(9, len(factor), len(factor))

    def joint(confidences: FloatArray) -> FloatArray:
        from scipy.special import betainc, ndtr, ndtri

        c = np.clip(np.asarray(confidences, dtype=np.float64), CONFIDENCE_MARGIN, 1 - CONFIDENCE_MARGIN)
        x = ndtri(np.clip(betainc(mine.alpha, mine.beta, c), CONFIDENCE_MARGIN, 1 - CONFIDENCE_MARGIN))
        spread = np.sqrt(1 - correlation)
        apart = (x[:, None] - np.sqrt(correlation) * factor) / spread
        likely = weight * np.exp(-0.5 * (apart**2 - (apart**2).min(axis=1, keepdims=True)))
        likely /= likely.sum(axis=1, keepdims=True)
        right = ndtr((ndtri(c)[:, None] - np.sqrt(answers) * factor) / np.sqrt(1 - answers))
        right = np.where(
            c[:, None] <= CONFIDENCE_MARGIN, 0.0, np.where(c[:, None] >= 1 - CONFIDENCE_MARGIN, 1.0, right)
        )
        given = np.einsum("nf,ofg->nog", likely, both)
        table = np.empty((len(c), 9, 2))
        table[:, :, 1] = np.einsum("nog,ng,g->no", given, right, weight)
        table[:, :, 0] = np.einsum("nog,ng,g->no", given, 1 - right, weight)
        table /= table.sum(axis=(1, 2), keepdims=True)
        return table.reshape(len(c), len(CASES))

    return joint


@lru_cache(maxsize=64)
def _action_chances(player: ConfidenceDensity, correlation: float, answers: float) -> FloatArray:
    """Chance that a player is silent, right or wrong (3) at each value of the two common factors."""
    from scipy.special import betainc, betaincinv, ndtr, ndtri

    factor, _ = quadrature_nodes()
    start = float(
        ndtri(np.clip(betainc(player.alpha, player.beta, player.threshold), CONFIDENCE_MARGIN, 1 - CONFIDENCE_MARGIN))
    )
    edges = np.concatenate([start + (max(4.5, start + 1) - start) * np.linspace(0, 1, N_SLICES), [np.inf]])
    upper = ndtr((edges[None, :] - np.sqrt(correlation) * factor[:, None]) / np.sqrt(1 - correlation))
    slices = np.diff(upper, axis=1)
    below = ndtr(edges)
    middle = np.clip((below[:-1] + below[1:]) / 2, CONFIDENCE_MARGIN, 1 - CONFIDENCE_MARGIN)
    confident = np.clip(betaincinv(player.alpha, player.beta, middle), CONFIDENCE_MARGIN, 1 - CONFIDENCE_MARGIN)
    knows = ndtr((ndtri(confident)[:, None] - np.sqrt(answers) * factor) / np.sqrt(1 - answers))
    right = slices @ knows
    wants = slices.sum(axis=1, keepdims=True)
    return np.stack([np.broadcast_to(1 - wants, right.shape), right, wants - right])


def both_wrong(first: ConfidenceDensity, second: ConfidenceDensity, correlation: float, answers: float) -> float:
    """Chance that two people who both want to answer are both wrong."""
    _, weight = quadrature_nodes()
    one, two = (_action_chances(each, correlation, answers) for each in (first, second))
    total = np.einsum("f,g,fg,fg->", weight, weight, one[2], two[2])
    wants = np.einsum("f,g,fg,fg->", weight, weight, 1 - one[0], 1 - two[0])
    return float(total / wants)


@lru_cache(maxsize=256)
def answer_correlation(
    first: ConfidenceDensity,
    second: ConfidenceDensity,
    correlation: float,
    precisions: tuple[float, float],
    target: float,
) -> float:
    """The correlation of the uniform numbers with which two people are both wrong as often as normal numbers cut at
    their precisions with latent correlation ``target`` have it (section 2.4)."""
    from scipy.optimize import brentq

    aim = float(pattern_chances((0.0, *precisions), (0.0, target, target))[0])
    low, high = (both_wrong(first, second, correlation, rho) - aim for rho in (0.0, 0.85))
    if low >= 0 or high <= 0:
        return 0.0 if low >= 0 else 0.85
    return float(brentq(lambda rho: both_wrong(first, second, correlation, rho) - aim, 0.0, 0.85, xtol=1e-4))

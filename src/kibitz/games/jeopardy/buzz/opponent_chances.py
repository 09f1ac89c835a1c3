"""What the opponents will do on a clue, given my confidence: chances of the 18 cases of `tree.CASES`.

A machine's confidence tells nothing of people, so opponents are as in `play.clue` and I am right with chance c. A
person's confidence goes with theirs (`copula`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.tree import CASES, RIGHT, SILENT
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.people.latent import pattern_chances

Joint = Callable[[FloatArray], FloatArray]
"""Chances of the cases (n x 18) at n confidences of mine."""


@lru_cache(maxsize=256)
def opponents_chances(first: Contestant, second: Contestant, round_: int, row: int, knowing: float = 0.0) -> FloatArray:
    """Chances that each of two opponents is silent, right or wrong (3 x 3), as `play.clue` draws them.

    ``knowing`` is added to the latent correlation of their answers.
    """
    # A third player of chance 0 takes part in nothing, so the eight patterns are those of two.
    wants = pattern_chances(
        (0.0, first.attempt_rate(round_, row), second.attempt_rate(round_, row)),
        (0.0, first.correlations.attempt, second.correlations.attempt),
    )[:4].reshape(2, 2)
    knows = pattern_chances(
        (0.0, first.precision_rate(round_, row), second.precision_rate(round_, row)),
        (0.0, first.correlations.precision + knowing, second.correlations.precision + knowing),
    )[:4].reshape(2, 2)
    table = np.zeros((3, 3))
    for w1, w2, k1, k2 in np.ndindex(2, 2, 2, 2):
        one, two = (SILENT if not w else RIGHT if k else 2 for w, k in ((w1, k1), (w2, k2)))
        table[one, two] += wants[w1, w2] * knows[k1, k2]
    return np.asarray(table / table.sum())


def independent_joint(opponents: FloatArray) -> Joint:
    """My confidence tells nothing of the opponents, whose chances these are (3 x 3)."""

    def joint(confidences: FloatArray) -> FloatArray:
        c = np.asarray(confidences, dtype=np.float64)[:, None]
        them = np.array([opponents[one, two] for one, two, _ in CASES])
        mine = np.array([float(know) for _, _, know in CASES])
        return np.asarray(them * (mine * c + (1 - mine) * (1 - c)))

    return joint

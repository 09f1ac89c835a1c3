"""Final Jeopardy answers: the eight right/wrong triples, weighted exactly (section 2.3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import MAX_CORRELATION
from kibitz.games.jeopardy.people.latent import PATTERNS, pattern_chances
from kibitz.games.jeopardy.show import SEATS

TRIPLES: NDArray[np.bool_] = PATTERNS[::-1].copy()
"""Who is right, in the order of `final_triples`: RRR, RRW, RWR, RWW, WRR, WRW, WWR, WWW (seat 0 first)."""
TRIPLES.setflags(write=False)


def final_triples(
    accuracies: Sequence[float],
    rho: float | Sequence[float] = 0.3,
    *,
    me: int | None = None,
    confidence: float | None = None,
) -> FloatArray:
    """Chances of the eight right/wrong `TRIPLES`.

    ``rho`` is the latent normal correlation between any two players, or one number per player (two players correlate by
    the root of the product; zero is independent). ``confidence`` replaces the accuracy of seat ``me`` and keeps the
    correlation: a hard clue for the others is still a sign that I am wrong too.
    """
    chances = [float(accuracy) for accuracy in accuracies]
    if len(chances) != SEATS:
        raise InputError(f"accuracies: give three players, not {len(chances)}")
    if confidence is not None:
        if me is None or not 0 <= me < SEATS:
            raise InputError("me: give a seat from 0 to 2 with a confidence")
        chances[me] = float(confidence)
    if not all(0 <= chance <= 1 for chance in chances):
        raise InputError("accuracies: must be numbers from 0 to 1")
    rhos = [float(r) for r in rho] if isinstance(rho, Sequence) else [float(rho)] * SEATS
    if len(rhos) != SEATS or not all(0 <= r <= MAX_CORRELATION for r in rhos):
        raise InputError(f"rho: must be latent correlations from 0 to {MAX_CORRELATION}")
    return pattern_chances(tuple(chances), tuple(rhos))[::-1].copy()

"""A rating to look at without an engine and without games: a simulated player on the shipped reference positions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import Explanation
from kibitz.games.chess.elo import shipped_scale
from kibitz.rate import Rating, intrinsic_rating, played_by, projection


@dataclass(frozen=True, slots=True)
class Showcase:
    """A player simulated at one of the scale's marks, and the rating that the choices alone give."""

    mark: float
    rating: Rating
    explanation: Explanation


def showcase(decisions: int = 300, seed: int = 1) -> Showcase:
    """Simulate the middle mark of the shipped scale on some reference positions, and rate the choices."""
    scale = shipped_scale()
    marks = sorted(scale.marks, key=lambda mark: mark.rating)
    middle = marks[len(marks) // 2]
    rng = np.random.default_rng(seed)
    rows = rng.permutation(len(scale.reference))[:decisions]
    sample = played_by(scale.reference.take(np.sort(rows)), middle.s, middle.c, rng)
    rating = intrinsic_rating(sample, scale, interval="formula")
    assert rating.value is not None
    assert rating.fit is not None
    own = rating.fit.projection
    reasons = [
        f"the best move was found in {100 * own.best_rate_observed:.0f} % of {rating.n} positions, and a move cost "
        f"{own.raw_error_observed:.2f} pawns on average"
    ]
    for mark in (marks[0], marks[-1]):
        usual = projection(sample, mark.s, mark.c)
        reasons.append(
            f"players of {mark.rating:.0f} would find it in {100 * usual.best_rate:.0f} % and lose "
            f"{usual.raw_error:.2f} pawns a move in the same positions"
        )
    interval = f"95 % between {rating.low:.0f} and {rating.high:.0f}"
    headline = f"Elo {rating.value:.0f}, with {interval}; the player was simulated at {middle.rating:.0f}."
    return Showcase(middle.rating, rating, Explanation(headline, tuple(reasons)))

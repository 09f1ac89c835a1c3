"""Screening: z-scores of a player's choices against a claimed rating, with a reading guide. Never a verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.core import InputError
from kibitz.rate.fitting.projections import BEST_WIDENING, ERROR_WIDENING, Projection, project
from kibitz.rate.model.moments import BestRule
from kibitz.rate.ratings.scale import Scale
from kibitz.rate.records.sample import Sample

MAX_PLAYERS_SCREENED = 10_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Screening:
    """Agreement and error against what a typical player of the claimed rating would show on the same decisions.

    ``z_best`` and ``z_error`` are in widened standard errors (1.15 and 1.4 times the formula's); positive ``z_best``
    and negative ``z_error`` mean play better than claimed. ``p_...`` are the chances that a typical player of the
    claimed rating does at least as well by luck alone; ``p_..._looks`` that the best of ``looks`` such players does
    (Šidák's multiple-testing correction).
    """

    claimed: float | None
    s: float
    c: float
    n: int
    n_events: int
    looks: int
    projection: Projection
    z_best: float
    z_error: float
    extrapolated: bool

    @property
    def p_best(self) -> float:
        """Chance of at least this agreement by luck, for one player screened."""
        return upper_tail(self.z_best)

    @property
    def p_error(self) -> float:
        """Chance of at most this error by luck, for one player screened."""
        return upper_tail(-self.z_error)

    @property
    def p_best_looks(self) -> float:
        """The same for the best of all players screened."""
        return _correct_for_players(self.p_best, self.looks)

    @property
    def p_error_looks(self) -> float:
        """The same for the best of all players screened."""
        return _correct_for_players(self.p_error, self.looks)

    @property
    def reading(self) -> tuple[str, ...]:
        """How to read the z-scores, in sentences."""
        expected = self.looks * self.p_error
        sentences = [
            f"Among {self.looks:,} honest, typical player{'s' if self.looks != 1 else ''}, expect {expected:.3g} with "
            f"an error this low and {self.looks * self.p_best:.3g} with agreement this high.",
            "The z-scores assume independent decisions. Fixed factors widen their standard errors for the dependence "
            "within games.",
            "They do not account for style, preparation, or a rating that lags behind real strength.",
            "A large z-score is a reason to look at other evidence. It does not prove wrongdoing and is not a verdict.",
        ]
        if self.looks == 1:
            sentences.append(
                "If you chose this player because of a striking result, count everybody you might have chosen. "
                "Give that number as the players screened."
            )
        if self.extrapolated:
            sentences.append(
                "The claimed rating lies outside the ratings of the scale, so the expected values are extrapolated."
            )
        if self.n < 100:
            sentences.append(f"With {self.n} decision{'s' * (self.n != 1)} the normal approximation is rough.")
        return tuple(sentences)


def screen(sample: Sample, scale: Scale, claimed: float, *, looks: int = 1) -> Screening:
    """Z-scores of a sample against a claimed rating on a scale with marks; ``looks`` counts all players screened."""
    sample = scale.conform(sample)
    if not scale.marks:
        raise InputError("scale: give a scale that was calibrated with players of known rating")
    s, c = scale.agent(claimed)
    return screen_against(
        sample,
        s,
        c,
        looks=looks,
        best=scale.best,
        lapse=scale.lapse,
        claimed=claimed,
        extrapolated=scale.extrapolates(claimed),
    )


def screen_against(
    sample: Sample,
    s: float,
    c: float,
    *,
    looks: int = 1,
    best: BestRule = "any",
    lapse: float = 0.0,
    claimed: float | None = None,
    extrapolated: bool = False,
) -> Screening:
    """Z-scores of a sample against a player (s, c), for games without a rating system."""
    if not 1 <= looks <= MAX_PLAYERS_SCREENED:
        raise InputError(f"looks: must be a whole number from 1 to {MAX_PLAYERS_SCREENED:,}, not {looks}")
    p = project(sample, s, c, best=best, lapse=lapse)
    return Screening(
        claimed,
        s,
        c,
        len(sample),
        sample.n_events,
        looks,
        p,
        p.z_best / BEST_WIDENING,
        p.z_error / ERROR_WIDENING,
        extrapolated,
    )


def upper_tail(z: float) -> float:
    """Chance that a standard normal deviate is above z."""
    return 0.5 * math.erfc(z / math.sqrt(2))


def _correct_for_players(p: float, looks: int) -> float:
    return -math.expm1(looks * math.log1p(-p)) if p < 1 else 1.0

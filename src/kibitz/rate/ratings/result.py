"""Result type of every rating method."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.rate.fitting.fits import NORMAL_95, Fit

MIN_DECISIONS = 20
"""Number of decisions below which FF gives no rating; one game of chess has some 30 per side."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Basis of an adjusted error: skill, own mean scaled error, how many times as hard as the reference set the
    player's decisions are at that skill, the log of expected over own error, and the contrast of quiet and
    sharp decisions with its standard error (``None`` where there are too few of either)."""

    theta: float
    own_error: float
    difficulty: float
    gap: float
    contrast: float | None
    contrast_se: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Rating:
    """A rating on a scale with its 95 % interval, never without ``n``.

    ``value`` is ``None`` where the choices give bounds only, or where there are too few of them. ``expected_loss`` and
    its bounds are scaled losses per decision of the reference set; ``standard_error`` is in rating points and includes
    the line's own error. ``best_rate`` and ``average_error`` are what was observed, share and scaled loss.
    ``method`` is ``ff``, ``ml-lapse``, ``adjusted`` or ``posterior``; the last two come with their ``adjustment``.
    ``extrapolated`` marks a value outside the marks of the scale, ``note`` holds caveats.
    """

    scale: str
    value: float | None
    low: float
    high: float
    standard_error: float | None
    n: int
    n_events: int
    expected_loss: float | None
    loss_low: float
    loss_high: float
    fit: Fit | None
    best_rate: float
    average_error: float
    extrapolated: bool = False
    note: str = ""
    method: str = "ff"
    adjustment: Adjustment | None = None


_STUDENT = {1: 12.7062, 2: 4.30265, 3: 3.18245}
"""Where the expansion is too small."""


def student_95(degrees: int) -> float:
    """The two-sided 95 % point of Student's distribution, by its expansion in 1/degrees; exact up to 3."""
    z, n = NORMAL_95, max(degrees, 1)
    if n in _STUDENT:
        return _STUDENT[n]
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3

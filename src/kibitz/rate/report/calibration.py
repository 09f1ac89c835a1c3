"""Calibration of a rating: expected and actual losses in groups of decisions, from easy to hard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.draw.calibration import CalibrationPlot, CalibrationPoint

if TYPE_CHECKING:
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample

N_GROUPS = 5
MIN_GROUP_DECISIONS = 10
"""Decisions of a group; with fewer there are no groups."""


class DifficultyGroup(Struct, frozen=True):
    """Decisions of about the same difficulty: what a player of the rating loses in them on average, what was lost, and
    the ends of its 95 % interval, by the luck that such a player has."""

    n: int
    expected: float
    actual: float
    low: float
    high: float


def group_by_difficulty(
    expected: Sequence[float], variances: Sequence[float], lost: Sequence[float]
) -> tuple[DifficultyGroup, ...]:
    """Groups of equal size by the loss expected in each decision, which has a variance; none with too few decisions."""
    import numpy as np

    from kibitz.rate.fitting.fits import NORMAL_95

    if len(lost) < N_GROUPS * MIN_GROUP_DECISIONS:
        return ()
    wanted, spread, result = (np.asarray(values, dtype=float) for values in (expected, variances, lost))
    groups = []
    for places in np.array_split(np.argsort(wanted, kind="stable"), N_GROUPS):
        mean, half = float(result[places].mean()), NORMAL_95 * float(spread[places].sum()) ** 0.5 / len(places)
        groups.append(
            DifficultyGroup(len(places), float(wanted[places].mean()), mean, max(mean - half, 0.0), mean + half)
        )
    return tuple(groups)


def player_difficulty_groups(own: Sample, scale: Scale, rating: float | None) -> tuple[DifficultyGroup, ...]:
    """The groups of one player's decisions, in scaled losses; none where no agent of the rating can be made."""
    import numpy as np

    from kibitz.core.errors import InputError
    from kibitz.rate.agents import agent_of_rating

    if rating is None:
        return ()
    try:
        chances = agent_of_rating(own, scale, rating).chances(own)
    except InputError:
        return ()
    losses = np.where(own.mask, own.deltas, 0.0)
    expected, squares = (chances * losses).sum(axis=1), (chances * losses**2).sum(axis=1)
    return group_by_difficulty(expected.tolist(), np.maximum(squares - expected**2, 0.0).tolist(), own.losses.tolist())


def calibration_plot(
    groups: Sequence[DifficultyGroup], who: str, unit: str, size: float = 1.0, digits: int = 2
) -> CalibrationPlot | None:
    """The groups as a calibration plot, losses multiplied by ``size``; ``None`` without groups."""
    if not groups:
        return None
    dots = tuple(CalibrationPoint(*(size * value for value in (g.expected, g.actual, g.low, g.high))) for g in groups)
    missed = [place for place, dot in enumerate(dots) if not dot.as_expected]
    if not missed:
        note = f"All {len(dots)} groups lie on the line within their error: one skill explains easy and hard decisions."
    else:
        hard = "hard" if missed[-1] >= len(dots) / 2 else "easy"
        more = "more" if dots[missed[-1]].actual > dots[missed[-1]].expected else "less"
        note = (
            f"{len(missed)} of {len(dots)} groups miss the line: {hard} decisions cost {more} than one skill explains."
        )
    remark = f"{groups[0].n} decisions per dot, {unit}"
    return CalibrationPlot(f"Expected and actual loss of {who}", dots, digits, remark=remark, note=note)

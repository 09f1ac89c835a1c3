"""Ratings of a whole field: many players on one reference set, formula intervals first, resampling where they differ.

All players share the reference set, so its expected loss is computed once, at the Chebyshev points of a box around the
fits of all players. Fits start at that of all decisions. The interval is the sandwich formula with whole events as
units. Where it differs from the plain formula by more than `AGREEMENT`, or events are few, the events are resampled.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.chebyshev import ChebyshevSurface
from kibitz.rate.fitting.fits import Fit, fit
from kibitz.rate.ratings.resampling import mean_loss
from kibitz.rate.ratings.scale import Scale
from kibitz.rate.records.sample import Sample

MANY_PLAYERS = 20
"""Number of players above which intervals are by formula first."""
AGREEMENT = 1.5
"""Ratio of the two formulas beyond which events are resampled."""
PLAYERS_PER_TASK = 10
MAX_POOLED_DECISIONS = 4_000
LARGE_REFERENCE = 4_000
"""Decisions of a reference set from which a table replaces the sum over all of them."""
TABLE_DEGREE, TABLE_MARGIN = 12, 0.05
MAX_TABLE_SPAN = 6.0
"""Widest range of log s or log c that a table covers; fits beyond it are summed exactly."""


@dataclass(frozen=True, slots=True, eq=False)
class LossTable:
    """Log expected loss on a reference set over a box of (log s, log c)."""

    surface: ChebyshevSurface
    logs: FloatArray

    def contains(self, theta: FloatArray) -> bool:
        """Whether the table covers a fit."""
        return bool((np.abs(self.surface.to_frame(theta[None, :])) <= 1).all())

    def loss(self, theta: FloatArray) -> float:
        """Expected loss of a player."""
        return math.exp(self._log(theta))

    def gradient(self, theta: FloatArray) -> FloatArray:
        """Derivatives of the log expected loss by log s and log c."""
        steps = 1e-4 * np.eye(2)
        return np.array([(self._log(theta + step) - self._log(theta - step)) / 2e-4 for step in steps])

    def _log(self, theta: FloatArray) -> float:
        weights = self.surface.interpolation_weights(self.surface.to_frame(theta[None, :]))
        return float((weights @ self.logs)[0, 0])


def loss_table(scale: Scale, fits: list[Fit]) -> LossTable | None:
    """The table that covers the fits, or most of them; ``None`` where direct sums are cheaper."""
    if len(scale.reference) < LARGE_REFERENCE or len(fits) < MANY_PLAYERS:
        return None
    points = np.array([each.theta for each in fits])
    middle = np.median(points, axis=0)
    near = points[(np.abs(points - middle) < MAX_TABLE_SPAN / 2).all(axis=1)]
    low, high = near.min(axis=0) - TABLE_MARGIN, near.max(axis=0) + TABLE_MARGIN
    surface = ChebyshevSurface((low + high) / 2, np.diag(high - low) / 2, TABLE_DEGREE)
    return LossTable(
        surface,
        surface.evaluate_at_nodes(
            lambda at: np.log([max(mean_loss(scale.reference, math.exp(at[0]), math.exp(at[1]), scale.lapse), 1e-300)])
        ),
    )


def pooled_start(sample: Sample, scale: Scale) -> FloatArray | None:
    """(log s, log c) of all decisions as those of one player: where the fits of players start."""
    rows = np.linspace(0, len(sample) - 1, min(len(sample), MAX_POOLED_DECISIONS)).astype(np.intp)
    try:
        return fit(scale.conform(sample.take(rows)), "ff", best=scale.best, lapse=scale.lapse).theta
    except InputError:
        return None


def fit_players(groups: Mapping[str, Sample], scale: Scale, start: FloatArray | None) -> dict[str, Fit]:
    """FF fits of the players that have one."""
    result = {}
    for name, own in groups.items():
        try:
            result[name] = fit(scale.conform(own), "ff", best=scale.best, lapse=scale.lapse, start=start)
        except InputError:
            continue
    return result


@dataclass(frozen=True, slots=True, eq=False)
class FieldTask:
    """Some players of a field to be rated: decisions by player, the scale, kind of interval with draws and seed, the
    methods, and what all players share."""

    groups: dict[str, Sample]
    scale: Scale
    settings: tuple[str, int, int]
    methods: tuple[str | None, ...]
    fits: dict[str, Fit]
    table: LossTable | None


def field_tasks(
    groups: Mapping[str, Sample],
    scale: Scale,
    settings: tuple[str, int, int],
    methods: tuple[str | None, ...],
) -> list[FieldTask]:
    """The players in tasks of `PLAYERS_PER_TASK`. With many of them, ``auto`` intervals are by formula first, and all
    fits and the table of losses are found here; with few, ``auto`` means the bootstrap."""
    interval, draws, seed = settings
    many = len(groups) > MANY_PLAYERS
    fits: dict[str, Fit] = {}
    table = None
    if interval == "auto" and not many:
        settings = ("bootstrap", draws, seed)
    if many and any(_is_by_ff(own, scale, method) for own in groups.values() for method in methods):
        everybody = Sample.union(list(groups.values()))
        fits = fit_players(groups, scale, pooled_start(everybody, scale))
        table = loss_table(scale, list(fits.values()))
    names = list(groups)
    return [
        FieldTask(
            {name: groups[name] for name in part},
            scale,
            settings,
            methods,
            {name: fits[name] for name in part if name in fits},
            table,
        )
        for first in range(0, len(names), PLAYERS_PER_TASK)
        if (part := names[first : first + PLAYERS_PER_TASK])
    ]


def _is_by_ff(sample: Sample, scale: Scale, method: str | None) -> bool:
    """Whether a player is rated by the paper's fit."""
    return method == "ff" or (method is None and scale.line_for(sample) is None)


def formulas_agree(relative: float, formula: float) -> bool:
    """Whether the sandwich formula and the plain one say about the same."""
    return formula > 0 and 1 / AGREEMENT <= relative / formula <= AGREEMENT

"""Losses of decision lists: worst and mean on a grid, on random points, or proved for the whole domain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.core.step_limit import StepLimitError
from kibitz.rules.games.game import MeasuredFamily, ParametrizedGame, Point, roles_of, strategies_at
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.domain import Domain
from kibitz.rules.language.evaluation import Column, Real
from kibitz.simulate.executors import Progress, no_progress

POINTS_PER_CHUNK = 50_000
"""Points per batch, so that a large check needs little memory."""
SLOW_CHUNK = 5
GRID_POINTS = 50_000
"""Approximate number of points of the default grid."""
ROUNDING_LOSS = 1e-12
"""Losses in floating point up to this are rounding errors."""


class MeasuredOn(StrEnum):
    """Where losses were measured."""

    GRID = "grid"
    SAMPLE = "sample"
    POINTS = "points"
    """Given points, in rational arithmetic."""


@dataclass(frozen=True, slots=True)
class RoleLoss:
    """Loss of the list of one role, in payoff units: largest, mean with its standard error, 95th percentile.

    ``mean_se`` is ``None`` if the points are not a random sample. ``undefined`` counts the points at which the list has
    no answer because a formula divides by zero or is not a probability; ``undefined_point`` is the first of them. The
    other fields are about the other points. A list without loss has no ``worst_point``. ``certified`` is a bound proved
    for the whole domain, if there is one.
    """

    role: str
    worst: Real
    mean: Real
    mean_se: float | None
    p95: float
    worst_point: tuple[tuple[str, Real], ...]
    undefined: int = 0
    undefined_point: tuple[tuple[str, Real], ...] = ()
    certified: Fraction | None = None


@dataclass(frozen=True, slots=True)
class LossCheck:
    """Losses of lists in a game: one `RoleLoss` per role, at ``n`` points chosen as ``how`` says.

    ``complete`` is true if these are all points of the domain, as for a few whole numbers. ``proved_for`` is the scope
    of the proved bounds if that is more than the points of the domain.
    """

    game: str
    objective: str
    how: MeasuredOn
    n: int
    losses: tuple[RoleLoss, ...]
    seed: int | None = None
    complete: bool = False
    proved_for: str = ""

    def for_role(self, role: str) -> RoleLoss:
        """The losses of one role."""
        for loss in self.losses:
            if loss.role == role:
                return loss
        raise InputError(f"role {role!r} was not checked, only {', '.join(loss.role for loss in self.losses)}")

    def with_bounds(self, bounds: dict[str, Fraction]) -> LossCheck:
        """The same check with proved bounds added; a measured loss above its bound is an error."""
        losses = []
        for loss in self.losses:
            bound = bounds.get(loss.role)
            if bound is not None and loss.worst > bound + Fraction(1, 10**9):
                raise ArithmeticError(f"{loss.role}: the loss {loss.worst} was measured above the proved bound {bound}")
            losses.append(replace(loss, certified=bound))
        return replace(self, losses=tuple(losses))


def default_grid(domain: Domain) -> int:
    """Values of each parameter that make a grid of about 50,000 points, at least 2."""
    free = sum(parameter.low != parameter.high for parameter in domain.parameters)
    return max(2, int(GRID_POINTS ** (1.0 / max(free, 1)) + 0.5))


def check_on_grid(
    game: ParametrizedGame, lists: Sequence[DecisionList], k: int | None = None, progress: Progress = no_progress
) -> LossCheck:
    """Losses at the points of a grid with ``k`` values of each parameter."""
    k = default_grid(game.domain) if k is None else k
    points = game.domain.grid(k)
    if not len(points):
        raise InputError("grid: no point meets the constraints; give a finer grid or a sample")
    complete = all(p.low == p.high or (p.integer and p.high - p.low < k) for p in game.domain.parameters)
    return replace(_summary(game, lists, points, MeasuredOn.GRID, None, progress), complete=complete)


def check_on_sample(
    game: ParametrizedGame,
    lists: Sequence[DecisionList],
    seed: int,
    n: int = 10_000,
    progress: Progress = no_progress,
) -> LossCheck:
    """Losses at ``n`` points drawn uniformly from the domain; means come with their standard errors."""
    if n < 2:
        raise InputError(f"n: must be a whole number of points from 2 up, not {n}")
    return _summary(game, lists, game.domain.sample(np.random.default_rng(seed), n), MeasuredOn.SAMPLE, seed, progress)


def check_exactly(game: ParametrizedGame, lists: Sequence[DecisionList], points: Iterable[Point]) -> LossCheck:
    """Losses at the given points of fractions, in rational arithmetic where the game can."""
    roles = roles_of(lists)
    result: dict[str, list[tuple[Real, Point]]] = {role: [] for role in roles}
    undefined: list[Point] = []
    for point in points:
        try:
            strategies = strategies_at(lists, point)
        except StepLimitError:
            raise
        except InputError:
            undefined.append(point)
            continue
        for role, loss in game.losses(strategies, point).items():
            result[role].append((loss, point))
    losses = []
    for role in roles:
        if not result[role]:
            raise InputError(f"{role}: the list has an answer at none of the {len(undefined):,} points")
        worst, where = max(result[role], key=lambda entry: entry[0])
        values = [loss for loss, _ in result[role]]
        mean = sum(values, Fraction(0)) / len(values)
        p95 = float(np.quantile(np.array([float(value) for value in values]), 0.95))
        first = tuple(undefined[0].items()) if undefined else ()
        losses.append(RoleLoss(role, worst, mean, None, p95, tuple(where.items()) * (worst > 0), len(undefined), first))
    n = len(undefined) + len(result[roles[0]])
    return LossCheck(game.name, game.objective.value, MeasuredOn.POINTS, n, tuple(losses))


def _summary(
    game: ParametrizedGame,
    lists: Sequence[DecisionList],
    points: FloatArray,
    how: MeasuredOn,
    seed: int | None,
    progress: Progress,
) -> LossCheck:
    # If a point takes long, smaller batches report progress, and can be stopped, more often.
    chunk = SLOW_CHUNK if isinstance(game, MeasuredFamily) else POINTS_PER_CHUNK
    parts = []
    for start in range(0, len(points), chunk):
        progress(start, len(points))
        parts.append(game.check_losses(lists, points[start : start + chunk]))
    losses = []
    for role in roles_of(lists):
        column = np.concatenate([part[role] for part in parts])
        losses.append(_role_loss(role, column, points, game.domain.names, how))
    return LossCheck(game.name, game.objective.value, how, len(points), tuple(losses), seed)


def _role_loss(role: str, column: Column, points: FloatArray, names: tuple[str, ...], how: MeasuredOn) -> RoleLoss:
    defined = np.isfinite(column)
    known = column[defined]
    if not len(known):
        raise InputError(f"{role}: the list has an answer at none of the {len(column):,} points")
    known = np.where(known <= ROUNDING_LOSS, 0.0, known)
    at = int(np.argmax(np.where(defined, column, -np.inf)))
    lost = np.flatnonzero(~defined)
    return RoleLoss(
        role=role,
        worst=float(known.max()),
        mean=float(known.mean()),
        mean_se=float(known.std(ddof=1) / np.sqrt(len(known))) if how is MeasuredOn.SAMPLE and len(known) > 1 else None,
        p95=float(np.quantile(known, 0.95)),
        worst_point=_point_by_name(names, points[at]) if known.any() else (),
        undefined=len(lost),
        undefined_point=_point_by_name(names, points[lost[0]]) if len(lost) else (),
    )


def _point_by_name(names: tuple[str, ...], point: FloatArray) -> tuple[tuple[str, Real], ...]:
    return tuple(zip(names, point.tolist(), strict=True))

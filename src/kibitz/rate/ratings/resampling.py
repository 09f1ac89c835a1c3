"""Bootstrap of whole events: the scatter of s, c and the expected loss over other games of the same player.

A resampled sample is the same decisions with other weights, and its equations are sums over events of analytic
functions of (log s, log c). So the sums are evaluated once at the points of a `ChebyshevSurface`, and all draws are
solved on the interpolating polynomial; the few that leave the frame are fitted directly.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.chebyshev import ChebyshevSurface
from kibitz.rate.fitting.first_choice_falloff import ff_fit_near, ff_scores
from kibitz.rate.fitting.fits import Fit, event_sums, fit, robust_covariance
from kibitz.rate.fitting.likelihood import likelihood_scores
from kibitz.rate.fitting.starting_points import parameter_box, parameter_grid
from kibitz.rate.model.moments import chose_best, moments
from kibitz.rate.records.sample import Sample

_WIDTHS = 4.5
"""Half-width of the frame in robust standard deviations."""
_NEWTON_STEPS = 30
DEFAULT_DRAWS = 500
MAX_DRAWS = 20_000
_BY_SURFACE = ("ff", "ml")
MAX_INTERVAL_REFERENCE = 2_000
"""Decisions of a reference set that the scatter of draws is projected on: only ratios of losses matter there."""
FEW_EVENTS = 8
"""Number of events below which decisions are resampled instead, with widened errors."""


@dataclass(frozen=True, slots=True, eq=False)
class BootstrapDraws:
    """Fits of resampled data: (log s, log c) of each draw, NaN where there was none, and the loss on the reference."""

    theta: FloatArray
    expected_loss: FloatArray

    @property
    def n_failed(self) -> int:
        """Draws whose equations had no solution."""
        return int(np.isnan(self.theta[:, 0]).sum())


def event_counts(n_events: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """How often each event is drawn (draws, events), as many events in each draw as there are."""
    if not 1 <= draws <= MAX_DRAWS:
        raise InputError(f"draws: must be from 1 to {MAX_DRAWS:,}, not {draws}")
    return rng.multinomial(n_events, np.full(n_events, 1 / n_events), size=draws).astype(np.float64)


def one_event_per_decision(sample: Sample) -> Sample:
    """The same sample with each decision as a separate event."""
    return replace(sample, events=np.arange(len(sample)), event_names=tuple(str(i) for i in range(len(sample))))


def average_errors(sample: Sample, counts: FloatArray) -> FloatArray:
    """The plain average error of each draw, scaled loss per decision; 0 where a draw holds no weight."""
    columns = sample.weights[:, None] * np.stack([sample.losses, np.ones(len(sample))], axis=1)
    sums = counts @ event_sums(sample, columns)
    return np.asarray(sums[:, 0] / np.maximum(sums[:, 1], 1e-300))


def refit_draws(sample: Sample, fitted: Fit, reference: Sample, counts: FloatArray) -> BootstrapDraws:
    """Fits of the draws in ``counts`` (draws, events of the sample in the order of their codes).

    ``fitted`` is the fit of the same decisions, perhaps in other events; its method, rule and lapse are used.
    """
    n_draws = len(counts)
    theta, loss = np.full((n_draws, 2), np.nan), np.full(n_draws, np.nan)
    left = np.ones(n_draws, dtype=bool)
    covariance = ff_covariance(sample, fitted)
    if fitted.method in _BY_SURFACE and covariance is not None:
        surface = _box(fitted, covariance)
        sums = surface.evaluate_at_nodes(lambda at: event_sums(sample, _equations(sample, fitted, at)))
        result = _surface_roots(surface, np.einsum("be,gek->bgk", counts, sums))
        inside = surface.contains(result)
        losses = surface.evaluate_at_nodes(
            lambda at: np.array([mean_loss(reference, math.exp(at[0]), math.exp(at[1]), fitted.lapse)])
        )
        if inside.any():
            theta[inside] = result[inside]
            loss[inside] = surface.interpolate(losses, result[inside])[:, 0]
        # In a large frame the polynomial may dip below any loss there is; such draws are fitted directly.
        left = ~(inside & (loss >= losses.min() / 2))
        theta[left], loss[left] = np.nan, np.nan
    for b, at in _direct(sample, fitted, counts, np.flatnonzero(left)):
        theta[b] = at[:2]
        loss[b] = mean_loss(reference, math.exp(at[0]), math.exp(at[1]), float(at[2]))
    return BootstrapDraws(theta, loss)


def ff_covariance(sample: Sample, fitted: Fit) -> FloatArray | None:
    """Of (log s, log c), with the events of this sample as units: they may be finer than those of the fit."""
    if fitted.method != "ff":
        return fitted.covariance
    m = moments(sample, fitted.s, fitted.c, lapse=fitted.lapse, best=fitted.best)
    return robust_covariance(sample, *ff_scores(sample, m, fitted.best))


def _direct(
    sample: Sample, fitted: Fit, counts: FloatArray, draws: NDArray[np.intp]
) -> Iterator[tuple[int, FloatArray]]:
    """(log s, log c, lapse) of the draws that have a solution, each fitted by itself.

    FF starts where the averages of the draw are nearest on a coarse grid: a global search takes a tenth of a second,
    too long for hundreds of draws without a solution.
    """
    _, codes = np.unique(sample.events, return_inverse=True)
    near = _nearest(sample, fitted, counts, draws) if fitted.method == "ff" else {}
    low, high = parameter_box(sample)
    for b in draws:
        weights = sample.weights * counts[b][codes]
        if not weights.any():
            continue
        drawn = replace(sample, weights=weights).take(weights > 0)
        if fitted.method == "ff":
            at = ff_fit_near(drawn, near[int(b)], fitted.best, fitted.lapse, low, high)
            if at is not None:
                yield int(b), np.append(at, fitted.lapse)
            continue
        try:
            again = fit(drawn, fitted.method, best=fitted.best)
        except InputError:
            continue
        yield int(b), np.append(again.theta, again.lapse)


def _nearest(sample: Sample, fitted: Fit, counts: FloatArray, draws: NDArray[np.intp]) -> dict[int, FloatArray]:
    """For each draw the point of a grid, or the fit itself, whose averages are nearest to those of the draw."""
    if not len(draws):
        return {}
    points = [fitted.theta, *parameter_grid(sample)]
    weights = sample.weights[:, None]
    seen = np.stack([chose_best(sample, fitted.best), sample.losses, np.ones(len(sample))], axis=1)
    observed = counts[draws] @ event_sums(sample, weights * seen)
    observed = observed[:, :2] / np.maximum(observed[:, 2:], 1e-300)
    badness = []
    for at in points:
        m = moments(sample, *np.exp(at), lapse=fitted.lapse, best=fitted.best)
        projected = counts[draws] @ event_sums(
            sample, weights * np.stack([m.best, m.loss, np.ones(len(sample))], axis=1)
        )
        projected = projected[:, :2] / np.maximum(projected[:, 2:], 1e-300)
        with np.errstate(divide="ignore", invalid="ignore"):
            badness.append(np.abs(projected[:, 0] - observed[:, 0]) + np.abs(np.log(projected[:, 1] / observed[:, 1])))
    best = np.nan_to_num(np.array(badness), nan=np.inf).argmin(axis=0)
    return {int(b): points[int(i)] for b, i in zip(draws, best, strict=True)}


@functools.lru_cache(maxsize=16)
def interval_reference(reference: Sample) -> Sample:
    """The reference set for intervals: all of it, or decisions evenly spaced in it where it is large."""
    n = len(reference)
    if n <= MAX_INTERVAL_REFERENCE:
        return reference
    return reference.take(np.arange(MAX_INTERVAL_REFERENCE) * n // MAX_INTERVAL_REFERENCE)


def mean_loss(reference: Sample, s: float, c: float, lapse: float = 0.0) -> float:
    """Expected scaled loss per decision of a player (s, c) on a reference set: the paper's AE_e."""
    m = moments(reference, s, c, lapse=lapse)
    return float(reference.weights @ m.loss / reference.weights.sum())


def _box(fitted: Fit, covariance: FloatArray) -> ChebyshevSurface:
    large = math.sqrt(float(np.diag(covariance).max())) > 0.1
    return ChebyshevSurface.around(fitted.theta, covariance, _WIDTHS, degree=8 if large or fitted.method == "ml" else 5)


def _equations(sample: Sample, fitted: Fit, at: FloatArray) -> FloatArray:
    """The weighted equations of each decision (N, 2), zero in sum at the fit."""
    if fitted.method == "ml":
        return np.asarray(sample.weights[:, None] * likelihood_scores(sample, at)[1])
    m = moments(sample, *np.exp(at), lapse=fitted.lapse, best=fitted.best)
    return np.asarray(sample.weights[:, None] * ff_scores(sample, m, fitted.best)[0])


def _surface_roots(surface: ChebyshevSurface, equations: FloatArray) -> FloatArray:
    """Root of each draw's two interpolated equations (B, G, 2), by Newton from the centre; NaN where there is none
    near the frame."""
    u = np.zeros((len(equations), 2))
    step, move = 1e-4, np.zeros_like(u)
    for _ in range(_NEWTON_STEPS):
        value = np.einsum("bg,bgk->bk", surface.interpolation_weights(u), equations)
        columns = []
        for j in (0, 1):
            shift = step * np.eye(2)[j]
            rise = surface.interpolation_weights(u + shift) - surface.interpolation_weights(u - shift)
            columns.append(np.einsum("bg,bgk->bk", rise, equations) / (2 * step))
        jacobian = np.stack(columns, axis=-1)
        jacobian[np.abs(np.linalg.det(jacobian)) < 1e-300] = np.eye(2)
        move = np.clip(-np.linalg.solve(jacobian, value[..., None])[..., 0], -1, 1)
        u = np.clip(u + move, -1.5, 1.5)
        if np.abs(move).max() < 1e-10:
            break
    u[np.abs(move).max(axis=1) > 1e-6] = np.nan
    return surface.to_parameters(u)

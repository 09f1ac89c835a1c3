"""Resampling whole events: how s, c and the expected loss scatter when the same player plays other games.

A resampled sample is the same decisions with other weights, and its equations are sums over events of analytic
functions of (log s, log c). So the sums are evaluated once at the points of a `Surface`, and all draws are solved
on the interpolating polynomial; the few that leave the frame are fitted directly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.fits import Fit, event_sums, fit
from kibitz.rate.fitting.likelihood import likelihood_scores
from kibitz.rate.fitting.means import means_scores
from kibitz.rate.fitting.surface import Surface
from kibitz.rate.model.moments import moments
from kibitz.rate.records.sample import Sample

_WIDTHS = 4.5
"""Of the frame, in robust standard deviations each way."""
_NEWTON_STEPS = 30
DRAWS = 500
MAX_DRAWS = 20_000
_BY_SURFACE = ("ff", "ml")
FEW_EVENTS = 8
"""With fewer events than this, resampling them says little: decisions are resampled and errors widened."""


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """Fits of resampled data: (log s, log c) of each draw, NaN where there was none, and the loss on the reference."""

    theta: FloatArray
    expected_loss: FloatArray

    @property
    def failed(self) -> int:
        """Draws whose equations had no solution."""
        return int(np.isnan(self.theta[:, 0]).sum())


def event_counts(n_events: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """How often each event is drawn (draws, events), as many events in each draw as there are."""
    if not 1 <= draws <= MAX_DRAWS:
        raise InputError(f"draws: 1 to {MAX_DRAWS:,} are accepted, not {draws}")
    return rng.multinomial(n_events, np.full(n_events, 1 / n_events), size=draws).astype(np.float64)


def by_decision(sample: Sample) -> Sample:
    """The same sample with each decision an event of its own."""
    return replace(sample, events=np.arange(len(sample)), event_names=tuple(str(i) for i in range(len(sample))))


def resampled(sample: Sample, fitted: Fit, reference: Sample, counts: FloatArray) -> Draws:
    """Fits of the draws in ``counts`` (draws, events of the sample in the order of their codes).

    ``fitted`` is the fit of the sample itself; its method, rule and lapse are used.
    """
    n_draws = len(counts)
    theta, loss = np.full((n_draws, 2), np.nan), np.full(n_draws, np.nan)
    left = np.ones(n_draws, dtype=bool)
    if fitted.method in _BY_SURFACE and fitted.covariance is not None:
        surface = _box(fitted)
        sums = surface.values(lambda at: event_sums(sample, _equations(sample, fitted, at)))
        found = _surface_roots(surface, np.einsum("be,gek->bgk", counts, sums))
        inside = surface.contains(found)
        losses = surface.values(
            lambda at: np.array([mean_loss(reference, math.exp(at[0]), math.exp(at[1]), fitted.lapse)])
        )
        theta[inside] = found[inside]
        loss[inside] = surface.interpolated(losses, found[inside])[:, 0]
        left = ~inside
    _, codes = np.unique(sample.events, return_inverse=True)
    for b in np.flatnonzero(left):
        weights = sample.weights * counts[b][codes]
        if not weights.any():
            continue
        try:
            again = fit(replace(sample, weights=weights).take(weights > 0), fitted.method, best=fitted.best,
                        lapse=fitted.lapse if fitted.method == "ff" else 0.0)  # fmt: skip
        except InputError:
            continue
        theta[b] = again.theta
        loss[b] = mean_loss(reference, again.s, again.c, again.lapse)
    return Draws(theta, loss)


def mean_loss(reference: Sample, s: float, c: float, lapse: float = 0.0) -> float:
    """Expected scaled loss per decision of a player (s, c) on a reference set: the paper's AE_e."""
    m = moments(reference, s, c, lapse=lapse)
    return float(reference.weights @ m.loss / reference.weights.sum())


def _box(fitted: Fit) -> Surface:
    assert fitted.covariance is not None
    large = math.sqrt(float(np.diag(fitted.covariance).max())) > 0.1
    return Surface.around(fitted.theta, fitted.covariance, _WIDTHS, degree=8 if large or fitted.method == "ml" else 5)


def _equations(sample: Sample, fitted: Fit, at: FloatArray) -> FloatArray:
    """The weighted equations of each decision (N, 2), zero in sum at the fit."""
    if fitted.method == "ml":
        return np.asarray(sample.weights[:, None] * likelihood_scores(sample, at)[1])
    m = moments(sample, *np.exp(at), lapse=fitted.lapse, best=fitted.best)
    return np.asarray(sample.weights[:, None] * means_scores(sample, m, fitted.best)[0])


def _surface_roots(surface: Surface, equations: FloatArray) -> FloatArray:
    """Root of each draw's two interpolated equations (B, G, 2), by Newton from the centre; NaN where there is none
    near the frame."""
    u = np.zeros((len(equations), 2))
    step, move = 1e-4, np.zeros_like(u)
    for _ in range(_NEWTON_STEPS):
        value = np.einsum("bg,bgk->bk", surface.basis(u), equations)
        columns = []
        for j in (0, 1):
            shift = step * np.eye(2)[j]
            rise = surface.basis(u + shift) - surface.basis(u - shift)
            columns.append(np.einsum("bg,bgk->bk", rise, equations) / (2 * step))
        jacobian = np.stack(columns, axis=-1)
        jacobian[np.abs(np.linalg.det(jacobian)) < 1e-300] = np.eye(2)
        move = np.clip(-np.linalg.solve(jacobian, value[..., None])[..., 0], -1, 1)
        u = np.clip(u + move, -1.5, 1.5)
        if np.abs(move).max() < 1e-10:
            break
    u[np.abs(move).max(axis=1) > 1e-6] = np.nan
    return surface.outside(u)

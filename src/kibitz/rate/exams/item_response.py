"""Item-response models by penalised marginal likelihood: Rasch, partial credit, 2PL, and 2PL with shared guessing.

Ability t is standard normal. Credit k of an item with slope a and steps d_1 .. d_m has a chance proportional to
``exp(k a t - d_1 - ... - d_k)``. With one step and one slope for all items this is the Rasch model, with more steps
the partial-credit model; slopes of their own make it 2PL. With guessing, a right answer to an item with one step has
the chance ``g + (1 - g) p``. Ability is integrated out on a grid, and gradients are exact.

Weak priors keep small classes from collapsing: the slope, which is the spread of ability in logits, is never told
exactly by a few answers. Standard errors carry the uncertainty of all parameters: they are drawn from their normal
approximation, and each draw gives abilities again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError

Credits = NDArray[np.intp]
ModelName = Literal["rasch", "partial credit", "2pl", "2pl guessing"]

MISSING = -1
NODES: FloatArray = np.linspace(-5.0, 5.0, 61)
"""Abilities of the grid, in standard deviations."""
LOG_SPREAD_PRIOR = (0.0, 0.7)
"""Prior of the log of the common slope, that is of the spread of ability in logits: mean and standard deviation."""
LOG_SLOPE_SD = 0.5
"""Prior standard deviation of the log slope of an item about the common one."""
STEP_SD = 3.0
"""Prior standard deviation of steps, in logits: keeps items that nearly all or none solve finite."""
GUESSING_PRIOR = (-1.4, 0.8)
"""Prior of the logit of the chance to guess: mean (20 %) and standard deviation."""
MAX_STEPS = 5
"""Largest number of steps of an item; marks are grouped beyond."""
DRAWS = 200
"""Draws of all parameters, for standard errors."""
NEEDED_GAIN: dict[str, float] = {"2pl": 1.0, "2pl guessing": 3.0}
"""A model with more parameters must have a log evidence greater by this much."""
MIN_PLAYERS: dict[str, int] = {"2pl": 100, "2pl guessing": 200}
"""Players below which slopes, or a chance to guess, cannot be told."""


@dataclass(frozen=True, slots=True, eq=False)
class ItemParameters:
    """Parameters of I items with up to M steps: slopes (I), steps (I, M) with NaN beyond the last, guessing (I)."""

    slopes: FloatArray
    steps: FloatArray
    guessing: FloatArray

    @property
    def n_steps(self) -> NDArray[np.intp]:
        """Steps of each item."""
        return np.asarray(np.isfinite(self.steps).sum(axis=1), dtype=np.intp)

    @property
    def difficulties(self) -> FloatArray:
        """Ability at which an item is answered half (the mean of its steps), in standard deviations of ability."""
        return np.asarray(np.nanmean(self.steps, axis=1) / self.slopes)

    def chances(self, abilities: FloatArray) -> FloatArray:
        """Chance of each credit (I, M + 1, Q) at abilities (Q), in standard deviations; 0 beyond the last."""
        return np.asarray(np.exp(self.log_chances(abilities)))

    def log_chances(self, abilities: FloatArray) -> FloatArray:
        """Log chance of each credit (I, M + 1, Q); minus infinity beyond the last."""
        items, most = self.steps.shape
        total = np.concatenate([np.zeros((items, 1)), np.cumsum(self.steps, axis=1)], axis=1)
        heights = (np.arange(most + 1) * self.slopes[:, None])[:, :, None] * abilities - total[:, :, None]
        heights = np.where(np.isnan(heights), -np.inf, heights)
        heights -= heights.max(axis=1, keepdims=True)
        log_p = heights - np.log(np.exp(heights).sum(axis=1, keepdims=True))
        lucky = self.guessing > 0
        if lucky.any():
            g = self.guessing[lucky, None]
            log_p[lucky, 1] = np.log(g + (1 - g) * np.exp(log_p[lucky, 1]))
            log_p[lucky, 0] += np.log1p(-g)
        return np.asarray(log_p)

    def expected_credits(self, abilities: FloatArray) -> FloatArray:
        """Expected credit of each item (I, Q) as a share of its steps."""
        k = np.arange(self.steps.shape[1] + 1)
        return np.asarray(np.einsum("k,ikq->iq", k, self.chances(abilities)) / self.n_steps[:, None])

    def information(self, abilities: FloatArray) -> FloatArray:
        """Fisher information of each item (I, Q) about ability in standard deviations."""
        h = 1e-4
        p = self.chances(abilities)
        slope = (self.chances(abilities + h) - self.chances(abilities - h)) / (2 * h)
        return np.asarray((slope**2 / np.maximum(p, 1e-300) * (p > 0)).sum(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where the parameters of a model stand in its vector: steps of all items, then log slopes, then logit guessing."""

    n_steps: NDArray[np.intp]
    own_slopes: bool
    guessing: bool

    @property
    def n_parameters(self) -> int:
        return int(self.n_steps.sum()) + (len(self.n_steps) if self.own_slopes else 1) + self.guessing

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which steps there are (I, M)."""
        return np.asarray(np.arange(int(self.n_steps.max())) < self.n_steps[:, None])

    def parameters(self, vector: FloatArray) -> ItemParameters:
        """The items of a vector."""
        steps = np.full(self.mask.shape, np.nan)
        total = int(self.n_steps.sum())
        steps[self.mask] = vector[:total]
        slopes = vector[total : total + len(self.n_steps)] if self.own_slopes else np.full(len(steps), vector[total])
        g = 1 / (1 + np.exp(-vector[-1])) if self.guessing else 0.0
        return ItemParameters(np.exp(slopes), steps, np.where(self.n_steps == 1, g, 0.0))

    def log_normaliser(self) -> float:
        """Log of the constant that makes ``exp(-penalty)`` a density."""
        slopes = len(self.n_steps) if self.own_slopes else 1
        sds = [STEP_SD] * int(self.n_steps.sum()) + [LOG_SPREAD_PRIOR[1]] + [LOG_SLOPE_SD] * (slopes - 1)
        sds += [GUESSING_PRIOR[1]] * self.guessing
        return float(np.log(np.sqrt(2 * np.pi) * np.array(sds)).sum() + np.log(slopes) / 2)

    def penalty(self, vector: FloatArray) -> tuple[float, FloatArray]:
        """Minus log prior up to a constant, and its gradient."""
        total = int(self.n_steps.sum())
        slope = np.zeros_like(vector)
        slope[:total] = vector[:total] / STEP_SD**2
        value = float(vector[:total] @ slope[:total]) / 2
        logs = vector[total : len(vector) - self.guessing]
        mean, sd = LOG_SPREAD_PRIOR
        centre = float(logs.mean())
        value += (centre - mean) ** 2 / (2 * sd**2) + float(((logs - centre) ** 2).sum()) / (2 * LOG_SLOPE_SD**2)
        slope[total : total + len(logs)] = (centre - mean) / sd**2 / len(logs) + (logs - centre) / LOG_SLOPE_SD**2
        if self.guessing:
            mean, sd = GUESSING_PRIOR
            value += (vector[-1] - mean) ** 2 / (2 * sd**2)
            slope[-1] = (vector[-1] - mean) / sd**2
        return value, slope


@dataclass(frozen=True, slots=True, eq=False)
class Responses:
    """Credits (P, I), whole numbers from 0, with all items that have at least one step; ``answered`` (P, I * (M + 1))
    marks the credit of each answer."""

    credits: Credits
    n_steps: NDArray[np.intp]
    answered: FloatArray

    @classmethod
    def of(cls, credits: Credits) -> Responses:
        """The responses of a table without gaps in its credits."""
        n_steps = credits.max(axis=0)
        width = int(n_steps.max()) + 1
        answered = (credits[:, :, None] == np.arange(width)).reshape(len(credits), -1)
        return cls(credits, n_steps, answered.astype(np.float64))


class MarginalLikelihood:
    """Minus the penalised marginal log likelihood of responses under a layout, with its gradient."""

    def __init__(self, responses: Responses, layout: Layout) -> None:
        self.responses, self.layout = responses, layout
        prior = np.exp(-(NODES**2) / 2)
        self.log_prior = np.log(prior / prior.sum())

    def posterior(self, items: ItemParameters) -> tuple[FloatArray, FloatArray]:
        """Log likelihood of each person, and weights of the grid (P, Q)."""
        log_p = items.log_chances(NODES).reshape(-1, len(NODES))
        heights = self.log_prior + self.responses.answered @ np.maximum(log_p, -1e4)
        top = heights.max(axis=1, keepdims=True)
        weights = np.exp(heights - top)
        total = weights.sum(axis=1, keepdims=True)
        return (np.log(total) + top)[:, 0], weights / total

    def log_likelihood(self, vector: FloatArray) -> float:
        """The marginal log likelihood without the prior."""
        return float(self.posterior(self.layout.parameters(vector))[0].sum())

    def badness(self, vector: FloatArray) -> tuple[float, FloatArray]:
        """The function to minimise, and its gradient."""
        layout, items = self.layout, self.layout.parameters(vector)
        persons, weights = self.posterior(items)
        n_items, most = items.steps.shape
        counts = (self.responses.answered.T @ weights).reshape(n_items, most + 1, -1)
        chances = items.chances(NODES)
        # Expected counts of each credit less what the model expects: derivatives by the heights of the credits.
        heights = counts - counts.sum(axis=1, keepdims=True) * chances
        lucky = items.guessing > 0
        by_guessing = 0.0
        if lucky.any():
            g = float(items.guessing.max())
            right = np.maximum(chances[lucky, 1], 1e-300)
            skilled = (right - g) / (1 - g)
            by_height = counts[lucky, 1] * (1 - g) * skilled * (1 - skilled) / right - counts[lucky, 0] * skilled
            heights[lucky, 1], heights[lucky, 0] = by_height, 0.0
            by_guessing = float((counts[lucky, 1] * (1 - skilled) / right - counts[lucky, 0] / (1 - g)).sum())
            by_guessing *= g * (1 - g)
        # A step lowers all credits from it on; the slope raises credit k by k t.
        tails = np.cumsum(heights[:, ::-1], axis=1)[:, ::-1][:, 1:].sum(axis=2)
        by_slope = items.slopes * np.einsum("k,ikq,q->i", np.arange(most + 1), heights, NODES)
        parts = [-tails[layout.mask], by_slope if layout.own_slopes else np.array([by_slope.sum()])]
        if layout.guessing:
            parts.append(np.array([by_guessing]))
        value, slope = layout.penalty(vector)
        return value - float(persons.sum()), slope - np.concatenate(parts)

    def start(self) -> FloatArray:
        """A first guess."""
        vector, at = np.zeros(self.layout.n_parameters), 0
        for item, n in enumerate(self.layout.n_steps):
            given = self.responses.credits[:, item]
            given = given[given != MISSING]
            share = (given.mean() + 0.3) / (n + 0.6)
            vector[at : at + n] = np.log((1 - share) / share)
            at += n
        if self.layout.guessing:
            vector[-1] = GUESSING_PRIOR[0]
        return vector

    def minimise(self) -> FloatArray:
        """The vector at the minimum."""
        from scipy.optimize import minimize

        result = minimize(
            self.badness, self.start(), jac=True, method="L-BFGS-B", options={"maxiter": 500, "gtol": 1e-6}
        )
        return np.asarray(result.x)

    def curvature(self, at: FloatArray, step: float = 1e-4) -> tuple[FloatArray, FloatArray]:
        """Eigenvalues and axes of the second derivatives of `badness`, by differences of its exact gradient."""
        rows = np.array(
            [(self.badness(at + step * e)[1] - self.badness(at - step * e)[1]) / (2 * step) for e in np.eye(len(at))]
        )
        values, axes = np.linalg.eigh((rows + rows.T) / 2)
        return np.maximum(values, 1e-6), axes

    def log_evidence(self, at: FloatArray, values: FloatArray) -> float:
        """Log probability of the answers under the model and its priors, by Laplace's approximation at the minimum."""
        turns = 0.5 * float(np.log(2 * np.pi / values).sum())
        return -self.badness(at)[0] - self.layout.log_normaliser() + turns


@dataclass(frozen=True, eq=False)
class ExamFit:
    """A fitted model. Abilities, difficulties and steps are in logits: ability times the common slope (``spread``).

    ``items`` are the columns of the table that have a step; the others have no difficulty. ``draws`` are the items
    under parameters drawn from their uncertainty, ``ability_draws`` (B, P) an ability drawn for each person under each.
    """

    model: ModelName
    n_items: int
    items: NDArray[np.intp]
    parameters: ItemParameters
    spread: float
    log_likelihood: float
    log_evidence: float
    draws: tuple[ItemParameters, ...]
    draw_spreads: FloatArray
    posterior: FloatArray
    ability_means: FloatArray
    ability_sds: FloatArray
    responses: Responses
    ability_draws: FloatArray
    candidates: dict[str, float]
    """Log evidence of each model that was tried, less that of the chosen one."""

    @property
    def abilities(self) -> FloatArray:
        """Ability of each person in logits: posterior mean, parameters uncertain."""
        return self.ability_means

    @property
    def abilities_se(self) -> FloatArray:
        return self.ability_sds

    @property
    def guessing(self) -> float:
        """The shared chance to guess; 0 in models without."""
        return float(self.parameters.guessing.max())

    @cached_property
    def difficulties(self) -> FloatArray:
        """Mean step of each item in logits, NaN where it has none."""
        return self._spread_out(self.parameters.difficulties * self.spread)

    @cached_property
    def difficulties_se(self) -> FloatArray:
        each = np.array([d.difficulties * s for d, s in zip(self.draws, self.draw_spreads, strict=True)])
        return self._spread_out(robust_sd(each))

    @cached_property
    def steps(self) -> tuple[FloatArray | None, ...]:
        """Steps of each item in logits, ``None`` where it has none."""
        result: list[FloatArray | None] = [None] * self.n_items
        for row, item in enumerate(self.items):
            own = self.parameters.steps[row]
            result[int(item)] = own[np.isfinite(own)] / self.parameters.slopes[row] * self.spread
        return tuple(result)

    @cached_property
    def steps_se(self) -> tuple[FloatArray | None, ...]:
        result: list[FloatArray | None] = [None] * self.n_items
        each = np.array([d.steps / d.slopes[:, None] * s for d, s in zip(self.draws, self.draw_spreads, strict=True)])
        for row, item in enumerate(self.items):
            result[int(item)] = robust_sd(each[:, row, : self.parameters.n_steps[row]])
        return tuple(result)

    @cached_property
    def discriminations(self) -> FloatArray:
        """Slope of each item relative to the common one, NaN where it has none; 1 in the Rasch family."""
        return self._spread_out(self.parameters.slopes / self.spread)

    @cached_property
    def discrimination_ends(self) -> tuple[FloatArray, FloatArray]:
        """Ends of the 95 % intervals of the discriminations."""
        each = np.array([d.slopes / s for d, s in zip(self.draws, self.draw_spreads, strict=True)])
        low, high = np.quantile(each, [0.025, 0.975], axis=0)
        return self._spread_out(low), self._spread_out(high)

    @cached_property
    def reliability(self) -> float:
        """Share of the variance of ability that the exam tells: of posterior means against the whole."""
        means = self.ability_means.var()
        whole = means + float((self.ability_sds**2).mean())
        return float(means / whole) if whole > 0 else 0.0

    def test_information(self, logits: FloatArray) -> FloatArray:
        """Fisher information of the whole exam about ability in logits, at abilities in logits."""
        return np.asarray(self.parameters.information(logits / self.spread).sum(axis=0) / self.spread**2)

    def _spread_out(self, values: FloatArray) -> FloatArray:
        result = np.full(self.n_items, np.nan)
        result[self.items] = values
        return result


def robust_sd(draws: FloatArray) -> FloatArray:
    """Half the width of the middle 95 % of draws (B, ...) over 1.96: what an interval needs."""
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    return np.asarray((high - low) / (2 * 1.959963984540054))


def collapse_credits(credits: Credits) -> tuple[Credits, list[int]]:
    """Credits of each item renumbered to those that occur, and the number of steps; a step that nobody took
    cannot be estimated."""
    result, steps = credits.copy(), []
    for item in range(credits.shape[1]):
        seen = np.unique(credits[:, item][credits[:, item] != MISSING])
        for place, credit in enumerate(seen):
            result[credits[:, item] == credit, item] = place
        steps.append(max(len(seen) - 1, 0))
    return result, steps


def fit_exam(credits: Credits, model: ModelName | None = None, seed: int = 1) -> ExamFit:
    """The model fitted to credits (persons, items), whole numbers from 0, -1 where a person did not see an item.

    Without ``model`` the one with the greatest evidence is chosen; a larger one must be better by
    `NEEDED_GAIN` and needs `MIN_PLAYERS`.
    """
    given, counts = collapse_credits(credits)
    if len(credits) < 2 or not any(counts):
        raise InputError("exam: give at least two players whose answers differ")
    items = np.flatnonzero(counts)
    responses = Responses.of(given[:, items])
    plain: ModelName = "rasch" if int(responses.n_steps.max()) == 1 else "partial credit"
    larger: tuple[ModelName, ...] = ("2pl", "2pl guessing") if (responses.n_steps == 1).any() else ("2pl",)
    names = [plain, *(name for name in larger if len(credits) >= MIN_PLAYERS[name])]
    tried = {name: _fit_one(responses, name) for name in (names if model is None else [model])}
    chosen = model or plain
    for name, fitted in tried.items():
        if fitted.log_evidence > tried[chosen].log_evidence + NEEDED_GAIN.get(name, 0.0):
            chosen = name
    best = tried[chosen]
    scores: dict[str, float] = {name: fitted.log_evidence - best.log_evidence for name, fitted in tried.items()}
    return _carry_uncertainty(best, chosen, credits.shape[1], items, scores, np.random.default_rng(seed))


@dataclass(frozen=True, slots=True, eq=False)
class _FittedVector:
    """The minimum of a model, with the curvature there."""

    likelihood: MarginalLikelihood
    vector: FloatArray
    values: FloatArray
    axes: FloatArray
    log_evidence: float


def _fit_one(responses: Responses, name: ModelName) -> _FittedVector:
    likelihood = MarginalLikelihood(
        responses, Layout(responses.n_steps, name.startswith("2pl"), name == "2pl guessing")
    )
    vector = likelihood.minimise()
    values, axes = likelihood.curvature(vector)
    return _FittedVector(likelihood, vector, values, axes, likelihood.log_evidence(vector, values))


def _carry_uncertainty(
    fitted: _FittedVector,
    model: ModelName,
    n_items: int,
    items: NDArray[np.intp],
    scores: dict[str, float],
    rng: np.random.Generator,
) -> ExamFit:
    """The fit with standard errors of everything, by draws of the parameters and of abilities under each."""
    likelihood, vector, layout = fitted.likelihood, fitted.vector, fitted.likelihood.layout
    root = fitted.axes / np.sqrt(fitted.values)
    draws = [vector, *(vector + root @ rng.normal(size=len(vector)) for _ in range(DRAWS))]
    spreads = np.array([_common_slope(layout, each) for each in draws])
    parameters = [layout.parameters(each) for each in draws]
    means, squares, sampled = [], [], []
    for spread, drawn in zip(spreads[1:], parameters[1:], strict=True):
        weights = likelihood.posterior(drawn)[1]
        means.append(spread * (weights @ NODES))
        squares.append(spread**2 * (weights @ NODES**2))
        edges = np.cumsum(weights, axis=1)
        at = (edges < rng.random((len(weights), 1))).sum(axis=1)
        sampled.append(spread * NODES[np.minimum(at, len(NODES) - 1)])
    mean = np.mean(means, axis=0)
    return ExamFit(
        model=model,
        n_items=n_items,
        items=items,
        parameters=parameters[0],
        spread=float(spreads[0]),
        log_likelihood=likelihood.log_likelihood(vector),
        log_evidence=fitted.log_evidence,
        draws=tuple(parameters[1:]),
        draw_spreads=spreads[1:],
        posterior=likelihood.posterior(parameters[0])[1],
        ability_means=mean,
        ability_sds=np.sqrt(np.maximum(np.mean(squares, axis=0) - mean**2, 0.0)),
        responses=likelihood.responses,
        ability_draws=np.array(sampled),
        candidates=scores,
    )


def _common_slope(layout: Layout, vector: FloatArray) -> float:
    """The geometric mean of the slopes of a vector."""
    total = int(layout.n_steps.sum())
    return float(np.exp(vector[total : total + (len(layout.n_steps) if layout.own_slopes else 1)].mean()))

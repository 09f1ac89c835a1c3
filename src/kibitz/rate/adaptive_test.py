"""Adaptive test: which decision says most about a player, and what the answers so far say.

A test holds the chance of every choice of every position for players of several levels. The choice model gives them
from the values of the choices. A level is a rating where there is a scale, and otherwise an expected loss per decision.
Players of one level may still differ in consistency, so each level has several *manners*, and the estimate averages
over them. The next position is the one whose answer is expected to say most about the level: the largest mutual
information of choice and level under the present posterior (van der Linden and Pashley, 2010).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.depth_model.depth_sample import depth_model_probabilities
from kibitz.rate.fitting.bounds import blind_loss
from kibitz.rate.model.moments import probabilities
from kibitz.rate.ratings.resampling import mean_loss
from kibitz.rate.ratings.scale import Scale
from kibitz.rate.records.sample import Sample

N_LEVELS = 41
CONSISTENCIES = (0.3, 0.5, 0.7)
"""Consistencies of the manners where there is no scale: those of the simulated agents of percentiles."""
STRONGEST_SHARE, WEAKEST_SHARE = 0.01, 0.9
"""Expected loss of the strongest and the weakest level, as a share of a random chooser's."""
RATING_PRIOR = (1900.0, 450.0)
"""Mean and standard deviation of the prior of a rating: a player of unknown strength."""
FIRST_AMONG = 10
"""Most informative positions among which the first one is drawn."""
RATING_RANGE = (800.0, 2800.0)
SLIP = 0.005
"""Chance of a choice at random, for every level: one slip must not rule out a strong player."""
LOG_S_GRID = np.linspace(-14.0, 6.0, 81)
"""Sensitivities, relative to the loss of a random chooser, among which those of the levels are found."""


@dataclass(frozen=True, slots=True, eq=False)
class LevelEstimate:
    """What the answers say: mean and ends of the 95 % interval of the level, and the share of players below the mean.

    ``share_below`` is the posterior mean of the share of the prior that is weaker.
    """

    value: float
    low: float
    high: float
    share_below: float


@dataclass(frozen=True, slots=True, eq=False)
class AdaptiveTest:
    """Positions with the chance of each choice (N, K, L, M), for L levels in M manners; 0 where there is no choice.
    Single precision halves the time to find the next position.

    The first ``reference`` positions are random ones.

    ``levels`` ascend in the unit of the estimate; with ``logarithmic`` they are logarithms of losses, and smaller is
    better. ``prior`` is the weight of each level and manner (L, M). ``sample`` has the values of the positions.
    """

    sample: Sample
    chances: FloatArray
    levels: FloatArray
    prior: FloatArray
    logarithmic: bool
    reference: int

    def posterior(self, likelihoods: Sequence[FloatArray]) -> FloatArray:
        """Weight of each level and manner (L, M) after answers whose likelihoods (L, M) are given, in any order."""
        with np.errstate(divide="ignore"):
            logs = np.log(self.prior) + sum(np.log(np.maximum(each, 1e-12)) for each in likelihoods)
        weights = np.exp(logs - logs.max())
        return np.asarray(weights / weights.sum())

    def information(self, posterior: FloatArray) -> FloatArray:
        """Expected information of each position about the level, in bits: the mutual information of choice and
        level."""
        weights = posterior.astype(self.chances.dtype)
        joint = self.chances[..., 0] * weights[:, 0]
        for manner in range(1, weights.shape[1]):
            joint += self.chances[..., manner] * weights[:, manner]
        by_level = posterior.sum(axis=1)
        marginal = joint.sum(axis=2)
        bits = _plogp(joint).sum(axis=(1, 2)) - _plogp(marginal).sum(axis=1) - _plogp(by_level).sum()
        return np.asarray(np.maximum(bits, 0.0), dtype=np.float64)

    def next_position(self, posterior: FloatArray, used: Sequence[int], rng: np.random.Generator) -> int:
        """The position with the largest expected information that was not used yet. The first one is drawn from the
        `FIRST_AMONG` best, so that two tests differ."""
        bits = self.information(posterior)
        bits[list(used)] = -1.0
        if bits.max() < 0:
            raise InputError("questions: no positions are left in this test")
        return int(np.argmax(bits)) if len(used) else int(rng.choice(np.argsort(-bits)[:FIRST_AMONG]))

    def likelihood_of_loss(self, row: int, loss: float) -> FloatArray:
        """Chance of a choice with this loss, in the unit of the values, at each level and manner (L, M): that of the
        listed choice whose loss is nearest."""
        values = self.sample.values[row, : self.sample.counts[row]]
        place = int(np.argmin(np.abs(values[0] - values - loss)))
        return np.asarray(self.chances[row, place], dtype=np.float64)

    def best_chance(self, row: int, posterior: FloatArray) -> float:
        """Chance that a player of this posterior makes a best choice."""
        best = self.chances[row][self.sample.deltas[row] == 0].sum(axis=0)
        return float((best * posterior).sum())

    def estimate(self, posterior: FloatArray) -> LevelEstimate:
        """Mean and 95 % interval of the level; losses are given as losses."""
        weights = posterior.sum(axis=1)
        step = self.levels[1] - self.levels[0]
        edges = np.append(self.levels - step / 2, self.levels[-1] + step / 2)
        below = np.append(0.0, np.cumsum(weights))
        low, high = (float(x) for x in np.interp((0.025, 0.975), below, edges))
        mean = float(weights @ self.levels)
        prior = np.append(0.0, np.cumsum(self.prior.sum(axis=1)))
        shares = (prior[1:] + prior[:-1]) / 2
        share = float(weights @ shares)
        if self.logarithmic:
            return LevelEstimate(math.exp(mean), math.exp(low), math.exp(high), 1 - share)
        return LevelEstimate(mean, low, high, share)


def _plogp(p: FloatArray) -> FloatArray:
    """``p log2 p``, 0 at 0."""
    return np.asarray(p * np.log2(np.maximum(p, 1e-30)))


def loss_test(sample: Sample, n_reference: int | None = None) -> AdaptiveTest:
    """A test of games without a rating scale: levels are expected losses per decision of the reference, the first
    positions.

    They are spaced evenly in the logarithm, from a hundredth to nine tenths of a random chooser's loss, all with the
    same weight: a convention, since nobody knows who plays a game.
    """
    n_reference = n_reference or len(sample)
    reference = sample.take(np.arange(n_reference))
    blind = blind_loss(reference)
    if blind <= 0:
        raise InputError("positions: every choice has the same value, so nothing can be tested")
    levels = np.linspace(math.log(STRONGEST_SHARE * blind), math.log(WEAKEST_SHARE * blind), N_LEVELS)
    manners = []
    for c in CONSISTENCIES:
        grid = LOG_S_GRID + math.log(blind)
        losses = np.log(np.maximum([mean_loss(reference, math.exp(log_s), c, SLIP) for log_s in grid], 1e-300))
        ascending = np.maximum.accumulate(losses)
        places = np.interp(levels, ascending, grid)
        manners.append(np.stack([probabilities(sample, math.exp(log_s), c, lapse=SLIP) for log_s in places], axis=-1))
    chances: Any = np.stack(manners, axis=-1).astype(np.float32)
    prior = np.full((N_LEVELS, len(CONSISTENCIES)), 1 / (N_LEVELS * len(CONSISTENCIES)))
    return AdaptiveTest(sample, chances, levels, prior, True, n_reference)


def rating_test(sample: Sample, scale: Scale, n_reference: int | None = None) -> AdaptiveTest:
    """A test on a scale with a line of adjusted errors: levels are ratings, and choices are those of people (the depth
    model). The prior is normal, `RATING_PRIOR`."""
    line = scale.line_for(sample)
    if line is None:
        raise InputError("scale: a test needs a scale with the depth model")
    levels = np.linspace(*RATING_RANGE, N_LEVELS)
    chances: Any = np.stack(
        [depth_model_probabilities(sample, line.shape, line.skill(float(level))) for level in levels], axis=-1
    )
    mean, sd = RATING_PRIOR
    prior = np.exp(-0.5 * ((levels - mean) / sd) ** 2)
    return AdaptiveTest(
        sample,
        chances[..., None].astype(np.float32),
        levels,
        (prior / prior.sum())[:, None],
        False,
        n_reference or len(sample),
    )


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedTest:
    """Tests of simulated players: their true levels, and value, low and high of each estimate (all as the test counts:
    ratings, or logarithms of losses)."""

    truths: FloatArray
    values: FloatArray
    low: FloatArray
    high: FloatArray

    @property
    def coverage(self) -> float:
        """Share of the intervals that hold the true level."""
        return float(((self.low <= self.truths) & (self.truths <= self.high)).mean())

    @property
    def width(self) -> float:
        """Mean width of the intervals."""
        return float((self.high - self.low).mean())


def simulate_tests(
    test: AdaptiveTest, players: int, questions: int, rng: np.random.Generator, adaptive: bool = True
) -> SimulatedTest:
    """Players drawn from the prior take the test; without ``adaptive`` they get random positions instead."""
    flat = rng.choice(test.prior.size, size=players, p=test.prior.ravel())
    truths, results = test.levels[flat // test.prior.shape[1]], []
    step = test.levels[1] - test.levels[0]
    for level, manner in zip(*np.unravel_index(flat, test.prior.shape), strict=True):
        posterior, used = test.prior, list[int]()
        order = rng.permutation(test.reference)
        for question in range(questions):
            row = test.next_position(posterior, used, rng) if adaptive else int(order[question])
            p = np.asarray(test.chances[row, :, level, manner], dtype=np.float64)
            choice = int(rng.choice(len(p), p=p / p.sum()))
            posterior = posterior * np.maximum(test.chances[row, choice], 1e-12)
            posterior = posterior / posterior.sum()
            used.append(row)
        estimate = test.estimate(posterior)
        ends = (estimate.value, estimate.low, estimate.high)
        results.append([math.log(x) if test.logarithmic else x for x in ends])
    values, low, high = np.array(results).T
    jitter = rng.uniform(-step / 2, step / 2, size=players)
    return SimulatedTest(truths + jitter, values, low, high)

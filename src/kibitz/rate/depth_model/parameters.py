"""Parameters of the depth model (section IX of the paper): a few numbers that all players share, for values at all
depths.

With ``delta_{i,d}`` the scaled difference of option i to the best one at depth d, and ``theta`` the skill,

    y_i = sum_d w_d delta_{i,d}^c      log w_d = a + g log d + b [first depth] + (k turn_d + h [last depth]) theta
    x_i = y_i^r      alpha_i = exp(x_i - min x)      p_i = exp(-lambda alpha_i), sum p = 1
    u_i ~ p_i exp(-(v0 + v1 theta) loss_i)
    p'_i = (1 - e) u_i + e q_i      logit e' = e0 + e1 theta      e = e' (1 - max u)^f

``turn_d = log(d/2)``: skill moves weight from shallow to deep values, and by ``h`` to the last ones in particular.
``v0`` and ``v1`` are an aversion to losses, counted on the deepest values. ``q`` is a choice at first sight,
``q_i ~ exp(-delta_{i,1}/tau)`` with a little spread evenly; by ``f`` it is rarer where one option stands out.

A game without depths has one: then ``turn = 1`` (skill scales what is noticed), ``r = 1``, and a
choice at first sight is random.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.model.choice import LARGEST_EXPONENT, log_probabilities
from kibitz.rate.records.sample import BoolArray

PIVOT = 2.0
"""The depth whose weight does not change with skill; chosen among 1 to 4."""
FIRST_SIGHT_SCALE = 0.3
"""tau: the scaled difference that is noticed at first sight; chosen among .15, .3 and .6."""
FIRST_SIGHT_UNIFORM_SHARE = 0.02
"""Share of first-sight choices that is spread evenly."""
LEAST_DOUBT = 1e-4
"""Chance of all but the best option below which first sight gets no rarer, so that no choice is impossible."""
UNIT_ELO, ZERO_ELO = 400.0, 2300.0
"""Chess: theta is 0 at 2300 and grows by one in 400 points."""
SKILL_RANGE = (-6.0, 6.0)
"""Range of skills that is searched."""

PARAMETER_NAMES = ("a", "g", "b", "k", "c", "r", "e0", "e1", "h", "v0", "v1", "f")
OPTIONAL_PARAMETER_NAMES = ("h", "v0", "v1", "f")
"""Parameters that scales of earlier versions lack; they are 0 there."""
ONE_DEPTH_PARAMETER_NAMES = ("a", "k", "c", "e0", "e1")
"""Parameters of a game without depths."""


@dataclass(frozen=True, slots=True)
class DepthParameters:
    """The shared numbers; see the module for their meaning.

    ``depths`` are those of the values, shallowest first; ``tau`` is infinite where a choice at first
    sight is random.
    """

    a: float
    g: float
    b: float
    k: float
    c: float
    r: float
    e0: float
    e1: float
    depths: tuple[int, ...] = (1,)
    tau: float = math.inf
    h: float = 0.0
    v0: float = 0.0
    v1: float = 0.0
    f: float = 0.0

    def __post_init__(self) -> None:
        numbers = [getattr(self, name) for name in PARAMETER_NAMES]
        if not all(math.isfinite(x) for x in numbers) or not (self.c > 0 and self.r > 0 and self.tau > 0 <= self.f):
            raise InputError("shape: the numbers must be finite, c, r and tau greater than 0, and f not negative")
        if not self.depths or min(self.depths) < 1 or list(self.depths) != sorted(set(self.depths)):
            raise InputError("shape: give each depth once, from 1 up, shallowest first")

    @property
    def free_names(self) -> tuple[str, ...]:
        """Names of the numbers that are fitted."""
        return PARAMETER_NAMES if len(self.depths) > 1 else ONE_DEPTH_PARAMETER_NAMES

    @property
    def depth_slopes(self) -> FloatArray:
        """Change of the log weight of each depth per ``k theta``."""
        return depth_slopes(self.depths)

    def log_weights(self, theta: float) -> FloatArray:
        """Log weight of each depth for a player of this skill."""
        d = np.array(self.depths, dtype=np.float64)
        first = np.arange(len(d)) == 0
        many = len(d) > 1
        return np.asarray(
            self.a
            + self.g * np.log(d) * many
            + self.b * first * many
            + theta * (self.k * self.depth_slopes + self.h * last_depth(self.depths))
        )

    def lapse(self, theta: float) -> float:
        """Chance of a choice at first sight for a player of this skill, where no option stands out."""
        return 1 / (1 + math.exp(-(self.e0 + self.e1 * theta)))

    def loss_aversion(self, theta: float) -> float:
        """How much a scaled loss counts beyond the values by depth, for a player of this skill."""
        return self.v0 + self.v1 * theta

    def vector(self) -> FloatArray:
        """All numbers in the order of `PARAMETER_NAMES`, c and r as logarithms."""
        values = np.array([getattr(self, name) for name in PARAMETER_NAMES])
        values[4:6] = np.log(values[4:6])
        return values

    def with_vector(self, vector: Iterable[float]) -> DepthParameters:
        """The shape with these numbers, as `vector` gives them."""
        numbers = dict(zip(PARAMETER_NAMES, (float(x) for x in vector), strict=True))
        numbers |= {name: math.exp(numbers[name]) for name in ("c", "r")}
        return DepthParameters(**numbers, depths=self.depths, tau=self.tau)

    def to_json(self) -> dict[str, Any]:
        """The shape as a JSON object."""
        numbers = {name: getattr(self, name) for name in PARAMETER_NAMES}
        return numbers | {"depths": list(self.depths), "tau": None if math.isinf(self.tau) else self.tau}

    @classmethod
    def from_json(cls, record: object) -> DepthParameters:
        """The shape from the JSON object of `to_json`."""
        try:
            assert isinstance(record, dict)
            tau = record["tau"]
            known = dict.fromkeys(OPTIONAL_PARAMETER_NAMES, 0.0) | record
            numbers = {name: float(known[name]) for name in PARAMETER_NAMES}
            depths = tuple(int(d) for d in record["depths"])
            return cls(**numbers, depths=depths, tau=math.inf if tau is None else float(tau))
        except (AssertionError, KeyError, TypeError, ValueError):
            raise InputError(f"shape: the numbers {', '.join(PARAMETER_NAMES)}, depths and tau are needed") from None


def depth_slopes(depths: tuple[int, ...]) -> FloatArray:
    """``log(d/2)`` of each depth; 1 where there is only one."""
    return np.log(np.array(depths, dtype=np.float64) / PIVOT) if len(depths) > 1 else np.ones(1)


def last_depth(depths: tuple[int, ...]) -> FloatArray:
    """1 at the last of several depths, else 0."""
    return np.asarray((np.arange(len(depths)) == len(depths) - 1) * float(len(depths) > 1))


def initial_parameters(depths: tuple[int, ...] = (1,)) -> DepthParameters:
    """Starting point of fits."""
    if len(depths) > 1:
        return DepthParameters(-3.0, 1.0, 1.0, 0.1, 0.5, 0.8, -2.5, -0.3, depths, FIRST_SIGHT_SCALE, f=0.5)
    return DepthParameters(1.0, 0.0, 0.0, 0.2, 0.5, 1.0, -3.0, -0.3, depths)


def first_sight_probabilities(by_depth: FloatArray, mask: BoolArray, tau: float) -> FloatArray:
    """Chance of each option (N, K) of a choice at first sight; 0 where there is no option."""
    even = mask / mask.sum(axis=1, keepdims=True)
    if math.isinf(tau):
        return np.asarray(even)
    with np.errstate(over="ignore"):
        q = np.where(mask, np.exp(-np.where(mask, by_depth[:, 0, :], 0.0) / tau), 0.0)
    return np.asarray(
        (1 - FIRST_SIGHT_UNIFORM_SHARE) * q / q.sum(axis=1, keepdims=True) + FIRST_SIGHT_UNIFORM_SHARE * even
    )


def reference_probabilities(
    by_depth: FloatArray, losses: FloatArray, mask: BoolArray, shape: DepthParameters, theta: float
) -> FloatArray:
    """Chance of each option (N, K), in plain NumPy: the readable reference of the compiled kernels.

    ``by_depth`` (N, D, K) are scaled differences to the best option of each depth, ``losses`` (N, K) those that count.
    """
    seen = np.where(mask[:, None, :], by_depth, 0.0)
    y = np.einsum("d,ndk->nk", np.exp(shape.log_weights(theta)), seen**shape.c)
    x = np.where(mask, y**shape.r, np.inf)
    x = np.minimum(x - x.min(axis=1, keepdims=True), LARGEST_EXPONENT)
    x[~mask] = np.inf
    order = np.argsort(x, axis=1, kind="stable")
    with np.errstate(divide="ignore"):
        log_p = log_probabilities(np.log(np.take_along_axis(x, order, 1)), mask.sum(axis=1), 1.0, 1.0)
    p = np.empty_like(x)
    np.put_along_axis(p, order, np.exp(log_p), axis=1)
    p *= np.exp(-shape.loss_aversion(theta) * np.where(mask, losses, 0.0))
    p /= p.sum(axis=1, keepdims=True)
    e = shape.lapse(theta) * np.maximum(1 - p.max(axis=1, keepdims=True), LEAST_DOUBT) ** shape.f
    return np.asarray((1 - e) * p + e * first_sight_probabilities(by_depth, mask, shape.tau))

"""Parameters of the depth model (section IX of the paper): a few numbers that all players share, for values at all
depths.

With ``delta_{i,d}`` the scaled difference of option i to the best one at depth d, and ``theta`` the skill,

    y_i = sum_d w_d delta_{i,d}^c      log w_d = a + g log d + b [first depth] + k theta turn_d
    x_i = y_i^r      alpha_i = exp(x_i - min x)      p_i = exp(-lambda alpha_i), sum p = 1
    p'_i = (1 - e) p_i + e q_i      logit e = e0 + e1 theta

``turn_d = log(d/2)``: skill moves weight from shallow to deep values. ``q`` is a choice at first sight,
``q_i ~ exp(-delta_{i,1}/tau)`` with a little spread evenly. Errors are always counted on the deepest values.

A game without depths has one: then ``turn = 1`` (skill scales what is noticed), ``r = 1``, and a
choice at first sight is random.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import astuple, dataclass
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
UNIT_ELO, ZERO_ELO = 400.0, 2300.0
"""Chess: theta is 0 at 2300 and grows by one in 400 points."""
SKILL_RANGE = (-6.0, 6.0)
"""Range of skills that is searched."""

PARAMETER_NAMES = ("a", "g", "b", "k", "c", "r", "e0", "e1")
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

    def __post_init__(self) -> None:
        numbers = astuple(self)[: len(PARAMETER_NAMES)]
        if not all(math.isfinite(x) for x in numbers) or not (self.c > 0 and self.r > 0 and self.tau > 0):
            raise InputError("shape: the numbers must be finite, and c, r and tau greater than 0")
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
            self.a + self.g * np.log(d) * many + self.b * first * many + self.k * theta * self.depth_slopes
        )

    def lapse(self, theta: float) -> float:
        """Chance of a choice at first sight for a player of this skill."""
        return 1 / (1 + math.exp(-(self.e0 + self.e1 * theta)))

    def vector(self) -> FloatArray:
        """All eight numbers, c and r as logarithms, so that fits are unconstrained."""
        values = np.array(astuple(self)[: len(PARAMETER_NAMES)])
        values[4:6] = np.log(values[4:6])
        return values

    def with_vector(self, vector: Iterable[float]) -> DepthParameters:
        """The shape with these eight numbers, as `vector` gives them."""
        a, g, b, k, log_c, log_r, e0, e1 = (float(x) for x in vector)
        return DepthParameters(a, g, b, k, math.exp(log_c), math.exp(log_r), e0, e1, self.depths, self.tau)

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
            numbers = {name: float(record[name]) for name in PARAMETER_NAMES}
            depths = tuple(int(d) for d in record["depths"])
            return cls(**numbers, depths=depths, tau=math.inf if tau is None else float(tau))
        except (AssertionError, KeyError, TypeError, ValueError):
            raise InputError(f"shape: the numbers {', '.join(PARAMETER_NAMES)}, depths and tau are needed") from None


def depth_slopes(depths: tuple[int, ...]) -> FloatArray:
    """``log(d/2)`` of each depth; 1 where there is only one."""
    return np.log(np.array(depths, dtype=np.float64) / PIVOT) if len(depths) > 1 else np.ones(1)


def initial_parameters(depths: tuple[int, ...] = (1,)) -> DepthParameters:
    """Starting point of fits."""
    if len(depths) > 1:
        return DepthParameters(-3.0, 1.0, 1.0, 0.1, 0.5, 0.8, -3.0, -0.3, depths, FIRST_SIGHT_SCALE)
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


def reference_probabilities(by_depth: FloatArray, mask: BoolArray, shape: DepthParameters, theta: float) -> FloatArray:
    """Chance of each option (N, K), in plain NumPy: the readable reference of the compiled kernels.

    ``by_depth`` (N, D, K) are scaled differences to the best option of each depth.
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
    e = shape.lapse(theta)
    return np.asarray((1 - e) * p + e * first_sight_probabilities(by_depth, mask, shape.tau))

"""Domains of parameters: an interval or a range of whole numbers for each, and constraints between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isfinite, prod

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rules.language.condition import Condition, format_condition, parse_guard
from kibitz.rules.language.evaluation import Column, Real
from kibitz.rules.language.expression import Name, Number, evaluate, format_number, parse_expression

MAX_PARAMETERS = 64
MAX_INTEGER = 10**15
"""Whole numbers up to this are exact as floats."""
MAX_GRID = 2_000_000
"""Maximum number of points of a grid."""
_LEAST_SHARE = 1e-4
"""Minimum share of the box within the constraints, so that rejection sampling ends."""

Point = Mapping[str, Real]
"""One value for each parameter, by name."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A name with the range of its values, both ends included; ``integer`` ones take whole numbers only."""

    name: str
    low: Fraction
    high: Fraction
    integer: bool = False

    def __post_init__(self) -> None:
        Name(self.name)
        object.__setattr__(self, "low", Number(self.low).value)
        object.__setattr__(self, "high", Number(self.high).value)
        if self.low > self.high:
            raise InputError(f"{self.name}: the range from {self.low} to {self.high} is empty")
        if self.integer and (self.low.denominator != 1 or self.high.denominator != 1):
            raise InputError(f"{self.name}: ends of {{low..high}} must be whole numbers")
        if self.integer and max(-self.low, self.high) > MAX_INTEGER:
            raise InputError(f"{self.name}: whole numbers must be at most {MAX_INTEGER:,}")

    @property
    def range_text(self) -> str:
        """The range in words."""
        kind = "a whole number" if self.integer else "a number"
        return f"{kind} from {format_number(self.low)} to {format_number(self.high)}"

    def contains(self, value: Real) -> bool:
        """Whether ``value`` is in the range (and whole, if the parameter is)."""
        return isfinite(value) and self.low <= value <= self.high and (not self.integer or value == int(value))

    def values(self, k: int) -> list[Fraction]:
        """At most ``k`` values, evenly spread, both ends included."""
        if self.low == self.high or k == 1:
            middle = (self.low + self.high) / 2
            return [Fraction(int(middle)) if self.integer else middle]
        spread = [self.low + (self.high - self.low) * i / (k - 1) for i in range(k)]
        return sorted({Fraction(round(value)) for value in spread}) if self.integer else spread

    def __str__(self) -> str:
        low, high = format_number(self.low), format_number(self.high)
        return f"{self.name} in {{{low}..{high}}}" if self.integer else f"{self.name} in [{low}, {high}]"


@dataclass(frozen=True, slots=True)
class Domain:
    """All parameters and the constraints between them; the set capital lambda of section 2."""

    parameters: tuple[Parameter, ...]
    constraints: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.parameters) <= MAX_PARAMETERS:
            raise InputError(f"a domain has 1 to {MAX_PARAMETERS} parameters, not {len(self.parameters)}")
        if len(set(self.names)) != len(self.names):
            raise InputError("a domain names the same parameter twice")
        for constraint in self.constraints:
            unknown = constraint.names - set(self.names)
            if unknown:
                raise InputError(f"the constraint {constraint} speaks of {min(unknown)}, which is no parameter")

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters in their order, which is the order of the columns of many points."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def box(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Lowest and highest value of each parameter."""
        return tuple((parameter.low, parameter.high) for parameter in self.parameters)

    def contains(self, point: Point) -> bool:
        """Whether the point has a value in range for every parameter, no others, and meets the constraints."""
        try:
            self.check(point)
        except InputError:
            return False
        return True

    def check(self, point: Point) -> None:
        """Raise `InputError` with the parameter at fault and its range, unless the point is in the domain."""
        for parameter in self.parameters:
            if parameter.name not in point:
                raise InputError(f"{parameter.name}: give {parameter.range_text}")
            value = point[parameter.name]
            if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
                raise InputError(f"{parameter.name}: must be {parameter.range_text}, not {value!r}")
            if not parameter.contains(value):
                raise InputError(f"{parameter.name}: must be {parameter.range_text}, not {value}")
        unknown = set(point) - set(self.names)
        if unknown:
            raise InputError(f"{min(unknown)!r} is not one of the parameters {', '.join(self.names)}")
        for constraint in self.constraints:
            if not constraint.holds(point):
                raise InputError(f"{', '.join(self.names)}: the domain has the constraint {constraint}")

    def columns(self, points: FloatArray) -> dict[str, Column]:
        """The columns of an (N, d) array of points, by name."""
        array = np.asarray(points, dtype=np.float64)
        if array.ndim != 2 or array.shape[1] != len(self.parameters):
            raise InputError(f"points: must be an array of N rows and {len(self.parameters)} columns")
        if not np.isfinite(array).all():
            raise InputError("points: must be finite numbers")
        return {name: np.ascontiguousarray(array[:, i]) for i, name in enumerate(self.names)}

    def filter_allowed(self, points: FloatArray) -> FloatArray:
        """Those of the (N, d) points that meet the constraints."""
        if not self.constraints or not len(points):
            return points
        columns = self.columns(points)
        return points[np.logical_and.reduce([constraint.holds_many(columns) for constraint in self.constraints])]

    def sample(self, rng: np.random.Generator, n: int) -> FloatArray:
        """``n`` points drawn uniformly, as an (n, d) array."""
        if not 0 <= n <= 100_000_000:
            raise InputError(f"n: must be a whole number of points up to 100,000,000, not {n}")
        result: list[FloatArray] = []
        missing, tried, batch = n, 0, max(n, 1)
        while missing > 0:
            stored = self.filter_allowed(self._box_sample(rng, batch))[:missing]
            result.append(stored)
            missing -= len(stored)
            tried += batch
            if tried > 10_000 and n - missing < _LEAST_SHARE * tried:
                raise InputError(
                    f"constraints: less than {_LEAST_SHARE:.2%} of the ranges meets them, too little for sampling"
                )
            batch = min(max(2 * missing, 1_000), 1_000_000)
        return np.concatenate(result) if result else np.empty((0, len(self.parameters)))

    def _box_sample(self, rng: np.random.Generator, n: int) -> FloatArray:
        columns = [
            rng.integers(int(p.low), int(p.high), n, endpoint=True).astype(np.float64)
            if p.integer
            else rng.uniform(float(p.low), float(p.high), n)
            for p in self.parameters
        ]
        return np.stack(columns, axis=1)

    def grid(self, k: int) -> FloatArray:
        """Points with at most ``k`` evenly spread values of each parameter, ends included, as an (N, d) array."""
        axes = [np.array([float(value) for value in values]) for values in self._axes(k)]
        mesh = np.meshgrid(*axes, indexing="ij")
        return self.filter_allowed(np.stack([column.ravel() for column in mesh], axis=1))

    def exact_grid(self, k: int) -> Iterator[dict[str, Fraction]]:
        """The points of `grid` in fractions, one by one."""
        for values in product(*self._axes(k)):
            point = dict(zip(self.names, values, strict=True))
            if all(constraint.holds(point) for constraint in self.constraints):
                yield point

    def _axes(self, k: int) -> list[list[Fraction]]:
        if not 1 <= k <= MAX_GRID:
            raise InputError(f"k: must be a whole number of values from 1 to {MAX_GRID:,}, not {k}")
        axes = [parameter.values(k) for parameter in self.parameters]
        if prod(len(values) for values in axes) > MAX_GRID:
            raise InputError(f"grid: {k} values of each parameter make more than {MAX_GRID:,} points")
        return axes

    def __str__(self) -> str:
        return format_domain(self)


def format_domain(domain: Domain) -> str:
    """Text such as ``p1 in [0, 1], n in {3..60}, p1 < 1/2``."""
    return ", ".join([*(str(p) for p in domain.parameters), *(format_condition(c) for c in domain.constraints)])


_RANGE = re.compile(r"(\w+)\s+in\s+(?:\[([^][{},]+),([^][{},]+)\]|\{\s*(-?\d{1,99})\s*\.\.\s*(-?\d{1,99})\s*\})")
_ACCEPTED = "a domain must be ranges such as p in [0, 1] or n in {3..60} and comparisons such as p1 > p2"


def parse_domain(text: str) -> Domain:
    """The domain in the notation of `format_domain`; constraints may be anywhere."""
    if len(text) > 10_000:
        raise InputError(f"a domain may have at most 10,000 characters, not {len(text):,}")
    parameters: list[Parameter] = []
    constraints: list[Condition] = []
    for part in split_outside_brackets(text, ","):
        match = _RANGE.fullmatch(part.strip())
        if match and match[4] is None:
            low, high = (_constant(match[1], end) for end in match.group(2, 3))
            parameters.append(Parameter(match[1], low, high))
        elif match:
            parameters.append(Parameter(match[1], Fraction(match[4]), Fraction(match[5]), integer=True))
        elif any(sign in part for sign in "<>=≤≥≠"):
            constraints.extend(parse_guard(part).conditions)
        else:
            raise InputError(f"{_ACCEPTED}, not {part.strip()[:80]!r}")
    return Domain(tuple(parameters), tuple(constraints))


def _constant(name: str, text: str) -> Fraction:
    expression = parse_expression(text)
    try:
        value = evaluate(expression, {})
    except InputError:
        raise InputError(f"{name}: a number is expected at the end of a range, not {text.strip()[:80]!r}") from None
    assert isinstance(value, Fraction)
    return value


def split_outside_brackets(text: str, separator: str) -> list[str]:
    """The parts of ``text`` between separators that are outside all brackets."""
    parts, start, level = [], 0, 0
    for i, character in enumerate(text):
        if character in "([{":
            level += 1
        elif character in ")]}":
            level -= 1
        elif character == separator and level == 0:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]]

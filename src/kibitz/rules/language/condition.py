"""Conditions and guards: comparisons of expressions, and conjunctions of them (section 3, the vectors f and o)."""

from __future__ import annotations

import operator as python_operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.errors import quote_value
from kibitz.rules.language.evaluation import Real, Values, column_value, point_value
from kibitz.rules.language.expression import Expression, ExpressionParser, format_expression, names_in

MAX_WIDTH = 1_000
"""Maximum number of conditions of one guard."""

_COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": python_operator.lt,
    "<=": python_operator.le,
    ">": python_operator.gt,
    ">=": python_operator.ge,
    "=": python_operator.eq,
    "!=": python_operator.ne,
}
OPERATORS = tuple(_COMPARE)
OPPOSITE: Mapping[str, str] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
"""The operator that holds exactly where the other does not."""


@dataclass(frozen=True, slots=True)
class Condition:
    """``left operator right``; exact on fractions, so that ties are exact."""

    left: Expression
    operator: str
    right: Expression

    def __post_init__(self) -> None:
        if self.operator not in _COMPARE:
            raise InputError(f"operator {self.operator!r} is not one of {' '.join(OPERATORS)}")

    @property
    def names(self) -> frozenset[str]:
        """All names that occur."""
        return names_in(self.left) | names_in(self.right)

    @property
    def opposite(self) -> Condition:
        """The condition that holds exactly where this one does not."""
        return Condition(self.left, OPPOSITE[self.operator], self.right)

    def holds(self, point: Mapping[str, Real]) -> bool:
        """Whether it holds at a point; division by zero is an `InputError`."""
        return self.compare(point, is_exact(point))

    def compare(self, point: Mapping[str, Real], exact: bool) -> bool:
        """Whether it holds, both sides computed in fractions if ``exact``, otherwise in floats."""
        left, right = point_value(self.left, point, exact), point_value(self.right, point, exact)
        return bool(_COMPARE[self.operator](left, right))

    def holds_many(self, columns: Values) -> NDArray[np.bool_]:
        """Whether it holds at each of many points; false where a side divides by zero."""
        return np.broadcast_to(self.holds_or_undefined(columns)[0], _length(columns))

    def holds_or_undefined(self, columns: Values) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Where it holds, and where it is undefined because a side divides by zero."""
        left, right = column_value(self.left, columns), column_value(self.right, columns)
        unclear = np.asarray(np.isnan(left) | np.isnan(right))
        return np.asarray(_COMPARE[self.operator](left, right)) & ~unclear, unclear

    def __str__(self) -> str:
        return format_condition(self)


@dataclass(frozen=True, slots=True)
class Guard:
    """A conjunction of conditions; the width of a guard is their number."""

    conditions: tuple[Condition, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.conditions) <= MAX_WIDTH:
            raise InputError(f"a guard has 1 to {MAX_WIDTH:,} conditions, not {len(self.conditions):,}")

    @property
    def width(self) -> int:
        """How many conditions there are."""
        return len(self.conditions)

    @property
    def names(self) -> frozenset[str]:
        """All names that occur."""
        return frozenset().union(*(condition.names for condition in self.conditions))

    def holds(self, point: Mapping[str, Real]) -> bool:
        """Whether all hold, from the left, as far as is needed: ``p > 0 and 1/p < 3`` is safe at p = 0."""
        exact = is_exact(point)
        return all(condition.compare(point, exact) for condition in self.conditions)

    def holds_many(self, columns: Values) -> NDArray[np.bool_]:
        """Whether all hold at each of many points."""
        return np.broadcast_to(self.holds_or_undefined(columns)[0], _length(columns))

    def holds_or_undefined(self, columns: Values) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Where all hold, and where a division by zero comes before the first that fails."""
        holds, unclear = self.conditions[0].holds_or_undefined(columns)
        for condition in self.conditions[1:]:
            if not holds.any():
                break
            also, doubt = condition.holds_or_undefined(columns)
            unclear = unclear | (holds & doubt)
            holds = holds & also
        return holds, unclear

    def __str__(self) -> str:
        return format_guard(self)


def is_exact(point: Mapping[str, Real]) -> bool:
    """Whether all coordinates are fractions or whole numbers."""
    return not any(isinstance(value, float) for value in point.values())


def _length(columns: Values) -> tuple[int, ...]:
    return np.broadcast_shapes(*(value.shape for value in columns.values() if isinstance(value, np.ndarray)))


def parse_condition(text: str) -> Condition:
    """One comparison, such as ``p2 >= 1/2``."""
    conditions = _chain(text)
    if len(conditions) > 1:
        raise InputError(f"one comparison is expected in {quote_value(text.strip(), 80)}")
    return conditions[0]


def format_condition(condition: Condition) -> str:
    """The comparison as text."""
    return f"{format_expression(condition.left)} {condition.operator} {format_expression(condition.right)}"


def parse_guard(text: str) -> Guard:
    """Comparisons joined by ``and``; a chain such as ``a <= b < c`` counts as two."""
    parts = f" {text} ".replace("\t", " ").split(" and ")
    return Guard(tuple(condition for part in parts for condition in _chain(part)))


def format_guard(guard: Guard) -> str:
    """The comparisons joined by ``and``."""
    return " and ".join(format_condition(condition) for condition in guard.conditions)


def _chain(text: str) -> list[Condition]:
    if not text.strip():
        raise InputError("a condition is missing")
    parser = ExpressionParser(text)
    left = parser.sum()
    conditions = []
    while operator := parser.take(*OPERATORS):
        right = parser.sum()
        conditions.append(Condition(left, operator, right))
        left = right
    parser.expect_end()
    if not conditions:
        raise InputError(f"a comparison ({' '.join(OPERATORS)}) is missing in {quote_value(text.strip(), 80)}")
    return conditions

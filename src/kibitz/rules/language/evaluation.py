"""The value of an expression: exact on fractions, fast on floats, whole columns at once on arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.step_limit import count_steps
from kibitz.rules.language.syntax_tree import Binary, Call, Expression, Name, Negate, Number, format_expression

MAX_BITS = 10_000
"""Maximum size of exact intermediate results."""
LONG_BITS = 500
"""Beyond this, an operation counts one more step for this many bits each."""

Column: TypeAlias = NDArray[np.float64]
Real: TypeAlias = float | Fraction
Values: TypeAlias = Mapping[str, float | Fraction | Column]


def evaluate(expression: Expression, values: Values) -> Real | Column:
    """The value of ``expression`` for these values of its names.

    Fractions and whole numbers give an exact fraction, a float among the values gives a float, an array gives an array
    of the common shape. Division by zero is an `InputError` that shows the expression; in arrays it gives nan.
    """
    shapes = [value.shape for value in values.values() if isinstance(value, np.ndarray)]
    if not shapes:
        return scalar_value(expression, cast("Mapping[str, Real]", values))
    shape = np.broadcast_shapes(*shapes)
    return np.broadcast_to(column_value(expression, values), shape)


def scalar_value(expression: Expression, values: Mapping[str, Real]) -> Real:
    """The value at one point; every value a fraction, a whole number or a finite float."""
    exact = not any(isinstance(value, float) for value in values.values())
    return point_value(expression, values, exact)


def point_value(expression: Expression, values: Mapping[str, Real], exact: bool) -> Real:
    """The value at one point, in fractions if ``exact``, otherwise in floats."""
    try:
        value = _point(expression, values, exact)
    except ZeroDivisionError:
        raise InputError(f"{_shorten_expression(expression)} divides by zero {_where(values)}") from None
    except OverflowError:
        raise InputError(f"{_shorten_expression(expression)} is too large a number {_where(values)}") from None
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"{_shorten_expression(expression)} is too large a number {_where(values)}")
    return value


def column_value(expression: Expression, values: Values) -> Column | float:
    """The values at many points; nan where the expression divides by zero or overflows."""
    with np.errstate(all="ignore"):
        value = _column(expression, values)
        if isinstance(value, float):
            return value if math.isfinite(value) else math.nan
        return np.where(np.isfinite(value), value, np.nan)


def _point(node: Expression, values: Mapping[str, Real], exact: bool) -> Real:
    if isinstance(node, Number):
        return node.value if exact else node.approximate
    if isinstance(node, Name):
        return _lookup(node.name, values, exact)
    if isinstance(node, Binary):
        left, right = _point(node.left, values, exact), _point(node.right, values, exact)
        return _fits(_operation(node.op, left, right))
    if isinstance(node, Negate):
        return -_point(node.operand, values, exact)
    return _function(node, [_point(argument, values, exact) for argument in node.arguments])


def _lookup(name: str, values: Mapping[str, Real], exact: bool) -> Real:
    try:
        value = values[name]
    except KeyError:
        raise InputError(f"{name} has no value; {_list_names(values)}") from None
    if exact:
        return value if isinstance(value, Fraction) else Fraction(int(value))
    number = float(value)
    if not math.isfinite(number):
        raise InputError(f"{name}: must be a finite number, not {value}")
    return number


def _operation(op: str, left: Real, right: Real) -> Real:
    if op == "+":
        return left + right
    if op == "-":
        return left - right
    if op == "*":
        return left * right
    if op == "/":
        return left / right
    power = int(right)
    if isinstance(left, Fraction) and power * _bits(left) > MAX_BITS:
        raise OverflowError
    return left**power


def _bits(value: Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length() - 1


def _fits(value: Real) -> Real:
    if isinstance(value, Fraction):
        bits = _bits(value)
        if bits > LONG_BITS:
            count_steps(bits // LONG_BITS)
        if bits > MAX_BITS:
            raise OverflowError
    elif not math.isfinite(value):
        raise OverflowError
    return value


def _function(node: Call, arguments: list[Real]) -> Real:
    kind: Callable[[int], Real] = Fraction if isinstance(arguments[0], Fraction) else float
    match node.function:
        case "min":
            return min(arguments)
        case "max":
            return max(arguments)
        case "abs":
            return max(arguments[0], -arguments[0])
        case "floor":
            return kind(math.floor(arguments[0]))
        case "ceil":
            return kind(math.ceil(arguments[0]))
        case _:
            return arguments[0] % arguments[1]


def _column(node: Expression, values: Values) -> Column | float:
    if isinstance(node, Number):
        return node.approximate
    if isinstance(node, Name):
        if node.name not in values:
            raise InputError(f"{node.name} has no value; {_list_names(values)}")
        value = values[node.name]
        return np.asarray(value, dtype=np.float64) if isinstance(value, np.ndarray) else float(value)
    if isinstance(node, Negate):
        return -_column(node.operand, values)
    if isinstance(node, Binary):
        return _column_operation(node.op, _column(node.left, values), _column(node.right, values))
    arguments = np.broadcast_arrays(*(_column(argument, values) for argument in node.arguments))
    return cast("Column", _COLUMN_FUNCTIONS[node.function](*arguments))


def _column_operation(op: str, left: Column | float, right: Column | float) -> Column | float:
    if op == "+":
        return left + right
    if op == "-":
        return left - right
    if op == "*":
        return left * right
    if op == "/":
        return left / np.where(right == 0, np.nan, right)
    return cast("Column", np.power(left, right))


_COLUMN_FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "min": lambda *columns: np.minimum.reduce(columns),
    "max": lambda *columns: np.maximum.reduce(columns),
    "abs": np.abs,
    "floor": np.floor,
    "ceil": np.ceil,
    "mod": lambda left, right: np.mod(left, np.where(right == 0, np.nan, right)),
}


def _shorten_expression(expression: Expression) -> str:
    text = format_expression(expression)
    return text if len(text) <= 80 else text[:77] + "..."


def _where(values: Mapping[str, Real]) -> str:
    shown = ", ".join(f"{name} = {values[name]}" for name in list(values)[:8])
    return f"at {shown}" if shown else "everywhere"


def _list_names(values: Values) -> str:
    names = ", ".join(sorted(values)[:12])
    return f"the names with a value are {names}" if names else "no name has one"

"""Payoff matrices and mixed strategies as arrays, checked once on input.

An array is either float64, or an object array of `Fraction` when any of the input was given as a fraction or as a
string that spells one; NumPy's sums and products are exact on the latter, so that one formula serves both.
"""

from __future__ import annotations

import re
from collections.abc import Sized
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError
from kibitz.core.step_limit import count_steps

Number: TypeAlias = float | Fraction
NumberArray: TypeAlias = NDArray[Any]

MAX_ENTRIES = 20_000_000
"""Maximum number of entries of an array: a matrix of 4,472 x 4,472."""

SPELLING = re.compile(r"\s*[-+]?(\d{1,40}/\d{1,40}|\d{0,40}\.?\d{0,40}(e[-+]?\d{1,3})?)\s*", re.IGNORECASE | re.ASCII)
"""Notation of a number; bounded, because 1e999999999 would be a whole number of a billion digits."""

SIMPLEX_TOLERANCE = 1e-9
"""How far the sum of a strategy given in floating point may be from 1, and a probability below 0."""


def _fraction(entry: Any, name: str) -> Fraction:
    try:
        if isinstance(entry, str) and not SPELLING.fullmatch(entry):
            raise ValueError(entry)
        return Fraction(entry)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise InputError(f"{name}: must be finite numbers, not {repr(entry)[:60]}") from None


def number_array(values: object, name: str, ndim: int) -> NumberArray:
    """The values as a non-empty array of ``ndim`` dimensions: float64, or fractions if any entry is one or a string."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError(f"{name}: rows must have equal length") from None
    if array.ndim != ndim:
        raise InputError(f"{name}: must be an array of {ndim} dimension{'s' * (ndim > 1)}, not {array.ndim}")
    if array.size == 0:
        raise InputError(f"{name}: must have at least one entry")
    if array.size > MAX_ENTRIES:
        raise InputError(f"{name}: must have at most {MAX_ENTRIES:,} entries, not {array.size:,}")
    if array.dtype.kind in "OU":
        return fraction_array(values, name, ndim)
    if array.dtype.kind not in "biuf":
        raise InputError(f"{name}: must be finite numbers, not {array.flat[0].item()!r}")
    floats = array.astype(np.float64)
    if not np.isfinite(floats).all():
        raise InputError(f"{name}: must be finite numbers, not {floats[~np.isfinite(floats)][0]}")
    return floats


def fraction_array(values: object, name: str, ndim: int) -> NumberArray:
    """The values as an object array of fractions; floats stand for the binary fraction they are.

    Strings such as ``"1/3"`` and ``"0.1"`` are read as the number they spell.
    """
    try:
        array = np.asarray(values, dtype=object)
    except ValueError:
        raise InputError(f"{name}: rows must have equal length") from None
    if 0 < array.ndim < ndim and any(isinstance(row, Sized) and not isinstance(row, str) for row in array.flat):
        raise InputError(f"{name}: rows must have equal length")
    if array.ndim != ndim:
        raise InputError(f"{name}: must be an array of {ndim} dimension{'s' * (ndim > 1)}, not {array.ndim}")
    if array.size == 0:
        raise InputError(f"{name}: must have at least one entry")
    if array.size > MAX_ENTRIES:
        raise InputError(f"{name}: must have at most {MAX_ENTRIES:,} entries, not {array.size:,}")
    result = np.empty(array.shape, dtype=object)
    for index, entry in enumerate(array.flat):
        result.flat[index] = _fraction(entry.item() if isinstance(entry, np.generic) else entry, name)
    return result


def common_denominator(fractions: NumberArray) -> int:
    """The least whole number that makes all the fractions whole."""
    return lcm(*(entry.denominator for entry in fractions.flat))


def positive_integers(payoffs: NumberArray) -> list[list[int]]:
    """The payoffs, given as fractions, on the scale of their denominator and from 1 up; equilibria stay the same."""
    scale, lowest = common_denominator(payoffs), payoffs.min()
    # Fractions with denominators of their own grow to the product of all; see `IntegerTableau.exchange` for the cost.
    count_steps(payoffs.size * (1 + (scale.bit_length() // 64) ** 2 // 150))
    return [[int((entry - lowest) * scale) + 1 for entry in row] for row in payoffs]


def float_array(values: object, name: str, ndim: int) -> FloatArray:
    """The values as a non-empty float64 array of ``ndim`` dimensions; fractions are rounded."""
    array = number_array(values, name, ndim)
    try:
        return array.astype(np.float64)
    except OverflowError:
        raise InputError(f"{name}: numbers must be at most about 1e308") from None


def is_exact(array: NumberArray) -> bool:
    """Whether this array holds fractions."""
    return bool(array.dtype.kind == "O")


def to_common_type(*arrays: NumberArray) -> tuple[NumberArray, ...]:
    """The arrays all as fractions if any of them is, else as they are."""
    if not any(is_exact(array) for array in arrays):
        return arrays
    return tuple(array if is_exact(array) else fraction_array(array, "numbers", array.ndim) for array in arrays)


def mixed_strategy(strategy: object, n_choices: int, name: str) -> NumberArray:
    """The strategy as an array of ``n_choices`` probabilities; fractions must sum to 1 exactly."""
    array = number_array(strategy, name, 1)
    if array.size != n_choices:
        raise InputError(f"{name}: {n_choices} probabilities are needed, not {array.size}")
    tolerance = 0 if is_exact(array) else SIMPLEX_TOLERANCE
    if array.min() < -tolerance:
        raise InputError(f"{name}: probabilities must be from 0 to 1, not {array.min()}")
    if abs(array.sum() - 1) > tolerance:
        raise InputError(f"{name}: probabilities must sum to 1, not to {array.sum()}")
    return array

"""Multipliers: why a polynomial is not negative where other polynomials are not.

To show s >= 0 wherever g1 >= 0, g2 >= 0, ... on a box, it is enough to find multipliers q >= 0 with
s - q1 g1 - q12 g1 g2 - ... >= 0 on the whole box, all by Bernstein coefficients. That is a linear program in the
coefficients of the multipliers; its answer is rounded to simple fractions and then checked exactly. Reference:
D. Handelman, "Representing polynomials by positive linear functions on compact convex polyhedra" (1988).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np

from kibitz.core import FloatArray
from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.bernstein import Box, common_degrees, float_coefficients, power_tensor
from kibitz.rules.algebra.polynomial import Exponents, Polynomial
from kibitz.rules.algebra.signs import Case
from kibitz.rules.proof.proof import Multiplier
from kibitz.rules.proof.verification import is_proven_nonnegative

MAX_UNKNOWNS = 1_500
MAX_COEFFICIENTS = 4_000
ROUNDINGS = (60, 5_040, 10**7)
"""Largest denominators that are tried for a multiplier's coefficients."""


def find_multipliers(
    polynomial: Polynomial,
    case: Case,
    box: Box,
    inequality: int,
    strictly: bool = False,
    kinds: tuple[bool, ...] = (False, True),
) -> tuple[Multiplier, ...] | None:
    """Multipliers that show the polynomial not negative (strictly: positive) in the case on the box, if some are found.

    First plain numbers, then polynomials as multipliers; ``kinds`` says which are tried (True: polynomials).
    """
    if not case:
        return None
    products: list[tuple[int, ...]] = [(i,) for i in range(len(case))]
    if 1 < len(case) <= 6:
        products.extend(combinations(range(len(case)), 2))
    for with_basis in kinds:
        result = _solve_for_multipliers(polynomial, case, box, products, with_basis, inequality, strictly)
        if result is not None:
            return result
    return None


def _solve_for_multipliers(
    polynomial: Polynomial,
    case: Case,
    box: Box,
    products: list[tuple[int, ...]],
    with_basis: bool,
    inequality: int,
    strictly: bool,
) -> tuple[Multiplier, ...] | None:
    from scipy.optimize import linprog

    terms = [_product(case, indices) for indices in products]
    degrees = common_degrees([polynomial, *terms])
    if np.prod([n + 1 for n in degrees]) > MAX_COEFFICIENTS:
        return None
    unknowns: list[tuple[int, Polynomial]] = []
    for number, term in enumerate(terms):
        room = tuple(n - k for n, k in zip(degrees, term.degrees, strict=True)) if with_basis else (0,) * len(degrees)
        unknowns.extend((number, basis) for basis in _basis(room, box, polynomial.names))
    if len(unknowns) > MAX_UNKNOWNS:
        return None
    columns = _coefficients([basis * terms[number] for number, basis in unknowns], degrees, box)
    count_steps(2_000 + columns.size // 5)
    target = _coefficients([polynomial], degrees, box)[0]
    sizes = np.maximum(np.abs(columns).max(axis=1), 1e-300)
    scale = float(np.abs(target).max()) or 1.0
    is_strict = np.array([all(case[i].strict for i in products[number]) for number, _ in unknowns])
    # Strictly: as much as possible of what is known to be positive; otherwise as little of everything as will do.
    costs = np.where(is_strict, -1.0, 1e-3) if strictly else np.ones(len(unknowns))
    answer = linprog(
        costs,
        A_ub=(columns / sizes[:, np.newaxis]).T,
        b_ub=target / scale + 1e-13,
        bounds=(0, 1.0 if strictly else None),
        method="highs",
    )
    if answer.x is None:
        return None
    values = answer.x * scale / sizes
    for largest in ROUNDINGS:
        result = _round_multipliers(values, unknowns, products, largest, inequality)
        if result and is_proven_nonnegative(polynomial, list(result), case, box, strictly):
            return result
    return None


def _round_multipliers(
    values: FloatArray,
    unknowns: list[tuple[int, Polynomial]],
    products: list[tuple[int, ...]],
    largest: int,
    inequality: int,
) -> tuple[Multiplier, ...]:
    sums: dict[int, Polynomial] = {}
    for value, (number, basis) in zip(values, unknowns, strict=True):
        fraction = Fraction(float(value)).limit_denominator(largest)
        if fraction > 0:
            part = basis.scale(fraction)
            sums[number] = sums[number] + part if number in sums else part
    return tuple(Multiplier(inequality, products[number], total) for number, total in sums.items())


def _product(case: Case, indices: tuple[int, ...]) -> Polynomial:
    result = case[indices[0]].polynomial
    for index in indices[1:]:
        result = result * case[index].polynomial
    return result


def _coefficients(polynomials: list[Polynomial], degrees: Exponents, box: Box) -> FloatArray:
    tensor = power_tensor(polynomials, degrees).astype(np.float64)
    return float_coefficients(tensor, box).reshape(len(polynomials), -1)


def _basis(degrees: Exponents, box: Box, names: tuple[str, ...]) -> list[Polynomial]:
    """The Bernstein polynomials of these degrees on the box."""
    one = Polynomial.constant(names, 1)
    lines: list[list[Polynomial]] = []
    for axis, degree in enumerate(degrees):
        low, high = box[axis]
        if degree == 0 or low == high:
            lines.append([one])
            continue
        p = Polynomial.variable(names, names[axis])
        up = (p - Polynomial.constant(names, low)).scale(1 / (high - low))
        down = (Polynomial.constant(names, high) - p).scale(1 / (high - low))
        lines.append([(up**k * down ** (degree - k)).scale(comb(degree, k)) for k in range(degree + 1)])
    result = []
    for parts in product(*lines):
        total = one
        for part in parts:
            total = total * part
        result.append(total)
    return result

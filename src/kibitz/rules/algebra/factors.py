"""Factors of polynomials, as far as guards and short formulas need them.

Complete for factors that miss a parameter, for linear factors with small whole coefficients, and for polynomials of
degree 2 in some parameter; what is left after these is returned as one factor. Every split is an exact division, so
the product is always right.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import gcd, isqrt

import numpy as np

from kibitz.core import FloatArray
from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.polynomial import Polynomial, axis_content, common_divisor, exact_quotient
from kibitz.rules.language.expression import Binary, Expression, Negate, Number

MAX_COEFFICIENT = 4
FACTOR_STEPS = 3_000
"""What it takes to try the linear forms on one polynomial."""
MAX_QUADRATIC = 24
"""Terms of the longest polynomial whose discriminant is looked at."""
MAX_FORMS = 7_000
"""Linear forms that are tried as factors; with many parameters their coefficients are kept smaller."""


@lru_cache(maxsize=16)
def linear_forms(names: tuple[str, ...], largest: int) -> tuple[Polynomial, ...]:
    """Linear forms with coprime whole coefficients up to ``largest`` in size, leading one positive, smallest first."""
    d = len(names)
    forms = []
    for numbers in product(range(-largest, largest + 1), repeat=d + 1):
        slopes = numbers[1:]
        lead = next((c for c in slopes if c), 0)
        if lead <= 0 or reduce(gcd, (abs(c) for c in numbers)) != 1:
            continue
        terms = {(0,) * d: Fraction(numbers[0])}
        terms |= {tuple(int(k == axis) for k in range(d)): Fraction(c) for axis, c in enumerate(slopes)}
        size = (sum(c != 0 for c in numbers), sum(abs(c) for c in numbers))
        forms.append((size, numbers, Polynomial.from_terms(names, terms)))
    return tuple(form for _, _, form in sorted(forms, key=lambda item: item[:2]))


def largest_coefficient(n_parameters: int) -> int:
    """The largest coefficient up to ``MAX_COEFFICIENT`` for which the forms stay within bounds; 0 where none does."""
    return next((c for c in range(MAX_COEFFICIENT, 0, -1) if (2 * c + 1) ** (n_parameters + 1) <= 2 * MAX_FORMS), 0)


@lru_cache(maxsize=4096)
def factors(polynomial: Polynomial) -> tuple[Fraction, tuple[Polynomial, ...]]:
    """A number and factors (with repetition) whose product is the polynomial.

    Factors have coprime whole coefficients; the sign is in the number.
    """
    count_steps(FACTOR_STEPS)
    if polynomial.is_zero:
        return Fraction(0), ()
    result = _split_by_axes(polynomial.monic_sign())
    pieces = sorted(
        (piece for part in result for form in _split_by_forms(part) for piece in _split_quadratic(form)),
        key=lambda p: (p.total_degree, len(p.terms), [tuple(-e for e in term[0]) for term in p.terms]),
    )
    remaining = polynomial
    for piece in pieces:
        remaining = exact_quotient(remaining, piece)
    return remaining.number, tuple(pieces)


def _split_by_axes(polynomial: Polynomial) -> list[Polynomial]:
    if polynomial.is_constant:
        return []
    for axis, degree in enumerate(polynomial.degrees):
        if degree:
            content = axis_content(polynomial, axis)
            if not content.is_constant:
                return _split_by_axes(content) + _split_by_axes(exact_quotient(polynomial, content).monic_sign())
    return [polynomial]


def _split_by_forms(polynomial: Polynomial) -> list[Polynomial]:
    """Take out linear factors: only forms on whose zeros the polynomial seems to vanish are divided."""
    used = tuple(k for k, degree in enumerate(polynomial.degrees) if degree)
    largest = largest_coefficient(len(used))
    if polynomial.total_degree < 2 or not largest:
        return [polynomial]
    names = tuple(polynomial.names[k] for k in used)
    zeros = _zeros(names, largest)
    columns = dict.fromkeys(polynomial.names, np.zeros(len(zeros)))
    columns |= {name: zeros[:, k] for k, name in enumerate(names)}
    sizes = Polynomial(polynomial.names, tuple((e, abs(c)) for e, c in polynomial.terms))
    scale = sizes.evaluate({name: np.abs(column) for name, column in columns.items()})
    seems_zero = np.abs(polynomial.evaluate(columns)) <= 1e-9 * scale
    result: list[Polynomial] = []
    for number in np.flatnonzero(seems_zero):
        form = _with_names(linear_forms(names, largest)[number], polynomial.names)
        while polynomial.total_degree > 1 and (quotient := polynomial.divide_exactly(form)) is not None:
            result.append(form)
            polynomial = quotient.monic_sign()
    return [*result, polynomial]


def _split_quadratic(polynomial: Polynomial) -> list[Polynomial]:
    """The two factors of a polynomial a p^2 + b p + c whose discriminant b^2 - 4 a c is a square."""
    for axis, degree in enumerate(polynomial.degrees):
        if degree != 2 or polynomial.total_degree < 2 or len(polynomial.terms) > MAX_QUADRATIC:
            continue
        c, b, a = polynomial.coefficients(axis)
        root = square_root(b * b - (a * c).scale(4))
        if root is None:
            return [polynomial]
        p = Polynomial.variable(polynomial.names, polynomial.names[axis])
        factor = common_divisor(polynomial, (a * p).scale(2) + b + root)
        if factor.is_constant or factor.degrees[axis] != 1:
            return [polynomial]
        return [factor, exact_quotient(polynomial, factor).monic_sign()]
    return [polynomial]


def square_root(polynomial: Polynomial) -> Polynomial | None:
    """The polynomial whose square this is, its leading term positive, or ``None`` where there is none."""
    rest, root = polynomial, Polynomial.constant(polynomial.names, 0)
    for _ in range(len(polynomial.terms) + 1):
        if rest.is_zero:
            return root
        exponents, coefficient = rest.terms[-1]
        if root.is_zero:
            value = _rational_root(coefficient)
            if value is None or any(e % 2 for e in exponents):
                return None
            root = Polynomial(polynomial.names, ((tuple(e // 2 for e in exponents), value),))
        else:
            lead_exponents, lead = root.terms[-1]
            left = tuple(e - k for e, k in zip(exponents, lead_exponents, strict=True))
            if min(left) < 0 or left >= lead_exponents:
                return None
            root = root + Polynomial(polynomial.names, ((left, coefficient / (2 * lead)),))
        rest = polynomial - root * root
    return None


def _rational_root(number: Fraction) -> Fraction | None:
    if number < 0:
        return None
    top, bottom = isqrt(number.numerator), isqrt(number.denominator)
    return Fraction(top, bottom) if top * top == number.numerator and bottom * bottom == number.denominator else None


@lru_cache(maxsize=16)
def _zeros(names: tuple[str, ...], largest: int) -> FloatArray:
    """One irregular point on the zeros of each linear form."""
    forms = linear_forms(names, largest)
    d = len(names)
    slopes = np.array(
        [[float(dict(f.terms).get(tuple(int(j == k) for j in range(d)), 0)) for k in range(d)] for f in forms]
    )
    constants = np.array([float(f.number) for f in forms])
    points = np.random.default_rng(1).uniform(0.2, 0.9, (len(forms), d))
    lead = np.array([next(k for k in range(d) if line[k]) for line in slopes])
    rows = np.arange(len(forms))
    points[rows, lead] = 0.0
    points[rows, lead] = -(constants + (slopes * points).sum(axis=1)) / slopes[rows, lead]
    return points


def _with_names(form: Polynomial, names: tuple[str, ...]) -> Polynomial:
    places = [names.index(name) for name in form.names]
    terms = {}
    for exponents, coefficient in form.terms:
        wide = np.zeros(len(names), dtype=int)
        wide[places] = exponents
        terms[tuple(int(e) for e in wide)] = coefficient
    return Polynomial.from_terms(names, terms)


def factored_expression(polynomial: Polynomial) -> Expression:
    """The polynomial as a product of its factors, as in ``(1 - p1)*(1 - 2*p2)``."""
    number, pieces = factors(polynomial)
    turned = [-piece if piece.terms[0][1] < 0 else piece for piece in pieces]
    number = number * (-1) ** sum(piece.terms[0][1] < 0 for piece in pieces)
    if not turned:
        return Number(number)
    if number < 0 and len(turned[-1].terms) > 1:
        number, turned[-1] = -number, -turned[-1]
    parts: list[Expression] = [Number(Fraction(abs(number.numerator)))] if abs(number.numerator) != 1 else []
    for piece in dict.fromkeys(turned):
        power = turned.count(piece)
        parts.append(
            piece.to_expression() if power == 1 else Binary("^", piece.to_expression(), Number(Fraction(power)))
        )
    if number < 0:
        parts[0] = Number(Fraction(number.numerator)) if abs(number.numerator) != 1 else Negate(parts[0])
    result = reduce(lambda a, b: Binary("*", a, b), parts)
    if number.denominator != 1:
        result = Binary("/", result, Number(Fraction(number.denominator)))
    return result

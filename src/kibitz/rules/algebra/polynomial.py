"""Polynomials of the parameters with rational coefficients: exact arithmetic, division and common factors.

A polynomial knows the names of all parameters of its game, in the order of the domain, so that exponents line up with
the columns of a sample.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Any

from kibitz.core import InputError
from kibitz.core.step_limit import count_steps
from kibitz.rules.language.expression import Binary, Expression, Name, Negate, Number, format_expression

Exponents = tuple[int, ...]

MAX_TERMS = 20_000
"""Products above this size are refused: nothing that a person can use is that long."""


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A sum of terms ``coefficient * product of name ** exponent``; no zero terms, exponents in rising order."""

    names: tuple[str, ...]
    terms: tuple[tuple[Exponents, Fraction], ...]

    @staticmethod
    def from_terms(names: tuple[str, ...], terms: Mapping[Exponents, Fraction]) -> Polynomial:
        """The polynomial with these coefficients."""
        return Polynomial(names, tuple(sorted((e, c) for e, c in terms.items() if c)))

    @staticmethod
    def constant(names: tuple[str, ...], number: Fraction | int) -> Polynomial:
        """The polynomial that is this number everywhere."""
        return Polynomial.from_terms(names, {(0,) * len(names): Fraction(number)})

    @staticmethod
    def variable(names: tuple[str, ...], name: str) -> Polynomial:
        """The polynomial that is this parameter."""
        if name not in names:
            raise InputError(f"{name}: the parameters are {', '.join(names)}")
        return Polynomial(names, ((tuple(int(n == name) for n in names), Fraction(1)),))

    @staticmethod
    def from_expression(expression: Expression, names: tuple[str, ...]) -> Polynomial:
        """The polynomial that an expression denotes; refuses quotients of parameters and functions such as ``min``."""
        from kibitz.rules.algebra.ratio import Ratio

        ratio = Ratio.from_expression(expression, names)
        if not ratio.denominator.is_constant:
            raise InputError(f"{format_expression(expression)}: must be a polynomial of the parameters, not a quotient")
        return ratio.numerator.scale(1 / ratio.denominator.number)

    @property
    def is_zero(self) -> bool:
        """Whether it is 0 everywhere."""
        return not self.terms

    @property
    def is_constant(self) -> bool:
        """Whether no parameter occurs in it."""
        return not self.terms or (len(self.terms) == 1 and not any(self.terms[0][0]))

    @property
    def number(self) -> Fraction:
        """The constant term."""
        return dict(self.terms).get((0,) * len(self.names), Fraction(0))

    @property
    def degrees(self) -> Exponents:
        """The largest exponent of each parameter."""
        return tuple(max((e[k] for e, _ in self.terms), default=0) for k in range(len(self.names)))

    @property
    def total_degree(self) -> int:
        """The largest sum of exponents of a term."""
        return max((sum(e) for e, _ in self.terms), default=0)

    def __neg__(self) -> Polynomial:
        return Polynomial(self.names, tuple((e, -c) for e, c in self.terms))

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for exponents, coefficient in other.terms:
            terms[exponents] = terms.get(exponents, Fraction(0)) + coefficient
        return Polynomial.from_terms(self.names, terms)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + (-other)

    def __mul__(self, other: Polynomial) -> Polynomial:
        terms: dict[Exponents, Fraction] = {}
        count_steps(2 * len(self.terms) * len(other.terms))
        if len(self.terms) * len(other.terms) > 50 * MAX_TERMS:
            raise InputError(f"polynomials: only products of up to {MAX_TERMS:,} terms can be computed")
        for e1, c1 in self.terms:
            for e2, c2 in other.terms:
                exponents = tuple(a + b for a, b in zip(e1, e2, strict=True))
                terms[exponents] = terms.get(exponents, Fraction(0)) + c1 * c2
        if len(terms) > MAX_TERMS:
            raise InputError(f"polynomials: only products of up to {MAX_TERMS:,} terms can be computed")
        return Polynomial.from_terms(self.names, terms)

    def __pow__(self, power: int) -> Polynomial:
        result = Polynomial.constant(self.names, 1)
        for _ in range(power):
            result = result * self
        return result

    def scale(self, factor: Fraction | int) -> Polynomial:
        """This polynomial times a number."""
        return Polynomial.from_terms(self.names, {e: c * factor for e, c in self.terms})

    def evaluate(self, values: Mapping[str, Any]) -> Any:
        """The polynomial at a point (exact on Fractions) or at many (arrays broadcast)."""
        total: Any = Fraction(0)
        floats = any(not isinstance(values[n], Fraction | int) for n in self.names)
        if floats:
            total = 0.0
        for exponents, coefficient in self.terms:
            term: Any = float(coefficient) if floats else coefficient
            for name, exponent in zip(self.names, exponents, strict=True):
                for _ in range(exponent):
                    term = term * values[name]
            total = total + term
        return total

    def derivative(self, axis: int) -> Polynomial:
        """The partial derivative with respect to the parameter number ``axis``."""
        return Polynomial.from_terms(
            self.names,
            {(*e[:axis], e[axis] - 1, *e[axis + 1 :]): c * e[axis] for e, c in self.terms if e[axis]},
        )

    def coefficients(self, axis: int) -> tuple[Polynomial, ...]:
        """The coefficients of the powers of one parameter, lowest power first; they do not contain it."""
        rows: list[dict[Exponents, Fraction]] = [{} for _ in range(self.degrees[axis] + 1)]
        for e, c in self.terms:
            rows[e[axis]][(*e[:axis], 0, *e[axis + 1 :])] = c
        return tuple(Polynomial.from_terms(self.names, row) for row in rows)

    @property
    def content(self) -> Fraction:
        """The positive number that leaves coprime whole coefficients when divided out; 0 for zero."""
        if not self.terms:
            return Fraction(0)
        numerators = reduce(gcd, (abs(c.numerator) for _, c in self.terms))
        return Fraction(numerators, reduce(lcm, (c.denominator for _, c in self.terms)))

    def primitive(self) -> Polynomial:
        """The same zeros and signs with coprime whole coefficients."""
        return self if self.is_zero else self.scale(1 / self.content)

    def monic_sign(self) -> Polynomial:
        """The primitive polynomial of this or its negative, whichever has a positive leading term."""
        part = self.primitive()
        return -part if part.terms and part.terms[-1][1] < 0 else part

    def divide_exactly(self, divisor: Polynomial) -> Polynomial | None:
        """The exact quotient, or ``None`` where the division leaves a remainder."""
        if divisor.is_zero:
            return None
        lead_exponents, lead = divisor.terms[-1]
        rest = dict(self.terms)
        quotient: dict[Exponents, Fraction] = {}
        while rest:
            count_steps(len(divisor.terms) * 2 + len(rest) // 20)
            exponents = max(rest)
            step = tuple(a - b for a, b in zip(exponents, lead_exponents, strict=True))
            if min(step, default=0) < 0:
                return None
            factor = rest[exponents] / lead
            quotient[step] = factor
            for e, c in divisor.terms:
                key = tuple(a + b for a, b in zip(step, e, strict=True))
                value = rest.get(key, Fraction(0)) - factor * c
                if value:
                    rest[key] = value
                else:
                    rest.pop(key, None)
        return Polynomial.from_terms(self.names, quotient)

    def to_expression(self) -> Expression:
        """The sum of its terms, lowest degree first: ``1 - p1 + p1*p2``."""
        ordered = sorted(self.terms, key=lambda term: (sum(term[0]), tuple(-e for e in term[0])))
        positive_first = sorted(ordered, key=lambda term: term[1] < 0) if ordered and ordered[0][1] < 0 else ordered
        result: Expression | None = None
        for exponents, coefficient in positive_first:
            term = _term(self.names, exponents, abs(coefficient))
            if result is None:
                result = term if coefficient > 0 else Negate(term)
            else:
                result = Binary("+" if coefficient > 0 else "-", result, term)
        return result if result is not None else Number(Fraction(0))

    def __str__(self) -> str:
        return format_expression(self.to_expression())


def _term(names: tuple[str, ...], exponents: Exponents, coefficient: Fraction) -> Expression:
    if not any(exponents):
        return Number(coefficient)
    factors: list[Expression] = []
    for name, exponent in zip(names, exponents, strict=True):
        if exponent == 1:
            factors.append(Name(name))
        elif exponent > 1:
            factors.append(Binary("^", Name(name), Number(Fraction(exponent))))
    if coefficient.numerator != 1:
        factors.insert(0, Number(Fraction(coefficient.numerator)))
    product = reduce(lambda a, b: Binary("*", a, b), factors)
    return product if coefficient.denominator == 1 else Binary("/", product, Number(Fraction(coefficient.denominator)))


def common_divisor(first: Polynomial, second: Polynomial) -> Polynomial:
    """The greatest common divisor, with coprime whole coefficients and a positive leading term."""
    if first.is_zero or second.is_zero:
        other = second if first.is_zero else first
        return other.monic_sign()
    one = Polynomial.constant(first.names, 1)
    if first.is_constant or second.is_constant:
        return one
    both = [max(a, b) for a, b in zip(first.degrees, second.degrees, strict=True)]
    axis = next(k for k, degree in enumerate(both) if degree)
    if not first.degrees[axis] or not second.degrees[axis]:
        with_axis, without = (first, second) if first.degrees[axis] else (second, first)
        return common_divisor(axis_content(with_axis, axis), without)
    content1, content2 = axis_content(first, axis), axis_content(second, axis)
    content = common_divisor(content1, content2)
    a, b = exact_quotient(first, content1), exact_quotient(second, content2)
    if a.degrees[axis] < b.degrees[axis]:
        a, b = b, a
    while not b.is_zero:
        if not b.degrees[axis]:
            return content
        remainder = _pseudo_remainder(a, b, axis)
        if not remainder.is_zero:
            remainder = exact_quotient(remainder, axis_content(remainder, axis)).primitive()
        a, b = b, remainder
    return (content * a).monic_sign()


def axis_content(polynomial: Polynomial, axis: int) -> Polynomial:
    """The common divisor of the coefficients of the powers of one parameter."""
    return reduce(common_divisor, sorted(polynomial.coefficients(axis), key=lambda c: len(c.terms)))


def exact_quotient(dividend: Polynomial, divisor: Polynomial) -> Polynomial:
    """The quotient by a polynomial that is known to divide."""
    quotient = dividend.divide_exactly(divisor)
    assert quotient is not None, "a common divisor divides"
    return quotient


def _pseudo_remainder(a: Polynomial, b: Polynomial, axis: int) -> Polynomial:
    lead = b.coefficients(axis)[-1]
    variable = Polynomial.variable(a.names, a.names[axis])
    while not a.is_zero and a.degrees[axis] >= b.degrees[axis]:
        shift = a.degrees[axis] - b.degrees[axis]
        a = (a * lead - b * a.coefficients(axis)[-1] * variable**shift).primitive()
    return a

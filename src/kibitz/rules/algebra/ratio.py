"""Quotients of polynomials of the parameters, cancelled: what the probabilities of a strategy formula are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.core import InputError
from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.polynomial import Polynomial, common_divisor, exact_quotient
from kibitz.rules.language.expression import Binary, Expression, Name, Negate, Number, format_expression


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quotient of two polynomials without common factor; the denominator has coprime whole coefficients."""

    numerator: Polynomial
    denominator: Polynomial

    @staticmethod
    def of(numerator: Polynomial, denominator: Polynomial) -> Ratio:
        """The cancelled quotient, its denominator positive in the lowest term."""
        if denominator.is_zero:
            raise InputError("a quotient: the denominator is 0 for all parameters")
        common = common_divisor(numerator, denominator)
        top, bottom = exact_quotient(numerator, common), exact_quotient(denominator, common)
        scale = bottom.content * (-1 if bottom.terms[0][1] < 0 else 1)
        return Ratio(top.scale(1 / scale), bottom.scale(1 / scale))

    @staticmethod
    def from_expression(expression: Expression, names: tuple[str, ...]) -> Ratio:
        """The quotient that an expression denotes; functions such as ``min`` are refused."""
        count_steps(50)
        match expression:
            case Number(value):
                return Ratio(Polynomial.constant(names, value), Polynomial.constant(names, 1))
            case Name(name):
                return Ratio(Polynomial.variable(names, name), Polynomial.constant(names, 1))
            case Negate(operand):
                inner = Ratio.from_expression(operand, names)
                return Ratio(-inner.numerator, inner.denominator)
            case Binary(op, left, right):
                a, b = Ratio.from_expression(left, names), Ratio.from_expression(right, names)
                return _combine(op, a, b, expression)
        text = format_expression(expression)
        raise InputError(f"{text}: a proof allows only + - * / ^ of the parameters, not functions")

    def to_expression(self) -> Expression:
        """The quotient as an expression."""
        top = self.numerator.to_expression()
        return top if self.denominator.is_constant else Binary("/", top, self.denominator.to_expression())


def _combine(op: str, a: Ratio, b: Ratio, expression: Expression) -> Ratio:
    if op in "+-":
        cross = b.numerator * a.denominator
        top = a.numerator * b.denominator + (cross if op == "+" else -cross)
        return Ratio.of(top, a.denominator * b.denominator)
    if op == "*":
        return Ratio.of(a.numerator * b.numerator, a.denominator * b.denominator)
    if op == "/":
        if b.numerator.is_zero:
            raise InputError(f"{format_expression(expression)}: it divides by 0 for all parameters")
        return Ratio.of(a.numerator * b.denominator, a.denominator * b.numerator)
    power = b.numerator.number / b.denominator.number if b.numerator.is_constant and b.denominator.is_constant else None
    if power is None or power.denominator != 1 or not 0 <= power <= 16:
        raise InputError(f"{format_expression(expression)}: a power must be a whole number from 0 to 16")
    return Ratio.of(a.numerator ** int(power), a.denominator ** int(power))


def over_common_denominator(ratios: Iterable[Ratio]) -> tuple[tuple[Polynomial, ...], Polynomial]:
    """The numerators of the ratios over their least common denominator, and that denominator."""
    items = tuple(ratios)
    bottom = items[0].denominator
    for ratio in items[1:]:
        bottom = bottom * exact_quotient(ratio.denominator, common_divisor(bottom, ratio.denominator))
    return tuple(ratio.numerator * exact_quotient(bottom, ratio.denominator) for ratio in items), bottom

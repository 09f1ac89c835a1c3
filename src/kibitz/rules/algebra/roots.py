"""Real roots of polynomials in one variable, exact: isolation, comparison, and signs of other polynomials at a root.

Coefficients are whole numbers, lowest power first. Roots are isolated by bisection with Descartes' rule of signs.
Reference: G. E. Collins, A. G. Akritas, "Polynomial real root isolation using Descartes' rule of signs" (1976).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, reduce
from math import gcd, isqrt, lcm

from kibitz.core.step_limit import count_steps

Coefficients = tuple[int, ...]

PRIME = (1 << 61) - 1
"""Two polynomials without common factor modulo this prime have none at all."""
SIMPLE_DENOMINATOR = 1_000
"""Roots with denominators up to this are recognized as fractions."""


def sign(number: Fraction | int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def trim(coefficients: Sequence[int]) -> Coefficients:
    """Without leading zeros and common factors, with a positive leading coefficient; ``()`` for zero."""
    end = len(coefficients)
    while end and not coefficients[end - 1]:
        end -= 1
    divisor = reduce(gcd, coefficients[:end], 0)
    if not divisor:
        return ()
    divisor = -divisor if coefficients[end - 1] < 0 else divisor
    return tuple(c // divisor for c in coefficients[:end])


def value_sign(coefficients: Coefficients, at: Fraction) -> int:
    """The sign of the polynomial at a fraction."""
    return _sign_at(coefficients, at.numerator, at.denominator)


def _sign_at(coefficients: Coefficients, top: int, bottom: int) -> int:
    """The sign of the polynomial at top/bottom, for a positive bottom."""
    total, power = 0, 1
    for c in reversed(coefficients):
        total = total * top + c * power
        power *= bottom
    return (total > 0) - (total < 0)


def derivative(coefficients: Coefficients) -> Coefficients:
    """The derivative, up to a positive factor."""
    return trim([k * c for k, c in enumerate(coefficients)][1:])


def _remainder_modulo(a: list[int], b: list[int]) -> list[int]:
    inverse = pow(b[-1], -1, PRIME)
    a = a[:]
    while len(a) >= len(b):
        factor = a[-1] * inverse % PRIME
        shift = len(a) - len(b)
        for k, c in enumerate(b):
            a[shift + k] = (a[shift + k] - factor * c) % PRIME
        while a and not a[-1]:
            a.pop()
    return a


def _are_coprime_modulo(first: Coefficients, second: Coefficients) -> bool:
    a, b = [c % PRIME for c in first], [c % PRIME for c in second]
    if not a[-1] or not b[-1]:
        return False
    while len(b) > 1:
        a, b = b, _remainder_modulo(a, b)
        if not b:
            return False
    return True


def common_factor(first: Coefficients, second: Coefficients) -> Coefficients:
    """The greatest common divisor."""
    if not first or not second:
        return first or second
    if min(len(first), len(second)) == 1 or _are_coprime_modulo(first, second):
        return (1,)
    a, b = (first, second) if len(first) >= len(second) else (second, first)
    while b:
        if len(b) == 1:
            return (1,)
        a, b = b, _pseudo_remainder(a, b)
    return a


def _pseudo_remainder(a: Coefficients, b: Coefficients) -> Coefficients:
    rest = list(a)
    while len(rest) >= len(b):
        factor, shift = rest[-1], len(rest) - len(b)
        rest = [c * b[-1] for c in rest]
        for k, c in enumerate(b):
            rest[shift + k] -= factor * c
        while rest and not rest[-1]:
            rest.pop()
    return trim(rest)


def divide(dividend: Coefficients, divisor: Coefficients) -> Coefficients:
    """The quotient by a polynomial that divides, without common factors of the coefficients."""
    rest = [Fraction(c) for c in dividend]
    quotient: list[Fraction] = []
    for shift in range(len(dividend) - len(divisor), -1, -1):
        factor = rest[shift + len(divisor) - 1] / divisor[-1]
        quotient.append(factor)
        for k, c in enumerate(divisor):
            rest[shift + k] -= factor * c
    scale = reduce(lcm, (q.denominator for q in quotient), 1)
    return trim([int(q * scale) for q in reversed(quotient)])


def squarefree(coefficients: Coefficients) -> Coefficients:
    """The polynomial with the same roots, all simple."""
    factor = common_factor(coefficients, derivative(coefficients)) if len(coefficients) > 2 else (1,)
    return coefficients if len(factor) == 1 else divide(coefficients, factor)


@dataclass(frozen=True, slots=True)
class Root:
    """A real root of a polynomial with simple roots: a fraction, or the only root between two fractions."""

    coefficients: Coefficients
    low: Fraction
    high: Fraction

    @property
    def is_rational(self) -> bool:
        """Whether the root is known as a fraction."""
        return self.low == self.high

    def refine(self) -> Root:
        """The same root between fractions half as far apart."""
        middle = (self.low + self.high) / 2
        at = value_sign(self.coefficients, middle)
        if at == 0:
            return Root(self.coefficients, middle, middle)
        if at == value_sign(self.coefficients, self.low):
            return Root(self.coefficients, middle, self.high)
        return Root(self.coefficients, self.low, middle)

    def refine_to(self, width: Fraction) -> Root:
        """The same root between fractions at most ``width`` apart."""
        if self.high - self.low <= width:
            return self
        # Whole numbers over one denominator: half as many steps of arithmetic as with fractions.
        bottom = lcm(self.low.denominator, self.high.denominator)
        start, end = int(self.low * bottom), int(self.high * bottom)
        at_start = _sign_at(self.coefficients, start, bottom)
        while (end - start) * width.denominator > width.numerator * bottom:
            start, end, middle, bottom = 2 * start, 2 * end, start + end, 2 * bottom
            at = _sign_at(self.coefficients, middle, bottom)
            if at == 0:
                start = end = middle
            elif at == at_start:
                start = middle
            else:
                end = middle
        return Root(self.coefficients, Fraction(start, bottom), Fraction(end, bottom))

    def __float__(self) -> float:
        root = self.refine_to(Fraction(1, 10**15) * max(Fraction(1), abs(self.low)))
        return float((root.low + root.high) / 2)

    def sign_of(self, coefficients: Coefficients) -> int:
        """The sign of another polynomial at the root."""
        if not coefficients:
            return 0
        if self.is_rational:
            return value_sign(coefficients, self.low)
        shared = common_factor(trim(coefficients), self.coefficients)
        if len(shared) > 1 and value_sign(shared, self.low) != value_sign(shared, self.high):
            return 0
        root = self
        while not root.is_rational and count_variations(coefficients, root.low, root.high):
            root = root.refine()
        return value_sign(coefficients, (root.low + root.high) / 2)

    def describe(self, digits: int = 4) -> str:
        """The root as people write it: ``1/3``, or ``(sqrt(57) - 5)/8, about 0.3187``."""
        if self.is_rational:
            return str(self.low)
        about = f"about {float(self):.{digits}g}"
        if len(self.coefficients) != 3:
            return about
        c, b, a = self.coefficients
        outside, inside = _square_part(b * b - 4 * a * c)
        divisor = reduce(gcd, (2 * a, b, outside))
        top, times, bottom = -b // divisor, outside // divisor, 2 * a // divisor
        if value_sign(self.coefficients, self.high) < 0:
            times = -times
        surd = f"{'' if abs(times) == 1 else f'{abs(times)}*'}sqrt({inside})"
        if times > 0:
            text = f"{surd} {'+' if top > 0 else '-'} {abs(top)}" if top else surd
        else:
            text = f"{top} - {surd}" if top else f"-{surd}"
        if bottom != 1:
            text = f"({text})/{bottom}" if top else f"{text}/{bottom}"
        return f"{text}, {about}"


def _square_part(number: int) -> tuple[int, int]:
    """The pair (s, r) with number = s^2 r, as far as small primes show it."""
    outside = 1
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47):
        while number % (p * p) == 0:
            number //= p * p
            outside *= p
    whole = isqrt(number)
    return (outside * whole, 1) if whole * whole == number else (outside, number)


def _on_unit_interval(coefficients: Coefficients, low: Fraction, high: Fraction) -> list[int]:
    """Coefficients of a positive multiple of t -> polynomial(low + (high - low) t)."""
    bottom = lcm(low.denominator, high.denominator)
    start, width = int(low * bottom), int((high - low) * bottom)
    n = len(coefficients) - 1
    result = [c * bottom ** (n - k) for k, c in enumerate(coefficients)]
    if start:
        # Horner: substitute start + t, one synthetic division for each power.
        for i in range(n):
            for j in range(n - 1, i - 1, -1):
                result[j] += start * result[j + 1]
    power = 1
    for k in range(1, n + 1):
        power *= width
        result[k] *= power
    return result


def _variations(unit: Sequence[int]) -> int:
    """Sign changes of (1 + t)^n q(1/(1 + t)): a bound of the roots of q in (0, 1), exact where it is 0 or 1."""
    shifted = _shift(list(reversed(unit)))
    count, before = 0, 0
    for c in shifted:
        if c:
            now = 1 if c > 0 else -1
            count += before == -now
            before = now
    return count


def _shift(coefficients: list[int]) -> list[int]:
    """The coefficients of q(t + 1)."""
    n = len(coefficients) - 1
    for i in range(n):
        for j in range(n - 1, i - 1, -1):
            coefficients[j] += coefficients[j + 1]
    return coefficients


def count_variations(coefficients: Coefficients, low: Fraction, high: Fraction) -> int:
    """At least the number of roots strictly between two fractions; exact where it is 0 or 1."""
    return _variations(_on_unit_interval(coefficients, low, high))


def isolate_roots(coefficients: Coefficients, low: Fraction, high: Fraction) -> list[Root]:
    """The real roots strictly between two fractions, in rising order; each in an interval of its own."""
    coefficients = squarefree(trim(coefficients))
    if len(coefficients) < 2:
        return []
    width = high - low
    result: list[Root] = []
    pending = [(_on_unit_interval(coefficients, low, high), 0, 0)]
    while pending:
        unit, index, level = pending.pop()
        count_steps(len(unit) ** 2 // 4 + 5)
        count = _variations(unit)
        if count == 0:
            continue
        start, end = low + width * Fraction(index, 1 << level), low + width * Fraction(index + 1, 1 << level)
        if count == 1:
            result.append(_simplify_root(Root(coefficients, start, end), unit[0] == 0, sum(unit) == 0))
            continue
        n = len(unit) - 1
        left = [c << (n - k) for k, c in enumerate(unit)]
        right = _shift(left[:])
        if right[0] == 0:
            middle = (start + end) / 2
            result.append(Root(coefficients, middle, middle))
            right = right[1:]
        pending.append((left, 2 * index, level + 1))
        pending.append((right, 2 * index + 1, level + 1))
    return sorted(result, key=lambda root: root.low + root.high)


def _simplify_root(root: Root, is_zero_at_low: bool, is_zero_at_high: bool) -> Root:
    """The root as a fraction where it is a simple one, and otherwise between fractions at which it does not vanish."""
    if len(root.coefficients) == 2:
        at = Fraction(-root.coefficients[0], root.coefficients[1])
        return Root(root.coefficients, at, at)
    low, high = root.low, root.high
    # An end may be another root of the same polynomial: move it inwards until the sign tells the sides apart.
    quarter = (high - low) / 4
    while is_zero_at_low or value_sign(root.coefficients, low) == 0:
        is_zero_at_low, low, quarter = False, _towards(root.coefficients, root.low, quarter, high), quarter / 4
    quarter = (high - low) / 4
    while is_zero_at_high or value_sign(root.coefficients, high) == 0:
        is_zero_at_high, high, quarter = False, _towards(root.coefficients, root.high, -quarter, low), quarter / 4
    root = Root(root.coefficients, low, high)
    narrow = root.refine_to((high - low) / 64)
    if narrow.is_rational:
        return narrow
    narrow = narrow.refine_to(Fraction(1, 2 * SIMPLE_DENOMINATOR**2))
    if not narrow.is_rational:
        guess = ((narrow.low + narrow.high) / 2).limit_denominator(SIMPLE_DENOMINATOR)
        if narrow.low <= guess <= narrow.high and value_sign(root.coefficients, guess) == 0:
            return Root(root.coefficients, guess, guess)
    return narrow


def _towards(coefficients: Coefficients, end: Fraction, step: Fraction, other: Fraction) -> Fraction:
    """A point beside a root at ``end`` that is nearer to it than the next root, which lies before ``other``."""
    while count_variations(coefficients, *sorted((end, end + step))):
        step /= 4
    at = end + step
    assert at != other
    return at


def sort_roots(roots: Iterable[Root]) -> list[Root]:
    """Different roots in rising order, with intervals that do not overlap."""
    ordered = sorted(roots, key=cmp_to_key(_compare_loosely))
    result: list[Root] = []
    for root in ordered:
        result.append(root)
        k = len(result) - 1
        while k > 0:
            first, second, is_same = separate(result[k - 1], result[k])
            if is_same:
                result[k - 1 : k + 1] = [first if first.is_rational else second]
                k -= 1
                continue
            if first.low <= second.low:
                result[k - 1], result[k] = first, second
                break
            result[k - 1], result[k] = second, first
            k -= 1
    return result


def _compare_loosely(a: Root, b: Root) -> int:
    return sign(a.low + a.high - b.low - b.high)


def separate(first: Root, second: Root) -> tuple[Root, Root, bool]:
    """The two roots between fractions that do not overlap, or that they are the same."""
    if first.low > second.high or second.low > first.high:
        return first, second, False
    shared: Coefficients | None = None
    while first.low <= second.high and second.low <= first.high:
        if first.is_rational and second.is_rational:
            return first, second, True
        if first.is_rational or second.is_rational:
            exact, other = (first, second) if first.is_rational else (second, first)
            if value_sign(other.coefficients, exact.low) == 0:
                return exact, exact, True
        elif shared is None:
            shared = common_factor(first.coefficients, second.coefficients)
        if shared is not None and len(shared) > 1:
            low, high = max(first.low, second.low), min(first.high, second.high)
            if low < high and value_sign(shared, low) * value_sign(shared, high) < 0:
                return first, second, True
        first = first if first.is_rational else first.refine()
        second = second if second.is_rational else second.refine()
    return first, second, False


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator strictly between two fractions, by their continued fractions."""
    whole = low.numerator // low.denominator
    if whole + 1 < high:
        return Fraction(whole + 1)
    low, high = low - whole, high - whole
    if low == 0:
        return whole + Fraction(1, high.denominator // high.numerator + 1)
    return whole + 1 / simplest_between(1 / high, 1 / low)

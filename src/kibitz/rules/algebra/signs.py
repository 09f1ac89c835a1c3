"""Inequalities, and cases told apart by the signs of polynomials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod

from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.bernstein import Box, bounds
from kibitz.rules.algebra.factors import factors
from kibitz.rules.algebra.polynomial import Polynomial

MAX_SPLIT = 3
"""Factors of a product that is split into the signs of its factors."""


@dataclass(frozen=True, slots=True)
class Inequality:
    """``polynomial >= 0``, or ``> 0`` if strict."""

    polynomial: Polynomial
    strict: bool
    edge: tuple[int, Fraction, bool] | None = field(init=False, compare=False, repr=False)
    """For a bound of one parameter: which one, where, and whether the bound is a lower one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "edge", _edge(self.polynomial))

    def bounds(self, box: Box) -> tuple[Fraction, Fraction]:
        """Numbers below and above the polynomial on a box, with the right signs."""
        if self.edge is None:
            return bounds(self.polynomial, box)
        axis, at, is_lower = self.edge
        low, high = box[axis]
        return (low - at, high - at) if is_lower else (at - high, at - low)


def _edge(polynomial: Polynomial) -> tuple[int, Fraction, bool] | None:
    if polynomial.total_degree != 1 or sum(polynomial.degrees) != 1:
        return None
    axis = polynomial.degrees.index(1)
    slope = polynomial.terms[-1][1]
    return axis, -polynomial.number / slope, slope > 0


Case = tuple[Inequality, ...]
"""Inequalities that hold together."""

Alternatives = tuple[Case, ...]
"""Cases of which one holds."""


def by_factors(alternatives: Alternatives) -> Alternatives:
    """The alternatives with products split into the signs that their factors may have together."""
    result: list[Case] = []
    for case in alternatives:
        ways = [_factor_signs(inequality) for inequality in case]
        result.extend(tuple(i for part in combination for i in part) for combination in product(*ways))
    return tuple(result)


def _factor_signs(inequality: Inequality) -> Alternatives:
    """The signs of the factors for which a product is positive (not negative); even powers are left in the product."""
    number, pieces = factors(inequality.polynomial)
    odd = [piece for piece in dict.fromkeys(pieces) if pieces.count(piece) % 2]
    if not 2 <= len(odd) <= MAX_SPLIT or len(odd) < len(pieces):
        return ((inequality,),)
    wanted = 1 if number > 0 else -1
    return tuple(
        tuple(Inequality(piece.scale(sign), inequality.strict) for piece, sign in zip(odd, signs, strict=True))
        for signs in product((1, -1), repeat=len(odd))
        if prod(signs) == wanted
    )


Signs = dict[Polynomial, frozenset[int]]
"""What signs (-1, 0, 1) primitive polynomials may have."""

_ANY = frozenset((-1, 0, 1))


def sign_cases(wanted: Sequence[Alternatives], most: int) -> Iterator[Case]:
    """The ways in which one alternative of each of ``wanted`` can hold, as far as signs alone exclude none.

    Alternatives that the signs so far imply are not told apart. Beyond ``most`` cases the later of ``wanted`` are
    forgotten, which only makes a claim harder to prove. Always the same cases in the same order.
    """
    result: list[Signs] = [{}]
    for alternatives in wanted:
        refined: dict[tuple[tuple[Polynomial, frozenset[int]], ...], Signs] = {}
        for signs in result:
            count_steps(10 * len(alternatives))
            ways = [restricted for case in alternatives if (restricted := _restrict(signs, case)) is not None]
            for way in [signs] if signs in ways else ways:
                refined.setdefault(tuple(way.items()), way)
        if len(refined) > most:
            break
        result = list(refined.values())
    yield from (_case(signs) for signs in result)


def _restrict(signs: Signs, case: Case) -> Signs | None:
    """The signs once the inequalities of a case hold too, or ``None`` where they cannot."""
    result = dict(signs)
    for inequality in case:
        form = inequality.polynomial.monic_sign()
        way = 1 if inequality.polynomial.terms[-1][1] > 0 else -1
        allowed = result.get(form, _ANY) & ({way} if inequality.strict else {0, way})
        if not allowed:
            return None
        result[form] = allowed
    return result


def _case(signs: Signs) -> Case:
    """The inequalities that say which signs the polynomials have."""
    case: list[Inequality] = []
    for form, allowed in signs.items():
        if allowed == {0}:
            case.extend((Inequality(form, False), Inequality(-form, False)))
        elif allowed != _ANY:
            way = max(allowed, key=abs)
            case.append(Inequality(form.scale(way), 0 not in allowed))
    return tuple(case)

"""Where a rule of a list fires, as systems of polynomial inequalities on a box.

A rule fires where its guard holds and no earlier guard does. The failure of a guard of several conditions is a choice
("this one fails, or that one"), so the region is a union of cases, each a conjunction of inequalities.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod

from kibitz.core import InputError
from kibitz.core.budget import Spent, spend
from kibitz.rules.algebra.bernstein import Box, bounds
from kibitz.rules.algebra.factors import factors
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.expression import Binary, Call, Expression, Name, Negate, Number

MAX_CASES = 256
"""Beyond this many cases the failures of the longest guards are forgotten, which only makes a claim harder to prove."""
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


@dataclass(frozen=True, slots=True)
class Regions:
    """The guards of a list, and the constraints of its domain, as inequalities."""

    constraints: tuple[Inequality, ...]
    holding: tuple[tuple[Alternatives, ...], ...]
    """For each rule and each of its conditions: the ways in which it holds."""
    failing_somehow: tuple[Alternatives, ...]
    """For each rule: the ways in which its guard fails."""

    @staticmethod
    def of(
        guards: tuple[Guard, ...],
        constraints: tuple[Condition, ...],
        definitions: dict[str, Expression],
        names: tuple[str, ...],
        by_factors: bool = False,
    ) -> Regions:
        """The regions of guards with these definitions, in a domain with these constraints.

        A constraint that is not polynomial is left out, which proves the claim for more points than asked; a guard
        that is not polynomial is refused. ``by_factors``: a product is split into the signs its factors may have, so
        that ``x*y >= 0`` is two cases, in each of which x + y has one sign.
        """
        kept: list[Inequality] = []
        for constraint in constraints:
            try:
                ways = _ways(constraint, definitions, names)
            except Spent:
                raise
            except InputError:
                continue
            if len(ways) == 1:
                kept.extend(ways[0])
        split = _by_factors if by_factors else _as_they_are
        return Regions(
            tuple(kept),
            tuple(tuple(split(_ways(c, definitions, names)) for c in guard.conditions) for guard in guards),
            tuple(
                tuple(way for c in guard.conditions for way in split(_ways(c.opposite, definitions, names)))
                for guard in guards
            ),
        )

    def reached(self, box: Box) -> int:
        """How many rules, the last resort among them, can fire on a box at all: none after a guard that always holds.

        `cases` finds nothing for the others either, but only after looking at all guards before them.
        """
        for number, alternatives in enumerate(self.failing_somehow, 1):
            if not _on_box(alternatives, box):
                return number
        return len(self.failing_somehow) + 1

    def cases(self, rule: int, box: Box) -> Iterator[tuple[Case, Box]]:
        """The cases in which a rule fires somewhere on the box, each with the part of the box that it may occupy.

        ``rule`` = number of guards is the last resort. What holds on all of its part is left out of a case. Always the
        same cases in the same order.
        """
        wanted: list[Alternatives] = [((constraint,),) for constraint in self.constraints]
        if rule < len(self.holding):
            wanted.extend(self.holding[rule])
        wanted.extend(self.failing_somehow[:rule])
        narrowed = _narrowed(wanted, box)
        if narrowed is None:
            return
        simplified, box = narrowed
        simplified.sort(key=len)
        n_cases = 1
        for position, alternatives in enumerate(simplified):
            n_cases *= len(alternatives)
            if n_cases > MAX_CASES:
                simplified = simplified[:position]
                break
        for combination in product(*simplified):
            spend(10 * len(combination) + 10)
            case: Case = tuple(dict.fromkeys(inequality for part in combination for inequality in part))
            clipped = _clipped(case, box)
            if clipped is None:
                continue
            left = _on_box((case,), clipped)
            if left:
                yield left[0], clipped


def _narrowed(wanted: list[Alternatives], box: Box) -> tuple[list[Alternatives], Box] | None:
    """What is left of the alternatives on the part of the box that the settled ones allow, and that part.

    Bounds of single parameters narrow the part, which may settle further alternatives, so this repeats.
    """
    while True:
        simplified: list[Alternatives] = []
        part = box
        for alternatives in wanted:
            left = _on_box(alternatives, part)
            if not left:
                return None
            if len(left) == 1:
                clipped = _clipped(left[0], part)
                if clipped is None:
                    return None
                part = clipped
            if () not in left:
                simplified.append(left)
        if part == box:
            return simplified, box
        box = part


def _clipped(case: Case, box: Box) -> Box | None:
    """The part of the box within the bounds of single parameters that the case states, or ``None``."""
    sides = list(box)
    for inequality in case:
        if inequality.edge is not None:
            axis, at, is_lower = inequality.edge
            low, high = sides[axis]
            low, high = (max(low, at), high) if is_lower else (low, min(high, at))
            if low > high or (low == high == at and inequality.strict):
                return None
            sides[axis] = (low, high)
    return tuple(sides)


def _on_box(alternatives: Alternatives, box: Box) -> Alternatives:
    """The alternatives that are possible on the box, without the inequalities that hold all over it.

    A choice of several alternatives of which one holds but for a part of the border is no restriction worth a case.
    """
    possible: list[Case] = []
    is_everywhere = False
    for case in alternatives:
        open_ones: list[Inequality] = []
        only_borders = True
        spend(3 * len(case))
        for inequality in case:
            low, high = inequality.bounds(box)
            if high < 0 or (inequality.strict and high == 0):
                break
            if low < 0 or (inequality.strict and low == 0):
                open_ones.append(inequality)
                only_borders = only_borders and low == 0
        else:
            possible.append(tuple(open_ones))
            is_everywhere = is_everywhere or only_borders
    return ((),) if is_everywhere and len(possible) > 1 else tuple(possible)


def _ways(condition: Condition, definitions: dict[str, Expression], names: tuple[str, ...]) -> Alternatives:
    difference = Binary("-", condition.left, condition.right)
    f = Polynomial.from_expression(substituted(difference, definitions), names)
    match condition.operator:
        case ">=":
            return ((Inequality(f, False),),)
        case ">":
            return ((Inequality(f, True),),)
        case "<=":
            return ((Inequality(-f, False),),)
        case "<":
            return ((Inequality(-f, True),),)
        case "=":
            return ((Inequality(f, False), Inequality(-f, False)),)
    return ((Inequality(f, True),), (Inequality(-f, True),))


def _as_they_are(alternatives: Alternatives) -> Alternatives:
    return alternatives


def _by_factors(alternatives: Alternatives) -> Alternatives:
    """The alternatives with products split into the signs that their factors may have together."""
    found: list[Case] = []
    for case in alternatives:
        ways = [_factor_signs(inequality) for inequality in case]
        found.extend(tuple(i for part in combination for i in part) for combination in product(*ways))
    return tuple(found)


def _factor_signs(inequality: Inequality) -> Alternatives:
    """The signs of the factors for which a product is positive (not negative); even powers are left in the product."""
    number, pieces = factors(inequality.polynomial)
    odd = [piece for piece in dict.fromkeys(pieces) if pieces.count(piece) % 2]
    if not 2 <= len(odd) <= MAX_SPLIT or len(odd) < len(pieces):
        return ((inequality,),)
    wanted = 1 if number > 0 else -1
    return tuple(
        tuple(Inequality(piece.scaled(sign), inequality.strict) for piece, sign in zip(odd, signs, strict=True))
        for signs in product((1, -1), repeat=len(odd))
        if prod(signs) == wanted
    )


def substituted(expression: Expression, definitions: dict[str, Expression]) -> Expression:
    """The expression with defined names replaced by what they stand for."""
    spend(3)
    match expression:
        case Name(name):
            return definitions.get(name, expression)
        case Binary(op, left, right):
            return Binary(op, substituted(left, definitions), substituted(right, definitions))
        case Negate(operand):
            return Negate(substituted(operand, definitions))
        case Call(function, arguments):
            return Call(function, tuple(substituted(argument, definitions) for argument in arguments))
        case Number():
            return expression

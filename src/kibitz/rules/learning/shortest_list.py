"""The shortest exact list of one parameter: lines are optimal formulas, guards compare the parameter with a number.

Such guards cut the interval into intervals, one for each line, and ``p = c`` takes single points out. So the shortest
list is the least number of intervals, each within the region of one formula, plus points taken out: a shortest path
over the cells of the certified partition and the points between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from kibitz.core import InputError
from kibitz.rules.algebra.factors import factors
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.roots import Root, isolate_roots, separate, simplest_between, sort_roots, value_sign
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.decision_list import DecisionList, Rule
from kibitz.rules.language.expression import Name, Number
from kibitz.rules.learning.certified_partition import CertifiedPartition
from kibitz.rules.learning.guards import to_condition
from kibitz.rules.learning.templates import name_denominators


@dataclass(frozen=True, slots=True)
class _Step:
    """A way to cover the elements before some place: lines so far, their size, the piece that ends here."""

    lines: int
    size: int
    start: int
    outcome: int
    without: tuple[int, ...]


_Line = tuple[Guard, int, str, str]
"""Guard, outcome, and the operator and the number with which the guard compares the parameter."""


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """Where a list of one parameter changes its line: a guard as written, and how the parameter compares with what."""

    guard: str
    number: str
    operator: str


@dataclass(frozen=True, slots=True)
class ShortestList:
    """The shortest list, and where it changes."""

    decision_list: DecisionList
    breakpoints: tuple[Breakpoint, ...]


class ShortestListBuilder:
    """Finds the shortest list over a certified partition of one parameter."""

    def __init__(self, payoffs: PolynomialPayoffs, partition: CertifiedPartition, roles: tuple[str, ...]) -> None:
        assert partition.at_ends is not None
        self.payoffs, self.partition, self.roles = payoffs, partition, roles
        self.name = payoffs.names[0]
        low, high = payoffs.box[0]
        self.ends = [_exact(low), *partition.breakpoints, _exact(high)]
        # Elements of the line in order: point, cell, point, ..., point.
        n_cells = len(partition.samples)
        self.good = np.zeros((len(partition.outcomes), 2 * n_cells + 1), dtype=bool)
        self.good[:, 0::2] = partition.at_ends
        self.good[:, 1::2] = partition.optimal
        self.sizes = [sum(template.size for template in outcome) for outcome in partition.outcomes]

    def build(self, title: str) -> ShortestList:
        """The list, provably the shortest of its kind."""
        pieces = self._pieces()
        rules: list[_Line] = []
        for piece in pieces:
            for element in piece.without:
                at = self.ends[element // 2].low
                outcome = int(np.flatnonzero(self.good[:, element])[0])
                guard = Guard((Condition(Name(self.name), "=", Number(at)),))
                rules.append((guard, outcome, "=", str(at)))
        lines_of_pieces, last = self._peel(pieces)
        rules += lines_of_pieces
        outcomes = self.partition.outcomes
        used = [outcomes[number] for _, number, _, _ in rules] + [outcomes[pieces[last].outcome]]
        definitions, mixes = name_denominators(used, self.payoffs.names)
        lines = tuple(Rule(guard, mix) for (guard, _, _, _), mix in zip(rules, mixes, strict=False))
        decision_list = DecisionList(title, self.roles, definitions, lines, mixes[-1])
        return ShortestList(decision_list, tuple(Breakpoint(str(guard), text, way) for guard, _, way, text in rules))

    def _pieces(self) -> list[_Step]:
        """The intervals of the shortest list, from the left; of equally many the ones with the shortest formulas."""
        n = self.good.shape[1]
        best: list[_Step | None] = [None] * (n + 1)
        best[0] = _Step(0, 0, 0, -1, ())
        for start in range(n):
            before = best[start]
            if before is None:
                continue
            for outcome in range(len(self.good)):
                without: tuple[int, ...] = ()
                for element in range(start, n):
                    if not self.good[outcome, element]:
                        if element % 2 or not self.ends[element // 2].is_rational or element == start:
                            break
                        without = (*without, element)
                    lines = before.lines + 1 + len(without)
                    step = _Step(lines, before.size + self.sizes[outcome], start, outcome, without)
                    known = best[element + 1]
                    if known is None or (step.lines, step.size) < (known.lines, known.size):
                        best[element + 1] = step
        pieces: list[_Step] = []
        at = n
        while at:
            piece = best[at]
            if piece is None:
                raise InputError(f"game {self.payoffs.game}: a point between two cells could not be solved")
            pieces.append(piece)
            at = piece.start
        return pieces[::-1]

    def _peel(self, pieces: list[_Step]) -> tuple[list[_Line], int]:
        """Rules that take the first or the last piece away, one after the other, and the piece that is left.

        Where a polynomial has another root on the one side of a cut, the piece on the other side is taken.
        """
        cuts = [self._cut(piece, after) for piece, after in pairwise(pieces)]
        rules: list[_Line] = []
        first, last = 0, len(pieces) - 1
        low, high = self.ends[0], self.ends[-1]
        while first < last:
            (root, is_closed), (end, is_end_closed) = cuts[first], cuts[last - 1]
            way = "<=" if is_closed else "<"
            found = self._compare(root, way, low, high)
            if found is not None:
                rules.append((found[0], pieces[first].outcome, way, found[1].describe()))
                first, low = first + 1, root
                continue
            way = ">" if is_end_closed else ">="
            found = self._compare(end, way, low, high)
            if found is None:
                raise InputError(f"game {self.payoffs.game}: no single comparison separates {root.describe()}")
            rules.append((found[0], pieces[last].outcome, way, found[1].describe()))
            last, high = last - 1, end
        return rules, first

    def _cut(self, piece: _Step, after: _Step) -> tuple[Root, bool]:
        """Where a piece ends and ``after`` starts, and whether the point belongs to the piece.

        Where both formulas are optimal on an interval, the simplest fraction in it is the cut.
        """
        first = last = after.start
        both = self.good[piece.outcome] & self.good[after.outcome]
        while first > piece.start + 1 and both[first - 1]:
            first -= 1
        while last < len(both) - 1 and both[last]:
            last += 1
        # Both are optimal on the elements first .. last - 1.
        if last - first > 1 or (last > first and first % 2):
            high = self.ends[(last - 1) // 2 + ((last - 1) % 2)]
            return _exact(_simplest_inside(self.ends[first // 2], high)), True
        place = after.start // 2
        return self.ends[place], bool(self.good[piece.outcome, 2 * place])

    def _compare(self, root: Root, operator: str, low: Root, high: Root) -> tuple[Guard, Root] | None:
        """A comparison of the parameter with a root, for parameters between two others; ``None`` where there is none.

        A polynomial says so where the root is no fraction. It must have no other root on the side that is taken; one on
        the other side is excluded by a fraction. The root is returned with the simplest polynomial found for it.
        """
        if root.is_rational:
            return Guard((Condition(Name(self.name), operator, Number(root.low)),)), root
        names = self.payoffs.names
        whole = Polynomial.from_terms(names, {(k,): Fraction(c) for k, c in enumerate(root.coefficients)})
        piece = min(
            (f for f in factors(whole)[1] if root.sign_of(_dense(f)) == 0), key=lambda f: (f.total_degree, len(f.terms))
        )
        dense = _dense(piece)
        domain = self.payoffs.box[0]
        others = sort_roots(isolate_roots(dense, *domain))
        here = next(k for k, other in enumerate(others) if not _differ(other, root))
        before = [other for other in others[:here] if _is_above(other, low)]
        after = [other for other in others[here + 1 :] if _is_above(high, other)]
        is_left = operator in ("<", "<=")
        if before if is_left else after:
            return None
        exact = others[here]
        rises = value_sign(dense, simplest_between(exact.high, others[here + 1].low if after else domain[1])) > 0
        conditions = [to_condition(piece if rises else -piece, operator)]
        if is_left and after:
            between = simplest_between(exact.high, after[0].low)
            conditions.insert(0, Condition(Name(self.name), "<=", Number(between)))
        elif not is_left and before:
            between = simplest_between(before[-1].high, exact.low)
            conditions.insert(0, Condition(Name(self.name), ">=", Number(between)))
        return Guard(tuple(conditions)), exact


def _exact(at: Fraction) -> Root:
    return Root((-at.numerator, at.denominator), at, at)


def _dense(polynomial: Polynomial) -> tuple[int, ...]:
    dense = [0] * (polynomial.degrees[0] + 1)
    for (power,), c in polynomial.terms:
        dense[power] = int(c)
    return tuple(dense)


def _differ(first: Root, second: Root) -> bool:
    return not separate(first, second)[2]


def _is_above(first: Root, second: Root) -> bool:
    """Whether one root is greater than another."""
    upper, lower, is_same = separate(first, second)
    return not is_same and upper.low >= lower.high


def _simplest_inside(low: Root, high: Root) -> Fraction:
    """The simplest fraction strictly between two roots."""
    while low.high >= high.low:
        low = low if low.is_rational else low.refine()
        high = high if high.is_rational else high.refine()
    wide = simplest_between(low.low, high.high)
    if low.high <= wide <= high.low and wide not in (low.low, high.high):
        return wide
    return simplest_between(low.high, high.low)


def describe_breakpoints(breakpoints: Sequence[Breakpoint], name: str) -> tuple[str, ...]:
    """What guards with polynomials mean: ``5*p + 4*p^2 <= 2 means p <= (sqrt(57) - 5)/8, about 0.3187``."""
    irrational = [point for point in breakpoints if "about" in point.number]
    return tuple(f"{p.guard} means {name} {p.operator} {p.number}" for p in irrational)

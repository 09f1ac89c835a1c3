"""The shortest exact list of one parameter: lines are optimal formulas, guards compare the parameter with a number.

Such guards cut the interval into intervals, one for each line, and ``p = c`` takes single points out. So the shortest
list is the least number of intervals, each within the region of one formula, plus points taken out: a shortest path
over the cells of the certified partition and the points between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kibitz.core import InputError
from kibitz.rules.algebra.factors import factors
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.roots import Root, isolate_roots, separate, simplest_between, value_sign
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


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """Where a list of one parameter changes its line: a guard as written, and the number that it compares with."""

    guard: str
    number: str


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
        rules: list[tuple[Guard, int, str]] = []
        for piece in pieces:
            for element in piece.without:
                at = self.ends[element // 2].low
                outcome = int(np.flatnonzero(self.good[:, element])[0])
                guard = Guard((Condition(Name(self.name), "=", Number(at)),))
                rules.append((guard, outcome, str(at)))
        edge = self.ends[0]
        for piece, after in zip(pieces, pieces[1:], strict=False):
            guard, root = self._cut(piece, after, edge)
            rules.append((guard, piece.outcome, root.describe()))
            edge = root
        outcomes = self.partition.outcomes
        used = [outcomes[number] for _, number, _ in rules] + [outcomes[pieces[-1].outcome]]
        definitions, mixes = name_denominators(used, self.payoffs.names)
        lines = tuple(Rule(guard, mix) for (guard, _, _), mix in zip(rules, mixes, strict=False))
        decision_list = DecisionList(title, self.roles, definitions, lines, mixes[-1])
        return ShortestList(decision_list, tuple(Breakpoint(str(guard), text) for guard, _, text in rules))

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
            step = best[at]
            if step is None:
                raise InputError(f"game {self.payoffs.game}: a point between two cells could not be solved")
            pieces.append(step)
            at = step.start
        return pieces[::-1]

    def _cut(self, piece: _Step, after: _Step, edge: Root) -> tuple[Guard, Root]:
        """The guard of a piece that ends where ``after`` starts, and where exactly it ends.

        Where both formulas are optimal on an interval, the simplest fraction in it is the cut.
        """
        first = last = after.start
        both = self.good[piece.outcome] & self.good[after.outcome]
        while first > piece.start + 1 and both[first - 1]:
            first -= 1
        while last < len(both) - 1 and both[last]:
            last += 1
        # Both are optimal on the elements first .. last - 1.
        low = self.ends[first // 2]
        high = self.ends[(last - 1) // 2 + ((last - 1) % 2)] if last > first else low
        if last - first > 1 or (last > first and first % 2):
            at = _exact(_simplest_inside(low, high))
            return Guard((Condition(Name(self.name), "<=", Number(at.low)),)), at
        root = self.ends[after.start // 2] if after.start % 2 == 0 else self.ends[(after.start - 1) // 2]
        # The point itself belongs to the piece if its formula is optimal there.
        element = 2 * self.ends.index(root)
        is_closed = bool(self.good[piece.outcome, element])
        return self._compare(root, "<=" if is_closed else "<", edge)

    def _compare(self, root: Root, operator: str, edge: Root) -> tuple[Guard, Root]:
        """That the parameter is below a root, for parameters above ``edge``; a polynomial says so where it must.

        The root is returned with the simplest polynomial found for it.
        """
        if root.is_rational:
            return Guard((Condition(Name(self.name), operator, Number(root.low)),)), root
        high = self.payoffs.box[0][1]
        names = self.payoffs.names
        whole = Polynomial.from_terms(names, {(k,): Fraction(c) for k, c in enumerate(root.coefficients)})
        piece = min(
            (f for f in factors(whole)[1] if root.sign_of(_dense(f)) == 0), key=lambda f: (f.total_degree, len(f.terms))
        )
        dense = _dense(piece)
        others = isolate_roots(dense, edge.low, high)
        here = next(k for k, other in enumerate(others) if not _differ(other, root))
        if here and not _differ(others[0], edge):
            others, here = others[1:], here - 1
        if here:
            raise InputError(f"game {self.payoffs.game}: no single comparison separates {root.describe()}")
        rises = value_sign(dense, others[here].high if not others[here].is_rational else high) > 0
        conditions = [to_condition(piece if rises else -piece, operator)]
        if here + 1 < len(others):
            between = simplest_between(others[here].high, others[here + 1].low)
            conditions.insert(0, Condition(Name(self.name), "<=", Number(between)))
        return Guard(tuple(conditions)), others[here]


def _exact(at: Fraction) -> Root:
    return Root((-at.numerator, at.denominator), at, at)


def _dense(polynomial: Polynomial) -> tuple[int, ...]:
    dense = [0] * (polynomial.degrees[0] + 1)
    for (power,), c in polynomial.terms:
        dense[power] = int(c)
    return tuple(dense)


def _differ(first: Root, second: Root) -> bool:
    return not separate(first, second)[2]


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
    return tuple(f"{p.guard} means {name} {'<' if ' < ' in p.guard else '<='} {p.number}" for p in irrational)

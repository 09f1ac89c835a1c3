"""Proof by cases for one and two parameters: all cells between the curves that matter, each checked at one point.

The proof names pairs of a rule and a strategy of the other role, its witness. For each pair the inequalities "both are
strategies, and the rule loses at most epsilon against the witness" have signs that change only on curves. Between the
curves of all pairs and guards every sign is constant, so one exact point of each open cell decides it. What holds in
open cells holds on their borders by continuity, wherever the rule that fires there also fires beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.rules.algebra.arrangement import Arrangement, arrange, to_coefficients
from kibitz.rules.algebra.factors import factors
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.regions import substitute
from kibitz.rules.algebra.roots import Root, sign
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim, Formula, list_definitions, multiply
from kibitz.rules.language.condition import Condition
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.language.expression import Binary, Expression
from kibitz.rules.proof.borders import Firing, Patch, has_value_there, is_open_there, is_settled_everywhere
from kibitz.rules.proof.proof import MAX_PAIRS

Pair = tuple[int, int | None]
"""A rule and the number of its witness, ``None`` where the claim needs none."""

_HOLDS = {
    ">=": (0, 1),
    ">": (1,),
    "<=": (-1, 0),
    "<": (-1,),
    "=": (0,),
    "!=": (-1, 1),
}
"""The signs of left - right for which a comparison holds."""
_CLOSED = (">=", "<=")
MAX_FACTORS = 4
"""Factors of a product in a guard up to which all ways of its sign are looked at."""


class CellProofError(InputError):
    """Cells do not prove the claim; ``points`` are exact points at which no pair of the proof holds."""

    def __init__(self, message: str, points: tuple[tuple[Fraction, ...], ...] = ()) -> None:
        super().__init__(message)
        self.points = points


@dataclass(frozen=True, slots=True)
class SignTest:
    """A condition as a polynomial and the signs for which it holds."""

    polynomial: Polynomial
    signs: tuple[int, ...]
    is_closed: bool

    @staticmethod
    def of(condition: Condition, definitions: dict[str, Expression], names: tuple[str, ...]) -> SignTest:
        difference = substitute(Binary("-", condition.left, condition.right), definitions)
        polynomial = Polynomial.from_expression(difference, names)
        return SignTest(polynomial, _HOLDS[condition.operator], condition.operator in _CLOSED)

    def holds(self, point: Mapping[str, Fraction]) -> bool:
        """Whether the condition holds at an exact point."""
        return sign(self.polynomial.evaluate(point)) in self.signs

    @property
    def slack(self) -> Polynomial:
        """A polynomial that is not negative where a closed condition holds."""
        return self.polynomial if 1 in self.signs else -self.polynomial


@dataclass(frozen=True, slots=True)
class SignTests:
    """What must hold for a strategy or a pair: products of two polynomials are not negative, others are not 0."""

    products: tuple[tuple[Polynomial, Polynomial], ...]
    nonzero: tuple[Polynomial, ...]

    @property
    def polynomials(self) -> tuple[Polynomial, ...]:
        """All polynomials whose signs matter."""
        return (*(p for pair in self.products for p in pair), *self.nonzero)


@dataclass(frozen=True, slots=True)
class CellBound:
    """Result of a check: the loss is at most the level, except where the list is ``undefined``."""

    undefined: tuple[str, ...]
    n_cells: int
    breakpoints: tuple[Root, ...]


class CellProof:
    """Rules, witnesses and level of a claim, with the polynomials whose signs decide it."""

    def __init__(
        self,
        payoffs: PolynomialPayoffs,
        decision_list: DecisionList,
        claim: Claim,
        level: Fraction,
        witnesses: Sequence[tuple[Mix, int]] = (),
    ) -> None:
        if len(payoffs.names) > 2:
            raise InputError(f"proof: exact cells need one or two parameters, not {len(payoffs.names)}")
        self.payoffs, self.list, self.claim, self.level = payoffs, decision_list, claim, level
        roles = payoffs.roles_of(claim)
        definitions = list_definitions(decision_list)
        names = payoffs.names
        self.guards = tuple(
            tuple(SignTest.of(c, definitions, names) for c in rule.guard.conditions) for rule in decision_list.rules
        )
        self.constraints = tuple(SignTest.of(c, {}, names) for c in payoffs.constraints)
        self.formulas = tuple(
            tuple(
                Formula.of(mix, payoffs.actions[role], definitions, names)
                for mix, role in zip(outcome, roles, strict=True)
            )
            for outcome in decision_list.outcomes
        )
        other = 1 if claim is Claim.ROW else 0
        self.witnesses = [Formula.of(mix, payoffs.actions[other], {}, names) for mix, _ in witnesses]
        self.replies = [reply for _, reply in witnesses]
        if not all(0 <= reply < len(payoffs.actions[1 - other]) for reply in self.replies):
            raise InputError("proof: the reply to a witness must be the number of an action")
        self._tests: dict[Pair, SignTests] = {}

    @property
    def needs_witness(self) -> bool:
        """Whether the claim is about one role of a zero-sum game, whose value a witness bounds."""
        return self.claim in (Claim.ROW, Claim.COLUMN)

    def tests(self, pair: Pair) -> SignTests:
        """The inequalities of a pair."""
        if pair not in self._tests:
            rule, number = pair
            own = self.formulas[rule]
            if number is None:
                products = dict.fromkeys((n, f.denominator) for f in own for n in f.numerators)
                slacks = self.payoffs.slacks(self.claim, own, None)
                for gains, secured in slacks.blocks:
                    for gain, secure in product(gains, secured):
                        products[slacks.scale.scale(self.level) + secure - gain, slacks.scale] = None
                formulas = own
            else:
                products = self._value_tests(own[0], self.witnesses[number], self.replies[number])
                formulas = (own[0], self.witnesses[number])
            kept = tuple((a, b) for a, b in products if not a.is_zero)
            nonzero = tuple(dict.fromkeys(formula.denominator for formula in formulas))
            self._tests[pair] = SignTests(kept, nonzero)
        return self._tests[pair]

    def _value_tests(self, own: Formula, witness: Formula, reply: int) -> dict[tuple[Polynomial, Polynomial], None]:
        """That no action does better than the reply against the witness, and the rule secures as much as the reply."""
        products = dict.fromkeys((n, f.denominator) for f in (own, witness) for n in f.numerators)
        rows, columns = self.payoffs.row, tuple(zip(*self.payoffs.row, strict=True))
        conceding, securing = (rows, columns) if self.claim is Claim.ROW else (columns, rows)
        direction = 1 if self.claim is Claim.ROW else -1
        conceded, secured = multiply(conceding, witness.numerators), multiply(securing, own.numerators)
        limit = conceded[reply]
        products |= {((limit - p).scale(direction), witness.denominator): None for p in conceded}
        scale = own.denominator * witness.denominator
        allowed = scale.scale(self.level)
        if self.payoffs.below[0] is not None:
            allowed = allowed * self.payoffs.below[0]
        for p in secured:
            slack = (p * witness.denominator - limit * own.denominator).scale(direction)
            products[slack + allowed, scale] = None
        return products

    def holds_at(self, pair: Pair, point: Mapping[str, Fraction]) -> bool:
        """Whether the inequalities of a pair hold at an exact point."""
        tests = self.tests(pair)
        return all(a.evaluate(point) * b.evaluate(point) >= 0 for a, b in tests.products) and all(
            p.evaluate(point) != 0 for p in tests.nonzero
        )

    def check(self, pairs: Sequence[Pair]) -> CellBound:
        """That every rule loses at most the level wherever it fires; `CellProofError` says where that is not shown."""
        if len(pairs) > MAX_PAIRS:
            raise InputError(f"proof: at most {MAX_PAIRS} pairs of a rule and a witness can be compared")
        table = self._arrange(pairs)
        rules = table.fired_rules()
        shown = np.zeros(len(rules), dtype=bool)
        for pair in pairs:
            here = (rules == pair[0]) & ~shown
            if here.any():
                shown[here] = table.holds(self.tests(pair), here)
        allowed = table.where(self.constraints)
        missing = np.flatnonzero(~shown & allowed)
        if len(missing):
            points = tuple(table.arrangement.samples[k] for k in missing[:200])
            raise CellProofError("proof: the loss is not bounded in every cell", points)
        rules = np.where(allowed, rules, -1)
        if len(self.payoffs.names) == 1:
            undefined = self._check_points(table, rules, pairs)
        else:
            self._check_borders()
            undefined = tuple(self._check_corners(pairs) | self._holes())
        return CellBound(undefined, len(rules), table.arrangement.breakpoints)

    def _arrange(self, pairs: Sequence[Pair]) -> _CellTable:
        polynomials: dict[Polynomial, None] = {}
        for test in (*self.constraints, *(test for guard in self.guards for test in guard)):
            polynomials[test.polynomial] = None
        for pair in pairs:
            polynomials.update(dict.fromkeys(self.tests(pair).polynomials))
        return _CellTable(self, list(polynomials))

    def _check_points(self, table: _CellTable, rules: NDArray[np.int64], pairs: Sequence[Pair]) -> tuple[str, ...]:
        """The ends of the cells of one parameter: exact signs at algebraic points."""
        low, high = self.payoffs.box[0]
        ends = [_rational(low), *table.arrangement.breakpoints, _rational(high)]
        if low == high:
            ends = []
        holes: dict[str, None] = {}
        for k, root in enumerate(ends):
            if not all(sign_at(root, test.polynomial) in test.signs for test in self.constraints):
                continue
            rule = self._rule_at(root)
            zeros = [d for formula in self.formulas[rule] for d in formula.divisors if not sign_at(root, d)]
            if zeros:
                holes.update(dict.fromkeys(f"{divisor} = 0" for divisor in zeros))
            elif rule not in rules[max(k - 1, 0) : k + 1] and not any(
                holds_at(root, self.tests(pair)) for pair in pairs if pair[0] == rule
            ):
                raise CellProofError("proof: the loss is not bounded between two cells", ((_nearby(root),),))
        return tuple(holes)

    def _rule_at(self, root: Root) -> int:
        for number, guard in enumerate(self.guards):
            if all(sign_at(root, test.polynomial) in test.signs for test in guard):
                return number
        return len(self.guards)

    def _check_corners(self, pairs: Sequence[Pair]) -> dict[str, None]:
        """The corners of the box: exact signs; the divisors that are 0 there."""
        holes: dict[str, None] = {}
        for corner in product(*self.payoffs.box):
            point = dict(zip(self.payoffs.names, corner, strict=True))
            if not all(test.holds(point) for test in self.constraints):
                continue
            rule = next(
                (k for k, some in enumerate(self.guards) if all(t.holds(point) for t in some)), len(self.guards)
            )
            zeros = [d for formula in self.formulas[rule] for d in formula.divisors if d.evaluate(point) == 0]
            holes.update(dict.fromkeys(f"{divisor} = 0" for divisor in zeros))
            if not zeros and not any(self.holds_at(pair, point) for pair in pairs if pair[0] == rule):
                raise CellProofError("proof: the loss is not bounded in a corner", (corner,))
        return holes

    def _check_borders(self) -> None:
        """That a rule which fires on a border also fires beside it: its conditions can all become true together."""
        for rule, guard in enumerate(self.guards):
            if not all(test.is_closed for test in guard):
                raise CellProofError("proof: with two parameters only >= and <= can be compared exactly")
            if not is_settled_everywhere(self._firing(rule), is_open_there):
                raise CellProofError(f"proof: rule {rule + 1} may fire on a border alone")

    def _firing(self, rule: int, *more: Polynomial) -> Firing:
        """Where a rule can fire, in floats."""
        box = self.payoffs.box
        guard = self.guards[rule] if rule < len(self.guards) else ()
        slacks = [test.slack for test in (*guard, *self.constraints)]
        own = tuple(Patch.of(slack, box) for slack in slacks)
        earlier = tuple(tuple(Patch.of(test.slack, box) for test in some) for some in self.guards[:rule])
        ways = [tuple(Patch.of(p, box) for some in way for p in some) for way in product(*map(_sign_choices, slacks))]
        return Firing(own, earlier, tuple(Patch.of(polynomial, box) for polynomial in more), ways=tuple(ways))

    def _holes(self) -> dict[str, None]:
        """The divisors of rules that may be 0 where the rule fires, corners apart."""
        holes: dict[str, None] = {}
        for rule, formulas in enumerate(self.formulas):
            for divisor in dict.fromkeys(d for formula in formulas for d in formula.divisors):
                rest = self._without_sides(rule, divisor)
                if not is_settled_everywhere(self._firing(rule, rest), has_value_there):
                    holes[f"{divisor} = 0"] = None
        return holes

    def _without_sides(self, rule: int, divisor: Polynomial) -> Polynomial:
        """The divisor without factors that are 0 only on a side of the box on which the rule never fires."""
        names = self.payoffs.names
        for axis, ends in enumerate(self.payoffs.box if not divisor.is_constant else ()):
            for end in ends:
                factor = Polynomial.variable(names, names[axis]) - Polynomial.constant(names, end)
                rest = divisor.divide_exactly(factor)
                if rest is not None and not self._fires_on_side(rule, axis, end):
                    divisor = rest
                    while (rest := divisor.divide_exactly(factor)) is not None:
                        divisor = rest
        return divisor

    def _fires_on_side(self, rule: int, axis: int, end: Fraction) -> bool:
        """Whether a rule fires anywhere on a side of the box, ends included: exact signs along the side."""
        own = (*(self.guards[rule] if rule < len(self.guards) else ()), *self.constraints)
        earlier = self.guards[:rule]
        tests = dict.fromkeys((*own, *(test for guard in earlier for test in guard)))
        along = {test: restrict(test.polynomial, axis, end) for test in tests}
        low, high = self.payoffs.box[1 - axis]
        cells = arrange(list(along.values()), ((low, high),))
        points = [*map(_rational, (low, high, *(sample[0] for sample in cells.samples))), *cells.breakpoints]

        def holds(test: SignTest, point: Root) -> bool:
            return sign_at(point, along[test]) in test.signs

        return any(
            all(holds(test, point) for test in own)
            and not any(all(holds(test, point) for test in guard) for guard in earlier)
            for point in points
        )


class _CellTable:
    """The open cells with the signs of all polynomials of a proof."""

    def __init__(self, proof: CellProof, polynomials: list[Polynomial]) -> None:
        self.proof = proof
        self.arrangement: Arrangement = arrange(polynomials, proof.payoffs.box)
        self.columns = {polynomial: k for k, polynomial in enumerate(polynomials)}

    def sign(self, polynomial: Polynomial) -> NDArray[np.int8]:
        """The signs of a polynomial in all cells."""
        return self.arrangement.signs[:, self.columns[polynomial]]

    def where(self, tests: Sequence[SignTest]) -> NDArray[np.bool_]:
        """In which cells all conditions hold."""
        result = np.ones(len(self.arrangement.samples), dtype=bool)
        for test in tests:
            result &= np.isin(self.sign(test.polynomial), test.signs)
        return result

    def fired_rules(self) -> NDArray[np.int64]:
        """The rule that fires in each cell."""
        result = np.full(len(self.arrangement.samples), len(self.proof.guards))
        for number in reversed(range(len(self.proof.guards))):
            result[self.where(self.proof.guards[number])] = number
        return result

    def holds(self, tests: SignTests, here: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether a pair's inequalities hold, in the marked cells."""
        result = np.ones(int(here.sum()), dtype=bool)
        for first, second in tests.products:
            result &= self.sign(first)[here] * self.sign(second)[here] >= 0
        for polynomial in tests.nonzero:
            result &= self.sign(polynomial)[here] != 0
        return result


def _sign_choices(slack: Polynomial) -> list[tuple[Polynomial, ...]]:
    """The ways in which a product is not negative: signed factors that are then not negative; itself where none helps.

    A factor with an even power may be 0 where the others are negative, so such a product stays whole.
    """
    number, pieces = factors(slack)
    if not 2 <= len(pieces) <= MAX_FACTORS or len(set(pieces)) < len(pieces):
        return [(slack,)]
    wanted = sign(number)
    choices = [ways for ways in product((1, -1), repeat=len(pieces)) if prod(ways) == wanted]
    return [tuple(piece.scale(way) for piece, way in zip(pieces, ways, strict=True)) for ways in choices]


def restrict(polynomial: Polynomial, axis: int, at: Fraction) -> Polynomial:
    """A polynomial of two parameters with one of them fixed, as a polynomial of the other."""
    terms: dict[tuple[int, ...], Fraction] = {}
    for powers, c in polynomial.terms:
        rest = (powers[1 - axis],)
        terms[rest] = terms.get(rest, Fraction(0)) + c * at ** powers[axis]
    return Polynomial.from_terms((polynomial.names[1 - axis],), terms)


def _rational(at: Fraction) -> Root:
    return Root((-at.numerator, at.denominator), at, at)


def sign_at(root: Root, polynomial: Polynomial) -> int:
    """The sign of a polynomial of one parameter at a root."""
    coefficients, outside = to_coefficients(polynomial)
    return outside and outside * root.sign_of(coefficients)


def holds_at(root: Root, tests: SignTests) -> bool:
    """Whether tests hold at a root."""
    return all(sign_at(root, a) * sign_at(root, b) >= 0 for a, b in tests.products) and all(
        sign_at(root, p) for p in tests.nonzero
    )


def _nearby(root: Root) -> Fraction:
    narrow = root.refine_to(Fraction(1, 10**12))
    return (narrow.low + narrow.high) / 2

"""Lists of behaviour for zero-sum trees with parameters, by information set; exact and proved for one parameter.

At a sample the linear program on sequences gives an optimal corner. Which of its inequalities are equalities determines
the corner as formulas of the parameters, by exact elimination. Two formulas x and y are optimal wherever they are
strategies, some fixed plans stay best responses to them, and both plans give the same payoff: signs of polynomials.
With one parameter these hold up to the next root. So an interval is covered piece by piece, exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.arrangement import to_coefficients
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.ratio import Ratio, over_common_denominator
from kibitz.rules.algebra.regions import substitute
from kibitz.rules.algebra.roots import Root, isolate_roots, separate, simplest_between, sort_roots
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.sequence_payoffs import PastSet, SequencePayoffs
from kibitz.rules.games.slacks import Formula, list_definitions
from kibitz.rules.games.tree_family import TreeFamily
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.expression import Binary
from kibitz.rules.learning.certified_partition import CertifiedPartition
from kibitz.rules.learning.exact_lists import GreedyList
from kibitz.rules.learning.shortest_list import ShortestListBuilder
from kibitz.rules.learning.templates import Template
from kibitz.rules.proof.cells import sign_at
from kibitz.simulate.executors import Progress

NEGLIGIBLE = 1e-9
MAX_PIECES = 300
MAX_TRIES = 18
"""Samples at which a piece is sought, ever nearer to its start."""
N_TRIES = 6
"""Points of a gap at which a solution is sought before the gap counts as unsolved."""
N_POINTS = 400
"""Points whose optimal corners are the formulas of a game of several parameters."""
MAX_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class SequenceSolution:
    """The value to player 1, an optimal plan of one player in floats, and which inequalities are equalities."""

    value: float
    plan: FloatArray
    unused: tuple[int, ...]
    tight: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlanFormula:
    """The chances of a player's sequences as polynomials over one denominator."""

    numerators: tuple[Polynomial, ...]
    denominator: Polynomial


@dataclass(frozen=True, slots=True)
class Piece:
    """An interval on which two formulas are optimal, both ends included by continuity where they have a value."""

    low: Root
    high: Root
    plans: tuple[PlanFormula, PlanFormula]


def solve_sequences(payoffs: SequencePayoffs, point: Mapping[str, Fraction], player: int) -> SequenceSolution:
    """An optimal corner of the linear program of a player on sequences, in floats."""
    from scipy.optimize import linprog

    matrix = payoffs.matrix(point)
    scale = float(np.abs(matrix).max()) or 1.0
    own = matrix / scale if player == 0 else -matrix.T / scale
    plans, limits = _flows(payoffs, player), _flows(payoffs, 1 - player)
    n_x, n_q = own.shape[0], limits.shape[0]
    costs = np.zeros(n_x + n_q)
    costs[n_x] = -1.0
    result = linprog(
        costs,
        A_ub=np.hstack([-own.T, limits.T]),
        b_ub=np.zeros(own.shape[1]),
        A_eq=np.hstack([plans, np.zeros((plans.shape[0], n_q))]),
        b_eq=np.eye(1, plans.shape[0])[0],
        bounds=[(0, None)] * n_x + [(None, None)] * n_q,
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if not result.success or result.x is None:
        raise InputError("tree: its linear program could not be solved")
    plan = np.maximum(result.x[:n_x], 0.0)
    slacks = own.T @ plan - limits.T @ result.x[n_x:]
    value = float(result.x[n_x]) * scale * (1 if player == 0 else -1)
    unused = tuple(np.flatnonzero(plan <= NEGLIGIBLE).tolist())
    return SequenceSolution(value, plan, unused, tuple(np.flatnonzero(slacks <= NEGLIGIBLE).tolist()))


def _flows(payoffs: SequencePayoffs, player: int) -> FloatArray:
    """Row 0: the empty sequence; then for each information set its sequences less the one before it."""
    sets = payoffs.sets[player]
    result = np.zeros((1 + len(sets), payoffs.n_sequences(player)))
    result[0, 0] = 1.0
    for row, each in enumerate(sets, start=1):
        result[row, each.parent] = -1.0
        result[row, list(each.sequences)] = 1.0
    return result


class _Elimination:
    """Linear equations whose coefficients are quotients of polynomials, solved by exact elimination."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.zero, self.one = (Polynomial.constant(names, k) for k in (0, 1))
        self.rows: list[tuple[dict[int, Ratio], Ratio]] = []

    def constant(self, number: int) -> Ratio:
        return Ratio(self.one.scale(number) if number else self.zero, self.one)

    def add(self, row: dict[int, Ratio], right: Ratio) -> None:
        """Add an equation: the sum of unknowns times coefficients is the right side."""
        self.rows.append(({k: c for k, c in row.items() if not c.numerator.is_zero}, right))

    def solve(self) -> dict[int, Ratio] | None:
        """The unknowns that are determined; ``None`` if the equations contradict each other."""
        done: list[tuple[int, dict[int, Ratio], Ratio]] = []
        rows = self.rows
        while rows:
            rows = [row for row in rows if row[0] or not row[1].numerator.is_zero]
            if any(not row for row, _ in rows):
                return None
            if not rows:
                break
            best = min(range(len(rows)), key=lambda k: (len(rows[k][0]), self._size(rows[k][0])))
            row, right = rows.pop(best)
            pivot = min((_terms(c), k) for k, c in row.items())[1]
            divisor = row[pivot]
            row = {k: _quotient(c, divisor) for k, c in row.items() if k != pivot}
            right = _quotient(right, divisor)
            done.append((pivot, row, right))
            rows = [self._without(each, pivot, row, right) for each in rows]
        return self._substitute_back(done)

    def _size(self, row: dict[int, Ratio]) -> int:
        return min(_terms(c) for c in row.values())

    def _without(
        self, each: tuple[dict[int, Ratio], Ratio], pivot: int, row: dict[int, Ratio], right: Ratio
    ) -> tuple[dict[int, Ratio], Ratio]:
        """An equation with one unknown replaced."""
        other, other_right = each
        if pivot not in other:
            return each
        factor = other[pivot]
        result = {k: c for k, c in other.items() if k != pivot}
        for k, c in row.items():
            value = _difference(result.get(k, self.constant(0)), _product(factor, c))
            if value.numerator.is_zero:
                result.pop(k, None)
            else:
                result[k] = value
        return result, _difference(other_right, _product(factor, right))

    def _substitute_back(self, done: list[tuple[int, dict[int, Ratio], Ratio]]) -> dict[int, Ratio]:
        known: dict[int, Ratio] = {}
        for pivot, row, right in reversed(done):
            if all(k in known for k in row):
                total = right
                for k, c in row.items():
                    total = _difference(total, _product(c, known[k]))
                known[pivot] = total
        return known


def _terms(ratio: Ratio) -> int:
    count_steps(1)
    return len(ratio.numerator.terms) + len(ratio.denominator.terms)


def _product(a: Ratio, b: Ratio) -> Ratio:
    count_steps(20)
    return Ratio.of(a.numerator * b.numerator, a.denominator * b.denominator)


def _quotient(a: Ratio, b: Ratio) -> Ratio:
    count_steps(20)
    return Ratio.of(a.numerator * b.denominator, a.denominator * b.numerator)


def _difference(a: Ratio, b: Ratio) -> Ratio:
    if b.numerator.is_zero:
        return a
    count_steps(20)
    top = a.numerator * b.denominator - b.numerator * a.denominator
    return Ratio.of(top, a.denominator * b.denominator)


def find_formula(
    payoffs: SequencePayoffs, names: tuple[str, ...], solution: SequenceSolution, player: int
) -> PlanFormula | None:
    """The plan of an optimal corner as formulas; ``None`` where its equalities hold only at that point."""
    n = payoffs.n_sequences(player)
    unused, tight = set(solution.unused), set(solution.tight)
    system = _Elimination(names)
    one, minus = system.constant(1), system.constant(-1)
    system.add({0: one}, one)
    for each in payoffs.sets[player]:
        row = {k: one for k in each.sequences if k not in unused}
        if each.parent not in unused:
            row[each.parent] = minus
        system.add(row, system.constant(0))
    rows: dict[int, dict[int, Ratio]] = {t: {} for t in tight}
    for first, second, value in payoffs.entries:
        own, other = (first, second) if player == 0 else (second, first)
        if other in rows and own not in unused:
            rows[other][own] = Ratio(value, system.one)
    for number, each in enumerate(payoffs.sets[1 - player], start=1):
        for k in each.sequences:
            if k in rows:
                rows[k][n + number] = minus
        if each.parent in rows:
            rows[each.parent][n + number] = one
    if 0 in rows:
        rows[0][n] = minus
    for row in rows.values():
        system.add(row, system.constant(0))
    known = system.solve()
    if known is None or any(k not in known for k in range(n) if k not in unused):
        return None
    ratios = [system.constant(0) if k in unused else known[k] for k in range(n)]
    tops, below = over_common_denominator(ratios)
    return PlanFormula(tops, below)


class _Conditions:
    """Polynomials that must not be negative, or must not be 0, around a sample."""

    def __init__(self, sample: Mapping[str, Fraction]) -> None:
        self.sample = sample
        self.products: dict[Polynomial, None] = {}
        self.holds = True

    def add(self, polynomial: Polynomial, times: int = 1) -> None:
        """A polynomial times a sign that must not be negative; it must be positive at the sample, or 0 everywhere."""
        if not polynomial.is_zero:
            value = polynomial.evaluate(self.sample) * times
            self.holds &= value > 0
            if not polynomial.is_constant:
                self.products[polynomial] = None


def _check_plan(
    payoffs: SequencePayoffs, plan: PlanFormula, player: int, conditions: _Conditions
) -> tuple[Polynomial, Polynomial] | None:
    """What a plan secures, as numerator and denominator; the conditions say around the sample where that is so."""
    count_steps(50 * len(payoffs.entries))
    sign = 1 if plan.denominator.evaluate(conditions.sample) > 0 else -1
    conditions.add(plan.denominator, sign)
    for top in plan.numerators:
        conditions.add(top, sign)
    zero = plan.denominator - plan.denominator
    worth = payoffs.worth(payoffs.entries, plan.numerators, 1 - player, zero)
    way = sign if player == 0 else -sign
    for each in reversed(payoffs.sets[1 - player]):
        values = [worth[k].evaluate(conditions.sample) * way for k in each.sequences]
        best = each.first + values.index(min(values))
        for k in each.sequences:
            conditions.add(worth[k] - worth[best], way)
        worth[each.parent] = worth[each.parent] + worth[best]
    return (worth[0], plan.denominator) if conditions.holds else None


def _has_same_value(first: tuple[Polynomial, Polynomial], second: tuple[Polynomial, Polynomial]) -> bool:
    return (first[0] * second[1] - second[0] * first[1]).is_zero


class _LineCover:
    """Covers the interval of one parameter with pieces on which two formulas are optimal."""

    def __init__(self, family: TreeFamily) -> None:
        self.family, self.payoffs, self.names = family, family.payoffs, family.domain.names
        if len(self.names) != 1:
            raise InputError(f"game {family.name}: lists of trees are proved for one parameter, not {len(self.names)}")
        self.low, self.high = (_exact(end) for end in family.domain.box[0])
        self.formulas: tuple[dict[PlanFormula, None], dict[PlanFormula, None]] = ({}, {})

    def cover(self, progress: Progress) -> list[Piece]:
        """Pieces that follow each other and cover the interval."""
        pieces: list[Piece] = []
        at = self.low
        while _is_below(at, self.high):
            piece = self._piece_after(at)
            pieces.append(piece)
            at = piece.high
            progress(len(pieces), MAX_PIECES)
            if len(pieces) >= MAX_PIECES:
                raise InputError(f"game {self.family.name}: more than {MAX_PIECES} pieces are needed")
        return pieces

    def _piece_after(self, at: Root) -> Piece:
        """A piece that starts at a point, from a sample ever nearer to it."""
        room = self.high
        for number in range(MAX_TRIES):
            sample = _inside(at, room, number % N_TRIES)
            piece = self.piece_at(sample)
            if piece is not None and not _is_below(at, piece.low):
                return Piece(at, piece.high, piece.plans)
            if piece is not None:
                room = piece.low
            elif number % N_TRIES == N_TRIES - 1:
                room = _exact(sample)
        raise InputError(f"game {self.family.name}: could not be solved exactly just above {at.describe()}")

    def piece_at(self, sample: Fraction, own: PlanFormula | None = None, player: int = 0) -> Piece | None:
        """The largest piece around a sample on which the formulas found there are optimal; ``own`` replaces one."""
        point = {self.names[0]: sample}
        plans: list[PlanFormula] = []
        for k in (0, 1):
            if own is not None and k == player:
                plans.append(own)
                continue
            formula = self._formula_at(point, k)
            if formula is None:
                return None
            plans.append(formula)
        conditions = _Conditions(point)
        values = [_check_plan(self.payoffs, plan, k, conditions) for k, plan in enumerate(plans)]
        if values[0] is None or values[1] is None or not _has_same_value(values[0], values[1]):
            return None
        return Piece(*self._interval(sample, conditions.products), (plans[0], plans[1]))

    def _formula_at(self, point: Mapping[str, Fraction], player: int) -> PlanFormula | None:
        """A known formula that is optimal at a point, or the one of an optimal corner."""
        solution = solve_sequences(self.payoffs, point, player)
        formula = find_formula(self.payoffs, self.names, solution, player)
        if formula is not None:
            self.formulas[player][formula] = None
        return formula

    def _interval(self, sample: Fraction, polynomials: Mapping[Polynomial, None]) -> tuple[Root, Root]:
        """The nearest roots on both sides of a sample, or the ends of the domain."""
        low, high = self.low, self.high
        for polynomial in polynomials:
            coefficients, _ = to_coefficients(polynomial)
            for root in isolate_roots(coefficients, self.low.low, self.high.high):
                while not root.is_rational and root.low <= sample <= root.high:
                    root = root.refine()
                if root.high < sample:
                    low = root if _is_below(low, root) else low
                elif root.low > sample:
                    high = root if _is_below(root, high) else high
        return low, high


def _exact(at: Fraction) -> Root:
    return Root((-at.numerator, at.denominator), at, at)


def _is_below(first: Root, second: Root) -> bool:
    lower, upper, is_same = separate(first, second)
    return not is_same and lower.high <= upper.low and lower.low < upper.high


def _inside(low: Root, high: Root, number: int) -> Fraction:
    """A fraction between two points, another one for each number."""
    while low.high >= high.low:
        low = low if low.is_rational else low.refine()
        high = high if high.is_rational else high.refine()
    width = high.low - low.high
    share = Fraction(2 * number + 3, 4 * N_TRIES + 1)
    return simplest_between(low.high + width * share, low.high + width * (share + Fraction(1, 97)))


def behaviour_formula(plan: PlanFormula, each: PastSet) -> Formula:
    """The chances of the actions in one information set; the first action where the player never gets there."""
    one = Polynomial.constant(plan.denominator.names, 1)
    zero = one - one
    below = plan.numerators[each.parent]
    if below.is_zero:
        return Formula(tuple(one if k == 0 else zero for k in range(len(each.actions))), one)
    ratios = [Ratio.of(plan.numerators[k], below) for k in each.sequences]
    tops, denominator = over_common_denominator(ratios)
    return Formula(tops, denominator)


def _outcome(plan: PlanFormula, sets: Sequence[PastSet]) -> tuple[Template, ...]:
    return tuple(Template.of(each.actions, behaviour_formula(plan, each)) for each in sets)


def _list_parameters(family: TreeFamily) -> PolynomialPayoffs:
    """The names and ranges of the parameters, for builders of lists; they look at no payoffs."""
    return PolynomialPayoffs(family.name, family.domain.names, family.domain.box, (), family.players, (), (), None)


def learn_lists(family: TreeFamily, progress: Progress) -> tuple[DecisionList, ...]:
    """A list for each player: exact for one parameter, from samples for more."""
    if family.domain.constraints:
        raise InputError(f"game {family.name}: lists of trees are learnt without constraints")
    if len(family.domain.names) == 1:
        return _learn_on_line(family, progress)
    return _learn_from_samples(family, progress)


def _learn_on_line(family: TreeFamily, progress: Progress) -> tuple[DecisionList, ...]:
    cover = _LineCover(family)
    pieces = cover.cover(progress)
    return tuple(_shortest_list(family, cover, pieces, player) for player in (0, 1) if family.payoffs.sets[player])


def _shortest_list(family: TreeFamily, cover: _LineCover, pieces: list[Piece], player: int) -> DecisionList:
    """The shortest list over the formulas found, each on all pieces on which it is shown to be optimal."""
    formulas = list(cover.formulas[player])
    ends = sort_roots([piece.high for piece in pieces[:-1]])
    shown: list[list[Piece]] = []
    for formula in formulas:
        some = [cover.piece_at(_inside(a, b, 1), formula, player) for a, b in _gaps(cover, ends)]
        shown.append([piece for piece in some if piece is not None])
        ends = sort_roots([*ends, *(end for piece in shown[-1] for end in (piece.low, piece.high))])
        ends = [end for end in ends if _is_below(cover.low, end) and _is_below(end, cover.high)]
    gaps = _gaps(cover, ends)
    samples = [_inside(a, b, 1) for a, b in gaps]
    optimal = np.array([[any(_covers(piece, s) for piece in some) for s in samples] for some in shown], dtype=bool)
    for k, piece in ((formulas.index(piece.plans[player]), piece) for piece in pieces):
        optimal[k] |= [_covers(piece, s) for s in samples]
    outcomes = tuple(_outcome(formula, family.payoffs.sets[player]) for formula in formulas)
    points = [cover.low, *ends, cover.high]
    at_ends = np.zeros((len(formulas), len(points)), dtype=bool)
    at_ends[:, :-1] |= optimal
    at_ends[:, 1:] |= optimal
    for k, outcome in enumerate(outcomes):
        for n in np.flatnonzero(at_ends[k]).tolist():
            at_ends[k, n] = all(sign_at(points[n], template.formula.denominator) for template in outcome)
    partition = CertifiedPartition(tuple((s,) for s in samples), tuple(ends), outcomes, optimal, at_ends, (), ())
    roles = tuple(each.name for each in family.payoffs.sets[player])
    parameters = _list_parameters(family)
    title = f"{family.title}, {family.players[player]}, learnt"
    return ShortestListBuilder(parameters, partition, roles).build(title).decision_list


def _gaps(cover: _LineCover, ends: Sequence[Root]) -> list[tuple[Root, Root]]:
    return list(pairwise([cover.low, *ends, cover.high]))


def _covers(piece: Piece, sample: Fraction) -> bool:
    at = _exact(sample)
    return _is_below(piece.low, at) and _is_below(at, piece.high)


def prove_lists(family: TreeFamily, lists: Sequence[DecisionList], progress: Progress) -> dict[str, Fraction]:
    """Prove from the text of lists alone that they lose nothing; `InputError` says where that is not shown."""
    cover = _LineCover(family)
    result: dict[str, Fraction] = {}
    for decisions in lists:
        player = family.player_of(decisions.roles)
        _ListProof(cover, decisions, player).check(progress)
        result |= dict.fromkeys(decisions.roles, Fraction(0))
    return result


class _ListProof:
    """Shows that a list of one player loses nothing, piece by piece between the ends of its guards."""

    def __init__(self, cover: _LineCover, decisions: DecisionList, player: int) -> None:
        self.cover, self.list, self.player = cover, decisions, player
        self.names, self.payoffs = cover.names, cover.payoffs
        known = list_definitions(decisions)
        self.tests: list[Polynomial] = []
        for rule in decisions.rules:
            for condition in rule.guard.conditions:
                difference = substitute(Binary("-", condition.left, condition.right), known)
                self.tests.append(Polynomial.from_expression(difference, self.names))
        sets = self.payoffs.sets[player]
        order = [decisions.roles.index(each.name) for each in sets]
        self.formulas = [
            [Formula.of(outcome[k], each.actions, known, self.names) for k, each in zip(order, sets, strict=True)]
            for outcome in decisions.outcomes
        ]
        self.plans = [self._plan(formulas) for formulas in self.formulas]

    def _plan(self, formulas: Sequence[Formula]) -> PlanFormula:
        """The chances of sequences that the strategies in all information sets give."""
        one = Polynomial.constant(self.names, 1)
        ratios = [Ratio(one, one)] * self.payoffs.n_sequences(self.player)
        for each, formula in zip(self.payoffs.sets[self.player], formulas, strict=True):
            for k, top in zip(each.sequences, formula.numerators, strict=True):
                ratios[k] = _product(ratios[each.parent], Ratio.of(top, formula.denominator))
        return PlanFormula(*over_common_denominator(ratios))

    def check(self, progress: Progress) -> None:
        """Raise `InputError` where the list is not shown to lose nothing."""
        cover, done = self.cover, 0
        ends = sort_roots(
            root
            for test in self.tests
            for root in isolate_roots(to_coefficients(test)[0], cover.low.low, cover.high.high)
        )
        points = [cover.low, *ends, cover.high]
        fired = []
        for low, high in pairwise(points):
            fired.append(self.list.fired_rule({self.names[0]: _inside(low, high, 1)}))
            at = low
            while _is_below(at, high):
                at = self._next_end(at, high, fired[-1])
                done += 1
                progress(min(done, MAX_PIECES), MAX_PIECES)
                if done > MAX_PIECES:
                    raise InputError(f"proof: more than {MAX_PIECES} pieces are needed")
        for n, point in enumerate(points):
            self._check_end(point, fired[max(n - 1, 0) : n + 1])

    def _next_end(self, at: Root, high: Root, rule: int) -> Root:
        """Where the piece that starts at a point ends."""
        room = high
        for number in range(MAX_TRIES):
            sample = _inside(at, room, number % N_TRIES)
            piece = self.cover.piece_at(sample, self.plans[rule], self.player)
            if piece is not None and self._is_strategy(rule, sample) and not _is_below(at, piece.low):
                return piece.high if _is_below(piece.high, high) else high
            if piece is not None:
                room = piece.low
            elif number % N_TRIES == N_TRIES - 1:
                room = _exact(sample)
        raise InputError(f"proof: rule {rule + 1} is not shown to lose nothing just above {at.describe()}")

    def _is_strategy(self, rule: int, sample: Fraction) -> bool:
        """Whether what is played where the player never gets is a strategy too, at a sample."""
        try:
            self.list.apply({self.names[0]: sample})
        except InputError:
            return False
        return True

    def _check_end(self, point: Root, beside: Sequence[int]) -> None:
        """At a point between pieces a rule fires that also fires beside it and has a value, or the point is exact."""
        if point.is_rational:
            at = {self.names[0]: point.low}
            strategies = dict(zip(self.list.roles, self.list.apply(at), strict=True))
            mixes = [
                [strategies[each.name].get(a, Fraction(0)) for a in each.actions]
                for each in self.payoffs.sets[self.player]
            ]
            entries = self.payoffs.numbers(at)
            secured = self.payoffs.respond(entries, self.payoffs.plan(self.player, mixes), 1 - self.player)
            value = solve_sequences(self.payoffs, at, self.player).value
            if abs(float(secured) - value) > NEGLIGIBLE * max(1.0, abs(value)):
                raise InputError(f"proof: the list loses at {point.describe()}")
            if self.list.fired_rule(at) in beside or self._is_exact_at(at, secured):
                return
            raise InputError(f"proof: the list is not shown to lose nothing at {point.describe()}")
        rule = next(
            (k for k, each in enumerate(self.list.rules) if self._holds_at(each.guard.conditions, point)),
            len(self.list.rules),
        )
        if rule not in beside or not all(sign_at(point, f.denominator) for f in self.formulas[rule]):
            raise InputError(f"proof: the list is not shown to lose nothing at {point.describe()}")

    def _holds_at(self, conditions: Sequence[object], point: Root) -> bool:
        from kibitz.rules.proof.cells import SignTest

        known = list_definitions(self.list)
        tests = [SignTest.of(condition, known, self.names) for condition in conditions]  # type: ignore[arg-type]
        return all(sign_at(point, test.polynomial) in test.signs for test in tests)

    def _is_exact_at(self, at: Mapping[str, Fraction], secured: Fraction) -> bool:
        """Whether a solution found for the other player concedes no more than the list secures, exactly."""
        solution = solve_sequences(self.payoffs, at, 1 - self.player)
        formula = find_formula(self.payoffs, self.names, solution, 1 - self.player)
        if formula is None or not formula.denominator.evaluate(at):
            return False
        below = formula.denominator.evaluate(at)
        plan = [top.evaluate(at) / below for top in formula.numerators]
        return min(plan) >= 0 and bool(self.payoffs.respond(self.payoffs.numbers(at), plan, self.player) == secured)


def _learn_from_samples(family: TreeFamily, progress: Progress) -> tuple[DecisionList, ...]:
    """Lists for several parameters, from the cells that samples fall into; not proved."""
    rng = np.random.default_rng(1)
    return tuple(_sampled_list(family, player, rng, progress) for player in (0, 1) if family.payoffs.sets[player])


def _sampled_list(family: TreeFamily, player: int, rng: np.random.Generator, progress: Progress) -> DecisionList:
    points = family.domain.sample(rng, N_POINTS)
    roles = tuple(each.name for each in family.payoffs.sets[player])
    parameters = _list_parameters(family)
    title = f"{family.title}, {family.players[player]}, learnt"
    result: DecisionList | None = None
    for number in range(MAX_ROUNDS):
        progress(number, MAX_ROUNDS)
        partition = _sampled_partition(family, player, points)
        found = GreedyList(parameters, partition).build(title, roles)
        if found is None:
            break
        result = found
        fresh = family.domain.sample(rng, N_POINTS)
        losses = family.check_losses([found], fresh)[roles[0]]
        refuting = fresh[~(losses <= 1e-7)]
        if not len(refuting):
            break
        points = np.concatenate([points, refuting])
    if result is None:
        raise InputError(f"game {family.name}: no list was found from samples")
    return result


def _sampled_partition(family: TreeFamily, player: int, points: FloatArray) -> CertifiedPartition:
    """The cells of the points by the signs of all conditions, and which formulas are optimal in them."""
    payoffs, names = family.payoffs, family.domain.names
    exact = [{n: Fraction(float(v)).limit_denominator(10**6) for n, v in zip(names, p, strict=True)} for p in points]
    formulas: dict[PlanFormula, None] = {}
    forms: dict[Polynomial, None] = {}
    values = []
    tried: set[tuple[int, tuple[int, ...], tuple[int, ...]]] = set()
    for point in exact:
        for who in (player, 1 - player):  # where a plan is optimal depends on the other player's plan too
            solution = solve_sequences(payoffs, point, who)
            if who == player:
                values.append(solution.value)
            key = (who, solution.unused, solution.tight)
            formula = None if key in tried else find_formula(payoffs, names, solution, who)
            tried.add(key)
            if formula is not None:
                conditions = _Conditions(point)
                _check_plan(payoffs, formula, who, conditions)
                forms |= dict.fromkeys(polynomial.monic_sign() for polynomial in conditions.products)
                if who == player:
                    formulas[formula] = None
    columns = {name: np.array([float(point[name]) for point in exact]) for name in names}
    n = len(exact)
    signs = np.array([np.sign(np.broadcast_to(form.evaluate(columns), n)) for form in forms], dtype=np.int8).T
    optimal = np.array([_is_optimal(payoffs, f, player, columns, np.array(values)) for f in formulas], dtype=bool)
    keep = np.asarray(optimal.any(axis=0))
    outcomes = tuple(_outcome(formula, payoffs.sets[player]) for formula in formulas)
    samples = tuple(tuple(point[name] for name in names) for point, good in zip(exact, keep, strict=True) if good)
    kept: tuple[Polynomial, ...] = tuple(forms)
    return CertifiedPartition(samples, (), outcomes, optimal[:, keep], None, (), (), kept, signs[keep])


def _is_optimal(
    payoffs: SequencePayoffs, formula: PlanFormula, player: int, columns: Mapping[str, FloatArray], values: FloatArray
) -> FloatArray:
    n = len(values)
    below = np.broadcast_to(formula.denominator.evaluate(columns), n)
    with np.errstate(divide="ignore", invalid="ignore"):
        plan = [np.broadcast_to(top.evaluate(columns), n) / below for top in formula.numerators]
        secured = payoffs.respond(payoffs.numbers(columns), plan, 1 - player, np.zeros(n))
        valid = np.min(plan, axis=0) >= -NEGLIGIBLE
        return np.asarray(valid & (np.abs(secured - values) <= 1e-8 * np.maximum(1.0, np.abs(values))))

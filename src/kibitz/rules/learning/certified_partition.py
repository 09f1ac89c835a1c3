"""The certified partition of the parameters: which strategy formulas are optimal in which cell, all exact.

Kernels (supports) are enumerated. Each is optimal where its probabilities and slacks are not negative, so the regions
of all kernels end on curves (points, for one parameter), and between these curves one exact sample decides. By Shapley
and Snow some kernel solves every zero-sum game; by Lemke and Howson a square kernel holds an equilibrium of every
general-sum game. So the regions cover the parameters, and a partition in which every cell has a kernel is complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError
from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.arrangement import Arrangement, Sample, arrange
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.roots import Root
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim, Formula, multiply
from kibitz.rules.language.decision_list import Mix
from kibitz.rules.learning.templates import (
    OPTIMALITY_TOLERANCE,
    Kernel,
    Template,
    kernel_strategies,
    kernel_template,
    role_losses,
)
from kibitz.rules.proof.cells import SignTests, holds_at, sign_at

MAX_KERNELS = 6_000
MAX_PROFILES = 300
"""Pairs of strategies of a general-sum game whose regions are all computed."""
N_STARTING_POINTS = 60, 1_500
"""Points at which kernels are sought at first, with one parameter and with two."""
N_SOLVED_POINTS = 600
"""Points at each of which a kernel is sought that solves the game there."""
MAX_ROUNDS = 30
IDENTITY_TOLERANCE = 1e-7

Outcome = tuple[Template, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CertifiedPartition:
    """Open cells with an exact sample each, and which outcomes (a formula for each role of a list) are optimal there.

    ``optimal`` is (outcomes, cells). For one parameter ``at_ends`` says the same of the points between cells, the ends
    of the interval included. ``witnesses`` are strategies of the other role, each with an own best response to it, and
    ``witness`` is the number of the one that bounds the value in each cell. Every cell has an optimal outcome, and all
    kernels were tried.
    """

    samples: tuple[Sample, ...]
    breakpoints: tuple[Root, ...]
    outcomes: tuple[Outcome, ...]
    optimal: NDArray[np.bool_]
    at_ends: NDArray[np.bool_] | None
    witnesses: tuple[tuple[Mix, int], ...]
    witness: tuple[int, ...]
    forms: tuple[Polynomial, ...] = ()
    """For two parameters, the polynomials whose signs tell the cells apart."""
    signs: NDArray[np.int8] | None = None
    """Their signs, (cells, forms)."""


@dataclass(frozen=True, slots=True)
class _Solution:
    """A kernel with the formulas of both roles and the conditions of its region."""

    kernel: Kernel
    row: Template
    column: Template
    tests: SignTests
    value: tuple[Polynomial, Polynomial]
    """Numerator and denominator of the value, where the kernel is optimal."""


def partition_parameters(payoffs: PolynomialPayoffs, claim: Claim) -> CertifiedPartition:
    """The certified partition of a game of one or two parameters, for the role of a claim; `InputError` where none."""
    if claim in (Claim.ROW, Claim.COLUMN):
        return _ZeroSumPartition(payoffs, claim).partition()
    return _profile_partition(payoffs, claim)


def sample_partition(payoffs: PolynomialPayoffs, claim: Claim, points: FloatArray) -> CertifiedPartition:
    """The cells that some points fall into, for a zero-sum game of any number of parameters: not shown complete."""
    return _ZeroSumPartition(payoffs, claim).from_points(points)


def all_kernels(n_rows: int, n_columns: int) -> Iterator[Kernel]:
    """All square submatrices, the smallest first."""
    for size in range(1, min(n_rows, n_columns) + 1):
        yield from product(combinations(range(n_rows), size), combinations(range(n_columns), size))


def count_kernels(n_rows: int, n_columns: int) -> int:
    """The number of square submatrices."""
    return comb(n_rows + n_columns, n_rows) - 1


def _probability_tests(*formulas: Formula) -> dict[tuple[Polynomial, Polynomial], None]:
    return dict.fromkeys((n, f.denominator) for f in formulas for n in f.numerators if not n.is_zero)


class _ZeroSumPartition:
    """Builds the partition of one role of a zero-sum game."""

    def __init__(self, payoffs: PolynomialPayoffs, claim: Claim) -> None:
        self.payoffs, self.role = payoffs, 0 if claim is Claim.ROW else 1
        self.columns = tuple(zip(*payoffs.row, strict=True))
        shape = (len(payoffs.row), len(self.columns))
        if count_kernels(*shape) > MAX_KERNELS:
            raise InputError(f"game {payoffs.game}: at most {MAX_KERNELS:,} supports can be tried")
        self.kernels = list(all_kernels(*shape))
        self.solutions: list[_Solution] = []
        self.forms: list[Polynomial] = []

    def partition(self) -> CertifiedPartition:
        """The partition: first cells in which one kernel gives the value, then where every formula is optimal."""
        cells, owner = self._value_cells()
        templates = self._templates(cells.samples)
        if len(self.payoffs.box) == 2:
            optimal = np.array([self._is_optimal_at_samples(t, cells) for t in templates])
            return self._result(cells, owner, templates, optimal, None)
        rows = self._regions(templates)
        tests = [t for by_solution in rows for t in by_solution.values()]
        table = _Table([*(s.tests for s in self.solutions), *tests], self.payoffs)
        owner = self._owners(table)
        optimal = np.array(
            [[k in some and table.holds_in(some[k], n) for n, k in enumerate(owner)] for some in rows], dtype=bool
        )
        at_ends = self._at_ends(table, templates, optimal)
        nowhere = np.zeros((len(at_ends) - len(optimal), optimal.shape[1]), dtype=bool)
        optimal = np.concatenate([optimal, nowhere])
        return self._result(table.cells, owner, templates, optimal, at_ends)

    def from_points(self, points: FloatArray) -> CertifiedPartition:
        """The cells of the points, told apart by the signs of the conditions of all kernels that solve some of them."""
        self._add_solutions(points[:N_SOLVED_POINTS])
        columns = {name: points[:, k] for k, name in enumerate(self.payoffs.names)}
        forms = dict.fromkeys(p.monic_sign() for s in self.solutions for p in s.tests.polynomials if not p.is_constant)
        values = [np.broadcast_to(np.asarray(p.evaluate(columns), float), len(points)) for p in forms]
        signs = np.sign(np.array(values, dtype=np.float64).reshape(len(forms), len(points))).astype(np.int8).T
        changing = [k for k in range(len(forms)) if (signs[:, k] > 0).any() and (signs[:, k] < 0).any()]
        signs = signs[:, changing]
        self.forms = [form for k, form in enumerate(forms) if k in set(changing)]
        _, first = np.unique(signs, axis=0, return_index=True)
        samples = tuple(tuple(Fraction(float(v)) for v in points[k]) for k in first)
        cells = Arrangement(samples, signs[first])
        templates = self._templates(samples)
        optimal = np.array([self._is_optimal_at_samples(t, cells) for t in templates])
        known = np.asarray(optimal.any(axis=0))
        cells = Arrangement(tuple(s for s, keep in zip(samples, known, strict=True) if keep), cells.signs[known])
        return self._result(cells, (), templates, optimal[:, known], None)

    def _result(
        self,
        cells: Arrangement,
        owner: Sequence[int],
        templates: list[Template],
        optimal: NDArray[np.bool_],
        at_ends: NDArray[np.bool_] | None,
    ) -> CertifiedPartition:
        keep = np.flatnonzero(optimal.any(axis=1) | (False if at_ends is None else at_ends.any(axis=1)))
        others = [((s.column if self.role == 0 else s.row).mix(), s.kernel[self.role][0]) for s in self.solutions]
        witnesses = tuple(dict.fromkeys(others))
        return CertifiedPartition(
            cells.samples,
            cells.breakpoints,
            tuple((templates[t],) for t in keep),
            optimal[keep],
            None if at_ends is None else at_ends[keep],
            witnesses,
            tuple(witnesses.index(others[k]) for k in owner),
            tuple(self.forms),
            cells.signs,
        )

    def _floats(self, samples: Sequence[Sample]) -> FloatArray:
        return np.array([[float(v) for v in sample] for sample in samples])

    def _value_cells(self) -> tuple[Arrangement, list[int]]:
        """Cells in each of which one kernel is optimal, found by adding kernels until no cell is without one."""
        self._add_solutions(_starting_points(self.payoffs))
        for _ in range(MAX_ROUNDS):
            table = _Table([s.tests for s in self.solutions], self.payoffs)
            owner = self._owners(table)
            missing = [table.cells.samples[n] for n, k in enumerate(owner) if k < 0]
            if not missing:
                self.forms = list(table.columns)
                return table.cells, owner
            if not self._add_solutions(self._floats(missing[:200])):
                break
        raise InputError(f"game {self.payoffs.game}: not every cell could be solved exactly")

    def _owners(self, table: _Table) -> list[int]:
        """The first solution that is optimal in each cell, -1 where none is."""
        owner = np.full(len(table.cells.samples), -1)
        for k in reversed(range(len(self.solutions))):
            owner[table.holds(self.solutions[k].tests)] = k
        return [int(k) for k in owner]

    def _add_solutions(self, points: FloatArray) -> bool:
        """Add kernels until one is optimal at each point, those that are at most points first."""
        from kibitz.solve.zero_sum import solve_zero_sum_batch

        matrices = self.payoffs.matrices(points)
        values = solve_zero_sum_batch(matrices)[0]
        shifted = matrices - matrices.min(axis=(1, 2), keepdims=True) + 1.0
        known = {solution.kernel for solution in self.solutions}
        table, kernels = [], []
        for kernel in self.kernels:
            if kernel in known:
                continue
            count_steps(100 + len(points))
            good = np.ones(len(points), dtype=bool)
            for role in (0, 1):
                strategies = kernel_strategies(shifted, kernel, role)
                good &= role_losses(matrices, values, strategies, role) <= OPTIMALITY_TOLERANCE
                if not good.any():
                    break
            else:
                table.append(good)
                kernels.append(kernel)
        left = np.ones(len(points), dtype=bool)
        added = False
        while kernels and left.any():
            gains = (np.array(table) & left).sum(axis=1)
            best = int(gains.argmax())
            if not gains[best]:
                break
            self.solutions.append(self._solution(kernels[best]))
            added = True
            left &= ~table[best]
            table.pop(best)
            kernels.pop(best)
        return added

    def _solution(self, kernel: Kernel) -> _Solution:
        row, column = (kernel_template(self.payoffs, kernel, role) for role in (0, 1))
        x, y = row.formula, column.formula
        conceded, secured = multiply(self.payoffs.row, y.numerators), multiply(self.columns, x.numerators)
        top, bottom = conceded[kernel[0][0]], y.denominator
        products = _probability_tests(x, y)
        products |= dict.fromkeys((top - p, bottom) for p in conceded if p != top)
        products |= {(p * bottom - top * x.denominator, x.denominator * bottom): None for p in secured}
        kept = tuple((a, b) for a, b in products if not a.is_zero)
        nonzero = tuple(dict.fromkeys((x.denominator, y.denominator)))
        return _Solution(kernel, row, column, SignTests(kept, nonzero), (top, bottom))

    def _templates(self, samples: Sequence[Sample]) -> list[Template]:
        """Formulas whose guarantee equals the value, as a formula, in some cell; they need not be strategies."""
        points = self._floats(samples)
        solved = [s.row if self.role == 0 else s.column for s in self.solutions]
        matrices = self.payoffs.matrices(points)
        from kibitz.solve.zero_sum import solve_zero_sum_batch

        values = solve_zero_sum_batch(matrices)[0]
        shifted = matrices - matrices.min(axis=(1, 2), keepdims=True) + 1.0
        scale = np.abs(matrices).max(axis=(1, 2)) + 1.0
        subscripts = "nij,ni->nj" if self.role == 0 else "nij,nj->ni"
        seen: dict[bytes, Kernel] = {}
        for kernel in self.kernels:
            count_steps(100 + len(points))
            strategies = kernel_strategies(shifted, kernel, self.role)
            ends = np.einsum(subscripts, matrices, strategies)
            size = scale * (1.0 + np.abs(np.nan_to_num(strategies)).max(axis=1))
            meets = (np.abs(ends - values[:, np.newaxis]) <= IDENTITY_TOLERANCE * size[:, np.newaxis]).any(axis=1)
            if len(self.payoffs.box) > 1:
                meets &= role_losses(matrices, values, strategies, self.role) <= OPTIMALITY_TOLERANCE
            if meets.any():
                seen.setdefault(np.round(strategies[:12], 7).tobytes(), kernel)
        found = [kernel_template(self.payoffs, kernel, self.role) for kernel in seen.values()]
        return list({template.formula: template for template in (*found, *solved)}.values())

    def _regions(self, templates: list[Template]) -> list[dict[int, SignTests]]:
        """For each formula and each solution with whose value it can agree: the conditions of being optimal."""
        result = []
        payoffs = self.columns if self.role == 0 else self.payoffs.row
        direction = 1 if self.role == 0 else -1
        for template in templates:
            formula = template.formula
            ends = multiply(payoffs, formula.numerators)
            by_solution: dict[int, SignTests] = {}
            for k, solution in enumerate(self.solutions):
                top, bottom = solution.value
                slacks = [(p * bottom - top * formula.denominator).scale(direction) for p in ends]
                if any(slack.is_zero for slack in slacks):
                    over = formula.denominator * bottom
                    products = _probability_tests(formula) | {(slack, over): None for slack in slacks}
                    kept = tuple((a, b) for a, b in products if not a.is_zero)
                    by_solution[k] = SignTests(kept, (formula.denominator,))
            result.append(by_solution)
        return result

    def _is_optimal_at_samples(self, template: Template, cells: Arrangement) -> NDArray[np.bool_]:
        """Where a formula is optimal at the samples, in floats: for the search of a list, whose proof is exact."""
        from kibitz.solve.zero_sum import solve_zero_sum_batch

        points = self._floats(cells.samples)
        matrices = self.payoffs.matrices(points)
        values = solve_zero_sum_batch(matrices)[0]
        losses = role_losses(matrices, values, template.strategies(points, self.payoffs.names), self.role)
        return np.asarray(losses <= OPTIMALITY_TOLERANCE)

    def _at_ends(self, table: _Table, templates: list[Template], optimal: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which formulas are optimal at the ends of cells: those that are beside them and have a value there."""
        result = _optimal_at_ends(table, [(t.formula,) for t in templates], optimal, self.payoffs)
        for n in np.flatnonzero(~result.any(axis=0)).tolist():
            # Every formula beside this point divides by zero at it, so a kernel that is optimal there alone is needed.
            solutions = (self._solution(kernel) for kernel in self.kernels)
            alone = next((s for s in solutions if holds_at(table.ends[n], s.tests)), None)
            if alone is not None:
                templates.append(alone.row if self.role == 0 else alone.column)
                result = np.concatenate([result, np.zeros((1, result.shape[1]), dtype=bool)])
                result[-1, n] = True
        return result


class _Table:
    """An arrangement with the signs of all polynomials of some tests."""

    def __init__(self, tests: Sequence[SignTests], payoffs: PolynomialPayoffs) -> None:
        polynomials = dict.fromkeys(p for test in tests for p in test.polynomials)
        self.columns = {polynomial: k for k, polynomial in enumerate(polynomials)}
        self.cells = arrange(list(polynomials), payoffs.box)
        self.ends: list[Root] = []
        if len(payoffs.box) == 1:
            low, high = (Root((-v.numerator, v.denominator), v, v) for v in payoffs.box[0])
            self.ends = [low, *self.cells.breakpoints, high]

    def holds(self, tests: SignTests) -> NDArray[np.bool_]:
        """In which cells tests hold."""
        signs = self.cells.signs
        result = np.ones(len(signs), dtype=bool)
        for first, second in tests.products:
            result &= signs[:, self.columns[first]] * signs[:, self.columns[second]] >= 0
        for polynomial in tests.nonzero:
            result &= signs[:, self.columns[polynomial]] != 0
        return result

    def holds_in(self, tests: SignTests, cell: int) -> bool:
        """Whether tests hold in one cell."""
        signs = self.cells.signs[cell]
        return all(signs[self.columns[a]] * signs[self.columns[b]] >= 0 for a, b in tests.products) and all(
            signs[self.columns[p]] for p in tests.nonzero
        )


def _optimal_at_ends(
    table: _Table, outcomes: Sequence[tuple[Formula, ...]], optimal: NDArray[np.bool_], payoffs: PolynomialPayoffs
) -> NDArray[np.bool_]:
    """Which outcomes are optimal at the ends of the cells: by continuity those beside, if they divide by nothing."""
    beside = np.zeros((len(outcomes), len(table.ends)), dtype=bool)
    if len(table.ends) > optimal.shape[1] + 1:
        raise InputError(f"game {payoffs.game}: the interval of its parameter is a point")
    beside[:, :-1] |= optimal
    beside[:, 1:] |= optimal
    for t, formulas in enumerate(outcomes):
        for n in np.flatnonzero(beside[t]).tolist():
            beside[t, n] = all(sign_at(table.ends[n], formula.denominator) for formula in formulas)
    return beside


def _starting_points(payoffs: PolynomialPayoffs) -> FloatArray:
    """Evenly spread points inside the box, the same every time."""
    low = np.array([float(side[0]) for side in payoffs.box])
    high = np.array([float(side[1]) for side in payoffs.box])
    unit = np.random.default_rng(5).random((N_STARTING_POINTS[len(low) > 1], len(low)))
    return np.asarray(low + (high - low) * unit)


def _profile_partition(payoffs: PolynomialPayoffs, claim: Claim) -> CertifiedPartition:
    """The partition of a general-sum game into equilibria, or of a decision against given opponents."""
    outcomes = _profiles(payoffs, claim)
    tests = []
    for outcome in outcomes:
        formulas = tuple(template.formula for template in outcome)
        slacks = payoffs.slacks(claim, formulas, None)
        products = _probability_tests(*formulas)
        for gains, secured in slacks.blocks:
            products |= {(secure - gain, slacks.scale): None for gain in gains for secure in secured}
        kept = tuple((a, b) for a, b in products if not a.is_zero)
        tests.append(SignTests(kept, tuple(dict.fromkeys(f.denominator for f in formulas))))
    table = _Table(tests, payoffs)
    optimal = np.array([table.holds(test) for test in tests])
    if not optimal.any(axis=0).all():
        raise InputError(f"game {payoffs.game}: not every cell could be solved exactly")
    lines = [tuple(template.formula for template in outcome) for outcome in outcomes]
    at_ends = _optimal_at_ends(table, lines, optimal, payoffs)
    for n in np.flatnonzero(~at_ends.any(axis=0)).tolist():
        at_ends[:, n] = [holds_at(table.ends[n], test) for test in tests]
    keep = np.flatnonzero(optimal.any(axis=1))
    return CertifiedPartition(
        table.cells.samples,
        table.cells.breakpoints,
        tuple(outcomes[t] for t in keep),
        optimal[keep],
        at_ends[keep],
        (),
        (),
    )


def _profiles(payoffs: PolynomialPayoffs, claim: Claim) -> list[Outcome]:
    if len(payoffs.box) != 1:
        raise InputError(f"game {payoffs.game}: all equilibria are compared only for one parameter")
    if claim is Claim.PAYOFF:
        pure = [kernel_template(payoffs, ((i,), (0,)), 0) for i in range(len(payoffs.row))]
        return [(template,) for template in pure]
    shape = (len(payoffs.row), len(payoffs.row[0]))
    if count_kernels(*shape) > MAX_PROFILES:
        raise InputError(f"game {payoffs.game}: at most {MAX_PROFILES} pairs of supports can be tried")
    pairs = [
        (kernel_template(payoffs, kernel, 0, payoffs.column), kernel_template(payoffs, kernel, 1, payoffs.row))
        for kernel in all_kernels(*shape)
    ]
    return list(dict.fromkeys(pairs))

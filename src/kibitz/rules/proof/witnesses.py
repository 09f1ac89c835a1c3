"""Strategies of the other role that bound a game's value from the right side, and losses measured at points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from kibitz.core import FloatArray
from kibitz.rules.algebra.bernstein import Box
from kibitz.rules.algebra.signs import Case
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim, Formula
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.language.expression import Number
from kibitz.rules.proof.verification import ExactLosses

MAX_WITNESSES = 400
BLOCK_PAYOFFS = 4_000_000
"""Payoffs of the games that are measured at once."""
STRICTNESS_TOLERANCE = 1e-12
"""A polynomial is positive at a point, in floats, where it is above this."""


class Witnesses:
    """Candidates for the other role: formulas that were optimal somewhere, and what is optimal here and now."""

    def __init__(
        self, payoffs: PolynomialPayoffs, claim: Claim, formulas: Sequence[Mix], rng: np.random.Generator
    ) -> None:
        self.payoffs, self.claim, self.rng = payoffs, claim, rng
        self.role = 1 if claim is Claim.ROW else 0
        self.are_needed = claim in (Claim.ROW, Claim.COLUMN)
        actions = payoffs.actions[min(self.role, len(payoffs.actions) - 1)]
        pure = [Mix((), action) for action in actions]
        self.mixes = list(dict.fromkeys([*formulas, *pure]))[:MAX_WITNESSES] if self.are_needed else []
        self.actions = actions
        self._formulas: dict[Mix, Formula] = {}

    def formula(self, witness: Mix) -> Formula:
        """The witness as polynomials."""
        if witness not in self._formulas:
            self._formulas[witness] = Formula.of(witness, self.actions, {}, self.payoffs.names)
        return self._formulas[witness]

    def points(self, box: Box, case: Case, n: int) -> FloatArray:
        """Up to ``n`` random points of a box at which the case holds; of a thin case, mixtures of its corners."""
        low = np.array([float(side[0]) for side in box])
        high = np.array([float(side[1]) for side in box])
        drawn = low + (high - low) * self.rng.random((n if not case else 8 * n, len(box)))
        result = self._where_it_holds(drawn, case)
        if not len(result) and len(case) > 1 and all(i.polynomial.total_degree == 1 for i in case):
            result = self._where_it_holds(self._mixed_corners(low, high, case, n), case)
        return result[:n]

    def _where_it_holds(self, points: FloatArray, case: Case) -> FloatArray:
        columns = {name: points[:, i] for i, name in enumerate(self.payoffs.names)}
        keep = np.ones(len(points), dtype=bool)
        for inequality in case:
            values = np.asarray(inequality.polynomial.evaluate(columns), dtype=np.float64)
            keep &= values > STRICTNESS_TOLERANCE if inequality.strict else values >= -1e-12
        return np.asarray(points[keep])

    def _mixed_corners(self, low: FloatArray, high: FloatArray, case: Case, n: int) -> FloatArray:
        """Mixtures of corners of the polytope that linear inequalities cut from a box.

        Corners are sought where each inequality has most room, so that none is needlessly tight, and at random.
        """
        from scipy.optimize import linprog

        d = len(low)
        slopes = np.zeros((len(case), d))
        for line, inequality in zip(slopes, case, strict=True):
            for exponents, coefficient in inequality.polynomial.terms:
                line += np.array(exponents) * float(coefficient)
        constants = np.array([float(inequality.polynomial.number) for inequality in case])
        corners = []
        for direction in (*-slopes, *self.rng.normal(size=(d, d))):
            answer = linprog(direction, A_ub=-slopes, b_ub=constants, bounds=list(zip(low, high, strict=True)))
            if answer.x is None:
                return np.empty((0, d))
            corners.append(np.round(answer.x, 6))
        return np.asarray(np.round(self.rng.dirichlet(np.ones(len(corners)), n), 6) @ np.array(corners))

    def rank_candidates(self, points: FloatArray, plain_first: bool = False) -> list[Mix | None]:
        """The candidates, best first: by how much more than the value they concede at the points at most.

        ``plain_first``: of those that concede nothing more, the ones that divide by nothing come first.
        """
        from kibitz.solve.zero_sum import solve_zero_sum_batch

        if not len(points):
            return list(self.mixes[-2:])
        matrices = self.payoffs.matrices(points)
        values, rows, columns = solve_zero_sum_batch(matrices)
        here = _constant((columns if self.role else rows)[len(points) // 2], self.actions)
        scored = []
        for number, mix in enumerate([*self.mixes, here]):
            excess = self._excess(mix, points, matrices, values)
            scored.append((float(np.max(excess)), number, mix))
        divides = {number: plain_first and not self.formula(mix).denominator.is_constant for _, number, mix in scored}
        scored.sort(key=lambda item: (max(item[0] - 1e-11, 0.0), divides[item[1]], item[1]))
        return [mix for _, _, mix in scored]

    def _excess(self, mix: Mix, points: FloatArray, matrices: FloatArray, values: FloatArray) -> FloatArray:
        columns = {name: points[:, i] for i, name in enumerate(self.payoffs.names)}
        strategy = mix.at_many(columns, len(points), self.actions)
        if self.role:
            excess = np.einsum("nij,nj->ni", matrices, strategy).max(axis=1) - values
        else:
            excess = values - np.einsum("nij,ni->nj", matrices, strategy).min(axis=1)
        return np.where(np.isnan(excess), np.inf, excess)

    def losses(self, decision_list: DecisionList, points: FloatArray) -> FloatArray:
        """What the list loses at each point, by the measure of the claim; nan where it has no answer."""
        columns = {name: points[:, i] for i, name in enumerate(self.payoffs.names)}
        wanted = [self.payoffs.actions[role] for role in self.payoffs.roles_of(self.claim)]
        return self._loss(list(decision_list.apply_many(columns, wanted)), points)

    def rule_losses(self, exact: ExactLosses, rule: int, points: FloatArray) -> FloatArray:
        """What one rule of a list would lose at each point, whether or not it fires there."""
        columns = {name: points[:, i] for i, name in enumerate(self.payoffs.names)}
        strategies = []
        for formula in exact.formulas[rule]:
            tops = [np.asarray(n.evaluate(columns), dtype=np.float64) for n in formula.numerators]
            bottom = np.asarray(formula.denominator.evaluate(columns), dtype=np.float64)
            with np.errstate(divide="ignore", invalid="ignore"):
                strategy = np.stack([np.broadcast_to(top / bottom, len(points)) for top in tops], axis=1)
            strategy = np.where(np.isfinite(strategy), strategy, np.nan)
            strategies.append(strategy)
        losses = self._loss(strategies, points)
        invalid = np.logical_or.reduce([~(s >= -1e-9).all(axis=1) for s in strategies])
        return np.where(invalid, np.inf, losses)

    def _loss(self, strategies: list[FloatArray], points: FloatArray) -> FloatArray:
        """The loss of strategies at points, block by block, so that games with many plans fit into memory."""
        size = max(1, BLOCK_PAYOFFS // self.payoffs.matrices(points[:1]).size) if len(points) else 1
        blocks = [slice(start, start + size) for start in range(0, max(len(points), 1), size)]
        return np.concatenate([self._block_loss([s[block] for s in strategies], points[block]) for block in blocks])

    def _block_loss(self, strategies: list[FloatArray], points: FloatArray) -> FloatArray:
        from kibitz.solve.zero_sum import solve_zero_sum_batch

        matrices = self.payoffs.matrices(points)
        if self.claim is Claim.PAYOFF:
            worth = matrices[:, :, 0]
            return np.asarray(worth.max(axis=1) - np.einsum("ni,ni->n", worth, strategies[0]))
        if self.claim is Claim.GAP:
            conceded = np.einsum("nij,nj->ni", matrices, strategies[1]).max(axis=1)
            return np.asarray(conceded - np.einsum("nij,ni->nj", matrices, strategies[0]).min(axis=1))
        if self.claim is Claim.REGRET:
            return self._regret(matrices, strategies, points)
        values = solve_zero_sum_batch(matrices)[0]
        if self.claim is Claim.ROW:
            return np.asarray(values - np.einsum("nij,ni->nj", matrices, strategies[0]).min(axis=1))
        return np.asarray(np.einsum("nij,nj->ni", matrices, strategies[0]).max(axis=1) - values)

    def _regret(self, matrices: FloatArray, strategies: list[FloatArray], points: FloatArray) -> FloatArray:
        x, y = strategies
        other = self.payoffs.column_matrices(points)
        row = np.einsum("nij,nj->ni", matrices, y)
        column = np.einsum("nij,ni->nj", other, x)
        row_regret = row.max(axis=1) - np.einsum("ni,ni->n", row, x)
        return np.asarray(np.maximum(row_regret, column.max(axis=1) - np.einsum("nj,nj->n", column, y)))


def _constant(strategy: FloatArray, actions: tuple[str, ...]) -> Mix:
    """The strategy with probabilities rounded to fractions."""
    return constant_mix(strategy, actions, 10_000)


def constant_mix(strategy: FloatArray, actions: tuple[str, ...], largest: int) -> Mix:
    """A constant strategy with probabilities in multiples of 1/largest; the likeliest action takes the rest."""
    rounded = [Fraction(round(float(chance) * largest), largest) for chance in strategy]
    rest = int(np.argmax(strategy))
    weights = [(a, Number(w)) for k, (a, w) in enumerate(zip(actions, rounded, strict=True)) if w and k != rest]
    return Mix(tuple(weights), actions[rest])

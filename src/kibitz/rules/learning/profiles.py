"""Equilibria of general-sum games as formulas: pairs of strategies of which each makes the other indifferent.

On supports I and J of equal size the row's strategy solves the column's payoffs on I x J, and the other way round; the
formulas are those of zero-sum kernels, taken from the other's matrix. Pure profiles are supports of size 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import comb

import numpy as np

from kibitz.core import FloatArray
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim
from kibitz.rules.learning.templates import (
    MAX_KERNEL,
    MAX_KERNELS,
    OPTIMALITY_TOLERANCE,
    Template,
    kernel_strategies,
    kernel_template,
    pure_templates,
)

MAX_PROFILES = 60
MAX_SLACK_DEGREE = 8

Profile = tuple[Template, Template]


def regrets(row: FloatArray, column: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
    """The larger regret of the two roles in N games (N, m, k); infinite where a strategy is none."""
    ours, theirs = np.einsum("nij,nj->ni", row, y), np.einsum("nij,ni->nj", column, x)
    first = ours.max(axis=1) - np.einsum("ni,ni->n", ours, x)
    second = theirs.max(axis=1) - np.einsum("nj,nj->n", theirs, y)
    valid = (x >= -OPTIMALITY_TOLERANCE).all(axis=1) & (y >= -OPTIMALITY_TOLERANCE).all(axis=1)
    worst = np.maximum(first, second)
    return np.where(valid & np.isfinite(worst), worst, np.inf)


def equilibrium_profiles(payoffs: PolynomialPayoffs, points: FloatArray) -> list[Profile]:
    """Pure profiles, and formulas of both roles that are an equilibrium at some of the points, most often so first."""
    assert payoffs.column is not None
    row, column = payoffs.matrices(points), payoffs.column_matrices(points)
    n_rows, n_columns = row.shape[1:]
    pure = [pure_templates(actions, payoffs.names) for actions in payoffs.actions]
    profiles: list[Profile] = list(product(*pure))  # type: ignore[arg-type]
    result = []
    left = MAX_KERNELS
    shifted = [matrices - matrices.min(axis=(1, 2), keepdims=True) + 1.0 for matrices in (row, column)]
    for size in range(2, min(n_rows, n_columns, MAX_KERNEL) + 1):
        left -= comb(n_rows, size) * comb(n_columns, size)
        if left < 0:
            break
        for kernel in product(combinations(range(n_rows), size), combinations(range(n_columns), size)):
            x, y = kernel_strategies(shifted[1], kernel, 0), kernel_strategies(shifted[0], kernel, 1)
            count = int((regrets(row, column, x, y) <= OPTIMALITY_TOLERANCE).sum())
            if count:
                result.append((count, kernel))
    for _, kernel in sorted(result, key=lambda item: -item[0])[:MAX_PROFILES]:
        x_formula = kernel_template(payoffs, kernel, 0, payoffs.column)
        profiles.append((x_formula, kernel_template(payoffs, kernel, 1, payoffs.row)))
    return list(dict.fromkeys(profiles))


def profile_losses(
    payoffs: PolynomialPayoffs, profiles: list[Profile], points: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The larger regret of each profile at each point, (T, N), and where a denominator of it is 0."""
    row, column = payoffs.matrices(points), payoffs.column_matrices(points)
    columns = {name: points[:, i] for i, name in enumerate(payoffs.names)}
    losses, holes = [], []
    for x, y in profiles:
        losses.append(regrets(row, column, x.strategies(points, payoffs.names), y.strategies(points, payoffs.names)))
        bottoms = [np.asarray(t.formula.denominator.evaluate(columns), dtype=np.float64) for t in (x, y)]
        holes.append(np.logical_or(*(np.broadcast_to(np.abs(b) <= 1e-12, len(points)) for b in bottoms)))
    return np.array(losses), np.array(holes)


def regret_sources(payoffs: PolynomialPayoffs, profiles: Sequence[tuple[Template, ...]]) -> list[Polynomial]:
    """Polynomials whose signs decide: payoff differences of both roles, numerators, and what deviations gain."""
    assert payoffs.column is not None
    sources: list[Polynomial] = []
    for line in (*zip(*payoffs.row, strict=True), *payoffs.column):
        sources.extend(a - b for a, b in combinations(line, 2))
    for profile in profiles:
        for template in profile:
            if not template.formula.denominator.is_constant:
                sources.extend((*template.formula.numerators, template.formula.denominator))
        slacks = payoffs.slacks(Claim.REGRET, (profile[0].formula, profile[1].formula), None)
        if max(p.total_degree for p in slacks.all_blocks) <= MAX_SLACK_DEGREE:
            for gains, secured in slacks.blocks:
                sources.extend(gain - secure for gain in gains for secure in secured)
    return sources

"""Strategy templates: formulas of the parameters that are optimal somewhere in a family of zero-sum games.

Every extreme optimal strategy belongs to a square submatrix K of the payoffs, its kernel: x = 1'adj(K) / 1'adj(K)1 for
the rows, adj(K)1 / 1'adj(K)1 for the columns. So the strategies that an exact list can need are finitely many
formulas. Reference: L. S. Shapley, R. N. Snow, "Basic solutions of discrete games" (1950).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.factors import factored_expression
from kibitz.rules.algebra.polynomial import Polynomial, common_divisor, exact_quotient
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Formula, Matrix
from kibitz.rules.language.decision_list import Mix
from kibitz.rules.language.expression import Binary, Expression, Name

MAX_KERNEL = 5
MAX_KERNELS = 6_000
"""Kernels tried; where there are more, the larger ones come only from the supports of solved samples."""
FEW_KERNELS = 1_000
MAX_SCREENING_SAMPLES = 80
"""Samples at which each of more than a few kernels is tried; samples that refuted an earlier list come first."""
MAX_GROUP = 150
"""Samples that a constant strategy is fitted to."""
MAX_TEMPLATES = 120
OPTIMALITY_TOLERANCE = 1e-9
"""A loss up to this counts as none, in floats."""

Kernel = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Template:
    """A strategy formula of one role and how long it is for a reader."""

    actions: tuple[str, ...]
    formula: Formula
    size: int

    @staticmethod
    def of(actions: tuple[str, ...], formula: Formula) -> Template:
        """The template of a formula; pure strategies are the shortest, then constants."""
        used = [n for n in formula.numerators if not n.is_zero]
        if formula.denominator.is_constant and all(n.is_constant for n in used):
            return Template(actions, formula, len(used) if len(used) == 1 else 2 * len(used))
        return Template(actions, formula, 4 + sum(len(n.terms) for n in used))

    def strategies(self, points: FloatArray, names: tuple[str, ...]) -> FloatArray:
        """Probabilities at many points, (N, n_actions); nan where they are none."""
        columns = {name: points[:, i] for i, name in enumerate(names)}
        bottom = np.broadcast_to(np.asarray(self.formula.denominator.evaluate(columns), dtype=np.float64), len(points))
        tops = [np.asarray(n.evaluate(columns), dtype=np.float64) for n in self.formula.numerators]
        table = np.stack([np.broadcast_to(top, len(points)) for top in tops], axis=1)
        safe = np.abs(bottom) > 1e-12
        result = table / np.where(safe, bottom, 1.0)[:, np.newaxis]
        valid = safe & (result >= -OPTIMALITY_TOLERANCE).all(axis=1)
        return np.where(valid[:, np.newaxis], np.clip(result, 0.0, 1.0), np.nan)

    def mix(self, denominator: str | None = None) -> Mix:
        """The strategy as a list writes it; ``denominator`` is the defined name to use for the denominator."""
        named = [(a, n) for a, n in zip(self.actions, self.formula.numerators, strict=True) if not n.is_zero]
        rest = max(range(len(named)), key=lambda k: (len(named[k][1].terms), k))
        bottom = self.formula.denominator
        weights: list[tuple[str, Expression]] = []
        for k, (action, numerator) in enumerate(named):
            if k == rest:
                continue
            if bottom.is_constant:
                weights.append((action, factored_expression(numerator.scale(1 / bottom.number))))
            else:
                below = Name(denominator) if denominator else bottom.to_expression()
                weights.append((action, Binary("/", factored_expression(numerator), below)))
        return Mix(tuple(weights), named[rest][0])


def name_denominators(
    outcomes: Sequence[tuple[Template, ...]], names: tuple[str, ...]
) -> tuple[tuple[tuple[str, Expression], ...], list[tuple[Mix, ...]]]:
    """Names for the long denominators of the lines of a list, as its definitions, and the lines that use them."""
    used = [template.formula.denominator for outcome in outcomes for template in outcome]
    bottoms = dict.fromkeys(bottom for bottom in used if len(bottom.terms) > 1)
    free = (f"D{number}" if number else "D" for number in range(len(bottoms) + len(names) + 1))
    named = dict(zip(bottoms, (name for name in free if name not in names), strict=False))
    definitions = tuple((name, bottom.to_expression()) for bottom, name in named.items())
    lines = [tuple(template.mix(named.get(template.formula.denominator)) for template in some) for some in outcomes]
    return definitions, lines


def pure_templates(actions: tuple[str, ...], names: tuple[str, ...]) -> list[Template]:
    """One template for each action."""
    one, zero = Polynomial.constant(names, 1), Polynomial.constant(names, 0)
    return [
        Template.of(actions, Formula(tuple(one if a == action else zero for a in actions), one)) for action in actions
    ]


def constant_templates(
    strategies: FloatArray, actions: tuple[str, ...], names: tuple[str, ...], parts: int, most: int
) -> list[Template]:
    """Strategies rounded to multiples of 1/parts, the commonest first."""
    rounded = np.round(strategies * parts).astype(int)
    # What rounding added or lost goes to the likeliest action.
    rounded[np.arange(len(rounded)), strategies.argmax(axis=1)] += parts - rounded.sum(axis=1)
    kinds, counts = np.unique(rounded[(rounded >= 0).all(axis=1)], axis=0, return_counts=True)
    one = Polynomial.constant(names, 1)
    return [
        Template.of(actions, Formula(tuple(Polynomial.constant(names, Fraction(int(w), parts)) for w in kind), one))
        for kind in kinds[np.argsort(-counts, kind="stable")][:most]
    ]


def minimax_strategies(
    matrices: FloatArray, values: FloatArray, role: int, groups: Sequence[NDArray[np.bool_]]
) -> FloatArray:
    """For each group of sampled games the constant strategy of a role whose largest loss in them is least.

    A zero-sum game again: one side names a sampled game and a reply, the other an action.
    """
    from kibitz.solve.zero_sum import solve_zero_sum

    result = []
    for group in groups:
        some = np.flatnonzero(group)[:MAX_GROUP]
        if role == 0:
            losses = values[some, np.newaxis, np.newaxis] - np.swapaxes(matrices[some], 1, 2)
        else:
            losses = matrices[some] - values[some, np.newaxis, np.newaxis]
        result.append(solve_zero_sum(losses.reshape(-1, losses.shape[2])).column)
    return np.array(result)


def kernel_templates(
    payoffs: PolynomialPayoffs, role: int, matrices: FloatArray, values: FloatArray, solutions: tuple[FloatArray, ...]
) -> list[Template]:
    """Formulas of one role that are optimal at some of the sampled games (N, m, k), most often optimal first."""
    low = matrices.min(axis=(1, 2), keepdims=True)
    shifted = matrices - low + 1.0  # a positive value makes a kernel regular; strategies do not change
    result: dict[bytes, tuple[int, Kernel]] = {}
    kernels = list(_kernels(matrices, values, solutions))
    n = len(matrices) if len(kernels) <= FEW_KERNELS else min(len(matrices), MAX_SCREENING_SAMPLES)
    for kernel in kernels:
        count_steps(100 + n)
        strategies = kernel_strategies(shifted[:n], kernel, role)
        losses = role_losses(matrices[:n], values[:n], strategies, role)
        count = int((losses <= OPTIMALITY_TOLERANCE).sum())
        if count:
            key = np.round(strategies[: min(12, len(strategies))], 6).tobytes()
            if key not in result:
                result[key] = (count, kernel)
    ranked = sorted(result.values(), key=lambda item: (-item[0], len(item[1][0])))[:MAX_TEMPLATES]
    templates = dict.fromkeys(kernel_template(payoffs, kernel, role) for _, kernel in ranked)
    return list(templates)


def _kernels(matrices: FloatArray, values: FloatArray, solutions: tuple[FloatArray, ...]) -> Iterator[Kernel]:
    """All square submatrices of size 2 and more while they are few, then those around the supports of solutions."""
    _, m, k = matrices.shape
    left = MAX_KERNELS
    for size in range(2, min(m, k, MAX_KERNEL) + 1):
        if comb(m, size) * comb(k, size) <= left:
            left -= comb(m, size) * comb(k, size)
            yield from ((i, j) for i in combinations(range(m), size) for j in combinations(range(k), size))
        else:
            some = dict.fromkeys(_kernels_from_supports(matrices, values, solutions, size))
            yield from list(some)[:left]
            left -= min(left, len(some))


def _kernels_from_supports(
    matrices: FloatArray, values: FloatArray, solutions: tuple[FloatArray, ...], size: int
) -> Iterator[Kernel]:
    """Square submatrices that contain the supports of a solution and only best replies to it."""
    rows, columns = solutions
    for matrix, value, x, y in zip(matrices, values, rows, columns, strict=True):
        tight_rows = np.flatnonzero(matrix @ y >= value - 1e-8).tolist()
        tight_columns = np.flatnonzero(x @ matrix <= value + 1e-8).tolist()
        firsts = _between(np.flatnonzero(x > 1e-9).tolist(), tight_rows, size)
        seconds = _between(np.flatnonzero(y > 1e-9).tolist(), tight_columns, size)
        yield from ((i, j) for i in firsts for j in seconds)


def _between(support: list[int], tight: list[int], size: int) -> list[tuple[int, ...]]:
    spare = [index for index in tight if index not in support]
    if not 0 <= size - len(support) <= len(spare) or comb(len(spare), size - len(support)) > 200:
        return []
    return [tuple(sorted((*support, *more))) for more in combinations(spare, size - len(support))]


def kernel_strategies(shifted: FloatArray, kernel: Kernel, role: int) -> FloatArray:
    """The kernel's formula at each sample, nan where the kernel is singular."""
    rows, columns = kernel
    square = shifted[:, rows][:, :, columns]
    if role == 0:
        square = np.swapaxes(square, 1, 2)
    regular = np.abs(np.linalg.det(square)) > 1e-10
    result = np.full((len(shifted), shifted.shape[1 + role]), np.nan)
    solved = np.linalg.solve(square[regular], np.ones((int(regular.sum()), len(rows), 1)))[:, :, 0]
    total = solved.sum(axis=1)
    scaled = solved / np.where(total == 0, np.nan, total)[:, np.newaxis]
    full = np.zeros((len(solved), result.shape[1]))
    full[:, kernel[role]] = scaled
    result[regular] = full
    return result


def role_losses(matrices: FloatArray, values: FloatArray, strategies: FloatArray, role: int) -> FloatArray:
    """What strategies of a role lose in zero-sum games; infinite where they are no strategies."""
    if role == 0:
        losses = values - np.einsum("nij,ni->nj", matrices, strategies).min(axis=1)
    else:
        losses = np.einsum("nij,nj->ni", matrices, strategies).max(axis=1) - values
    valid = (strategies >= -OPTIMALITY_TOLERANCE).all(axis=1)
    return np.where(valid & np.isfinite(losses), losses, np.inf)


def kernel_template(payoffs: PolynomialPayoffs, kernel: Kernel, role: int, matrix: Matrix | None = None) -> Template:
    """The formula of a kernel for one role, cancelled; of another matrix than the row role's payoffs if given."""
    rows, columns = kernel
    entries = payoffs.row if matrix is None else matrix
    square = [[entries[i][j] for j in columns] for i in rows]
    if role == 1:
        square = [list(line) for line in zip(*square, strict=True)]
    one = Polynomial.constant(payoffs.names, 1)
    tops = []
    for index in range(len(square)):
        replaced = [*square[:index], [one] * len(square), *square[index + 1 :]]
        tops.append(_determinant(replaced))
    common = reduce(common_divisor, sorted(tops, key=lambda p: len(p.terms)))
    if common.is_zero:
        common = one
    tops = [exact_quotient(top, common) for top in tops]
    bottom = reduce(lambda a, b: a + b, tops)
    if bottom.is_zero:
        return pure_templates(payoffs.actions[role], payoffs.names)[kernel[role][0]]
    scale = bottom.content * (-1 if bottom.terms[0][1] < 0 else 1)
    zero = Polynomial.constant(payoffs.names, 0)
    numerators = [zero] * len(payoffs.actions[role])
    for action, top in zip(kernel[role], tops, strict=True):
        numerators[action] = top.scale(1 / scale)
    return Template.of(payoffs.actions[role], Formula(tuple(numerators), bottom.scale(1 / scale)))


def _determinant(square: Sequence[Sequence[Polynomial]]) -> Polynomial:
    """By expansion along the rows, minors of the same columns computed once."""
    names = square[0][0].names
    minors: dict[tuple[int, ...], Polynomial] = {(): Polynomial.constant(names, 1)}
    for depth, row in enumerate(reversed(square), start=1):
        bigger: dict[tuple[int, ...], Polynomial] = {}
        for columns in combinations(range(len(square)), depth):
            total = Polynomial.constant(names, 0)
            for position, column in enumerate(columns):
                minor = minors[columns[:position] + columns[position + 1 :]]
                term = row[column] * minor
                total = total + term if position % 2 == 0 else total - term
            bigger[columns] = total
        minors = bigger
    return minors[tuple(range(len(square)))]

"""Parameter sampling: solve the game at some points, then play the optimal strategy of the nearest one.

Section 4 of the parametrized-games paper, with the clustering of section 5 and the list of Theorem 2.
"""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf, isfinite, log, log1p

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError, frozen_array
from kibitz.core.units import format_count
from kibitz.rules.algebra.bernstein import bounds
from kibitz.rules.games.game import Objective, PolynomialGame, exploitabilities
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule
from kibitz.rules.language.domain import Point
from kibitz.rules.language.evaluation import Column
from kibitz.rules.language.expression import Binary, Call, Expression, Name, Number
from kibitz.rules.learning.distance import L1, L2, LINF, Distance

MAX_SAMPLES = 10_000_000
MAX_LISTED = 300
"""Maximum number of samples for the list of Theorem 2, whose text grows quadratically."""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedSamples:
    """Points of the domain with an optimal strategy of each role, and the distance between points."""

    game: PolynomialGame
    points: FloatArray
    strategies: Mapping[str, FloatArray]
    distance: Distance = L2

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", frozen_array(self.points))

    def __len__(self) -> int:
        return len(self.points)

    def first(self, k: int) -> SolvedSamples:
        """The first ``k`` of the samples."""
        if not 1 <= k <= len(self):
            raise InputError(f"k: must be a whole number from 1 to {len(self):,}, not {k}")
        part = {role: table[:k] for role, table in self.strategies.items()}
        return SolvedSamples(self.game, self.points[:k], part, self.distance)

    def with_distance(self, distance: Distance) -> SolvedSamples:
        """The same samples, compared by another distance."""
        return SolvedSamples(self.game, self.points, self.strategies, distance)

    def nearest(self, points: FloatArray) -> NDArray[np.int64]:
        """For each of the (N, d) points the index of the nearest sample."""
        return self.distance.nearest(points, self.points)

    def apply_many(self, points: FloatArray) -> dict[str, Column]:
        """The strategies of the nearest samples at the points, by role."""
        result = self.nearest(points)
        return {role: table[result] for role, table in self.strategies.items()}

    def apply(self, point: Point) -> dict[str, dict[str, float]]:
        """The strategy of each role at one point: action -> probability."""
        self.game.domain.check(point)
        row = np.array([[float(point[name]) for name in self.game.domain.names]])
        played = self.apply_many(row)
        return {
            role: {label: float(p) for label, p in zip(self.game.actions[role], played[role][0], strict=True) if p > 0}
            for role in self.strategies
        }

    def losses(self, points: FloatArray) -> dict[str, Column]:
        """The loss of each role at the points by playing the strategy of the nearest sample."""
        return strategy_losses(self.game, points, self.apply_many(points))


def strategy_losses(game: PolynomialGame, points: FloatArray, played: Mapping[str, Column]) -> dict[str, Column]:
    """The losses of strategies (N, n_actions) of the roles at the points, by the objective of the game."""
    payoffs = game.payoff_arrays(points)
    if game.objective is Objective.EXPLOITABILITY:
        row, column = (played.get(role) for role in game.roles)
        return exploitabilities(payoffs[0], row, column, game.roles)
    if game.objective is Objective.REGRET:
        x, y = (played[role] for role in game.roles)
        worths = [np.einsum("nij,nj->ni", payoffs[0], y), np.einsum("nij,ni->nj", payoffs[1], x)]
    else:
        worths = [payoffs[0][:, :, 0]]
    return {
        role: worth.max(axis=1) - np.einsum("ni,ni->n", worth, played[role])
        for role, worth in zip(game.roles, worths, strict=True)
    }


def optimal_strategies(game: PolynomialGame, points: FloatArray) -> dict[str, FloatArray]:
    """An optimal strategy of each role at each of the (N, d) points.

    In a general-sum game no strategy is optimal by itself, so the strategies form an equilibrium: the first pure one in
    the order of the table, row by row, or else one by the algorithm of Lemke and Howson.
    """
    from kibitz.solve.zero_sum import solve_zero_sum_batch

    payoffs = game.payoff_arrays(points)[0]
    if game.objective is Objective.EXPLOITABILITY:
        _, rows, columns = solve_zero_sum_batch(payoffs)
        return dict(zip(game.roles, (rows, columns), strict=True))
    if game.objective is Objective.PAYOFF:
        best = payoffs[:, :, 0].argmax(axis=1)
        return {game.roles[0]: np.eye(len(game.rows))[best]}
    return dict(zip(game.roles, _equilibria(*game.payoff_arrays(points)), strict=True))


def _equilibria(row: FloatArray, column: FloatArray) -> tuple[FloatArray, FloatArray]:
    """An equilibrium of each of N games (N, m, k): the first pure one, or else a mixed one."""
    from kibitz.solve.bimatrix import equilibrium

    n, m, k = row.shape
    pure = (row >= row.max(axis=1, keepdims=True)) & (column >= column.max(axis=2, keepdims=True))
    first = pure.reshape(n, -1).argmax(axis=1)
    x, y = np.eye(m)[first // k], np.eye(k)[first % k]
    for index in np.flatnonzero(~pure.any(axis=(1, 2))).tolist():
        result = equilibrium(row[index], column[index])
        x[index], y[index] = np.asarray(result.row, dtype=float), np.asarray(result.column, dtype=float)
    return x, y


def solve_samples(game: PolynomialGame, points: FloatArray, distance: Distance = L2) -> SolvedSamples:
    """The points with their optimal strategies."""
    if not 1 <= len(points) <= MAX_SAMPLES:
        raise InputError(f"points: must be 1 to {MAX_SAMPLES:,} samples, not {len(points):,}")
    return SolvedSamples(game, points, optimal_strategies(game, points), distance)


def draw_samples(
    game: PolynomialGame, k: int, rng: np.random.Generator, distance: Distance = L2, digits: int | None = None
) -> SolvedSamples:
    """``k`` points drawn uniformly from the domain, rounded to ``digits`` decimals if given, solved."""
    if not 1 <= k <= MAX_SAMPLES:
        raise InputError(f"k: must be a whole number of samples from 1 to {MAX_SAMPLES:,}, not {k}")
    points = game.domain.sample(rng, k)
    return solve_samples(game, points if digits is None else np.round(points, digits), distance)


def samples_needed(game: PolynomialGame, epsilon: float) -> int:
    """Number of samples for a mean loss of at most ``epsilon`` at a random point, by the corrected Theorem 1.

    A sample lies within d of a point in each of n parameters (as shares of their ranges) with at least d^n, also at the
    border, where only one side is in the domain; so none of t does with at most (1 - d^n)^t. Within d payoffs change by
    at most L d, and by Lemma 4 the loss is at most 2 L d; otherwise it is at most the range R of the payoffs. The least
    t with 2 L d + (1 - d^n)^t R <= epsilon for some d is returned. For zero-sum games and given opponents.
    """
    from kibitz.rules.games.payoffs import PolynomialPayoffs
    from kibitz.rules.proof.lipschitz import grid_bound

    if not epsilon > 0:
        raise InputError(f"epsilon: must be a number above 0, not {epsilon}")
    if game.objective is Objective.REGRET:
        raise InputError(f"game {game.name}: Theorem 1 applies only to zero-sum games and given opponents")
    payoffs = PolynomialPayoffs.of(game).without_quotients()
    # On a grid of one cell the bound is 2 L h with half the width h = 1/2.
    rate = float(grid_bound(game, 1).loss)
    low, high = zip(*(bounds(entry, payoffs.box) for line in payoffs.row for entry in line), strict=True)
    span = float(max(high) - min(low))
    best = inf
    for share in np.linspace(0.01, 0.99, 99):
        d = min(share * epsilon / (2 * rate) if rate else 1.0, 1.0)
        left = (epsilon - 2 * rate * d) / span if span else 1.0
        within = d ** len(game.domain.names)
        best = min(best, 1 if left >= 1 or within >= 1 else log(left) / log1p(-within))
    return ceil(best)


def points_of_prior(text: str, game: PolynomialGame, label: str = "prior") -> FloatArray:
    """Points of a prior from CSV: a line with the names of the parameters, then one point per line."""
    try:
        lines = [line for line in csv.reader(io.StringIO(text, newline=None)) if line]
    except csv.Error as error:
        raise InputError(f"{label}: not readable as CSV ({error})") from None
    names = [name.strip() for name in lines[0]] if lines else []
    if sorted(names) != sorted(game.domain.names):
        raise InputError(f"{label}, line 1: must be the names {', '.join(game.domain.names)}, not {str(names)[:80]}")
    if not 1 < len(lines) <= MAX_SAMPLES + 1:
        raise InputError(f"{label}: must have 1 to {MAX_SAMPLES:,} points, not {len(lines) - 1:,}")
    points = []
    for number, line in enumerate(lines[1:], 2):
        try:
            values = {name: _number(part) for name, part in zip(names, line, strict=True)}
        except (ValueError, ZeroDivisionError, OverflowError):
            raise InputError(f"{label}, line {number}: give a number for each of {', '.join(names)}") from None
        try:
            game.domain.check(values)
        except InputError as error:
            raise InputError(f"{label}, line {number}: {error}") from None
        points.append([values[name] for name in game.domain.names])
    return np.array(points)


def _number(text: str) -> float:
    """A finite number: ``0.4`` or ``2/5``. Large exponents become floats, not fractions of a million digits."""
    value = float(Fraction(text.strip())) if "/" in text else float(text)
    if not isfinite(value):
        raise ValueError(text)
    return value


def cluster_samples(
    game: PolynomialGame,
    k: int,
    n: int,
    rng: np.random.Generator,
    distance: Distance = L2,
    prior: FloatArray | None = None,
) -> SolvedSamples:
    """``k`` solved points that represent ``n`` random ones: the centres of k-means clusters (section 5).

    If the features are the parameters, centres are cluster means, as in the paper. A mean of other features belongs to
    no game, and a mean of whole numbers need not be whole, so the innermost member then represents its cluster. Empty
    clusters are dropped, so there can be fewer than ``k`` points.
    """
    from scipy.cluster.vq import kmeans2

    if not 1 <= k <= n <= MAX_SAMPLES:
        raise InputError(f"k, n: must satisfy 1 <= k <= n <= {MAX_SAMPLES:,}, not {k} and {n}")
    points = game.domain.sample(rng, n) if prior is None else rng.choice(prior, n)
    features = distance.features(points)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # an empty cluster, which is dropped below
        means, labels = kmeans2(features, k, minit="++", rng=rng)
    members = np.unique(labels)
    if features is points and not any(p.integer for p in game.domain.parameters):
        centres = game.domain.filter_allowed(np.asarray(means)[members])
        if len(centres) == len(members):
            return solve_samples(game, centres, distance)
    away = np.linalg.norm(features - np.asarray(means)[labels], axis=1)
    innermost = [int(np.flatnonzero(labels == label)[np.argmin(away[labels == label])]) for label in members]
    return solve_samples(game, points[innermost], distance)


def nearest_sample_list(samples: SolvedSamples, lean: bool = False) -> DecisionList:
    """The list that plays the strategy of the nearest sample: t samples give depth t and width t - 1 (Theorem 2).

    Rule j asks that no sample i is nearer: |x - x_i| - |x - x_j| >= 0 for every i. The paper has <= 0, which selects
    the farthest. A ``lean`` list omits from rule j the comparisons with samples before j, since their rules have
    failed; it has half the conditions and the same strategies.
    """
    t = len(samples)
    if t > MAX_LISTED:
        raise InputError(f"samples: a list can have at most {MAX_LISTED} samples, not {t:,}")
    names = samples.game.domain.names
    # The shortest decimal that stands for a float is the number meant, 0.1 and not 3602879701896397/2^55.
    points = [tuple(Fraction(repr(value)) for value in row) for row in samples.points.tolist()]
    outcomes = [_outcome(samples, j) for j in range(t)]
    rules = []
    for j in range(t - 1):
        others = [i for i in range(j + 1 if lean else 0, t) if i != j]
        conditions = tuple(_nearer(samples.distance, names, points[j], points[i]) for i in others)
        rules.append(Rule(Guard(conditions), outcomes[j]))
    title = f"{samples.game.title}: nearest of {format_count(t, 'solved sample')}"
    return DecisionList(title, tuple(samples.strategies), (), tuple(rules), outcomes[-1])


def _outcome(samples: SolvedSamples, j: int) -> tuple[Mix, ...]:
    mixes = []
    for role, table in samples.strategies.items():
        labels = samples.game.actions[role]
        taken = np.flatnonzero(table[j] > 0)
        weights = tuple((labels[i], Number(Fraction(repr(float(table[j, i]))))) for i in taken[:-1])
        mixes.append(Mix(weights, labels[int(taken[-1])]))
    return tuple(mixes)


Exact = tuple[Fraction, ...]


def _nearer(distance: Distance, names: tuple[str, ...], ours: Exact, theirs: Exact) -> Condition:
    """That a point is at least as near to ``ours`` as to ``theirs``."""
    if distance == L2:
        # Squares cancel: |x - a|^2 - |x - b|^2 >= 0 is linear in x.
        coefficients = [2 * (mine - other) for mine, other in zip(ours, theirs, strict=True)]
        constant = sum(mine * mine for mine in ours) - sum(other * other for other in theirs)
        return Condition(_linear(names, coefficients), ">=", Number(Fraction(constant)))
    if distance in (L1, LINF):
        left, right = _length(distance, names, theirs), _length(distance, names, ours)
        return Condition(Binary("-", left, right), ">=", Number(Fraction(0)))
    raise InputError("samples: only the distances l1, l2 and linf can be written as a list")


def _length(distance: Distance, names: tuple[str, ...], point: Exact) -> Expression:
    gaps: list[Expression] = [
        Call("abs", (Binary("-", Name(name), Number(value)),)) for name, value in zip(names, point, strict=True)
    ]
    return _sum(gaps) if distance == L1 or len(gaps) == 1 else Call("max", tuple(gaps))


def _linear(names: tuple[str, ...], coefficients: list[Fraction]) -> Expression:
    total: Expression | None = None
    for name, coefficient in zip(names, coefficients, strict=True):
        if coefficient == 0:
            continue
        term = Binary("*", Number(abs(coefficient) if total is not None else coefficient), Name(name))
        total = term if total is None else Binary("+" if coefficient > 0 else "-", total, term)
    return Number(Fraction(0)) if total is None else total


def _sum(terms: list[Expression]) -> Expression:
    total = terms[0]
    for term in terms[1:]:
        total = Binary("+", total, term)
    return total

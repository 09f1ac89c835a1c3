"""Baselines for learning lists: a tree of constants, and linear regression of strategies.

Neither is proved. The tree cuts single parameters at deciles, always where the mean loss on the samples falls most, and
each leaf plays one of the strategies that are optimal at a sample. The regression fits every action's probability by
least squares, clips it from below and divides by the sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule
from kibitz.rules.language.expression import Binary, Call, Expression, Name, Number
from kibitz.rules.learning.sampling import optimal_strategies, strategy_losses
from kibitz.rules.proof.witnesses import constant_mix

MAX_STRATEGIES = 60
"""Maximum number of different strategies for a leaf."""
ROUNDING_PARTS = 20
"""Probabilities of a leaf are multiples of one over this."""
CUTS = np.linspace(0.1, 0.9, 9)
MIN_PROBABILITY = Fraction(1, 1000)
"""Lower bound of fitted probabilities, so that their sum is never 0."""


@dataclass(frozen=True, slots=True)
class _Leaf:
    rows: NDArray[np.int64]
    conditions: tuple[tuple[int, str, Fraction], ...]


def tree_lists(game: PolynomialGame, points: FloatArray, leaves: int) -> tuple[DecisionList, ...]:
    """Constant strategies behind cuts of single parameters: one list per role, or one in a general-sum game."""
    solved = optimal_strategies(game, points)
    together = game.objective is Objective.REGRET
    groups = [tuple(game.roles)] if together else [(role,) for role in game.roles]
    return tuple(_tree(game, points, solved, roles, leaves) for roles in groups)


def _tree(
    game: PolynomialGame, points: FloatArray, solved: dict[str, FloatArray], roles: tuple[str, ...], leaves: int
) -> DecisionList:
    kinds = _kinds([solved[role] for role in roles])
    costs = np.stack([_costs(game, points, dict(zip(roles, kind, strict=True))) for kind in kinds], axis=1)
    grown = [_Leaf(np.arange(len(points)), ())]
    while len(grown) < leaves:
        splits = [(split, k) for k, leaf in enumerate(grown) if (split := _best_split(leaf, points, costs)) is not None]
        if not splits:
            break
        (_, pair), k = max(splits, key=lambda item: item[0][0])
        grown[k : k + 1] = pair
    rules, outcomes = [], []
    for leaf in grown:
        best = int(costs[leaf.rows].sum(axis=0).argmin())
        labels = [game.actions[role] for role in roles]
        outcomes.append(tuple(constant_mix(s, a, ROUNDING_PARTS) for s, a in zip(kinds[best], labels, strict=True)))
        conditions = tuple(
            Condition(Name(game.domain.names[axis]), operator, Number(at)) for axis, operator, at in leaf.conditions
        )
        rules.append(conditions)
    lines = tuple(Rule(Guard(c), outcome) for c, outcome in zip(rules[:-1], outcomes[:-1], strict=True))
    return DecisionList(f"{game.title}, tree of {len(grown)} leaves", roles, (), lines, outcomes[-1])


def _kinds(strategies: list[FloatArray]) -> list[tuple[FloatArray, ...]]:
    """The commonest strategies of the samples, those of several roles taken together."""
    joined = np.concatenate([np.round(table * ROUNDING_PARTS) for table in strategies], axis=1)
    _, first, counts = np.unique(joined, axis=0, return_index=True, return_counts=True)
    order = first[np.argsort(-counts, kind="stable")][:MAX_STRATEGIES]
    return [tuple(table[k] for table in strategies) for k in order]


def _costs(game: PolynomialGame, points: FloatArray, kind: dict[str, FloatArray]) -> FloatArray:
    played = {role: np.broadcast_to(strategy, (len(points), len(strategy))) for role, strategy in kind.items()}
    return np.asarray(np.maximum.reduce(list(strategy_losses(game, points, played).values())))


def _best_split(leaf: _Leaf, points: FloatArray, costs: FloatArray) -> tuple[float, list[_Leaf]] | None:
    here = costs[leaf.rows]
    total = here.sum(axis=0).min()
    best: tuple[float, list[_Leaf]] | None = None
    for axis in range(points.shape[1]):
        values = points[leaf.rows, axis]
        for at in sorted({Fraction(float(v)).limit_denominator(100) for v in np.quantile(values, CUTS)}):
            below = values <= float(at)
            if not 0 < below.sum() < len(below):
                continue
            gain = float(total - here[below].sum(axis=0).min() - here[~below].sum(axis=0).min())
            if gain > 1e-12 and (best is None or gain > best[0]):
                parts = [
                    _Leaf(leaf.rows[keep], (*leaf.conditions, (axis, operator, at)))
                    for keep, operator in ((below, "<="), (~below, ">"))
                ]
                best = (gain, parts)
    return best


def regression_lists(game: PolynomialGame, points: FloatArray) -> tuple[DecisionList, ...]:
    """A list of one line for each role: probabilities linear in the parameters, cut off and scaled to sum to 1."""
    solved = optimal_strategies(game, points)
    design = np.column_stack([np.ones(len(points)), points])
    lists = []
    for role in game.roles:
        actions = game.actions[role]
        fitted = np.asarray(np.linalg.lstsq(design, solved[role], rcond=None)[0], dtype=np.float64)
        definitions: list[tuple[str, Expression]] = []
        for number in range(len(actions)):
            line = _line(fitted[:, number], game.domain.names)
            definitions.append((f"q{number + 1}", Call("max", (Number(MIN_PROBABILITY), line))))
        total: Expression = Name("q1")
        for number in range(1, len(actions)):
            total = Binary("+", total, Name(f"q{number + 1}"))
        definitions.append(("Q", total))
        weights = tuple((a, Binary("/", Name(f"q{k + 1}"), Name("Q"))) for k, a in enumerate(actions[:-1]))
        lists.append(
            DecisionList(f"{game.title}, regression", (role,), tuple(definitions), (), (Mix(weights, actions[-1]),))
        )
    return tuple(lists)


def _line(coefficients: FloatArray, names: tuple[str, ...]) -> Expression:
    numbers = [Fraction(round(float(c) * 1000), 1000) for c in coefficients]
    total: Expression = Number(numbers[0])
    for name, number in zip(names, numbers[1:], strict=True):
        if number:
            total = Binary("+" if number > 0 else "-", total, Binary("*", Number(abs(number)), Name(name)))
    return total

"""Optimal behaviour strategies of a tree game, by one linear program on sequences.

The program has one variable for each sequence and one for each information set, so it grows with the tree, not with
the number of pure strategies. The answer is checked by best responses on the tree, which share no code with the solver.

Reference: D. Koller, N. Megiddo, B. von Stengel, "Fast algorithms for finding randomized strategies in game trees",
STOC (1994).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.solve.best_response import Player
from kibitz.solve.tree import TreeGame, tree_best_response

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MAX_GAP = 1e-9
"""Relative to the largest payoff; above it the column player's own program is solved as well."""

MAX_SEQUENCES = 200_000

UNREACHED = 1e-12
"""Below this probability the player avoids an information set, so any choice there is equally good."""


@dataclass(frozen=True, slots=True)
class TreeSolution:
    """The value to the row player, and optimal probabilities for the choices in each information set, by its name.

    ``gap`` is the duality gap, the sum of both gains by best responses; it bounds the loss of each strategy.
    """

    value: float
    row: Mapping[str, tuple[float, ...]]
    column: Mapping[str, tuple[float, ...]]
    gap: float


def solve_tree(game: TreeGame) -> TreeSolution:
    """Value and optimal behaviour strategies; choices in information sets that a player avoids get equal chances."""
    if max(game.n_sequences("row"), game.n_sequences("column")) > MAX_SEQUENCES:
        raise InputError(f"tree: must have at most {MAX_SEQUENCES:,} sequences per player")
    game = game.in_floats()
    payoffs, scale = _payoff_matrix(game)
    E, F = _constraints(game, "row"), _constraints(game, "column")
    row_plan, column_plan = _optimal_plans(payoffs, E, F)
    solution = _checked_solution(game, row_plan, column_plan)
    if solution.gap > MAX_GAP * scale:
        column_plan, _ = _optimal_plans((-payoffs.T).tocsr(), F, E)
        again = _checked_solution(game, row_plan, column_plan)
        solution = min(solution, again, key=lambda each: each.gap)
    return solution


def _payoff_matrix(game: TreeGame) -> tuple[csr_array, float]:
    """Expected payoff for each pair of sequences, relative to the largest payoff; and that payoff."""
    from scipy.sparse import coo_array

    payoffs = np.array([leaf.payoff for leaf in game.leaves], dtype=np.float64)
    scale = float(np.abs(payoffs).max()) or 1.0
    weights = payoffs / scale * np.array([leaf.chance for leaf in game.leaves], dtype=np.float64)
    # The program sees the largest weight as 1, so that its tolerances mean the same in every game.
    weights /= np.abs(weights).max() or 1.0
    places = (np.array([leaf.row for leaf in game.leaves]), np.array([leaf.column for leaf in game.leaves]))
    shape = (game.n_sequences("row"), game.n_sequences("column"))
    return coo_array((weights, places), shape=shape).tocsr(), scale


def _constraints(game: TreeGame, player: Player) -> csr_array:
    """Which plans are strategies: the empty sequence has weight 1, and choices share the weight of their parent."""
    from scipy.sparse import coo_array

    rows, columns, entries = [0], [0], [1.0]
    places = game.information_sets_of(player)
    for index, place in enumerate(places, start=1):
        n = len(place.choices)
        rows += [index] * (n + 1)
        columns += [place.parent, *range(place.first, place.first + n)]
        entries += [-1.0] + [1.0] * n
    return coo_array((entries, (rows, columns)), shape=(len(places) + 1, game.n_sequences(player))).tocsr()


def _optimal_plans(payoffs: csr_array, E: csr_array, F: csr_array) -> tuple[FloatArray, FloatArray]:
    """The maximiser's plan x, and the minimiser's from the dual: max q_0 with F' q <= payoffs' x, E x = e, x >= 0."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack

    n_x, n_q = E.shape[1], F.shape[0]
    costs = np.zeros(n_x + n_q)
    costs[n_x] = -1.0
    # The type stubs of linprog know only dense matrices; the function itself takes sparse ones.
    bounds_on_q: Any = hstack([-payoffs.T, F.T]).tocsr()
    plans: Any = hstack([E, csr_array((E.shape[0], n_q))]).tocsr()
    result = linprog(
        c=costs,
        A_ub=bounds_on_q,
        b_ub=np.zeros(F.shape[1]),
        A_eq=plans,
        b_eq=np.eye(1, E.shape[0])[0],
        bounds=[(0, None)] * n_x + [(None, None)] * n_q,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if not result.success or result.x is None:
        raise ArithmeticError(f"the linear program of the tree failed: {result.message}")
    return np.maximum(result.x[:n_x], 0.0), np.maximum(-result.ineqlin.marginals, 0.0)


def _behaviour(game: TreeGame, plan: FloatArray, player: Player) -> dict[str, tuple[float, ...]]:
    strategy = {}
    for place in game.information_sets_of(player):
        weights = plan[place.first : place.first + len(place.choices)]
        total = weights.sum()
        mix = weights / total if total > UNREACHED else np.full(weights.size, 1 / weights.size)
        strategy[place.name] = tuple(mix.tolist())
    return strategy


def _checked_solution(game: TreeGame, row_plan: FloatArray, column_plan: FloatArray) -> TreeSolution:
    row, column = _behaviour(game, row_plan, "row"), _behaviour(game, column_plan, "column")
    high = float(tree_best_response(game, column, "row").value)
    low = -float(tree_best_response(game, row, "column").value)
    return TreeSolution((high + low) / 2, row, column, high - low)

"""Solvers for matrix games and game trees: equilibria, best responses, exploitability, sequence form.

Arguments and results are arrays; the package knows no particular game.
"""

from typing import TYPE_CHECKING

from kibitz.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kibitz.solve.best_response import (
        Player,
        column_best_responses,
        duality_gap,
        exploitability,
        guaranteed_payoff,
        regrets,
        row_best_responses,
    )
    from kibitz.solve.bimatrix import Equilibrium, equilibria, equilibrium
    from kibitz.solve.payoffs import Number
    from kibitz.solve.sequence_form import TreeSolution, solve_tree
    from kibitz.solve.tree import (
        BehaviourStrategy,
        ChanceNode,
        DecisionNode,
        Node,
        TerminalNode,
        TreeBestResponse,
        TreeGame,
        expected_payoff,
        tree_best_response,
        tree_exploitability,
        tree_game,
        tree_gap,
    )
    from kibitz.solve.zero_sum import (
        ExactSolution,
        FloatSolution,
        ZeroSumSolution,
        solve_zero_sum,
        solve_zero_sum_batch,
        solve_zero_sum_exact,
    )

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "best_response": "Player column_best_responses duality_gap exploitability guaranteed_payoff regrets "
        "row_best_responses",
        "bimatrix": "Equilibrium equilibria equilibrium",
        "payoffs": "Number",
        "sequence_form": "TreeSolution solve_tree",
        "tree": "BehaviourStrategy ChanceNode DecisionNode Node TerminalNode TreeBestResponse TreeGame "
        "expected_payoff tree_best_response tree_exploitability tree_game tree_gap",
        "zero_sum": "ExactSolution FloatSolution ZeroSumSolution solve_zero_sum solve_zero_sum_batch "
        "solve_zero_sum_exact",
    },
)

__all__ = [
    "BehaviourStrategy",
    "ChanceNode",
    "DecisionNode",
    "Equilibrium",
    "ExactSolution",
    "FloatSolution",
    "Node",
    "Number",
    "Player",
    "TerminalNode",
    "TreeBestResponse",
    "TreeGame",
    "TreeSolution",
    "ZeroSumSolution",
    "column_best_responses",
    "duality_gap",
    "equilibria",
    "equilibrium",
    "expected_payoff",
    "exploitability",
    "guaranteed_payoff",
    "regrets",
    "row_best_responses",
    "solve_tree",
    "solve_zero_sum",
    "solve_zero_sum_batch",
    "solve_zero_sum_exact",
    "tree_best_response",
    "tree_exploitability",
    "tree_game",
    "tree_gap",
]

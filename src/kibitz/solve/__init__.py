"""Matrix games, best responses, exploitability, sequence form: arrays in, arrays out. No game is named here."""

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
from kibitz.solve.zero_sum import (
    ExactSolution,
    FloatSolution,
    ZeroSumSolution,
    solve_zero_sum,
    solve_zero_sum_batch,
    solve_zero_sum_exact,
)

__all__ = [
    "Equilibrium",
    "ExactSolution",
    "FloatSolution",
    "Number",
    "Player",
    "ZeroSumSolution",
    "column_best_responses",
    "duality_gap",
    "equilibria",
    "equilibrium",
    "exploitability",
    "guaranteed_payoff",
    "regrets",
    "row_best_responses",
    "solve_zero_sum",
    "solve_zero_sum_batch",
    "solve_zero_sum_exact",
]

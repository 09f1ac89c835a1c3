"""Parametrized games and decision lists: write, read, apply, explain, check, sample, learn and certify them.

This package exports the most used names. Its parts are `language` (the notation of lists), `algebra`, `games`,
`losses` (measured losses), `proof`, `learning` and `cards`.
"""

from typing import TYPE_CHECKING

from kibitz.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kibitz.rules.games.game import (
        GameFamily,
        Objective,
        Parametrization,
        ParametrizedGame,
        PolynomialGame,
        StrategicGame,
        strategies_at,
    )
    from kibitz.rules.language.condition import Condition, Guard, format_guard, parse_guard
    from kibitz.rules.language.decision_list import DecisionList, Mix, Rule
    from kibitz.rules.language.domain import Domain, Parameter, format_domain, parse_domain
    from kibitz.rules.language.expression import Expression, evaluate, format_expression, parse_expression
    from kibitz.rules.language.notation import format_list, parse_list
    from kibitz.rules.losses import LossCheck, RoleLoss, check_exactly, check_on_grid, check_on_sample

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "losses": "LossCheck RoleLoss check_exactly check_on_grid check_on_sample",
        "games.game": "GameFamily Objective Parametrization ParametrizedGame PolynomialGame StrategicGame "
        "strategies_at",
        "language.condition": "Condition Guard format_guard parse_guard",
        "language.decision_list": "DecisionList Mix Rule",
        "language.domain": "Domain Parameter format_domain parse_domain",
        "language.expression": "Expression evaluate format_expression parse_expression",
        "language.notation": "format_list parse_list",
    },
)

__all__ = [
    "Condition",
    "DecisionList",
    "Domain",
    "Expression",
    "GameFamily",
    "Guard",
    "LossCheck",
    "Mix",
    "Objective",
    "Parameter",
    "Parametrization",
    "ParametrizedGame",
    "PolynomialGame",
    "RoleLoss",
    "Rule",
    "StrategicGame",
    "check_exactly",
    "check_on_grid",
    "check_on_sample",
    "evaluate",
    "format_domain",
    "format_expression",
    "format_guard",
    "format_list",
    "parse_domain",
    "parse_expression",
    "parse_guard",
    "parse_list",
    "strategies_at",
]

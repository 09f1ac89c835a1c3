"""Explanations of a list at a point: the rule that fired, the rules that did not, and the numbers behind each."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from kibitz.core import Explanation, format_chance
from kibitz.rules.language.condition import OPPOSITE, Condition, Guard, format_guard, is_exact
from kibitz.rules.language.evaluation import Real, point_value
from kibitz.rules.language.expression import Expression, Number, format_expression, format_number
from kibitz.rules.language.scope import definition_order

if TYPE_CHECKING:
    from kibitz.rules.language.decision_list import DecisionList, Mix

MAX_PASSED_OVER = 8
"""Maximum number of rules that did not fire in an explanation: those just above the one that did."""


def explain_list(decisions: DecisionList, point: Mapping[str, Real]) -> Explanation:
    """Which rule of ``decisions`` fired at ``point`` and why, with numbers."""
    from kibitz.rules.language.decision_list import format_mix

    exact = is_exact(point)
    values = decisions.values_at(point)
    index = decisions.fired_rule(point)
    played = decisions.apply(point)
    outcome = decisions.outcomes[index]
    reasons = []
    first = max(index - MAX_PASSED_OVER, 0)
    if first:
        reasons.append(f"rules 1 to {first} do not apply")
    for i in range(first, index):
        reasons.append(f"rule {i + 1} does not apply: {_describe_failure(decisions.rules[i].guard, values, exact)}")
    if index < len(decisions.rules):
        guard = decisions.rules[index].guard
        holding = " and ".join(_describe_condition(condition, values, exact) for condition in guard.conditions)
        reasons.append(f"rule {index + 1} applies: {holding}")
        text = f"{'else if' if index else 'if'} {format_guard(guard)}: "
    else:
        reasons.append("no rule applies, so the last line decides" if decisions.rules else "the list has only one line")
        text = "else: "
    text += "; ".join(format_mix(mix) for mix in outcome)
    reasons += _figures(decisions, index, values, exact)
    headline = "; ".join(f"{role}: {format_strategy(mix)}" for role, mix in zip(decisions.roles, played, strict=True))
    return Explanation(headline, tuple(reasons), text)


def format_strategy(chances: Mapping[str, Real]) -> str:
    """A strategy as text: ``2``, or ``1 (10.3 %) or 2 (89.7 %)``, without actions of probability 0."""
    taken = [(label, chance) for label, chance in chances.items() if chance > 0]
    if len(taken) == 1:
        return taken[0][0]
    return " or ".join(f"{label} ({format_chance(float(chance))})" for label, chance in taken)


def format_value(value: Real) -> str:
    """A number as text: short fractions as they are, others rounded to four digits."""
    if isinstance(value, Fraction):
        text = format_number(value)
        return text if len(text) <= 12 else f"{float(value):.4g}"
    return f"{value:.4g}"


def _describe_condition(condition: Condition, values: Mapping[str, Real], exact: bool, failing: bool = False) -> str:
    """The condition with its numbers: ``2*p1 >= p2 (0.8 >= 0.3)``, or why it fails."""
    left, right = (_format_side(side, values, exact) for side in (condition.left, condition.right))
    if failing:
        return f"{condition} is not met ({left} {OPPOSITE[condition.operator]} {right})"
    return f"{condition} ({left} {condition.operator} {right})"


def _format_side(side: Expression, values: Mapping[str, Real], exact: bool) -> str:
    return format_expression(side) if isinstance(side, Number) else format_value(point_value(side, values, exact))


def _describe_failure(guard: Guard, values: Mapping[str, Real], exact: bool) -> str:
    """The first condition of a guard that does not hold, with its numbers."""
    failing = next(condition for condition in guard.conditions if not condition.compare(values, exact))
    return _describe_condition(failing, values, exact, failing=True)


def _figures(decisions: DecisionList, index: int, values: Mapping[str, Real], exact: bool) -> list[str]:
    """The formulas of the outcome with their values, definitions first."""
    mixes: tuple[Mix, ...] = decisions.outcomes[index]
    definitions = dict(decisions.definitions)
    wanted: dict[str, None] = {}
    for mix in mixes:
        for name in sorted(mix.names):
            wanted.update(dict.fromkeys(definition_order(name, definitions, {})))
    lines = [
        f"{n} = {format_expression(definitions[n])} = {format_value(values[n])}" for n in definitions if n in wanted
    ]
    for mix in mixes:
        for label, weight in mix.weights:
            if not isinstance(weight, Number):
                chance = format_value(point_value(weight, values, exact))
                lines.append(f"probability of {label}: {format_expression(weight)} = {chance}")
    return lines

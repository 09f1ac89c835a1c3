"""Decision lists: guarded rules, tried from the top, with strategies or formulas for strategies as outcomes.

Section 3 of the parametrized-games paper. Definition 4 requires constant strategies, but the paper's own lists return
functions of the parameters. So an outcome is a *template* here: each probability is an expression.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.step_limit import count_steps
from kibitz.rules.language.condition import Guard, is_exact
from kibitz.rules.language.evaluation import Column, Real, Values, column_value, point_value
from kibitz.rules.language.expression import Expression, Name, format_expression, names_in
from kibitz.rules.language.scope import ColumnScope, Scope

if TYPE_CHECKING:
    from kibitz.core import Explanation

MAX_RULES = 100_000
MAX_ROLES = 100
CONDITION_STEPS = 10
"""Steps to evaluate one condition at one point."""
MAX_DEFINITIONS = 1_000
MAX_LABEL = 200
TOLERANCE = 1e-9
"""Tolerance for probabilities in floats; fractions must be exact."""


@dataclass(frozen=True, slots=True)
class Mix:
    """A strategy template: actions with their probabilities; ``rest`` takes what remains of 1.

    A pure strategy is ``Mix((), "2")``.
    """

    weights: tuple[tuple[str, Expression], ...]
    rest: str | None = None

    def __post_init__(self) -> None:
        if not self.labels:
            raise InputError("a strategy needs at least one action")
        for label in self.labels:
            check_label(label)
        if len(set(self.labels)) != len(self.labels):
            raise InputError(f"a strategy names the same action twice: {', '.join(self.labels)}"[:200])

    @property
    def labels(self) -> tuple[str, ...]:
        """The actions named, in order."""
        named = tuple(label for label, _ in self.weights)
        return named if self.rest is None else (*named, self.rest)

    @property
    def names(self) -> frozenset[str]:
        """All parameter names that occur."""
        return frozenset().union(*(names_in(weight) for _, weight in self.weights))

    def at(self, point: Mapping[str, Real], exact: bool) -> dict[str, Real]:
        """Probabilities at a point; an `InputError` if they are not probabilities there."""
        chances = {label: point_value(weight, point, exact) for label, weight in self.weights}
        left = 1 - sum(chances.values())
        slack = 0 if exact else TOLERANCE
        if self.rest is not None:
            chances[self.rest] = left
        elif abs(left) > slack:
            raise InputError(f"the probabilities of {format_mix(self)} sum to {_format_value(1 - left)}, not to 1")
        for label, chance in chances.items():
            if not -slack <= chance <= 1 + slack:
                raise InputError(f"the probability of {label} in {format_mix(self)} is {_format_value(chance)}")
        return chances if exact else {label: min(max(chance, 0.0), 1.0) for label, chance in chances.items()}

    def at_many(self, columns: Values, n: int, actions: Sequence[str]) -> Column:
        """Probabilities of ``actions`` at ``n`` points as an (n, len(actions)) array; nan rows where undefined."""
        result = np.zeros((n, len(actions)))
        left = np.ones(n)
        for label, weight in self.weights:
            chances = column_value(weight, columns)
            result[:, actions.index(label)] = chances
            left = left - chances
        if self.rest is not None:
            result[:, actions.index(self.rest)] = left
        bad = ~((result >= -TOLERANCE) & (result <= 1 + TOLERANCE)).all(axis=1)
        if self.rest is None:
            bad |= ~(np.abs(left) <= TOLERANCE)
        np.clip(result, 0.0, 1.0, out=result)
        result[bad] = np.nan
        return result


@dataclass(frozen=True, slots=True)
class Rule:
    """If the guard holds, play ``outcome``: one strategy for each role of the list."""

    guard: Guard
    outcome: tuple[Mix, ...]


@dataclass(frozen=True)
class DecisionList:
    """Rules tried from the top; the list plays ``default`` if no guard holds.

    ``definitions`` give names to expressions that several rules use; they may use the ones before them.
    """

    title: str
    roles: tuple[str, ...]
    definitions: tuple[tuple[str, Expression], ...]
    rules: tuple[Rule, ...]
    default: tuple[Mix, ...]

    def __post_init__(self) -> None:
        if self.title != " ".join(self.title.split()) or len(self.title) > MAX_LABEL or not self.title.isprintable():
            raise InputError(f"title: must be one line of at most {MAX_LABEL} characters")
        if not 1 <= len(self.roles) <= MAX_ROLES or len(set(self.roles)) != len(self.roles):
            raise InputError(f"roles: must be 1 to {MAX_ROLES} different names")
        for role in self.roles:
            check_label(role)
        if len(self.rules) > MAX_RULES:
            raise InputError(f"a list may have at most {MAX_RULES:,} rules, not {len(self.rules):,}")
        later = {Name(name).name for name, _ in self.definitions}
        if len(later) != len(self.definitions) or len(later) > MAX_DEFINITIONS:
            raise InputError(f"definitions: must be at most {MAX_DEFINITIONS} different names")
        for name, expression in self.definitions:
            if later & names_in(expression):
                raise InputError(f"let {name}: only parameters and earlier definitions can be used")
            later.remove(name)
        for number, outcome in enumerate([*(rule.outcome for rule in self.rules), self.default], 1):
            if len(outcome) != len(self.roles):
                raise InputError(f"rule {number} has {len(outcome)} strategies for {len(self.roles)} roles")

    @property
    def depth(self) -> int:
        """Number of strategies: the rules and the default (Definition 4)."""
        return len(self.rules) + 1

    @property
    def width(self) -> int:
        """Largest number of conditions of a rule (Definition 4)."""
        return max((rule.guard.width for rule in self.rules), default=0)

    @cached_property
    def parameters(self) -> frozenset[str]:
        """Names that need a value: all that occur and are not defined."""
        used = set().union(*(names_in(expression) for _, expression in self.definitions))
        for rule in self.rules:
            used |= rule.guard.names
        for outcome in self.outcomes:
            used |= set().union(*(mix.names for mix in outcome))
        return frozenset(used - {name for name, _ in self.definitions})

    @cached_property
    def outcomes(self) -> tuple[tuple[Mix, ...], ...]:
        """The outcome of each rule, the default last."""
        return (*(rule.outcome for rule in self.rules), self.default)

    def actions(self, role: str) -> tuple[str, ...]:
        """All actions that the list ever names for a role, in order of first mention."""
        at = self.role_index(role)
        return tuple(dict.fromkeys(label for outcome in self.outcomes for label in outcome[at].labels))

    def role_index(self, role: str) -> int:
        """The index of a role, from 0."""
        if role not in self.roles:
            raise InputError(f"role {role!r} is not one of {', '.join(self.roles)}")
        return self.roles.index(role)

    def fired_rule(self, point: Mapping[str, Real]) -> int:
        """Index of the first rule whose guard holds; the number of rules for the default."""
        return self._fired_rule(self.values_at(point), is_exact(point))

    def apply(self, point: Mapping[str, Real]) -> tuple[dict[str, Real], ...]:
        """The strategy at a point: the probability of each action, for each role.

        Exact if all coordinates are fractions or whole numbers. If a formula divides by zero or is not a probability,
        an `InputError` names the rule.
        """
        values, exact = self.values_at(point), is_exact(point)
        index = self._fired_rule(values, exact)
        try:
            return tuple(mix.at(values, exact) for mix in self.outcomes[index])
        except InputError as error:
            raise InputError(f"{self.rule_name(index)}: {error}") from None

    def values_at(self, point: Mapping[str, Real]) -> Mapping[str, Real]:
        """The point together with the definitions, which are computed on first use."""
        return Scope(point, self.definitions, is_exact(point))

    def rule_name(self, index: int) -> str:
        """The name of a rule in messages: ``rule 3`` or ``else``."""
        return f"rule {index + 1}" if index < len(self.rules) else "else"

    def _fired_rule(self, values: Mapping[str, Real], exact: bool) -> int:
        for index, rule in enumerate(self.rules):
            count_steps(CONDITION_STEPS * len(rule.guard.conditions))
            try:
                if all(condition.compare(values, exact) for condition in rule.guard.conditions):
                    return index
            except InputError as error:
                raise InputError(f"rule {index + 1}: {error}") from None
        return len(self.rules)

    def explain(self, point: Mapping[str, Real]) -> Explanation:
        """Which rule fired and why, with numbers."""
        from kibitz.rules.language.explanation import explain_list

        return explain_list(self, point)

    def fired_rules(self, columns: Mapping[str, Column]) -> NDArray[np.int64]:
        """`fired` at many points; -1 where a guard divides by zero."""
        return self._fired_rules_in(ColumnScope(columns, dict(self.definitions)))

    def _fired_rules_in(self, scope: ColumnScope) -> NDArray[np.int64]:
        fired = np.full(scope.n, len(self.rules), dtype=np.int64)
        undecided = np.arange(scope.n)
        for index, rule in enumerate(self.rules):
            if not len(undecided):
                break
            holds, unclear = rule.guard.holds_or_undefined(scope)
            decided = np.broadcast_to(holds | unclear, undecided.shape)
            if decided.any():
                fired[undecided[decided]] = np.where(np.broadcast_to(unclear, undecided.shape), -1, index)[decided]
                undecided, scope = undecided[~decided], scope.rows(~decided)
        return fired

    def apply_many(
        self, columns: Mapping[str, Column], actions: Sequence[Sequence[str]] | None = None
    ) -> tuple[Column, ...]:
        """`apply` at many points: for each role an (N, n_actions) array, nan in the rows where `apply` raises.

        ``actions`` gives the actions of each role in the order of the columns wanted, by default those the list names.
        """
        chosen = [list(self.actions(role)) for role in self.roles] if actions is None else [list(a) for a in actions]
        self._check_actions(chosen)
        scope = ColumnScope(columns, dict(self.definitions))
        fired = self._fired_rules_in(scope)
        results = tuple(np.full((len(fired), len(labels)), np.nan) for labels in chosen)
        order = np.argsort(fired, kind="stable")
        indices, firsts = np.unique(fired[order], return_index=True)
        for index, rows in zip(indices.tolist(), np.split(order, firsts[1:]), strict=False):
            if index < 0:
                continue
            part = scope.rows(rows)
            for result, mix, labels in zip(results, self.outcomes[index], chosen, strict=True):
                result[rows] = mix.at_many(part, len(rows), labels)
        return results

    def _check_actions(self, actions: Sequence[Sequence[str]]) -> None:
        if len(actions) != len(self.roles):
            raise InputError(f"actions: one sequence for each of the {len(self.roles)} roles is expected")
        for role, labels in zip(self.roles, actions, strict=True):
            unknown = [label for label in self.actions(role) if label not in labels]
            if unknown:
                raise InputError(f"{role}: action {unknown[0]!r} of the list is not one of {_some(labels)}")


def check_label(label: str) -> None:
    """Raise `InputError` for a name of an action or a role that the notation cannot express."""
    if not label or len(label) > MAX_LABEL or label != " ".join(label.split()) or not label.isprintable():
        raise InputError(f"{label[:60]!r}: a name is one line of at most {MAX_LABEL} characters without double spaces")
    if any(mark in label for mark in ",;:#()[]{}") or {"with", "otherwise"} & set(label.split()):
        raise InputError(f"{label[:60]!r}: a name may not contain , ; : # brackets or the words with and otherwise")


def format_mix(mix: Mix) -> str:
    """A strategy as text: ``2`` or ``1 with (1 - p1)/2, otherwise 2``."""
    if not mix.weights:
        return str(mix.rest)
    parts = [f"{label} with {format_expression(weight)}" for label, weight in mix.weights]
    return ", ".join(parts if mix.rest is None else [*parts, f"otherwise {mix.rest}"])


def _some(labels: Sequence[str]) -> str:
    shown = ", ".join(labels[:12])
    return shown if len(labels) <= 12 else f"{shown} and {len(labels) - 12:,} more"


def _format_value(number: Real) -> str:
    return f"{number:.6g}" if isinstance(number, float) else str(number)[:40]

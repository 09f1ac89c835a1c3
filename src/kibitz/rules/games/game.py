"""Parametrized games: the protocol, games with payoff formulas, and families given by a function.

Section 2 of the parametrized-games paper. A parameter can change payoffs, actions, players, private information or the
opponents' strategies. In every case `ParametrizedGame.instance` gives the game at one point of the domain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.core.step_limit import StepLimitError
from kibitz.rules.games.strategic_game import Objective, StrategicGame, Strategy
from kibitz.rules.language.condition import is_exact
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.domain import Domain, Point
from kibitz.rules.language.evaluation import Column, Real, column_value, point_value
from kibitz.rules.language.expression import Expression, Negate, names_in

if TYPE_CHECKING:
    from kibitz.rules.cards.card import Card
    from kibitz.rules.losses import LossCheck
    from kibitz.simulate.executors import Progress

__all__ = [
    "GameFamily",
    "MeasuredFamily",
    "Objective",
    "Parametrization",
    "ParametrizedGame",
    "Point",
    "PolynomialGame",
    "ProvingFamily",
    "StrategicGame",
    "Strategy",
    "exploitabilities",
    "roles_of",
    "strategies_at",
    "strategies_at_many",
]

PayoffTable: TypeAlias = tuple[tuple[Expression, ...], ...]

NEGLIGIBLE_GAP = 1e-12
"""If the duality gap of both players' lists is at most this, the losses are known without solving the game."""


class Parametrization(StrEnum):
    """What the parameters of a game change (section 2)."""

    PAYOFF = "payoff"
    STRATEGY = "strategy"
    PLAYER = "player"
    INFORMATION = "information"
    OPPONENT = "opponent"


class ParametrizedGame(Protocol):
    """A family of games over a domain of parameters, with the lists known for it.

    ``roles`` are the players that a list can be for. ``lists`` returns the known lists by edition, such as "published"
    and "corrected"; the lists of an edition together cover the roles.
    """

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def roles(self) -> tuple[str, ...]: ...
    @property
    def domain(self) -> Domain: ...
    @property
    def kinds(self) -> frozenset[Parametrization]: ...
    @property
    def objective(self) -> Objective: ...
    @property
    def symbols(self) -> tuple[tuple[str, str], ...]:
        """Meanings of the names in its lists."""
        ...

    def instance(self, point: Point) -> StrategicGame:
        """The member of the family at ``point``."""
        ...

    def losses(self, strategies: Mapping[str, Strategy], point: Point) -> dict[str, Real]:
        """The loss of each role's strategy at ``point``, in payoff units; exact on fractions if the game allows it."""
        ...

    def lists(self) -> Mapping[str, tuple[DecisionList, ...]]:
        """The known lists by edition."""
        ...

    def check_losses(self, lists: Sequence[DecisionList], points: FloatArray) -> dict[str, Column]:
        """The losses of the lists at each of the (N, d) points, by role; nan where a list is undefined."""
        ...


@runtime_checkable
class MeasuredFamily(Protocol):
    """A family whose losses take long at each point: kibitz measures it on samples, and it has a stored card."""

    @property
    def usual_sample(self) -> int:
        """Default number of random points for measurements."""
        ...

    def card(self) -> Card:
        """The card of the known lists."""
        ...

    def card_check(self) -> LossCheck:
        """The stored losses on the card."""
        ...

    def in_words(self, role: str, label: str, point: Point) -> str:
        """The meaning of an action at a point as text, such as a bet in dollars."""
        ...


@runtime_checkable
class ProvingFamily(Protocol):
    """A family with its own methods to learn and prove lists, also beyond the points of its domain."""

    @property
    def proved_for(self) -> str:
        """The scope of the proofs, as text."""
        ...

    def prove(self, lists: Sequence[DecisionList], progress: Progress) -> dict[str, Fraction]:
        """The proved bound on the loss of each role's list; an `InputError` names the step that failed."""
        ...

    def learn(self, progress: Progress) -> tuple[DecisionList, ...]:
        """Learn lists from solved members."""
        ...


def roles_of(lists: Sequence[DecisionList]) -> tuple[str, ...]:
    """The roles of the lists; each role must have exactly one list."""
    roles = tuple(role for each in lists for role in each.roles)
    if len(set(roles)) != len(roles) or not roles:
        raise InputError(f"lists: give one list for each role, not lists for {', '.join(roles) or 'nobody'}")
    return roles


def strategies_at(lists: Sequence[DecisionList], point: Point) -> dict[str, Strategy]:
    """The strategies of the lists at a point, by role."""
    roles_of(lists)
    return {role: mix for each in lists for role, mix in zip(each.roles, each.apply(point), strict=True)}


def strategies_at_many(
    lists: Sequence[DecisionList], columns: Mapping[str, Column], actions: Mapping[str, Sequence[str]]
) -> dict[str, Column]:
    """The strategies of the lists at many points: for each role an (N, n_actions) array, nan where undefined."""
    roles_of(lists)
    result: dict[str, Column] = {}
    for each in lists:
        for role in each.roles:
            if role not in actions:
                raise InputError(f"role {role!r} of the list is not one of {', '.join(actions)}")
        result |= zip(each.roles, each.apply_many(columns, [actions[role] for role in each.roles]), strict=True)
    return result


@dataclass(frozen=True, slots=True)
class PolynomialGame:
    """A bimatrix game of the parameters; without ``column_payoffs`` it is zero-sum.

    With the objective PAYOFF there is one role, and a single column has the value of each action.
    """

    name: str
    title: str
    roles: tuple[str, ...]
    domain: Domain
    objective: Objective
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_payoffs: PayoffTable
    column_payoffs: PayoffTable | None = None
    kinds: frozenset[Parametrization] = frozenset({Parametrization.PAYOFF})
    known: tuple[tuple[str, tuple[DecisionList, ...]], ...] = ()
    symbols: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()
    """Short facts for a card, such as where one action is always best."""

    def __post_init__(self) -> None:
        alone = self.objective is Objective.PAYOFF
        if len(self.roles) != (1 if alone else 2):
            raise InputError(f"roles: must be {'one name' if alone else 'two names'} for {self.objective.value}")
        if alone and (len(self.columns) != 1 or self.column_payoffs is not None):
            raise InputError("columns: against given opponents there must be one column and one player's payoffs")
        if self.objective is Objective.EXPLOITABILITY and self.column_payoffs is not None:
            raise InputError("column_payoffs: leave out in a zero-sum game")
        for table in (self.row_payoffs, self.column_payoffs or self.row_payoffs):
            if len(table) != len(self.rows) or any(len(row) != len(self.columns) for row in table):
                raise InputError(f"payoffs: must be {len(self.rows)} rows of {len(self.columns)} entries")
            unknown = frozenset().union(*(names_in(entry) for row in table for entry in row)) - set(self.domain.names)
            if unknown:
                raise InputError(f"payoffs: {min(unknown)} is not one of the parameters {', '.join(self.domain.names)}")

    @property
    def actions(self) -> dict[str, tuple[str, ...]]:
        """The actions of each role, in order."""
        return dict(zip(self.roles, (self.rows, self.columns), strict=False))

    @property
    def tables(self) -> tuple[PayoffTable, ...]:
        """The payoffs of each role."""
        if self.objective is Objective.PAYOFF:
            return (self.row_payoffs,)
        if self.column_payoffs is not None:
            return (self.row_payoffs, self.column_payoffs)
        return (self.row_payoffs, tuple(tuple(Negate(entry) for entry in row) for row in self.row_payoffs))

    def instance(self, point: Point) -> StrategicGame:
        """The game at ``point``, in fractions if the point is."""
        self.domain.check(point)
        exact = is_exact(point)
        payoffs = np.array(
            [[[point_value(entry, point, exact) for entry in row] for row in table] for table in self.tables],
            dtype=object if exact else np.float64,
        )
        if self.objective is Objective.PAYOFF:
            return StrategicGame(self.roles, (self.rows,), payoffs[:, :, 0])
        return StrategicGame(self.roles, (self.rows, self.columns), payoffs)

    def losses(self, strategies: Mapping[str, Strategy], point: Point) -> dict[str, Real]:
        """The loss of each role's strategy at ``point``, in payoff units; exact on fractions."""
        return self.instance(point).losses(strategies, self.objective)

    def lists(self) -> dict[str, tuple[DecisionList, ...]]:
        """The known lists by edition."""
        return dict(self.known)

    def payoff_arrays(self, points: FloatArray) -> tuple[Column, ...]:
        """The payoffs of each role at each of the (N, d) points, as (N, rows, columns) arrays."""
        columns = self.domain.columns(points)
        shape = (len(points), len(self.rows), len(self.columns))
        arrays = []
        for table in self.tables[:1] if self.column_payoffs is None else self.tables:
            array = np.empty(shape)
            for i, row in enumerate(table):
                for j, entry in enumerate(row):
                    array[:, i, j] = column_value(entry, columns)
            arrays.append(array)
        if len(arrays) < len(self.roles):
            arrays.append(-arrays[0])
        return tuple(arrays)

    def check_losses(self, lists: Sequence[DecisionList], points: FloatArray) -> dict[str, Column]:
        """The losses of the lists at each of the (N, d) points, by role; nan where a list is undefined."""
        roles = roles_of(lists)
        strategies = strategies_at_many(lists, self.domain.columns(points), self.actions)
        payoffs = self.payoff_arrays(points)
        if self.objective is Objective.PAYOFF:
            worth = payoffs[0][:, :, 0]
            return {role: _shortfall(worth, strategies[role]) for role in roles}
        if self.objective is Objective.REGRET:
            return self._regrets(strategies, payoffs)
        row, column = (strategies.get(role) for role in self.roles)
        return exploitabilities(payoffs[0], row, column, self.roles)

    def _regrets(self, strategies: Mapping[str, Column], payoffs: tuple[Column, ...]) -> dict[str, Column]:
        for role in self.roles:
            if role not in strategies:
                raise InputError(f"{role}: give a list for every role, since regret depends on all")
        x, y = (strategies[role] for role in self.roles)
        against_column = np.einsum("nij,nj->ni", payoffs[0], y)
        against_row = np.einsum("nij,ni->nj", payoffs[1], x)
        return {self.roles[0]: _shortfall(against_column, x), self.roles[1]: _shortfall(against_row, y)}


def _shortfall(worth: Column, strategy: Column) -> Column:
    return np.asarray(np.maximum(worth.max(axis=1) - np.einsum("ni,ni->n", worth, strategy), 0.0))


def exploitabilities(
    payoffs: Column, row: Column | None, column: Column | None, roles: tuple[str, ...] = ("row", "column")
) -> dict[str, Column]:
    """Exploitability of the strategies in N zero-sum games (N, m, k), by role; nan where a strategy is nan."""
    from kibitz.solve.zero_sum import solve_zero_sum_batch

    n = len(payoffs)
    secured = np.full(n, -np.inf) if row is None else np.einsum("nij,ni->nj", payoffs, row).min(axis=1)
    conceded = np.full(n, np.inf) if column is None else np.einsum("nij,nj->ni", payoffs, column).max(axis=1)
    with np.errstate(invalid="ignore"):
        unknown = ~(conceded - secured <= NEGLIGIBLE_GAP)
        values = (conceded + secured) / 2
    unknown &= np.isfinite(payoffs).all(axis=(1, 2))
    if unknown.any():
        values[unknown] = solve_zero_sum_batch(payoffs[unknown])[0]
    result = {}
    if row is not None:
        result[roles[0]] = np.maximum(values - secured, 0.0)
    if column is not None:
        result[roles[1]] = np.maximum(conceded - values, 0.0)
    return result


@dataclass(frozen=True, slots=True)
class GameFamily:
    """A parametrized game given by a function that builds its members; works for any kind of parameter."""

    name: str
    title: str
    roles: tuple[str, ...]
    domain: Domain
    kinds: frozenset[Parametrization]
    objective: Objective
    member: Callable[[Point], StrategicGame]
    known: tuple[tuple[str, tuple[DecisionList, ...]], ...] = ()
    symbols: tuple[tuple[str, str], ...] = ()

    def instance(self, point: Point) -> StrategicGame:
        """The member of the family at ``point``."""
        self.domain.check(point)
        return self.member(point)

    def losses(self, strategies: Mapping[str, Strategy], point: Point) -> dict[str, Real]:
        """The loss of each role's strategy at ``point``, in payoff units."""
        return self.instance(point).losses(strategies, self.objective)

    def lists(self) -> dict[str, tuple[DecisionList, ...]]:
        """The known lists by edition."""
        return dict(self.known)

    def check_losses(self, lists: Sequence[DecisionList], points: FloatArray) -> dict[str, Column]:
        """The losses of the lists at each point, by role; nan where a list is undefined."""
        columns = self.domain.columns(points)
        result = {role: np.full(len(points), np.nan) for role in roles_of(lists)}
        for i in range(len(points)):
            point = {name: float(column[i]) for name, column in columns.items()}
            try:
                strategies = strategies_at(lists, point)
            except StepLimitError:
                raise
            except InputError:
                continue
            for role, loss in self.losses(strategies, point).items():
                result[role][i] = loss
        return result

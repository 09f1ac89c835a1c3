"""Zero-sum trees with parameters as parametrized games: lists say what to do in each information set.

A list of a player has one strategy for each of her information sets, so with private information it reads as behaviour
by type: ``for: first when J; first when Q; first when K`` and outcomes such as ``bet with b/D, otherwise check; check;
bet``. A loss belongs to a player's whole strategy, so all information sets of a player show the same one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rules.games.game import (
    NEGLIGIBLE_GAP,
    Objective,
    Parametrization,
    PolynomialGame,
    StrategicGame,
    Strategy,
    roles_of,
    strategies_at_many,
)
from kibitz.rules.games.sequence_payoffs import SequencePayoffs
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.domain import Domain, Point
from kibitz.rules.language.evaluation import Column, Real
from kibitz.simulate.executors import Progress

POINTS_PER_CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class TreeFamily:
    """A zero-sum tree with parameters; ``plans`` is the same game as a table of plans, where it is small."""

    name: str
    title: str
    players: tuple[str, str]
    domain: Domain
    payoffs: SequencePayoffs
    kinds: frozenset[Parametrization]
    symbols: tuple[tuple[str, str], ...] = ()
    plans: PolynomialGame | None = None

    @property
    def objective(self) -> Objective:
        """What is measured: exploitability."""
        return Objective.EXPLOITABILITY

    @property
    def roles(self) -> tuple[str, ...]:
        """The information sets of both players."""
        return tuple(each.name for some in self.payoffs.sets for each in some)

    @property
    def actions(self) -> dict[str, tuple[str, ...]]:
        """The actions in each information set."""
        return {each.name: each.actions for some in self.payoffs.sets for each in some}

    def lists(self) -> Mapping[str, tuple[DecisionList, ...]]:
        """No lists are known."""
        return {}

    def instance(self, point: Point) -> StrategicGame:
        """The table of plans at a point, for small trees."""
        if self.plans is None:
            raise InputError(f"game {self.name}: its table of plans is too large; its lists go by information set")
        return self.plans.instance(point)

    @property
    def proved_for(self) -> str:
        """The scope of `prove`."""
        return f"all {self.domain}"

    def prove(self, lists: Sequence[DecisionList], progress: Progress) -> dict[str, Fraction]:
        """Prove that lists lose nothing, for one parameter."""
        from kibitz.rules.learning.behaviour import prove_lists

        return prove_lists(self, lists, progress)

    def learn(self, progress: Progress) -> tuple[DecisionList, ...]:
        """A list for each player: exact for one parameter, from samples for more."""
        from kibitz.rules.learning.behaviour import learn_lists

        return learn_lists(self, progress)

    def player_of(self, roles: Sequence[str]) -> int:
        """The player whose information sets a list is for; it must have all of them."""
        for player, sets in enumerate(self.payoffs.sets):
            if set(roles) == {each.name for each in sets}:
                return player
        raise InputError(
            f"list: must be for all information sets of one player: {'; '.join(e.name for e in self.payoffs.sets[0])}"
            f", or {'; '.join(e.name for e in self.payoffs.sets[1])}"
        )

    def losses(self, strategies: Mapping[str, Strategy], point: Point) -> dict[str, Real]:
        """The exploitability of each player's strategy, by information set; exact if both lose nothing."""
        self.domain.check(point)
        known = {
            player: [[strategies[each.name].get(action, 0) for action in each.actions] for each in sets]
            for player, sets in enumerate(self.payoffs.sets)
            if all(each.name in strategies for each in sets)
        }
        if not known:
            self.player_of(tuple(strategies))
        entries = self.payoffs.numbers(point)
        secured = {
            player: self.payoffs.respond(entries, self.payoffs.plan(player, mixes), 1 - player)
            for player, mixes in known.items()
        }
        value = secured[0] if len(known) == 2 and secured[0] == secured[1] else self._value(point)
        result: dict[str, Real] = {}
        for player, amount in secured.items():
            loss = value - amount if player == 0 else amount - value
            for each in self.payoffs.sets[player]:
                result[each.name] = loss if isinstance(loss, Fraction) and loss >= 0 else max(float(loss), 0.0)
        return {role: result[role] for role in strategies if role in result}

    def _value(self, point: Mapping[str, Real]) -> float:
        from kibitz.rules.learning.behaviour import solve_sequences

        exact = {name: Fraction(value) for name, value in point.items()}
        return solve_sequences(self.payoffs, exact, 0).value

    def check_losses(self, lists: Sequence[DecisionList], points: FloatArray) -> dict[str, Column]:
        """The losses of the lists at each of the (N, d) points, by information set; nan where a list has no answer."""
        chunks = [self._check(lists, part) for part in _parts(points)]
        return {role: np.concatenate([chunk[role] for chunk in chunks]) for role in roles_of(lists)}

    def _check(self, lists: Sequence[DecisionList], points: FloatArray) -> dict[str, Column]:
        n = len(points)
        columns = self.domain.columns(points)
        strategies = strategies_at_many(lists, columns, self.actions)
        entries = self.payoffs.numbers(columns)
        secured: dict[int, Column] = {}
        for each in lists:
            player = self.player_of(each.roles)
            mixes = [list(strategies[some.name].T) for some in self.payoffs.sets[player]]
            plan = self.payoffs.plan(player, mixes, np.ones(n))
            with np.errstate(invalid="ignore"):
                secured[player] = np.broadcast_to(self.payoffs.respond(entries, plan, 1 - player, np.zeros(n)), n)
        low, high = secured.get(0, np.full(n, -np.inf)), secured.get(1, np.full(n, np.inf))
        with np.errstate(invalid="ignore"):
            values = (low + high) / 2
            unknown = np.flatnonzero(~(high - low <= NEGLIGIBLE_GAP) & ~(np.isnan(low) & np.isnan(high)))
        for k in unknown.tolist():
            values[k] = self._value({name: float(column[k]) for name, column in columns.items()})
        result: dict[str, Column] = {}
        for player, amount in secured.items():
            loss = np.maximum(values - amount if player == 0 else amount - values, 0.0)
            result |= {each.name: loss for each in self.payoffs.sets[player]}
        return result


def _parts(points: FloatArray) -> list[FloatArray]:
    return [points[k : k + POINTS_PER_CHUNK] for k in range(0, max(len(points), 1), POINTS_PER_CHUNK)]

"""One game in strategic form, and what strategies lose in it (section 2 of the parametrized-games paper)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.rules.language.evaluation import Real

MAX_PROFILES = 20_000_000
"""Payoffs of the largest game in strategic form that is built."""

Strategy: TypeAlias = Mapping[str, Real]
"""Action -> probability; actions that are not named have none."""
NumberArray: TypeAlias = NDArray[Any]
"""Floats, or fractions as objects where the result is to be exact."""


class Objective(StrEnum):
    """What a strategy is judged by; a loss is always how far it falls short of the best possible."""

    EXPLOITABILITY = "exploitability"
    """Zero-sum: the value of the game minus the payoff against a best response."""
    REGRET = "regret"
    """General-sum: what a player could gain by another action while the others stay."""
    PAYOFF = "payoff"
    """Against given opponents: the best payoff minus the payoff of the strategy."""


@dataclass(frozen=True, slots=True, eq=False)
class StrategicGame:
    """A game in strategic form (Definition 1): ``payoffs[i]`` is what player i gets, one axis for each player's action.

    Payoffs may be fractions (an array of objects); then losses of exact strategies are exact.
    """

    players: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    payoffs: NumberArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "payoffs", np.array(self.payoffs))
        if self.payoffs.dtype != object:
            object.__setattr__(self, "payoffs", self.payoffs.astype(np.float64))
        self.payoffs.setflags(write=False)
        if not 1 <= len(self.players) <= 20 or len(set(self.players)) != len(self.players):
            raise InputError("players: 1 to 20 different names are accepted")
        if len(self.actions) != len(self.players) or not all(self.actions):
            raise InputError("actions: at least one action for each player is needed")
        if any(len(set(labels)) != len(labels) for labels in self.actions):
            raise InputError("actions: two actions of a player have the same name")
        if self.payoffs.size > MAX_PROFILES:
            raise InputError(f"payoffs: at most {MAX_PROFILES:,} numbers are accepted")
        expected = (len(self.players), *(len(labels) for labels in self.actions))
        if self.payoffs.shape != expected:
            raise InputError(f"payoffs: the shape (players, actions...) = {expected} is needed")
        if (
            not all(isinstance(v, Fraction) for v in self.payoffs.flat)
            and not np.isfinite(self.payoffs.astype(np.float64)).all()
        ):
            raise InputError("payoffs: finite numbers are accepted")

    @property
    def is_zero_sum(self) -> bool:
        """Whether there are two players and what one wins the other loses, to rounding."""
        if len(self.players) != 2:
            return False
        return self.is_constant_sum and bool(np.abs(self.payoffs[0] + self.payoffs[1]).max() <= self._rounding)

    @property
    def is_constant_sum(self) -> bool:
        """Whether two players always get the same together, to rounding: as good as zero-sum."""
        if len(self.players) != 2:
            return False
        total = self.payoffs[0] + self.payoffs[1]
        return bool(total.max() - total.min() <= self._rounding)

    @property
    def _rounding(self) -> Any:
        # In fractions where the payoffs are: those need not fit a float.
        return (
            max(1, np.abs(self.payoffs).max()) * Fraction(1, 10**9)
            if self.payoffs.dtype == object
            else (1e-9 * max(1.0, float(np.abs(self.payoffs).max())))
        )

    def index(self, player: str) -> int:
        """Where a player stands, from 0."""
        if player not in self.players:
            raise InputError(f"player {player!r} is not one of {', '.join(self.players)}")
        return self.players.index(player)

    def vector(self, player: str, strategy: Strategy) -> NumberArray:
        """The probabilities of the player's actions in their order."""
        labels = self.actions[self.index(player)]
        unknown = [label for label in strategy if label not in labels]
        if unknown:
            raise InputError(f"{player}: {unknown[0]!r} is not one of the actions {', '.join(labels[:12])}")
        chances: list[Real] = [strategy.get(label, Fraction(0)) for label in labels]
        exact = not any(isinstance(chance, float) for chance in chances)
        slack = 0.0 if exact else 1e-6
        if not all(-slack <= c <= 1 + slack for c in chances) or not -slack <= sum(chances) - 1 <= slack:
            raise InputError(f"{player}: probabilities must not be negative and must sum to 1")
        return np.array(chances, dtype=object if exact and self.payoffs.dtype == object else np.float64)

    def deviations(self, profile: Mapping[str, Strategy], player: str) -> NumberArray:
        """What each action of ``player`` pays while the others keep to ``profile``."""
        own = self.index(player)
        tensor: NumberArray = self.payoffs[own]
        for i in reversed(range(len(self.players))):
            if i == own:
                continue
            other = self.players[i]
            if other not in profile:
                raise InputError(f"{other}: a strategy is needed, since the payoff of {player} depends on it")
            tensor = np.tensordot(tensor, self.vector(other, profile[other]), axes=([i], [0]))
        return tensor

    def payoff(self, profile: Mapping[str, Strategy], player: str) -> Real:
        """What ``player`` gets if all keep to ``profile``."""
        return cast("Real", np.dot(self.vector(player, profile[player]), self.deviations(profile, player)))

    def regret(self, profile: Mapping[str, Strategy], player: str) -> Real:
        """What ``player`` could gain by the best action while the others stay; 0 for all at an equilibrium."""
        deviations = self.deviations(profile, player)
        return _positive(deviations.max() - np.dot(self.vector(player, profile[player]), deviations))

    def exploitability(self, strategy: Strategy, player: str) -> Real:
        """The value of the zero-sum (or constant-sum) game to ``player`` minus what ``strategy`` secures."""
        from kibitz.solve.best_response import exploitability

        if not self.is_constant_sum:
            raise InputError("exploitability is defined for zero-sum and constant-sum games of two players")
        side = "row" if self.index(player) == 0 else "column"
        return _positive(exploitability(self.payoffs[0], self.vector(player, strategy), side))  # type: ignore[arg-type]

    def losses(self, strategies: Mapping[str, Strategy], objective: Objective) -> dict[str, Real]:
        """What each of the players named in ``strategies`` loses by it, never negative."""
        if objective is Objective.EXPLOITABILITY:
            return {player: self.exploitability(strategy, player) for player, strategy in strategies.items()}
        if objective is Objective.PAYOFF and len(self.players) != 1:
            raise InputError("payoff against given opponents needs a game with the opponents worked in, of one player")
        return {player: self.regret(strategies, player) for player in strategies}


def _positive(loss: Any) -> Real:
    return loss if isinstance(loss, Fraction) else max(float(loss), 0.0)

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
"""Maximum number of payoffs of a game in strategic form."""

Strategy: TypeAlias = Mapping[str, Real]
"""Action -> probability; actions that are not named have none."""
NumberArray: TypeAlias = NDArray[Any]
"""Floats, or fractions as objects where the result is to be exact."""


class Objective(StrEnum):
    """The measure of a strategy; its loss is the difference from the best possible, never negative."""

    EXPLOITABILITY = "exploitability"
    """Zero-sum: the value of the game minus the payoff against a best response."""
    REGRET = "regret"
    """General-sum: the gain of a player by the best other action while the others do not change."""
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
            raise InputError("players: must be 1 to 20 different names")
        if len(self.actions) != len(self.players) or not all(self.actions):
            raise InputError("actions: give at least one action for each player")
        if any(len(set(labels)) != len(labels) for labels in self.actions):
            raise InputError("actions: two actions of a player have the same name")
        if self.payoffs.size > MAX_PROFILES:
            raise InputError(f"payoffs: must be at most {MAX_PROFILES:,} numbers")
        expected = (len(self.players), *(len(labels) for labels in self.actions))
        if self.payoffs.shape != expected:
            raise InputError(f"payoffs: must have the shape (players, actions...) = {expected}")
        if (
            not all(isinstance(v, Fraction) for v in self.payoffs.flat)
            and not np.isfinite(self.payoffs.astype(np.float64)).all()
        ):
            raise InputError("payoffs: must be finite numbers")

    @property
    def is_zero_sum(self) -> bool:
        """Whether there are two players and payoffs sum to 0, up to rounding."""
        if len(self.players) != 2:
            return False
        return self.is_constant_sum and bool(np.abs(self.payoffs[0] + self.payoffs[1]).max() <= self._rounding)

    @property
    def is_constant_sum(self) -> bool:
        """Whether the payoffs of two players have a constant sum, up to rounding; equivalent to zero-sum."""
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
        """The index of a player, from 0."""
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
        """The payoff of each action of ``player`` while the others play ``profile``."""
        own = self.index(player)
        tensor: NumberArray = self.payoffs[own]
        for i in reversed(range(len(self.players))):
            if i == own:
                continue
            other = self.players[i]
            if other not in profile:
                raise InputError(f"{other}: give a strategy, since the payoff of {player} depends on it")
            tensor = np.tensordot(tensor, self.vector(other, profile[other]), axes=([i], [0]))
        return tensor

    def payoff(self, profile: Mapping[str, Strategy], player: str) -> Real:
        """The expected payoff of ``player`` if all play ``profile``."""
        return cast("Real", np.dot(self.vector(player, profile[player]), self.deviations(profile, player)))

    def regret(self, profile: Mapping[str, Strategy], player: str) -> Real:
        """The regret of ``player``: the gain by the best action against ``profile``; 0 at an equilibrium."""
        deviations = self.deviations(profile, player)
        return _positive(deviations.max() - np.dot(self.vector(player, profile[player]), deviations))

    def exploitability(self, strategy: Strategy, player: str) -> Real:
        """Exploitability: value of the zero- or constant-sum game to ``player`` minus what ``strategy`` guarantees."""
        from kibitz.solve.best_response import exploitability

        if not self.is_constant_sum:
            raise InputError("exploitability: the game must be a zero-sum or constant-sum game of two players")
        side = "row" if self.index(player) == 0 else "column"
        return _positive(exploitability(self.payoffs[0], self.vector(player, strategy), side))  # type: ignore[arg-type]

    def losses(self, strategies: Mapping[str, Strategy], objective: Objective) -> dict[str, Real]:
        """The loss of each player named in ``strategies``, never negative."""
        if objective is Objective.EXPLOITABILITY:
            return {player: self.exploitability(strategy, player) for player, strategy in strategies.items()}
        if objective is Objective.PAYOFF and len(self.players) != 1:
            raise InputError("payoff: a game against given opponents must have one player")
        return {player: self.regret(strategies, player) for player in strategies}


def _positive(loss: Any) -> Real:
    return loss if isinstance(loss, Fraction) else max(float(loss), 0.0)

"""Kuhn poker as a parametrized game: the number of cards determines the information sets (information-parametrized).

There is a list for each of the four information sets, over the number of cards n and the own card x. A loss belongs to
a player's whole strategy, so both information sets of a player show the same one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.core.step_limit import StepLimitError
from kibitz.games.parlour.kuhn import lists as kuhn_lists
from kibitz.games.parlour.kuhn import proof, strategies
from kibitz.rules.games.game import Objective, Parametrization, StrategicGame, Strategy, roles_of
from kibitz.rules.language.condition import is_exact
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.domain import Domain, Point, parse_domain
from kibitz.rules.language.evaluation import Column, Real
from kibitz.simulate.executors import Progress

MAX_STRATEGIC_CARDS = 5
"""A has 3^n pure strategies and B 4^n, so the strategic form is limited to few cards."""


DOMAIN = parse_domain("n in {3..60}")


@dataclass(frozen=True, slots=True)
class KuhnGame:
    """Kuhn poker for every number of cards from 3 to 60."""

    name: str = "kuhn"
    title: str = "Kuhn poker with n cards, yours is x"
    roles: tuple[str, ...] = tuple(kuhn_lists.ACTIONS)
    domain: Domain = DOMAIN
    kinds: frozenset[Parametrization] = frozenset({Parametrization.INFORMATION})
    objective: Objective = Objective.EXPLOITABILITY
    symbols: tuple[tuple[str, str], ...] = (("n", "cards in the deck"), ("x", "your card, 1 the lowest"))

    def lists(self) -> Mapping[str, tuple[DecisionList, ...]]:
        """The lists by edition: published and corrected."""
        return kuhn_lists.lists()

    @property
    def proved_for(self) -> str:
        """The scope of `prove`."""
        return proof.SCOPE

    def prove(self, lists: Sequence[DecisionList], progress: Progress) -> dict[str, Fraction]:
        """Prove that the lists lose nothing for any number of cards; corrected lists play missing information sets."""
        known = {each.roles[0]: each for each in kuhn_lists.lists()["corrected"]}
        given = {each.roles[0]: each for each in lists}
        proof.prove_for_every_deck([given.get(role, known[role]) for role in known], progress)
        return dict.fromkeys(roles_of(lists), Fraction(0))

    def learn(self, progress: Progress) -> tuple[DecisionList, ...]:
        """Learn lists from the optimal strategies of small decks."""
        from kibitz.games.parlour.kuhn.learning import learn_lists

        return learn_lists(progress)

    def instance(self, point: Point) -> StrategicGame:
        """The strategic form, for at most 5 cards.

        A's strategies have one letter per card: b bets, c checks and calls, f checks and folds. B's have two: c or f
        after a bet, then b or k (check) after a check.
        """
        self.domain.check(point)
        n = int(point["n"])
        if n > MAX_STRATEGIC_CARDS:
            raise InputError(f"n: must be at most {MAX_STRATEGIC_CARDS} cards for the strategic form, not {n}")
        ours = ["".join(letters) for letters in product("bcf", repeat=n)]
        theirs = ["".join(letters) for letters in product(("cb", "ck", "fb", "fk"), repeat=n)]
        payoffs = np.zeros((len(ours), len(theirs)), dtype=np.int64)
        for x, y in product(range(n), repeat=2):
            if x != y:
                won = 1 if x > y else -1
                deal = {(a, b): _winnings(a, b, won) for a in "bcf" for b in ("cb", "ck", "fb", "fk")}
                payoffs += np.array([[deal[a[x], b[2 * y : 2 * y + 2]] for b in theirs] for a in ours])
        one = Fraction(1) if is_exact(point) else 1.0
        mean = payoffs.astype(object if is_exact(point) else np.float64) * (one / (n * (n - 1)))
        return StrategicGame(("A", "B"), (tuple(ours), tuple(theirs)), np.stack([mean, -mean]))

    def losses(self, strategies: Mapping[str, Strategy], point: Point) -> dict[str, Real]:
        """Exploitability of A or B in antes, by information set; strategies map cards to chances of the bolder action.

        The corrected lists play the information sets that are not given.
        """
        self.domain.check(point)
        n = int(point["n"])
        chances = {role: np.array([mix[str(x)] for x in range(1, n + 1)], object) for role, mix in strategies.items()}
        return self._losses(chances, n)

    def check_losses(self, lists: Sequence[DecisionList], points: FloatArray) -> dict[str, Column]:
        """The same for lists at each of the (N, 1) points; nan where a list has no answer."""
        numbers = self.domain.columns(points)["n"].astype(int)
        result = {role: np.full(len(points), np.nan) for role in roles_of(lists)}
        for n in np.unique(numbers).tolist():
            try:
                chances = {each.roles[0]: kuhn_lists.bold_chances(each, n) for each in lists}
            except StepLimitError:
                raise
            except InputError:
                continue
            for role, loss in self._losses(chances, n).items():
                result[role][numbers == n] = float(loss)
        return result

    def _losses(self, chances: Mapping[str, strategies.Chances], n: int) -> dict[str, Real]:
        known = {each.roles[0]: each for each in kuhn_lists.lists()["corrected"]}
        full = {role: chances[role] if role in chances else kuhn_lists.bold_chances(known[role], n) for role in known}
        loss = strategies.exploitabilities(*kuhn_lists.strategies_from(full))
        return {role: loss[role[0]] for role in chances}


def _winnings(a: str, b: str, won: int) -> int:
    """A's winnings in one deal: ``a`` is b, c or f, ``b`` are B's actions after a bet and after a check."""
    if a == "b":
        return 2 * won if b[0] == "c" else 1
    if b[1] == "k":
        return won
    return 2 * won if a == "c" else -1

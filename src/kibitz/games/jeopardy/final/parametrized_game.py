"""Final Jeopardy as a game with parameters, the three scores: what the shipped lists, or others, bet and lose.

Payoffs are chances to win against people of an era, so this is a decision against given opponents (section 2 of the
parametrized-games paper). A list names its bets by formulas of the scores, such as ``2*B - A``; they are cut to what
is legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from kibitz.core import FloatArray, InputError, format_money
from kibitz.core.step_limit import StepLimitError
from kibitz.games.jeopardy.final.card import PLACES, final_card, label_wager, load_shipped_list
from kibitz.games.jeopardy.final.card_rules import load_shipped_loss
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.show import Era, era_of
from kibitz.rules.cards.card import Card
from kibitz.rules.games.game import Objective, Parametrization, StrategicGame, Strategy, roles_of
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.domain import Domain, Point, parse_domain
from kibitz.rules.language.evaluation import Column, Real
from kibitz.rules.losses import LossCheck, MeasuredOn, RoleLoss

DOMAIN = parse_domain("A in {1..200000}, B in {1..200000}, C in {1..200000}, A >= B, B >= C, A <= 2*B")
"""Dollars of first, second and third place; a lock game needs no list."""
USUAL_SAMPLE = 100
"""Each point prices every whole-dollar wager, which takes some hundredths of a second."""
LIST_EDITION = "learnt"


@dataclass(frozen=True, slots=True)
class FinalFamily:
    """Final Jeopardy of an era for some of the places; losses are in chance to win, at average confidence."""

    era: Era
    places: tuple[int, ...]
    kinds: frozenset[Parametrization] = frozenset({Parametrization.PAYOFF, Parametrization.OPPONENT})
    objective: Objective = Objective.PAYOFF
    domain: Domain = DOMAIN
    usual_sample: int = USUAL_SAMPLE
    symbols: tuple[tuple[str, str], ...] = (("A, B, C", "dollars of first, second and third place"),)

    @property
    def name(self) -> str:
        """``jeopardy-final-2015-b``, without the letter where it is for all places."""
        letter = f"-{ROLES[self.places[0]].lower()}" if len(self.places) == 1 else ""
        return f"jeopardy-final-{int(self.era)}{letter}"

    @property
    def title(self) -> str:
        """Era and place as text."""
        which = f", {PLACES[self.places[0]]}" if len(self.places) == 1 else ""
        return f"Final Jeopardy against people of {int(self.era)}{which}"

    @property
    def roles(self) -> tuple[str, ...]:
        """``A``, ``B`` and ``C``, or one of them."""
        return tuple(ROLES[place] for place in self.places)

    def lists(self) -> Mapping[str, tuple[DecisionList, ...]]:
        """The shipped lists."""
        return {LIST_EDITION: tuple(load_shipped_list(self.era, place) for place in self.places)}

    def card(self) -> Card:
        """The shipped card of these places."""
        return final_card(self.era, self.places)

    def card_check(self) -> LossCheck:
        """What the shipped lists were measured to lose on positions that they were not learnt from."""
        losses = []
        for place in self.places:
            known = load_shipped_loss(self.era, place)
            where = tuple(zip(ROLES, map(Fraction, known.worst_scores), strict=True))
            losses.append(RoleLoss(ROLES[place], known.worst, known.mean, known.mean_se, known.p95, where))
        return LossCheck(self.name, self.objective.value, MeasuredOn.SAMPLE, known.n, tuple(losses))

    def in_words(self, role: str, label: str, point: Point) -> str:
        """A bet in dollars: ``A + C - B - 1 is $12,999``."""
        wager = label_wager(label, _scores(point), ROLES.index(role))
        return f"{label} is {format_money(wager)} of {role}'s {format_money(_scores(point)[ROLES.index(role)])}"

    def instance(self, point: Point) -> StrategicGame:
        """The chance to win with every whole-dollar wager of one place, at ``point``."""
        self.domain.check(point)
        if len(self.places) != 1:
            raise InputError(f"{self.name}: choose one place for a game at one point, such as {self.name}-b")
        values = self._worth(point, self.places[0])
        return StrategicGame(self.roles, (tuple(map(str, range(len(values)))),), values[np.newaxis])

    def losses(self, strategies: Mapping[str, Strategy], point: Point) -> dict[str, Real]:
        """What each place's bets lose at ``point`` against the best one."""
        self.domain.check(point)
        result: dict[str, Real] = {}
        for role, strategy in strategies.items():
            place = self._place(role)
            values = self._worth(point, place)
            won = sum(
                float(often) * values[label_wager(label, _scores(point), place)] for label, often in strategy.items()
            )
            result[role] = max(float(values.max() - won), 0.0)
        return result

    def check_losses(self, lists: Sequence[DecisionList], points: FloatArray) -> dict[str, Column]:
        """The same for lists at each of the (N, 3) points; nan where a list has no answer."""
        result = {role: np.full(len(points), np.nan) for role in roles_of(lists)}
        for i, row in enumerate(points.tolist()):
            point = dict(zip(ROLES, map(Fraction, row), strict=True))
            for each in lists:
                try:
                    (mix,) = each.apply(point)
                    result[each.roles[0]][i] = self.losses({each.roles[0]: mix}, point)[each.roles[0]]
                except StepLimitError:
                    raise
                except InputError:
                    continue
        return result

    def _place(self, role: str) -> int:
        if role not in self.roles:
            raise InputError(f"role {role!r} of the list must be one of {', '.join(self.roles)}")
        return ROLES.index(role)

    def _worth(self, point: Point, place: int) -> FloatArray:
        position = FinalPosition(_scores(point), place, self.era.ties)
        return final_advice(position, final_model(place, era=self.era)).equities.values


def _scores(point: Point) -> tuple[int, int, int]:
    a, b, c = (int(point[name]) for name in ROLES)
    return a, b, c


@cache
def final_family(year: int, role: str = "") -> FinalFamily:
    """The family of an era, 1996 or 2015, for one place (a, b or c) or for all three."""
    return FinalFamily(era_of(year), (ROLES.index(role.upper()),) if role else (0, 1, 2))

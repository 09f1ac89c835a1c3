"""The bench: seats by name, each with modules by name, and the evaluator that its wagers need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import Level, final_standing
from kibitz.games.jeopardy.people.population import SeatModel
from kibitz.games.jeopardy.people.profile import parse_profile
from kibitz.games.jeopardy.rollout.category_learning import CategoryModel
from kibitz.games.jeopardy.rollout.seating import (
    NO_LIMIT,
    BuzzRule,
    FinalRule,
    Seating,
    SeatStrategy,
    SelectRule,
    WagerRule,
    seating,
    usual_seat,
)
from kibitz.games.jeopardy.show import SEATS, Rules
from kibitz.games.jeopardy.value.evaluator import load_shipped_evaluator
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup

USUAL_MODULE = "usual"


def strongest_opponent(names: Sequence[str], seat: int) -> Level:
    """The level of the better of a seat's two opponents."""
    order = list(Level)
    levels = [_network_level(name) for other, name in enumerate(names) if other != seat]
    return max(levels, key=order.index)


def _network_level(name: str) -> Level:
    """What a seat counts as when a network is picked: its level, and average ones for a player of any other profile."""
    if name == "machine":
        return Level.GRAND_CHAMPION
    return Level.AVERAGE if name == "you" else parse_profile(name).network_level


def named_seating(
    models: tuple[SeatModel, SeatModel, SeatModel],
    names: Sequence[str],
    select: Sequence[str],
    double: Sequence[str],
    final: Sequence[str],
    rules: Rules,
    *,
    category: CategoryModel | None = None,
    risk: tuple[float, float] = (0.0, NO_LIMIT),
    buzz: Sequence[str] = (USUAL_MODULE,) * SEATS,
) -> Seating:
    """Three seats with modules; ``usual`` is the contestant's own style, for a machine the calibrated one."""
    seats: list[SeatStrategy] = []
    for seat in range(SEATS):
        machine = names[seat] == "machine"
        each = usual_seat(models[seat], FinalRule.RULES if machine else FinalRule.PEOPLE)
        if select[seat] != USUAL_MODULE:
            each = replace(each, select=SelectRule(select[seat]))
        if final[seat] != USUAL_MODULE:
            each = replace(each, final=FinalRule(final[seat]))
        if double[seat] != USUAL_MODULE:
            bet = WagerRule(double[seat])
            each = replace(each, bet=bet)
            if bet in (WagerRule.NETWORK, WagerRule.LIVE, WagerRule.ENDGAME):
                role = EvaluatorRole.MACHINE if machine else EvaluatorRole.PERSON
                network = load_shipped_evaluator(Matchup(rules.era, role, strongest_opponent(names, seat))).network
                each = replace(each, network=network, known=(0.0, 0.0, -1, seat) if machine else (1.0, 1.0, -1, seat))
        if buzz[seat] != USUAL_MODULE:
            each = replace(each, buzz=BuzzRule(buzz[seat]))
        abilities = tuple(0.0 if machine else ability_of(player, rules.era) for player in models[seat].contestants)
        seats.append(replace(each, abilities=abilities))
    live = [
        seat
        for seat in range(SEATS)
        if seats[seat].bet in (WagerRule.LIVE, WagerRule.ENDGAME) or names[seat] == "machine"
    ]
    first, second, third = seats
    me = live[0] if live else 0
    steps = (0.0, 0.0, 0.0) if any(len(model.contestants) > 1 for model in models) else final_standing(rules.era)
    return seating((first, second, third), rules, me=me, category=category, risk=risk, standing=steps)

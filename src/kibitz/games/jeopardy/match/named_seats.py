"""Seats of a match by name, each with modules by name and the networks that its bets need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz.games.jeopardy.match.evaluator import load_shipped_match_evaluator
from kibitz.games.jeopardy.match.final import MATCH_EQUITY, MatchFinalRule, Weights
from kibitz.games.jeopardy.match.play import MatchSeating
from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.population import SeatModel
from kibitz.games.jeopardy.rollout.category_learning import CategoryModel
from kibitz.games.jeopardy.rollout.named_seating import USUAL_MODULE, strongest_opponent
from kibitz.games.jeopardy.rollout.seating import (
    NO_KNOWLEDGE,
    NO_LIMIT,
    Knowledge,
    LateSelectRule,
    SeatStrategy,
    SelectRule,
    WagerRule,
    seating,
    usual_seat,
)
from kibitz.games.jeopardy.show import SEATS, Rules
from kibitz.games.jeopardy.value.match_features import NEXT_GAME
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.learn.network import Network

MACHINE = "machine"


@dataclass(frozen=True, slots=True, eq=False)
class MatchSeat:
    """Who sits in a seat, and its modules; ``networks`` of game 1 and 2 price its bets."""

    model: SeatModel
    select: SelectRule
    after: LateSelectRule = LateSelectRule.PEOPLE
    bet: WagerRule = WagerRule.BOLD
    final: MatchFinalRule = MatchFinalRule.PEOPLE
    networks: tuple[Network | None, Network | None] = (None, None)
    ability: float = 0.0
    known: Knowledge = NO_KNOWLEDGE


def match_seat(
    model: SeatModel, names: Sequence[str], seat: int, rules: Rules, select: str, double: str, final: str
) -> MatchSeat:
    """A seat by name: ``usual`` is what people do, and for a machine its networks and best Finals."""
    machine = names[seat] == MACHINE
    bet = (WagerRule.LIVE if machine else WagerRule.BOLD) if double == USUAL_MODULE else WagerRule(double)
    ends = (
        (MatchFinalRule.BEST if machine else MatchFinalRule.PEOPLE) if final == USUAL_MODULE else MatchFinalRule(final)
    )
    networks: tuple[Network | None, Network | None] = (None, None)
    if bet in (WagerRule.NETWORK, WagerRule.LIVE) or ends in (MatchFinalRule.BEST, MatchFinalRule.RULES):
        role = EvaluatorRole.MACHINE if machine else EvaluatorRole.PERSON
        matchup = Matchup(rules.era, role, strongest_opponent(names, seat))
        networks = (load_shipped_match_evaluator(matchup, 1).network, load_shipped_match_evaluator(matchup, 2).network)
    return MatchSeat(
        model,
        usual_seat(model).select if select == USUAL_MODULE else SelectRule(select),
        bet=bet,
        final=ends,
        networks=networks,
        ability=0.0 if machine else ability_of(model.contestants[0], rules.era),
        known=(0.0, 0.0, -1, -1) if machine else (1.0, 1.0, -1, -1),
    )


def match_seating(
    seats: tuple[MatchSeat, MatchSeat, MatchSeat],
    rules: Rules,
    *,
    me: int = 0,
    weights: Weights = MATCH_EQUITY,
    category: CategoryModel | None = None,
    risk: tuple[float, float] = (0.0, NO_LIMIT),
) -> MatchSeating:
    """Three seats ready for matches; seat ``me`` is the one with a record in categories."""
    games = []
    for game in range(2):
        first, second, third = (
            SeatStrategy(
                each.model,
                each.select,
                each.after,
                each.bet,
                network=each.networks[game],
                abilities=(each.ability,),
                known=each.known,
            )
            for each in seats
        )
        coming = NEXT_GAME if game == 0 else 0
        games.append(
            seating((first, second, third), rules, me=me, category=category, risk=risk, coming=coming, weights=weights)
        )
    return MatchSeating((games[0], games[1]), tuple(each.final for each in seats), weights)


def named_match_seating(
    models: tuple[SeatModel, SeatModel, SeatModel],
    names: Sequence[str],
    select: Sequence[str],
    double: Sequence[str],
    final: Sequence[str],
    rules: Rules,
    weights: Weights = MATCH_EQUITY,
) -> MatchSeating:
    """A table of seats and modules by name, left to right."""
    first, second, third = (
        match_seat(models[seat], names, seat, rules, select[seat], double[seat], final[seat]) for seat in range(SEATS)
    )
    me = names.index(MACHINE) if MACHINE in names else 0
    return match_seating((first, second, third), rules, me=me, weights=weights)


def with_modules(
    seat: MatchSeat,
    select: SelectRule | None = None,
    after: LateSelectRule | None = None,
    bet: WagerRule | None = None,
    final: MatchFinalRule | None = None,
) -> MatchSeat:
    """The same seat with other modules."""
    return replace(
        seat, select=select or seat.select, after=after or seat.after, bet=bet or seat.bet, final=final or seat.final
    )

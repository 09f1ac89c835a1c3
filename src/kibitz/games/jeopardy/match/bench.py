"""Seats of a match by name, each with modules by name and the networks that its bets need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz.games.jeopardy.match.final import MATCH_EQUITY, MatchFinal, Weights
from kibitz.games.jeopardy.match.play import Table
from kibitz.games.jeopardy.match.weights import shipped
from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.population import SeatModel
from kibitz.games.jeopardy.rollout.bench import USUAL, opponents_of
from kibitz.games.jeopardy.rollout.learning import CategoryModel
from kibitz.games.jeopardy.rollout.seating import NO_LIMIT, After, Bet, Seat, Select, seating, usual_seat
from kibitz.games.jeopardy.show import SEATS, Rules
from kibitz.games.jeopardy.value.match_features import NEXT_GAME
from kibitz.games.jeopardy.value.matchups import Matchup, Role
from kibitz.learn.network import Network

MACHINE = "machine"


@dataclass(frozen=True, slots=True, eq=False)
class MatchSeat:
    """Who sits in a seat, and its modules; ``networks`` of game 1 and 2 price its bets."""

    model: SeatModel
    select: Select
    after: After = After.PEOPLE
    bet: Bet = Bet.BOLD
    final: MatchFinal = MatchFinal.PEOPLE
    networks: tuple[Network | None, Network | None] = (None, None)
    ability: float = 0.0
    known: tuple[float, float, int] = (0.0, 0.0, -1)


def match_seat(
    model: SeatModel, names: Sequence[str], seat: int, rules: Rules, select: str, double: str, final: str
) -> MatchSeat:
    """A seat by name: ``usual`` is what people do, and for a machine its networks and best Finals."""
    machine = names[seat] == MACHINE
    bet = (Bet.LIVE if machine else Bet.BOLD) if double == USUAL else Bet(double)
    ends = (MatchFinal.BEST if machine else MatchFinal.PEOPLE) if final == USUAL else MatchFinal(final)
    networks: tuple[Network | None, Network | None] = (None, None)
    if bet in (Bet.NETWORK, Bet.LIVE) or ends in (MatchFinal.BEST, MatchFinal.RULES):
        role = Role.MACHINE if machine else Role.PERSON
        matchup = Matchup(rules.era, role, opponents_of(names, seat))
        networks = (shipped(matchup, 1).network, shipped(matchup, 2).network)
    return MatchSeat(
        model,
        usual_seat(model).select if select == USUAL else Select(select),
        bet=bet,
        final=ends,
        networks=networks,
        ability=0.0 if machine else ability_of(model.contestants[0], rules.era),
        known=(0.0, 0.0, -1) if machine else (1.0, 1.0, -1),
    )


def match_table(
    seats: tuple[MatchSeat, MatchSeat, MatchSeat],
    rules: Rules,
    *,
    me: int = 0,
    weights: Weights = MATCH_EQUITY,
    category: CategoryModel | None = None,
    risk: tuple[float, float] = (0.0, NO_LIMIT),
) -> Table:
    """Three seats ready for matches; seat ``me`` is the one with a record in categories."""
    games = []
    for game in range(2):
        first, second, third = (
            Seat(
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
    return Table((games[0], games[1]), tuple(each.final for each in seats), weights)


def named_table(
    models: tuple[SeatModel, SeatModel, SeatModel],
    names: Sequence[str],
    select: Sequence[str],
    double: Sequence[str],
    final: Sequence[str],
    rules: Rules,
    weights: Weights = MATCH_EQUITY,
) -> Table:
    """A table of seats and modules by name, left to right."""
    first, second, third = (
        match_seat(models[seat], names, seat, rules, select[seat], double[seat], final[seat]) for seat in range(SEATS)
    )
    me = names.index(MACHINE) if MACHINE in names else 0
    return match_table((first, second, third), rules, me=me, weights=weights)


def with_modules(
    seat: MatchSeat,
    select: Select | None = None,
    after: After | None = None,
    bet: Bet | None = None,
    final: MatchFinal | None = None,
) -> MatchSeat:
    """The same seat with other modules."""
    return replace(
        seat, select=select or seat.select, after=after or seat.after, bet=bet or seat.bet, final=final or seat.final
    )

"""Who plays in a state that is to be valued: contestants by seat, who decides, and how much of them is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kibitz.core import InputError
from kibitz.games.jeopardy.board import FULL, Square
from kibitz.games.jeopardy.endgame.standings import OwnFinal, Standing
from kibitz.games.jeopardy.final.equities import FinalModel, two_levels
from kibitz.games.jeopardy.final.wagers import people
from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant, final_standing
from kibitz.games.jeopardy.people.population import drawn_seats, single, you
from kibitz.games.jeopardy.people.posterior import Record, contestants_given
from kibitz.games.jeopardy.play.machine import calibrated_machine
from kibitz.games.jeopardy.position import Position
from kibitz.games.jeopardy.rollout.seating import Bet, FinalBet, Seat, Seating, Select, seating, usual_seat
from kibitz.games.jeopardy.show import COLUMNS, ROWS, SEATS, Era, Rules, Ties
from kibitz.games.jeopardy.value.features import Known
from kibitz.games.jeopardy.value.matchups import Matchup, Role
from kibitz.games.jeopardy.value.weights import Evaluator, shipped

CHAMPION_SEAT = 0
"""The podium of the returning champion."""


@dataclass(frozen=True)
class Players:
    """Three contestants. Seat ``me`` bets well from here on; with ``me`` none all three play as people do."""

    era: Era
    ties: Ties
    contestants: tuple[Contestant, Contestant, Contestant]
    role: Role
    me: int | None = None
    level: Level = Level.AVERAGE
    """Of the better opponent: it says which network is asked."""
    by_place: bool = True
    """Whether Final accuracy is moved by the place; not where abilities are those that the scores suggest."""

    def __post_init__(self) -> None:
        if (self.me is None) != (self.role is Role.PEOPLE):
            raise InputError("me: a player is named exactly where one of the three bets well")

    @property
    def looking(self) -> int:
        """The seat from which a state is looked at."""
        return 0 if self.me is None else self.me

    @cached_property
    def evaluator(self) -> Evaluator:
        """The network for these players."""
        return shipped(Matchup(self.era, self.role, self.level))

    @cached_property
    def known(self) -> Known:
        """What the network is told of them."""
        if self.role is Role.MACHINE:
            return Known()
        if self.role is Role.PEOPLE:
            return Known(champion=CHAMPION_SEAT)
        a, b, c = (ability_of(player, self.era) for player in self.contestants)
        return Known((a, b, c))

    @cached_property
    def seating(self) -> Seating:
        """Seats for playing a state out: the one that looks bets by the network and best in Final.

        Three people of the show are drawn from its population.
        """
        if self.me is None and self.level is Level.AVERAGE:
            one, two, three = (usual_seat(model) for model in drawn_seats(self.era))
            return seating((one, two, three), Rules(self.era, self.ties), spread=0.0)
        abilities = [() if known is None else (known,) for known in self.known.abilities]
        seats = [usual_seat(single(each), abilities=own) for each, own in zip(self.contestants, abilities, strict=True)]
        if self.me is not None:
            select = Select.BAYES if self.role is Role.MACHINE else Select.PEOPLE
            seats[self.me] = Seat(
                single(self.contestants[self.me]),
                select,
                bet=Bet.LIVE,
                final=FinalBet.BEST,
                network=self.evaluator.network,
                abilities=abilities[self.me],
            )
        known = self.known
        flags = (
            float(known.abilities[self.looking] is not None),
            float(known.abilities[(self.looking + 1) % SEATS] is not None),
            -1 if known.champion is None else known.champion,
        )
        first, second, third = seats
        rules = Rules(self.era, self.ties)
        return seating((first, second, third), rules, me=self.looking, known=flags, standing=self.steps)

    @property
    def steps(self) -> tuple[float, float, float]:
        """Steps of the opponents' Final accuracy by place."""
        return final_standing(self.era) if self.by_place else (0.0, 0.0, 0.0)

    @property
    def name(self) -> str:
        """The opponents as answers call them: ``champion of 2015``."""
        others = [player.name for seat, player in enumerate(self.contestants) if seat != self.me]
        return f"{' and '.join(dict.fromkeys(others))} of {int(self.era)}"

    def standing(self, seat: int) -> Standing:
        """Final Jeopardy as a seat sees it: who looks bets well and knows its accuracy, others are as people are."""
        first, second, third = self.contestants
        model = FinalModel(
            (first.final, second.final, third.final),
            (first.correlations.final, second.correlations.final, third.correlations.final),
            people(self.era),
            self.name,
            self.steps,
            self.me,
        )
        return Standing(model, seat, self.ties, OwnFinal.BEST if seat == self.me else OwnFinal.PEOPLE)


def known_record(position: Position, players: Players, me: int, place: Square) -> tuple[int, int]:
    """Clues of a square's category that I knew, and that I saw: the machine's answers, nothing for a person, whose
    recorded answers tell nothing (`confidence`)."""
    if players.role is not Role.MACHINE:
        return 0, 0
    right, wrong = position.results[place % COLUMNS][me]
    return right, min(right + wrong, ROWS - 1)


def players_of(
    era: Era,
    ties: Ties,
    me: int | None = None,
    mine: Contestant | None = None,
    opponents: str | Sequence[str] = Level.AVERAGE,
    machine: bool = False,
) -> Players:
    """Two opponents of a level, or of one each, beside ``mine``, or three of them; ``machine`` plays in my place."""
    levels = two_levels(opponents)
    if me is None:
        other = contestant(levels[0], era)
        return Players(era, ties, (other, other, other), Role.PEOPLE, None, levels[0])
    others = iter(levels)
    own = calibrated_machine().contestant if machine else mine or contestant(Level.AVERAGE, era)
    first, second, third = (own if seat == me else contestant(next(others), era) for seat in range(SEATS))
    better = max(levels, key=list(Level).index)
    return Players(era, ties, (first, second, third), Role.MACHINE if machine else Role.PERSON, me, better)


def asked_players(
    era: Era,
    ties: Ties,
    me: int | None,
    level: str,
    figures: tuple[float, float, float, float] | None,
    opponents: Sequence[str],
    machine: bool,
    given: Position | None = None,
) -> Players:
    """The players of a question: my level or my own four figures, and the opponents' levels.

    With a position ``given`` average players are as good as the scores suggest, once a clue has been played.
    """
    mine = contestant(level, era) if figures is None else you(*figures, era)
    players = players_of(era, ties, me, mine, opponents, machine)
    begun = given is not None and (given.round_ == 2 or given.open_squares != FULL)
    if given is None or not begun or me is None or Level.AVERAGE not in (*two_levels(opponents), level):
        return players
    others = iter(two_levels(opponents))
    levels = [level if seat == me else next(others).value for seat in range(SEATS)]
    moved = contestants_given(record_of(given), era, levels)
    own = machine or figures is not None
    first, second, third = (
        now if seat == me and own else replace(moved[seat], name=now.name)
        for seat, now in enumerate(players.contestants)
    )
    return replace(players, contestants=(first, second, third), by_place=False)


def record_of(position: Position) -> Record:
    """What a position tells of a game so far: scores, and the clues played by round and row."""
    rows = tuple(
        sum(not position.open_squares >> (row * COLUMNS + column) & 1 for column in range(COLUMNS))
        for row in range(ROWS)
    )
    played = (rows, (0,) * ROWS) if position.round_ == 1 else ((COLUMNS,) * ROWS, rows)
    return Record(position.scores, played)

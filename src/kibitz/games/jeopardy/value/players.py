"""Who plays in a state that is to be valued: contestants by seat, who decides, and how much of them is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kibitz.core import InputError
from kibitz.games.jeopardy.board import ALL_SQUARES, Square
from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule
from kibitz.games.jeopardy.final.equities import FinalModel, two_levels
from kibitz.games.jeopardy.final.people_wagers import people_mixtures
from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant, final_standing
from kibitz.games.jeopardy.people.population import contestant_from_figures, fixed_seat, population_seats
from kibitz.games.jeopardy.people.posterior import GameRecord, posterior_contestants
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.position import Position
from kibitz.games.jeopardy.rollout.seating import FinalRule, Seat, Seating, SelectRule, WagerRule, seating, usual_seat
from kibitz.games.jeopardy.show import COLUMNS, ROWS, SEATS, Era, Rules, Ties
from kibitz.games.jeopardy.value.evaluator import StateEvaluator, load_shipped_evaluator
from kibitz.games.jeopardy.value.features import KnownAbilities
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup

CHAMPION_SEAT = 0
"""The podium of the returning champion."""


@dataclass(frozen=True)
class Players:
    """Three contestants. Seat ``me`` bets well from here on; without ``me`` all three play like people."""

    era: Era
    ties: Ties
    contestants: tuple[Contestant, Contestant, Contestant]
    role: EvaluatorRole
    me: int | None = None
    level: Level = Level.AVERAGE
    """Of the better opponent; it selects the network."""
    by_place: bool = True
    """Whether Final accuracy is moved by the place; not where abilities are those that the scores suggest."""

    def __post_init__(self) -> None:
        if (self.me is None) != (self.role is EvaluatorRole.PEOPLE):
            raise InputError("me: name a player only where one of the three bets well")

    @property
    def viewpoint_seat(self) -> int:
        """The seat from whose point of view a state is valued."""
        return 0 if self.me is None else self.me

    @cached_property
    def evaluator(self) -> StateEvaluator:
        """The network for these players."""
        return load_shipped_evaluator(Matchup(self.era, self.role, self.level))

    @cached_property
    def known(self) -> KnownAbilities:
        """Knowledge inputs of the network about them."""
        if self.role is EvaluatorRole.MACHINE:
            return KnownAbilities()
        if self.role is EvaluatorRole.PEOPLE:
            return KnownAbilities(champion=CHAMPION_SEAT)
        a, b, c = (ability_of(player, self.era) for player in self.contestants)
        return KnownAbilities((a, b, c))

    @cached_property
    def seating(self) -> Seating:
        """Seats for playing a state out: the one that looks bets by the network and best in Final.

        Three people of the show are drawn from its population.
        """
        if self.me is None and self.level is Level.AVERAGE:
            one, two, three = (usual_seat(model) for model in population_seats(self.era))
            return seating((one, two, three), Rules(self.era, self.ties), spread=0.0)
        abilities = [() if known is None else (known,) for known in self.known.abilities]
        seats = [
            usual_seat(fixed_seat(each), abilities=own) for each, own in zip(self.contestants, abilities, strict=True)
        ]
        if self.me is not None:
            select = SelectRule.BAYES if self.role is EvaluatorRole.MACHINE else SelectRule.PEOPLE
            seats[self.me] = Seat(
                fixed_seat(self.contestants[self.me]),
                select,
                bet=WagerRule.LIVE,
                final=FinalRule.BEST,
                network=self.evaluator.network,
                abilities=abilities[self.me],
            )
        known = self.known
        flags = (
            float(known.abilities[self.viewpoint_seat] is not None),
            float(known.abilities[(self.viewpoint_seat + 1) % SEATS] is not None),
            -1 if known.champion is None else known.champion,
        )
        first, second, third = seats
        rules = Rules(self.era, self.ties)
        return seating((first, second, third), rules, me=self.viewpoint_seat, known=flags, standing=self.steps)

    @property
    def steps(self) -> tuple[float, float, float]:
        """Steps of the opponents' Final accuracy by place."""
        return final_standing(self.era) if self.by_place else (0.0, 0.0, 0.0)

    @property
    def name(self) -> str:
        """The opponents as answers call them: ``champion of 2015``."""
        others = [player.name for seat, player in enumerate(self.contestants) if seat != self.me]
        return f"{' and '.join(dict.fromkeys(others))} of {int(self.era)}"

    def final_setup(self, seat: int) -> FinalSetup:
        """Final Jeopardy as a seat sees it: who looks bets well and knows its accuracy, others are as people are."""
        first, second, third = self.contestants
        model = FinalModel(
            (first.final, second.final, third.final),
            (first.correlations.final, second.correlations.final, third.correlations.final),
            people_mixtures(self.era),
            self.name,
            self.steps,
            self.me,
        )
        return FinalSetup(model, seat, self.ties, OwnFinalRule.BEST if seat == self.me else OwnFinalRule.PEOPLE)


def known_record(position: Position, players: Players, me: int, place: Square) -> tuple[int, int]:
    """Clues of a square's category that I knew, and that I saw: the machine's answers, nothing for a person, whose
    recorded answers tell nothing (`confidence`)."""
    if players.role is not EvaluatorRole.MACHINE:
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
    """Me (``mine``) and two opponents of a level, or of one each; without ``me`` three of them.

    With ``machine`` the machine plays in my place.
    """
    levels = two_levels(opponents)
    if me is None:
        other = contestant(levels[0], era)
        return Players(era, ties, (other, other, other), EvaluatorRole.PEOPLE, None, levels[0])
    others = iter(levels)
    own = load_machine().contestant if machine else mine or contestant(Level.AVERAGE, era)
    first, second, third = (own if seat == me else contestant(next(others), era) for seat in range(SEATS))
    better = max(levels, key=list(Level).index)
    return Players(
        era, ties, (first, second, third), EvaluatorRole.MACHINE if machine else EvaluatorRole.PERSON, me, better
    )


def players_for_request(
    era: Era,
    ties: Ties,
    me: int | None,
    level: str,
    figures: tuple[float, float, float, float] | None,
    opponents: Sequence[str],
    machine: bool,
    given: Position | None = None,
) -> Players:
    """Players of a request: my level or my own four rates, and the opponents' levels.

    With a position ``given`` average players are as good as the scores suggest, once a clue has been played.
    """
    mine = contestant(level, era) if figures is None else contestant_from_figures(*figures, era)
    players = players_of(era, ties, me, mine, opponents, machine)
    begun = given is not None and (given.round_ == 2 or given.open_squares != ALL_SQUARES)
    if given is None or not begun or me is None or Level.AVERAGE not in (*two_levels(opponents), level):
        return players
    others = iter(two_levels(opponents))
    levels = [level if seat == me else next(others).value for seat in range(SEATS)]
    moved = posterior_contestants(game_record_of(given), era, levels)
    own = machine or figures is not None
    first, second, third = (
        now if seat == me and own else replace(moved[seat], name=now.name)
        for seat, now in enumerate(players.contestants)
    )
    return replace(players, contestants=(first, second, third), by_place=False)


def game_record_of(position: Position) -> GameRecord:
    """Record of a game up to a position: scores, and the clues played by round and row."""
    rows = tuple(
        sum(not position.open_squares >> (row * COLUMNS + column) & 1 for column in range(COLUMNS))
        for row in range(ROWS)
    )
    played = (rows, (0,) * ROWS) if position.round_ == 1 else ((COLUMNS,) * ROWS, rows)
    return GameRecord(position.scores, played)

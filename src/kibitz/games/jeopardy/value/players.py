"""Who plays in a state that is to be valued: contestants by seat, who decides, and how much of them is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.core import InputError
from kibitz.games.jeopardy.board import Square
from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule
from kibitz.games.jeopardy.final.equities import FinalModel
from kibitz.games.jeopardy.final.people_wagers import people_mixtures
from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant, contestant_level, final_standing
from kibitz.games.jeopardy.people.population import fixed_seat, population_seats
from kibitz.games.jeopardy.people.posterior import Counts, GameRecord, line_up, posterior_contestants
from kibitz.games.jeopardy.people.profile import Profile, own_profile, two_profiles
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.position import Position
from kibitz.games.jeopardy.rollout.seating import (
    FinalRule,
    Seating,
    SeatStrategy,
    SelectRule,
    WagerRule,
    seating,
    usual_seat,
)
from kibitz.games.jeopardy.show import COLUMNS, ROWS, SEATS, Era, Rules, Seat, Ties
from kibitz.games.jeopardy.value.evaluator import StateEvaluator, load_shipped_evaluator
from kibitz.games.jeopardy.value.features import KnownAbilities
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup

if TYPE_CHECKING:
    from kibitz.games.jeopardy.final.payoffs import Payoff


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
    champion: Seat | None = None
    """Seat of the returning champion, if there is one."""
    payoff: Payoff | None = None
    """What seat ``me`` plays for; ``None`` for winning the game. The others play to win."""
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
            return KnownAbilities(expert=self.me)
        if self.role is EvaluatorRole.PEOPLE:
            return KnownAbilities(champion=self.champion)
        a, b, c = (ability_of(player, self.era) for player in self.contestants)
        return KnownAbilities((a, b, c), expert=self.me)

    @cached_property
    def seating(self) -> Seating:
        """Seats for playing a state out: the one that looks bets by the network and best in Final.

        Three people of the show are drawn from its population.
        """
        if self.me is None and self.level is Level.AVERAGE:
            models = population_seats(self.era, champion=self.champion)
            one, two, three = (usual_seat(model) for model in models)
            return seating((one, two, three), Rules(self.era, self.ties), spread=0.0)
        abilities = [() if known is None else (known,) for known in self.known.abilities]
        seats = [
            usual_seat(fixed_seat(each), abilities=own) for each, own in zip(self.contestants, abilities, strict=True)
        ]
        if self.me is not None:
            select = SelectRule.BAYES if self.role is EvaluatorRole.MACHINE else SelectRule.PEOPLE
            seats[self.me] = SeatStrategy(
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
            -1 if known.expert is None else known.expert,
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
            () if self.me is None else (self.me,),
        )
        if seat != self.me:
            return FinalSetup(model, seat, self.ties, OwnFinalRule.PEOPLE)
        return FinalSetup(model, seat, self.ties, OwnFinalRule.BEST, self.payoff)


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
    champion: Seat | None = None,
) -> Players:
    """Me (``mine``) and two opponents by their profiles, one for both or one each; without ``me`` three of them.

    With ``machine`` the machine plays in my place. Where an opponent is known by rates or a record, no Final accuracy
    is moved by the place.
    """
    profiles = two_profiles(opponents)
    if me is None:
        other, level = profiles[0].contestant(era), profiles[0].network_level
        return Players(era, ties, (other, other, other), EvaluatorRole.PEOPLE, None, level, champion)
    others = iter(profiles)
    own = load_machine().contestant if machine else mine or contestant(Level.AVERAGE, era)
    first, second, third = (own if seat == me else _opponent(next(others), era) for seat in range(SEATS))
    better = max((each.network_level for each in profiles), key=list(Level).index)
    role = EvaluatorRole.MACHINE if machine else EvaluatorRole.PERSON
    stated = all(each.level is not None for each in profiles)
    return Players(era, ties, (first, second, third), role, me, better, champion, by_place=stated)


def _opponent(profile: Profile, era: Era) -> Contestant:
    """The opponent of a profile, called as it was written."""
    return replace(profile.contestant(era), name=profile.name)


def players_for_request(
    era: Era,
    ties: Ties,
    me: int | None,
    level: str,
    you: tuple[str, ...] | None,
    opponents: Sequence[str],
    machine: bool,
    record: GameRecord | None = None,
    champion: Seat | None = None,
) -> Players:
    """Players of a request: my level or my profile, and the opponents' profiles.

    With the ``record`` of the game average players are as good as it suggests; before the first clue as the prior says.
    """
    profile = Profile(level=contestant_level(level)) if you is None else own_profile(you)
    mine = profile.contestant(era)
    players = players_of(era, ties, me, mine, opponents, machine, champion)
    if record is None or me is None:
        return players
    others = iter(two_profiles(opponents))
    own = players.contestants[me] if machine else profile.entry(era)
    lineup = line_up([own if seat == me else next(others).entry(era) for seat in range(SEATS)], champion)
    if not any(lineup.is_drawn(seat) for seat in range(SEATS)):
        return players
    moved = posterior_contestants(record, era, lineup)
    first, second, third = (
        replace(now, name=before.name) for now, before in zip(moved, players.contestants, strict=True)
    )
    return replace(players, contestants=(first, second, third), by_place=False)


def game_record_of(position: Position, right: Counts | None = None, wrong: Counts | None = None) -> GameRecord:
    """Record of a game up to a position: scores, the clues played by round and row, and answers where counted."""
    rows = tuple(
        sum(not position.open_squares >> (row * COLUMNS + column) & 1 for column in range(COLUMNS))
        for row in range(ROWS)
    )
    played = (rows, (0,) * ROWS) if position.round_ == 1 else ((COLUMNS,) * ROWS, rows)
    return GameRecord(position.scores, played, right, wrong)

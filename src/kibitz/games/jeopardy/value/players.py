"""Who plays in a state that is to be valued: contestants by seat, who decides, and how much of them is known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kibitz.core import InputError
from kibitz.games.jeopardy.endgame.standings import OwnFinal, Standing
from kibitz.games.jeopardy.final.equities import FinalModel
from kibitz.games.jeopardy.final.wagers import people
from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant
from kibitz.games.jeopardy.people.population import single
from kibitz.games.jeopardy.play.machine import calibrated_machine
from kibitz.games.jeopardy.rollout.seating import Bet, FinalBet, Seat, Seating, Select, seating, usual_seat
from kibitz.games.jeopardy.show import SEATS, Era, Rules, Ties
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
        return Known((a, b, c), CHAMPION_SEAT if self.level is Level.AVERAGE else None)

    @cached_property
    def seating(self) -> Seating:
        """Seats for playing a state out: the one that looks bets by the network and best in Final."""
        seats = [usual_seat(single(player)) for player in self.contestants]
        if self.me is not None:
            select = Select.BAYES if self.role is Role.MACHINE else Select.PEOPLE
            abilities = () if self.role is Role.MACHINE else (ability_of(self.contestants[self.me], self.era),)
            seats[self.me] = Seat(
                single(self.contestants[self.me]), select, bet=Bet.LIVE, final=FinalBet.BEST,
                network=self.evaluator.network, abilities=abilities,
            )  # fmt: skip
        known = self.known
        flags = (
            float(known.abilities[self.looking] is not None),
            float(known.abilities[(self.looking + 1) % SEATS] is not None),
            -1 if known.champion is None else known.champion,
        )
        first, second, third = seats
        rules = Rules(self.era, self.ties)
        return seating((first, second, third), rules, me=self.looking, known=flags)

    def standing(self, seat: int) -> Standing:
        """Final Jeopardy as a seat sees it: who looks bets well, others as people do."""
        first, second, third = self.contestants
        model = FinalModel(
            (first.final, second.final, third.final),
            (first.correlations.final, second.correlations.final, third.correlations.final),
            people(self.era),
            f"{self.level.value} of {int(self.era)}",
        )
        return Standing(model, seat, self.ties, OwnFinal.BEST if seat == self.me else OwnFinal.PEOPLE)


def players_of(
    era: Era,
    ties: Ties,
    me: int | None = None,
    mine: Contestant | None = None,
    opponents: Level = Level.AVERAGE,
    machine: bool = False,
) -> Players:
    """Two opponents of a level beside ``mine``, or three of them; ``machine`` puts the machine in my place."""
    other = contestant(opponents, era)
    seats = [other, other, other]
    if me is None:
        return Players(era, ties, (other, other, other), Role.PEOPLE, None, opponents)
    seats[me] = calibrated_machine().contestant if machine else mine or contestant(Level.AVERAGE, era)
    first, second, third = seats
    return Players(era, ties, (first, second, third), Role.MACHINE if machine else Role.PERSON, me, opponents)

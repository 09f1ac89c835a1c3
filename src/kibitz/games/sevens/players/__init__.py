"""The players by name: the report's, and ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.core import InputError
from kibitz.games.sevens.auction.table import Player
from kibitz.games.sevens.players.exact import ExactLossPlayer
from kibitz.games.sevens.players.fallible import FalliblePlayer
from kibitz.games.sevens.players.gain import (
    RankedLettersPlayer,
    SequencePlayer,
    SummedProbabilityPlayer,
    WordCountPlayer,
)
from kibitz.games.sevens.players.increment import IncrementPlayer, NothingPlayer
from kibitz.games.sevens.players.loss import LossPlayer, PlainLossPlayer
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.players.market import (
    EscalatingPlayer,
    FinalPlayer,
    PacePlayer,
    PeriodicBoostPlayer,
    StatisticsPlayer,
    StreakPlayer,
)
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.rate.model.choice import check_parameters


@dataclass(frozen=True, slots=True)
class Strategy:
    """A player by name: how to make one, and what it does in a line."""

    make: Callable[[Lexicon], Player]
    line: str


STRATEGIES: dict[str, Strategy] = {
    "nothing": Strategy(NothingPlayer, "bids 0 (report, 3.2)"),
    "increment": Strategy(IncrementPlayer, "the gain of its best word (report, 3.1)"),
    "wordcount": Strategy(WordCountPlayer, "gain-based, share of words kept above 0.3 (report, 3.2.1)"),
    "summed": Strategy(SummedProbabilityPlayer, "gain-based, summed naive probabilities (report, 3.2.2)"),
    "ranked": Strategy(RankedLettersPlayer, "gain-based, letters ranked in thirds (report, 3.2.2)"),
    "sequence": Strategy(SequencePlayer, "gain-based, draw sequences above 0.4, relaxed late (report, 3.2.3)"),
    "plainloss": Strategy(PlainLossPlayer, "loss-based (report, 3.3.1)"),
    "loss": Strategy(LossPlayer, "loss-based with opportunity cost (report, 3.3.2)"),
    "periodic": Strategy(PeriodicBoostPlayer, "loss, market tactic 1: every third bid raised (report, 3.3.3)"),
    "pace": Strategy(PacePlayer, "loss, market tactic 2: raised when behind in letters (report, 3.3.3)"),
    "streak": Strategy(StreakPlayer, "loss, market tactic 3: raised after failures (report, 3.3.3)"),
    "escalate": Strategy(EscalatingPlayer, "loss, market tactic 4: raised until it succeeds (report, 3.3.3)"),
    "statistics": Strategy(StatisticsPlayer, "loss, market tactic 5: near the average price (report, 3.3.3)"),
    "g1": Strategy(FinalPlayer, "the report's final player: loss, doubled after three failures"),
    "exact": Strategy(ExactLossPlayer, "loss-based with exact chances of reaching each word (ours)"),
    "fallible": Strategy(FalliblePlayer, "dp that errs like a person; fallible:S:C sets the skill (ours)"),
    "dp": Strategy(MarginalPlayer, "marginal values by dynamic programming, prices learnt (ours)"),
}


def find_strategy(name: str) -> Callable[[Lexicon], Player]:
    """What makes a player of this name; ``fallible:0.5:0.6`` errs with this sensitivity and consistency."""
    base, _, skill = name.partition(":")
    if base not in STRATEGIES or (skill and base != "fallible"):
        raise InputError(f"players: {name!r} is not one of {', '.join(STRATEGIES)}")
    if not skill:
        return STRATEGIES[base].make
    try:
        s, c = (float(part) for part in skill.split(":"))
    except ValueError:
        raise InputError(f"players: fallible:S:C with two numbers is accepted, not {name!r}") from None
    check_parameters(s, c)
    return lambda lexicon: FalliblePlayer(lexicon, s, c)


def make_player(name: str, lexicon: Lexicon) -> Player:
    """A fresh player for one seat."""
    return find_strategy(name)(lexicon)

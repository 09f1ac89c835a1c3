"""The players by name: the report's, and ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kibitz.games.sevens.auction.table import Player
from kibitz.games.sevens.players.exact import ExactLossPlayer
from kibitz.games.sevens.players.fallible import FalliblePlayer
from kibitz.games.sevens.players.gain import (
    RankedLettersPlayer,
    SequencePlayer,
    SummedProbabilityPlayer,
    WordCountPlayer,
)
from kibitz.games.sevens.players.guarded import GuardedPlayer
from kibitz.games.sevens.players.increment import IncrementPlayer, NothingPlayer
from kibitz.games.sevens.players.loss import LossPlayer, PlainLossPlayer
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.players.market import (
    EarlyPlayer,
    EscalatingPlayer,
    FinalPlayer,
    PacePlayer,
    PeriodicBoostPlayer,
    StatisticsPlayer,
    StreakPlayer,
)
from kibitz.games.sevens.players.saddle import MirrorPlayer, ReservePlayer
from kibitz.games.sevens.players.standins import HABITS, StandIn
from kibitz.games.sevens.players.suspecting import SuspectingPlayer
from kibitz.games.sevens.players.tracking import TrackingPlayer
from kibitz.games.sevens.roster import MIRRORED, strategy_of
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.rate.model.choice import check_parameters

MAKERS: dict[str, Callable[[Lexicon], Player]] = {
    "nothing": NothingPlayer,
    "increment": IncrementPlayer,
    "wordcount": WordCountPlayer,
    "summed": SummedProbabilityPlayer,
    "ranked": RankedLettersPlayer,
    "sequence": SequencePlayer,
    "plainloss": PlainLossPlayer,
    "loss": LossPlayer,
    "early": EarlyPlayer,
    "periodic": PeriodicBoostPlayer,
    "pace": PacePlayer,
    "streak": StreakPlayer,
    "escalate": EscalatingPlayer,
    "statistics": StatisticsPlayer,
    "g1": FinalPlayer,
    "exact": ExactLossPlayer,
    "fallible": FalliblePlayer,
    "dp": MarginalPlayer,
    "tracker": TrackingPlayer,
    "saddle": SuspectingPlayer,
    "guarded": GuardedPlayer,
    "mirror": lambda lexicon: MirrorPlayer(lexicon, MarginalPlayer(lexicon)),
    "reserve": ReservePlayer,
    **{name: partial(StandIn, habit=habit) for name, habit in HABITS.items()},
}
"""What makes each player of `kibitz.games.sevens.roster`."""


def make_player(name: str, lexicon: Lexicon) -> Player:
    """A fresh player for one seat; what follows its name says how it plays (`roster`)."""
    base, rest = strategy_of(name)
    if base == "mirror":
        return MirrorPlayer(lexicon, make_player(rest or MIRRORED, lexicon))
    if base == "reserve" and rest:
        return ReservePlayer(lexicon, int(rest))
    if base == "periodic" and rest:
        return PeriodicBoostPlayer(lexicon, amount=int(rest))
    if base == "fallible" and rest:
        s, c = map(float, rest.split(":"))
        check_parameters(s, c)
        return FalliblePlayer(lexicon, s, c)
    return MAKERS[base](lexicon)

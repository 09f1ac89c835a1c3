"""The players by name: the report's, and ours."""

from __future__ import annotations

from collections.abc import Callable

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
from kibitz.games.sevens.roster import skill_of
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
    "periodic": PeriodicBoostPlayer,
    "pace": PacePlayer,
    "streak": StreakPlayer,
    "escalate": EscalatingPlayer,
    "statistics": StatisticsPlayer,
    "g1": FinalPlayer,
    "exact": ExactLossPlayer,
    "fallible": FalliblePlayer,
    "dp": MarginalPlayer,
}
"""What makes each player of `kibitz.games.sevens.roster`."""


def make_player(name: str, lexicon: Lexicon) -> Player:
    """A fresh player for one seat; ``fallible:0.5:0.6`` errs with this sensitivity and consistency."""
    base, skill = skill_of(name)
    if skill is None:
        return MAKERS[base](lexicon)
    check_parameters(*skill)
    return FalliblePlayer(lexicon, *skill)

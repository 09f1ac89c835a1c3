"""The players by name: the report's and kibitz's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kibitz.games.sevens.auction.player import Player
from kibitz.games.sevens.players.exact import ExactLossPlayer
from kibitz.games.sevens.players.fallible import FalliblePlayer
from kibitz.games.sevens.players.fitted_groups import GROUP_PARAMETERS, FittedGroupPlayer
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
    EarlyPlayer,
    EscalatingPlayer,
    FinalPlayer,
    PacePlayer,
    PeriodicBoostPlayer,
    StatisticsPlayer,
    StreakPlayer,
)
from kibitz.games.sevens.players.safe import MirrorPlayer, ReservePlayer
from kibitz.games.sevens.players.safe_hidden import SafeHiddenPlayer
from kibitz.games.sevens.players.switching import SwitchingPlayer
from kibitz.games.sevens.players.tracking import TrackingPlayer
from kibitz.games.sevens.roster import DEFAULT_MIRROR_TARGET, parse_strategy
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
    "saddle": SafeHiddenPlayer,
    "guarded": SwitchingPlayer,
    "mirror": lambda lexicon: MirrorPlayer(lexicon, MarginalPlayer(lexicon)),
    "reserve": ReservePlayer,
    **{name: partial(FittedGroupPlayer, habit=habit) for name, habit in GROUP_PARAMETERS.items()},
}
"""Constructor of each player of `kibitz.games.sevens.roster`."""


def make_player(name: str, lexicon: Lexicon) -> Player:
    """A new player for one seat; arguments may follow its name (`roster`)."""
    base, rest = parse_strategy(name)
    if base == "mirror":
        return MirrorPlayer(lexicon, make_player(rest or DEFAULT_MIRROR_TARGET, lexicon))
    if base == "reserve" and rest:
        return ReservePlayer(lexicon, int(rest))
    if base == "periodic" and rest:
        return PeriodicBoostPlayer(lexicon, amount=int(rest))
    if base == "fallible" and rest:
        s, c = map(float, rest.split(":"))
        check_parameters(s, c)
        return FalliblePlayer(lexicon, s, c)
    return MAKERS[base](lexicon)

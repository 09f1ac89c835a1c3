"""The players by name: the report's and kibitz's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kibitz.games.sevens.auction.player import Player
from kibitz.games.sevens.bidding.prospects import naive_factors, sequence_factors
from kibitz.games.sevens.players.fallible import FalliblePlayer
from kibitz.games.sevens.players.gain import GainPlayer, IncrementPlayer, RankedLettersPlayer
from kibitz.games.sevens.players.loss import LOSS_TACTICS, ExactLossPlayer, LossPlayer
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.players.safe import MirrorPlayer, SafePlayer
from kibitz.games.sevens.players.switching import SwitchingPlayer
from kibitz.games.sevens.players.tracking import TrackingPlayer
from kibitz.games.sevens.roster import DEFAULT_MIRROR_TARGET, parse_strategy
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.rate.model.choice import check_parameters

MAKERS: dict[str, Callable[[Lexicon], Player]] = {
    "nothing": lambda lexicon: IncrementPlayer(lexicon, 0),
    "increment": IncrementPlayer,
    "wordcount": GainPlayer,
    "summed": lambda lexicon: GainPlayer(lexicon, naive_factors),
    "ranked": RankedLettersPlayer,
    "sequence": lambda lexicon: GainPlayer(lexicon, sequence_factors, 0.4, relaxed=True),
    "exact": ExactLossPlayer,
    "fallible": FalliblePlayer,
    "dp": MarginalPlayer,
    "tracker": TrackingPlayer,
    "saddle": lambda lexicon: SafePlayer(lexicon, infers=True),
    "guarded": SwitchingPlayer,
}
"""Constructors of the players of `kibitz.games.sevens.roster` that are not in `LOSS_TACTICS`."""


def make_player(name: str, lexicon: Lexicon) -> Player:
    """A new player for one seat; arguments may follow its name (`roster`)."""
    base, rest = parse_strategy(name)
    if base == "mirror":
        return MirrorPlayer(lexicon, make_player(rest or DEFAULT_MIRROR_TARGET, lexicon))
    if base == "fallible" and rest:
        s, c = map(float, rest.split(":"))
        check_parameters(s, c)
        return FalliblePlayer(lexicon, s, c)
    if base in MAKERS:
        return MAKERS[base](lexicon)
    tactic = LOSS_TACTICS[base]
    if rest and base == "reserve":
        tactic = replace(tactic, reserve=int(rest))
    elif rest:
        points = int(rest)  # periodic:0 keeps the factor
        tactic = replace(tactic, period_points=points, period_factor=1.0 if points else tactic.period_factor)
    return LossPlayer(lexicon, tactic)

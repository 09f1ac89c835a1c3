"""Ratings of chess players from their decisions: s, c and an Elo rating with its interval, projected and actual."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.core import Decision, InputError
from kibitz.games.chess.elo_scales import no_scale_message
from kibitz.rate import Sample, Scale, intrinsic_rating, loss_scale, screen
from kibitz.rate.ratings.intrinsic import IntervalMethod, RatingMethod
from kibitz.rate.report.ratings import PlayerRating, ScreeningSummary, to_player_rating, to_screening_summary


def player_names(decisions: Sequence[Decision]) -> list[str]:
    """Names in the order of how often they decide, the most frequent first."""
    names, counts = np.unique([decision.player for decision in decisions], return_counts=True)
    return [str(names[i]) for i in np.lexsort((names, -counts))]


def find_player(decisions: Sequence[Decision], wanted: str) -> str:
    """The one player whose name is, or contains, what was asked for, in whatever case."""
    names = player_names(decisions)
    if wanted in names:
        return wanted
    result = [name for name in names if wanted.casefold() in name.casefold()]
    if len(result) == 1:
        return result[0]
    if not result:
        raise InputError(f"player: nobody called {wanted!r} decides in these games; there are {_some(names)}")
    raise InputError(f"player: {wanted!r} fits {_some(result)}")


def rate_players(
    everything: Sample,
    scale: Scale | None,
    names: Sequence[str],
    interval: IntervalMethod = "bootstrap",
    draws: int = 500,
    seed: int = 0,
    methods: Sequence[RatingMethod | None] = (None,),
) -> list[PlayerRating]:
    """A rating of each named player by each method; without a scale as expected loss on all the decisions together."""
    measure = scale or loss_scale(everything)
    rows = []
    for name in names:
        own = everything.take(everything.players == name)
        known = own.ratings[np.isfinite(own.ratings)]
        for method in methods:
            rating = intrinsic_rating(own, measure, interval=interval, draws=draws, seed=seed, method=method)
            rows.append(to_player_rating(name, rating, known_rating=float(known.mean()) if len(known) else None))
    return rows


def screen_player(
    everything: Sample, name: str, scale: Scale | None, claimed: float, looks: int = 1
) -> ScreeningSummary:
    """How a player's choices sit against a claimed rating: z-scores with their reading, never a verdict."""
    own = everything.take(everything.players == name)
    if scale is None:
        raise InputError(f"claimed: {no_scale_message(own.provenance)}")
    return to_screening_summary(screen(own, scale, claimed, looks=looks))


def _some(names: Sequence[str], most: int = 5) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"

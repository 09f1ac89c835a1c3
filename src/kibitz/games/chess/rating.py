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
    """Names by number of decisions, the most frequent first."""
    names, counts = np.unique([decision.player for decision in decisions], return_counts=True)
    return [str(names[i]) for i in np.lexsort((names, -counts))]


def find_player(decisions: Sequence[Decision], wanted: str) -> str:
    """The only player whose name equals or contains ``wanted``, in any case."""
    names = player_names(decisions)
    if wanted in names:
        return wanted
    result = [name for name in names if wanted.casefold() in name.casefold()]
    if len(result) == 1:
        return result[0]
    if not result:
        raise InputError(f"player: nobody in these games is called {wanted!r}; choose from {_list_names(names)}")
    raise InputError(f"player: {wanted!r} matches {_list_names(result)}; give more of the name")


def rate_players(
    everything: Sample,
    scale: Scale | None,
    names: Sequence[str],
    interval: IntervalMethod = "bootstrap",
    draws: int = 500,
    seed: int = 0,
    methods: Sequence[RatingMethod | None] = (None,),
) -> list[PlayerRating]:
    """The rating of each named player by each method; without a scale, the expected loss on all decisions."""
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
    """Screening of a player's choices against a claimed rating: z-scores with a reading guide, never a verdict."""
    own = everything.take(everything.players == name)
    if scale is None:
        raise InputError(f"claimed: {no_scale_message(own.provenance)}")
    return to_screening_summary(screen(own, scale, claimed, looks=looks))


def _list_names(names: Sequence[str], limit: int = 5) -> str:
    shown = ", ".join(names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"

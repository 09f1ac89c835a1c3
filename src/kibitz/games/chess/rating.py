"""Ratings of chess players from their decisions: s, c and an Elo rating with its interval, projected and actual."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.core import Decision, InputError
from kibitz.games.chess.elo import no_scale, sample_of
from kibitz.rate import Sample, Scale, intrinsic_rating, loss_scale, screen
from kibitz.rate.rated import Rated, Screened, rated, screened, unrated

FEWEST = 20
"""Decisions below which a rating says nothing and none is given; one game has some 30 a side."""


def players(decisions: Sequence[Decision]) -> list[str]:
    """Names in the order of how often they decide, the most frequent first."""
    names, counts = np.unique([decision.player for decision in decisions], return_counts=True)
    return [str(names[i]) for i in np.lexsort((names, -counts))]


def match_player(decisions: Sequence[Decision], wanted: str) -> str:
    """The one player whose name is, or contains, what was asked for, in whatever case."""
    names = players(decisions)
    if wanted in names:
        return wanted
    found = [name for name in names if wanted.casefold() in name.casefold()]
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputError(f"player: nobody called {wanted!r} decides in these games; there are {_some(names)}")
    raise InputError(f"player: {wanted!r} fits {_some(found)}")


def rate_players(
    decisions: Sequence[Decision],
    scale: Scale | None,
    names: Sequence[str],
    draws: int = 500,
    seed: int = 0,
) -> list[Rated]:
    """A rating of each named player; without a scale as expected loss on all the decisions together."""
    everything = sample_of(decisions)
    measure = scale or loss_scale(everything)
    return [player_rating(name, everything.take(everything.players == name), measure, draws, seed) for name in names]


def player_rating(name: str, sample: Sample, scale: Scale, draws: int = 500, seed: int = 0) -> Rated:
    """One player's rating; none where too little is known."""
    known = sample.ratings[np.isfinite(sample.ratings)]
    elo = float(known.mean()) if len(known) else None
    if len(sample) < FEWEST:
        reason = f"{len(sample)} decisions are too few for a rating, at least {FEWEST} are needed"
        return unrated(name, sample, reason, elo)
    return rated(name, intrinsic_rating(sample, scale, draws=draws, seed=seed), known_rating=elo)


def screening(
    decisions: Sequence[Decision], name: str, scale: Scale | None, claimed: float, looks: int = 1
) -> Screened:
    """How a player's choices sit against a claimed rating: z-scores with their reading, never a verdict."""
    own = sample_of(decision for decision in decisions if decision.player == name)
    if scale is None:
        raise InputError(f"claimed: {no_scale(own.provenance)}")
    return screened(screen(own, scale, claimed, looks=looks))


def _some(names: Sequence[str], most: int = 5) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"

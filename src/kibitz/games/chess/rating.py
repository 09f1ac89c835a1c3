"""Ratings of chess players from their decisions: s, c and an Elo rating with its interval, projected and actual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.core import Decision, InputError
from kibitz.games.chess.elo import no_scale, sample_of
from kibitz.rate import Rating, Sample, Scale, intrinsic_rating, loss_scale, screen

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
    decisions: Sequence[Decision], scale: Scale | None, names: Sequence[str], draws: int = 500, seed: int = 0
) -> list[dict[str, Any]]:
    """A rating of each named player; without a scale as expected loss on all the decisions together."""
    everything = sample_of(decisions)
    measure = scale or loss_scale(everything)
    note = "" if scale is not None else no_scale(everything.provenance)
    rows = []
    for name in names:
        own = everything.take(everything.players == name)
        rows.append(player_rating(name, own, measure, note, draws, seed))
    return rows


def player_rating(
    name: str, sample: Sample, scale: Scale, note: str = "", draws: int = 500, seed: int = 0
) -> dict[str, Any]:
    """One player's rating as a JSON object; ``ipr`` is null where no scale fits or too little is known."""
    known = sample.ratings[np.isfinite(sample.ratings)]
    head: dict[str, Any] = {
        "player": name, "n": len(sample), "games": sample.n_events,
        "elo": float(known.mean()) if len(known) else None,
    }  # fmt: skip
    if len(sample) < FEWEST:
        return head | _nothing(f"{len(sample)} decisions are too few for a rating, at least {FEWEST} are needed")
    rating = intrinsic_rating(sample, scale, draws=draws, seed=seed)
    return head | _fields(rating, bool(scale.marks), note)


def screening(
    decisions: Sequence[Decision], name: str, scale: Scale | None, claimed: float, looks: int = 1
) -> dict[str, Any]:
    """How a player's choices sit against a claimed rating: z-scores with their reading, never a verdict."""
    own = sample_of(decision for decision in decisions if decision.player == name)
    if scale is None:
        raise InputError(f"claimed: {no_scale(own.provenance)}")
    return screen(own, scale, claimed, looks=looks).to_json()


def _fields(rating: Rating, calibrated: bool, note: str) -> dict[str, Any]:
    plain = rating.to_json()
    projection = rating.fit.projection if rating.fit is not None else None
    notes = [text for text in (note, rating.note) if text]
    if rating.extrapolated:
        notes.append("outside the marks of the scale, so extrapolated")
    return {
        "s": rating.fit.s if rating.fit is not None else None,
        "c": rating.fit.c if rating.fit is not None else None,
        "ipr": rating.value if calibrated else None,
        "low": plain["low"] if calibrated else None,
        "high": plain["high"] if calibrated else None,
        "standard_error": rating.standard_error if calibrated else None,
        "expected_loss": {"value": rating.expected_loss, "low": plain["expected_loss_low"],
                          "high": plain["expected_loss_high"]},
        "average_error": None if projection is None else {
            "projected": projection.error, "actual": projection.error_observed,
            "pawns": {"projected": projection.raw_error, "actual": projection.raw_error_observed}},
        "best_choice_rate": None if projection is None else {
            "projected": projection.best_rate, "actual": projection.best_rate_observed},
        "extrapolated": rating.extrapolated,
        "note": "; ".join(notes),
    }  # fmt: skip


def _nothing(note: str) -> dict[str, Any]:
    empty = ("s", "c", "ipr", "low", "high", "standard_error", "expected_loss", "average_error", "best_choice_rate")
    return dict.fromkeys(empty) | {"extrapolated": False, "note": note}


def _some(names: Sequence[str], most: int = 5) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"

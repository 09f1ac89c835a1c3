"""Parts of a player's play: by game, by year, or by phase, which depends on the pieces left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from kibitz.core import Decision, InputError, PlayerId
from kibitz.rate.report.ratings import PlayerRating, to_player_rating

if TYPE_CHECKING:
    from kibitz.rate.ratings import intrinsic as ratings
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample

PHASES = ("opening", "middle game", "endgame")
RatingUnit = Literal["player", "game", "phase", "year"]
MAX_MIDDLE_GAME_PIECES, MAX_ENDGAME_PIECES = 10, 6
"""More pieces than the first (kings and pawns not counted) are an opening, more than the second a middle game."""


def phase_of_position(position: str) -> str:
    """``opening``, ``middle game`` or ``endgame`` of a position (FEN)."""
    pieces = sum(letter in "nbrqNBRQ" for letter in position.split(" ")[0])
    return "opening" if pieces > MAX_MIDDLE_GAME_PIECES else "middle game" if pieces > MAX_ENDGAME_PIECES else "endgame"


def split_players_by(
    decisions: Sequence[Decision], by: RatingUnit, dates: Mapping[str, str] | None = None
) -> list[Decision]:
    """Each part of a player's play as a separate player: ``Ash, endgame``, ``Ash, 2006`` or ``Ash, spring.pgn#3``.

    The years come from ``dates`` of the games, as PGN writes them.
    """
    if by == "player":
        return list(decisions)
    if by == "year":
        years = {event: date[:4] for event, date in (dates or {}).items() if date[:4].isdecimal()}
        if not all(str(d.event) in years for d in decisions):
            raise InputError(
                "by: every game needs a Date tag with its year; for decisions analysed before, use kibitz rate "
                "over-time"
            )
        parts = [years[str(d.event)] for d in decisions]
    else:
        parts = [str(d.event) if by == "game" else phase_of_position(d.position) for d in decisions]
    return [replace(d, player=PlayerId(f"{d.player}, {part}")) for d, part in zip(decisions, parts, strict=True)]


def phases_of(decisions: Sequence[Decision]) -> list[str]:
    """The phase of each decision; empty where a record has no position."""
    return [phase_of_position(d.position) if d.position else "" for d in decisions]


def years_of(decisions: Sequence[Decision], dates: Mapping[str, str]) -> list[str]:
    """The year of each decision; empty where the date of its game is not known."""
    years = [dates.get(str(d.event), "")[:4] for d in decisions]
    return [year if year.isdecimal() else "" for year in years]


def rate_parts(
    everything: Sample,
    parts: Sequence[str],
    names: Sequence[str],
    scale: Scale,
    interval: ratings.IntervalMethod,
    draws: int,
    seed: int,
    method: ratings.RatingMethod | None,
) -> tuple[PlayerRating, ...]:
    """Ratings of the parts of each player's play with enough decisions, for players with at least two such parts."""
    import numpy as np

    from kibitz.rate.ratings.intrinsic import intrinsic_rating
    from kibitz.rate.ratings.result import MIN_DECISIONS

    labels = np.array(parts)
    order = sorted(set(parts) - {""}, key=lambda part: (PHASES.index(part) if part in PHASES else 0, part))
    rows: list[PlayerRating] = []
    for name in names:
        own = [(part, np.flatnonzero((everything.players == name) & (labels == part))) for part in order]
        own = [(part, places) for part, places in own if len(places) >= MIN_DECISIONS]
        rows += [
            to_player_rating(
                f"{name}, {part}",
                intrinsic_rating(
                    everything.take(places), scale, interval=interval, draws=draws, seed=seed, method=method
                ),
            )
            for part, places in own
            if len(own) > 1
        ]
    return tuple(rows)

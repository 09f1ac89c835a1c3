"""Expectations of a player: what players of the same rating lose in the same positions, and the best moves that players
of other ratings would find there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.core.units import Unit, format_chance, format_loss
from kibitz.games.chess.people.peer_comparison import expected_loss

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.games.chess.people.peer_comparison import PeerChances
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample

OTHER_RATING_STEP_ELO = 400
"""Elo points between a player and the other ratings named."""
RATING_ROUNDING_ELO = 100
"""The other ratings are multiples of this."""


class PeerExpectation(Struct, frozen=True, kw_only=True):
    """One player: loss per move in pawns, what players of the same rating lose in the same positions, the share of best
    moves found, and the share that players of other ratings would find (rating and share)."""

    player: str
    loss: float
    expected_loss: float
    best_rate: float
    finders: tuple[tuple[float, float], ...]

    def describe(self, rating: float | None) -> str:
        """The rest of a sentence that begins with the share of best moves found."""
        sentences = [f"of positions and loses {self.loss:.2f} pawns per move."]
        if rating is not None:
            sentences.append(f"Players of {rating:.0f} lose {self.expected_loss:.2f} here.")
        for elo, share in self.finders:
            sentences.append(f"Players of {elo:.0f} would find it in {format_chance(share)}.")
        return " ".join(sentences)


def peer_expectations(
    decisions: Sequence[Decision],
    everything: Sample,
    scale: Scale | None,
    ratings: Mapping[str, float | None],
    result: Sequence[PeerChances],
) -> tuple[PeerExpectation, ...]:
    """Expectations of each player who has a rating; empty if values are not pawns or there is no scale."""
    if scale is None or everything.unit is not Unit.PAWNS:
        return ()
    own: dict[str, list[PeerChances]] = {}
    for each in result:
        own.setdefault(str(decisions[each.place].player), []).append(each)
    return tuple(
        _peers(player, decisions, everything, scale, rating, own[player])
        for player, rating in ratings.items()
        if rating is not None and player in own
    )[::-1]


def _peers(
    player: str, decisions: Sequence[Decision], everything: Sample, scale: Scale, rating: float, own: list[PeerChances]
) -> PeerExpectation:
    import numpy as np

    from kibitz.core.errors import InputError
    from kibitz.rate.agents import agent_of_rating

    sample = everything.take(np.array([each.place for each in own]))
    expected = sum(expected_loss(decisions[each.place], each) for each in own)
    finders = []
    for elo in _others(rating, scale):
        try:
            chances = agent_of_rating(sample, scale, elo).chances(sample)
        except InputError:
            continue
        finders.append((elo, float((chances * (sample.deltas == 0)).sum(axis=1).mean())))
    losses = [decisions[each.place].loss for each in own]
    return PeerExpectation(
        player=player,
        loss=sum(losses) / len(own),
        expected_loss=expected / len(own),
        best_rate=sum(loss == 0 for loss in losses) / len(own),
        finders=tuple(finders),
    )


def _others(rating: float, scale: Scale) -> list[float]:
    """The ratings one step below and above, inside the marks of the scale."""
    marks = [mark.rating for mark in scale.marks] or [rating]
    middle = RATING_ROUNDING_ELO * round(rating / RATING_ROUNDING_ELO)
    return sorted(
        {
            min(max(elo, min(marks)), max(marks))
            for elo in (middle - OTHER_RATING_STEP_ELO, middle + OTHER_RATING_STEP_ELO)
        }
        - {middle}
    )


def peer_expectations_table(peers: Sequence[PeerExpectation]) -> Table | None:
    """Expected and actual loss, one row per player."""
    if not peers:
        return None
    rows = tuple(
        (
            each.player,
            format_loss(each.loss, Unit.PAWNS),
            format_loss(each.expected_loss, Unit.PAWNS),
            ", ".join(f"{elo:.0f}: {format_chance(share)}" for elo, share in each.finders),
        )
        for each in peers
    )
    columns = ("player", "loss per move", "expected", "best moves found by others")
    return Table(columns, rows, "Expected and actual loss, in pawns", left=(0, 3))

"""The most telling decisions of a file: where players of the mover's rating are expected to lose most, and what was
lost. All decisions of a short file can be replayed, of a long one the costliest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Table
from kibitz.core.units import Unit, format_chance, format_loss
from kibitz.games.chess.people.peer_comparison import (
    ComparedDecision,
    PeerChances,
    compare_with_peers,
    opponents_by_game,
)

if TYPE_CHECKING:
    from kibitz.core.decision import Decision

MAX_NAMED_MOVES = 3
"""Likely moves named in a table."""
MAX_REPLAYED_DECISIONS = 100
"""Maximum number of decisions to replay."""
MAX_LISTED_DECISIONS = 12
"""Decisions listed by loss."""


def hardest_decisions(
    decisions: Sequence[Decision], result: Sequence[PeerChances], limit: int
) -> tuple[ComparedDecision, ...]:
    """The decisions in which players of the mover's rating are expected to lose most win chance, hardest first."""
    return tuple(_compare_all(decisions, _hardest(result, limit)))


def decisions_to_replay(
    decisions: Sequence[Decision], result: Sequence[PeerChances], hardest: int = 0
) -> tuple[ComparedDecision, ...]:
    """The decisions to replay, in the order of the file: all with a position, or of many the hardest and those that
    lost most win chance."""
    known = [each for each in result if decisions[each.place].position and decisions[each.place].choices is not None]
    if len(known) > MAX_REPLAYED_DECISIONS:
        first = _hardest(known, hardest)
        costliest = sorted(known, key=lambda each: -_win_loss(decisions[each.place]))
        stored = list(dict.fromkeys(each.place for each in [*first, *costliest]))[:MAX_REPLAYED_DECISIONS]
        known = [each for each in known if each.place in stored]
    return tuple(_compare_all(decisions, known))


def _hardest(result: Sequence[PeerChances], limit: int) -> list[PeerChances]:
    return sorted(result, key=lambda each: -each.given_up)[:limit]


def _compare_all(decisions: Sequence[Decision], result: Sequence[PeerChances]) -> Iterator[ComparedDecision]:
    """Decisions with what the peers choose in them, and the opponent."""
    across = opponents_by_game(decisions)
    for each in result:
        decision = decisions[each.place]
        yield compare_with_peers(decision, each, across.get((str(decision.event), str(decision.player)), ""))


def _win_loss(decision: Decision) -> float:
    """The win chance that a move lost."""
    import numpy as np

    from kibitz.games.chess.review import win_chance

    best, made = win_chance(np.array([max(decision.utilities), decision.utilities[decision.chosen]]))
    return float(best - made)


def hardest_table(result: Sequence[ComparedDecision], moves: Sequence[ComparedDecision]) -> Table | None:
    """The hardest decisions with what players of the mover's rating play, linked to the replay."""
    if not result:
        return None
    places = {row.decision: place for place, row in enumerate(moves, start=1)}
    rows = tuple(
        (
            row.name,
            f"{row.player} ({row.elo:.0f})",
            format_loss(row.loss, Unit.PAWNS),
            row.best,
            format_chance(row.best_rate),
            format_loss(row.expected_loss, Unit.PAWNS),
            ", ".join(f"{each.move} {format_chance(each.chance)}" for each in row.choices[:MAX_NAMED_MOVES]),
            row.decision,
        )
        for row in result
    )
    columns = ("move", "player", "loss", "best", "found by", "expected", "most often played", "decision")
    linked = all(row.decision in places for row in result)
    return Table(
        columns,
        rows,
        "The hardest decisions",
        left=(0, 1, 3, 6, 7),
        few=(0, 1, 4, 5),
        links=tuple(f"?at={places[row.decision]}#steps" for row in result) if linked else (),
        remark="for players of the mover's rating",
    )


def costliest_table(moves: Sequence[ComparedDecision]) -> Table | None:
    """The costliest of the replayed decisions, each with its expected loss; none if nothing was lost."""
    costly = sorted((k for k, row in enumerate(moves) if row.loss > 0), key=lambda k: -moves[k].loss)[
        :MAX_LISTED_DECISIONS
    ]
    if not costly:
        return None
    rows = tuple(
        (
            moves[k].name,
            moves[k].player,
            moves[k].best,
            format_loss(moves[k].expected_loss, Unit.PAWNS),
            format_loss(moves[k].loss, Unit.PAWNS),
        )
        for k in costly
    )
    return Table(
        ("move", "player", "best was", "expected", "loss"),
        rows,
        "Costliest moves",
        left=(0, 1, 2),
        grades=tuple(moves[k].grade for k in costly),
        few=(0, 1, 3, 4),
        links=tuple(f"?at={k + 1}#steps" for k in costly),
        remark="in pawns",
    )

"""The decisions of a file that tell most: where people of the mover's rating are expected to lose most, and what was
lost. All of a short file can be gone through, of a long one the costliest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Table
from kibitz.core.units import Unit, format_chance, format_loss
from kibitz.games.chess.people.weighed import Chances, Weighed, rivals, weighed

if TYPE_CHECKING:
    from kibitz.core.decision import Decision

NAMED = 3
"""Likely moves named in a table."""
THROUGH = 100
"""Decisions that can be gone through, at most."""
LISTED = 12
"""Decisions listed by cost."""


def hardest_decisions(decisions: Sequence[Decision], found: Sequence[Chances], most: int) -> tuple[Weighed, ...]:
    """The decisions in which people of the mover's rating are expected to give up most win chance, hardest first."""
    return tuple(_weighed(decisions, _hardest(found, most)))


def gone_through(decisions: Sequence[Decision], found: Sequence[Chances], hardest: int = 0) -> tuple[Weighed, ...]:
    """The decisions with a position to go through, in the order of the file: all, or of many the hardest and the
    costliest in win chance."""
    known = [each for each in found if decisions[each.place].position and decisions[each.place].choices is not None]
    if len(known) > THROUGH:
        first = _hardest(known, hardest)
        costliest = sorted(known, key=lambda each: -_win_loss(decisions[each.place]))
        kept = list(dict.fromkeys(each.place for each in [*first, *costliest]))[:THROUGH]
        known = [each for each in known if each.place in kept]
    return tuple(_weighed(decisions, known))


def _hardest(found: Sequence[Chances], most: int) -> list[Chances]:
    return sorted(found, key=lambda each: -each.given_up)[:most]


def _weighed(decisions: Sequence[Decision], found: Sequence[Chances]) -> Iterator[Weighed]:
    """Decisions with what people choose in them and who sat across the board."""
    across = rivals(decisions)
    for each in found:
        decision = decisions[each.place]
        yield weighed(decision, each, across.get((str(decision.event), str(decision.player)), ""))


def _win_loss(decision: Decision) -> float:
    """The win chance that a move gave up."""
    import numpy as np

    from kibitz.games.chess.review import win_chance

    best, made = win_chance(np.array([max(decision.utilities), decision.utilities[decision.chosen]]))
    return float(best - made)


def hardest_table(found: Sequence[Weighed], moves: Sequence[Weighed]) -> Table | None:
    """The hardest decisions with what people of the mover's rating play, leading to those that are gone through."""
    if not found:
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
            ", ".join(f"{each.move} {format_chance(each.chance)}" for each in row.choices[:NAMED]),
            row.decision,
        )
        for row in found
    )
    columns = ("move", "player", "cost", "best", "found by", "expected", "most often played", "decision")
    linked = all(row.decision in places for row in found)
    return Table(
        columns,
        rows,
        "The hardest decisions",
        left=(0, 1, 3, 6, 7),
        few=(0, 1, 4, 5),
        links=tuple(f"?at={places[row.decision]}#steps" for row in found) if linked else (),
        remark="for people of the mover's rating",
    )


def costliest_table(moves: Sequence[Weighed]) -> Table | None:
    """The decisions gone through that cost most, each with what it was expected to cost; none where none did."""
    costly = sorted((k for k, row in enumerate(moves) if row.loss > 0), key=lambda k: -moves[k].loss)[:LISTED]
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
        "Moves by cost",
        left=(0, 1, 2),
        grades=tuple(moves[k].grade for k in costly),
        few=(0, 1, 3, 4),
        links=tuple(f"?at={k + 1}#steps" for k in costly),
        remark="in pawns",
    )

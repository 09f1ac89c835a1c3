"""The min/max ladder of a Final: what each player has, reaches, must cover and can rationally bet, to redo by hand."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.jeopardy.final.named_wagers import Scores, named_wagers
from kibitz.games.jeopardy.final.situations import rational_range
from kibitz.games.jeopardy.show import Ties

COMMON_NAMES = ("zero bet", "all-in", "cover", "shut-out", "lock-tie")
"""Names that other columns of the ladder have."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One player of the ladder, in dollars: score, doubled score, the least bet that covers the doubled score of the
    next player, the score after missing it, the rational range, and further break points by name."""

    role: int
    score: int
    doubled: int
    cover: int | None
    missed: int | None
    rational: tuple[int, int] | None
    breaks: tuple[tuple[str, int], ...]


def final_ladder(scores: Scores, ties: Ties) -> tuple[Rung, ...]:
    """A rung for each of A, B and C who has money."""
    past = 0 if ties is Ties.SHARED else 1
    result = []
    for role, own in enumerate(scores):
        if own <= 0:
            continue
        behind = scores[role + 1] if role < 2 else 0
        cover = min(max(2 * behind - own + past, 0), own) if behind > 0 else None
        named = named_wagers(scores, role, ties)
        breaks = tuple((each.name, each.wager) for each in named if each.name not in COMMON_NAMES)
        missed = None if cover is None else own - cover
        result.append(Rung(role, own, 2 * own, cover, missed, rational_range(scores, role, past), breaks))
    return tuple(result)

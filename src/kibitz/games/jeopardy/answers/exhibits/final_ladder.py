"""What the others will do in a Final: their likely wagers as a strip, and the min/max ladder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Table
from kibitz.core.units import format_money
from kibitz.draw.wager_strip import OpponentStrip, WagerBar, WagerStrip
from kibitz.games.jeopardy.fields import seat_name

if TYPE_CHECKING:
    from kibitz.games.jeopardy.final.equities import FinalModel, FinalPosition

Role = Literal["A", "B", "C"]
MAX_BREAKS = 3
"""Break points shown for each player."""


class OpponentWagers(Struct, frozen=True):
    """Likely wagers of one opponent: player from 1, standing, score, and bars whose shares sum to 1."""

    player: int
    role: Role
    score: int
    bars: tuple[WagerBar, ...]


class BreakBet(Struct, frozen=True):
    """A bet at a break point, by name."""

    name: str
    wager: int


class LadderRung(Struct, frozen=True):
    """One player of the ladder, in dollars. ``cover`` reaches the doubled score of the next player, ``missed`` is left
    if it misses, ``rational`` the least and the most bet that can gain; null where there is none."""

    role: Role
    score: int
    doubled: int
    cover: int | None
    missed: int | None
    rational: tuple[int, int] | None
    breaks: tuple[BreakBet, ...]


class FinalLadder(Exhibit, frozen=True):
    """The min/max ladder: numbers that a contestant can redo by hand."""

    title: str
    rungs: tuple[LadderRung, ...]

    def sentence(self) -> str:
        return self.note

    def table(self) -> Table:
        """One row for each player."""
        rows = []
        for rung in self.rungs:
            bets = "no bet" if rung.rational is None else " to ".join(format_money(bet) for bet in rung.rational)
            cover, missed = ("" if x is None else format_money(x) for x in (rung.cover, rung.missed))
            breaks = ", ".join(f"{each.name} {format_money(each.wager)}" for each in rung.breaks[:MAX_BREAKS])
            rows.append((rung.role, format_money(rung.score), format_money(rung.doubled), cover, missed, bets, breaks))
        columns = ("", "score", "doubled", "covers next", "if missed", "rational range", "break points")
        return Table(columns, tuple(rows), self.title, left=(0, 6), remark=self.remark)


def opponent_strip(others: tuple[OpponentWagers, ...], names: tuple[str, ...]) -> WagerStrip:
    """The strip of the opponents' likely wagers."""
    strips = tuple(
        OpponentStrip(
            f"{each.role}, {seat_name(names, each.player - 1)}" if names else each.role, each.score, each.bars
        )
        for each in others
    )
    note = "Bets of recorded players in the same place; shares count right and wrong answers together."
    return WagerStrip("What the others will bet", strips, note=note)


def ladder_exhibit(rungs: tuple[LadderRung, ...]) -> FinalLadder:
    """The ladder with how to redo it."""
    note = "By hand: double the next score and take away your own to cover; take that from your own for a miss."
    return FinalLadder("Ladder", rungs, note=note)


def describe_others(position: FinalPosition, model: FinalModel) -> tuple[OpponentWagers, ...]:
    """The likely wagers of the opponents, as plain values."""
    from kibitz.games.jeopardy.final.likely_wagers import likely_wagers

    return tuple(
        OpponentWagers(
            each.seat + 1,
            ("A", "B", "C")[each.role],
            each.score,
            tuple(WagerBar(bar.low, bar.high, bar.share, bar.needs, bar.keeps) for bar in each.ranges),
        )
        for each in likely_wagers(position, model)
    )


def describe_ladder(position: FinalPosition) -> tuple[LadderRung, ...]:
    """The ladder of the scores, as plain values."""
    from kibitz.games.jeopardy.final.ladder import final_ladder

    return tuple(
        LadderRung(
            ("A", "B", "C")[rung.role],
            rung.score,
            rung.doubled,
            rung.cover,
            rung.missed,
            rung.rational,
            tuple(BreakBet(name, wager) for name, wager in rung.breaks),
        )
        for rung in final_ladder(position.ranked_scores, position.ties)
    )

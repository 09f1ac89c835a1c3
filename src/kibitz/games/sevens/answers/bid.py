"""What to bid for the letter on offer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec import Struct

from kibitz.core.counsel import Counsel
from kibitz.core.exhibits import Curve, Exhibit, Mark, Table, curve_of, options_table
from kibitz.core.question import Answer, File
from kibitz.core.units import format_chance

Aim = Literal["points", "difference"]


class Outcome(Struct, frozen=True):
    """How the round may go on, with its chance; the chances of all outcomes sum to 1."""

    outcome: str
    chance: float


class WordInReach(Struct, frozen=True):
    """A seven-letter word, the letters it still needs, and the chance that all of them come up."""

    word: str
    missing: str
    chance: float
    points: int
    uses_tile: bool


class BidAnswer(Answer, frozen=True, kw_only=True, tag="sevens.bid/1"):
    """A bid. ``value`` is what the letter adds, in points of the round: ``gain_with`` it less ``gain_without`` it.

    ``win_chance`` and ``mean_price`` are those of the bid advised. Where ``aim`` is the difference, they and the
    outcomes are missing, since the bid is safe whatever the other bids, and ``rival_value`` is what the letter adds to
    the other's rack.
    """

    files: ClassVar = {"chart": "Also draw the curve to this SVG file."}

    aim: Aim
    bid: int
    value: float
    gain_with: float
    gain_without: float
    win_chance: float | None
    mean_price: float | None
    rival_value: float | None
    outcomes: tuple[Outcome, ...]
    words: tuple[WordInReach, ...]
    auctions_seen: int
    counsel: Counsel

    def exhibits(self) -> Iterator[Exhibit]:
        yield self.counsel
        if self.outcomes:
            yield Table(("outcome", "chance"), tuple((row.outcome, format_chance(row.chance)) for row in self.outcomes))
        if self.words:
            words = tuple((w.word, w.missing or "-", format_chance(w.chance), str(w.points)) for w in self.words)
            yield Table(("word in reach", "missing", "chance", "points"), words, left=(0, 1))
        yield options_table(self.counsel, "bid")
        yield self.chart()

    def chart(self) -> Curve:
        """What the round is worth over all bids."""
        rack, letter, *_ = self.counsel.position.split(".")
        title = f"Sevens: what should {'an empty rack' if rack == '-' else rack} bid for {letter}?"
        marks = (Mark(self.bid, "advised"),)
        axis = "points of the round" if self.aim == "points" else "points ahead of the other, at least"
        return curve_of(self.counsel, title, "bid", axis, marks, None, self.counsel.provenance.opponents)

    def file(self, kind: str) -> File:
        from kibitz.draw.curve import curve_svg

        return File("bid.svg", "image/svg+xml", curve_svg(self.chart()).encode())

"""Where the Daily Doubles hide, as an answer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance
from kibitz.games.jeopardy.show import COLUMNS, ROWS, Era


class SquareChance(Struct, frozen=True):
    """One square, row 1 at the top, and the chance that a Daily Double hides there."""

    square: str
    row: int
    column: int
    chance: float


class PlacementAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.placement/1"):
    """Chances of all 30 squares, likeliest first; ``rows`` are the shares of the rows, top to bottom."""

    era: Era
    round: int
    hidden: int
    squares: tuple[SquareChance, ...]
    rows: tuple[float, ...]
    headline: str
    reasons: tuple[str, ...]

    def told(self) -> Explanation:
        return Explanation(self.headline, self.reasons)

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.headline, "strong")
        for reason in self.reasons:
            yield Note(f"· {reason}")
        chances = {(each.row, each.column): each.chance for each in self.squares}
        rows = tuple(
            (f"row {row}", *(format_chance(chances[row, column]) for column in range(1, COLUMNS + 1)))
            for row in range(1, ROWS + 1)
        )
        yield Table(("", *(f"column {column}" for column in range(1, COLUMNS + 1))), rows)

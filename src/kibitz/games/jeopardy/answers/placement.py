"""Where the Daily Doubles hide, as an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Heat, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance
from kibitz.core.work import Work
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, Era, era_of

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import placement as questions


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
        columns = range(1, COLUMNS + 1)
        first = self.squares[0]
        yield Heat(
            tuple(f"row {row}" for row in range(1, ROWS + 1)),
            tuple(f"column {column}" for column in columns),
            tuple(tuple(chances[row, column] for column in columns) for row in range(1, ROWS + 1)),
            best=(first.row - 1, first.column - 1) if self.hidden else None,
        )


def answer_placement(asked: questions.Placement, work: Work) -> PlacementAnswer:
    """The answer to `questions.Placement`."""
    from kibitz.games.jeopardy.board import FULL, Square, column_of, format_square, parse_square, row_of
    from kibitz.games.jeopardy.play.placement import placement
    from kibitz.games.jeopardy.position import parse_position

    open_squares, found = FULL, tuple(parse_square(word) for word in asked.found)
    for square in (*(parse_square(word) for word in asked.played), *found):
        open_squares &= ~(1 << square)
    if asked.position is not None:
        given = parse_position(asked.position)
        if asked.played or asked.found or given.round_ != asked.round:
            raise InputError("position: it says by itself which squares were played, and must be of the round given")
        open_squares, found = given.open_squares, given.daily_doubles
    era = era_of(asked.era)
    model = placement(era)
    chances = model.chances(asked.round, open_squares, found)
    ranked = [Square(int(i)) for i in (-chances).argsort(kind="stable")]
    best = ranked[0]
    hidden = DAILY_DOUBLES[asked.round] - len(found)
    rows = tuple(float(chances[6 * row : 6 * row + 6].sum()) for row in range(ROWS))
    reasons: tuple[str, ...] = ()
    if hidden == 0:
        headline = "All Daily Doubles of this round have been found."
    else:
        headline = (
            f"Row {row_of(best)}, column {column_of(best)}: {format_chance(float(chances[best]))} of such boards "
            f"{era.words} have one there."
        )
        richest = max(range(ROWS), key=rows.__getitem__)
        reasons = (
            f"row {richest + 1} holds {format_chance(rows[richest] / hidden)} of what is hidden, the top row "
            f"{format_chance(rows[0] / hidden)}",
            *(["the two of a round are never in one column"] if asked.round == 2 else []),
        )
    return PlacementAnswer(
        era=era,
        round=asked.round,
        hidden=hidden,
        squares=tuple(
            SquareChance(format_square(each), row_of(each), column_of(each), float(chances[each])) for each in ranked
        ),
        rows=rows,
        headline=headline,
        reasons=reasons,
    )

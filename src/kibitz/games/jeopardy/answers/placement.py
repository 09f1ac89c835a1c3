"""Answer on where the Daily Doubles are hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note
from kibitz.core.exhibits.grids import HeatMap
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance
from kibitz.core.work import WorkContext
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
    """Chances of all 30 squares, most likely first; ``rows`` are the sums of the rows, top to bottom."""

    era: Era
    round: int
    hidden: int
    squares: tuple[SquareChance, ...]
    rows: tuple[float, ...]
    headline: str
    reasons: tuple[str, ...]

    def explain(self) -> Explanation:
        return Explanation(self.headline, self.reasons)

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.headline)
        for reason in self.reasons:
            yield Note(f"· {reason}")
        chances = {(each.row, each.column): each.chance for each in self.squares}
        columns = range(1, COLUMNS + 1)
        first = self.squares[0]
        yield HeatMap(
            tuple(f"row {row}" for row in range(1, ROWS + 1)),
            tuple(f"column {column}" for column in columns),
            tuple(tuple(chances[row, column] for column in columns) for row in range(1, ROWS + 1)),
            best=(first.row - 1, first.column - 1) if self.hidden else None,
        )


def answer_placement(request: questions.PlacementRequest, work: WorkContext) -> PlacementAnswer:
    """The answer to `questions.PlacementRequest`."""
    from kibitz.games.jeopardy.board import ALL_SQUARES, Square, column_of, format_square, parse_square, row_of
    from kibitz.games.jeopardy.play.placement import load_placement
    from kibitz.games.jeopardy.position import parse_position

    open_squares, result = ALL_SQUARES, tuple(parse_square(word) for word in request.found)
    for square in (*(parse_square(word) for word in request.played), *result):
        open_squares &= ~(1 << square)
    if len({column_of(square) for square in result}) != len(result) or len(result) > DAILY_DOUBLES[request.round]:
        raise InputError(
            f"found: round {request.round} hides {DAILY_DOUBLES[request.round]}, each in a column of its own"
        )
    if request.position is not None:
        given = parse_position(request.position)
        if request.played or request.found or given.round_ != request.round:
            raise InputError("position: must be of the given round, without played and found")
        open_squares, result = given.open_squares, given.daily_doubles
    era = era_of(request.era)
    model = load_placement(era)
    chances = model.chances(request.round, open_squares, result)
    ranked = [Square(int(i)) for i in (-chances).argsort(kind="stable")]
    best = ranked[0]
    hidden = DAILY_DOUBLES[request.round] - len(result)
    rows = tuple(float(chances[6 * row : 6 * row + 6].sum()) for row in range(ROWS))
    reasons: tuple[str, ...] = ()
    if hidden == 0:
        headline = "All Daily Doubles of this round have been found."
    else:
        headline = (
            f"Row {row_of(best)}, column {column_of(best)}: {format_chance(float(chances[best]))} of such boards "
            f"{era.words} have a Daily Double there."
        )
        richest = max(range(ROWS), key=rows.__getitem__)
        reasons = (
            f"Row {richest + 1} has {format_chance(rows[richest] / hidden)} of the hidden Daily Doubles, the top row "
            f"{format_chance(rows[0] / hidden)}.",
            *(["The two of a round are never in the same column."] if request.round == 2 else []),
        )
    return PlacementAnswer(
        era=era,
        round=request.round,
        hidden=hidden,
        squares=tuple(
            SquareChance(format_square(each), row_of(each), column_of(each), float(chances[each])) for each in ranked
        ),
        rows=rows,
        headline=headline,
        reasons=reasons,
    )

"""Where the Daily Doubles hide."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import Request
from kibitz.core.units import format_chance
from kibitz.core.work import Work
from kibitz.games.jeopardy.answers.placement import PlacementAnswer, SquareChance
from kibitz.games.jeopardy.fields import Squares
from kibitz.games.jeopardy.show import DAILY_DOUBLES, ROWS, Era


class Placement(Request, frozen=True, kw_only=True):
    """Where the Daily Doubles hide: the chance of every square, given what has been played.

    Squares are written as c4r5: column 4, row 5 from the top.
    """

    round: Annotated[int, Meta(ge=1, le=2, description="Jeopardy (1) or Double Jeopardy (2).", examples=[2])]
    played: Annotated[
        Squares, Meta(description="Squares already played that held no Daily Double, such as c1r1,c1r2.")
    ] = ()
    found: Annotated[Squares, Meta(description="Squares where Daily Doubles were found.")] = ()
    position: (
        Annotated[
            str,
            Meta(
                max_length=400,
                pattern=r"^[0-9a-z_.-]+$",
                description="A position in kibitz's notation instead, such as 0_0_0.1.2.3fffffff.0.0.1s.",
            ),
        ]
        | None
    ) = None
    era: Annotated[Era, Meta(description="Boards of which shows: September 1996 to February 2011, or 2015 on.")] = (
        Era.RECENT
    )

    def answer(self, work: Work) -> PlacementAnswer:
        from kibitz.games.jeopardy.board import FULL, Square, column_of, format_square, parse_square, row_of
        from kibitz.games.jeopardy.play.placement import placement
        from kibitz.games.jeopardy.position import parse_position

        open_squares, found = FULL, tuple(parse_square(word) for word in self.found)
        for square in (*(parse_square(word) for word in self.played), *found):
            open_squares &= ~(1 << square)
        if self.position is not None:
            given = parse_position(self.position)
            if self.played or self.found or given.round_ != self.round:
                raise InputError(
                    "position: it says by itself which squares were played, and must be of the round given"
                )
            open_squares, found = given.open_squares, given.daily_doubles
        model = placement(self.era)
        chances = model.chances(self.round, open_squares, found)
        ranked = [Square(int(i)) for i in (-chances).argsort(kind="stable")]
        best = ranked[0]
        hidden = DAILY_DOUBLES[self.round] - len(found)
        rows = tuple(float(chances[6 * row : 6 * row + 6].sum()) for row in range(ROWS))
        reasons: tuple[str, ...] = ()
        if hidden == 0:
            headline = "All Daily Doubles of this round have been found."
        else:
            headline = (
                f"Row {row_of(best)}, column {column_of(best)}: {format_chance(float(chances[best]))} of such boards "
                f"of {int(self.era)} have one there."
            )
            richest = max(range(ROWS), key=rows.__getitem__)
            reasons = (
                f"row {richest + 1} holds {format_chance(rows[richest] / hidden)} of what is hidden, the top row "
                f"{format_chance(rows[0] / hidden)}",
                *(["the two of a round are never in one column"] if self.round == 2 else []),
            )
        return PlacementAnswer(
            era=self.era,
            round=self.round,
            hidden=hidden,
            squares=tuple(
                SquareChance(format_square(each), row_of(each), column_of(each), float(chances[each]))
                for each in ranked
            ),
            rows=rows,
            headline=headline,
            reasons=reasons,
        )

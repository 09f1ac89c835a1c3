"""Answer on the board of a state: where Daily Doubles are hidden, and the wager on the one found last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.exhibits.summaries import AnswerSummary
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_money
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.daily_double import DailyDoubleAnswer, answer_daily_double
from kibitz.games.jeopardy.answers.exhibits.clickable_board import clickable_board
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, Era, Rules

if TYPE_CHECKING:
    from kibitz.games.jeopardy.categories import Category
    from kibitz.games.jeopardy.questions import board as questions


class BoardAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.board/4"):
    """Chance of a Daily Double in each of the 30 squares, row by row; 0 where played.

    ``categories`` and ``records`` are those that were given, ``double`` the answer on the wager where one was found.
    """

    state: str
    era: Era
    round: int
    open: tuple[bool, ...]
    chances: tuple[float, ...]
    hidden: int
    categories: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    double: DailyDoubleAnswer | None = None

    def explain(self) -> Explanation:
        if not self.hidden or not any(self.open):
            return Explanation("No Daily Double is hidden on this board.", ())
        best = self._rank_squares()[0]
        where = f"column {best % COLUMNS + 1}, row {best // COLUMNS + 1}"
        name = self._columns()[best % COLUMNS].name
        headline = f"Most likely: {f'{name}, ' if name else ''}{where}, {format_chance(self.chances[best])}."
        return Explanation(headline, (f"{self.hidden} still hidden among {sum(self.open)} open squares",))

    def exhibits(self) -> Iterator[Exhibit]:
        ranked = self._rank_squares()
        yield clickable_board(self.state, dict(enumerate(self.chances)), ranked[0] if ranked else None, self._columns())
        yield self.verdict()
        reasons = self.explain().reasons
        yield Note(f"Boards {self.era.words}; {reasons[0] if reasons else 'all found'}.", "quiet")
        if self.double is not None:
            from kibitz.games.jeopardy.position import parse_position

            place = parse_position(self.state).daily_doubles[-1]
            yield from self.double.wager_exhibits(self._columns()[place % COLUMNS])

    def verdict(self) -> AnswerSummary:
        """Where to look first, and what comes next."""
        limits = ("Fitted", f"to boards {self.era.words}")
        ranked = self._rank_squares()
        if not ranked:
            return AnswerSummary(
                answer="No Daily Double is hidden",
                eyebrow="advice · your pick",
                limits=limits,
                text=self.explain().headline,
            )
        first, *rest = ranked
        second = f"; {self._square(rest[0])} is next with {format_chance(self.chances[rest[0]])}" if rest else ""
        row = sum(self.chances[first - first % COLUMNS : first - first % COLUMNS + COLUMNS]) / self.hidden
        answer = self._square(first)
        return AnswerSummary(
            answer=answer[0].upper() + answer[1:],
            eyebrow="advice · your pick",
            figure=format_chance(self.chances[first]),
            figure_name="Daily Double",
            lead=f"Row {first // COLUMNS + 1} first.",
            reason=f"It has {format_chance(row)} of the hidden Daily Doubles{second}.",
            limits=limits,
            text=self.explain().headline,
        )

    def _rank_squares(self) -> list[int]:
        """Open squares, the likeliest first; none where nothing is hidden."""
        places = [place for place, is_open in enumerate(self.open) if is_open and self.hidden]
        return sorted(places, key=self.chances.__getitem__, reverse=True)

    def _square(self, place: int) -> str:
        """``column 1, $1,600``."""
        value = Rules().values(self.round)[place // COLUMNS]
        return f"{self._columns()[place % COLUMNS].display_name}, {format_money(value)}"

    def _columns(self) -> tuple[Category, ...]:
        from kibitz.games.jeopardy.categories import categories_of
        from kibitz.games.jeopardy.position import parse_position

        return categories_of(parse_position(self.state), self.categories, self.records)


def answer_board(request: questions.BoardRequest, work: WorkContext) -> BoardAnswer:
    """Answer to `questions.BoardRequest`."""
    from kibitz.games.jeopardy.categories import categories_of, with_records
    from kibitz.games.jeopardy.play.placement import load_placement
    from kibitz.games.jeopardy.position import format_position, parse_position
    from kibitz.games.jeopardy.show import era_of
    from kibitz.games.jeopardy.squares.joint import joint_placement

    position, era = parse_position(request.state), era_of(request.era)
    known = with_records(position, categories_of(position, request.categories, request.records))
    joint = joint_placement(load_placement(era), position.round_, position.open_squares, position.daily_doubles)
    hidden = DAILY_DOUBLES[position.round_] - len(position.daily_doubles)
    chances = joint.chances if hidden else [0.0] * (ROWS * COLUMNS)
    double = None
    if position.daily_doubles:
        double = answer_daily_double(request.wager_request(format_position(known)), work)
    return BoardAnswer(
        state=format_position(position),
        era=era,
        round=position.round_,
        open=tuple(bool(position.open_squares >> i & 1) for i in range(ROWS * COLUMNS)),
        chances=tuple(float(chance) for chance in chances),
        hidden=hidden,
        categories=request.categories,
        records=request.records,
        double=double,
    )

"""Answer with the review of a recorded game: tables, chart, report, decision records to rate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import MAX_SHOWN_CHOICES, Exhibit, Headline, Note, Table, format_option_loss
from kibitz.core.explanation import Explanation
from kibitz.core.grades import GLYPHS
from kibitz.core.question import Answer, File
from kibitz.core.units import MINUS, Unit, format_chance, format_loss, format_money
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Series
from kibitz.draw.win_chart import ErrorFlag, WinChart
from kibitz.games.jeopardy.answers.exhibits.review_errors import KINDS, error_list, format_choice, player_waterfalls
from kibitz.games.jeopardy.fields import ReturningChampion, describe_champion
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import review as questions
    from kibitz.games.jeopardy.review.game_timeline import GameReview

ACCOUNT_SENTENCE = (
    "One third at the start, plus luck, minus errors, gives the result. Errors are what wagers and late buzzes cost. "
    "Luck is everything else, including the opponents' errors. The returning champion starts ahead."
)
LUCK_TITLE = "Luck and skill, in points of win chance"
ERRORS = ("inaccuracy", "mistake", "blunder")
MEDIA = {
    "report": ("review.html", "text/html"),
    "chart": ("review.svg", "image/svg+xml"),
    "table": ("game.csv", "text/csv"),
    "decisions": ("decisions.jsonl", "application/jsonl"),
}


class RoundScores(Struct, frozen=True):
    """Scores of the three, left to right, dollars as aired, after each round and at the end."""

    round_1: tuple[int, ...]
    round_2: tuple[int, ...]
    final: tuple[int, ...]


class DailyDoubleFound(Struct, frozen=True):
    """A Daily Double: row and column are null where only running scores were noted; ``worth`` is what finding it was
    worth to the player, in chance to win, before the answer."""

    round: int
    row: int | None
    column: int | None
    wager: int
    right: bool
    player: int
    clue: int
    worth: float


class ClueChances(Struct, frozen=True):
    """Chances to win after a clue, left to right; clue 0 is the start, after the last one come Final and tiebreaker."""

    clue: int
    win: tuple[float, ...]


class ReviewedDecision(Struct, frozen=True):
    """A decision with its loss, in chance to win at average accuracy; the ``shown`` numbers are at the accuracy
    that the player's answers up to then suggest. Wagers are dollars as aired."""

    kind: str
    player: int
    choice: int | str
    best: int | str
    loss: float
    clue: int
    worth: float
    grade: Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
    confidence: float
    shown_confidence: float
    shown_best: int | str
    shown_loss: float
    position: str
    method: str
    notes: tuple[str, ...] = ()


class PlayerAccount(Struct, frozen=True):
    """One third, plus luck, minus errors, is the result. Parts of luck: start, clues, Daily Doubles, Final."""

    player: int
    luck: float
    errors: float
    result: float
    start: float
    clues: float
    daily_doubles: float
    final: float


class ReviewAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.review/2"):
    """Review of a recorded game; players and seats count from 1, left to right. ``records`` are decisions for
    ``kibitz rate``, in JSON only on request."""

    files: ClassVar = {
        "report": "Write the review to this file, as one HTML page.",
        "chart": "Draw the win chances clue by clue to this SVG file.",
        "table": "Write the game to this file, as a table that review reads.",
        "decisions": "Write the decision records to this file, as JSON lines for kibitz rate.",
    }

    players: tuple[str, ...]
    date: str
    show: int | None
    era: Era
    ties: Ties
    winners: tuple[int, ...]
    scores: RoundScores
    rounds: tuple[int, int]
    """Clues played in each round."""
    daily_doubles: tuple[DailyDoubleFound, ...]
    chances: tuple[ClueChances, ...]
    decisions: tuple[ReviewedDecision, ...]
    accounts: tuple[PlayerAccount, ...]
    notes: tuple[str, ...] = ()
    champion: ReturningChampion | None = ReturningChampion.NONE
    """The returning champion, as the page or the request says."""
    taped: str = ""
    records: tuple[str, ...] = ()

    def brief(self) -> Self:
        """Without the game itself and the records."""
        return replace(self, records=(), taped="")

    @property
    def errors(self) -> tuple[ReviewedDecision, ...]:
        """Decisions with a loss, the largest first."""
        return tuple(sorted((d for d in self.decisions if d.loss > 0.001), key=lambda d: -d.loss))

    def name(self, player: int) -> str:
        """A player's name."""
        return self.players[player - 1]

    def explain(self) -> Explanation:
        ends = self.scores.final
        if not self.winners:
            return Explanation("Nobody won.", ())
        who = " and ".join(self.name(seat) for seat in self.winners)
        headline = f"{who[0].upper()}{who[1:]} won with {format_money(ends[self.winners[0] - 1])}."
        reasons = [
            f"{self.name(d.player)}: {_describe_decision(d)} instead of {format_choice(d.best)} "
            f"costs {format_loss(d.loss, Unit.WIN)}"
            for d in self.errors[:3]
        ]
        return Explanation(headline, tuple(reasons))

    def exhibits(self) -> Iterator[Exhibit]:
        when = f"Show {self.show}, " if self.show else ""
        aired = f"aired {self.date}; " if self.date else ""
        yield Headline(self.explain().headline)
        source = f"{when}{aired}judged against contestants of shows {self.era.words}, ties {self.ties.value}, "
        source += f"{describe_champion(self.champion, self.players)}."
        yield Note(f"{source[0].upper()}{source[1:]}", "quiet")
        yield error_list(self, self.decisions_table())
        yield player_waterfalls(self, self.luck_table(), ACCOUNT_SENTENCE)
        yield self.doubles_table()
        yield self.win_chart()
        for note in self.notes:
            yield Note(f"{note[0].upper()}{note[1:]}.", "quiet")

    def win_chart(self) -> WinChart:
        """Win chances of all players clue by clue, with errors flagged."""
        first, second = self.rounds
        lines = tuple(
            Series(name, tuple(standing.win[seat] for standing in self.chances))
            for seat, name in enumerate(self.players)
        )
        flags = tuple(
            ErrorFlag(
                max(d.clue - 1, 0),
                d.player - 1,
                d.grade,
                f"{self.name(d.player)}: {_describe_decision(d)}, best {format_choice(d.best)}",
            )
            for d in self.decisions
            if d.grade in ERRORS
        )
        parts = ((0, "Jeopardy"), (first, "Double Jeopardy"), (first + second, "Final"))
        return WinChart("Chance to win, clue by clue", lines, parts, flags, "clue", listing=self.clues_table())

    def decisions_table(self) -> Table:
        """Decisions by loss."""
        rows = tuple(
            (
                str(d.clue),
                self.name(d.player),
                _describe_decision(d),
                format_choice(d.best),
                format_option_loss(d.loss, Unit.WIN),
                format_option_loss(d.shown_loss, Unit.WIN),
                GLYPHS[d.grade],
                "; ".join(d.notes),
            )
            for d in sorted(self.decisions, key=lambda d: -d.loss)[: 2 * MAX_SHOWN_CHOICES]
        )
        columns = ("clue", "who", "decision", "best", "loss", "loss by record", "", "")
        return Table(columns, rows, "Decisions by loss", left=(1, 2, 7))

    def luck_table(self) -> Table:
        """Luck and skill, in points of win chance."""
        rows = tuple(
            (
                self.name(a.player),
                format_money(self.scores.final[a.player - 1]),
                "33.3",
                *(_format_points(x) for x in (a.start, a.clues, a.daily_doubles, a.final, a.luck)),
                _format_points(-a.errors),
                f"{100 * a.result:.1f}",
            )
            for a in self.accounts
        )
        columns = (
            "",
            "score",
            "start",
            "head start",
            "clues",
            "Daily Doubles",
            "Final",
            "total luck",
            "errors",
            "end",
        )
        return Table(columns, rows, LUCK_TITLE)

    def doubles_table(self) -> Table:
        """Value of each Daily Double found, in points of win chance."""
        rows = tuple(
            (
                str(d.clue),
                self.name(d.player),
                f"column {d.column}, row {d.row}" if d.column else f"round {d.round}",
                format_money(d.wager),
                "right" if d.right else "wrong",
                _format_points(d.worth),
            )
            for d in self.daily_doubles
        )
        return Table(("clue", "who", "where", "wager", "", "value of finding it"), rows, "Daily Doubles", left=(1, 2))

    def clues_table(self) -> Table:
        """Chances after each clue."""
        rows = tuple((str(s.clue) if s.clue else "start", *map(format_chance, s.win)) for s in self.chances)
        return Table(("after clue", *self.players), rows, "Chance to win, clue by clue")

    def file(self, kind: str) -> File:
        name, media = MEDIA.get(kind) or _no_file(kind)
        if kind == "report":
            from kibitz.games.jeopardy.review.report import report_html

            return File(name, media, report_html(self).encode())
        if kind == "chart":
            from kibitz.draw.win_chart import win_chart_svg

            return File(name, media, win_chart_svg(self.win_chart()).encode())
        text = self.taped if kind == "table" else "".join(f"{line}\n" for line in self.records)
        return File(name, media, text.encode())


def _no_file(kind: str) -> tuple[str, str]:
    raise InputError(f"{kind}: must be one of {', '.join(MEDIA)}")


def _describe_decision(decision: ReviewedDecision) -> str:
    return f"{KINDS[decision.kind]}, {format_choice(decision.choice)}"


def _format_points(chance: float) -> str:
    return f"{100 * chance:+.1f}".replace("-", MINUS)


def answer_review(request: questions.ReviewRequest, work: WorkContext) -> ReviewAnswer:
    """The answer to `questions.ReviewRequest`."""
    from dataclasses import replace as changed

    from kibitz.games.jeopardy.archive.game_file import load_recorded_game
    from kibitz.games.jeopardy.review.game_timeline import review_game
    from kibitz.games.jeopardy.show import era_of

    game = load_recorded_game(request.page)
    rules = game.rules
    if request.era is not None:
        rules = changed(rules, era=era_of(request.era), ties=era_of(request.era).ties)
    if request.ties is not None:
        rules = changed(rules, ties=request.ties)
    if request.champion is not None:
        game = changed(game, champion=request.champion.seat)
    return _answer(review_game(game, rules, work))


def _answer(result: GameReview) -> ReviewAnswer:
    from kibitz.core import format_decision
    from kibitz.games.jeopardy.archive.game_table import format_table

    game = result.game
    doubles = []
    for each in result.doubles:
        clue = each.moment.move
        assert clue is not None
        assert clue.wager is not None
        doubles.append(
            DailyDoubleFound(
                clue.round_,
                clue.row,
                clue.column,
                clue.wager,
                clue.right is not None,
                clue.finder + 1,
                each.clue,
                each.worth,
            )
        )
    return ReviewAnswer(
        players=game.players,
        date=game.date,
        show=game.show,
        era=result.rules.era,
        ties=result.rules.ties,
        winners=tuple(seat + 1 for seat in game.winners),
        scores=RoundScores(game.round_1, game.round_2, game.final),
        rounds=(len(game.clues_of_round(1)), len(game.clues_of_round(2))),
        daily_doubles=tuple(doubles),
        chances=tuple(ClueChances(clue, tuple(row)) for clue, row in enumerate(result.chances.tolist())),
        decisions=tuple(
            ReviewedDecision(
                d.kind,
                d.player + 1,
                d.choice,
                d.best,
                d.loss,
                d.clue,
                d.worth,
                d.grade,
                d.confidence,
                d.shown,
                d.shown_best,
                d.shown_loss,
                d.position,
                d.method,
                d.notes,
            )
            for d in result.decisions
        ),
        accounts=tuple(
            PlayerAccount(seat, a.luck, a.errors, a.result, a.start, a.clues, a.doubles, a.final)
            for seat, a in enumerate(result.accounts, start=1)
        ),
        notes=result.notes,
        champion=ReturningChampion.NONE if game.champion is None else ReturningChampion(str(game.champion + 1)),
        taped=format_table(game),
        records=tuple(format_decision(d.record) for d in result.decisions if d.record is not None),
    )

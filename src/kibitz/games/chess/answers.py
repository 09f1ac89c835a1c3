"""Answers about chess and their exhibits. Values are pawns for the mover, ratings are Elo points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.exhibits.summaries import AnswerSummary, Fact
from kibitz.core.explanation import Explanation
from kibitz.core.grades import GradeWord
from kibitz.core.question import Answer, File
from kibitz.core.units import MINUS, Unit, format_amount, format_chance, format_count, format_loss
from kibitz.games.chess.people.peer_comparison import PeerChoice

if TYPE_CHECKING:
    from kibitz.games.chess.decisions import AnalysedTurns
    from kibitz.games.chess.pgn import ChessGame, Collection

MAX_SHOWN_GAMES = 10
"""Maximum number of skipped games to name; JSON has all."""
GLYPH_BY_GRADE = {"best": "", "fine": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
Side = Literal["white", "black"]


class SkippedGameNote(Struct, frozen=True):
    """A game that cannot be used, and why."""

    id: str
    reason: str


class GameNote(Struct, frozen=True):
    """A game that was read although something in it was odd, and what that was."""

    id: str
    note: str


class Source(Struct, frozen=True, kw_only=True):
    """What was read, analysed and skipped; ``searched`` counts the positions that were not in the cache."""

    games: int
    games_skipped: tuple[SkippedGameNote, ...]
    games_noted: tuple[GameNote, ...]
    recoded_lines: int
    turns: int
    turns_skipped: dict[str, int]
    decisions: int
    engine: str
    budget: str
    multipv: int
    searched: int
    failures: dict[str, int]

    def explain(self) -> Explanation:
        """What was read, which engine analysed it, and what was skipped."""
        read = f"{format_count(self.games, 'game')}, {format_count(self.decisions, 'decision')}"
        headline = (
            f"{read}, analysed by {self.engine} ({self.budget}, MultiPV {self.multipv}); "
            f"{format_count(self.searched, 'position')} searched now"
        )
        skipped_turns = [f"skipped turns: {format_counts(self.turns_skipped)}"] if self.turns_skipped else []
        games = (*describe_skipped_games(self.games_skipped), *describe_game_notes(self.games_noted))
        return Explanation(headline, (*skipped_turns, *games, *describe_failures(self.failures)))

    def warnings(self) -> Iterator[Note]:
        """What was skipped or read differently, line by line."""
        for reason in self.explain().reasons:
            yield Note(reason, "quiet" if reason.startswith("skipped turns") else "warning")
        if self.recoded_lines:
            yield Note(f"{self.recoded_lines:,} lines are not UTF-8 and were read as Windows-1252", "quiet")


def format_counts(result: dict[str, int]) -> str:
    """``12 book, 3 forced``."""
    return ", ".join(f"{count:,} {reason}" for reason, count in result.items())


def describe_failures(failures: dict[str, int]) -> list[str]:
    """A line about positions without a value, if there are any."""
    return [f"positions the engine failed on: {format_counts(failures)}"] if failures else []


def describe_skipped_games(games: tuple[SkippedGameNote, ...]) -> list[str]:
    """One line per game, and how many more there are."""
    lines = [f"skipped game {game.id}: {game.reason}" for game in games[:MAX_SHOWN_GAMES]]
    return lines + (
        [f"and {len(games) - MAX_SHOWN_GAMES:,} more games skipped"] if len(games) > MAX_SHOWN_GAMES else []
    )


def describe_game_notes(games: tuple[GameNote, ...]) -> list[str]:
    """One line per game with a note, and how many more there are."""
    lines = [f"note on game {game.id}: {game.note}" for game in games[:MAX_SHOWN_GAMES]]
    return lines + (
        [f"and {len(games) - MAX_SHOWN_GAMES:,} more games with notes"] if len(games) > MAX_SHOWN_GAMES else []
    )


class AnalyseAnswer(Answer, frozen=True, kw_only=True, tag="chess.analyse/1"):
    """What was analysed; the decisions are a document of JSON lines."""

    files: ClassVar = {"out": "Write the decisions here, as JSON lines."}

    source: Source
    decisions: Document | None = None

    def explain(self) -> Explanation:
        return self.source.explain()

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        yield from self.source.warnings()

    def file(self, kind: str) -> File:
        return output_file(self.decisions, kind, "application/jsonl")


def output_file(document: Document | None, kind: str, media_type: str) -> File:
    """The file that an answer carries."""
    if document is None:
        raise InputError(f"{kind}: this answer was saved without the file; ask again to create it")
    return File(document.name, media_type, document.content)


class FittedMark(Struct, frozen=True, kw_only=True):
    """Players near one Elo mark: their choices, s and c, and the mark minus the rating by either line (residuals)."""

    mark: int
    positions: int
    games: int
    s: float
    c: float
    best_rate: float
    average_error: float
    expected_loss: float
    orf: float
    residual: float
    adjusted_error: float | None
    adjusted_residual: float | None


class CalibrateAnswer(Answer, frozen=True, kw_only=True, tag="chess.calibrate/2"):
    """``Elo = intercept + slope * expected loss`` for one engine, budget and MultiPV, the line of adjusted errors where
    the marks give one, and the scale as a document."""

    files: ClassVar = {"out": "Write the scale here, as a .json file."}

    engine: str
    budget: str
    multipv: int
    intercept: float
    slope: float
    r_squared: float
    adjusted_intercept: float | None
    adjusted_slope: float | None
    reference_positions: int
    marks: tuple[FittedMark, ...]
    searched: int
    failures: dict[str, int]
    games_skipped: tuple[SkippedGameNote, ...]
    scale: Document | None = None

    def explain(self) -> Explanation:
        by_error: tuple[str, ...] = ()
        if self.adjusted_intercept is not None and self.adjusted_slope is not None:
            line = f"{self.adjusted_intercept:,.0f} {MINUS} {abs(self.adjusted_slope):,.0f}"
            by_error = (f"Elo = {line} x adjusted error",)
        return Explanation(
            f"Elo = {self.intercept:,.0f} {MINUS} {abs(self.slope):,.0f} x expected loss",
            (
                f"R squared {self.r_squared:.4f}; {self.engine}, {self.budget}, MultiPV {self.multipv}",
                *by_error,
                f"{format_count(self.reference_positions, 'position')} of the reference set; "
                f"{format_count(self.searched, 'position')} searched now",
            ),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        yield Headline(explanation.headline)
        yield from (Note(reason) for reason in explanation.reasons[:-1])
        rows = tuple(
            (
                str(row.mark),
                f"{row.positions:,}",
                f"{row.games:,}",
                format_chance(row.best_rate),
                f"{row.average_error:.4f}",
                f"{row.s:.3f}",
                f"{row.c:.3f}",
                f"{row.expected_loss:.4f}",
                f"{row.orf:.1f}",
                f"{row.residual:+.0f}".replace("-", MINUS),
                "-" if row.adjusted_residual is None else f"{row.adjusted_residual:+.0f}".replace("-", MINUS),
            )
            for row in self.marks
        )
        columns = ("mark", "n", "games", "best move", "error", "s", "c", "loss", "ORF", "residual", "adjusted")
        yield Table(columns, rows, left=())
        yield Note(explanation.reasons[-1])
        yield from (
            Note(line, "warning")
            for line in (*describe_skipped_games(self.games_skipped), *describe_failures(self.failures))
        )

    def file(self, kind: str) -> File:
        return output_file(self.scale, kind, "application/json")


class MoveRow(Struct, frozen=True, kw_only=True):
    """One move: its value, its chance and the expected loss for typical players, its loss and its grade.

    ``skipped`` says why it does not count in ratings; numbers are null where there is no value.
    """

    move: int
    side: Side
    player: str
    played: str
    skipped: str | None
    best: str | None = None
    value: float | None = None
    mate: int | None = None
    probability: float | None = None
    expected_loss: float | None = None
    loss: float | None = None
    win_loss: float | None = None
    swing: float | None = None
    judgement: GradeWord | None = None
    choices: tuple[PeerChoice, ...] = ()
    """What players of the rating play here, the likeliest first."""

    @property
    def name(self) -> str:
        """The move with its number: ``12... Nf6``."""
        return f"{self.move}{'.' if self.side == 'white' else '...'} {self.played}"

    def cells(self) -> tuple[str, ...]:
        """The row of a table."""
        name = self.name
        if self.value is None or self.loss is None:
            return name, "", "", "", "", "", self.skipped or ""
        value = format_amount(self.value, Unit.PAWNS) if self.mate is None else f"mate {self.mate}"
        best = "" if self.loss == 0 else self.best or ""
        return (
            name,
            GLYPH_BY_GRADE[self.judgement or "best"],
            value.replace("-", MINUS),
            "" if self.probability is None else format_chance(self.probability),
            "" if self.expected_loss is None else format_loss(self.expected_loss, Unit.PAWNS),
            format_loss(self.loss, Unit.PAWNS),
            f"{best} ({self.skipped})".strip() if self.skipped else best,
        )


class SideSummary(Struct, frozen=True, kw_only=True):
    """One side's moves that count: mean loss, actual and expected, in pawns, and the number of errors of each grade."""

    n: int
    average_loss: float | None
    average_expected_loss: float | None
    inaccuracies: int
    mistakes: int
    blunders: int

    def fact(self, name: str) -> Fact:
        """The summary as a fact about a player."""
        expected = self.average_expected_loss
        against = "" if expected is None else f"expected {format_loss(expected, Unit.PAWNS)}; "
        errors = (
            (self.inaccuracies, "inaccuracy", "inaccuracies"),
            (self.mistakes, "mistake", "mistakes"),
            (self.blunders, "blunder", "blunders"),
        )
        listed = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in errors)
        mean = format_loss(self.average_loss or 0.0, Unit.PAWNS)
        return Fact(name, f"{mean} pawns per move over {format_count(self.n, 'move')}", f"{against}{listed}")

    def describe(self, name: str) -> str:
        """The summary in a line."""
        fact = self.fact(name)
        return f"{fact.title}: {fact.main} ({fact.more})"


class MovesAnswer(Answer, frozen=True, kw_only=True, tag="chess.moves/3"):
    """A game move by move; ``white_elo`` and ``black_elo`` are the ratings of the players compared with. ``start`` is
    the FEN of the first position, empty for the usual one."""

    files: ClassVar = {"pgn": "Write the game here, as PGN annotated with values, losses and glyphs."}

    id: str
    white: str
    black: str
    result: str
    date: str
    engine: str
    budget: str
    multipv: int
    white_elo: float | None
    black_elo: float | None
    basis: str
    moves: tuple[MoveRow, ...]
    summary: dict[Side, SideSummary]
    searched: int
    failures: dict[str, int]
    games_skipped: tuple[SkippedGameNote, ...] = ()
    games_noted: tuple[GameNote, ...] = ()
    start: str = ""

    def file(self, kind: str) -> File:
        from kibitz.games.chess.people.annotated_pgn import annotated_pgn

        return File("annotated.pgn", "application/x-chess-pgn", annotated_pgn(self).encode())

    def explain(self) -> Explanation:
        sides: tuple[tuple[Side, str], ...] = (("white", self.white), ("black", self.black))
        reasons = tuple(self.summary[side].describe(name) for side, name in sides if self.summary[side].n)
        return Explanation(f"{self.white} \N{EN DASH} {self.black}  {self.result}  {self.date}".strip(), reasons)

    def exhibits(self) -> Iterator[Exhibit]:
        names: dict[Side, str] = {"white": self.white, "black": self.black}
        facts = tuple(self.summary[side].fact(name) for side, name in names.items() if self.summary[side].n)
        players = f"{self.white} \N{EN DASH} {self.black}"
        yield AnswerSummary(answer=players, figure=self.result, figure_name=self.date, facts=facts, speaks=False)
        yield Note(self.basis, "quiet")
        from kibitz.games.chess.people.replay import game_replay, win_chart

        yield from win_chart(self)
        skipped = tuple(number for number, row in enumerate(self.moves) if row.skipped)
        columns = ("move", "", "value", "chance", "expected", "loss", "best was")
        yield Table(columns, tuple(row.cells() for row in self.moves), left=(0, 6), quiet=skipped)
        yield from game_replay(self)
        games = (*describe_skipped_games(self.games_skipped), *describe_game_notes(self.games_noted))
        yield from (Note(line, "warning") for line in (*games, *describe_failures(self.failures)))


class PlayAnswer(Answer, frozen=True, kw_only=True, tag="chess.play/1"):
    """A game against the fallible opponent, finished or left."""

    files: ClassVar = {"pgn": "Write the game here, as PGN."}

    elo: float
    side: Side
    result: str
    reason: str
    moves: tuple[str, ...]
    fen: str
    pgn: str
    seed: int

    def explain(self) -> Explanation:
        return Explanation(f"{self.result} ({self.reason})")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.pgn, "fixed")
        yield BoardDiagram("chess", self.fen, note=f"{self.result} ({self.reason})")

    def file(self, kind: str) -> File:
        return File("game.pgn", "application/x-chess-pgn", f"{self.pgn}\n".encode())


RECORD_SUFFIXES = (".jsonl", ".csv", ".tsv", ".parquet")
"""Endings of files with decisions analysed before."""


def skipped_game_notes(collection: Collection) -> tuple[SkippedGameNote, ...]:
    """The games that cannot be used, with the reason."""
    return tuple(SkippedGameNote(game.id, game.reason) for game in collection.skipped)


def game_notes(games: Sequence[ChessGame]) -> tuple[GameNote, ...]:
    """Notes on the games that were read although something in them was odd."""
    return tuple(GameNote(game.id, "; ".join(game.notes)) for game in games if game.notes)


def describe_source(collection: Collection, result: AnalysedTurns) -> Source:
    """What was read, analysed and skipped."""
    return Source(
        games=len(collection.games),
        games_skipped=skipped_game_notes(collection),
        games_noted=game_notes(collection.games),
        recoded_lines=collection.recoded_lines,
        turns=len(result.turns),
        turns_skipped=result.skip_counts,
        decisions=sum(turn.skip is None for turn in result.turns),
        engine=str(result.engine),
        budget=result.settings.budget,
        multipv=result.settings.multipv,
        searched=result.searched,
        failures=result.failures,
    )


def parse_years(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    match = re.fullmatch(r"(\d{4})(?:-(\d{4}))?", text, re.ASCII)
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise InputError(f"years: must be a year, or two years such as 2006-2019, not {text!r}")
    return int(match[1]), int(match[2] or match[1])

"""Games from PGN files, through python-chess: the moves of the main line and the tags, and why a game was left out."""

from __future__ import annotations

import codecs
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kibitz.core import Document, InputError

if TYPE_CHECKING:
    import chess

MAX_GAMES = 200_000
MAX_PLIES = 2_000
MAX_TAG = 200


@dataclass(frozen=True, slots=True)
class Game:
    """One game: who played, with which ratings, from which position, and the moves of the main line (as in e2e4).

    ``id`` is the file's name and the number of the game in it, from 1: ``wch.pgn#12``.
    """

    id: str
    white: str
    black: str
    white_elo: int | None
    black_elo: int | None
    result: str
    date: str
    event: str
    moves: tuple[str, ...]
    start: str = ""
    """FEN of the first position; empty for the usual one."""


@dataclass(frozen=True, slots=True)
class SkippedGame:
    """A game that cannot be used, and the reason in one sentence."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Collection:
    """The games of some files in order, and those left out."""

    games: tuple[Game, ...]
    skipped: tuple[SkippedGame, ...] = ()
    recoded_lines: int = 0
    """Lines that are not UTF-8 and were read as Latin-1."""


@dataclass(slots=True)
class _Scoresheet:
    """What the visitor has seen of one game."""

    headers: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    start: str = ""
    error: str = ""


def python_chess() -> Any:
    """The ``chess`` module, or a sentence that says how to get it."""
    try:
        import chess
        import chess.pgn
    except ImportError:
        raise InputError(
            "chess games are read with python-chess, which is not installed: pip install kibitz[chess]"
        ) from None
    return chess


def load_games(source: Document) -> Collection:
    """All games of a PGN document; wrong games are skipped and counted, the others are kept."""
    collection = parse_games(source.content, source.name)
    if not collection.games and not collection.skipped:
        raise InputError(f"{source.name}: no game was found; a PGN file is accepted")
    return collection


def load_collection(sources: Sequence[Document]) -> Collection:
    """The games of several documents."""
    if len({source.name for source in sources}) != len(sources):
        raise InputError("games are named after their files, and two files have the same name; rename one")
    parts = [load_games(source) for source in sources]
    return Collection(
        tuple(game for part in parts for game in part.games),
        tuple(game for part in parts for game in part.skipped),
        sum(part.recoded_lines for part in parts),
    )


def parse_games(data: bytes, name: str = "games") -> Collection:
    """The games in the bytes of a PGN file called ``name``."""
    chess = python_chess()
    text, recoded = _decoded(data)
    visitor = _visitor(chess)
    games: list[Game] = []
    skipped: list[SkippedGame] = []
    stream = io.StringIO(text)
    while (sheet := chess.pgn.read_game(stream, Visitor=visitor)) is not None:
        number = len(games) + len(skipped) + 1
        if number > MAX_GAMES:
            raise InputError(f"{name}: at most {MAX_GAMES:,} games a file are accepted")
        label = f"{name}#{number}"
        if sheet.error:
            skipped.append(SkippedGame(label, sheet.error))
        elif not sheet.moves:
            if sheet.headers.get("White", "?") != "?" or sheet.headers.get("Event", "?") != "?":
                skipped.append(SkippedGame(label, "it has no moves"))
        else:
            games.append(_game(label, sheet))
    return Collection(tuple(games), tuple(skipped), recoded)


def _game(label: str, sheet: _Scoresheet) -> Game:
    tag = {key: " ".join(value.split())[:MAX_TAG] for key, value in sheet.headers.items()}
    return Game(
        id=label, white=tag.get("White", "?"), black=tag.get("Black", "?"),
        white_elo=_elo(tag.get("WhiteElo")), black_elo=_elo(tag.get("BlackElo")),
        result=tag.get("Result", "*"), date=tag.get("Date", ""), event=tag.get("Event", ""),
        moves=tuple(sheet.moves), start=sheet.start,
    )  # fmt: skip


def _elo(text: str | None) -> int | None:
    """A rating from its tag; anything that is no plausible rating is none."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 4:
        return None
    return int(text) if 100 <= int(text) <= 4_000 else None


def _decoded(data: bytes) -> tuple[str, int]:
    """The text of a file, line by line UTF-8 or else Latin-1, and the number of lines of the latter kind."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), 0
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8"), 0
    except UnicodeDecodeError:
        pass
    lines, recoded = [], 0
    for line in data.splitlines():
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            lines.append(line.decode("latin-1"))
            recoded += 1
    return "\n".join(lines), recoded


def _visitor(chess: Any) -> Any:
    """A visitor class for python-chess that keeps the main line and stops at the first error of a game."""

    class Scorer(chess.pgn.BaseVisitor):  # type: ignore[misc, unused-ignore]
        def begin_game(self) -> None:
            self.sheet = _Scoresheet()

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self.sheet.headers[tagname] = tagvalue

        def end_headers(self) -> Any:
            variant = self.sheet.headers.get("Variant", "Standard").lower()
            if variant not in {"standard", "normal", "chess", "from position"}:
                self._wrong(f"it is a game of {variant[:40]}, not of chess")
            return chess.pgn.SKIP if self.sheet.error else None

        def begin_variation(self) -> Any:
            return chess.pgn.SKIP

        def visit_board(self, board: chess.Board) -> None:
            if not self.sheet.moves and board.fen() != chess.STARTING_FEN:
                self.sheet.start = board.fen()
                if not board.is_valid():
                    self._wrong("its first position is not a legal one")

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            if not move:
                self._wrong(f"a move is missing at move {board.fullmove_number}")
            elif len(self.sheet.moves) >= MAX_PLIES:
                self._wrong(f"it has more than {MAX_PLIES:,} moves")
            elif not self.sheet.error:
                self.sheet.moves.append(board.uci(move, chess960=False))

        def handle_error(self, error: Exception) -> None:
            self._wrong(" ".join(str(error).split())[:200])

        def result(self) -> _Scoresheet:
            return self.sheet

        def _wrong(self, reason: str) -> None:
            self.sheet.error = self.sheet.error or reason

    return Scorer

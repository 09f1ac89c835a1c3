"""Games from PGN files: tags and the moves of the main line, checked with python-chess, and why a game was skipped."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core import Document, InputError
from kibitz.games.chess.scoresheet import NULL_MOVES, Scoresheet, decode_text, split_games

MAX_GAMES = 200_000
MAX_PLIES = 2_000
MAX_TAG = 200
MAX_UNPACKED_BYTES = 256_000_000
"""Most bytes that a packed file may unpack to."""
GZIP_MAGIC, ZSTANDARD_MAGIC = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
"""The first bytes of packed files."""
NULL_MOVE = "0000"
"""How a null move is written among the moves of a game."""
_USUAL = {"standard", "normal", "chess", "from position"}
_SHUFFLED = {"chess960", "chess 960", "fischerandom", "fischerrandom", "freestyle"}


@dataclass(frozen=True, slots=True)
class ChessGame:
    """One game: who played, with which ratings, from which position, and the moves of the main line (as in e2e4).

    ``id`` is the file's name and the number of the game in it, from 1: ``wch.pgn#12``. ``notes`` say what was
    odd in it.
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
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedGame:
    """A game, or a whole file, that cannot be used, and the reason in one sentence."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Collection:
    """The content of some files, in order: games and skipped games."""

    entries: tuple[ChessGame | SkippedGame, ...]
    recoded_lines: int = 0
    """Lines that are not UTF-8 and were read as Windows-1252."""

    @property
    def games(self) -> tuple[ChessGame, ...]:
        """The games that can be used."""
        return tuple(entry for entry in self.entries if isinstance(entry, ChessGame))

    @property
    def skipped(self) -> tuple[SkippedGame, ...]:
        """The games that cannot be used."""
        return tuple(entry for entry in self.entries if isinstance(entry, SkippedGame))


def python_chess() -> Any:
    """The ``chess`` module, or an `InputError` that says how to install it."""
    try:
        import chess
        import chess.pgn
    except ImportError:
        raise InputError(
            f'python-chess is needed to read chess games; install it with "{sys.executable}" -m pip install chess'
        ) from None
    return chess


def load_collection(sources: Sequence[Document]) -> Collection:
    """The games of several documents; a document without a game is listed among the skipped games."""
    if len({source.name for source in sources}) != len(sources):
        raise InputError("games: two files have the same name; rename one")
    entries: list[ChessGame | SkippedGame] = []
    recoded = 0
    for source in sources:
        part = parse_games(source.content, source.name)
        entries += part.entries or (SkippedGame(source.name, "it contains no game"),)
        recoded += part.recoded_lines
    if not any("#" in entry.id for entry in entries):
        raise InputError(f"{', '.join(source.name for source in sources)}: no game was found; give a PGN file")
    return Collection(tuple(entries), recoded)


def unpack(data: bytes, name: str) -> bytes:
    """The bytes of a file, unpacked where they are packed by gzip or Zstandard."""
    if not data.startswith((GZIP_MAGIC, ZSTANDARD_MAGIC)):
        return data
    try:
        with _open_packed(data, name) as stream:
            result: bytes = stream.read(MAX_UNPACKED_BYTES + 1)
    except (EOFError, OSError, zlib.error):
        raise InputError(f"{name}: the file is damaged or cut off") from None
    if len(result) > MAX_UNPACKED_BYTES:
        raise InputError(f"{name}: unpacks to more than {MAX_UNPACKED_BYTES // 1_000_000} MB; give a part of it")
    return result


def _open_packed(data: bytes, name: str) -> Any:
    if data.startswith(GZIP_MAGIC):
        return gzip.GzipFile(fileobj=io.BytesIO(data))
    try:
        import zstandard  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise InputError(f"{name}: install zstandard to read .zst files, or unpack the file") from None
    return zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data))


def parse_games(data: bytes, name: str = "games") -> Collection:
    """The games in the bytes of a PGN file called ``name``."""
    chess = python_chess()
    text, recoded = decode_text(unpack(data, name))
    entries: list[ChessGame | SkippedGame] = []
    for number, sheet in enumerate(split_games(text), start=1):
        if number > MAX_GAMES:
            raise InputError(f"{name}: must have at most {MAX_GAMES:,} games")
        entries.append(_entry(chess, f"{name}#{number}", sheet))
    return Collection(tuple(entries), recoded)


def _entry(chess: Any, label: str, sheet: Scoresheet) -> ChessGame | SkippedGame:
    try:
        if sheet.error:
            raise ValueError(sheet.error)
        board, notes = _start(chess, sheet)
        start = "" if board.fen() == chess.STARTING_FEN else board.fen()
        moves = _moves(board, sheet.words, notes)
        if not moves:
            raise ValueError("it has no moves")
    except ValueError as error:
        return SkippedGame(label, " ".join(str(error).split())[:200])
    tag = {key: " ".join(value.split())[:MAX_TAG] for key, value in sheet.tags.items()}
    stated = tag.get("PlyCount", "")
    if stated.isascii() and stated.isdigit() and len(stated) < 6 and int(stated) != len(moves):
        notes.append(f"it has {len(moves)} plies, but its PlyCount tag says {int(stated)}")
    result = tag.get("Result", "*")
    return ChessGame(
        id=label,
        white=_player(tag, "White", label),
        black=_player(tag, "Black", label),
        white_elo=_elo(tag.get("WhiteElo")),
        black_elo=_elo(tag.get("BlackElo")),
        result=sheet.result if result not in {"1-0", "0-1", "1/2-1/2"} and sheet.result else result,
        date=tag.get("Date", ""),
        event=tag.get("Event", ""),
        moves=tuple(moves),
        start=start,
        notes=(*sheet.notes, *notes),
    )


def _player(tag: dict[str, str], side: str, label: str) -> str:
    """The name in the tag. An unknown player gets a name per game, so that they are never rated as one person."""
    name = tag.get(side, "?")
    return f"? ({side} of {label})" if name in {"", "?"} else name


def _start(chess: Any, sheet: Scoresheet) -> tuple[Any, list[str]]:
    """The first position, and notes on what was ignored in it."""
    notes = []
    variant = sheet.tags.get("Variant", "standard").lower().strip()
    fen = " ".join(sheet.tags.get("FEN", "").split())
    if variant in _SHUFFLED and (not fen or fen.split()[0] == chess.STARTING_BOARD_FEN):
        notes.append("a game of Chess960 from the usual position")
    elif variant not in _USUAL:
        raise ValueError(f"its variant is {variant[:40]}, not standard chess")
    try:
        board = chess.Board(fen) if fen else chess.Board()
    except ValueError as error:
        raise ValueError(f"its first position cannot be read ({error})") from None
    if board.castling_rights != board.clean_castling_rights():
        board.castling_rights = board.clean_castling_rights()
        notes.append("impossible castling rights in its first position were ignored")
    if not board.has_legal_en_passant():
        board.ep_square = None
    if not board.is_valid():
        raise ValueError("its first position is not legal")
    return board, notes


def _moves(board: Any, words: Sequence[str], notes: list[str]) -> list[str]:
    """The moves (as in e2e4) named by the words, made on the board; raises `ValueError` at the first illegal one."""
    moves: list[str] = []
    for word in words:
        if len(moves) >= MAX_PLIES:
            raise ValueError(f"it has more than {MAX_PLIES:,} moves")
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        if word in NULL_MOVES:
            if board.is_check():
                raise ValueError(f"a move is missing at move {number}")
            notes.append(f"a null move at {number}")
            moves.append(NULL_MOVE)
            board.push(board.parse_uci(NULL_MOVE))
            continue
        try:
            move = board.parse_san(word.removeprefix("P"))
        except ValueError:
            letter = word[0] if word[0].isupper() and word[0] not in "KQRBNPO" else ""
            hint = f": {letter!r} is not a piece; use K, Q, R, B and N" if letter else ""
            raise ValueError(f"{number} {word[:20]} is not a legal move there{hint}") from None
        moves.append(board.uci(move, chess960=False))
        board.push(move)
    return moves


def _elo(text: str | None) -> int | None:
    """A rating from its tag; ``None`` for anything that is not a plausible rating."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 4:
        return None
    return int(text) if 100 <= int(text) <= 4_000 else None

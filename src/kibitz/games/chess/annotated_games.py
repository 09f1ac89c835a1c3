"""Games with ``[%eval]`` and ``[%clk]`` comments, as lichess exports them, read one by one in bounded memory.

No engine and no python-chess: moves are not checked, only their comments are read. Plain text, gzip and Zstandard.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, TextIO

import numpy as np

from kibitz.core import Document, FloatArray, InputError

MAX_GAME_CHARACTERS = 2_000_000
"""Characters of one game; a longer one is no game."""
MAX_UNPACKED_CHARACTERS = 1_000_000_000
"""Characters of all games of an upload after unpacking. Files on this computer have no limit."""
MATE_CENTIPAWNS = 10_000.0
MAX_BULLET_S, MAX_BLITZ_S, MAX_RAPID_S = 180, 480, 1_500
"""Estimated seconds a side (base and forty increments) below which a game is bullet, blitz and rapid, as on lichess."""

Speed = Literal["bullet", "blitz", "rapid", "classical"]

_TAG = re.compile(r'^\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_MOVE = re.compile(
    r"\{([^}]*)\}?|;[^\n]*|\$\d+|\d+\.+|(?:1-0|0-1|1/2-1/2|\*)|([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBN])?[+#]?[!?]*"
    r"|O-O(?:-O)?[+#]?[!?]*|0-0(?:-0)?[+#]?[!?]*|--|Z0)|([()])"
)
_EVAL = re.compile(r"\[%eval\s+(#?-?\d+(?:\.\d+)?)")
_CLOCK = re.compile(r"\[%clk\s+(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\]")


@dataclass(frozen=True, slots=True, eq=False)
class AnnotatedGame:
    """One game: its tags, White's evaluation after each ply in centipawns and the mover's clock after it in seconds,
    both NaN where there is none. ``white_starts`` is false where a FEN tag gives Black the first move."""

    tags: dict[str, str]
    moves: tuple[str, ...]
    centipawns: FloatArray
    clocks: FloatArray
    white_starts: bool = True

    @property
    def time_control(self) -> tuple[float, float] | None:
        """Base time and increment in seconds; ``None`` where the tag does not tell."""
        match = re.fullmatch(r"(\d+)(?:\+(\d+))?", self.tags.get("TimeControl", ""))
        return None if match is None else (float(match[1]), float(match[2] or 0))

    @property
    def speed(self) -> Speed | None:
        """Speed as lichess names it, by base time and forty increments."""
        control = self.time_control
        if control is None:
            return None
        total = control[0] + 40 * control[1]
        if total < MAX_BULLET_S:
            return "bullet"
        return "blitz" if total < MAX_BLITZ_S else "rapid" if total < MAX_RAPID_S else "classical"

    def rating(self, white: bool) -> int | None:
        """Rating in the tags of a side."""
        text = self.tags.get("WhiteElo" if white else "BlackElo", "")
        return int(text) if re.fullmatch(r"0*[1-9]\d{0,4}", text, re.ASCII) and len(text) <= 5 else None

    @property
    def n_evaluated(self) -> int:
        """Plies up to the first without an evaluation. A mate on the board needs none."""
        gaps = np.flatnonzero(np.isnan(self.centipawns))
        return int(gaps[0]) if len(gaps) else len(self.centipawns)


def stream_games(source: Path | Document) -> Iterator[AnnotatedGame]:
    """The games of a file, one after the other; ``.gz`` and ``.zst`` are unpacked on the way."""
    if isinstance(source, Document):
        with _open_text(io.BytesIO(source.content), source.name) as text:
            yield from parse_games(text, MAX_UNPACKED_CHARACTERS)
        return
    try:
        with source.open("rb") as stream, _open_text(stream, source.name) as text:
            yield from parse_games(text)
    except OSError as error:
        raise InputError(f"{source.name}: {error.strerror or error}") from None


def _open_text(stream: BinaryIO, name: str) -> TextIO:
    if name.endswith(".gz"):
        return io.TextIOWrapper(gzip.GzipFile(fileobj=stream), encoding="utf-8", errors="replace")
    if name.endswith(".zst"):
        try:
            import zstandard  # type: ignore[import-not-found, unused-ignore]
        except ImportError:
            raise InputError(f"{name}: install zstandard to read .zst files, or unpack the file") from None
        reader = zstandard.ZstdDecompressor().stream_reader(stream)
        return io.TextIOWrapper(reader, encoding="utf-8", errors="replace")
    return io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace")


def parse_games(lines: TextIO, most: float = float("inf")) -> Iterator[AnnotatedGame]:
    """The games of PGN text of at most ``most`` characters; damaged ones end where the next begins."""
    tags: dict[str, str] = {}
    body: list[str] = []
    size, total = 0, 0
    try:
        while line := lines.readline(MAX_GAME_CHARACTERS + 1):
            size, total = size + len(line), total + len(line)
            if size > MAX_GAME_CHARACTERS:
                raise InputError(f"a game may have at most {MAX_GAME_CHARACTERS:,} characters")
            if total > most:
                raise InputError(f"the games may have at most {most:,} characters after unpacking")
            match = _TAG.match(line)
            if match is not None and body:
                yield _parse_game(tags, "".join(body))
                tags, body, size = {}, [], len(line)
            if match is not None:
                tags[match[1]] = match[2]
            elif line.strip() and not line.startswith("%"):
                body.append(line)
    except InputError:
        raise
    except Exception as error:  # each way of packing has its own errors
        if not isinstance(error, EOFError | OSError | zlib.error) and type(error).__name__ != "ZstdError":
            raise
        raise InputError("the file is damaged or cut off") from None
    if body:
        yield _parse_game(tags, "".join(body))


def _parse_game(tags: dict[str, str], text: str) -> AnnotatedGame:
    moves: list[str] = []
    evals: list[float] = []
    clocks: list[float] = []
    depth = 0
    for match in _MOVE.finditer(text):
        comment, move, bracket = match[1], match[2], match[3]
        if bracket is not None:
            depth = max(depth + (1 if bracket == "(" else -1), 0)
        elif depth:
            continue
        elif move is not None:
            moves.append(move)
            evals.append(np.nan)
            clocks.append(np.nan)
        elif comment is not None and moves:
            if (found := _EVAL.search(comment)) is not None:
                evals[-1] = parse_eval(found[1])
            if (found := _CLOCK.search(comment)) is not None:
                clocks[-1] = int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3])
    black_starts = tags.get("FEN", "").split(" ")[1:2] == ["b"]
    return AnnotatedGame(tags, tuple(moves), np.array(evals), np.array(clocks), not black_starts)


def parse_eval(text: str) -> float:
    """Centipawns from White's view of an evaluation such as ``0.17`` or ``#-3``."""
    if text.startswith("#"):
        return -MATE_CENTIPAWNS if text[1:].startswith("-") else MATE_CENTIPAWNS
    return round(float(text) * 100, 6)


def format_eval(pawns: float) -> str:
    """An evaluation from White's view in pawns as lichess writes it; beyond 90 pawns it is a mate in that many."""
    if abs(pawns) > 90:
        return f"#{'-' if pawns < 0 else ''}{max(round((100 - abs(pawns)) * 100), 1)}"
    return f"{pawns:.2f}"

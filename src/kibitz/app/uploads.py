"""A file that somebody brings without a question: what it is, and what can be asked about it.

The content decides, since endings are often missing or wrong; only tables need theirs, by which their readers know
them. Whatever looks like a kind of file is read by the game's own reader, whose sentence says what is wrong with it;
what looks like none is no file of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.units import format_count

DETECTION_CHARACTERS = 4_000
"""Characters at the beginning of a file by which its kind is told."""
ONE_GAME = format_count(1, "game")


class DetectedFile(Struct, frozen=True):
    """A file as far as it could be read: what it is in words, and the question whose ``field`` takes it; without a
    ``path`` it is an exported library, or, where it is ``wrong``, nothing that can be read."""

    name: str
    words: str
    path: str = ""
    field: str = ""
    many: bool = False
    """Whether the field takes several files."""
    wrong: bool = False


class FileAction(NamedTuple):
    """What can be done with a file that was brought: the question, and the words of the button."""

    path: str
    words: str


FILE_ACTIONS = {
    "backgammon.review": (FileAction("backgammon.review", "Review it"),),
    "chess.moves": (FileAction("chess.moves", "Go through it"), FileAction("chess.rate", "Rate the players")),
    "chess.rate": (FileAction("chess.rate", "Rate the players"), FileAction("chess.moves", "Go through the first")),
    "jeopardy.review": (FileAction("jeopardy.review", "Review it"),),
    "parlour.solve": (FileAction("parlour.solve", "Solve it"),),
    "rate.players": (FileAction("rate.players", "Rate them"), FileAction("rate.exam", "As an exam")),
    "sevens.replay": (FileAction("sevens.replay", "Go through it"),),
}
"""What can be asked about each kind of file; all questions of a row take it in the same field."""
SUPPORTED_FILES = (
    "matches of backgammon (.mat)",
    "games of chess (.pgn)",
    "pages of the J! Archive and tables of a taped game",
    "decisions (JSON lines, CSV, parquet)",
    "matrix games (JSON, CSV)",
    "logs of Sevens",
    "exported libraries",
)
"""The kinds of files that are read, in words."""


class _FileType(NamedTuple):
    """One kind of file: by what it is told, which question takes it in which field, and its reader, which counts."""

    looks: Callable[[Document, str], bool]
    path: str
    field: str
    read: Callable[[Document], str]
    many: bool = False
    alone: str = ""
    """The question that comes first for a file with a single game."""


def detect_file(document: Document) -> DetectedFile:
    """What a file is; one that cannot be read says why."""
    head = document.content[:DETECTION_CHARACTERS].decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if not head:
        return DetectedFile(document.name, "empty", wrong=True)
    if re.match(r'\{"(item|drill)" ?: ?\{', head):
        return DetectedFile(document.name, "an exported library")
    for kind in FILE_TYPES:
        if not kind.looks(document, head):
            continue
        try:
            words = kind.read(document)
        except InputError as error:
            return DetectedFile(document.name, str(error).removeprefix(f"{document.name}: "), wrong=True)
        path = kind.alone if kind.alone and words == ONE_GAME else kind.path
        return DetectedFile(document.name, words, path, kind.field, kind.many)
    return DetectedFile(document.name, "not a file that kibitz reads", wrong=True)


def _describe_match(document: Document) -> str:
    from kibitz.games.backgammon.notation.mat import parse_mat

    match = parse_mat(document.read_text())
    length = f"match to {match.length}" if match.length else "money session"
    return f"{length}, {format_count(len(match.games), 'game')}"


def _describe_games(document: Document) -> str:
    from kibitz.games.chess.scoresheet import decode_text, split_games

    result = sum(1 for sheet in split_games(decode_text(document.content)[0]) if sheet.words)
    if not result:
        raise InputError("no moves of chess in it")
    return format_count(result, "game")


def _describe_recorded_game(document: Document) -> str:
    from kibitz.games.jeopardy.archive.game_file import load_recorded_game

    game = load_recorded_game(document)
    return f"taped game, {format_count(len(game.clues), 'clue')}{', aired ' + game.date if game.date else ''}"


def _describe_decisions(document: Document) -> str:
    from kibitz.rate.records.decision_files import load_decisions

    result = load_decisions(document)
    players = format_count(len({each.player for each in result}), "player")
    return f"{format_count(len(result), 'decision')}, {players}"


def _describe_matrix(document: Document) -> str:
    from kibitz.games.parlour.matrix import parse_game

    game = parse_game(document.read_text())
    return f"matrix game, {len(game.row_labels)} x {len(game.column_labels)}"


def _is_matrix(document: Document) -> bool:
    """Whether a table is nothing but payoffs, with or without names."""
    if document.suffix not in (".csv", ".tsv", ".txt"):
        return False
    try:
        return bool(_describe_matrix(document))
    except InputError:
        return False


def _describe_log(document: Document) -> str:
    from kibitz.games.sevens.auction.record import load_log

    log = load_log(document)
    return f"game of Sevens, {format_count(len(log.rounds), 'round')}"


def _header(head: str) -> set[str]:
    """The names in the first line of a table."""
    return {re.sub(r"[\s_\"]+", " ", name).strip().lower() for name in re.split(r"[,;\t]", head.partition("\n")[0])}


FILE_TYPES = (
    _FileType(
        lambda document, head: (
            document.suffix == ".parquet" or bool(re.match(r'\{[^\n]*"utilities"', head)) or "chosen" in _header(head)
        ),
        "rate.players",
        "file",
        _describe_decisions,
    ),
    _FileType(
        lambda document, head: (
            bool(re.search(r"(?im)^\s*\d{1,6}\s+point\s+match|^\s*Game\s+1\s*$", head))
            and not head.startswith("[Event ")
        ),
        "backgammon.review",
        "match",
        _describe_match,
    ),
    _FileType(
        lambda document, head: document.suffix == ".pgn" or bool(re.match(r'\[\w+ "|1\. ?[a-hNBRQKO]', head)),
        "chess.rate",
        "games",
        _describe_games,
        many=True,
        alone="chess.moves",
    ),
    _FileType(
        lambda document, head: (
            bool(re.match(r"(?i)<!doctype html|<html|<!--", head))
            or (document.suffix == ".csv" and {"round", "row", "column", "wager"} <= _header(head))
        ),
        "jeopardy.review",
        "page",
        _describe_recorded_game,
    ),
    _FileType(
        lambda document, head: bool(re.match(r'\{\s*"schema"\s*:\s*"sevens\.', head)),
        "sevens.replay",
        "game",
        _describe_log,
    ),
    _FileType(
        lambda document, head: bool(re.match(r'\[\s*\[|\{\s*"(row|column)"', head)) or _is_matrix(document),
        "parlour.solve",
        "file",
        _describe_matrix,
    ),
)
"""The kinds of files that are read, in the order in which they are thought of."""

"""Uploads: detect the kind of a file, and list the questions that take it.

The content decides, because suffixes are often missing or wrong. Only tables need theirs, since their readers use it.
The reader of the game then reads the file, and its error says what is wrong. A file that matches no kind is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from kibitz.app.catalogue import BY_PATH, GROUPS
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.units import format_count

DETECTION_CHARACTERS = 4_000
"""Characters at the beginning of a file that are used to detect its kind."""
ONE_GAME = format_count(1, "game")


class DetectedFile(Struct, frozen=True):
    """A detected file: a description, and the question whose ``field`` takes it. Without a ``path`` it is an exported
    library or, if ``wrong``, a file that cannot be read."""

    name: str
    words: str
    path: str = ""
    field: str = ""
    many: bool = False
    """Whether the field takes several files."""
    wrong: bool = False


class FileAction(NamedTuple):
    """A question that takes an uploaded file, and the label of its button."""

    path: str
    words: str


FILE_ACTIONS = {
    "backgammon.review": (FileAction("backgammon.review", "Review match"),),
    "chess.moves": (FileAction("chess.moves", "Review game"), FileAction("chess.rate", "Rate players")),
    "chess.rate": (FileAction("chess.rate", "Rate players"), FileAction("chess.moves", "Review first game")),
    "chess.review": (
        FileAction("chess.review", "Review without engine"),
        FileAction("chess.rate", "Rate players"),
        FileAction("chess.moves", "Review first game"),
    ),
    "jeopardy.review": (FileAction("jeopardy.review", "Review game"),),
    "theory.solve": (FileAction("theory.solve", "Solve game"),),
    "rate.players": (FileAction("rate.players", "Rate players"), FileAction("rate.exam", "Analyse as exam")),
    "sevens.replay": (FileAction("sevens.replay", "Replay game"),),
}
"""Questions for each kind of file. All questions of a row take it in the same field."""
SUPPORTED_FILES = (
    "backgammon matches (.mat, .sgf, .txt, .xg)",
    "chess games (.pgn, analysed ones also .pgn.gz)",
    "Jeopardy! games (J! Archive pages, CSV tables)",
    "decisions (JSON lines, CSV, parquet)",
    "matrix games (JSON, CSV)",
    "Sevens games (JSON logs)",
    "exported libraries",
)
"""The supported kinds of files, in words."""


STRICT_QUESTIONS = {
    "backgammon.review": "a backgammon match (.mat, .sgf, .txt or .xg)",
    "chess.moves": "chess games (.pgn)",
    "chess.rate": "chess games (.pgn) or their decisions (.csv)",
    "chess.review": "analysed chess games (.pgn)",
    "jeopardy.review": "a page of the J! Archive or a table of a game (.csv)",
    "rate.players": "decisions (JSON lines, CSV or parquet)",
    "sevens.replay": "a log of a Sevens game (JSON)",
}
"""Questions whose files are all recognised, and these files in words. Others also read what is not listed above."""
NEVER_READ = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"PK\x03\x04")
"""How pictures, PDF and office documents begin."""


class _FileType(NamedTuple):
    """One kind of file: its test, the question and field that take it, and the reader that describes it."""

    looks: Callable[[Document, str], bool]
    path: str
    field: str
    read: Callable[[Document], str]
    many: bool = False
    alone: str = ""
    """The first question for a file with a single game."""


def detect_file(document: Document) -> DetectedFile:
    """Detect the kind of a file; if it cannot be read, the description says why."""
    head = document.content[:DETECTION_CHARACTERS].decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if not head:
        return DetectedFile(document.name, "empty", wrong=True)
    if re.match(r'\{"(library|item|drill|due)" ?: ?\{', head):
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
    return DetectedFile(document.name, "not a supported file", wrong=True)


def find_misplaced(path: str, document: Document) -> str:
    """Why a file does not belong to a question, what it is and where it belongs; empty if it may belong there."""
    if document.content.startswith(NEVER_READ):
        return f"{document.name} is a picture or an office document; give {_accepted(path)}"
    if path not in STRICT_QUESTIONS:
        return ""
    detected = detect_file(document)
    rated_before = (path, detected.path) == ("chess.rate", "rate.players")
    belongs = path in {each.path for each in FILE_ACTIONS.get(detected.path, ())}
    if belongs or rated_before or _is_readable(path, document):
        return ""
    if detected.wrong or not detected.path:
        return f"{document.name}: {detected.words}; give {_accepted(path)}"
    entry = BY_PATH[detected.path]
    group = GROUPS[entry.group]
    tab = group.tabs.get(entry.name, entry.name.replace("-", " ").capitalize())
    return f"{document.name} has {detected.words}; open it at {group.title}, {tab}, or give {_accepted(path)}"


def _is_readable(path: str, document: Document) -> bool:
    """Whether the reader of the question's own kind of file reads it."""
    for kind in FILE_TYPES:
        if path in {each.path for each in FILE_ACTIONS[kind.path]}:
            try:
                return bool(kind.read(document))
            except InputError:
                continue
    return False


def _accepted(path: str) -> str:
    """The files that a question takes, in words."""
    return STRICT_QUESTIONS.get(path, "a text file")


def _describe_match(document: Document) -> str:
    from kibitz.games.backgammon.notation.match_file import load_match

    match, _ = load_match(document)
    length = f"match to {match.length}" if match.length else "money session"
    return f"{length}, {format_count(len(match.games), 'game')}"


def _describe_games(document: Document) -> str:
    from kibitz.games.chess.scoresheet import decode_text, split_games

    result = sum(1 for sheet in split_games(decode_text(document.content)[0]) if sheet.words)
    if not result:
        raise InputError("contains no chess moves")
    return format_count(result, "game")


def _describe_evaluated_games(document: Document) -> str:
    from kibitz.games.chess.annotated_games import stream_games

    result = sum(1 for game in stream_games(document) if game.n_evaluated)
    if not result:
        raise InputError("contains no chess moves with evaluations")
    return f"{format_count(result, 'game')} with evaluations"


def _describe_recorded_game(document: Document) -> str:
    from kibitz.games.jeopardy.archive.game_file import load_recorded_game

    game = load_recorded_game(document)
    return f"recorded game, {format_count(len(game.clues), 'clue')}{', aired ' + game.date if game.date else ''}"


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
    return f"Sevens game, {format_count(len(log.rounds), 'round')}"


def _header(head: str) -> set[str]:
    """The names in the first line of a table."""
    return {re.sub(r"[\s_\"]+", " ", name).strip().lower() for name in re.split(r"[,;\t]", head.partition("\n")[0])}


_MATCH_FILE = re.compile(
    r"^\s*\d{1,6}\s+point\s+match|^\s*Game\s+1\s*$|\ARGMH|\A\(\s*;[^()]*?GM\s*\[\s*6\s*\]"
    r"|^The score \(after \d+ games?\) is: ",
    re.IGNORECASE | re.MULTILINE,
)
"""The beginning of a backgammon match: .mat, eXtreme Gammon, SGF, or text of GNU Backgammon."""
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
        lambda document, head: bool(_MATCH_FILE.search(head)) and not head.startswith("[Event "),
        "backgammon.review",
        "match",
        _describe_match,
    ),
    _FileType(
        lambda document, head: (
            document.name.lower().endswith((".pgn.gz", ".pgn.zst"))
            or (bool(re.match(r'\[\w+ "|1\. ?[a-hNBRQKO]', head)) and "[%eval " in head)
        ),
        "chess.review",
        "games",
        _describe_evaluated_games,
        many=True,
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
        "theory.solve",
        "file",
        _describe_matrix,
    ),
)
"""The supported kinds of files, in the order of detection."""

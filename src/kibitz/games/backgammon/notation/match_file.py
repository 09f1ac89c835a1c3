"""Match files of any supported format: the content decides, not the suffix.

.mat files of servers and programs, SGF and text of GNU Backgammon and .xg of eXtreme Gammon.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.backgammon.match.record import MatchRecord, replay
from kibitz.games.backgammon.notation.mat import decode_mat, parse_readable_mat

FORMATS = ".mat, .sgf or .txt of GNU Backgammon or .xg of eXtreme Gammon"
"""The supported formats, in words."""
MIN_LEGAL_EVENTS = 4
"""Events before the first illegal one that make the beginning of a first game worth reviewing."""
OTHER_FILES = {
    b"SQLite format 3": "a database",
    b"%PDF": "a PDF document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"PK\x03\x04": "a ZIP archive; unpack it first",
}
"""What people also drop, by the first bytes."""


def load_match(document: Document) -> tuple[MatchRecord, str]:
    """The games of a file before the first that cannot be read or replayed, and the reason; empty if all can.

    Of a faulty first game, its beginning counts. Raises `InputError` if there is none.
    """
    content = document.content
    if document.suffix == ".xgp":
        raise InputError(f"match: {document.name} holds one position; copy its XGID in eXtreme Gammon and paste that")
    for start, name in OTHER_FILES.items():
        if content.startswith(start):
            raise InputError(f"match: {document.name} is {name}; give a match as {FORMATS}")
    match, reason = _parse(content)
    for index, game in enumerate(match.games):
        legal = 0
        try:
            for _ in replay(match, index):
                legal += 1
        except InputError as error:
            if index:
                return replace(match, games=match.games[:index]), str(error)
            if legal < MIN_LEGAL_EVENTS:
                raise
            begun = replace(game, events=game.events[:legal], winner=-1, points=0)
            return replace(match, games=(begun,)), str(error)
    return match, reason


def _parse(content: bytes) -> tuple[MatchRecord, str]:
    from kibitz.games.backgammon.notation.gnubg_text import is_gnubg_text, parse_gnubg_text
    from kibitz.games.backgammon.notation.sgf import parse_sgf
    from kibitz.games.backgammon.notation.xg_file import is_xg_file, parse_xg

    if is_xg_file(content):
        return parse_xg(content), ""
    text = decode_mat(content)
    if is_sgf(text):
        return parse_sgf(text), ""
    if is_gnubg_text(text):
        return parse_gnubg_text(text), ""
    try:
        return parse_readable_mat(text)
    except InputError as error:
        if "no match found" not in str(error) and re.search(r"(?im)^[ \t]{0,80}\d{1,6} {1,80}point +match", text):
            raise
        raise InputError(f"match: found no backgammon match; give one as {FORMATS}") from None


def is_sgf(text: str) -> bool:
    """Whether a text is a game tree of backgammon in SGF."""
    return (
        text.lstrip().startswith("(")
        and text.lstrip()[1:].lstrip().startswith(";")
        and bool(re.search(r"GM\s*\[\s*6\s*\]", text[:2_000]))
    )

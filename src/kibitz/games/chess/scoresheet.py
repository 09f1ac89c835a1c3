"""PGN text split into games, each with its tags and the words of its main line.

Files come from many sources, so blank lines, line ends and tag sections may be missing or doubled. A game ends with its
result or where the next tag section begins. What cannot be read is reported, never dropped silently.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*", "1/2": "1/2-1/2", "½-½": "1/2-1/2"}
NULL_MOVES = {"--", "Z0", "0000", "@@@@", "null", "pass"}
_SIGNS = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟\N{EN DASH}", "KQRBNP" * 2 + "-", "\N{VARIATION SELECTOR-15}")
"""Figurines as letters, and the dash of castling."""

_TOKEN = re.compile(
    r"""
    (?P<tag>\[\s*(?P<name>[A-Za-z0-9][\w+\#=:-]*)\s+"(?P<value>[^\n]{0,2000}?)(?<!\\)"\s*\])
    |(?P<wrong_tag>^\[(?!%)[^\n]*)
    |(?P<escape>^%[^\n]*)
    |(?P<brace>\{)
    |(?P<rest>;[^\n]*)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<nag>\$\d+)
    |(?P<word>[^\s{}();\[\]$]+)
    """,
    re.VERBOSE | re.MULTILINE,
)
_NEXT_GAME = re.compile(r'^\[Event\s+"|\n[ \t]*\n\[[A-Za-z0-9]\w*\s+"', re.MULTILINE)
_NUMBER = re.compile(r"\d+(?:\.+|…)?")
_SYMBOL = re.compile(r"[+\-=/~∞±∓⩲⩱→↑⇆!?#.,:'\"|_^&<>*□○⊙⟳N]+|e\.?p\.?")
_SQUARE = re.compile(r"[a-h][1-8]")
_AT_MOVE = re.compile(r"\d+(?:\.+|…)")
_MARKS = "+#!?=~□"
_EN_PASSANT = ("e.p.", "ep.", "e.p", "ep")
_LONGEST = max(map(len, (*RESULTS, *NULL_MOVES)))
_MAX_STRANGE_WORDS = 8


@dataclass(slots=True)
class Scoresheet:
    """One game as written: tags, words of the main line, the result after them, and what was odd.

    ``error`` says why the game cannot be used, ``notes`` what was odd in it.
    """

    tags: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    result: str = ""
    error: str = ""
    notes: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)

    @property
    def has_moves(self) -> bool:
        """Whether anything of the moves was seen."""
        return bool(self.words or self.result or self.error)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing that could be a game."""
        return not (self.tags or self.words or self.error)


def decode_text(data: bytes) -> tuple[str, int]:
    """The text of a file with plain line ends, and the number of lines that are not UTF-8: they are read as
    Windows-1252."""
    text, recoded = _text(data)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " "), recoded


def _text(data: bytes) -> tuple[str, int]:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), 0
    head = data[:2_000]
    for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        # Without a byte order mark, UTF-16 is recognised because every other byte of English text is zero.
        if len(head) > 8 and head[start::2].count(0) > 0.4 * len(head[start::2]):
            return data.decode(encoding, "replace"), 0
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8"), 0
    except UnicodeDecodeError:
        pass
    lines, recoded = [], 0
    for line in re.split(rb"(?<=\n)|(?<=\r)(?!\n)", data):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            try:
                lines.append(line.decode("cp1252"))
            except UnicodeDecodeError:
                lines.append(line.decode("latin-1"))
            recoded += 1
    return "".join(lines), recoded


def split_games(text: str) -> Iterator[Scoresheet]:
    """The games of a text in order."""
    sheet, depth, at = Scoresheet(), 0, 0
    last_brace = text.rfind("}")
    while (token := _TOKEN.search(text, at)) is not None:
        at = token.end()
        match token.lastgroup:
            case "brace":
                # Searching only to the end of the comment keeps the time linear in the length of the text.
                closed = text.find("}", at) if at <= last_brace else len(text)
                following = _NEXT_GAME.search(text, at, closed)
                if following or closed == len(text):
                    sheet.error = sheet.error or "a comment is not closed"
                    at = following.start() if following else closed
                else:
                    at = closed + 1
            case "open":
                depth += 1
            case "close":
                depth = max(depth - 1, 0)
            case "tag":
                if sheet.has_moves or depth:
                    yield from _finish_sheet(sheet, depth)
                    sheet, depth = Scoresheet(), 0
                sheet.tags[token["name"]] = token["value"].replace('\\"', '"').replace("\\\\", "\\")
            case "wrong_tag":
                sheet.notes.append(f"a tag cannot be read: {token[0][:40]}")
            case "word" if depth == 0:
                for word in _words(token[0]):
                    if sheet.result and (_NUMBER.fullmatch(word) or _SQUARE.search(word)):
                        yield from _finish_sheet(sheet, depth)
                        sheet = Scoresheet()
                    _take(sheet, word)
    yield from _finish_sheet(sheet, depth)


def _finish_sheet(sheet: Scoresheet, depth: int) -> Iterator[Scoresheet]:
    if depth:
        sheet.error = sheet.error or "a variation is not closed"
    if sheet.strange:
        more = " and more" if len(sheet.strange) > _MAX_STRANGE_WORDS else ""
        sheet.notes.append(f"words that are not moves: {', '.join(sheet.strange[:_MAX_STRANGE_WORDS])}{more}")
    if not sheet.is_empty:
        yield sheet


def _words(token: str) -> Iterator[str]:
    """The single words of a token: a move number may be joined to its move, ``12.Nf3``."""
    token = token.translate(_SIGNS)
    at = 0
    while at < len(token):
        rest = token[at : at + _LONGEST + 1]
        number = None if rest in RESULTS or rest in NULL_MOVES else _AT_MOVE.match(token, at)
        if number is None:
            yield token[at:]
            return
        yield number[0]
        at = number.end()


def _strip_annotations(word: str) -> str:
    """A move without annotations, such as ``+``, ``!?`` or ``e.p.``."""
    while word:
        bare = word.rstrip(_MARKS)
        bare = next((bare.removesuffix(mark) for mark in _EN_PASSANT if bare.endswith(mark)), bare)
        if bare == word:
            break
        word = bare
    return word


def _take(sheet: Scoresheet, word: str) -> None:
    """Add a word to the sheet: a move, the result, or something odd."""
    if word in RESULTS:
        sheet.result = sheet.result or RESULTS[word]
        return
    if _NUMBER.fullmatch(word) and word not in NULL_MOVES:
        return
    move = _strip_annotations(word) if word not in NULL_MOVES else word
    castling = re.fullmatch(r"([0Oo])-\1(-\1)?", move)
    if castling:
        sheet.words.append("O-O-O" if castling[2] else "O-O")
    elif move in NULL_MOVES:
        sheet.words.append("--")
    elif _SQUARE.search(move):
        sheet.words.append(move)
    elif not _SYMBOL.fullmatch(word) and len(sheet.strange) <= _MAX_STRANGE_WORDS:
        sheet.strange.append(repr(word[:20]))

"""The cells of a saved page, found in one pass that neither nests nor goes back, whatever the page holds.

Pages of the J! Archive carry half of what matters inside attributes, as escaped markup or, saved by some programs, as
plain markup with its quotes; a parser of proper HTML loses it there. So the page is unescaped as a whole and then read
as a row of tags. Every character is looked at a bounded number of times: the standard library's parser takes quadratic
time on some malformed pages. Nothing is executed and nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from kibitz.core.errors import InputError

MAX_PAGE = 4_000_000
"""Characters of a page; a game takes 80,000."""
_LONG_ENTITY = re.compile(r"&#([xX]?[0-9a-fA-F]{12})")
MAX_CELL = 4_000
"""Characters kept of a cell or heading."""

_TOKEN = re.compile(r"<(?:(/?)([a-zA-Z][a-zA-Z0-9]{0,15})([^<>]*)>)?([^<]*)")
_ATTRIBUTE = re.compile(r"""\b(class|id)\s*=\s*\\?["']?([\w \-]{1,80})""")
_CELLS = frozenset({"td", "th"})
_HEADINGS = frozenset({"h1", "h2", "h3", "title"})


@dataclass(frozen=True, slots=True)
class PagePiece:
    """A cell or heading with its text, or the beginning of a part of the page (``div``) or of a clue (``clue``).

    ``hint`` is whatever stood in the tag and before the first tag inside it, where old pages name their clues.
    """

    kind: str
    name: str = ""
    id: str = ""
    text: str = ""
    hint: str = ""


def iter_pieces(page: str) -> Iterator[PagePiece]:
    """The pieces of a page in their order."""
    if len(page) > MAX_PAGE:
        raise InputError(f"page: must have at most {MAX_PAGE // 1_000_000} million characters")
    kind = name = id_ = hint = ""
    text: list[str] = []
    size = 0
    for match in _TOKEN.finditer(_unescape(_without_scripts(page))):
        closing, tag, attributes, after = match[1], (match[2] or "").lower(), match[3] or "", match[4]
        if tag in _CELLS or tag in _HEADINGS:
            if kind:
                yield PagePiece(kind, name, id_, _clean(text), hint)
                kind, text, size = "", [], 0
            if not closing:
                kind, hint = ("cell" if tag in _CELLS else tag), ""
                result = dict(_ATTRIBUTE.findall(attributes))
                name, id_ = result.get("class", "").strip(), result.get("id", "").strip()
                if name == "clue":
                    yield PagePiece("clue")
        elif "clue_" in attributes or not tag:
            where = attributes if tag else after
            if "clue_" in where:
                yield PagePiece("mention", hint=where[:200])
        if tag == "div" and not closing:
            result = dict(_ATTRIBUTE.findall(attributes))
            if result.get("id"):
                yield PagePiece("div", id=result["id"].strip())
        if kind and tag and size < MAX_CELL and (after or tag == "br"):
            text.append(" " + after[:MAX_CELL] if tag == "br" else after[:MAX_CELL])
            size += len(text[-1])
    if kind:
        yield PagePiece(kind, name, id_, _clean(text), hint)


def _clean(text: list[str]) -> str:
    return " ".join(_unescape("".join(text)).replace("\\'", "'").replace('\\"', '"').split())[:MAX_CELL]


def _unescape(text: str) -> str:
    """Text with its entities read; a number of very many digits, on which the library fails, is left as it is."""
    return unescape(_LONG_ENTITY.sub(r"&amp;#\1", text))


def _without_scripts(page: str) -> str:
    """The page without scripts, styles and comments; one that never ends takes the rest with it."""
    for start, end in (("<!--", "-->"), ("<script", "</script"), ("<style", "</style")):
        parts, lower, at = [], page.lower(), 0
        if len(lower) != len(page):  # a letter whose small form is longer
            lower = page
        while (result := lower.find(start, at)) >= 0:
            parts.append(page[at:result])
            at = lower.find(end, result)
            if at < 0:
                at = len(page)
                break
            at += len(end)
        page = "".join([*parts, page[at:]])
    return page

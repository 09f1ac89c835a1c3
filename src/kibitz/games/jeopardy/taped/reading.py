"""A document with a taped game, whichever form it has."""

from __future__ import annotations

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.taped.game import TapedGame
from kibitz.games.jeopardy.taped.markup import MAX_PAGE
from kibitz.games.jeopardy.taped.page import parse_page
from kibitz.games.jeopardy.taped.table import parse_table


def read_taped(document: Document) -> TapedGame:
    """The game in a saved page of the J! Archive or in a table (a name ending in .csv)."""
    if len(document.content) > 4 * MAX_PAGE:
        raise InputError(f"{document.name}: pages of at most {MAX_PAGE // 1_000_000} MB are accepted")
    text = document.read_text()
    return (parse_table if document.suffix == ".csv" else parse_page)(text, document.name)

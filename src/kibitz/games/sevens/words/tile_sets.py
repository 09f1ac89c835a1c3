"""Tile sets by language, from the published letter distributions of Scrabble, and from a file of 26 lines.

Blanks are left out. kibitz plays with the letters A to Z, so that accents fold to their letter: the German tiles Ä, Ö
and Ü count as A, O and U, and the Spanish Ñ as N, each with the points of its letter. The Spanish tiles CH, LL and RR
are left out; words with them take two tiles.
"""

from __future__ import annotations

from collections.abc import Container

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.sevens.words.tiles import LETTERS, SCRABBLE, TileSet

PUBLISHED_TILES = {
    "french": {
        1: "E15 A9 I8 N6 O6 R6 S6 T6 U6 L5",
        2: "D3 M3 G2",
        3: "B2 C2 P2",
        4: "F2 H2 V2",
        8: "J1 Q1",
        10: "K1 W1 X1 Y1 Z1",
    },
    "german": {
        1: "E15 N9 S7 I6 R6 T6 U6 A5 D4",
        2: "H4 G3 L3 O3",
        3: "M4 B2 W1 Z1",
        4: "C2 F2 K2 P1",
        6: "Ä1 J1 Ü1 V1",
        8: "Ö1 X1",
        10: "Q1 Y1",
    },
    "spanish": {
        1: "A12 E12 O9 I6 S6 N5 L4 R5 U5 T4",
        2: "D5 G2",
        3: "C4 B2 M2 P2",
        4: "H2 F1 V1 Y1",
        5: "CH1 Q1",
        8: "J1 LL1 Ñ1 RR1 X1",
        10: "Z1",
    },
}
"""Copies of each tile, by what it scores; 100, 100 and 98 lettered tiles."""
FOLDED_TILES = {"Ä": "A", "Ö": "O", "Ü": "U", "Ñ": "N", "CH": "", "LL": "", "RR": ""}
"""The letter that a tile outside A to Z counts as; none for tiles of two letters."""


COMMON_WORDS = {
    "english": "THE WITH YOU THEY WHAT THIS FROM HAVE",
    "french": "AVEC VOUS NOUS DANS POUR QUE ELLE LEUR",
    "german": "UND NICHT DER IST SICH AUCH ABER WIR",
    "spanish": "LOS LAS POR MUY ELLA PERO COMO ESTA",
}
"""Common words that the other languages lack, mostly; they tell the language of a list."""
MIN_COMMON_WORDS = 3
"""Common words that a list must have to be of a language."""


def parse_published(tiles: dict[int, str]) -> dict[str, tuple[int, int]]:
    """Copies and points of each tile."""
    result = {}
    for points, text in tiles.items():
        for tile in text.split():
            name = tile.rstrip("0123456789")
            result[name] = (int(tile[len(name) :]), points)
    return result


def fold_tiles(tiles: dict[str, tuple[int, int]]) -> TileSet:
    """The tiles on the letters A to Z."""
    counts, points = dict.fromkeys(LETTERS, 0), dict.fromkeys(LETTERS, 0)
    for name, (copies, worth) in tiles.items():
        letter = FOLDED_TILES.get(name, name)
        if letter:
            counts[letter] += copies
            points[letter] = worth if letter == name else points[letter]
    return TileSet(tuple(counts.values()), tuple(points.values()))


TILE_SETS = {
    "english": SCRABBLE,
    **{language: fold_tiles(parse_published(text)) for language, text in PUBLISHED_TILES.items()},
}


def parse_tiles(document: Document) -> TileSet:
    """Tiles from a file of 26 lines, A to Z in any order: letter, copies and points, such as ``E 12 1``."""
    counts, points = dict.fromkeys(LETTERS, -1), dict.fromkeys(LETTERS, 0)
    for number, line in enumerate(document.read_text().splitlines(), start=1):
        cells = line.replace(",", " ").replace(";", " ").upper().split()
        if not cells:
            continue
        letter, *numbers = cells
        if letter not in counts or len(numbers) != 2 or not all(n.isascii() and n.isdigit() for n in numbers):
            raise InputError(
                f"{document.name}, line {number}: give a letter, its copies and its points, such as E 12 1, not "
                f"{line.strip()[:40]!r}"
            )
        if counts[letter] >= 0:
            raise InputError(f"{document.name}, line {number}: {letter} has a line already")
        counts[letter], points[letter] = (int(n[:4]) for n in numbers)
    if missing := [letter for letter, copies in counts.items() if copies < 0]:
        raise InputError(
            f"{document.name}: give one line for each letter from A to Z; no line for {', '.join(missing)}"
        )
    return TileSet(tuple(counts.values()), tuple(points.values()))


def find_tiles(name: str, document: Document | None = None) -> TileSet:
    """The tile set of a language, or of a file."""
    return TILE_SETS[name] if document is None else parse_tiles(document)


def warn_of_language(words: Container[str], tiles: TileSet) -> str:
    """A warning where the words are of one language and the tiles of another.

    A list has the language of which it has the most common words, at least three and more than of any other.
    """
    hits = {name: sum(word in words for word in text.split()) for name, text in COMMON_WORDS.items()}
    first, second = sorted(hits.values(), reverse=True)[:2]
    language = max(hits, key=hits.__getitem__)
    played = next((name for name, each in TILE_SETS.items() if each == tiles), language)
    if first < MIN_COMMON_WORDS or first == second or played == language:
        return ""
    return f"The words are {language.capitalize()} and the tiles {played.capitalize()}: choose {language} tiles."

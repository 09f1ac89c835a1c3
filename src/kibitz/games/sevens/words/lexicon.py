"""The index of a word list: anagram classes with their words and scores, and the lattice of racks below them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.games.sevens.words.lattice import Int32Array, Lattice, build_lattice
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE, IntArray, TileSet, counts_of, key_of, keys_of
from kibitz.games.sevens.words.wordlist import WordList, list_source

SEVEN_LETTER_BONUS = 50
"""Default bonus of a seven-letter word, in addition to its letter points."""
MAX_CACHED_RACKS = 4_000
"""Number of racks whose classes are cached, and the most classes of such a rack: at most some 64 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """A word list ready for play.

    Classes are ordered by length, then key; ``letters`` holds one row of letters 1 to 26 a class. The words of class
    ``i`` are ``spelt[starts[i] : starts[i + 1]]``. ``slots`` writes each of the seven letters
    of those classes as eight times its number plus which copy of it this is, and ``copies[letter]`` counts a letter
    in each; ``class_copies`` has one row of 26 counts per class. ``digest`` names the words, whatever file they came
    in. ``left_out`` says how many lines of the file were left out, and why.
    """

    source: str
    digest: str
    tiles: TileSet
    keys: IntArray
    spelt: NDArray[np.bytes_]
    starts: IntArray
    points: Int32Array
    lattice: Lattice
    bonus: int = SEVEN_LETTER_BONUS
    left_out: str = ""
    letters: NDArray[np.uint8] = field(init=False)
    slots: NDArray[np.uint8] = field(init=False)
    class_copies: NDArray[np.int8] = field(init=False)
    copies: NDArray[np.int8] = field(init=False)
    _best: dict[str, tuple[int, str]] = field(init=False, default_factory=dict)
    _held: dict[str, Int32Array] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        letters = np.empty((len(self.keys), RACK_SIZE), dtype=np.uint8)
        for place in range(RACK_SIZE):
            letters[:, place] = self.keys >> 5 * (RACK_SIZE - 1 - place) & 31
        object.__setattr__(self, "letters", letters)
        object.__setattr__(self, "slots", _slots(letters[self.sevens :]))
        object.__setattr__(self, "class_copies", _class_copies(letters))
        object.__setattr__(self, "copies", np.ascontiguousarray(self.class_copies[self.sevens :].T))
        lattice = self.lattice
        for array in (
            self.keys,
            self.spelt,
            self.starts,
            self.points,
            letters,
            self.slots,
            self.copies,
            lattice.keys,
            lattice.best,
            lattice.child,
        ):
            array.setflags(write=False)  # Players share the lexicon and must not change what a word scores.

    @property
    def provenance(self) -> tuple[tuple[str, str], ...]:
        """The list for the provenance of an answer, with the lines that were left out."""
        return (("words", self.source), *((("left out", self.left_out),) if self.left_out else ()))

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about lines that were left out and tiles of another language, for answers that use the list."""
        from kibitz.games.sevens.words.tile_sets import warn_of_language

        left_out = f"{self.source}: {self.left_out}." if self.left_out else ""
        return tuple(filter(None, (left_out, warn_of_language(self, self.tiles))))

    @property
    def n_words(self) -> int:
        return len(self.spelt)

    @property
    def sevens(self) -> int:
        """The number of the first seven-letter class."""
        return int(np.searchsorted(self.keys, RACK_SIZE << 35))

    @property
    def n_classes(self) -> int:
        return len(self.keys)

    @property
    def seven_letters(self) -> NDArray[np.uint8]:
        """Letters of the seven-letter classes, one row each."""
        return self.letters[self.sevens :]

    def spell(self, seven: int) -> tuple[str, ...]:
        """The words of a seven-letter class, counted from the first of them."""
        return self.spellings(self.sevens + seven)

    def spellings(self, number: int) -> tuple[str, ...]:
        """The words of a class, in alphabetical order."""
        words = self.spelt[self.starts[number] : self.starts[number + 1]].tolist()
        return tuple(word.decode("ascii") for word in words)

    def lengths(self) -> dict[int, int]:
        """How many words there are of each length."""
        counts = np.bincount(self.keys >> 35, weights=np.diff(self.starts), minlength=RACK_SIZE + 1)
        return {length: int(counts[length]) for length in range(2, RACK_SIZE + 1)}

    def containing(self, rack: str) -> Int32Array:
        """The seven-letter classes that contain these letters, repeats counted; they are numbered from 0."""
        result = self._held.get(rack)
        if result is None:
            counts = counts_of(rack)
            needed = np.flatnonzero(counts)
            fits = (self.copies[needed] >= counts[needed, None]).all(axis=0)
            result = np.flatnonzero(fits).astype(np.int32)
            if len(self._held) >= MAX_CACHED_RACKS:
                self._held.clear()
            if len(result) <= MAX_CACHED_RACKS:
                self._held[rack] = result
        return result

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.score(word) > 0

    def score(self, word: str) -> int:
        """What a word earns, bonus included; 0 if it is not in the list."""
        return self._score(word) if word in self.words_of("".join(sorted(word))) else 0

    def words_of(self, rack: str) -> tuple[str, ...]:
        """The words that use exactly these letters."""
        if not 0 < len(rack) <= RACK_SIZE:
            return ()
        key = key_of(rack)
        place = int(np.searchsorted(self.keys, key))
        return self.spellings(place) if place < len(self.keys) and self.keys[place] == key else ()

    def best_word(self, rack: str) -> tuple[int, str]:
        """Score and spelling of the best word in a rack of at most seven letters; ``(0, "")`` if there is none."""
        result = self._best.get(rack)
        if result is None:
            result = self._best[rack] = self._search(rack)
        return result

    def increment(self, rack: str, letter: str) -> int:
        """By how much one more letter raises the score of the best word (section 3.1)."""
        return self.best_word("".join(sorted(rack + letter)))[0] - self.best_word(rack)[0]

    def _score(self, word: str) -> int:
        return self.tiles.worth(word) + (self.bonus if len(word) == RACK_SIZE else 0)

    def _search(self, rack: str) -> tuple[int, str]:
        keys = [
            key_of("".join(rack[i] for i in range(len(rack)) if mask >> i & 1)) for mask in range(1, 2 ** len(rack))
        ]
        if not keys:
            return 0, ""
        wanted = np.array(keys, dtype=np.int64)
        places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        hits = places[self.keys[places] == wanted]
        if not len(hits):
            return 0, ""
        best = hits[np.argmax(self.points[hits])]
        return int(self.points[best]), self.spelt[self.starts[best]].decode("ascii")


def build_lexicon(words: WordList, tiles: TileSet = SCRABBLE, bonus: int = SEVEN_LETTER_BONUS) -> Lexicon:
    """Anagram classes, scores and the lattice of a word list."""
    matrix = words.spelt.view(np.uint8).reshape(len(words), RACK_SIZE)
    matrix = np.where(matrix > 0, matrix - 64, 27)
    matrix.sort(axis=1)
    matrix[matrix == 27] = 0
    keys = keys_of(matrix)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    letters, classes = matrix[order[starts]], keys[starts]
    worth = np.array((0, *tiles.points), dtype=np.int32)
    points = worth[letters].sum(axis=1, dtype=np.int32) + np.where(letters[:, -1] > 0, bonus, 0).astype(np.int32)
    return Lexicon(
        source=words.source,
        digest=words.digest(),
        tiles=tiles,
        keys=classes,
        spelt=words.spelt[order],
        starts=np.append(starts, len(keys)),
        points=points,
        lattice=build_lattice(classes, points),
        bonus=bonus,
        left_out=words.left_out,
    )


def _class_copies(letters: NDArray[np.uint8]) -> NDArray[np.int8]:
    result, rows = np.zeros((len(letters), 27), dtype=np.int8), np.arange(len(letters))
    for column in letters.T:
        result[rows, column] += 1
    return result[:, 1:]


def _slots(sevens: NDArray[np.uint8]) -> NDArray[np.uint8]:
    copy, slots = np.ones(len(sevens), dtype=np.uint8), np.empty_like(sevens)
    for place in range(RACK_SIZE):
        if place:
            copy = np.where(sevens[:, place] == sevens[:, place - 1], copy + 1, 1).astype(np.uint8)
        slots[:, place] = (sevens[:, place] - 1) * 8 + copy
    return slots


_LOADED: OrderedDict[str, Lexicon] = OrderedDict()
"""The lexicons of this process, by digest of the files they came in; the most recently used one is last."""
MAX_CACHED_LEXICONS = 4


def load_lexicon(
    document: Document | None = None, tiles: TileSet = SCRABBLE, bonus: int = SEVEN_LETTER_BONUS
) -> Lexicon:
    """The lexicon of the user's list or of the installed one; built once and saved on disk (`index_cache`).

    A process loads it once, however often the list is sent to it.
    """
    source = list_source(document)
    key = sha256(f"{source.digest()} {tiles} {bonus}".encode()).hexdigest()
    result = _LOADED.get(key)
    if result is None:
        from kibitz.games.sevens.words.index_cache import load_index, save_index

        result = load_index(key, tiles, bonus)
        if result is None:
            result = build_lexicon(source.words(tiles), tiles, bonus)
            save_index(key, result)
        _LOADED[key] = result
        while len(_LOADED) > MAX_CACHED_LEXICONS:
            _LOADED.popitem(last=False)
    _LOADED.move_to_end(key)
    return result


def lexicon_of(digest: str, tiles: TileSet = SCRABBLE) -> Lexicon:
    """The lexicon of these words with these tiles: one that this process has loaded, or the installed one."""
    known = (each for each in reversed(_LOADED.values()) if (each.digest, each.tiles) == (digest, tiles))
    result = next(known, None) or load_lexicon(tiles=tiles)
    if result.digest != digest:
        raise InputError(f"words: give the word list with the digest {digest[:20]}, not {result.source}")
    return result

"""The index of a word list: anagram classes, and every rack that can still become a seven-letter word.

The report mined letter-sets level by level (section 2.2, `datamine`); here all sub-multisets of all words are written
down as integers and sorted once. The racks below seven-letter words form a lattice: an edge leads from a rack to the
rack with one more letter. On SCOWL 80 it has 156,312 racks and 767,376 edges.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE, IntArray, TileSet, key_of, keys_of
from kibitz.games.sevens.words.wordlist import WordList, load_words

BONUS = 50
"""Points for a seven-letter word beside its letters, unless the rules say otherwise."""
_ID_BITS = 20
"""Bits for a class beside a key of 38 bits in one sortable integer: a million classes."""

Int32Array = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class LetterSets:
    """Every multiset of letters inside some class, by rising key, with the classes that contain it.

    The classes of set ``i`` are ``classes[first[i] : first[i + 1]]``, in rising order.
    """

    keys: IntArray
    first: IntArray
    classes: Int32Array

    def __len__(self) -> int:
        return len(self.keys)

    def find(self, rack: str) -> int:
        """Where the set stands, or -1."""
        if len(rack) > RACK_SIZE:
            return -1
        key = key_of(rack)
        place = int(np.searchsorted(self.keys, key))
        return place if place < len(self.keys) and self.keys[place] == key else -1

    def containing(self, rack: str) -> Int32Array:
        """The classes that contain these letters, repeats counted."""
        place = self.find(rack)
        return self.classes[self.first[place] : self.first[place + 1]] if place >= 0 else self.classes[:0]


def letter_sets(letters: NDArray[np.uint8]) -> LetterSets:
    """All letter-sets of classes given as rows of letters 1 to 26 in rising order, zeros after them."""
    n = len(letters)
    ids = np.arange(n, dtype=np.int64)
    lengths = (letters > 0).sum(axis=1)
    pairs = []
    for mask in range(2**RACK_SIZE):
        places = [place for place in range(RACK_SIZE) if mask >> place & 1]
        # Rows are sorted by length, so that rows long enough for the mask are a tail of the array.
        start = int(np.searchsorted(lengths, places[-1] + 1)) if places else 0
        key = np.full(n - start, len(places) << 35, dtype=np.int64)
        for shift, place in zip(range(30, -1, -5), places, strict=False):
            key |= letters[start:, place].astype(np.int64) << shift
        pairs.append(key << _ID_BITS | ids[start:])
    entries = np.concatenate(pairs)
    entries.sort()
    # A word with repeated letters yields the same set through several masks.
    entries = entries[np.concatenate([[True], entries[1:] != entries[:-1]])]
    keys = entries >> _ID_BITS
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    classes = (entries & (2**_ID_BITS - 1)).astype(np.int32)
    return LetterSets(keys[starts], np.append(starts, len(keys)), classes)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Racks that some seven-letter class contains, by size and then key, and the edges to one more letter.

    Edges of rack ``i`` are ``first[i] : first[i + 1]`` of ``letter`` (0 for A) and ``child``. ``best`` is the score of
    the best word in the rack, the bonus included when it is full.
    """

    sets: LetterSets
    size: Int32Array
    first: IntArray
    letter: NDArray[np.int8]
    child: Int32Array
    best: Int32Array

    def __len__(self) -> int:
        return len(self.sets)

    def find(self, rack: str) -> int:
        """Where the rack stands, or -1 if no seven-letter word contains it."""
        return self.sets.find(rack)


def _lattice(sevens: NDArray[np.uint8], words: dict[int, int]) -> Lattice:
    """The lattice below the seven-letter classes; ``words`` gives the score of every class by its key."""
    sets = letter_sets(sevens)
    n = len(sets)
    rows = np.stack([sets.keys >> shift & 31 for shift in range(30, -1, -5)], axis=1).astype(np.uint8)
    size = (sets.keys >> 35).astype(np.int32)
    parents = np.full((n, RACK_SIZE), n, dtype=np.int64)
    for place in range(RACK_SIZE):
        # Taking away the first of equal letters only, so that each parent comes once.
        has = rows[:, place] > 0
        if place:
            has &= rows[:, place] != rows[:, place - 1]
        without = np.delete(rows[has], place, axis=1)
        parents[has, place] = np.searchsorted(sets.keys, keys_of(np.pad(without, ((0, 0), (0, 1)))))
    child, taken = np.nonzero(parents < n)
    order = np.argsort(parents[child, taken] * 32 + rows[child, taken], kind="stable")
    child, taken = child[order], taken[order]
    first = np.searchsorted(parents[child, taken], np.arange(n + 1))
    best = np.zeros(n + 1, dtype=np.int32)
    keys = np.fromiter(words.keys(), dtype=np.int64, count=len(words))
    own = np.searchsorted(sets.keys, keys)
    inside = sets.keys[np.minimum(own, n - 1)] == keys
    best[own[inside]] = np.fromiter(words.values(), dtype=np.int32, count=len(words))[inside]
    for level in range(1, RACK_SIZE + 1):
        nodes = slice(int(np.searchsorted(size, level)), int(np.searchsorted(size, level + 1)))
        best[:-1][nodes] = np.maximum(best[:-1][nodes], best[parents[nodes]].max(axis=1))
    letter = (rows[child, taken] - 1).astype(np.int8)
    return Lattice(sets, size, first, letter, child.astype(np.int32), best[:-1].copy())


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """A word list ready for play.

    Classes are ordered by length, then key; ``letters`` holds one row of letters 1 to 26 a class. ``sevens`` is the
    number of the first seven-letter class; the lattice counts them from 0. ``slots`` writes each of the seven letters
    of those classes as eight times its number plus which copy of it this is, and ``copies[letter]`` counts a letter
    in each. ``digest`` names the words, whatever file they came in.
    """

    source: str
    digest: str
    tiles: TileSet
    n_words: int
    keys: IntArray
    spellings: tuple[tuple[str, ...], ...]
    letters: NDArray[np.uint8]
    points: Int32Array
    sevens: int
    lattice: Lattice
    slots: NDArray[np.uint8]
    copies: NDArray[np.int8]
    bonus: int = BONUS
    _best: dict[str, tuple[int, str]] = field(default_factory=dict)

    @property
    def n_classes(self) -> int:
        return len(self.keys)

    @property
    def seven_letters(self) -> NDArray[np.uint8]:
        """Letters of the seven-letter classes, one row each."""
        return self.letters[self.sevens :]

    def spell(self, seven: int) -> tuple[str, ...]:
        """The words of a seven-letter class, counted from the first of them."""
        return self.spellings[self.sevens + seven]

    def score(self, word: str) -> int:
        """What a word earns, bonus included; 0 if it is not in the list."""
        return self._score(word) if word in self.words_of("".join(sorted(word))) else 0

    def words_of(self, rack: str) -> tuple[str, ...]:
        """The words that use exactly these letters."""
        if not 0 < len(rack) <= RACK_SIZE:
            return ()
        key = key_of(rack)
        place = int(np.searchsorted(self.keys, key))
        return self.spellings[place] if place < len(self.keys) and self.keys[place] == key else ()

    def best_word(self, rack: str) -> tuple[int, str]:
        """Score and spelling of the best word in a rack of at most seven letters; ``(0, "")`` if there is none."""
        found = self._best.get(rack)
        if found is None:
            found = self._best[rack] = self._search(rack)
        return found

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
        return int(self.points[best]), self.spellings[int(best)][0]


def build_lexicon(words: WordList, tiles: TileSet = SCRABBLE, bonus: int = BONUS) -> Lexicon:
    """Anagram classes, scores and the lattice of a word list."""
    matrix = np.zeros((len(words), RACK_SIZE), dtype=np.uint8)
    flat = np.array(words.words, dtype=f"S{RACK_SIZE}").view(np.uint8).reshape(len(words), RACK_SIZE)
    matrix[:] = np.where(flat > 0, flat - 64, 27)
    matrix.sort(axis=1)
    matrix[matrix == 27] = 0
    keys = keys_of(matrix)
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.concatenate([[True], keys[order][1:] != keys[order][:-1]]))
    ordered = [words.words[i] for i in order.tolist()]
    bounds = [*starts.tolist(), len(ordered)]
    spellings = tuple(tuple(ordered[low:high]) for low, high in pairwise(bounds))
    letters = matrix[order[starts]]
    classes = keys[order[starts]]
    worth = np.array((0, *tiles.points), dtype=np.int32)
    points = worth[letters].sum(axis=1, dtype=np.int32) + np.where(letters[:, -1] > 0, bonus, 0).astype(np.int32)
    sevens = int(np.searchsorted(classes, RACK_SIZE << 35))
    lattice = _lattice(letters[sevens:], dict(zip(classes.tolist(), points.tolist(), strict=True)))
    slots, copies = _slots(letters[sevens:])
    arrays = (classes, letters, points, slots, copies, lattice.best, lattice.child, lattice.sets.keys)
    for array in arrays:
        array.setflags(write=False)  # Players hold the lexicon too and must not be able to change what a word scores.
    return Lexicon(
        words.source,
        words.digest(),
        tiles,
        len(words),
        classes,
        spellings,
        letters,
        points,
        sevens,
        lattice,
        slots,
        copies,
        bonus,
    )


def _slots(sevens: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    copy = np.ones(len(sevens), dtype=np.uint8)
    slots = np.empty_like(sevens)
    for place in range(RACK_SIZE):
        if place:
            copy = np.where(sevens[:, place] == sevens[:, place - 1], copy + 1, 1).astype(np.uint8)
        slots[:, place] = (sevens[:, place] - 1) * 8 + copy
    return slots, np.stack([(sevens == letter).sum(axis=1) for letter in range(1, 27)]).astype(np.int8)


_LOADED: OrderedDict[tuple[object, ...], Lexicon] = OrderedDict()
"""The lexicons of this process, by digest of the document they came in; the one used last stands last."""
KEPT = 4


def load_lexicon(document: Document | None = None, tiles: TileSet = SCRABBLE, bonus: int = BONUS) -> Lexicon:
    """The lexicon of a list of one's own or of the installed one; built once a process, however often it is sent."""
    content = None if document is None else (document.name, sha256(document.content).digest())
    key = (content, tiles, bonus)
    found = _LOADED.get(key)
    if found is None:
        found = _LOADED[key] = build_lexicon(load_words(document, tiles), tiles, bonus)
        while len(_LOADED) > KEPT:
            _LOADED.popitem(last=False)
    _LOADED.move_to_end(key)
    return found


def lexicon_of(digest: str) -> Lexicon:
    """The lexicon of these words: one that this process has loaded, or the installed one."""
    known = (lexicon for lexicon in reversed(_LOADED.values()) if lexicon.digest == digest)
    found = next(known, None) or load_lexicon()
    if found.digest != digest:
        raise InputError(f"words: the list with the digest {digest[:20]} is needed, not {found.source}")
    return found

"""The word list in use, and the players that can take a seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_count
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.games.sevens.questions import lists as questions

BLANK = "?"
MAX_BLANKS = 2
MAX_ROWS = 12
"""Rows of a table of words or letters."""


class RackWord(Struct, frozen=True):
    """A word of a rack and its points; ``blanks`` are its letters that blanks stand for, which score nothing."""

    word: str
    points: int
    blanks: str


class SevenWord(Struct, frozen=True):
    """A seven-letter word that contains the rack, the letters it needs, and the chance that random tiles add them."""

    word: str
    missing: str
    chance: float


class NextLetter(Struct, frozen=True):
    """What a letter adds: the best word with it, the points that it adds, and the number of sevens then in reach."""

    letter: str
    best: str
    gain: int
    sevens: int


class WordsAnswer(Answer, frozen=True, kw_only=True, tag="sevens.words/2"):
    """Size of the list: words, anagram classes, and the racks that can still become a seven-letter word.

    With a rack also its words (``?`` is a blank), the seven-letter words that contain it by the chance that random
    tiles complete them, and what each letter adds. ``left_out`` says which lines of the list were left out, and
    ``warning`` is about tiles of another language.
    """

    source: str
    digest: str
    words: int
    classes: int
    seven_letter_classes: int
    racks: int
    edges: int
    lengths: dict[str, int]
    tiles: str
    left_out: str
    warning: str
    rack: str
    rack_words: tuple[RackWord, ...]
    n_sevens: int
    sevens: tuple[SevenWord, ...]
    next_letters: tuple[NextLetter, ...]

    def explain(self) -> Explanation:
        if not self.rack:
            return self._explain_list()
        notes = tuple(filter(None, (self.left_out, self.warning)))
        if not self.rack_words:
            return Explanation(f"{self.rack} has no word in {self.source}.", notes)
        best, n = self.rack_words[0], len(self.rack_words)
        headline = f"The best word of {self.rack} is {best.word} for {format_count(best.points, 'point')}."
        sevens = f"{format_count(self.n_sevens, 'seven-letter word')} {'contains' if self.n_sevens == 1 else 'contain'}"
        return Explanation(headline, (f"It has {format_count(n, 'word')}. {sevens} its letters.", *notes))

    def _explain_list(self) -> Explanation:
        classes = f"{self.classes:,} anagram classes, {self.seven_letter_classes:,} of them with seven letters"
        steps = format_count(self.edges, "step")
        racks = f"{format_count(self.racks, 'rack')} can still become a seven-letter word ({steps} of one letter)."
        lengths = "  ".join(f"{length} letters: {count:,}" for length, count in self.lengths.items())
        notes = tuple(filter(None, (self.left_out, self.warning)))
        return Explanation(f"{self.source}: {format_count(self.words, 'word')}, {classes}.", (racks, lengths, *notes))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        yield from map(Note, self.explain().reasons)
        if self.rack_words:
            rows = tuple((w.word, str(w.points), w.blanks or "-") for w in self.rack_words[:MAX_ROWS])
            yield Table(("word", "points", "blanks"), rows, f"Words of {self.rack}", left=(0, 2))
        if self.sevens:
            rows = tuple((w.word, w.missing or "-", format_chance(w.chance)) for w in self.sevens)
            yield Table(("word", "missing", "chance"), rows, "Seven-letter words by chance", left=(0, 1))
        if self.next_letters:
            rows4 = tuple((n.letter, n.best, f"{n.gain:+d}", f"{n.sevens:,}") for n in self.next_letters[:MAX_ROWS])
            yield Table(("letter", "best word", "adds", "sevens"), rows4, "One more letter", left=(0, 1))


class PlayerLine(Struct, frozen=True):
    """A player by name, with a one-line description."""

    player: str
    line: str


class PlayersAnswer(Answer, frozen=True, kw_only=True, tag="sevens.players/1"):
    """All players by name."""

    players: tuple[PlayerLine, ...]

    def explain(self) -> Explanation:
        return Explanation(f"{format_count(len(self.players), 'player')} can take a seat.")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note("\n".join(f"{row.player:<11} {row.line}" for row in self.players), "fixed")


def answer_words(request: questions.WordsRequest, work: WorkContext) -> WordsAnswer:
    """The answer to `questions.WordsRequest`."""
    from kibitz.games.sevens.words.lexicon import load_lexicon
    from kibitz.games.sevens.words.rack_words import likeliest_sevens, next_letters, words_of_rack
    from kibitz.games.sevens.words.tile_sets import find_tiles, warn_of_language
    from kibitz.games.sevens.words.tiles import RACK_SIZE, parse_rack

    tiles = find_tiles(request.tiles, request.tiles_file)
    blanks = request.rack.count(BLANK)
    if blanks > MAX_BLANKS:
        raise InputError(f"rack: at most {MAX_BLANKS} blanks are possible, not {request.rack!r}")
    letters = parse_rack(request.rack.replace(BLANK, ""), limit=RACK_SIZE - blanks)
    lexicon = load_lexicon(request.words, tiles)
    rack, room = letters + BLANK * blanks, RACK_SIZE - len(letters)
    n_sevens, sevens = likeliest_sevens(lexicon, letters, MAX_ROWS) if rack else (0, ())
    return WordsAnswer(
        source=lexicon.source,
        digest=lexicon.digest,
        words=lexicon.n_words,
        classes=lexicon.n_classes,
        seven_letter_classes=lexicon.n_classes - lexicon.sevens,
        racks=len(lexicon.lattice),
        edges=len(lexicon.lattice.child),
        lengths={str(length): count for length, count in lexicon.lengths().items()},
        tiles=request.tiles if request.tiles_file is None else request.tiles_file.name,
        left_out=lexicon.left_out,
        warning=warn_of_language(lexicon, tiles),
        rack=rack,
        rack_words=words_of_rack(lexicon, rack) if rack else (),
        n_sevens=n_sevens,
        sevens=sevens,
        next_letters=next_letters(lexicon, letters) if rack and room and not blanks else (),
    )

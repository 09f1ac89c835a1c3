"""The word list in use, and the players that can take a seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Headline, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.games.sevens.questions import lists as questions


class WordsAnswer(Answer, frozen=True, kw_only=True, tag="sevens.words/1"):
    """Size of the list: words, anagram classes, and the racks that can still become a seven-letter word."""

    source: str
    digest: str
    words: int
    classes: int
    seven_letter_classes: int
    racks: int
    edges: int
    lengths: dict[str, int]

    def explain(self) -> Explanation:
        classes = f"{self.classes:,} anagram classes, {self.seven_letter_classes:,} of them with seven letters"
        steps = format_count(self.edges, "step")
        racks = f"{format_count(self.racks, 'rack')} can still become a seven-letter word ({steps} of one letter)."
        lengths = "  ".join(f"{length} letters: {count:,}" for length, count in self.lengths.items())
        return Explanation(f"{self.source}: {format_count(self.words, 'word')}, {classes}.", (racks, lengths))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        yield from map(Note, self.explain().reasons)


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

    lexicon = load_lexicon(request.words)
    return WordsAnswer(
        source=lexicon.source,
        digest=lexicon.digest,
        words=lexicon.n_words,
        classes=lexicon.n_classes,
        seven_letter_classes=lexicon.n_classes - lexicon.sevens,
        racks=len(lexicon.lattice),
        edges=len(lexicon.lattice.child),
        lengths={str(length): count for length, count in lexicon.lengths().items()},
    )

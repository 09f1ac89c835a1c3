"""The word list in use, and the players that can take a seat."""

from __future__ import annotations

from kibitz.core.question import Cost, Request
from kibitz.core.work import Work
from kibitz.games.sevens.answers.lists import PlayerLine, PlayersAnswer, WordsAnswer
from kibitz.games.sevens.fields import WordList
from kibitz.games.sevens.roster import LINES


class Words(Request, frozen=True, kw_only=True):
    """The word list in use, counted."""

    words: WordList | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: Work) -> WordsAnswer:
        from kibitz.games.sevens.words.lexicon import load_lexicon

        lexicon = load_lexicon(self.words)
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


class Players(Request, frozen=True, kw_only=True):
    """The players that can take a seat."""

    def answer(self, work: Work) -> PlayersAnswer:
        return PlayersAnswer(players=tuple(PlayerLine(name, line) for name, line in LINES.items()))

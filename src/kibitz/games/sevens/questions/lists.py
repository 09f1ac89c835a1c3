"""The word list in use, and the players that can take a seat."""

from __future__ import annotations

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.sevens.answers.lists import PlayerLine, PlayersAnswer, WordsAnswer, answer_words
from kibitz.games.sevens.fields import WordList
from kibitz.games.sevens.roster import PLAYER_DESCRIPTIONS


class WordsRequest(Request, frozen=True, kw_only=True):
    """Show the word list in use and its size."""

    words: WordList | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> WordsAnswer:
        return answer_words(self, work)


class PlayersRequest(Request, frozen=True, kw_only=True):
    """List the players that can take a seat."""

    def answer(self, work: WorkContext) -> PlayersAnswer:
        return PlayersAnswer(players=tuple(PlayerLine(name, line) for name, line in PLAYER_DESCRIPTIONS.items()))

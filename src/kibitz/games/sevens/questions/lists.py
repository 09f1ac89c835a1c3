"""The word list in use, and the players that can take a seat."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.sevens.answers.lists import PlayerLine, PlayersAnswer, WordsAnswer, answer_words
from kibitz.games.sevens.fields import TilesFile, TilesName, WordList
from kibitz.games.sevens.roster import PLAYER_DESCRIPTIONS

MAX_RACK_TEXT = 20
"""Characters of a rack as typed, with spaces or commas between the letters."""


class WordsRequest(Request, frozen=True, kw_only=True):
    """Show the words of a rack, or the word list in use and its size."""

    rack: Annotated[
        str,
        Meta(
            max_length=MAX_RACK_TEXT,
            pattern=r"^[A-Za-z?, ]*$",
            description="Letters whose words you want, such as EINRST?; ? is a blank. Without letters, the whole list.",
            extra={"accepts": "at most 7 letters, with at most two ? for blanks", **POSITIONAL_ARGUMENT},
        ),
    ] = ""
    tiles: TilesName = "english"
    tiles_file: TilesFile | None = None
    words: WordList | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> WordsAnswer:
        return answer_words(self, work)


class PlayersRequest(Request, frozen=True, kw_only=True):
    """List the players that can take a seat."""

    def answer(self, work: WorkContext) -> PlayersAnswer:
        return PlayersAnswer(players=tuple(PlayerLine(name, line) for name, line in PLAYER_DESCRIPTIONS.items()))

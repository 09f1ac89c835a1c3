"""Equilibria of any two-player matrix game."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.parlour.answers.solve import SolveAnswer, answer_solve

MAX_INSTANT_CHARACTERS = 1_000
"""Length of a game up to which the answer is instant, in characters."""
MAX_TEXT = 1_000_000
"""Maximum length of a matrix game on the command line or in a link, in characters."""


class SolveRequest(Request, frozen=True, kw_only=True):
    """Find equilibria of any two-player matrix game: all of them if it is small, one if it is large, with regrets.

    FILE (- for standard input) is JSON, such as {"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}. One matrix alone
    is a zero-sum game. CSV holds numbers, pairs such as "3,5", or two tables with a blank line between them. Fractions
    such as 1/3 are exact. The first line and column may name the choices. On one line, ; ends a row: 1,2;3,4 is a 2 x 2
    matrix. Gambit's .nfg and .efg files are read too.
    """

    page_help: ClassVar[str] = (
        "Find equilibria of any two-player matrix game: all of them if it is small, one if it is large, with regrets."
    )

    file: (
        Annotated[Document, Meta(description="The game as JSON, CSV, .nfg or .efg.", extra=POSITIONAL_ARGUMENT)] | None
    ) = None
    text: (
        Annotated[
            str,
            Meta(
                max_length=MAX_TEXT,
                pattern=r"^\s*\.?[^\s/\\.~\x00][^\x00]*$",
                description="The game itself instead of a file, in the same notation.",
                examples=["[[1, -1], [-1, 1]]"],
            ),
        ]
        | None
    ) = None

    def __post_init__(self) -> None:
        if (self.file is None) == (self.text is None):
            raise InputError("FILE: give either a file or the game itself with --text")

    def cost(self) -> Cost:
        size = len(self.text or "") if self.file is None else len(self.file.content)
        return Cost.INSTANT if size <= MAX_INSTANT_CHARACTERS else Cost.SECONDS

    def answer(self, work: WorkContext) -> SolveAnswer:
        return answer_solve(self, work)

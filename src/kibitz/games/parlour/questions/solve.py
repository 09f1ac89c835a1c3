"""Equilibria of any two-player matrix game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.parlour.answers.solve import answer_solve

if TYPE_CHECKING:
    pass
from kibitz.games.parlour.answers.solve import SolveAnswer

MAX_INSTANT_CHARACTERS = 1_000
"""Characters of a game that is solved at once."""
MAX_TEXT = 1_000_000
"""Characters of a matrix game written on the command line or in a link."""


class SolveRequest(Request, frozen=True, kw_only=True):
    """Equilibria of any two-player matrix game: all of them if it is small, one if it is large, with their regrets.

    FILE (- for standard input) is JSON, {"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}, or one matrix, which is
    then zero-sum; or CSV with numbers, pairs such as "3,5", or two tables with a blank line between. Fractions such as
    1/3 are exact; choices may be named in the first line and column.
    """

    file: Annotated[Document, Meta(description="The game, as JSON or CSV.", extra=POSITIONAL_ARGUMENT)] | None = None
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
            raise InputError("FILE: either the name of a file or --text with the game itself is needed")

    def cost(self) -> Cost:
        size = len(self.text or "") if self.file is None else len(self.file.content)
        return Cost.INSTANT if size <= MAX_INSTANT_CHARACTERS else Cost.SECONDS

    def answer(self, work: WorkContext) -> SolveAnswer:
        return answer_solve(self, work)

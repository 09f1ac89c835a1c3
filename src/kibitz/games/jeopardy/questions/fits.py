"""The shipped tables fitted anew from recorded games, beside the old ones."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.fits import FitAnswer, answer_fit

EXAMPLE_TABLE = {
    "name": "daily_doubles.csv.gz",
    "data": "H4sIAAAAAAAC/3WOSwrDMAxE9z3LGEZO3M9pgkmEKaRNEQ6ht69SWujCXYwQPOZJ+WrDlKui5JsO9flQ2LLeJ58bxmXGlouab2Y6"
    "1kMk+0AJTDAt65wNgt5zIiEtHNF5hM7Z5glHRH76cg68BOGPvvPIXx79vDu+/gZP+wfv/gtHHVa07QAAAA==",
}
"""The Daily Doubles of two shows, as an example: enough to count places."""


class FitRequest(Request, frozen=True, kw_only=True):
    """Fit the shipped tables anew from recorded games in DATA_DIR, and print old and new.

    Each table is fitted that the files given suffice for.
    """

    data_dir: Annotated[
        tuple[Document, ...],
        Meta(
            min_length=1,
            max_length=20,
            description="Tables of recorded games, or the folder they are in.",
            examples=[[EXAMPLE_TABLE]],
            extra=POSITIONAL_ARGUMENT | {"endings": [".csv.gz"]},
        ),
    ]
    simulated: Annotated[
        bool,
        Meta(description="Also fit what needs millions of simulated games: the population and the machine (minutes)."),
    ] = True
    cards: Annotated[bool, Meta(description="Also learn the cheat sheets for Final Jeopardy anew (minutes).")] = False

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> FitAnswer:
        return answer_fit(self, work)

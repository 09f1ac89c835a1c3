"""Fit the shipped tables again from recorded games, and compare."""

from __future__ import annotations

from typing import Annotated, ClassVar

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
"""Daily Doubles of two shows: an example, enough to count squares."""


class FitRequest(Request, frozen=True, kw_only=True):
    """Fit the shipped tables again from recorded games in DATA_DIR, and print old and new numbers.

    kibitz fits each table for which your files are sufficient.
    """

    page_help: ClassVar = "Fit the shipped tables again from recorded games, and compare old and new numbers."

    data_dir: Annotated[
        tuple[Document, ...],
        Meta(
            min_length=1,
            max_length=20,
            description="Tables of recorded games, or their folder.",
            examples=[[EXAMPLE_TABLE]],
            extra=POSITIONAL_ARGUMENT
            | {"endings": [".csv.gz"], "label": "Recorded games", "page_help": "Tables of recorded games (.csv.gz)."},
        ),
    ]
    simulated: Annotated[
        bool,
        Meta(
            description="Also fit the population and the machine, which takes minutes and millions of simulated games."
        ),
    ] = True
    cards: Annotated[bool, Meta(description="Also learn the cards for Final Jeopardy again, which takes minutes.")] = (
        False
    )

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> FitAnswer:
        return answer_fit(self, work)

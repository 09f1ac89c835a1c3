"""When to buzz: how sure to be first and on rebounds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import Cost
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.buzz import BuzzAnswer, answer_buzz
from kibitz.games.jeopardy.fields import Chance, CluesLeft, Me, Names, Scores, Seed, StateText
from kibitz.games.jeopardy.questions.states import StateRequest

MOST_DOLLARS = 2000


class BuzzRequest(StateRequest, frozen=True, kw_only=True):
    """How sure you must be to buzz on a clue: first, and after one or both of the others were wrong.

    Given three SCORES by player and the clues left, exact: every way through the clue, best buzzing on the clues left,
    then Final Jeopardy. With --state in any state, by games played on from it where more is left than the last clues.
    """

    scores: Scores = ()
    me: Me | None = None
    state: Annotated[StateText, Meta(description="A state of a game instead, the clue in play still open.")] | None = (
        None
    )
    value: Annotated[
        int, Meta(ge=200, le=MOST_DOLLARS, description="Dollar value of the clue in play.", examples=[1200])
    ]
    left: CluesLeft = ()
    round: Annotated[int, Meta(ge=1, le=2, description="Round of the clue, where scores are given.")] = 2
    confidence: Annotated[Chance, Meta(description="How sure you are of your answer.")] = 0.5
    choice: Annotated[Literal["buzz", "wait"], Meta(description="A choice of your own to judge.")] | None = None
    final_bets: Annotated[
        Literal["people", "all-in"],
        Meta(
            description="How others bet in Final: as people do, or the leader covers and the others bet everything.",
            extra={"formerly": "finals"},
        ),
    ] = "people"
    tip_off: Annotated[
        float, Meta(ge=0, le=0.5, description="How much a wrong answer heard helps on the rebound, 0.1 say.")
    ] = 0.0
    names: Names = ()
    rollouts: Annotated[
        int, Meta(ge=0, le=1_000_000, description="Games played on before the last clues; 0 asks the network.")
    ] = 4_000
    seed: Seed = 1

    def __post_init__(self) -> None:
        if (self.state is None) == (not self.scores):
            raise InputError("scores: three scores or a state are accepted, one of the two")
        if self.state is None and self.me is None:
            raise InputError("me: who you are is needed with scores")
        if self.state is not None and self.left:
            raise InputError("left: a state says by itself which clues are left")

    def cost(self) -> Cost:
        return Cost.INSTANT if not self.left and self.state is None and self.round == 2 else Cost.SECONDS

    def answer(self, work: WorkContext) -> BuzzAnswer:
        return answer_buzz(self, work)

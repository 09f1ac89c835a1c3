"""How sure to be before you buzz on the last clue, over your own score (Figure 8)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.buzz_map import BuzzMapAnswer, answer_buzz_map
from kibitz.games.jeopardy.fields import TODAY, Opponents, TieRule, WhichEra, resolve_era
from kibitz.games.jeopardy.show import Rules

MAX_POINTS = 400


class BuzzMapRequest(Request, frozen=True, kw_only=True):
    """Draw how sure you must be to buzz on the last clue, over your own score, against two opponents (Figure 8)."""

    others: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=100_000)], Annotated[int, Meta(ge=0, le=100_000)]],
        Meta(
            description="Scores of the two opponents, such as 13000,6600.",
            examples=[[13000, 6600]],
            extra=POSITIONAL_ARGUMENT | {"label": "Opponents' scores", "accepts": "two scores such as 13000,6600"},
        ),
    ]
    value: Annotated[int, Meta(ge=200, le=2000, description="Dollar value of the last clue.")] = 2000
    highest: (
        Annotated[
            int, Meta(ge=400, le=200_000, description="Your highest score. Default: 2.5 times the better opponent's.")
        ]
        | None
    ) = None
    step: Annotated[int, Meta(ge=100, le=5_000, description="Step between your scores, in dollars.")] = 200
    opponents: Opponents = ("average",)
    machine: Annotated[
        bool, Meta(description="You are a machine like Watson.", extra={"label": "You are a machine"})
    ] = False
    final_bets: Annotated[
        Literal["people", "all-in"],
        Meta(
            description="How opponents bet in Final: like recorded players, or the leader covers and others go all-in.",
            extra={"label": "Bets in Final"},
        ),
    ] = "people"
    era: WhichEra = TODAY
    ties: TieRule | None = None

    def __post_init__(self) -> None:
        if self.value not in Rules().values(2):
            listed = ", ".join(map(str, Rules().values(2)))
            raise InputError(f"value: must be a dollar value of round 2 ({listed}), not {self.value}")
        if self.top // self.step > MAX_POINTS:
            raise InputError(f"step: must be larger, for at most {MAX_POINTS} scores up to ${self.top:,}")

    @property
    def top(self) -> int:
        """The highest score drawn."""
        return self.highest if self.highest is not None else max(5 * max(self.others) // 2, 4_000)

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> BuzzMapAnswer:
        return answer_buzz_map(self, work)

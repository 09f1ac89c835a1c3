"""Map of the best bet in Final over the scores of second and third place (Figure 9)."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.final_map import FinalMapAnswer, answer_final_map
from kibitz.games.jeopardy.fields import TODAY, TieRule, WhichEra, resolve_era


class FinalMapRequest(Request, frozen=True, kw_only=True):
    """Map the best Final bet of one place over the ratios B/A and C/B, with all break points (Figure 9)."""

    place: Annotated[int, Meta(ge=1, le=3, description="Your place before Final.", examples=[2])]
    era: WhichEra = TODAY
    ties: TieRule | None = None

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> FinalMapAnswer:
        return answer_final_map(self, work)

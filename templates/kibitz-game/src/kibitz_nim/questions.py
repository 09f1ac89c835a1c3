"""The question of Nim: its request and its answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from kibitz.core import Answer, Request, WorkContext
from kibitz.core.exhibits import Exhibit
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.recommendation import Recommendation

Heap = Annotated[int, Meta(ge=0, le=50)]


class MoveAnswer(Answer, frozen=True, kw_only=True, tag="nim.move/1"):
    """What to take."""

    nim_sum: int
    counsel: Recommendation

    def exhibits(self) -> Iterable[Exhibit]:
        yield AdviceExhibit(self.counsel)


class MoveRequest(Request, frozen=True, kw_only=True):
    """What to take in a game of Nim, where whoever takes the last counter wins."""

    heaps: Annotated[
        tuple[Heap, ...],
        Meta(min_length=1, max_length=8, description="Counters of each heap.", examples=[[3, 4, 5]],
             extra={"argument": True}),
    ]  # fmt: skip
    move: (
        Annotated[str, Meta(max_length=20, pattern=r"^\d+ from \d+$", description="Your own move, such as '2 from 3'.")]
        | None
    ) = None

    def answer(self, work: WorkContext) -> MoveAnswer:
        from kibitz_nim.game import advise, nim_sum

        return MoveAnswer(nim_sum=nim_sum(self.heaps), counsel=advise(self.heaps, self.move))

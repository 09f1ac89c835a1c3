"""What can be asked of training."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.training import TrainAnswer, answer_train
from kibitz.games.backgammon.fields import Seed


class TrainRequest(Request, frozen=True, kw_only=True):
    """Train networks, each stage from scratch or from weights; a run that was stopped goes on where it stood.

    scratch is td and then rounds of bootstrap, without a teacher: self-play by temporal differences, then labels from
    own look-ahead. labelled takes an .npz file of labelled positions; comparison and doubling, the paper's stages, take
    CSV files of human plays and cube decisions (docs/backgammon.md has the formats).
    """

    uses: ClassVar = frozenset({"workers"})

    stage: Annotated[
        Literal["scratch", "td", "bootstrap", "labelled", "comparison", "doubling"],
        Meta(description="What to train.", extra=POSITIONAL_ARGUMENT),
    ] = "scratch"
    data: Annotated[Document, Meta(description="The file to learn from.")] | None = None
    start: Annotated[Document, Meta(description="Weights to start from, an .npz file.")] | None = None
    games: Annotated[int, Meta(ge=100, le=10_000_000, description="Games of self-play.", examples=[100])] = 120_000
    decisions: Annotated[
        int, Meta(ge=50, le=10_000_000, description="Decisions labelled in a round of bootstrap.", examples=[50])
    ] = 50_000
    rounds: Annotated[int, Meta(ge=1, le=100, description="Rounds of bootstrap.", examples=[1])] = 2
    epochs: Annotated[int, Meta(ge=1, le=1_000, description="Passes over labelled positions.", examples=[1])] = 10
    hidden: Annotated[int, Meta(ge=2, le=1_000, description="Hidden units from scratch.", examples=[8])] = 96
    plies: Annotated[
        int, Meta(ge=0, le=1, description="Of a labelled file: 0 takes its 0-ply labels, 1 mixes them with 1-ply ones.")
    ] = 0
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> TrainAnswer:
        return answer_train(self, work)

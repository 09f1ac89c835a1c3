"""The question that trains networks."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.training import TrainAnswer, answer_train
from kibitz.games.backgammon.fields import Seed


class TrainRequest(Request, frozen=True, kw_only=True):
    """Train networks, from scratch or from given weights. A stopped run continues where it was.

    The stage scratch needs no teacher. It runs td (self-play with temporal differences) and then rounds of bootstrap
    (labels from the network's own look-ahead). The stage labelled reads an .npz file of labelled positions. The stages
    comparison and doubling come from the Neurogammon paper and read CSV files of human plays and cube decisions. See
    docs/backgammon.md for the formats.
    """

    uses: ClassVar = frozenset({"workers"})

    stage: Annotated[
        Literal["scratch", "td", "bootstrap", "labelled", "comparison", "doubling"],
        Meta(description="The stage of training.", extra=POSITIONAL_ARGUMENT),
    ] = "scratch"
    data: (
        Annotated[
            Document,
            Meta(description="The file to train on: labelled positions (.npz), human plays or cube decisions (.csv)."),
        ]
        | None
    ) = None
    start: Annotated[Document, Meta(description="Weights to start from, as an .npz file.")] | None = None
    games: Annotated[int, Meta(ge=100, le=10_000_000, description="Number of self-play games.", examples=[100])] = (
        120_000
    )
    decisions: Annotated[
        int, Meta(ge=50, le=10_000_000, description="Decisions to label in each bootstrap round.", examples=[50])
    ] = 50_000
    rounds: Annotated[int, Meta(ge=1, le=100, description="Number of bootstrap rounds.", examples=[1])] = 2
    epochs: Annotated[int, Meta(ge=1, le=1_000, description="Passes over the labelled positions.", examples=[1])] = 10
    hidden: Annotated[
        int, Meta(ge=2, le=1_000, description="Hidden units of a network trained from scratch.", examples=[8])
    ] = 96
    plies: Annotated[
        int,
        Meta(
            ge=0,
            le=1,
            description="Labels to use from a labelled file: 0 takes the 0-ply labels, 1 mixes them with 1-ply labels.",
        ),
    ] = 0
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> TrainAnswer:
        return answer_train(self, work)

"""What can be asked about files of decisions, of any game: ratings, comparisons, fits, screening, scales."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.rate.exams.answers import ExamAnswer, answer_exam
from kibitz.rate.report.answers import (
    CalibrateAnswer,
    PeriodsAnswer,
    ScreenAnswer,
    answer_calibrate,
    answer_over_time,
    answer_players,
    answer_screen,
)
from kibitz.rate.report.comparison import CompareAnswer, answer_compare
from kibitz.rate.report.fits import FitsAnswer, answer_fits
from kibitz.rate.report.prediction import PredictAnswer, SimulateAnswer, answer_predict, answer_simulate
from kibitz.rate.report.ratings import RatingsAnswer

if TYPE_CHECKING:
    pass


def _example(name: str, rating: int, chosen: str) -> dict[str, str]:
    """A small CSV document: what one player chose of three options, again and again."""
    rows = "".join(f"0.60 0.55 0.40,{choice},{rating},win,{name}\n" for choice in chosen)
    return {"name": f"{name}.csv", "text": "utilities,chosen,rating,unit,player\n" + rows}


ANN_EXAMPLE = _example("ann", 2400, "0010" * 5 + "0102" + "0010100120" + "010201")
EXAM_EXAMPLE = {
    "name": "exam.csv",
    "text": "id,utilities,chosen,unit,player\n"
    + "".join(
        f"item {i},0.60 0.55 0.40,{choice},win,{player}\n"
        for player, chosen in (("ann", "001"), ("bob", "012"), ("cy", "110"), ("di", "020"))
        for i, choice in enumerate(chosen)
    ),
}
BOB_EXAMPLE = _example("bob", 2000, "0110201020" * 4)

Decisions = Annotated[
    Document,
    Meta(description="Decisions: JSON lines, CSV or parquet.", examples=[ANN_EXAMPLE], extra=POSITIONAL_ARGUMENT),
]
ScaleFile = Annotated[Document, Meta(description="A calibrated scale; without it, expected loss per decision.")]
ScalingText = Annotated[
    str,
    Meta(
        max_length=80,
        pattern=r"^[a-z]+(:[0-9.eE+-]+){0,2}$",
        description="Bend utilities: log, linear or win, as in log:1:10; by unit.",
        extra={"metavar": "LAW[:UNIT[:CAP]]", "accepts": "log, linear or win, with unit and cap as in log:1:10,"},
    ),
]
Name = Annotated[str, Meta(max_length=500, pattern=r"^[^\x00-\x1f/\\]*$", extra={"metavar": "NAME"})]
OnlyPlayer = Annotated[Name, Meta(description="This player only.")]
Draws = Annotated[int, Meta(ge=20, le=20_000, description="Resampled fits per interval.")]
Best = Annotated[
    Literal["any", "first"],
    Meta(description="Whether any option tied at the top is a best choice, or the first listed only."),
]
Interval = Annotated[
    Literal["bootstrap", "robust", "formula"],
    Meta(description="Resampled events, sandwich formula, or the paper's formula."),
]
RatingMethod = Annotated[
    Literal["adjusted", "ff"],
    Meta(description="Own error made comparable, or the paper's fit.  [default: adjusted where the scale has a line]"),
]
ShowBothMethods = Annotated[bool, Meta(description="Show both methods, each on its own line of the scale.")]
PlayersScreened = Annotated[
    int, Meta(ge=1, le=10_000_000, description="How many players or events were examined in all.")
]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed of the random numbers.")]


class RatePlayersRequest(Request, frozen=True, kw_only=True):
    """Rate each player in FILE (- for JSON lines on standard input)."""

    file: Decisions
    player: (
        Annotated[Name, Meta(description="Rate this player only; the others still form the reference set.")] | None
    ) = None
    together: Annotated[bool, Meta(description="Rate all decisions as one player's.")] = False
    comparison_group: (
        Annotated[
            Document,
            Meta(description="Decisions of a comparison group, for percentiles.", extra={"formerly": "among"}),
        ]
        | None
    ) = None
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None
    best: Best = "any"
    method: RatingMethod | None = None
    compare: ShowBothMethods = False
    interval: Interval = "bootstrap"
    draws: Draws = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> RatingsAnswer:
        return answer_players(self, work)


class CompareRequest(Request, frozen=True, kw_only=True):
    """Compare the decisions in file A with those in file B, on one reference set (of two games: each on its own)."""

    a: Annotated[Decisions, Meta(description="The first player's decisions.", examples=[ANN_EXAMPLE])]
    b: Annotated[Decisions, Meta(description="The second player's decisions.", examples=[BOB_EXAMPLE])]
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None
    draws: Draws = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> CompareAnswer:
        return answer_compare(self, work)


class OverTimeRequest(Request, frozen=True, kw_only=True):
    """One player over time: FILE is cut into periods of whole events, in the order of the file."""

    file: Decisions
    periods: (
        Annotated[int, Meta(ge=2, le=100, description="Number of periods.  [default: 4]", extra={"formerly": "parts"})]
        | None
    ) = None
    player: OnlyPlayer | None = None
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None
    draws: Draws = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> PeriodsAnswer:
        return answer_over_time(self, work)


class ScreenRequest(Request, frozen=True, kw_only=True):
    """Z-scores of the choices in FILE against a claimed rating. Never a verdict."""

    file: Decisions
    claimed: Annotated[float, Meta(description="The rating claimed for the player, on --scale.")] | None = None
    s: (
        Annotated[float, Meta(gt=0, description="Expected sensitivity, instead of a rating.", examples=[0.05])] | None
    ) = None
    c: Annotated[float, Meta(gt=0, description="Expected consistency, instead of a rating.", examples=[0.5])] | None = (
        None
    )
    looks: PlayersScreened = 1
    player: OnlyPlayer | None = None
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> ScreenAnswer:
        return answer_screen(self, work)


class FitsRequest(Request, frozen=True, kw_only=True):
    """All fits of the decisions in FILE taken together, with their goodness."""

    file: Decisions
    hold_out: Annotated[bool, Meta(description="Also predict each fifth of the events from the others.")] = False
    scaling: ScalingText | None = None
    best: Best = "any"
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> FitsAnswer:
        return answer_fits(self, work)


class CalibrateRequest(Request, frozen=True, kw_only=True):
    """Fit a scale to decisions of players whose `rating` is known, and write it with its reference set."""

    decisions: Annotated[
        tuple[Document, ...],
        Meta(
            min_length=1,
            description="Files of decisions.",
            examples=[[ANN_EXAMPLE, BOB_EXAMPLE]],
            extra=POSITIONAL_ARGUMENT | {"endings": [".jsonl", ".csv", ".tsv", ".parquet"]},
        ),
    ]
    step: Annotated[float, Meta(gt=0, description="Players are grouped by rating, rounded to this.")] = 100.0
    name: Annotated[Name, Meta(description="What the ratings are called.", extra={"metavar": "TEXT"})] = "Elo"
    scaling: ScalingText | None = None
    best: Best = "any"

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> CalibrateAnswer:
        return answer_calibrate(self, work)


class PredictRequest(Request, frozen=True, kw_only=True):
    """What a player of some strength would choose in the decisions of FILE: the chance of every option."""

    file: Decisions
    rating: Annotated[float, Meta(description="The rating of the player, on --scale.")] | None = None
    like: Annotated[Name, Meta(description="A player of the file, as he or she chooses.", examples=["ann"])] | None = (
        None
    )
    s: Annotated[float, Meta(gt=0, description="Sensitivity, instead of a rating.")] | None = None
    c: Annotated[float, Meta(gt=0, description="Consistency, instead of a rating.")] | None = None
    errs: Annotated[
        Literal["people", "loss"],
        Meta(description="Of a rating: choose as people do, or so that the mean loss is right."),
    ] = "people"
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> PredictAnswer:
        return answer_predict(self, work)


class SimulateRequest(PredictRequest, frozen=True, kw_only=True):
    """The decisions of FILE chosen anew by a player of some strength."""

    errs: Annotated[
        Literal["people", "loss"],
        Meta(description="Of a rating: choose as people do, or so that the mean loss is right."),
    ] = "loss"
    seed: Seed = 1

    def answer(self, work: WorkContext) -> SimulateAnswer:  # type: ignore[override]
        return answer_simulate(self, work)


class ExamRequest(Request, frozen=True, kw_only=True):
    """The decisions in FILE as an exam: players who had the same items (position or id), right, wrong, partly right."""

    file: Annotated[Decisions, Meta(examples=[EXAM_EXAMPLE])]
    scaling: ScalingText | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> ExamAnswer:
        return answer_exam(self, work)

"""Questions about files of decisions of any game: ratings, comparisons, fits, screening, scales."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

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


def _example(name: str, rating: int, chosen: str) -> dict[str, str]:
    """A small CSV document: the choices of one player among the same three options."""
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

IN_PARTS = {"in_parts": True}
"""A local file of this field may have any size: it is read in parts."""
Decisions = Annotated[
    Document,
    Meta(
        description="Decisions as JSON lines, CSV or Parquet, also a folder of Parquet parts.",
        examples=[ANN_EXAMPLE],
        extra=POSITIONAL_ARGUMENT | IN_PARTS,
    ),
]
ScaleFile = Annotated[
    Document, Meta(description="A calibrated rating scale. Without one, the rating is the expected loss per decision.")
]
ScalingText = Annotated[
    str,
    Meta(
        max_length=80,
        pattern=r"^[a-z]+(:[0-9.eE+-]+){0,2}$",
        description="Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. "
        "The default depends on the unit.",
        extra={"metavar": "LAW[:UNIT[:CAP]]", "accepts": "log, linear or win, with unit and cap as in log:1:10"},
    ),
]
Name = Annotated[str, Meta(max_length=500, pattern=r"^[^\x00-\x1f/\\]*$", extra={"metavar": "NAME"})]
OnlyPlayer = Annotated[Name, Meta(description="Use only the decisions of this player.")]
Draws = Annotated[
    int, Meta(ge=20, le=20_000, description="Bootstrap samples per interval.", extra={"label": "Bootstrap samples"})
]
Best = Annotated[
    Literal["any", "first"],
    Meta(
        description="Count any of several tied best options as best, or only the first listed.",
        extra={"label": "Best choice"},
    ),
]
Interval = Annotated[
    Literal["auto", "bootstrap", "robust", "formula"],
    Meta(
        description="Confidence interval by bootstrap of events, by the robust formula, or by the paper's formula. "
        "With auto, bootstrap for up to 20 players; for more, the robust formula where it is reliable."
    ),
]
RatingMethod = Annotated[
    Literal["adjusted", "ff"],
    Meta(
        description="Rate by adjusted error, or by the paper's fit ff.  [default: adjusted where the scale supports it]"
    ),
]
ShowBothMethods = Annotated[
    bool, Meta(description="Show the ratings of both methods.", extra={"label": "Show both methods"})
]
PlayersScreened = Annotated[
    int,
    Meta(
        ge=1,
        le=10_000_000,
        description="Number of players screened, for the multiple-testing correction.",
        extra={"label": "Players screened"},
    ),
]
Errs = Annotated[
    Literal["people", "loss"],
    Meta(
        description="How a player of the rating errs: like people, or so that the mean loss is right.",
        extra={"label": "Kind of errors"},
    ),
]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Random seed.")]


class RatePlayersRequest(Request, frozen=True, kw_only=True):
    """Rate each player in FILE (- for JSON lines on standard input)."""

    uses: ClassVar[frozenset[str]] = frozenset({"workers"})
    page_help: ClassVar[str] = "Rate each player in a file of decisions."

    file: Decisions
    player: (
        Annotated[
            Name,
            Meta(description="Rate only this player. The decisions of the others still belong to the reference set."),
        ]
        | None
    ) = None
    together: Annotated[
        bool, Meta(description="Rate all decisions as those of one player.", extra={"label": "All as one player"})
    ] = False
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
    interval: Interval = "auto"
    draws: Draws = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> RatingsAnswer:
        return answer_players(self, work)


class CompareRequest(Request, frozen=True, kw_only=True):
    """Compare two players: the decisions in file A with those in file B.

    Both are rated on one reference set. Files of two different games are rated separately.
    """

    page_help: ClassVar[str] = (
        "Compare the decisions of two players on one reference set. Files of two different games are rated separately."
    )

    a: Annotated[
        Decisions,
        Meta(description="Decisions of the first player.", examples=[ANN_EXAMPLE], extra={"label": "First player"}),
    ]
    b: Annotated[
        Decisions,
        Meta(description="Decisions of the second player.", examples=[BOB_EXAMPLE], extra={"label": "Second player"}),
    ]
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None
    draws: Draws = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> CompareAnswer:
        return answer_compare(self, work)


class OverTimeRequest(Request, frozen=True, kw_only=True):
    """Rate one player over time: kibitz divides FILE into periods of whole events, in the order of the file."""

    page_help: ClassVar[str] = (
        "Rate one player over time. kibitz divides the file into periods of whole events, in the order of the file."
    )

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
    """Screen the choices in FILE against a claimed rating with z-scores. The result is never a verdict."""

    page_help: ClassVar[str] = (
        "Screen the choices of a player against a claimed rating with z-scores. The result is never a verdict."
    )

    file: Decisions
    claimed: (
        Annotated[
            float,
            Meta(
                description="Claimed rating of the player, on --scale.  [default: the rating in the records]",
                extra={"label": "Claimed rating", "page_help": "Claimed rating of the player, on the scale below."},
            ),
        ]
        | None
    ) = None
    s: (
        Annotated[
            float,
            Meta(
                gt=0,
                description="Expected sensitivity, instead of a rating.",
                examples=[0.05],
                extra={"label": "Sensitivity"},
            ),
        ]
        | None
    ) = None
    c: (
        Annotated[
            float,
            Meta(
                gt=0,
                description="Expected consistency, instead of a rating.",
                examples=[0.5],
                extra={"label": "Consistency"},
            ),
        ]
        | None
    ) = None
    looks: PlayersScreened = 1
    player: OnlyPlayer | None = None
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> ScreenAnswer:
        return answer_screen(self, work)


class FitsRequest(Request, frozen=True, kw_only=True):
    """Fit the choice model to all decisions in FILE by every method, and show the goodness of fit."""

    page_help: ClassVar[str] = (
        "Fit the choice model to all decisions of a file by every method, and show the goodness of fit."
    )

    file: Decisions
    hold_out: Annotated[
        bool, Meta(description="Also predict each fifth of the events from the rest (cross-validation).")
    ] = False
    values: Annotated[
        Literal["last", "perceived"],
        Meta(
            description="Values for fits of s and c: those of the last depth, as in ratings, or the perceived ones. "
            "The depth model always uses all depths.",
            extra={"label": "Values of the options"},
        ),
    ] = "last"
    scaling: ScalingText | None = None
    best: Best = "any"
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> FitsAnswer:
        return answer_fits(self, work)


class CalibrateRequest(Request, frozen=True, kw_only=True):
    """Fit a rating scale to decisions of players whose `rating` is known, and write it with its reference set."""

    page_help: ClassVar[str] = (
        "Fit a rating scale to decisions of players of known rating. Save the scale to use it for other ratings."
    )

    decisions: Annotated[
        tuple[Document, ...],
        Meta(
            min_length=1,
            description="Files of decisions.",
            examples=[[ANN_EXAMPLE, BOB_EXAMPLE]],
            extra=POSITIONAL_ARGUMENT | {"endings": [".jsonl", ".csv", ".tsv", ".parquet"]},
        ),
    ]
    step: Annotated[float, Meta(gt=0, description="Group players by rating, rounded to a multiple of this.")] = 100.0
    name: Annotated[Name, Meta(description="Name of the ratings.", extra={"metavar": "TEXT"})] = "Elo"
    scaling: ScalingText | None = None
    best: Best = "any"

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> CalibrateAnswer:
        return answer_calibrate(self, work)


class PredictRequest(Request, frozen=True, kw_only=True):
    """Predict what a player of given strength would choose in the decisions of FILE: the chance of every option."""

    page_help: ClassVar[str] = (
        "Predict what a player of given strength would choose in each decision: the chance of every option."
    )

    file: Decisions
    rating: (
        Annotated[
            float,
            Meta(
                description="Rating of the player, on --scale.",
                extra={"page_help": "Rating of the player, on the scale below."},
            ),
        ]
        | None
    ) = None
    like: (
        Annotated[
            Name,
            Meta(
                description="Predict a player who chooses like this player of the file.",
                examples=["ann"],
                extra={"label": "Like player"},
            ),
        ]
        | None
    ) = None
    s: (
        Annotated[float, Meta(gt=0, description="Sensitivity, instead of a rating.", extra={"label": "Sensitivity"})]
        | None
    ) = None
    c: (
        Annotated[float, Meta(gt=0, description="Consistency, instead of a rating.", extra={"label": "Consistency"})]
        | None
    ) = None
    errs: Errs = "people"
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> PredictAnswer:
        return answer_predict(self, work)


class SimulateRequest(PredictRequest, frozen=True, kw_only=True):
    """Simulate a player of given strength on the decisions of FILE."""

    page_help: ClassVar[str] = "Simulate a player of given strength on the decisions of a file."

    errs: Errs = "loss"
    seed: Seed = 1

    def answer(self, work: WorkContext) -> SimulateAnswer:  # type: ignore[override]
        return answer_simulate(self, work)


class ExamRequest(Request, frozen=True, kw_only=True):
    """Analyse FILE as an exam: a table of letters with a KEY row, a table of points, or decisions on the same items.

    A table has one row a player and one column an item. In decisions, an item is a position or an id.
    """

    page_help: ClassVar[str] = (
        "Analyse an exam: a table of letters with a KEY row, a table of points, or decisions of several players on the "
        "same items."
    )

    file: Annotated[Decisions, Meta(examples=[EXAM_EXAMPLE])]
    model: (
        Annotated[
            Literal["rasch", "partial credit", "2pl", "2pl guessing"],
            Meta(description="Model of the answers.  [default: the one that fits best]"),
        ]
        | None
    ) = None
    empty: Annotated[
        Literal["wrong", "missing"],
        Meta(description="Count an empty cell as a wrong answer, or as not seen.", extra={"label": "Empty answers"}),
    ] = "wrong"
    reference: (
        Annotated[
            Document,
            Meta(
                description="A table of another exam that shares items with this one. Grades are given on that exam.",
                extra={"label": "Reference exam"},
            ),
        ]
        | None
    ) = None
    scaling: ScalingText | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> ExamAnswer:
        return answer_exam(self, work)

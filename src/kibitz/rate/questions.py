"""What can be asked about files of decisions, of any game: ratings, comparisons, fits, screening, scales."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import some
from kibitz.core.question import ARGUMENT, Cost, Request
from kibitz.core.work import Work
from kibitz.rate.answers import CalibrateAnswer, CompareAnswer, FitsAnswer, KnownGroup, PeriodsAnswer, ScreenAnswer
from kibitz.rate.rated import RatingsAnswer, basis, fitted, rated, screened

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample


def _example(name: str, rating: int, chosen: str) -> dict[str, str]:
    """A small CSV document: what one player chose of three options, again and again."""
    rows = "".join(f"0.60 0.55 0.40,{choice},{rating},win,{name}\n" for choice in chosen)
    return {"name": f"{name}.csv", "text": "utilities,chosen,rating,unit,player\n" + rows}


ANN = _example("ann", 2400, "0010" * 5 + "0102" + "0010100120" + "010201")
BOB = _example("bob", 2000, "0110201020" * 4)

Decisions = Annotated[
    Document,
    Meta(description="Decisions: JSON lines, CSV or parquet.", examples=[ANN], extra=ARGUMENT),
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
Looks = Annotated[int, Meta(ge=1, le=10_000_000, description="How many players or events were examined in all.")]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed of the random numbers.")]


class Players(Request, frozen=True, kw_only=True):
    """Rate each player in FILE (- for JSON lines on standard input)."""

    file: Decisions
    player: (
        Annotated[Name, Meta(description="Rate this player only; the others still form the reference set.")] | None
    ) = None
    together: Annotated[bool, Meta(description="Rate all decisions as one player's.")] = False
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None
    best: Best = "any"
    interval: Interval = "bootstrap"
    draws: Draws = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: Work) -> RatingsAnswer:
        import numpy as np

        from kibitz.rate.ratings.population import simulated_population
        from kibitz.rate.ratings.rating import intrinsic_rating
        from kibitz.rate.ratings.scale import loss_scale
        from kibitz.rate.records.reading import reading_notes

        sample, scale = _sample_and_scale(self.file, self.scale, self.scaling)
        groups = {"": sample} if self.together else sample.by_player()
        if self.player is not None:
            if self.player not in groups:
                raise InputError(_not_among(self.player, list(groups)))
            groups = {self.player: groups[self.player]}
        measure = loss_scale(sample, self.best) if scale is None else scale
        population = (
            None if measure.marks else simulated_population(measure.reference, np.random.default_rng(self.seed))
        )
        rows = []
        for done, (name, own) in enumerate(groups.items()):
            work.progress(done, len(groups), "rating players")
            rating = intrinsic_rating(own, measure, interval=self.interval, draws=self.draws, seed=self.seed)
            loss = rating.expected_loss
            rows.append(
                rated(name, rating, percentile=population.percentile(loss) if population and loss is not None else None)
            )
        return RatingsAnswer(**basis(sample, measure), players=tuple(rows), notes=tuple(reading_notes(self.file)))


class Compare(Request, frozen=True, kw_only=True):
    """Compare the decisions in file A with those in file B, on one reference set."""

    a: Annotated[Decisions, Meta(description="The first player's decisions.", examples=[ANN])]
    b: Annotated[Decisions, Meta(description="The second player's decisions.", examples=[BOB])]
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None
    draws: Draws = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: Work) -> CompareAnswer:
        from kibitz.rate.ratings.comparison import compare

        first, scale = _sample_and_scale(self.a, self.scale, self.scaling)
        second, _ = _sample_and_scale(self.b, self.scale, self.scaling)
        work.progress(0, 0, "comparing")
        found = compare(first, second, scale, draws=self.draws, seed=self.seed)
        return CompareAnswer(
            scale=found.scale,
            a=rated(self.a.name, found.a),
            b=rated(self.b.name, found.b),
            difference=found.difference,
            low=found.low,
            high=found.high,
            a_better=found.a_better,
            shared_events=found.shared_events,
            resampled_together=found.resampled_together,
        )


class OverTime(Request, frozen=True, kw_only=True):
    """One player over time: FILE is cut into periods of whole events, in the order of the file."""

    file: Decisions
    parts: Annotated[int, Meta(ge=2, le=100, description="Number of periods.  [default: 4]")] | None = None
    player: OnlyPlayer | None = None
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None
    draws: Draws = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: Work) -> PeriodsAnswer:
        from kibitz.rate.fitting.fits import NORMAL_95
        from kibitz.rate.ratings.comparison import in_parts, trend
        from kibitz.rate.ratings.scale import loss_scale

        sample, scale = _sample_and_scale(self.file, self.scale, self.scaling)
        sample = _only(sample, self.player)
        measure = loss_scale(sample) if scale is None else scale
        work.progress(0, 0, "rating periods")
        found = trend(in_parts(sample, self.parts), measure, draws=self.draws, seed=self.seed)
        return PeriodsAnswer(
            **basis(sample, measure),
            periods=tuple(rated(name, each) for name, each in zip(found.periods, found.ratings, strict=True)),
            slope=found.slope,
            slope_low=found.slope - NORMAL_95 * found.slope_se,
            slope_high=found.slope + NORMAL_95 * found.slope_se,
            chi_square=found.chi_square,
            degrees_of_freedom=len(found.periods) - 1,
        )


class Screen(Request, frozen=True, kw_only=True):
    """Z-scores of the choices in FILE against a claimed rating. Never a verdict."""

    file: Decisions
    claimed: Annotated[float, Meta(description="The rating claimed for the player, on --scale.")] | None = None
    s: (
        Annotated[float, Meta(gt=0, description="Expected sensitivity, instead of a rating.", examples=[0.05])] | None
    ) = None
    c: Annotated[float, Meta(gt=0, description="Expected consistency, instead of a rating.", examples=[0.5])] | None = (
        None
    )
    looks: Looks = 1
    player: OnlyPlayer | None = None
    scale: ScaleFile | None = None
    scaling: ScalingText | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: Work) -> ScreenAnswer:
        from kibitz.rate.ratings.screening import screen, screen_against

        sample, scale = _sample_and_scale(self.file, self.scale, self.scaling)
        sample = _only(sample, self.player)
        if self.claimed is not None and scale is not None:
            return ScreenAnswer(screening=screened(screen(sample, scale, self.claimed, looks=self.looks)))
        if self.s is not None and self.c is not None:
            return ScreenAnswer(screening=screened(screen_against(sample, self.s, self.c, looks=self.looks)))
        raise InputError("claimed: a claimed rating with its --scale is needed, or --s and --c")


class Fits(Request, frozen=True, kw_only=True):
    """All fits of the decisions in FILE taken together, with their goodness."""

    file: Decisions
    hold_out: Annotated[bool, Meta(description="Also predict each fifth of the events from the others.")] = False
    scaling: ScalingText | None = None
    best: Best = "any"
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: Work) -> FitsAnswer:
        from kibitz.rate.fitting.fits import METHODS, fit
        from kibitz.rate.fitting.holdout import hold_out_nats
        from kibitz.rate.model.moments import chose_best

        sample, _ = _sample_and_scale(self.file, None, self.scaling)
        share = sample.weights / sample.weights.sum()
        found, failed = [], {}
        for done, method in enumerate(METHODS):
            work.progress(done, len(METHODS), f"fitting {method}")
            try:
                row = fitted(fit(sample, method, best=self.best))
                if self.hold_out:
                    row = replace(row, hold_out=hold_out_nats(sample, method, seed=self.seed).nats)
                found.append(row)
            except InputError as error:
                failed[method] = str(error)
        logit, uniform = (
            hold_out_nats(sample, name, seed=self.seed).nats if self.hold_out else None for name in ("logit", "uniform")
        )
        return FitsAnswer(
            n=len(sample),
            events=sample.n_events,
            best_rate=float(share @ chose_best(sample, self.best)),
            average_error=float(share @ sample.losses),
            fits=tuple(found),
            failed=failed,
            logit_hold_out=logit,
            uniform_hold_out=uniform,
        )


class Calibrate(Request, frozen=True, kw_only=True):
    """Fit a scale to decisions of players whose `rating` is known, and write it with its reference set."""

    decisions: Annotated[
        tuple[Document, ...],
        Meta(
            min_length=1,
            description="Files of decisions.",
            examples=[[ANN, BOB]],
            extra=ARGUMENT | {"endings": [".jsonl", ".csv", ".tsv", ".parquet"]},
        ),
    ]
    step: Annotated[float, Meta(gt=0, description="Players are grouped by rating, rounded to this.")] = 100.0
    name: Annotated[Name, Meta(description="What the ratings are called.", extra={"metavar": "TEXT"})] = "Elo"
    scaling: ScalingText | None = None
    best: Best = "any"

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: Work) -> CalibrateAnswer:
        import numpy as np

        from kibitz.rate.ratings.scale import calibrate
        from kibitz.rate.ratings.storage import format_scale
        from kibitz.rate.records.reading import load_decisions

        known = [d for source in self.decisions for d in load_decisions(source) if d.rating is not None]
        sample = _sample(known, self.scaling, None)
        marks = np.round(sample.ratings / self.step) * self.step
        work.progress(0, 0, "fitting the scale")
        scale = calibrate({float(m): sample.take(marks == m) for m in np.unique(marks)}, name=self.name, best=self.best)
        return CalibrateAnswer(
            scale=scale.name,
            intercept=scale.intercept,
            slope=scale.slope,
            r_squared=None if np.isnan(scale.r_squared) else scale.r_squared,
            marks=tuple(
                KnownGroup(m.rating, m.s, m.c, m.expected_loss, m.n, m.n_events, float(residual))
                for m, residual in zip(scale.marks, scale.residuals, strict=True)
            ),
            document=format_scale(scale),
        )


def _sample_and_scale(source: Document, scale: Document | None, scaling: str | None) -> tuple[Sample, Scale | None]:
    """The decisions of a document as arrays, and the scale, which brings its own scaling."""
    from kibitz.rate.ratings.storage import load_scale
    from kibitz.rate.records.reading import load_decisions

    measure = None if scale is None else load_scale(scale)
    return _sample(load_decisions(source), scaling, measure), measure


def _sample(decisions: Sequence[Decision], scaling: str | None, scale: Scale | None) -> Sample:
    from kibitz.rate.model.law import parse_scaling
    from kibitz.rate.records.sample import Sample

    if scaling is not None and scale is not None:
        raise InputError("scaling: a scale brings its own, so give one of --scale and --scaling")
    law = parse_scaling(scaling) if scaling is not None else scale.reference.scaling if scale is not None else None
    return Sample.from_decisions(decisions, law)


def _only(sample: Sample, player: str | None) -> Sample:
    if player is None:
        return sample
    names = sorted(set(sample.players))
    if player not in names:
        raise InputError(_not_among(player, names))
    return sample.take(sample.players == player)


def _not_among(player: str, names: Sequence[str]) -> str:
    return f"player: {player!r} is not in the file; it has {some([name or '(no name)' for name in names])}"

"""Answers about files of decisions: ratings, ratings over time, screening and calibrated scales."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, join_truncated
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Curve
from kibitz.rate.report.calibration import player_difficulty_groups
from kibitz.rate.report.rating_summary import best_rating
from kibitz.rate.report.ratings import (
    PlayerRating,
    RatingsAnswer,
    ScaledAnswer,
    ScreeningSummary,
    describe_rating,
    format_rating_difference,
    scale_basis,
    screening_exhibits,
    to_player_rating,
    to_screening_summary,
)

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.rate import questions
    from kibitz.rate.model.scaling import Scaling
    from kibitz.rate.ratings.result import Rating
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample


class PeriodsAnswer(ScaledAnswer, frozen=True, kw_only=True, tag="rate.over-time/2"):
    """One player's ratings in successive periods, and the straight line through them in points per period."""

    files: ClassVar = {"chart": "Write the chart of the ratings to this SVG file."}

    periods: tuple[PlayerRating, ...]
    """Each with the number of its period in place of a player."""
    slope: float
    slope_low: float
    slope_high: float
    chi_square: float
    degrees_of_freedom: int

    def explain(self) -> Explanation:
        rows = tuple(f"period {row.player}: {describe_rating(row, self.scale)}" for row in self.periods)
        change = " to ".join(format_rating_difference(value, self.scale) for value in (self.slope_low, self.slope_high))
        headline = (
            f"Change per period: {format_rating_difference(self.slope, self.scale)} ({change}); "
            f""
            f"chi-square test of no change {self.chi_square:.1f} "
            f"on {format_count(self.degrees_of_freedom, 'degree')} of freedom"
        )
        return Explanation(headline, rows)

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        yield from (Note(row) for row in explanation.reasons)
        yield Headline(explanation.headline)
        if (curve := self.chart()) is not None:
            yield curve

    def chart(self) -> Curve | None:
        """The periods as a curve with their intervals."""
        from kibitz.rate.report.rating_chart import rating_chart

        return rating_chart(self.periods, [row.player for row in self.periods], self.scale, "Rating by period")

    def file(self, kind: str) -> File:
        from kibitz.rate.report.rating_chart import chart_file

        return chart_file(self.chart(), kind)


class ScreenAnswer(Answer, frozen=True, kw_only=True, tag="rate.screen/1"):
    """Choices against a claimed rating."""

    screening: ScreeningSummary

    def explain(self) -> Explanation:
        z = [
            "-" if part.z is None else f"{part.z:+.2f}"
            for part in (self.screening.best_rate, self.screening.average_error)
        ]
        return Explanation(f"Best choices z {z[0]}, average error z {z[1]}.", self.screening.reading)

    def exhibits(self) -> Iterator[Exhibit]:
        yield from screening_exhibits(self.screening)


class KnownGroup(Struct, frozen=True):
    """One group of players of known rating, as fitted; ``residual`` is its rating minus what the line gives it."""

    rating: float
    s: float
    c: float
    expected_loss: float
    n: int
    events: int
    residual: float


class CalibrateAnswer(Answer, frozen=True, kw_only=True, tag="rate.calibrate/1"):
    """``rating = intercept + slope * expected loss``, the groups behind the line, and the scale as a document."""

    files: ClassVar = {"output": "Write the scale to this file."}

    scale: str
    intercept: float
    slope: float
    r_squared: float | None
    marks: tuple[KnownGroup, ...]
    document: Document | None = None

    def explain(self) -> Explanation:
        fit = "" if self.r_squared is None else f", R squared {self.r_squared:.4f}"
        return Explanation(
            f"{self.scale} = {self.intercept:.1f} {self.slope:+.1f} x expected loss{fit}",
            tuple(
                f"{mark.rating:g}: expected loss {mark.expected_loss:.4f}, s {mark.s:.4f}, c {mark.c:.3f}, "
                f"{mark.n:,} decisions, residual {format_rating_difference(mark.residual, self.scale)}"
                for mark in self.marks
            ),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        yield Headline(explanation.headline)
        yield from (Note(reason) for reason in explanation.reasons)

    def file(self, kind: str) -> File:
        if self.document is None:
            raise InputError(f"{kind}: this answer was saved without its scale")
        return File(self.document.name, "application/json", self.document.content)


COMPARED_METHODS: tuple[Literal["adjusted", "ff"], ...] = ("adjusted", "ff")
"""The methods that ``compare`` shows side by side."""


def sample_and_scale(source: Document, scale: Document | None, scaling: str | None) -> tuple[Sample, Scale | None]:
    """The decisions of a document as arrays, and the scale, which brings its own scaling."""
    from kibitz.rate.ratings.scale_file import load_scale
    from kibitz.rate.records.decision_columns import has_depths, is_parquet, load_decision_columns
    from kibitz.rate.records.decision_files import load_decisions

    measure = None if scale is None else load_scale(scale)
    if is_parquet(source) and not has_depths(source):
        return load_decision_columns(source).to_sample(_scaling_law(scaling, measure)), measure
    return sample_of(load_decisions(source), scaling, measure), measure


def sample_of(decisions: Sequence[Decision], scaling: str | None, scale: Scale | None) -> Sample:
    from kibitz.rate.records.sample import Sample

    return Sample.from_decisions(decisions, _scaling_law(scaling, scale))


def _scaling_law(scaling: str | None, scale: Scale | None) -> Scaling | None:
    """The scaling that is given, or that of a scale."""
    from kibitz.rate.model.scaling import parse_scaling

    if scaling is not None and scale is not None:
        raise InputError("scaling: give --scale or --scaling, not both, because a scale has its own scaling")
    return parse_scaling(scaling) if scaling is not None else scale.reference.scaling if scale is not None else None


def _only(sample: Sample, player: str | None) -> Sample:
    if player is None:
        return sample
    names = sorted(set(sample.players))
    if player not in names:
        raise InputError(unknown_player_message(player, names))
    return sample.take(sample.players == player)


def unknown_player_message(player: str, names: Sequence[str]) -> str:
    return f"player: {player!r} is not in the file, which has {join_truncated([name or '(no name)' for name in names])}"


def answer_players(request: questions.RatePlayersRequest, work: WorkContext) -> RatingsAnswer:
    """The answer to `questions.RatePlayersRequest`."""
    import numpy as np

    from kibitz.rate.ratings.population import recorded_population, simulated_population
    from kibitz.rate.ratings.scale import loss_scale
    from kibitz.rate.records.decision_files import reading_notes

    sample, scale = sample_and_scale(request.file, request.scale, request.scaling)
    groups = {"": sample} if request.together else sample.by_player()
    if request.player is not None:
        if request.player not in groups:
            raise InputError(unknown_player_message(request.player, list(groups)))
        groups = {request.player: groups[request.player]}
    measure = loss_scale(sample, request.best) if scale is None else scale
    population = None if measure.marks else simulated_population(measure.reference, np.random.default_rng(request.seed))
    if request.comparison_group is not None:
        work.progress(0, len(groups), "rating the comparison group")
        people, _ = sample_and_scale(request.comparison_group, request.scale, request.scaling)
        population = recorded_population(people, measure, f"players of {request.comparison_group.name}")
    rows = []
    for name, rating in _rate_groups(request, groups, measure, work):
        loss = rating.expected_loss
        percentile = population.percentile(loss) if population and loss is not None else None
        rows.append(to_player_rating(name, rating, percentile=percentile))
    answer = RatingsAnswer(
        **scale_basis(sample, measure), players=tuple(rows), notes=tuple(reading_notes(request.file))
    )
    if population is not None:
        answer = replace(answer, among=population.who)
    best = best_rating(answer.player_rows(), answer.scale)
    if best is None:
        return answer
    return replace(answer, difficulty=player_difficulty_groups(groups[best.player], measure, best.rating))


def _rate_groups(
    request: questions.RatePlayersRequest, groups: Mapping[str, Sample], measure: Scale, work: WorkContext
) -> list[tuple[str, Rating]]:
    """The ratings of each player by each method, in tasks of several players."""
    from kibitz.rate.ratings.field_rating import field_tasks
    from kibitz.rate.ratings.player_tasks import rate_players
    from kibitz.simulate.executors import open_executor, run_all

    settings = (request.interval, request.draws, request.seed)
    methods = COMPARED_METHODS if request.compare else (request.method,)
    work.progress(0, len(groups), "rating players")
    tasks = field_tasks(groups, measure, settings, methods)
    if work.workers == 1 and not work.scheduler:
        done, result = 0, []
        for task in tasks:
            result += rate_players(task)
            done += len(task.groups)
            work.progress(done, len(groups), "rating players")
        return result
    with open_executor(work) as executor:
        parts = run_all(rate_players, tasks, executor, work.progress_with_note("rating players"))
    return [row for part in parts for row in part]


def answer_over_time(request: questions.OverTimeRequest, work: WorkContext) -> PeriodsAnswer:
    """The answer to `questions.OverTimeRequest`."""
    from kibitz.rate.fitting.fits import NORMAL_95
    from kibitz.rate.ratings.comparison import split_into_periods, trend
    from kibitz.rate.ratings.scale import loss_scale

    sample, scale = sample_and_scale(request.file, request.scale, request.scaling)
    sample = _only(sample, request.player)
    measure = loss_scale(sample) if scale is None else scale
    work.progress(0, 0, "rating periods")
    result = trend(split_into_periods(sample, request.periods), measure, draws=request.draws, seed=request.seed)
    return PeriodsAnswer(
        **scale_basis(sample, measure),
        periods=tuple(to_player_rating(name, each) for name, each in zip(result.periods, result.ratings, strict=True)),
        slope=result.slope,
        slope_low=result.slope - NORMAL_95 * result.slope_se,
        slope_high=result.slope + NORMAL_95 * result.slope_se,
        chi_square=result.chi_square,
        degrees_of_freedom=len(result.periods) - 1,
    )


def answer_screen(request: questions.ScreenRequest, work: WorkContext) -> ScreenAnswer:
    """The answer to `questions.ScreenRequest`."""
    from kibitz.rate.ratings.screening import screen, screen_against

    sample, scale = sample_and_scale(request.file, request.scale, request.scaling)
    sample = _only(sample, request.player)
    claimed = request.claimed
    if claimed is None and scale is not None and request.s is None:
        claimed = _recorded_rating(sample)
    if claimed is not None and scale is not None:
        return ScreenAnswer(screening=to_screening_summary(screen(sample, scale, claimed, looks=request.looks)))
    if request.s is not None and request.c is not None:
        return ScreenAnswer(
            screening=to_screening_summary(screen_against(sample, request.s, request.c, looks=request.looks))
        )
    raise InputError("claimed: give a claimed rating with its --scale, or --s and --c")


def _recorded_rating(sample: Sample) -> float | None:
    """The mean rating that the records of one player carry; ``None`` where they carry none."""
    import numpy as np

    known = np.isfinite(sample.ratings)
    if not known.any():
        return None
    if len(set(sample.players)) > 1:
        raise InputError("claimed: the file has several players; give --player, or a claimed rating")
    return float(np.average(sample.ratings[known], weights=sample.weights[known]))


def answer_calibrate(request: questions.CalibrateRequest, work: WorkContext) -> CalibrateAnswer:
    """The answer to `questions.CalibrateRequest`."""
    import numpy as np

    from kibitz.rate.ratings.adjusted import with_adjusted_line_if_possible
    from kibitz.rate.ratings.scale import calibrate
    from kibitz.rate.ratings.scale_file import format_scale
    from kibitz.rate.records.decision_files import load_decisions

    known = [d for source in request.decisions for d in load_decisions(source) if d.rating is not None]
    sample = sample_of(known, request.scaling, None)
    marks = np.round(sample.ratings / request.step) * request.step
    work.progress(0, 0, "fitting the scale")
    groups = {float(m): sample.take(marks == m) for m in np.unique(marks)}
    scale = with_adjusted_line_if_possible(calibrate(groups, name=request.name, best=request.best), groups)
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

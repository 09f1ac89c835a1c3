"""The other answers about decisions: periods, comparisons, screenings, fits, and scales."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Curve, Exhibit, Note, some
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import Unit
from kibitz.core.work import Work
from kibitz.rate.matched import rated_difficulty
from kibitz.rate.rated import (
    Rated,
    RatingsAnswer,
    Screened,
    basis,
    rated,
    rating_words,
    screened,
    screening_exhibits,
    signed,
)
from kibitz.rate.told import best_of

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.rate import questions
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample


class PeriodsAnswer(Answer, frozen=True, kw_only=True, tag="rate.over-time/2"):
    """One player's ratings in successive periods, and the straight line through them in points per period."""

    files: ClassVar = {"chart": "Draw the ratings here, as SVG."}

    scale: str
    unit: Unit
    scaling: str
    engine: str | None
    reference_decisions: int
    periods: tuple[Rated, ...]
    """Each with the number of its period in place of a player."""
    slope: float
    slope_low: float
    slope_high: float
    chi_square: float
    degrees_of_freedom: int

    def told(self) -> Explanation:
        rows = tuple(f"period {row.player}: {rating_words(row, self.scale)}" for row in self.periods)
        change = " to ".join(signed(value, self.scale) for value in (self.slope_low, self.slope_high))
        headline = (
            f"Change per period: {signed(self.slope, self.scale)} ({change}); chi-square for no change "
            f"{self.chi_square:.1f} on {self.degrees_of_freedom}"
        )
        return Explanation(headline, rows)

    def exhibits(self) -> Iterator[Exhibit]:
        told = self.told()
        yield from (Note(row) for row in told.reasons)
        yield Note(told.headline, "strong")
        if (curve := self.chart()) is not None:
            yield curve

    def chart(self) -> Curve | None:
        """The periods as a curve with their intervals."""
        from kibitz.rate.charted import rating_chart

        return rating_chart(self.periods, [row.player for row in self.periods], self.scale, "Rating by period")

    def file(self, kind: str) -> File:
        from kibitz.rate.charted import chart_file

        return chart_file(self.chart(), kind)


class ScreenAnswer(Answer, frozen=True, kw_only=True, tag="rate.screen/1"):
    """Choices against a claimed rating."""

    screening: Screened

    def told(self) -> Explanation:
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

    files: ClassVar = {"output": "Where to write the scale."}

    scale: str
    intercept: float
    slope: float
    r_squared: float | None
    marks: tuple[KnownGroup, ...]
    document: Document | None = None

    def told(self) -> Explanation:
        fit = "" if self.r_squared is None else f", R squared {self.r_squared:.4f}"
        return Explanation(
            f"{self.scale} = {self.intercept:.1f} {self.slope:+.1f} x expected loss{fit}",
            tuple(
                f"{mark.rating:g}: expected loss {mark.expected_loss:.4f}, s {mark.s:.4f}, c {mark.c:.3f}, "
                f"{mark.n:,} decisions, residual {signed(mark.residual, self.scale)}"
                for mark in self.marks
            ),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        told = self.told()
        yield Note(told.headline, "strong")
        yield from (Note(reason) for reason in told.reasons)

    def file(self, kind: str) -> File:
        if self.document is None:
            raise InputError(f"{kind}: this answer was kept without its scale")
        return File(self.document.name, "application/json", self.document.content)


BOTH: tuple[Literal["adjusted", "ff"], ...] = ("adjusted", "ff")
"""The methods that ``compare`` shows beside each other."""


def sample_and_scale(source: Document, scale: Document | None, scaling: str | None) -> tuple[Sample, Scale | None]:
    """The decisions of a document as arrays, and the scale, which brings its own scaling."""
    from kibitz.rate.ratings.storage import load_scale
    from kibitz.rate.records.reading import load_decisions

    measure = None if scale is None else load_scale(scale)
    return sample_of(load_decisions(source), scaling, measure), measure


def sample_of(decisions: Sequence[Decision], scaling: str | None, scale: Scale | None) -> Sample:
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
        raise InputError(not_among(player, names))
    return sample.take(sample.players == player)


def not_among(player: str, names: Sequence[str]) -> str:
    return f"player: {player!r} is not in the file; it has {some([name or '(no name)' for name in names])}"


def answer_players(asked: questions.Players, work: Work) -> RatingsAnswer:
    """The answer to `questions.Players`."""
    import numpy as np

    from kibitz.rate.ratings.population import recorded_population, simulated_population
    from kibitz.rate.ratings.rating import intrinsic_rating
    from kibitz.rate.ratings.scale import loss_scale
    from kibitz.rate.records.reading import reading_notes

    sample, scale = sample_and_scale(asked.file, asked.scale, asked.scaling)
    groups = {"": sample} if asked.together else sample.by_player()
    if asked.player is not None:
        if asked.player not in groups:
            raise InputError(not_among(asked.player, list(groups)))
        groups = {asked.player: groups[asked.player]}
    measure = loss_scale(sample, asked.best) if scale is None else scale
    population = None if measure.marks else simulated_population(measure.reference, np.random.default_rng(asked.seed))
    if asked.among is not None:
        work.progress(0, len(groups), "rating people")
        people, _ = sample_and_scale(asked.among, asked.scale, asked.scaling)
        population = recorded_population(people, measure, f"people of {asked.among.name}")
    rows = []
    for done, (name, own) in enumerate(groups.items()):
        work.progress(done, len(groups), "rating players")
        for method in BOTH if asked.compare else (asked.method,):
            rating = intrinsic_rating(
                own, measure, interval=asked.interval, draws=asked.draws, seed=asked.seed, method=method
            )
            loss = rating.expected_loss
            rows.append(
                rated(name, rating, percentile=population.percentile(loss) if population and loss is not None else None)
            )
    told = RatingsAnswer(**basis(sample, measure), players=tuple(rows), notes=tuple(reading_notes(asked.file)))
    if population is not None:
        told = replace(told, among=population.who)
    best = best_of(told.whole(), told.scale)
    if best is None:
        return told
    return replace(told, difficulty=rated_difficulty(groups[best.player], measure, best.rating))


def answer_over_time(asked: questions.OverTime, work: Work) -> PeriodsAnswer:
    """The answer to `questions.OverTime`."""
    from kibitz.rate.fitting.fits import NORMAL_95
    from kibitz.rate.ratings.comparison import in_parts, trend
    from kibitz.rate.ratings.scale import loss_scale

    sample, scale = sample_and_scale(asked.file, asked.scale, asked.scaling)
    sample = _only(sample, asked.player)
    measure = loss_scale(sample) if scale is None else scale
    work.progress(0, 0, "rating periods")
    found = trend(in_parts(sample, asked.parts), measure, draws=asked.draws, seed=asked.seed)
    return PeriodsAnswer(
        **basis(sample, measure),
        periods=tuple(rated(name, each) for name, each in zip(found.periods, found.ratings, strict=True)),
        slope=found.slope,
        slope_low=found.slope - NORMAL_95 * found.slope_se,
        slope_high=found.slope + NORMAL_95 * found.slope_se,
        chi_square=found.chi_square,
        degrees_of_freedom=len(found.periods) - 1,
    )


def answer_screen(asked: questions.Screen, work: Work) -> ScreenAnswer:
    """The answer to `questions.Screen`."""
    from kibitz.rate.ratings.screening import screen, screen_against

    sample, scale = sample_and_scale(asked.file, asked.scale, asked.scaling)
    sample = _only(sample, asked.player)
    if asked.claimed is not None and scale is not None:
        return ScreenAnswer(screening=screened(screen(sample, scale, asked.claimed, looks=asked.looks)))
    if asked.s is not None and asked.c is not None:
        return ScreenAnswer(screening=screened(screen_against(sample, asked.s, asked.c, looks=asked.looks)))
    raise InputError("claimed: a claimed rating with its --scale is needed, or --s and --c")


def answer_calibrate(asked: questions.Calibrate, work: Work) -> CalibrateAnswer:
    """The answer to `questions.Calibrate`."""
    import numpy as np

    from kibitz.rate.ratings.adjusted import adjustable
    from kibitz.rate.ratings.scale import calibrate
    from kibitz.rate.ratings.storage import format_scale
    from kibitz.rate.records.reading import load_decisions

    known = [d for source in asked.decisions for d in load_decisions(source) if d.rating is not None]
    sample = sample_of(known, asked.scaling, None)
    marks = np.round(sample.ratings / asked.step) * asked.step
    work.progress(0, 0, "fitting the scale")
    groups = {float(m): sample.take(marks == m) for m in np.unique(marks)}
    scale = adjustable(calibrate(groups, name=asked.name, best=asked.best), groups)
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

"""Answer types of ratings, shared by files of decisions and by chess games.

Ratings are on the scale that the answer names; losses are scaled losses per decision of its reference set.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from kibitz.core.csv_text import format_csv
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import MINUS, Unit, format_chance, format_count
from kibitz.draw.forest_plot import ForestPlot
from kibitz.rate.report.calibration import DifficultyGroup
from kibitz.rate.report.rating_summary import findings, ratings_plot, uses_win_chance_points

if TYPE_CHECKING:
    from kibitz.rate.fitting.fits import Fit
    from kibitz.rate.ratings.result import Adjustment, Rating
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.ratings.screening import Screening
    from kibitz.rate.records.sample import Sample

LOSS_SCALE_NAME = "expected loss"
"""Name of the scale of games without a rating system; on it, smaller is better."""


class ProjectedAverage(Struct, frozen=True):
    """An average as projected by the fit and as observed, and their difference in standard errors."""

    projected: float
    observed: float
    standard_error: float
    z: float | None


class RawError(Struct, frozen=True):
    """The average error in the unit of the utilities."""

    projected: float
    observed: float


class FitSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player of the model (sensitivity s, consistency c, lapse) and its goodness of fit.

    ``nats`` is the mean log loss per decision, ``hold_out`` the same on events that the fit has not seen.
    """

    method: str
    s: float
    c: float
    lapse: float
    n: int
    events: int
    nats: float
    best_rate: ProjectedAverage
    average_error: ProjectedAverage
    raw_error: RawError
    orf: float
    s_interval: tuple[float, float] | None = None
    c_interval: tuple[float, float] | None = None
    hold_out: float | None = None


class Deviation(Struct, frozen=True):
    """An average against what a typical player of the claimed rating shows; ``p`` is the chance of doing at least
    as well by luck, ``p_looks`` that the best of all players screened does."""

    expected: float
    observed: float
    standard_error: float
    z: float | None
    p: float
    p_looks: float


class ScreeningSummary(Struct, frozen=True, kw_only=True):
    """Choices against a claimed rating, with a reading guide. Never a verdict."""

    claimed: float | None
    s: float
    c: float
    n: int
    events: int
    looks: int
    best_rate: Deviation
    average_error: Deviation
    extrapolated: bool
    reading: tuple[str, ...]


class AdjustmentSummary(Struct, frozen=True, kw_only=True):
    """Basis of an adjusted error: skill, own mean scaled error, how many times as hard as the reference set the
    player's decisions are at that skill, the log of expected over own error, and the contrast of errors on
    quiet and sharp decisions with its standard error (``null`` where there are too few of either)."""

    skill: float
    own_error: float
    difficulty: float
    gap: float
    contrast: float | None
    contrast_se: float | None


class PlayerRating(Struct, frozen=True, kw_only=True):
    """One player's rating with its 95 % interval; ``null`` where the choices give bounds only, or not even those.

    ``best_rate`` and ``average_error`` are the plain counts: the share of best choices, and the mean scaled loss.
    ``known_rating`` is the mean rating that the records state, ``percentile`` the share of simulated agents that lose
    more. ``extrapolated`` marks a rating outside the marks of the scale, ``note`` holds caveats.
    ``method`` is ``ff``, ``ml-lapse``, ``adjusted``, or ``posterior`` with few decisions; each has its own line.
    """

    player: str
    n: int
    events: int
    rating: float | None
    low: float | None
    high: float | None
    standard_error: float | None
    expected_loss: float | None
    expected_loss_low: float | None
    expected_loss_high: float | None
    extrapolated: bool
    best_rate: float
    average_error: float
    fit: FitSummary | None
    known_rating: float | None = None
    percentile: float | None = None
    screening: ScreeningSummary | None = None
    note: str = ""
    method: str = "ff"
    adjustment: AdjustmentSummary | None = None


class ScaledAnswer(Answer, frozen=True, kw_only=True):
    """Basis of ratings: the scale, the unit and scaling of utilities, the evaluator, the reference set."""

    scale: str
    unit: Unit
    scaling: str
    engine: str | None
    reference_decisions: int


class RatingsAnswer(ScaledAnswer, frozen=True, kw_only=True, tag="rate.players/4"):
    """Ratings of players on one scale, and the basis of the scale."""

    files: ClassVar = {"csv": "Write the ratings to this CSV file."}
    events: ClassVar[str] = "events"
    """What an event is called."""
    lost_in: ClassVar[str] = "scaled loss"
    """Unit of the losses by difficulty."""

    players: tuple[PlayerRating, ...]
    notes: tuple[str, ...] = ()
    """Warnings about the input."""
    among: str = "simulated agents"
    """Comparison group of the percentiles."""
    difficulty: tuple[DifficultyGroup, ...] = ()
    """Expected and actual losses of the best player, from easy decisions to hard ones."""

    def explain(self) -> Explanation:
        """The rating as a sentence with reasons, or one reason per player where there are several."""
        if len(self.players) != 1:
            lines = tuple(f"{row.player or '(all)'}: {describe_rating(row, self.scale)}" for row in self.players)
            return Explanation(f"{format_count(len(self.players), 'player')} rated by {self.scale}.", lines)
        (row,) = self.players
        reasons = [row.note] if row.note else []
        reasons.append(
            f"the player made the best choice in {format_chance(row.best_rate)} of decisions, and a choice costs "
            f"{row.average_error:.4f} on average"
        )
        if row.fit is not None:
            reasons.append(f"the model fits this with sensitivity {row.fit.s:.3f} and consistency {row.fit.c:.2f}")
        if row.adjustment is not None:
            reasons.append(
                f"the positions are {row.adjustment.difficulty:.2f} times as hard as those of the scale for "
                f"a player of skill {row.adjustment.skill:+.1f}".replace("-", MINUS)
            )
        if row.percentile is not None:
            reasons.append(f"{row.percentile:.0f} % of {self.among} lose more")
        name = "Expected loss" if self.scale == LOSS_SCALE_NAME else self.scale
        return Explanation(f"{name} {describe_rating(row, self.scale)}.", tuple(reasons))

    def exhibits(self) -> Iterator[Exhibit]:
        engine = f", values from {self.engine}" if self.engine else ""
        yield Note(
            f"Rated by {self.scale} on {self.reference_decisions:,} reference decisions "
            f"({self.unit.value}, scaling {self.scaling}{engine})"
        )
        yield from (Note(note, "warning") for note in self.notes)
        yield self.rating_plot()
        yield from findings(self)
        yield from (Note(f"{row.player or '(all)'}: {row.note}.", "quiet") for row in self.players if row.note)
        for row in self.players:
            if row.screening is not None:
                yield from screening_exhibits(row.screening, row.player)
        if any(row.extrapolated for row in self.players):
            yield Note("* outside the ratings that the scale was calibrated with.")
        if self.scale == LOSS_SCALE_NAME:
            agents = f" Percentiles are among {self.among}." if any(row.percentile for row in self.players) else ""
            yield Note(
                "Smaller is better: the expected scaled loss per decision of a player with these s and c on the "
                f"reference decisions.{agents}"
            )

    def file(self, kind: str) -> File:
        names = (
            "player",
            "rating",
            "low",
            "high",
            "standard_error",
            "n",
            "events",
            "best_rate",
            "average_error",
            "expected_loss",
            "known_rating",
            "percentile",
            "method",
            "extrapolated",
            "note",
        )
        rows = ([getattr(row, name) for name in names] for row in self.players)
        return File("ratings.csv", "text/csv", format_csv(names, rows))

    def player_rows(self) -> tuple[PlayerRating, ...]:
        """One row per player: the first method where two are shown, and no rows for parts of the play."""
        return tuple({row.player: row for row in reversed(self.players)}.values())[::-1]

    def describe_costs(self, row: PlayerRating) -> str:
        """The end of a sentence that starts with the share of best choices: mean loss and percentile."""
        cost = f"{100 * row.average_error:.1f} points" if uses_win_chance_points(self) else f"{row.average_error:.4f}"
        among = "" if row.percentile is None else f" {row.percentile:.0f} % of {self.among} lose more."
        return f"of decisions, and a choice costs {cost} on average.{among}"

    def rating_plot(self) -> Table | ForestPlot:
        """Forest plot of the ratings with their intervals; only the table where nobody has a rating."""
        return ratings_plot(self) or self.ratings_table()

    def ratings_table(self, shown: Sequence[PlayerRating] | None = None, title: str = "") -> Table:
        """One row per player, or per part of the play: rating and interval, then the evidence."""
        listed = self.players if shown is None else shown
        known = any(row.known_rating is not None for row in listed)
        percentiles = any(row.percentile is not None for row in listed)
        adjusted = any(row.adjustment is not None for row in listed)
        fits = not adjusted or any(row.fit is not None for row in listed)
        columns = (
            "player",
            *["known"] * known,
            "loss" if self.scale == LOSS_SCALE_NAME else self.scale,
            "95 %",
            "n",
            self.events,
            "best",
            "error",
            *["s", "c"] * fits,
            *["skill", "harder", "by"] * adjusted,
            *["pct"] * percentiles,
        )
        rows = []
        for row in listed:
            fit, by = row.fit, row.adjustment
            numbers = [format_chance(row.best_rate), f"{row.average_error:.4f}"]
            if fits:
                numbers += ["-", "-"] if fit is None else [f"{fit.s:.4f}", f"{fit.c:.3f}"]
            if adjusted:
                numbers += (
                    ["-", "-"]
                    if by is None
                    else [format_rating_difference(by.skill, "skill"), f"x {by.difficulty:.2f}"]
                )
                numbers.append(row.method)
            rows.append(
                (
                    row.player or "(all)",
                    *[format_rating(row.known_rating, "")] * known,
                    format_rating(row.rating, self.scale) + "*" * row.extrapolated,
                    format_interval(row, self.scale),
                    f"{row.n:,}",
                    f"{row.events:,}",
                    *numbers,
                    *[format_rating(row.percentile, "")] * percentiles,
                )
            )
        return Table(columns, tuple(rows), title)


def format_rating(value: float | None, scale: str) -> str:
    """A rating as text: whole Elo points, four decimals of expected loss, otherwise four significant digits."""
    return "-" if value is None else f"{value:.{rating_digits(value, scale)}f}"


def format_rating_difference(value: float, scale: str) -> str:
    """A difference of ratings with its sign."""
    return f"{value:+.{rating_digits(value, scale)}f}".replace("-", MINUS)


def rating_digits(value: float, scale: str) -> int:
    """Number of decimals for ratings of a scale."""
    if (fixed := {LOSS_SCALE_NAME: 4, "Elo": 0, "": 0, "skill": 1}.get(scale)) is not None:
        return fixed
    return 0 if abs(value) >= 1000 else 1 if abs(value) >= 100 else 2 if abs(value) >= 10 else 3


def format_interval(row: PlayerRating, scale: str) -> str:
    """Both ends of a rating's interval, or one where the other is unbounded."""
    if row.low is None and row.high is None:
        return "-"
    if row.low is None or row.high is None:
        return (
            f"up to {format_rating(row.high, scale)}" if row.low is None else f"{format_rating(row.low, scale)} or more"
        )
    return f"{format_rating(row.low, scale)}\N{EN DASH}{format_rating(row.high, scale)}"


def describe_rating(row: PlayerRating, scale: str) -> str:
    """A rating as a phrase: value, interval, number of decisions and events."""
    value = "no rating" if row.rating is None else format_rating(row.rating, scale)
    evidence = f"{format_count(row.n, 'decision')} in {format_count(row.events, 'event')}"
    return f"{value} ({format_interval(row, scale)}), {evidence}"


def screening_exhibits(result: ScreeningSummary, player: str = "") -> Iterator[Exhibit]:
    """The z-scores of a screening with their p-values, before and after the multiple-testing correction."""
    if player and result.claimed is not None:
        yield Note(f"{player} against a claimed rating of {result.claimed:g}", "strong")
    rows = []
    for name, part, digits in (("best choices", result.best_rate, 3), ("average error", result.average_error, 4)):
        z = "-" if part.z is None else f"{part.z:+.2f}".replace("-", MINUS)
        rows.append(
            (
                name,
                f"{part.observed:.{digits}f}",
                f"{part.expected:.{digits}f}",
                f"{part.standard_error:.{digits}f}",
                z,
                f"{part.p:.3g}",
                f"{part.p_looks:.3g}",
            )
        )
    yield Table(("", "observed", "expected", "±", "z", "p", f"p, {result.looks:,} screened"), tuple(rows))
    for sentence in result.reading:
        yield Note(f"· {sentence}")


def finite_or_none(value: float | None) -> float | None:
    """The number, or ``None`` for an infinity or NaN."""
    return float(value) if value is not None and math.isfinite(value) else None


def to_fit_summary(result: Fit, hold_out: float | None = None) -> FitSummary:
    """Convert a fit to its answer type."""
    p = result.projection
    return FitSummary(
        method=result.method,
        s=result.s,
        c=result.c,
        lapse=result.lapse,
        n=result.n,
        events=result.n_events,
        nats=result.nats,
        best_rate=ProjectedAverage(p.best_rate, p.best_rate_observed, p.best_rate_se, finite_or_none(p.z_best)),
        average_error=ProjectedAverage(p.error, p.error_observed, p.error_se, finite_or_none(p.z_error)),
        raw_error=RawError(p.raw_error, p.raw_error_observed),
        orf=result.orf,
        s_interval=result.interval(0),
        c_interval=result.interval(1),
        hold_out=hold_out,
    )


def to_player_rating(player: str, rating: Rating, **more: float | None) -> PlayerRating:
    """Convert a rating to its answer type; unbounded ends are ``None``."""
    return PlayerRating(
        player=player,
        n=rating.n,
        events=rating.n_events,
        rating=rating.value,
        low=finite_or_none(rating.low),
        high=finite_or_none(rating.high),
        standard_error=rating.standard_error,
        expected_loss=rating.expected_loss,
        expected_loss_low=finite_or_none(rating.loss_low),
        expected_loss_high=finite_or_none(rating.loss_high),
        extrapolated=rating.extrapolated,
        best_rate=rating.best_rate,
        average_error=rating.average_error,
        fit=None if rating.fit is None else to_fit_summary(rating.fit),
        note=rating.note,
        method=rating.method,
        adjustment=None if rating.adjustment is None else to_adjustment_summary(rating.adjustment),
        known_rating=more.get("known_rating"),
        percentile=more.get("percentile"),
    )


def to_adjustment_summary(result: Adjustment) -> AdjustmentSummary:
    """Convert the basis of an adjusted error to its answer type."""
    return AdjustmentSummary(
        skill=result.theta,
        own_error=result.own_error,
        difficulty=result.difficulty,
        gap=result.gap,
        contrast=result.contrast,
        contrast_se=result.contrast_se,
    )


def to_screening_summary(result: Screening) -> ScreeningSummary:
    """Convert a screening to its answer type."""
    from kibitz.rate.fitting.projections import BEST_WIDENING, ERROR_WIDENING

    p = result.projection
    return ScreeningSummary(
        claimed=result.claimed,
        s=result.s,
        c=result.c,
        n=result.n,
        events=result.n_events,
        looks=result.looks,
        best_rate=Deviation(
            p.best_rate,
            p.best_rate_observed,
            BEST_WIDENING * p.best_rate_se,
            finite_or_none(result.z_best),
            result.p_best,
            result.p_best_looks,
        ),
        average_error=Deviation(
            p.error,
            p.error_observed,
            ERROR_WIDENING * p.error_se,
            finite_or_none(result.z_error),
            result.p_error,
            result.p_error_looks,
        ),
        extrapolated=result.extrapolated,
        reading=result.reading,
    )


def scale_basis(sample: Sample, scale: Scale) -> dict[str, Any]:
    """The fields of `ScaledAnswer` for ratings of a sample on a scale."""
    from kibitz.rate.model.scaling import format_scaling
    from kibitz.rate.records.sample import engine_key, format_engine

    known = sample.provenance or scale.reference.provenance
    engine = None if known is None else format_engine(engine_key(known))
    return {
        "scale": scale.name,
        "unit": sample.unit,
        "scaling": format_scaling(sample.scaling),
        "engine": engine,
        "reference_decisions": len(scale.reference),
    }

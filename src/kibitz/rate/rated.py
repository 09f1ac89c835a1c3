"""What ratings look like as answers: the same types for a file of decisions and for games of chess.

Ratings stand on the scale the answer names; losses are scaled losses per decision of its reference set.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, TypedDict

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table, Whiskers
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import MINUS, Unit, format_chance, format_count
from kibitz.rate.matched import Group
from kibitz.rate.told import findings, in_points, pictured

if TYPE_CHECKING:
    from kibitz.rate.fitting.fits import Fit
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.ratings.screening import Screening
    from kibitz.rate.ratings.value import Adjustment, Rating
    from kibitz.rate.records.sample import Sample

LOSS = "expected loss"
"""Name of the scale of games without a rating system; on it, smaller is better."""


class Average(Struct, frozen=True):
    """An average that the fit projects beside the one observed, and how far apart they are in standard errors."""

    projected: float
    observed: float
    standard_error: float
    z: float | None


class RawError(Struct, frozen=True):
    """The average error in the unit of the utilities."""

    projected: float
    observed: float


class Fitted(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player of the model (sensitivity s, consistency c, chance of a blind choice) and its goodness of fit.

    ``nats`` is the mean log loss per decision, ``hold_out`` the same on events that the fit has not seen.
    """

    method: str
    s: float
    c: float
    lapse: float
    n: int
    events: int
    nats: float
    best_rate: Average
    average_error: Average
    raw_error: RawError
    orf: float
    s_interval: tuple[float, float] | None = None
    c_interval: tuple[float, float] | None = None
    hold_out: float | None = None


class Deviation(Struct, frozen=True):
    """An average against what a typical player of the claimed rating shows; ``p`` is the chance of doing at least
    as well by luck, ``p_looks`` that the best of all looks does."""

    expected: float
    observed: float
    standard_error: float
    z: float | None
    p: float
    p_looks: float


class Screened(Struct, frozen=True, kw_only=True):
    """Choices against a claimed rating, with how to read the figures. Never a verdict."""

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


class Adjusted(Struct, frozen=True, kw_only=True):
    """What an adjusted error rests on: skill, own mean scaled error, how many times as hard as the reference set the
    own decisions are for a player of that skill, the log of expected over own error, and the contrast of errors on
    quiet and sharp decisions with its standard error (``null`` where there are too few of either)."""

    skill: float
    own_error: float
    difficulty: float
    gap: float
    contrast: float | None
    contrast_se: float | None


class Rated(Struct, frozen=True, kw_only=True):
    """One player's rating with its 95 % interval; ``null`` where the choices give bounds only, or not even those.

    ``best_rate`` and ``average_error`` are the plain counts: the share of best choices, and the mean scaled loss.
    ``known_rating`` is the mean rating that the records state, ``percentile`` the share of simulated agents that lose
    more. ``extrapolated`` marks a rating outside the marks of the scale, ``note`` says what else to keep in mind.
    ``method`` is ``ff``, ``ml-lapse``, ``adjusted``, or ``posterior`` with few decisions; each has a line of its own.
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
    fit: Fitted | None
    known_rating: float | None = None
    percentile: float | None = None
    screening: Screened | None = None
    note: str = ""
    method: str = "ff"
    adjustment: Adjusted | None = None


class RatingsAnswer(Answer, frozen=True, kw_only=True, tag="rate.players/4"):
    """Ratings of some players on one scale, and what the scale rests on."""

    files: ClassVar = {"csv": "Write the ratings here, as a table."}
    events: ClassVar[str] = "events"
    """What an event is called."""
    lost_in: ClassVar[str] = "scaled loss"
    """What losses by difficulty are counted in."""

    scale: str
    unit: Unit
    scaling: str
    engine: str | None
    reference_decisions: int
    players: tuple[Rated, ...]
    notes: tuple[str, ...] = ()
    """What was odd about the input."""
    among: str = "simulated agents"
    """Whom percentiles are among."""
    difficulty: tuple[Group, ...] = ()
    """Expected and actual losses of the best player, from easy decisions to hard ones."""

    def told(self) -> Explanation:
        """The rating in words; of several players, each one's."""
        if len(self.players) != 1:
            words = tuple(f"{row.player or '(all)'}: {rating_words(row, self.scale)}" for row in self.players)
            return Explanation(f"{format_count(len(self.players), 'player')} rated by {self.scale}.", words)
        (row,) = self.players
        reasons = [row.note] if row.note else []
        reasons.append(
            f"the best choice was taken in {format_chance(row.best_rate)}, and a choice cost "
            f"{row.average_error:.4f} on average"
        )
        if row.fit is not None:
            reasons.append(
                f"the player of the model who does so has sensitivity {row.fit.s:.3f} and consistency {row.fit.c:.2f}"
            )
        if row.adjustment is not None:
            reasons.append(
                f"the positions are {row.adjustment.difficulty:.2f} times as hard as those of the scale for "
                f"a player of skill {row.adjustment.skill:+.1f}".replace("-", MINUS)
            )
        if row.percentile is not None:
            reasons.append(f"{row.percentile:.0f} % of {self.among} lose more")
        name = "Expected loss" if self.scale == LOSS else self.scale
        return Explanation(f"{name} {rating_words(row, self.scale)}.", tuple(reasons))

    def exhibits(self) -> Iterator[Exhibit]:
        engine = f", values of {self.engine}" if self.engine else ""
        yield Note(
            f"Rated by {self.scale} on {self.reference_decisions:,} reference decisions "
            f"({self.unit.value}, scaling {self.scaling}{engine})"
        )
        yield from (Note(note, "warning") for note in self.notes)
        yield self.whiskers()
        yield from findings(self)
        yield from (Note(f"{row.player or '(all)'}: {row.note}.", "quiet") for row in self.players if row.note)
        for row in self.players:
            if row.screening is not None:
                yield from screening_exhibits(row.screening, row.player)
        if any(row.extrapolated for row in self.players):
            yield Note("* outside the marks the scale was calibrated with.")
        if self.scale == LOSS:
            agents = f"; percentiles are among {self.among}" if any(row.percentile for row in self.players) else ""
            yield Note(
                "Smaller is better: the scaled loss per decision of a player with these s and c on the "
                f"reference decisions{agents}."
            )

    def file(self, kind: str) -> File:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
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
        writer.writerow(names)
        writer.writerows([getattr(row, name) for name in names] for row in self.players)
        return File("ratings.csv", "text/csv", text.getvalue().encode())

    def whole(self) -> tuple[Rated, ...]:
        """The rows that are players, one each: of two methods beside each other the first, and no part of a play."""
        return tuple({row.player: row for row in reversed(self.players)}.values())[::-1]

    def costs(self, row: Rated) -> str:
        """How often a player found the best and what a choice cost, as the rest of a sentence on the share found."""
        cost = f"{100 * row.average_error:.1f} points" if in_points(self) else f"{row.average_error:.4f}"
        among = "" if row.percentile is None else f" {row.percentile:.0f} % of {self.among} lose more."
        return f"of decisions, and a choice costs {cost} on average.{among}"

    def whiskers(self) -> Table | Whiskers:
        """The ratings with their intervals as a picture, with the table of them; where nobody has one, the table."""
        return pictured(self) or self.table()

    def table(self, shown: Sequence[Rated] | None = None, title: str = "") -> Table:
        """A row a player, or a part of one's play: rating and interval, then what they rest on."""
        listed = self.players if shown is None else shown
        known = any(row.known_rating is not None for row in listed)
        percentiles = any(row.percentile is not None for row in listed)
        adjusted = any(row.adjustment is not None for row in listed)
        fits = not adjusted or any(row.fit is not None for row in listed)
        columns = (
            "player",
            *["known"] * known,
            "loss" if self.scale == LOSS else self.scale,
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
                numbers += ["-", "-"] if by is None else [signed(by.skill, "skill"), f"x {by.difficulty:.2f}"]
                numbers.append(row.method)
            rows.append(
                (
                    row.player or "(all)",
                    *[figure(row.known_rating, "")] * known,
                    figure(row.rating, self.scale) + "*" * row.extrapolated,
                    interval(row, self.scale),
                    f"{row.n:,}",
                    f"{row.events:,}",
                    *numbers,
                    *[figure(row.percentile, "")] * percentiles,
                )
            )
        return Table(columns, tuple(rows), title)


def figure(value: float | None, scale: str) -> str:
    """A rating as people read it: whole Elo points, four digits of expected loss, else four figures in all."""
    return "-" if value is None else f"{value:.{digits_of(value, scale)}f}"


def signed(value: float, scale: str) -> str:
    """A difference of ratings with its sign."""
    return f"{value:+.{digits_of(value, scale)}f}".replace("-", MINUS)


def digits_of(value: float, scale: str) -> int:
    """Digits behind the point that a scale's ratings are worth."""
    if (fixed := {LOSS: 4, "Elo": 0, "": 0, "skill": 1}.get(scale)) is not None:
        return fixed
    return 0 if abs(value) >= 1000 else 1 if abs(value) >= 100 else 2 if abs(value) >= 10 else 3


def interval(row: Rated, scale: str) -> str:
    """Both ends of a rating's interval; open where nothing bounds it."""
    if row.low is None and row.high is None:
        return "-"
    if row.low is None or row.high is None:
        return f"up to {figure(row.high, scale)}" if row.low is None else f"{figure(row.low, scale)} or more"
    return f"{figure(row.low, scale)}\N{EN DASH}{figure(row.high, scale)}"


def rating_words(row: Rated, scale: str) -> str:
    """A rating in a phrase: value, interval, and how much it rests on."""
    value = "no rating" if row.rating is None else figure(row.rating, scale)
    return f"{value} ({interval(row, scale)}), {format_count(row.n, 'decision')} in {format_count(row.events, 'event')}"


def screening_exhibits(found: Screened, player: str = "") -> Iterator[Exhibit]:
    """The z-scores of a screening, each with the chance of its coming about by luck, and how to read them."""
    if player and found.claimed is not None:
        yield Note(f"{player} against a claimed rating of {found.claimed:g}", "strong")
    rows = []
    for name, part, digits in (("best choices", found.best_rate, 3), ("average error", found.average_error, 4)):
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
    yield Table(("", "observed", "expected", "±", "z", "by luck", f"best of {found.looks:,}"), tuple(rows))
    for sentence in found.reading:
        yield Note(f"· {sentence}")


def finite(value: float | None) -> float | None:
    """The number, or ``None`` for an infinity or NaN."""
    return float(value) if value is not None and math.isfinite(value) else None


def fitted(found: Fit, hold_out: float | None = None) -> Fitted:
    """A fit as an answer holds it."""
    p = found.projection
    return Fitted(
        method=found.method,
        s=found.s,
        c=found.c,
        lapse=found.lapse,
        n=found.n,
        events=found.n_events,
        nats=found.nats,
        best_rate=Average(p.best_rate, p.best_rate_observed, p.best_rate_se, finite(p.z_best)),
        average_error=Average(p.error, p.error_observed, p.error_se, finite(p.z_error)),
        raw_error=RawError(p.raw_error, p.raw_error_observed),
        orf=found.orf,
        s_interval=found.interval(0),
        c_interval=found.interval(1),
        hold_out=hold_out,
    )


def rated(player: str, rating: Rating, **more: float | None) -> Rated:
    """A rating as an answer holds it; unbounded sides are ``None``."""
    return Rated(
        player=player,
        n=rating.n,
        events=rating.n_events,
        rating=rating.value,
        low=finite(rating.low),
        high=finite(rating.high),
        standard_error=rating.standard_error,
        expected_loss=rating.expected_loss,
        expected_loss_low=finite(rating.loss_low),
        expected_loss_high=finite(rating.loss_high),
        extrapolated=rating.extrapolated,
        best_rate=rating.best_rate,
        average_error=rating.average_error,
        fit=None if rating.fit is None else fitted(rating.fit),
        note=rating.note,
        method=rating.method,
        adjustment=None if rating.adjustment is None else adjusted(rating.adjustment),
        known_rating=more.get("known_rating"),
        percentile=more.get("percentile"),
    )


def adjusted(found: Adjustment) -> Adjusted:
    """What an adjusted error rests on, as an answer holds it."""
    return Adjusted(
        skill=found.theta,
        own_error=found.own_error,
        difficulty=found.difficulty,
        gap=found.gap,
        contrast=found.contrast,
        contrast_se=found.contrast_se,
    )


def screened(found: Screening) -> Screened:
    """A screening as an answer holds it."""
    from kibitz.rate.fitting.projections import BEST_WIDENING, ERROR_WIDENING

    p = found.projection
    return Screened(
        claimed=found.claimed,
        s=found.s,
        c=found.c,
        n=found.n,
        events=found.n_events,
        looks=found.looks,
        best_rate=Deviation(
            p.best_rate,
            p.best_rate_observed,
            BEST_WIDENING * p.best_rate_se,
            finite(found.z_best),
            found.p_best,
            found.p_best_looks,
        ),
        average_error=Deviation(
            p.error,
            p.error_observed,
            ERROR_WIDENING * p.error_se,
            finite(found.z_error),
            found.p_error,
            found.p_error_looks,
        ),
        extrapolated=found.extrapolated,
        reading=found.reading,
    )


class Basis(TypedDict):
    """What ratings rest on: the scale, the unit and bending of utilities, the evaluator, the reference set."""

    scale: str
    unit: Unit
    scaling: str
    engine: str | None
    reference_decisions: int


def basis(sample: Sample, scale: Scale) -> Basis:
    """What the ratings of a sample on a scale rest on."""
    from kibitz.rate.model.law import format_scaling
    from kibitz.rate.records.sample import engine_key, format_engine

    known = sample.provenance or scale.reference.provenance
    engine = None if known is None else format_engine(engine_key(known))
    return Basis(
        scale=scale.name,
        unit=sample.unit,
        scaling=format_scaling(sample.scaling),
        engine=engine,
        reference_decisions=len(scale.reference),
    )

"""The other answers about decisions: periods, comparisons, screenings, fits, and scales."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import Unit, format_count
from kibitz.rate.rated import Fitted, Rated, Screened, rating_words, screening_exhibits, signed


class PeriodsAnswer(Answer, frozen=True, kw_only=True, tag="rate.over-time/1"):
    """One player's ratings in successive periods, and the straight line through them in points per period."""

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
        headline = (f"Change per period: {signed(self.slope, self.scale)} ({change}); chi-square for no change "
                    f"{self.chi_square:.1f} on {self.degrees_of_freedom}")  # fmt: skip
        return Explanation(headline, rows)

    def exhibits(self) -> Iterator[Exhibit]:
        told = self.told()
        yield from (Note(row) for row in told.reasons)
        yield Note(told.headline, "strong")


class CompareAnswer(Answer, frozen=True, kw_only=True, tag="rate.compare/1"):
    """Player a minus player b in points of the scale, with its 95 % interval; ``a_better`` is the share of resampled
    pairs in which a loses less."""

    scale: str
    a: Rated
    b: Rated
    difference: float
    low: float
    high: float
    a_better: float
    shared_events: int
    resampled_together: bool
    """Whether shared events are; where there are few events, decisions are resampled, each player's apart."""

    def told(self) -> Explanation:
        low, high = (signed(value, self.scale) for value in (self.low, self.high))
        verb = "is" if self.shared_events == 1 else "are"
        together = " and resampled together" if self.resampled_together else ""
        shared = f"; {format_count(self.shared_events, 'event')} {verb} shared{together}" if self.shared_events else ""
        return Explanation(
            f"Difference: {signed(self.difference, self.scale)} ({low} to {high})",
            (*(f"{row.player}: {rating_words(row, self.scale)}" for row in (self.a, self.b)),
             f"{self.a.player} loses less in {100 * self.a_better:.1f} % of resampled pairs{shared}"),
        )  # fmt: skip

    def exhibits(self) -> Iterator[Exhibit]:
        told = self.told()
        yield Note(told.headline, "strong")
        yield from (Note(f"{reason}.") for reason in told.reasons)


class ScreenAnswer(Answer, frozen=True, kw_only=True, tag="rate.screen/1"):
    """Choices against a claimed rating."""

    screening: Screened

    def told(self) -> Explanation:
        z = ["-" if part.z is None else f"{part.z:+.2f}" for part in (
            self.screening.best_rate, self.screening.average_error)]  # fmt: skip
        return Explanation(f"Best choices z {z[0]}, average error z {z[1]}.", self.screening.reading)

    def exhibits(self) -> Iterator[Exhibit]:
        yield from screening_exhibits(self.screening)


class FitsAnswer(Answer, frozen=True, kw_only=True, tag="rate.fits/1"):
    """All fits of one sample; ``failed`` says why a method has none, the last two are baselines in nats."""

    n: int
    events: int
    best_rate: float
    average_error: float
    fits: tuple[Fitted, ...]
    failed: dict[str, str]
    logit_hold_out: float | None = None
    uniform_hold_out: float | None = None

    def told(self) -> Explanation:
        where = f"{format_count(self.n, 'decision')} in {format_count(self.events, 'event')}"
        return Explanation(
            f"{where}; observed best choices {self.best_rate:.3f}, average error {self.average_error:.4f}",
            tuple(f"{row.method}: s {row.s:.4f}, c {row.c:.3f}, {row.nats:.4f} nats" for row in self.fits),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline)
        held_out = self.uniform_hold_out is not None
        rows = []
        for row in self.fits:
            z_best, z_error = ("-" if z is None else f"{z:+.1f}" for z in (row.best_rate.z, row.average_error.z))
            held = [f"{row.hold_out:.4f}" if row.hold_out is not None else "-"] * held_out
            rows.append((row.method, f"{row.s:.4f}", f"{row.c:.3f}", f"{100 * row.lapse:.1f} %",
                         f"{row.best_rate.projected:.3f}", z_best, f"{row.average_error.projected:.4f}", z_error,
                         f"{row.orf:.1f}", f"{row.nats:.4f}", *held))  # fmt: skip
        yield Table(("method", "s", "c", "lapse", "best", "z", "error", "z", "ORF", "nats", *["held out"] * held_out),
                    tuple(rows))  # fmt: skip
        for method, reason in self.failed.items():
            yield Note(f"{method}: {reason}.", "quiet")
        if self.logit_hold_out is not None and self.uniform_hold_out is not None:
            yield Note(
                f"Baselines held out: logit {self.logit_hold_out:.4f}, uniform {self.uniform_hold_out:.4f} nats."
            )


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
            tuple(f"{mark.rating:g}: expected loss {mark.expected_loss:.4f}, s {mark.s:.4f}, c {mark.c:.3f}, "
                  f"{mark.n:,} decisions, residual {signed(mark.residual, self.scale)}" for mark in self.marks),
        )  # fmt: skip

    def exhibits(self) -> Iterator[Exhibit]:
        told = self.told()
        yield Note(told.headline, "strong")
        yield from (Note(reason) for reason in told.reasons)

    def file(self, kind: str) -> File:
        if self.document is None:
            raise InputError(f"{kind}: this answer was kept without its scale")
        return File(self.document.name, "application/json", self.document.content)

"""All fits of one sample side by side, with their goodness of fit, and a personal depth where values have depths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.rate.report.answers import sample_and_scale
from kibitz.rate.report.ratings import FitSummary, to_fit_summary

if TYPE_CHECKING:
    from kibitz.rate import questions
    from kibitz.rate.records.sample import Sample


VALUES_TEXT = {"last": "final values", "perceived": "perceived values"}
MIN_DEPTH_MODEL_DECISIONS = 200
"""Number of decisions below which the depth model has too many numbers to fit."""


class PersonalDepth(Struct, frozen=True, kw_only=True):
    """(s, c, d): the depth whose values explain the choices best, the depths that they do not rule out, and the log
    loss at each depth from 1, on the same decisions and on unseen events."""

    depth: int
    low: int
    high: int
    identified: bool
    s: float
    c: float
    lapse: float
    nats: tuple[float, ...]
    hold_out: tuple[float, ...] = ()

    def describe(self) -> str:
        """One sentence on the depth, or on why the choices do not determine it."""
        best = f"{self.nats[self.depth - 1]:.4f} nats"
        if self.identified:
            return f"Personal depth d = {self.depth} (s {self.s:.4f}, c {self.c:.3f}, {best})."
        return (
            f"These choices do not determine a personal depth: {self.low} to {self.high} explain them about as "
            f"well as {self.depth} ({best})."
        )


class FitsAnswer(Answer, frozen=True, kw_only=True, tag="rate.fits/3"):
    """All fits of one sample; ``failed`` says why a method has none, the hold-outs are baselines in nats.

    ``values`` are those that explain the choices in fits of s and c: ``last`` or ``perceived``. The row ``depths`` is
    the depth model, its s and c those of a player who sees the same values at all depths.
    """

    n: int
    events: int
    best_rate: float
    average_error: float
    fits: tuple[FitSummary, ...]
    failed: dict[str, str]
    values: Literal["last", "perceived"] = "last"
    logit_hold_out: float | None = None
    uniform_hold_out: float | None = None
    depth: PersonalDepth | None = None

    def explain(self) -> Explanation:
        where = f"{format_count(self.n, 'decision')} in {format_count(self.events, 'event')}"
        return Explanation(
            f"{where}, explained by their {VALUES_TEXT[self.values]}; observed best choices {self.best_rate:.3f}, "
            f"average error {self.average_error:.4f}",
            tuple(f"{row.method}: s {row.s:.4f}, c {row.c:.3f}, {row.nats:.4f} nats" for row in self.fits),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        held_out = self.uniform_hold_out is not None
        rows = []
        for row in self.fits:
            z_best, z_error = ("-" if z is None else f"{z:+.1f}" for z in (row.best_rate.z, row.average_error.z))
            held = [f"{row.hold_out:.4f}" if row.hold_out is not None else "-"] * held_out
            rows.append(
                (
                    row.method,
                    f"{row.s:.4f}",
                    f"{row.c:.3f}",
                    f"{100 * row.lapse:.1f} %",
                    f"{row.best_rate.projected:.3f}",
                    z_best,
                    f"{row.average_error.projected:.4f}",
                    z_error,
                    f"{row.orf:.1f}",
                    f"{row.nats:.4f}",
                    *held,
                )
            )
        yield Table(
            ("method", "s", "c", "lapse", "best", "z", "error", "z", "ORF", "nats", *["held out"] * held_out),
            tuple(rows),
        )
        for method, reason in self.failed.items():
            yield Note(f"{method}: {reason}.", "quiet")
        if self.depth is not None:
            yield Note(self.depth.describe())
        if self.logit_hold_out is not None and self.uniform_hold_out is not None:
            yield Note(
                f"Baselines on held-out events: logit {self.logit_hold_out:.4f} nats, "
                f"uniform {self.uniform_hold_out:.4f} nats."
            )


def answer_fits(request: questions.FitsRequest, work: WorkContext) -> FitsAnswer:
    """The answer to `questions.FitsRequest`."""
    from kibitz.rate.fitting.fits import METHODS, fit
    from kibitz.rate.fitting.holdout import hold_out_nats
    from kibitz.rate.model.moments import chose_best

    sample, _ = sample_and_scale(request.file, None, request.scaling)
    if request.values == "perceived" and sample.perceived is None:
        raise InputError("values: these decisions have no perceived values; use last")
    if request.values == "last":
        sample = sample.drop_perceived()
    share = sample.weights / sample.weights.sum()
    result, failed = [], {}
    for done, method in enumerate(METHODS):
        work.progress(done, len(METHODS), f"fitting {method}")
        try:
            row = to_fit_summary(fit(sample, method, best=request.best))
            if request.hold_out:
                row = replace(row, hold_out=hold_out_nats(sample, method, seed=request.seed).nats)
            result.append(row)
        except InputError as error:
            failed[method] = str(error)
    if sample.by_depth is not None and sample.by_depth.shape[1] > 1:
        work.progress(len(METHODS), len(METHODS) + 2, "fitting the depth model")
        if len(sample) < MIN_DEPTH_MODEL_DECISIONS:
            failed["depths"] = f"the depth model needs at least {MIN_DEPTH_MODEL_DECISIONS} decisions"
        else:
            result.append(_depth_model_row(sample, request))
    logit, uniform = (
        hold_out_nats(sample, name, seed=request.seed).nats if request.hold_out else None
        for name in ("logit", "uniform")
    )
    work.progress(len(METHODS) + 1, len(METHODS) + 2, "fitting a personal depth")
    return FitsAnswer(
        n=len(sample),
        events=sample.n_events,
        best_rate=float(share @ chose_best(sample, request.best)),
        average_error=float(share @ sample.losses),
        fits=tuple(result),
        failed=failed,
        values=request.values,
        logit_hold_out=logit,
        uniform_hold_out=uniform,
        depth=_depth(sample, request.hold_out, request.seed),
    )


def _depth_model_row(sample: Sample, request: questions.FitsRequest) -> FitSummary:
    """The depth model fitted to all decisions as those of one player."""
    import numpy as np

    from kibitz.rate.depth_model.depth_sample import depth_model_probabilities
    from kibitz.rate.depth_model.fitting import depth_model_hold_out, fit_depth_parameters
    from kibitz.rate.fitting.fits import Fit
    from kibitz.rate.fitting.projections import project_chances

    skills = np.zeros(len(sample))
    learned = fit_depth_parameters(sample, skills)
    shape = learned.shape
    chances = depth_model_probabilities(sample, shape, 0.0)
    row = to_fit_summary(
        Fit(
            method="depths",
            s=float(np.exp(shape.log_weights(0.0)).sum() ** (-1 / shape.c)),
            c=shape.c * shape.r,
            lapse=shape.lapse(0.0),
            best=request.best,
            n=len(sample),
            n_events=sample.n_events,
            projection=project_chances(sample, chances, request.best),
            nats=learned.nats,
        )
    )
    if not request.hold_out or sample.n_events < 2:
        return row
    return replace(row, hold_out=depth_model_hold_out(sample, skills, seed=request.seed)[0].nats)


def _depth(sample: Sample, hold_out: bool, seed: int) -> PersonalDepth | None:
    """The personal depth, where the decisions have values at several depths and a fit."""
    from kibitz.rate.fitting.personal_depth import fit_depth

    if sample.by_depth is None or sample.by_depth.shape[1] < 2:
        return None
    try:
        result = fit_depth(sample, hold_out=hold_out, seed=seed)
    except InputError:
        return None
    return PersonalDepth(
        depth=result.depth,
        low=result.low,
        high=result.high,
        identified=result.is_identified,
        s=result.s,
        c=result.c,
        lapse=result.lapse,
        nats=result.nats,
        hold_out=result.held_out,
    )

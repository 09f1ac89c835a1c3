"""Rating scales of chess: the one that comes with the package, and those fitted with ``kibitz chess calibrate``.

A scale belongs to one engine, version, budget and MultiPV. Ratings by the FF fit use the values at the last
depth only, as the paper does. Ratings by adjusted error use those at all depths, with a separate line for records that
lack them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from kibitz.core import Decision, Document, InputError, Provenance
from kibitz.games.chess.answers import CalibrateAnswer, FittedMark, SkippedGameNote
from kibitz.games.chess.calibration import CalibrationPlan, CalibrationSamples, mark_uncertainty
from kibitz.games.chess.engine import EngineId, EngineSettings
from kibitz.games.chess.pgn import SkippedGame
from kibitz.rate import Sample, Scale, calibrate, fit, format_scale, load_scale
from kibitz.rate.ratings.adjusted import with_adjusted_line_if_possible
from kibitz.rate.records.sample import engine_key, format_engine

SHIPPED_SCALE_FILE = Path(__file__).with_name("data") / "stockfish-15.1-depth-11.json"
OTHER_SCALE_FILES = tuple(
    SHIPPED_SCALE_FILE.with_name(f"stockfish-15.1-{rest}.json")
    for rest in ("depth-11-multipv-30", "depth-9-multipv-30", "depth-9")
)
"""Scales for other settings of the engine."""


def sample_of(decisions: Iterable[Decision], scale: Scale | None = None) -> Sample:
    """A sample of decisions for a scale; without one, the values at the last depth explain the choices."""
    if scale is None:
        return Sample.from_decisions(decisions).drop_perceived()
    return scale.conform(Sample.from_decisions(decisions, scale.reference.scaling))


@functools.cache
def load_shipped_scale(path: Path = SHIPPED_SCALE_FILE) -> Scale:
    """A scale that comes with the package, for the engine named in its file; by default that of the usual settings."""
    return load_scale(Document(name=path.name, data=path.read_bytes()))


def scale_for(origin: Provenance | None, given: Document | None = None) -> Scale | None:
    """The scale given, or else the shipped one where it fits the engine that valued the decisions."""
    if given is not None:
        return load_scale(given)
    if origin is None:
        return None
    for path in (SHIPPED_SCALE_FILE, *OTHER_SCALE_FILES):
        known = load_shipped_scale(path).reference.provenance
        if known is not None and engine_key(known) == engine_key(origin):
            return load_shipped_scale(path)
    return None


def no_scale_message(origin: Provenance | None) -> str:
    """One sentence for values that no scale fits: what is missing and how to get it."""
    if origin is None:
        return "the records do not name their engine, so no Elo scale fits; give a scale"
    return (
        f"no Elo scale is known for {format_engine(engine_key(origin))}; fit one with kibitz chess calibrate "
        "and give it as the scale"
    )


def describe_scale(scale: Scale) -> str:
    """The fitted line, its marks and its engine, as one line of text."""
    origin = scale.reference.provenance
    engine = "an unnamed engine" if origin is None else format_engine(engine_key(origin))
    marks = f"{len(scale.marks)} marks from {min(m.rating for m in scale.marks):.0f} to " if scale.marks else ""
    marks += f"{max(m.rating for m in scale.marks):.0f}, " if scale.marks else ""
    line, by_error = scale.adjusted, ""
    if line is not None:
        by_error = f", or {line.intercept:,.0f} \N{MINUS SIGN} {abs(line.slope):,.0f} x adjusted error"
    return (
        f"Elo = {scale.intercept:,.0f} \N{MINUS SIGN} {abs(scale.slope):,.0f} x expected loss on "
        f"{len(scale.reference):,} positions{by_error}; {marks}R squared {scale.r_squared:.3f}; {engine}"
    )


def calibrated_scale(
    samples: CalibrationSamples,
    plan: CalibrationPlan,
    source: str = "",
    reference: Sample | None = None,
    others: Sample | None = None,
) -> Scale:
    """The lines through the marks, by the FF fit and by adjusted error, with the union of their positions as reference
    set, or a separate one (the paper's set S, section VII).

    The reference set stores the source of the positions. ``others`` are further decisions of players of known rating,
    from which the depth model learns as well.
    """
    groups = {float(mark.mark): sample_of(mark.decisions) for mark in samples.marks}
    doubts = {mark: mark_uncertainty(mark) for mark in groups}
    scale = with_adjusted_line_if_possible(
        calibrate(groups, name="Elo", reference=reference, doubts=doubts), groups, doubts, others
    )
    origin = scale.reference.provenance
    assert origin is not None
    facts = (
        dict(origin.settings)
        | {
            "games": source or "not stated",
            "years": "any" if plan.years is None else f"{plan.years[0]}-{plan.years[1]}",
            "within": str(plan.within),
            "positions a mark": str(plan.positions),
            "positions a game": str(plan.per_game),
            "skipped": "turns 1-8, repetitions, forced moves, more than 3 pawns ahead",
        }
        | ({} if reference is None else {"reference": f"{reference.n_events} games of its own"})
        | ({} if others is None else {"depth model": f"also {len(others)} positions of {others.n_events} other games"})
    )
    stated = replace(origin, seed=plan.seed, settings=tuple(sorted(facts.items())))
    return replace(scale, reference=replace(scale.reference, provenance=stated))


def calibration_report(
    scale: Scale, samples: CalibrationSamples, skipped: Sequence[SkippedGame] = ()
) -> CalibrateAnswer:
    """Report on a calibration: the line, its fit, and for each mark the choices of its players, s, c and residual."""
    marks = []
    line = scale.adjusted
    errors = [None] * len(scale.marks) if line is None else line.errors
    offs = [None] * len(scale.marks) if line is None else line.residuals.tolist()
    known = zip(scale.marks, samples.marks, scale.residuals, errors, offs, strict=True)
    for mark, group, residual, error, off in known:
        result = fit(sample_of(group.decisions), "ff", best=scale.best, lapse=scale.lapse)
        marks.append(
            FittedMark(
                mark=group.mark,
                positions=mark.n,
                games=group.n_games,
                s=mark.s,
                c=mark.c,
                best_rate=result.projection.best_rate_observed,
                average_error=result.projection.error_observed,
                expected_loss=mark.expected_loss,
                orf=result.orf,
                residual=float(residual),
                adjusted_error=error,
                adjusted_residual=off,
            )
        )
    name = f"{samples.engine}-{samples.settings.budget}.json".lower().replace(" ", "-").replace("/", "-")
    return CalibrateAnswer(
        engine=str(samples.engine),
        budget=samples.settings.budget,
        multipv=samples.settings.multipv,
        intercept=scale.intercept,
        slope=scale.slope,
        r_squared=scale.r_squared,
        adjusted_intercept=None if line is None else line.intercept,
        adjusted_slope=None if line is None else line.slope,
        reference_positions=len(scale.reference),
        marks=tuple(marks),
        searched=samples.searched,
        failures=samples.failures,
        games_skipped=tuple(SkippedGameNote(game.id, game.reason) for game in skipped),
        scale=format_scale(scale, name),
    )


def settings_of(scale: Scale) -> tuple[EngineId, EngineSettings]:
    """The engine and settings that a scale belongs to."""
    origin = scale.reference.provenance
    if origin is None:
        raise InputError("scale: must name its engine")
    facts = dict(origin.settings)
    try:
        settings = EngineSettings(
            depth=int(facts["depth"]) if "depth" in facts else None,
            nodes=int(facts["nodes"]) if "nodes" in facts else None,
            multipv=int(facts["multipv"]),
            hash_mb=int(facts.get("hash", "16")),
        )
    except (KeyError, ValueError):
        raise InputError("scale: must state depth or nodes, and MultiPV") from None
    return EngineId(origin.evaluator, origin.version), settings

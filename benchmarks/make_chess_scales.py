"""The shipped chess scales, from engine values that are kept.

nice python benchmarks/make_chess_scales.py [WHICH ...]

``11`` and ``9`` are what `kibitz chess calibrate` gives at these depths and 50 lines, from the games of the Elo marks
and the file of analyses that `make_chess_analyses` fills (what it lacks is searched); ``wider`` adds the outer marks to
the scale of depth 11 that is shipped; ``pilot`` makes those at 30 lines, from development positions.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
from chess_marks import analyses, listed_turns
from chess_pilot import FOLDER, MARKS, ORIGIN, pilot
from make_chess_analyses import DRAWING, INNER, MAIN, OUTER, drawn, ready

from kibitz.core import Document, FloatArray
from kibitz.core.work import Work
from kibitz.games.chess.calibration import doubt
from kibitz.games.chess.elo import SHIPPED, sample_of, shipped_scale
from kibitz.games.chess.questions import Calibrate
from kibitz.rate import Sample, calibrate, fit, mean_loss
from kibitz.rate.ratings.adjusted import fitted_line, with_adjusted_line
from kibitz.rate.ratings.scale import Mark, Scale, regression, trust
from kibitz.rate.ratings.storage import format_scale
from kibitz.rate.seeing.adjusted import adjusted_errors, at_skill, event_table, sharpness_cuts
from kibitz.rate.seeing.learning import learn_shape
from kibitz.rate.seeing.shape import Shape, start_shape
from kibitz.rate.seeing.sight import skill_table

GAMES = "official over-the-board events of 2006-2019 as collected by The Week in Chess and PGN Mentor"


def scale_of(depth: int) -> None:
    """The scale at 50 lines of a depth: what a search to it says is what a deeper one said there."""
    paths = [path for mark in MAIN for path in sorted((FOLDER / "pgn").glob(f"elo{mark}_*.pgn"))]
    asked = Calibrate(games=tuple(Document(name=path.name, data=path.read_bytes()) for path in paths), depth=depth,
                      marks=MAIN, within=DRAWING.within, positions=DRAWING.positions, per_game=DRAWING.per_game,
                      years="2006-2019", source=GAMES, seed=DRAWING.seed)  # fmt: skip
    answer = asked.answer(Work(engine="stockfish", cache=ready()))
    SHIPPED.with_name(f"stockfish-15.1-depth-{depth}.json").write_text(answer.scale.read_text(), encoding="utf-8")
    print(answer.told().headline, *answer.told().reasons, sep="\n")
    for mark in answer.marks:
        print(mark)


def wider() -> None:
    """The shipped scale with the outer marks beside its own.

    Of the inner marks it keeps the positions and the fitted (s, c), not the moves. FF reproduces a mark's mean error
    exactly, so that the errors of the inner marks follow from (s, c) on their own positions. The one-depth shape is
    learned from the development positions and from the outer marks.
    """
    inner, outer = inner_scale(), outer_samples()
    reference = Sample.union([inner.reference, *outer.values()])
    reference = replace(reference, provenance=inner.reference.provenance)
    doubts = {float(mark): doubt(mark) for mark in MAIN}
    marks = [replace(mark, expected_loss=mean_loss(reference, mark.s, mark.c)) for mark in inner.marks]
    for rating, sample in outer.items():
        found = fit(sample, "ff")
        loss = mean_loss(reference, found.s, found.c)
        marks.append(Mark(float(rating), found.s, found.c, loss, found.n, found.n_events))
    marks.sort(key=lambda mark: mark.rating)
    ratings, losses, sizes = (np.array([getattr(mark, name) for mark in marks], dtype=float)
                              for name in ("rating", "expected_loss", "n"))  # fmt: skip
    intercept, slope, covariance = regression(losses, ratings, trust(ratings, losses, sizes, doubts))
    spread = tuple(tuple(float(x) for x in row) for row in covariance)
    scale = Scale("Elo", intercept, slope, reference, tuple(marks), line_covariance=spread)
    zero, unit = float(MAIN[0] + MAIN[-1]) / 2, float(MAIN[-1] - MAIN[0]) / 2
    shape = shared_shape(outer, zero, unit)
    cuts, table = sharpness_cuts(reference), skill_table(reference, shape).expected
    expected = table.mean(axis=0)
    errors = inner_errors(inner, table, expected, zero, unit)
    for rating, sample in outer.items():
        events = event_table(sample, shape, cuts)
        errors[float(rating)] = float(adjusted_errors(events, np.ones((1, len(events.weights))), expected).adjusted[0])
    known = np.array([errors[rating] for rating in ratings])
    line = fitted_line(shape, (zero, unit), ratings, known, cuts, expected, trust(ratings, known, sizes, doubts))
    document = format_scale(replace(scale, adjusted=line), SHIPPED.name)
    SHIPPED.write_text(document.read_text(), encoding="utf-8")
    print("ff:", round(intercept), round(slope), scale.residuals.round(), round(scale.r_squared, 4))
    print("adjusted:", round(line.intercept), round(line.slope), line.residuals.round(), known.round(4))
    for mark in marks:
        print(mark)


def inner_scale() -> Scale:
    """The shipped scale with its inner marks alone; their positions stand first, mark by mark."""
    scale = shipped_scale()
    marks = tuple(mark for mark in scale.marks if mark.rating in INNER)
    return replace(scale, marks=marks, reference=scale.reference.take(np.arange(sum(mark.n for mark in marks))))


def outer_samples() -> dict[int, Sample]:
    """The decisions of the outer marks, the first that count."""
    found = {mark: listed_turns(drawn(mark, DRAWING), analyses()).decisions() for mark in OUTER}
    return {mark: replace(sample_of(known[: DRAWING.positions]), by_depth=None) for mark, known in found.items()}


def shared_shape(outer: dict[int, Sample], zero: float, unit: float) -> Shape:
    """The one-depth shape of the development positions and the outer marks together."""
    known = replace(pilot(), by_depth=None)
    groups = [(known.ratings, known), *((np.full(len(s), float(mark)), s) for mark, s in outer.items())]
    skills = np.concatenate([(ratings - zero) / unit for ratings, _ in groups])
    everybody = Sample.union([replace(sample, provenance=None) for _, sample in groups])
    return learn_shape(everybody, skills, start_shape()).shape


def inner_errors(inner: Scale, table: FloatArray, expected: FloatArray, zero: float, unit: float) -> dict[float, float]:
    """Adjusted errors of the inner marks, from their (s, c) on their own positions."""
    errors, start = {}, 0
    for mark in inner.marks:
        rows = np.arange(start, start + mark.n)
        start += mark.n
        skill = np.array([(mark.rating - zero) / unit])
        harder = at_skill(table[rows].mean(axis=0)[None, :], skill)[0] / at_skill(expected[None, :], skill)[0]
        errors[mark.rating] = float(mean_loss(inner.reference.take(rows), mark.s, mark.c) / harder)
    return errors


def small_scale(depth: int) -> None:
    """The scale at 30 lines of a depth."""
    known = pilot(depth)
    groups = {float(mark): known.take(known.ratings == mark) for mark in MARKS}
    made = with_adjusted_line(calibrate(groups, name="Elo"), groups)
    facts = dict(ORIGIN.settings) | {"depth": str(depth), "games": GAMES, "positions a game": "30",
                                     "skipped": "turns 1-8, repetitions, forced moves, more than 3 pawns ahead",
                                     "years": "2006-2019"}  # fmt: skip
    origin = replace(ORIGIN, settings=tuple(sorted(facts.items())))
    made = replace(made, reference=replace(made.reference, provenance=origin))
    target = SHIPPED.with_name(f"stockfish-15.1-depth-{depth}-multipv-30.json")
    target.write_text(format_scale(made, target.name).read_text(), encoding="utf-8")
    assert made.adjusted is not None
    print(f"depth {depth}, 30 lines:", made.intercept, made.slope, made.r_squared)
    print("  by adjusted error:", made.adjusted.intercept, made.adjusted.slope, made.adjusted.residuals.round())


if __name__ == "__main__":
    for which in sys.argv[1:] or ("wider", "pilot"):
        if which == "wider":
            wider()
        elif which == "pilot":
            small_scale(11)
            small_scale(9)
        else:
            scale_of(int(which))

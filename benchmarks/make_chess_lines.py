"""Lines of adjusted errors for the shipped chess scales, made without an engine.

nice python benchmarks/make_chess_lines.py

The scale at 50 lines holds the positions of its five marks but not the moves played. FF reproduces the mean error of
each mark exactly, so that the errors follow from the marks' (s, c) on their own positions; the one-depth shape is
learned from the development positions (same engine and depth, 30 lines). The scales at 30 lines, for depths 11 and 9,
are made of the development positions, with values at all depths.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from chess_pilot import MARKS, ORIGIN, pilot, skills

from kibitz.games.chess.elo import SHIPPED, shipped_scale
from kibitz.rate import calibrate, mean_loss
from kibitz.rate.ratings.adjusted import fitted_line, with_adjusted_line
from kibitz.rate.ratings.storage import format_scale
from kibitz.rate.seeing.adjusted import at_skill, sharpness_cuts
from kibitz.rate.seeing.learning import learn_shape
from kibitz.rate.seeing.shape import UNIT_ELO, ZERO_ELO, start_shape
from kibitz.rate.seeing.sight import skill_table

GAMES = "official over-the-board events of 2006-2019 as collected by The Week in Chess and PGN Mentor"


def main() -> None:
    known = pilot()
    shape = learn_shape(known, skills(known), start_shape()).shape
    scale = shipped_scale()
    reference, cuts = scale.reference, sharpness_cuts(scale.reference)
    table = skill_table(reference, shape).expected
    expected, start, errors = table.mean(axis=0), 0, []
    for mark in scale.marks:
        rows = np.arange(start, start + mark.n)
        start += mark.n
        skill = np.array([(mark.rating - ZERO_ELO) / UNIT_ELO])
        harder = at_skill(table[rows].mean(axis=0)[None, :], skill)[0] / at_skill(expected[None, :], skill)[0]
        errors.append(mean_loss(reference.take(rows), mark.s, mark.c) / harder)
    ratings = np.array([mark.rating for mark in scale.marks])
    line = fitted_line(shape, (ZERO_ELO, UNIT_ELO), ratings, np.array(errors), cuts, expected)
    document = format_scale(replace(scale, adjusted=line), SHIPPED.name)
    SHIPPED.write_text(document.read_text(), encoding="utf-8")
    print("50 lines:", line.intercept, line.slope, line.residuals.round(), errors)

    for depth in (11, 9):
        small_scale(depth)


def small_scale(depth: int) -> None:
    """The scale at 30 lines of a depth: what a search to it says is what a deeper one said there."""
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
    main()

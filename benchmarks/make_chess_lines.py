"""Lines of adjusted errors for the shipped chess scales, and what each mark rests on.

nice python benchmarks/make_chess_lines.py      (writes both scales, keeps results/chess_scale.json)

The scale at 50 lines sees at eleven depths. Its shape is learned from the development positions (30 lines, same engine
and depth), championship matches and players of the marks (50 lines). The error of a mark pools three draws of its
players, each made comparable to one reference set: the positions of the first calibration, whose mean errors the
marks' (s, c) reproduce; the development positions; and pairs, the best move and the one played searched by themselves,
whose errors are turned into those of full searches by a ratio found where both are known. Marks count by how well their
error is known and by how far their ratings are to be trusted. The line of expected losses (FF) stays as it was
calibrated. The scale at 30 lines is made of the development positions alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from chess_marks import MARKS, analyses, listed_turns, of_games, of_mark
from chess_pilot import MARKS as PILOT_MARKS
from chess_pilot import ORIGIN, pilot, skills
from make_chess_analyses import TIEBREAKS, games_of
from results import keep

from kibitz.core import FloatArray
from kibitz.games.chess.elo import SHIPPED, sample_of, shipped_scale
from kibitz.games.chess.positions import turns
from kibitz.rate import Sample, Scale, calibrate, mean_loss
from kibitz.rate.ratings.adjusted import fitted_line, with_adjusted_line
from kibitz.rate.ratings.scale import regression
from kibitz.rate.ratings.storage import format_scale
from kibitz.rate.seeing.adjusted import LITTLE, adjusted_errors, at_skill, event_table, sharpness_cuts
from kibitz.rate.seeing.learning import learn_shape, likelihood
from kibitz.rate.seeing.shape import UNIT_ELO, ZERO_ELO, Shape, start_shape
from kibitz.rate.seeing.sight import sight_of, skill_table

SECOND = SHIPPED.with_name("stockfish-15.1-depth-11-multipv-30.json")
GAMES = "official over-the-board events of 2006-2019 as collected by The Week in Chess and PGN Mentor"
DEPTHS = tuple(range(1, 12))
OF_MATCHES = 3_000
NOISE = 2.0
"""Standard deviation of a mark's log error times the root of its decisions: six positions a game."""
TRUST = ((1600, 100.0), (1900, 50.0), (9999, 25.0))
"""Points by which the rating of players below a mark may be off: mostly juniors, rated late, at the bottom."""
PRIOR = (2300.0, 327.0)
"""Of ratings from few decisions: that with which their cover was measured."""


@dataclass(frozen=True, slots=True)
class Part:
    """One draw of a mark's players: where from, decisions, and their error on the reference set."""

    name: str
    n: int
    error: float


def bare(sample: Sample) -> Sample:
    """A sample whose number of lines is forgotten, to stand beside one of another."""
    return replace(sample, provenance=None, perceived=None)


def skill(rating: float) -> float:
    return (rating - ZERO_ELO) / UNIT_ELO


def first_parts(scale: Scale, one: Shape, reference: Sample) -> dict[int, Part]:
    """The first calibration: errors by (s, c) on the marks' own positions, moved to the reference set by one depth."""
    table = skill_table(scale.reference, one).expected
    expected, start, out = skill_table(reference, one).expected.mean(axis=0), 0, {}
    for mark in scale.marks:
        rows = np.arange(start, start + mark.n)
        start += mark.n
        at = np.array([skill(mark.rating)])
        harder = at_skill(table[rows].mean(axis=0)[None, :], at)[0] / at_skill(expected[None, :], at)[0]
        error = mean_loss(scale.reference.take(rows), mark.s, mark.c) / harder
        out[int(mark.rating)] = Part("first calibration", mark.n, float(error))
    return out


def own_error(sample: Sample, shape: Shape, cuts: tuple[float, float], expected: FloatArray) -> float:
    table = event_table(sample, shape, cuts)
    return float(adjusted_errors(table, np.ones((1, len(table.weights))), expected).adjusted[0])


def ratio_of_searches(scale: Scale) -> tuple[float, int]:
    """Mean error by full searches over mean error by pairs, where both are known."""
    full = pair = 0.0
    n = 0
    sources = [of_mark(mark) for mark in MARKS]
    sources.append(of_games([game for game in games_of("wch_matches_*.pgn") if game.date[:4] in TIEBREAKS]))
    for listed, pairs in sources:
        decisions = listed.decisions()
        if not decisions:
            continue
        known = dict(zip([str(d.id) for d in decisions], sample_of(decisions, scale).losses, strict=True))
        for turn, error in zip(pairs.turns, pairs.errors, strict=True):
            key = f"{turn.game.id}:{turn.ply + 1}"
            if key in known:
                full, pair, n = full + float(known[key]), pair + float(error), n + 1
    return (full / pair if pair else math.nan), n


def trust(rating: float) -> float:
    return next(sd for below, sd in TRUST if rating < below)


def main() -> None:
    known, scale = pilot(), shipped_scale()
    listed = {mark: of_mark(mark) for mark in MARKS}
    at_marks = {mark: bare(sample_of(found.decisions(), scale)) for mark, (found, _) in listed.items()
                if len(found.decisions())}  # fmt: skip
    match_turns = [t for game in games_of("wch_matches_1972*.pgn") for t in turns(game) if t.skip is None]
    matches = bare(sample_of(listed_turns(match_turns, analyses()).decisions(), scale))
    rows = np.sort(np.random.default_rng(1).permutation(len(matches))[:OF_MATCHES])
    matches = matches.take(rows)
    reference = Sample.union([bare(known), *at_marks.values()])
    everybody = Sample.union([reference, matches])
    thetas = np.concatenate([skills(known), *(np.full(len(s), skill(m)) for m, s in at_marks.items()),
                             (matches.ratings - ZERO_ELO) / UNIT_ELO])  # fmt: skip
    learned = learn_shape(everybody, thetas, start_shape(DEPTHS))
    shape = learned.shape
    of_pilot = learn_shape(known, skills(known), start_shape(DEPTHS)).shape
    one = learn_shape(known, skills(known), start_shape()).shape
    carried = -likelihood(sight_of(matches, of_pilot), of_pilot, thetas[-len(matches) :])[0].mean()
    own = -likelihood(sight_of(matches, shape), shape, thetas[-len(matches) :])[0].mean()
    print("shape", shape, "nats", learned.nats, "on matches", own, "by the development shape", carried, flush=True)

    cuts = sharpness_cuts(reference)
    expected = skill_table(reference, shape).expected.mean(axis=0)
    ratio, overlap = ratio_of_searches(scale)
    print("full over pairs", ratio, "on", overlap, flush=True)
    first = first_parts(scale, one, reference)
    parts: dict[int, list[Part]] = {mark: [] for mark in MARKS}
    for mark in MARKS:
        if mark in first:
            parts[mark].append(first[mark])
        if mark in PILOT_MARKS:
            some = bare(known.take(known.ratings == mark))
            parts[mark].append(Part("development", len(some), own_error(some, shape, cuts, expected)))
        pairs = listed[mark][1]
        if len(pairs.errors) >= 100 and math.isfinite(ratio):
            parts[mark].append(Part("pairs", len(pairs.errors), float(pairs.errors.mean()) * ratio))
        elif mark in at_marks:
            some = at_marks[mark]
            parts[mark].append(Part("full searches", len(some), own_error(some, shape, cuts, expected)))
    marks = [mark for mark in MARKS if sum(part.n for part in parts[mark]) >= 30]
    n = np.array([sum(part.n for part in parts[mark]) for mark in marks])
    errors = np.array([sum(part.n * part.error for part in parts[mark]) for mark in marks]) / n
    ratings = np.array(marks, dtype=float)
    line = fitted_line(shape, (ZERO_ELO, UNIT_ELO), ratings, errors, cuts, expected)
    slope = line.slope
    for _ in range(5):
        noise = np.abs(slope) * errors * NOISE / np.sqrt(n)
        weights = 1 / (noise**2 + np.array([trust(rating) for rating in ratings]) ** 2)
        intercept, slope, covariance = regression(errors, ratings, weights)
    log_intercept, log_slope, _ = regression(np.log(errors + LITTLE), ratings, weights)
    line = replace(line, intercept=intercept, slope=slope, log_intercept=log_intercept, log_slope=log_slope,
                   prior_mean=PRIOR[0], prior_sd=PRIOR[1],
                   covariance=tuple(tuple(float(x) for x in row) for row in covariance))  # fmt: skip
    SHIPPED.write_text(format_scale(replace(scale, adjusted=line), SHIPPED.name).read_text(), encoding="utf-8")
    spread = float(weights @ (ratings - (weights @ ratings) / weights.sum()) ** 2)
    figures: dict[str, Any] = {
        "line": [round(intercept, 1), round(slope, 1)], "log_line": [round(log_intercept, 1), round(log_slope, 1)],
        "r_squared": round(1 - float(weights @ line.residuals**2) / spread, 4),
        "shape": {name: round(value, 3) for name, value in shape.to_json().items() if isinstance(value, float)},
        "nats": {"learned": round(learned.nats, 4), "matches": round(float(own), 4),
                 "matches_by_development_shape": round(float(carried), 4)},
        "ratio_of_searches": [round(ratio, 4), overlap], "reference": len(reference),
        "marks": {str(mark): {"n": int(k), "error": round(float(x), 4), "residual": round(float(off), 1),
                              "noise": round(float(sd), 1), "weight": round(float(w / weights.max()), 3),
                              "parts": {part.name: [part.n, round(part.error, 4)] for part in parts[mark]}}
                  for mark, k, x, off, sd, w in zip(marks, n, errors, line.residuals, noise, weights, strict=True)},
    }  # fmt: skip
    below = ratings <= 2500
    low_line = regression(errors[below], ratings[below], weights[below])
    figures["extrapolated"] = {str(mark): round(low_line[0] + low_line[1] * float(x))
                               for mark, x in zip(marks, errors, strict=True) if mark > 2500}  # fmt: skip
    print(figures)
    second_line(known)
    keep("chess_scale", figures, ["src/kibitz/games/chess/data/stockfish-15.1-depth-11.json"])


def second_line(known: Sample) -> None:
    """The scale at 30 lines."""
    groups = {float(mark): known.take(known.ratings == mark) for mark in PILOT_MARKS}
    second = with_adjusted_line(calibrate(groups, name="Elo"), groups)
    facts = dict(ORIGIN.settings) | {"games": GAMES, "skipped": "turns 1-8, repetitions, forced moves, more than 3 "
                                     "pawns ahead", "positions a game": "30", "years": "2006-2019"}  # fmt: skip
    origin = replace(ORIGIN, settings=tuple(sorted(facts.items())))
    second = replace(second, reference=replace(second.reference, provenance=origin))
    SECOND.write_text(format_scale(second, SECOND.name).read_text(), encoding="utf-8")
    assert second.adjusted is not None
    print("30 lines:", second.adjusted.intercept, second.adjusted.slope, second.adjusted.residuals.round())


if __name__ == "__main__":
    main()

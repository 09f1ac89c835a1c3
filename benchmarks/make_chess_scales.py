"""Make the shipped chess scales from saved engine analyses.

nice python benchmarks/make_chess_scales.py [WHICH ...]

``11`` and ``9`` are the scales of `kibitz chess calibrate` at these depths and 50 lines, from the games of the Elo
marks and the file of analyses that `make_chess_analyses` fills; missing analyses are searched. At depth 11 the depth
model also learns from the championship matches. ``pilot`` makes the scales at 30 lines from the development positions.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
from bench_championship import rate
from chess_pilot import FOLDER, MARKS, ORIGIN, pilot
from make_chess_analyses import DRAWING, LISTED, MAIN, ready

from kibitz.core import Document
from kibitz.games.chess.batch_analysis import engine_spec
from kibitz.games.chess.calibration import collect_samples
from kibitz.games.chess.elo_scales import SHIPPED_SCALE_FILE, calibrated_scale, calibration_report
from kibitz.games.chess.engine import EngineSettings
from kibitz.games.chess.pgn import load_collection
from kibitz.rate import Sample, calibrate
from kibitz.rate.ratings.adjusted import with_adjusted_line
from kibitz.rate.ratings.scale_file import format_scale

GAMES = "official over-the-board events of 2006-2019 as collected by The Week in Chess and PGN Mentor"


def match_positions() -> Sample:
    """The analysed positions of world championship matches, each with the Elo of its player: more for the depth model
    to learn from."""
    parts = []
    for pattern in ("wch_matches_1972*.pgn", "wch_matches_2013*.pgn"):
        matches = rate(pattern)
        assert matches is not None
        sample = matches.everything
        names = zip(matches.of_match, sample.players, strict=True)
        means = {key: float(np.mean(elos)) for key, elos in matches.elos.items()}
        parts.append(replace(sample, ratings=np.array([means[str(match), str(player)] for match, player in names])))
    return Sample.union(parts)


def scale_of(depth: int) -> None:
    """The scale at 50 lines of a depth. Deeper searches supply the values, since they pass through this depth."""
    paths = [path for mark in MAIN for path in sorted((FOLDER / "pgn").glob(f"elo{mark}_*.pgn"))]
    games = load_collection(tuple(Document(name=path.name, data=path.read_bytes()) for path in paths)).games
    plan = replace(DRAWING, marks=MAIN, years=(2006, 2019))
    spec = engine_spec("stockfish", 60, EngineSettings(depth=depth, multipv=LISTED.multipv))
    samples = collect_samples(games, plan, spec, ready())
    scale = calibrated_scale(samples, plan, GAMES, others=match_positions() if depth == LISTED.depth else None)
    answer = calibration_report(scale, samples)
    SHIPPED_SCALE_FILE.with_name(f"stockfish-15.1-depth-{depth}.json").write_text(
        answer.scale.read_text(), encoding="utf-8"
    )
    print(answer.explain().headline, *answer.explain().reasons, sep="\n")
    for mark in answer.marks:
        print(mark)


def small_scale(depth: int) -> None:
    """The scale at 30 lines of a depth."""
    known = pilot(depth)
    groups = {float(mark): known.take(known.ratings == mark) for mark in MARKS}
    made = with_adjusted_line(calibrate(groups, name="Elo"), groups)
    facts = dict(ORIGIN.settings) | {
        "depth": str(depth),
        "games": GAMES,
        "positions a game": "30",
        "skipped": "turns 1-8, repetitions, forced moves, more than 3 pawns ahead",
        "years": "2006-2019",
    }
    origin = replace(ORIGIN, settings=tuple(sorted(facts.items())))
    made = replace(made, reference=replace(made.reference, provenance=origin))
    target = SHIPPED_SCALE_FILE.with_name(f"stockfish-15.1-depth-{depth}-multipv-30.json")
    target.write_text(format_scale(made, target.name).read_text(), encoding="utf-8")
    assert made.adjusted is not None
    print(f"depth {depth}, 30 lines:", made.intercept, made.slope, made.r_squared)
    print("  by adjusted error:", made.adjusted.intercept, made.adjusted.slope, made.adjusted.residuals.round())


if __name__ == "__main__":
    for which in sys.argv[1:] or ("11", "9", "pilot"):
        if which == "pilot":
            small_scale(11)
            small_scale(9)
        else:
            scale_of(int(which))

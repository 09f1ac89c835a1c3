"""Make the shipped chess scales from saved engine analyses.

nice python benchmarks/make_chess_scales.py [WHICH ...]

``11`` and ``9`` are the scales of `kibitz chess calibrate` at these depths and 50 lines, from the games of the Elo
marks and the file of analyses that `make_chess_analyses` fills; missing analyses are searched. ``pilot`` makes the
scales at 30 lines from the development positions.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from chess_pilot import FOLDER, MARKS, ORIGIN, pilot
from make_chess_analyses import DRAWING, MAIN, ready

from kibitz.core import Document
from kibitz.core.work import WorkContext
from kibitz.games.chess.elo_scales import SHIPPED_SCALE_FILE
from kibitz.games.chess.questions import CalibrateRequest
from kibitz.rate import calibrate
from kibitz.rate.ratings.adjusted import with_adjusted_line
from kibitz.rate.ratings.scale_file import format_scale

GAMES = "official over-the-board events of 2006-2019 as collected by The Week in Chess and PGN Mentor"


def scale_of(depth: int) -> None:
    """The scale at 50 lines of a depth. Deeper searches supply the values, since they pass through this depth."""
    paths = [path for mark in MAIN for path in sorted((FOLDER / "pgn").glob(f"elo{mark}_*.pgn"))]
    request = CalibrateRequest(
        games=tuple(Document(name=path.name, data=path.read_bytes()) for path in paths),
        depth=depth,
        marks=MAIN,
        within=DRAWING.within,
        positions=DRAWING.positions,
        per_game=DRAWING.per_game,
        years="2006-2019",
        source=GAMES,
        seed=DRAWING.seed,
    )
    answer = request.answer(WorkContext(engine="stockfish", cache=ready()))
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

"""Chess: the engine's share of a core during an analysis, and the shipped scale derived again from its file.

Run with ``python benchmarks/bench_chess.py [--short]``. The first measurement needs Stockfish: CPU time of the engine's
process over wall time. Wall time excludes the time in which another program had the core (Linux counts it), since that
says nothing about the driver.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from benchmark_table import Line, run

from kibitz.core import InputError
from kibitz.games.chess.batch_analysis import EngineSpec, analyse_batch, running_engine
from kibitz.games.chess.calibration import mark_uncertainty
from kibitz.games.chess.elo_scales import load_shipped_scale
from kibitz.games.chess.engine import EngineSettings, find_engine
from kibitz.games.chess.pgn import parse_games
from kibitz.games.chess.turns import game_turns
from kibitz.rate import mean_loss
from kibitz.rate.ratings.scale import mark_weights

CORE_BAR = 0.90
R_SQUARED_BAR = 0.97
FEWEST_MARKS, FEWEST_POSITIONS = 5, 1_000
POSITIONS = 20
GAME = """[White "?"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6
12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6
21. Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7 27. Qe3 Qg5 28. Qxg5 hxg5 *
"""


@dataclass(frozen=True, slots=True)
class Share:
    """Seconds: wall time, CPU time of engine and driver, waiting for a core. Also the number of positions."""

    wall: float
    engine: float
    driver: float
    waiting: float
    positions: int


def engine_share(positions: int) -> Share:
    """Time of an analysis of one game in this process, without the start of the engine."""
    (game,) = parse_games(GAME.encode()).games
    wanted = [turn.analysis_request for turn in game_turns(game) if turn.skip is None][:positions]
    spec = EngineSpec(find_engine("stockfish"), EngineSettings())
    engine = running_engine(spec)
    ran, waited = _schedule(engine.process_id)
    last = ran, waited

    def note(done: int, total: int) -> None:
        nonlocal last
        last = _schedule(engine.process_id)

    with tempfile.TemporaryDirectory() as folder:
        own, began = time.process_time(), time.perf_counter()
        analyse_batch(wanted, spec, Path(folder) / "cache.sqlite", progress=note)
        wall, driver = time.perf_counter() - began, time.process_time() - own
    return Share(wall, last[0] - ran, driver, last[1] - waited, len(wanted))


def _schedule(process: int) -> tuple[float, float]:
    """Seconds for which the threads of a process ran, and seconds for which they waited for a core (Linux)."""
    ran = waited = 0.0
    for task in Path(f"/proc/{process}/task").iterdir():
        words = (task / "schedstat").read_text().split()
        ran, waited = ran + int(words[0]) / 1e9, waited + int(words[1]) / 1e9
    return ran, waited


def lines(short: bool) -> Iterator[Line]:
    """The engine's share of its core, and the line of the shipped scale derived again from its positions."""
    try:
        result: Share | None = engine_share(2 if short else POSITIONS)
    except InputError:
        result = None
    share = 0.0 if result is None else result.engine / (result.wall - result.waiting)
    anchor = "at least" if result is not None else "stockfish"
    yield Line(
        "share of a core that the engine gets", share, "", anchor, None if result is None else CORE_BAR, 1, more=True
    )
    if result is not None:
        yield Line(
            f"time of the driver for {result.positions} positions", result.driver, "s", "the engine", result.engine
        )
    scale = load_shipped_scale()
    losses = np.array([mean_loss(scale.reference, mark.s, mark.c) for mark in scale.marks])
    ratings = np.array([mark.rating for mark in scale.marks])
    doubts = {float(rating): mark_uncertainty(rating) for rating in ratings}
    weights = mark_weights(ratings, losses, np.array([mark.n for mark in scale.marks]), doubts)
    slope, intercept = np.polyfit(losses, ratings, 1, w=np.sqrt(weights))
    residuals = ratings - intercept - slope * losses
    r_squared = 1 - float((residuals**2).sum() / ((ratings - ratings.mean()) ** 2).sum())
    fewest = min(mark.n for mark in scale.marks)
    yield Line("marks of the shipped scale", len(ratings), "", "at least", FEWEST_MARKS, 1, more=True)
    yield Line("positions of its smallest mark", fewest, "", "at least", FEWEST_POSITIONS, 1, more=True)
    yield Line("R squared, derived again", r_squared, "", "at least", R_SQUARED_BAR, 1, more=True)
    off = abs(r_squared - scale.r_squared) + abs(slope / scale.slope - 1) + abs(intercept / scale.intercept - 1)
    yield Line("difference from the line in the file", float(off), "", "at most", 1e-5, 1)


if __name__ == "__main__":
    run(lines)

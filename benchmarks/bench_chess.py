"""Chess: how much of a core the engine gets while analysing, and the shipped scale derived once more from its file.

Run with ``python benchmarks/bench_chess.py``. The first figure needs stockfish and is left out without it: CPU time of
the engine's process over wall time. The time in which the engine was ready to run but another program had the core is
taken off the wall time (Linux counts it), since it says nothing about the driver; the plain ratio stands beside it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.core import InputError
from kibitz.games.chess.elo import describe_scale, shipped_scale
from kibitz.games.chess.engine import EngineSettings, find_engine
from kibitz.games.chess.pgn import parse_games
from kibitz.games.chess.positions import turns
from kibitz.games.chess.survey import EngineSpec, running_engine, survey
from kibitz.rate import mean_loss

CORE_BAR = 0.90
R_SQUARED_BAR = 0.97
FEWEST_MARKS, FEWEST_POSITIONS = 5, 1_000
POSITIONS = 20
GAME = """[White "?"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6
12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6
21. Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7 27. Qe3 Qg5 28. Qxg5 hxg5 *
"""


def line(name: str, measured: str, bar: str, passed: bool) -> bool:
    print(f"{name:<46}{measured:>14}{bar:>14}   {'PASS' if passed else 'FAIL'}")
    return passed


@dataclass(frozen=True, slots=True)
class Share:
    """Seconds of wall time, of the engine's and the driver's CPU time, and of waiting for a core; positions done."""

    wall: float
    engine: float
    driver: float
    waiting: float
    positions: int


def engine_share() -> Share:
    """Time taken by an analysis of one game in this process, the start of the engine left out."""
    (game,) = parse_games(GAME.encode()).games
    wanted = [turn.request for turn in turns(game) if turn.skip is None][:POSITIONS]
    spec = EngineSpec(find_engine("stockfish"), EngineSettings())
    engine = running_engine(spec)
    ran, waited = _schedule(engine.process_id)
    last = ran, waited

    def note(done: int, total: int) -> None:
        nonlocal last
        last = _schedule(engine.process_id)

    with tempfile.TemporaryDirectory() as folder:
        own, began = time.process_time(), time.perf_counter()
        survey(wanted, spec, Path(folder) / "cache.sqlite", progress=note)
        wall, driver = time.perf_counter() - began, time.process_time() - own
    return Share(wall, last[0] - ran, driver, last[1] - waited, len(wanted))


def _schedule(process: int) -> tuple[float, float]:
    """Seconds that the threads of a process ran, and seconds they waited for a core (Linux)."""
    ran = waited = 0.0
    for task in Path(f"/proc/{process}/task").iterdir():
        words = (task / "schedstat").read_text().split()
        ran, waited = ran + int(words[0]) / 1e9, waited + int(words[1]) / 1e9
    return ran, waited


def main() -> int:
    passed = True
    print(f"{'':<46}{'measured':>14}{'bar':>14}")
    try:
        found = engine_share()
    except InputError as error:
        print(f"engine's share left out: {error}")
    else:
        share = found.engine / (found.wall - found.waiting)
        passed &= line("engine's share of its core", f"{share:.3f}", f">= {CORE_BAR}", share >= CORE_BAR)
        print(f"  {found.positions} positions: wall {found.wall:.1f} s, engine {found.engine:.1f} s, driver "
              f"{found.driver:.1f} s, waiting for a core {found.waiting:.1f} s; "
              f"plain ratio {found.engine / found.wall:.3f}")  # fmt: skip
    scale = shipped_scale()
    losses = np.array([mean_loss(scale.reference, mark.s, mark.c) for mark in scale.marks])
    ratings = np.array([mark.rating for mark in scale.marks])
    slope, intercept = np.polyfit(losses, ratings, 1)
    residuals = ratings - intercept - slope * losses
    r_squared = 1 - float((residuals**2).sum() / ((ratings - ratings.mean()) ** 2).sum())
    fewest = min(mark.n for mark in scale.marks)
    enough = len(ratings) >= FEWEST_MARKS
    passed &= line("marks of the shipped scale", str(len(ratings)), f">= {FEWEST_MARKS}", enough)
    passed &= line("positions of its smallest mark", str(fewest), f">= {FEWEST_POSITIONS}", fewest >= FEWEST_POSITIONS)
    passed &= line("R squared, derived again", f"{r_squared:.4f}", f">= {R_SQUARED_BAR}", r_squared >= R_SQUARED_BAR)
    same = abs(r_squared - scale.r_squared) < 1e-6 and np.allclose((slope, intercept), (scale.slope, scale.intercept))
    passed &= line("the line in the file is this line", str(bool(same)), "True", bool(same))
    print(describe_scale(scale))
    print("residuals:", "  ".join(f"{r:.0f} {off:+.0f}" for r, off in zip(ratings, residuals, strict=True)))
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())

"""Chess: how much of a core the engine gets while analysing, and the shipped scale derived once more from its file.

Run with ``python benchmarks/bench_chess.py``. The first figure needs stockfish; the core must not be shared with other
work while it runs, since the bar compares CPU time with wall time. Without the engine that part is left out.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from kibitz.core import InputError
from kibitz.games.chess.engine import EngineSettings, find_engine
from kibitz.games.chess.pgn import parse_games
from kibitz.games.chess.positions import turns
from kibitz.games.chess.scales import describe_scale, shipped_scale
from kibitz.games.chess.survey import EngineSpec, survey
from kibitz.rate import mean_loss

CORE_BAR = 0.90
R_SQUARED_BAR = 0.97
FEWEST_MARKS, FEWEST_POSITIONS = 5, 1_000
POSITIONS = 25
GAME = """[White "?"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6
12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6
21. Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7 27. Qe3 Qg5 28. Qxg5 hxg5 *
"""


def line(name: str, measured: str, bar: str, passed: bool) -> bool:
    print(f"{name:<46}{measured:>14}{bar:>14}   {'PASS' if passed else 'FAIL'}")
    return passed


def engine_share() -> tuple[float, float, int]:
    """CPU time of the engine over wall time, CPU time of this process over wall time, and positions analysed."""
    (game,) = parse_games(GAME.encode()).games
    wanted = [turn.request for turn in turns(game) if turn.skip is None][:POSITIONS]
    spec = EngineSpec(find_engine("stockfish"), EngineSettings())
    with tempfile.TemporaryDirectory() as folder:
        own, engine, began = time.process_time(), _children(), time.perf_counter()
        survey(wanted, spec, Path(folder) / "cache.sqlite")
        wall = time.perf_counter() - began
    return (_children() - engine) / wall, (time.process_time() - own) / wall, len(wanted)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    passed = True
    print(f"{'':<46}{'measured':>14}{'bar':>14}")
    try:
        share, beside, n = engine_share()
    except InputError as error:
        print(f"engine share left out: {error}")
    else:
        passed &= line(f"engine's share of a core, {n} positions", f"{share:.3f}", f">= {CORE_BAR}", share >= CORE_BAR)
        busy = os.getloadavg()[0] / (os.cpu_count() or 1)
        print(f"{'  the driver beside it; load per core':<46}{f'{beside:.3f}; {busy:.2f}':>14}")
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

"""Time of `sevens bid`: python benchmarks/sevens_bid.py.

Processor seconds, so that a busy machine does not matter: of a warm answer (best of three), and of the whole command
with empty and with full caches. Saves benchmarks/results/sevens_bid.json. The bar is 0.3 s for a warm answer.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from results import save_result

from kibitz import ask

SEVENS = "src/kibitz/games/sevens"
SOURCE = str(Path(__file__).resolve().parents[1] / "src")
BAR = 0.3
POSITIONS: dict[str, dict[str, Any]] = {
    "no letter, 6 seats": {"rack": "", "tile": "R", "players": 6},
    "one letter, 6 seats": {"rack": "E", "tile": "R", "players": 6},
    "two letters, 6 seats": {"rack": "ES", "tile": "R", "players": 6},
    "three letters, 6 seats": {"rack": "EST", "tile": "R", "players": 6, "left": 30},
    "five letters, 6 seats": {"rack": "EINST", "tile": "R", "players": 6, "left": 20},
    "three letters without hope, 6 seats": {"rack": "QVX", "tile": "E", "players": 6, "left": 20},
    "three letters, 14 seats": {"rack": "EST", "tile": "R", "players": 14, "left": 90},
    "the difference, 2 seats": {"rack": "EST", "tile": "R", "players": 2, "seen": "AEI", "aim": "difference"},
}


def warm(position: dict[str, Any]) -> float:
    """Processor seconds of an answer, the best of three after a first one."""
    ask("sevens.bid", **position)
    times = []
    for _ in range(3):
        start = time.process_time()
        ask("sevens.bid", **position)
        times.append(time.process_time() - start)
    return min(times)


def command(cache: str) -> float:
    """Processor seconds of the whole command with its caches in a folder."""
    environment = {**os.environ, "PYTHONPATH": SOURCE, "XDG_CACHE_HOME": cache, "NUMBA_CACHE_DIR": f"{cache}/numba"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [sys.executable, "-m", "kibitz", "sevens", "bid", "--tile", "R", "--players", "6", "--json"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    figures = {name: round(warm(position), 3) for name, position in POSITIONS.items()}
    with tempfile.TemporaryDirectory() as folder:
        commands = {f"command, {kind} caches": round(command(folder), 2) for kind in ("empty", "full")}
    for name, seconds in (figures | commands).items():
        print(f"{name:<38} {seconds:6.3f} s" + ("" if name in commands else "  PASS" if seconds < BAR else "  FAIL"))
    save_result("sevens_bid", {"warm": figures, **commands})
    raise SystemExit(max(figures.values()) >= BAR)


if __name__ == "__main__":
    main()

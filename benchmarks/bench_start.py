"""A cold start in CPU time, as a multiple of bare Python, and against another checkout: help first, then calculators.

    python benchmarks/bench_start.py [--against OTHER/src]

Multiples of bare Python move with the load of a machine, so a bar is held only in pairs: with ``--against`` both run
in turn, and none of the commands may be slower than the other checkout's.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path

SOURCE = str(Path(__file__).resolve().parents[1] / "src")
FINAL = ["jeopardy", "final", "20000", "14000", "8000", "--me", "2", "--json"]
COMMANDS = {
    "kibitz --help": ["--help"],
    "jeopardy --help": ["jeopardy", "--help"],
    "jeopardy final --help": ["jeopardy", "final", "--help"],
    "rate players --help": ["rate", "players", "--help"],
    "sevens bid --help": ["sevens", "bid", "--help"],
    "parlour final": ["parlour", "final", "--scores", "5", "3", "--p", "0.7", "0.4", "--json"],
    "parlour vote": ["parlour", "vote", "--p1", ".6", "--p2", ".4", "--y1", ".3", "--y2", ".5", "--json"],
    "parlour kuhn": ["parlour", "kuhn", "--cards", "13", "--json"],
    "jeopardy final": FINAL,
    "jeopardy final-card": ["jeopardy", "final-card"],
}
RUNS = 7
NOISE = 1.03
"""A ratio up to here is none slower: sums of a few pairs scatter by so much."""


def cpu_seconds(command: list[str], source: str = SOURCE) -> float:
    """User and system time of one run with the package of a source folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": source}
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description="CPU time of a cold start.")
    parser.add_argument("--against", help="the source folder of another checkout")
    other = parser.parse_args().against
    bare = min(cpu_seconds(["-c", "pass"]) for _ in range(RUNS))
    print(f"{'command':<22} {'CPU s':>7} {'x bare Python':>14}" + ("   x the other" if other else ""))
    for name, arguments in COMMANDS.items():
        command = ["-m", "kibitz", *arguments]
        pairs = [(cpu_seconds(command), cpu_seconds(command, other) if other else 0.0) for _ in range(RUNS)]
        cost = min(mine for mine, _ in pairs)
        # Pairs share the load of the moment, so their sums are compared, not the luckiest run of each.
        ratio = sum(mine for mine, _ in pairs) / sum(theirs for _, theirs in pairs) if other else 0.0
        verdict = f"{ratio:10.2f} {'PASS' if ratio <= NOISE else 'FAIL'}" if other else ""
        print(f"{name:<22} {cost:7.3f} {cost / bare:14.1f}{verdict}")


if __name__ == "__main__":
    main()

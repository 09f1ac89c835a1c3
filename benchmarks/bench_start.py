"""CPU time of a cold start, compared with bare Python and with another checkout: help first, then calculators.

    python benchmarks/bench_start.py [--short] [--against OTHER/src]

Multiples of bare Python depend on the load of the machine, so they have no bar. With ``--against`` both checkouts run
in turn, and no command may be slower than in the other checkout.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmark_table import Line, run

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
"""Ratios up to this count as equal: sums of a few pairs vary by this much."""


def cpu_seconds(command: list[str], source: str = SOURCE) -> float:
    """User and system time of one run with the package of a source folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": source}
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def lines(short: bool) -> Iterator[Line]:
    """CPU seconds of each command compared with bare Python; without a bar, since the ratio depends on the load."""
    runs = 1 if short else RUNS
    bare = min(cpu_seconds(["-c", "pass"]) for _ in range(runs))
    for name in list(COMMANDS)[:: 4 if short else 1]:
        cost = min(cpu_seconds(["-m", "kibitz", *COMMANDS[name]]) for _ in range(runs))
        yield Line(f"cold start of {name.removeprefix('kibitz ')}", cost, "s", "bare Python", bare)


def against(other: str) -> Iterator[Line]:
    """The sums of pairs of runs with another checkout; both runs of a pair see the same load."""
    for name, arguments in COMMANDS.items():
        command = ["-m", "kibitz", *arguments]
        pairs = [(cpu_seconds(command), cpu_seconds(command, other)) for _ in range(RUNS)]
        mine, theirs = (sum(times) / RUNS for times in zip(*pairs, strict=True))
        yield Line(f"cold start of {name.removeprefix('kibitz ')}", mine, "s", "the other checkout", theirs, 1 / NOISE)


def main() -> None:
    parser = argparse.ArgumentParser(description="CPU time of a cold start.")
    parser.add_argument("--against", help="the source folder of another checkout")
    parser.add_argument("--short", action="store_true", help="a few commands, once each")
    other = parser.parse_args().against
    run((lambda short: against(other)) if other else lines)


if __name__ == "__main__":
    main()

"""CPU time of a cold start: help must stay under 0.3 s, calculators well under a second."""

from __future__ import annotations

import resource
import subprocess
import sys

COMMANDS = {
    "kibitz --help": (["--help"], 0.3),
    "parlour final": (["parlour", "final", "--scores", "5", "3", "--p", "0.7", "0.4", "--json"], 1.0),
    "parlour vote": (["parlour", "vote", "--p1", ".6", "--p2", ".4", "--y1", ".3", "--y2", ".5", "--json"], 1.0),
    "parlour kuhn": (["parlour", "kuhn", "--cards", "13", "--json"], 1.0),
}


def cpu_seconds(arguments: list[str]) -> float:
    """User and system time of one run of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "kibitz", *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    bare = min(_bare() for _ in range(5))
    print(f"{'command':<16} {'CPU s':>7} {'x bare Python':>14}   bar")
    for name, (arguments, bar) in COMMANDS.items():
        cost = min(cpu_seconds(arguments) for _ in range(5))
        print(f"{name:<16} {cost:7.3f} {cost / bare:14.1f}   under {bar} s: {'PASS' if cost < bar else 'FAIL'}")


def _bare() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()

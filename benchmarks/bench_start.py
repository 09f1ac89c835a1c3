"""A cold start in CPU time, as a multiple of bare Python: help first, then the calculators.

The bars are what the commands took before every question was read from the one list, so that none gets slower. Where
typing_extensions is installed (development tools bring it) msgspec loads it, which costs every command about 2.
"""

from __future__ import annotations

import resource
import subprocess
import sys

FINAL = ["jeopardy", "final", "20000", "14000", "8000", "--me", "2", "--json"]
COMMANDS = {
    "kibitz --help": (["--help"], 5.1),
    "jeopardy --help": (["jeopardy", "--help"], 5.2),
    "jeopardy final --help": (["jeopardy", "final", "--help"], 15.0),
    "rate players --help": (["rate", "players", "--help"], 16.0),
    "sevens bid --help": (["sevens", "bid", "--help"], 17.0),
    "parlour final": (["parlour", "final", "--scores", "5", "3", "--p", "0.7", "0.4", "--json"], 23.9),
    "parlour vote": (["parlour", "vote", "--p1", ".6", "--p2", ".4", "--y1", ".3", "--y2", ".5", "--json"], 22.3),
    "parlour kuhn": (["parlour", "kuhn", "--cards", "13", "--json"], 23.1),
    "jeopardy final": (FINAL, 23.8),
    "jeopardy final-card": (["jeopardy", "final-card"], 27.8),
}
"""Commands with their arguments, and how many times bare Python they took before."""


def cpu_seconds(command: list[str]) -> float:
    """User and system time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    bare = min(cpu_seconds([sys.executable, "-c", "pass"]) for _ in range(9))
    print(f"{'command':<22} {'CPU s':>7} {'x bare Python':>14}   bar")
    for name, (arguments, bar) in COMMANDS.items():
        cost = min(cpu_seconds([sys.executable, "-m", "kibitz", *arguments]) for _ in range(9))
        print(f"{name:<22} {cost:7.3f} {cost / bare:14.1f}   {bar}: {'PASS' if cost / bare <= bar else 'FAIL'}")


if __name__ == "__main__":
    main()

"""Run all benchmarks that compare kibitz with something else, and print one table.

    python benchmarks/all.py            about ten minutes; saves results/benchmark_table.json, writes docs/benchmarks.md
    python benchmarks/all.py --short    about a minute: checks that every benchmark runs, shows verdicts without
                                        enforcing them (saved only with --keep)
    python benchmarks/all.py solve kuhn only these; nothing is saved

Set KIBITZ_REFEREE to a Python that has GNU Backgammon. Exit status 1 if a benchmark does not run or, in the long form,
misses its bar. A peer that is not installed is missing, never passed.
"""

from __future__ import annotations

import argparse
import importlib
import time
import traceback
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from benchmark_table import HEADINGS, Line, print_lines
from results import ROOT, load_result, save_result, write_between

MODULES = (
    "solve",
    "kuhn",
    "learn",
    "rate",
    "sevens",
    "jeopardy_final",
    "jeopardy_simulator",
    "backgammon_speed",
    "chess",
    "start",
)
"""Each has a function ``lines(short)`` in ``bench_NAME.py``."""


def measure(name: str, short: bool) -> Iterator[Line]:
    """Run one benchmark and print its lines as they come."""
    yield from print_lines(importlib.import_module(f"bench_{name}").lines(short))


def table(figures: dict[str, Any]) -> str:
    """The saved lines as a Markdown table."""
    rows = [f"| {' | '.join(HEADINGS)} |", "|---|--:|---|--:|--:|---|"]
    for lines in figures["benchmarks"].values():
        rows += [f"| {' | '.join(Line(**line).cells())} |" for line in lines]
    size = "at the small sizes of `--short`" if figures["short"] else "at full size"
    return "\n".join([f"Measured {size}:", "", *rows])


def summary(lines: list[Line], broken: list[str]) -> str:
    """Numbers of lines that passed, failed and are missing, and the benchmarks that did not run."""
    counts = {verdict: sum(line.verdict == verdict for line in lines) for verdict in ("pass", "fail", "missing")}
    text = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    return text + (f"; did not run: {', '.join(broken)}" if broken else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", choices=[*MODULES, []], help="run only these benchmarks")
    parser.add_argument("--short", action="store_true", help="check that every benchmark still runs")
    parser.add_argument("--keep", action="store_true", help="save the figures of the short form too")
    parser.add_argument("--page", action="store_true", help="only write the page, from the saved figures")
    options = parser.parse_args()
    page = ROOT / "docs" / "benchmarks.md"
    if options.page:
        write_between(page, "table", table(load_result("benchmark_table")["figures"]))
        return
    result: dict[str, list[Line]] = {}
    broken = []
    for name in options.only or MODULES:
        start = time.perf_counter()
        print(f"\n{name}", flush=True)
        try:
            result[name] = list(measure(name, options.short))
        except Exception:  # a benchmark that does not run must not hide the others
            traceback.print_exc()
            broken.append(name)
        print(f"{time.perf_counter() - start:.0f} s", flush=True)
    lines = [line for each in result.values() for line in each]
    print(f"\n{summary(lines, broken)}")
    if (options.keep or not options.short) and not (options.only or broken):
        figures = {
            "short": options.short,
            "benchmarks": {name: [asdict(line) for line in each] for name, each in result.items()},
        }
        save_result("benchmark_table", figures)
        write_between(page, "table", table(figures))
    raise SystemExit(bool(broken) or (not options.short and any(line.verdict == "fail" for line in lines)))


if __name__ == "__main__":
    main()

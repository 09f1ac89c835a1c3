"""Compare the speed of two checkouts in one run: ``python benchmarks/compare_speed.py BEFORE [NAME ...]``.

Runs the benchmarks of ``all.py`` in their short form, alternately in BEFORE and in this checkout, and takes the best of
``--repeat`` runs of each line. Prints how many times slower this checkout is; exit status 1 above ``--limit``. Lines
that are no times or rates are left out, and so are those whose anchor alone differs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from all import MODULES

ROOT = Path(__file__).resolve().parents[1]
MEASURE = """
import importlib, json, sys
sys.path.insert(0, ".")
lines = importlib.import_module(f"bench_{sys.argv[1]}").lines(True)
print(json.dumps([(line.what, line.ours, line.more) for line in lines if line.unit == "s" or "second" in line.unit]))
"""


def measure(checkout: Path, name: str) -> list[tuple[str, float]]:
    """What each line of a benchmark measures, and its cost: seconds, or seconds of one unit of a rate."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", MEASURE, name]
    run = subprocess.run(command, cwd=checkout / "benchmarks", env=environment, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"{checkout}: bench_{name} failed\n{run.stderr[-2000:]}")
    return [(what, 1 / ours if more else ours) for what, ours, more in json.loads(run.stdout.splitlines()[-1])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("names", nargs="*", choices=[*MODULES, []])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=1.1)
    options = parser.parse_args()
    slower = 0
    for name in options.names or MODULES:
        best: dict[Path, list[float]] = {}
        for _ in range(options.repeat):
            for checkout in (options.before.resolve(), ROOT):
                lines = measure(checkout, name)
                costs = [cost for _, cost in lines]
                best[checkout] = [min(pair) for pair in zip(best.get(checkout, costs), costs, strict=True)]
        for (what, _), before, after in zip(lines, best[options.before.resolve()], best[ROOT], strict=True):
            slower += after > options.limit * before
            print(f"{after / before:6.2f}  {name}: {what}", flush=True)
    print(f"{slower} lines more than {options.limit:g} times slower")
    raise SystemExit(bool(slower))


if __name__ == "__main__":
    main()

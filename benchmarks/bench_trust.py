"""Every question with the smallest and the largest of every field, and every stored answer with another value in any
leaf: how many were answered or drawn, how many refused, and what was wrong.

``python benchmarks/bench_trust.py`` runs both for about an hour of processor time and saves ``results/oracle.json`` and
``results/stored_results.json``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = {
    "oracle": [sys.executable, "tests/stress/oracle.py"],
    "stored_results": [sys.executable, "-m", "pytest", "-n0", "-m", "stress", "tests/web/test_imported_items.py"],
}
"""The commands that save each result."""


def main() -> None:
    for command in COMMANDS.values():
        subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    main()

"""Figures that only long runs or development data can show are kept, with the date, the commit and what they belong to.

A benchmark calls `keep`; ``tests/test_benchmark_results.py`` fails when a file that the figures rest on has changed.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "benchmarks" / "results"


def digest(path: str) -> str:
    """A short hash of a file of the repository, or of all Python files of a folder."""
    target = ROOT / path
    files = sorted(target.rglob("*.py")) if target.is_dir() else [target]
    total = hashlib.sha256()
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()[:16]


def keep(name: str, figures: dict[str, Any], rests_on: list[str]) -> Path:
    """Write the figures of a benchmark to ``results/NAME.json``, whole or not at all."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    record = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit,
        "rests_on": {path: digest(path) for path in rests_on},
        "figures": figures,
    }
    FOLDER.mkdir(exist_ok=True)
    target = FOLDER / f"{name}.json"
    draft = target.with_suffix(".draft")
    draft.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    draft.replace(target)
    return target


def run_parts(*parts: Callable[[], object]) -> None:
    """Run the parts that the command line names, or all of them, and say what each took."""
    known = {part.__name__: part for part in parts}
    for name in sys.argv[1:] or list(known):
        begun = time.process_time()
        known[name]()
        print(f"{name}: {time.process_time() - begun:.0f} s of processor time", flush=True)

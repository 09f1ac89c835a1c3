"""Figures that only long runs or development data can show are kept, with the date, the commit and what they belong to.

A benchmark calls `keep`; ``tests/test_benchmark_results.py`` fails when a file that the figures rest on has changed.
Where a change was shown to leave long-run figures as they are, ``python benchmarks/results.py NAME WHY`` says so in the
file, with the commit, beside the commit of the run.
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
    record = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
        "rests_on": {path: digest(path) for path in rests_on},
        "figures": figures,
    }
    FOLDER.mkdir(exist_ok=True)
    return _write(FOLDER / f"{name}.json", record)


def _commit() -> str:
    asked = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def _write(target: Path, record: dict[str, Any]) -> Path:
    draft = target.with_suffix(".draft")
    draft.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    draft.replace(target)
    return target


def between(page: str, name: str, text: str) -> str:
    """A page with the text between the marks ``<!-- name -->`` and ``<!-- /name -->`` replaced."""
    head, first, rest = page.partition(f"<!-- {name} -->\n")
    _, last, tail = rest.partition(f"<!-- /{name} -->")
    if not (first and last):
        raise ValueError(f"the page has no marks for {name}")
    return f"{head}{first}\n{text}\n\n{last}{tail}"


def write_between(path: Path, name: str, text: str) -> None:
    """Replace the text between two marks of a page."""
    path.write_text(between(path.read_text("utf-8"), name, text), encoding="utf-8")


def run_parts(*parts: Callable[[], object]) -> None:
    """Run the parts that the command line names, or all of them, and say what each took."""
    known = {part.__name__: part for part in parts}
    for name in sys.argv[1:] or list(known):
        begun = time.process_time()
        known[name]()
        print(f"{name}: {time.process_time() - begun:.0f} s of processor time", flush=True)


def reaffirm(name: str, why: str) -> None:
    """Say of kept figures that changes since leave them as they are, and how that was shown."""
    target = FOLDER / f"{name}.json"
    record = json.loads(target.read_text("utf-8"))
    changed = [path for path, known in record["rests_on"].items() if digest(path) != known]
    if not changed:
        raise SystemExit(f"{name}: nothing that it rests on has changed")
    record["rests_on"] |= {path: digest(path) for path in changed}
    said = {"date": datetime.now(UTC).date().isoformat(), "commit": _commit(), "changed": changed, "why": why}
    record["reaffirmed"] = [*record.get("reaffirmed", []), said]
    _write(target, record)


if __name__ == "__main__":
    reaffirm(*sys.argv[1:])

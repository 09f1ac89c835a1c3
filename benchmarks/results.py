"""Results of benchmarks that take hours or need development data, saved with date, commit and what makes them stale.

`save_result` writes ``results/NAME.json``. ``tests/test_benchmark_results.py`` fails when a weight or data file of a
result has changed. Source files are not pinned: renaming a variable changes no figure.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "benchmarks" / "results"


def file_digest(path: str) -> str:
    """The first 16 hex digits of the SHA-256 of a file in the repository."""
    return hashlib.sha256((ROOT / path).read_bytes()).hexdigest()[:16]


def save_result(name: str, figures: dict[str, Any], data_files: Sequence[str] = ()) -> Path:
    """Write the figures of a benchmark atomically, with the hashes of the weights and data files they depend on."""
    if code := [path for path in data_files if path.endswith(".py") or (ROOT / path).is_dir()]:
        raise ValueError(f"{name}: pin weights and data files only, not {code[0]}")
    record = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
        "data_files": {path: file_digest(path) for path in data_files},
        "figures": figures,
    }
    FOLDER.mkdir(exist_ok=True)
    target = FOLDER / f"{name}.json"
    draft = target.with_suffix(".draft")
    draft.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    draft.replace(target)
    return target


def changed_files(record: dict[str, Any]) -> list[str]:
    """The data files of a result that have changed since its benchmark ran."""
    return [path for path, known in record["data_files"].items() if file_digest(path) != known]


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def replace_between(page: str, name: str, text: str) -> str:
    """A page with the text between the marks ``<!-- name -->`` and ``<!-- /name -->`` replaced."""
    head, first, rest = page.partition(f"<!-- {name} -->\n")
    _, last, tail = rest.partition(f"<!-- /{name} -->")
    if not (first and last):
        raise ValueError(f"the page has no marks for {name}")
    return f"{head}{first}\n{text}\n\n{last}{tail}"


def write_between(path: Path, name: str, text: str) -> None:
    """Replace the text between two marks of a page."""
    path.write_text(replace_between(path.read_text("utf-8"), name, text), encoding="utf-8")


def run_parts(*parts: Callable[[], object]) -> None:
    """Run the parts named on the command line, or all of them, and print the processor time of each."""
    known = {part.__name__: part for part in parts}
    for name in sys.argv[1:] or list(known):
        begun = time.process_time()
        known[name]()
        print(f"{name}: {time.process_time() - begun:.0f} s of processor time", flush=True)

"""Saved results of benchmarks that take hours or need development data: date, commit, data files, figures.

`save_result` writes ``results/NAME.json``, `load_result` reads it. Two things make a result stale. One is a changed
weight or data file, which `changed_files` finds by hash. The other is a change in what the code computes.
``short_figures.py`` finds that: it computes figures of the same kind in seconds and compares them with the saved ones.
Source files are not pinned, so that renaming a variable changes no record.
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


def result_names() -> list[str]:
    """The names of all saved results."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def load_result(name: str) -> dict[str, Any]:
    """A saved record: ``date``, ``commit``, ``data_files``, ``figures`` and ``short``."""
    record: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return record


def write_record(name: str, record: dict[str, Any]) -> Path:
    """Write a record atomically."""
    FOLDER.mkdir(exist_ok=True)
    target = FOLDER / f"{name}.json"
    draft = target.with_suffix(".draft")
    draft.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    draft.replace(target)
    return target


def save_result(name: str, figures: dict[str, Any], data_files: Sequence[str] = ()) -> Path:
    """Save the figures of a benchmark with the hashes of the data files they depend on, and with its short figures."""
    from short_figures import compute_short  # imports the benchmarks, which import this module

    if code := [path for path in data_files if path.endswith(".py") or (ROOT / path).is_dir()]:
        raise ValueError(f"{name}: pin weights and data files only, not {code[0]}")
    record = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": current_commit(),
        "data_files": {path: file_digest(path) for path in data_files},
        "figures": figures,
        "short": compute_short(name),
    }
    return write_record(name, record)


def load_figures(name: str, data_files: Sequence[str] = ()) -> dict[str, Any]:
    """The saved figures of a result if its data files are the given ones, unchanged; else none. For long runs that go
    on where they stopped."""
    if not (FOLDER / f"{name}.json").exists():
        return {}
    record = load_result(name)
    current = {path: file_digest(path) for path in data_files}
    return dict(record["figures"]) if record["data_files"] == current else {}


def add_to_result(name: str, figures: dict[str, Any], data_files: Sequence[str] = ()) -> Path:
    """Add figures to those that were saved with the same data files."""
    return save_result(name, load_figures(name, data_files) | figures, data_files)


def changed_files(record: dict[str, Any]) -> list[str]:
    """The data files of a result that have changed since its benchmark ran."""
    return [path for path, known in record["data_files"].items() if file_digest(path) != known]


def current_commit() -> str:
    """The abbreviated hash of the commit that is checked out."""
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
        start = time.process_time()
        known[name]()
        print(f"{name}: {time.process_time() - start:.0f} s of processor time", flush=True)

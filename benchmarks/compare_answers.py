"""Compare the JSON answers of two checkouts, leaf by leaf: ``python benchmarks/compare_answers.py BEFORE [AFTER]``.

It runs the example of every question in the catalogue and every command in the README and docs of BEFORE, in the small
sizes that the tests of the docs use. Both checkouts run the same commands, since old spellings of options must still
work. ``--numbers`` only counts changed sentences; numbers, choices and keys must be equal. Exit status 1 if a
leaf differs. AFTER is this checkout unless given.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT_S = 900
EXAMPLES = """
import json
from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.request_parsing import example_arguments
print(json.dumps([(e.group, e.name, example_arguments(request_type(e.path))) for e in ENTRIES]))
"""


def load_docs_tests(checkout: Path) -> ModuleType:
    """The test module that knows the commands of the docs and the files they need."""
    path = checkout / "tests" / "docs" / "test_documented_commands.py"
    spec = importlib.util.spec_from_file_location("documented", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_python(checkout: Path, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run Python with the sources of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "COLUMNS": "100", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )


def documented_commands(before: Path) -> Iterator[list[str]]:
    """The commands on the pages of a checkout that can be run, with JSON output."""
    current = load_docs_tests(ROOT)
    current.PAGES[:] = [before / "README.md", *sorted((before / "docs").rglob("*.md"))]
    for block in current.blocks():
        for command in block.commands:
            line = shlex.join(command)
            for long, short in current.SMALLER:
                line = line.replace(long, short, 1)
            fen = "'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'"
            words = shlex.split(line.replace("FEN", fen))[1:]
            if len(words) > 1 and not any(word in ("--help", "--write", "--output", "ubgi") for word in words):
                yield [*words, *([] if "--json" in words else ["--json"])]


def example_commands(folder: Path) -> Iterator[list[str]]:
    """The example of every question as a batch of one line."""
    examples = run_python(ROOT, ["-c", EXAMPLES], folder)
    if examples.returncode:
        raise SystemExit(examples.stderr)
    for group, name, arguments in json.loads(examples.stdout):
        path = folder / f"{group}-{name}.batch"
        path.write_text(json.dumps(arguments) + "\n", encoding="utf-8")
        yield [group, name, "--batch", path.name]


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """All values of an answer with their path."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, f"{path}.{key}")
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from leaves(each, f"{path}[{index}]")
    else:
        yield path, value


IGNORED = re.compile(r"\.(hash|seconds|data(\[\d+\])?)$")
"""Keys whose values never repeat: trained weights, their hashes, and measured times."""


def is_sentence(value: Any) -> bool:
    return isinstance(value, str) and " " in value.strip()


def rename(old: dict[str, Any], renamed: dict[str, str]) -> dict[str, Any]:
    """Leaves with public names, as keys or as whole values, in their new spelling."""
    keys = {path: ".".join(renamed.get(part, part) for part in path.split(".")) for path in old}
    return {keys[path]: renamed.get(value, value) if isinstance(value, str) else value for path, value in old.items()}


def differences(before: str, after: str, renamed: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """Differences between two outputs, each with whether it is one of wording only."""
    try:
        old, new = (dict(leaves([json.loads(line) for line in text.splitlines()])) for text in (before, after))
        old = rename(old, renamed)
    except ValueError:
        if before != after:
            yield f"output: {before[:80]!r} is now {after[:80]!r}", True
        return
    for path in {**old, **new}:
        if IGNORED.search(path):
            continue
        if path not in old or path not in new:
            value = new.get(path, old.get(path))
            yield f"{path}: {value!r} is {'new' if path in new else 'gone'}", is_sentence(value)
        elif old[path] != new[path]:
            yield f"{path}: {old[path]!r} is now {new[path]!r}", is_sentence(old[path]) and is_sentence(new[path])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--numbers", action="store_true", help="count changed sentences without failing")
    parser.add_argument("--renamed", action="append", default=[], metavar="OLD=NEW", help="a renamed key or value")
    parser.add_argument("--only", default="", help="compare only commands that contain this text")
    options = parser.parse_args()
    before, after = options.before.resolve(), options.after.resolve()
    renamed = dict(pair.split("=", 1) for pair in options.renamed)
    failed = compared = reworded = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        load_docs_tests(ROOT).write_files("", folder)
        every = dict.fromkeys(map(tuple, [*example_commands(folder), *documented_commands(before)]))
        commands = [command for command in every if options.only in shlex.join(command)]
        for command in commands:
            with ThreadPoolExecutor(2) as pool:
                runs = [pool.submit(run_python, each, ["-m", "kibitz", *command], folder) for each in (before, after)]
                old, new = (run.result() for run in runs)
            changes = list(differences(old.stdout, new.stdout, renamed))
            if old.returncode != new.returncode:
                changes.append((f"exit status {old.returncode} is now {new.returncode}: {new.stderr[-300:]}", False))
            if old.returncode and new.returncode:  # two failures are no comparison
                changes.append((f"fails in both: {new.stderr[-300:] or new.stdout[-300:]}", False))
            wrong = [text for text, wording in changes if not (wording and options.numbers)]
            compared += len(old.stdout.splitlines())
            reworded += len(changes) - len(wrong)
            failed += bool(wrong)
            print(f"{'DIFFERS' if wrong else 'equal'}  kibitz {shlex.join(command)}", flush=True)
            for text in wrong[:8]:
                print(f"    {text[:240]}", flush=True)
    print(f"{len(commands)} commands, {compared:,} lines of JSON, {failed} differ, {reworded} sentences reworded")
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()

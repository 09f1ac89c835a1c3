"""Inputs led by coverage: atheris changes what reached new lines of a parser until it reaches more, and judges as the
other stress tests do.

    python tests/stress/guided.py [--seconds 120] [--keep] [NAME ...]

The parsers are those of `fuzz.parsers`; without names, the most exposed ones. Each has a process of its own, since
libFuzzer ends it. ``--keep`` puts executions and findings into ``benchmarks/results/guided.json``. Exit status 1 if
something was found. atheris is in the extra ``fuzz``.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXPOSED = (
    "match file (.mat)",
    "PGN",
    "J! Archive page",
    "Position ID",
    "Match ID",
    "XGID",
    "decision list",
    "game in TOML",
    "matrix game",
    "word list",
    "history of auctions",
    "scale",
    "JSON body",
    "decisions in CSV",
)
"""What a stranger's file or link reaches first."""
AGAIN = 50_000
"""Executions after which the memory that a parser may take is counted from anew: the corpus grows."""
PLANTED = "planted"
"""The parser with a mistake that only a guided search finds, for the test of this script."""


def kernels() -> list[str]:
    """Modules that numba compiles; it cannot read instrumented code."""
    return [
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        for path in (ROOT / "src").rglob("*kernels*")
        if path.suffix == ".py"
    ]


def entry(text: bytes) -> str:
    """A word as libFuzzer's dictionaries have it."""
    return '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\x{b:02x}" for b in text) + '"\n'


def search(name: str, seconds: float, folder: Path) -> None:
    """Give inputs to one parser for so long, write the outcome to the folder and end this process."""
    import atheris

    sys.path.insert(0, str(HERE))
    with atheris.instrument_imports(include=["kibitz", "tomllib", "fuzz.planted"], exclude=kernels()):
        from fuzz import planted
        from fuzz.harness import Outcome, bounded, run, trial
        from fuzz.parsers import parsers

        parser = planted.PARSER if name == PLANTED else parsers()[name]
        run(parser, enumerate(parser.examples))  # what is imported when it is first needed is instrumented too
    outcome, limits = Outcome(), ExitStack()
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, example in enumerate(parser.examples):
        (corpus / f"example{number}").write_bytes(example[: parser.largest])
    words = [word for word in parser.mutator().words if len(word) <= 60][:2_000]
    (folder / "words").write_text("".join(map(entry, words)), encoding="ascii")
    ends = time.monotonic() + seconds

    def one(data: bytes) -> None:
        if outcome.cases % AGAIN == 0:
            limits.close()
            limits.enter_context(bounded())
        known = len(outcome.failures)
        trial(parser, data, outcome, "found by coverage")
        if len(outcome.failures) > known:
            (folder / f"finding{known}").write_bytes(data)
        if time.monotonic() > ends:
            result = {name: getattr(outcome, name) for name in ("cases", "taken", "refused", "slowest", "failures")}
            (folder / "outcome.json").write_text(json.dumps(result), encoding="utf-8")
            sys.stderr.flush()
            os._exit(0)

    atheris.Setup(
        [
            sys.argv[0],
            str(corpus),
            f"-max_len={parser.largest}",
            f"-dict={folder / 'words'}",
            "-timeout=60",
            "-rss_limit_mb=0",
            f"-artifact_prefix={folder}/",
            "-seed=1",
        ],
        one,
    )
    atheris.Fuzz()


def searched(name: str, seconds: float, result: Path) -> dict[str, Any]:
    """The outcome of a search in a process of its own; inputs that failed go to the folder ``found``."""
    with tempfile.TemporaryDirectory(prefix="kibitz-guided-") as folder:
        command = [sys.executable, __file__, "--search", folder, "--seconds", str(seconds), name]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        try:
            outcome: dict[str, Any] = json.loads((Path(folder) / "outcome.json").read_text("utf-8"))
        except FileNotFoundError:
            outcome = {"cases": 0, "failures": [f"{name}: ended with status {done.returncode}: {done.stderr[-1500:]}"]}
        for number, path in enumerate(sorted(Path(folder).glob("finding*")) + sorted(Path(folder).glob("*-*"))):
            result.mkdir(parents=True, exist_ok=True)
            (result / f"{re.sub('[^a-z0-9]+', '-', name.lower())}-{number}").write_bytes(path.read_bytes())
    reached = re.findall(r"cov: (\d+)", done.stderr)
    return outcome | {"branches": int(reached[-1]) if reached else 0, "seconds": seconds}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("names", nargs="*", default=list(EXPOSED), help="parsers, by their names in fuzz/parsers.py")
    options.add_argument("--seconds", type=float, default=120.0, help="for each parser")
    options.add_argument("--keep", action="store_true", help="keep executions and findings")
    options.add_argument("--found", type=Path, default=ROOT / "build" / "guided", help="where inputs that failed go")
    options.add_argument("--search", type=Path, help=argparse.SUPPRESS)
    given = options.parse_args()
    if importlib.util.find_spec("atheris") is None:
        print("guided: atheris is not installed: pip install 'kibitz[fuzz]'", file=sys.stderr)
        return 2
    if given.search:
        search(given.names[0], given.seconds, given.search)
    figures = {}
    for name in given.names:
        figures[name] = searched(name, given.seconds, given.found)
        print(json.dumps({name: figures[name]}, ensure_ascii=False), flush=True)
    if given.keep:
        sys.path.append(str(ROOT / "benchmarks"))
        from results import save_result

        save_result("guided", figures)
    return int(any(each["failures"] for each in figures.values()))


if __name__ == "__main__":
    raise SystemExit(main())

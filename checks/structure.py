"""Size and structure of the source: statements, files on the way of one question, and records with the same fields.

    python checks/structure.py            # counts of this checkout
    python checks/structure.py BEFORE     # also the difference from another checkout

Statements are counted in the syntax tree, without docstrings and imports. The walk counts the files of the package
whose functions run while the command answers ``jeopardy final``. Two records with the same four fields or more are one
idea written twice; `TWINS` lists the pairs that are different ideas, with the reason. Exit status 1 if a bound is
broken.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAX_WALK_FILES = 40
MIN_SHARED_FIELDS = 4
WALK = """
import os, sys
from kibitz.cli.main import main
seen = set()
def follow(frame, event, argument):
    if event == "call" and "/kibitz/" in frame.f_code.co_filename and frame.f_code.co_name not in ("<module>",):
        if not frame.f_code.co_name[:1].isupper():
            seen.add(frame.f_code.co_filename)
sys.setprofile(follow)
sys.argv = ["kibitz", "jeopardy", "final", "18400", "14600", "9000", "--me", "2"]
out, sys.stdout = sys.stdout, open(os.devnull, "w")
try:
    main()
except SystemExit:
    pass
sys.setprofile(None)
print("\\n".join(sorted(seen)), file=out)
"""
TWO_GAMES = "two games, and games do not import each other"
TWINS = {
    frozenset(
        {"app/library:LibraryItem", "web/workers:PartialAnswer"}
    ): "an item has an identity, a reply has none yet",
    frozenset({"core/exhibits/grids:Matrix", "core/exhibits/grids:TileTable"}): "two pictures: numbers, words in tiles",
    frozenset(
        {"draw/calibration:CalibrationPoint", "rate/report/calibration:DifficultyGroup"}
    ): "a group counts decisions, a dot is scaled for its picture",
    frozenset({"learn/comparison:ComparisonPlan", "learn/supervised:TrainingPlan"}): "comparisons need no warm-up",
    frozenset(
        {"games/backgammon/questions/training:TrainRequest", "games/jeopardy/train/evaluator_training:GenerationPlan"}
    ): TWO_GAMES,
    frozenset(
        {"games/backgammon/search/engine_arrays:Layers", "games/jeopardy/rollout/seating:SeatNetworks"}
    ): TWO_GAMES,
}
"""Pairs of records that share four fields or more, and why both are needed."""


def count_statements(folder: Path) -> int:
    """Statements of all modules, without docstrings and imports."""
    total = 0
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if isinstance(node, ast.stmt) and not is_text and not isinstance(node, ast.Import | ast.ImportFrom):
                total += 1
    return total


def walk_files(checkout: Path) -> list[str]:
    """The files of the package whose functions run while the command answers ``jeopardy final``."""
    environment = {"PYTHONPATH": str(checkout / "src"), "PATH": "/usr/bin:/bin"}
    run = subprocess.run([sys.executable, "-c", WALK], capture_output=True, text=True, env=environment, check=True)
    return [line.rpartition("/kibitz/")[2] for line in run.stdout.splitlines()]


def records(folder: Path) -> Iterator[tuple[str, frozenset[str]]]:
    """Classes with declared fields, by module and name, with the fields and their types."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
                names = [
                    each.target.id
                    for each in fields
                    if isinstance(each.target, ast.Name) and not ast.unparse(each.annotation).startswith("ClassVar")
                ]
                yield f"{path.relative_to(folder).with_suffix('').as_posix()}:{node.name}", frozenset(names)


def twin_records(folder: Path) -> list[tuple[str, str, list[str]]]:
    """Pairs of records where one has all fields of the other, and at least four."""
    by_field = defaultdict(list)
    known = [(name, fields) for name, fields in records(folder) if len(fields) >= MIN_SHARED_FIELDS]
    for place, (_, fields) in enumerate(known):
        for field in fields:
            by_field[field].append(place)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for places in by_field.values():
        for pair in combinations(places, 2):
            shared[pair] += 1
    result = []
    for (a, b), count in shared.items():
        smaller = min(len(known[a][1]), len(known[b][1]))
        if count >= MIN_SHARED_FIELDS and count == smaller:
            result.append((known[a][0], known[b][0], sorted(known[a][1] & known[b][1])))
    return sorted(result)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, nargs="?")
    options = parser.parse_args()
    now = count_statements(ROOT / "src")
    print(f"{now:,} statements in src")
    if options.before is not None:
        before = count_statements(options.before / "src")
        print(f"{before:,} before: {100 * (now / before - 1):+.1f} %")
    files = walk_files(ROOT)
    print(f"{len(files)} files on the way of jeopardy final (bound {MAX_WALK_FILES})")
    twins = [pair for pair in twin_records(ROOT / "src" / "kibitz") if frozenset(pair[:2]) not in TWINS]
    for a, b, fields in twins:
        print(f"same fields: {a} and {b}: {', '.join(fields)}")
    print(f"{len(twins)} pairs of records with the same fields, {len(TWINS)} listed with a reason")
    return int(bool(twins) or len(files) > MAX_WALK_FILES)


if __name__ == "__main__":
    raise SystemExit(main())

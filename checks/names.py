"""Count names that a stranger could not guess, and fail above the limits: ``python checks/names.py``.

It reads all functions, methods and classes of src, benchmarks and checks. A bare past participle (``told``, ``made``,
``_judged``) says what happened to something, but not what the function does. One word alone often lacks a verb or an
object, so its share is bounded. Modules of ``retired_modules.txt`` had names that said nothing; they may not return.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("src", "benchmarks", "checks")
MAX_PARTICIPLE_SHARE = 0.008
"""Of function definitions; the highest of six peers (httpx, datasette, python-chess, scikit-learn, OpenSpiel,
Nashpy)."""
MAX_ONE_WORD_SHARE = 0.33
"""Of distinct function names; the highest of the same peers."""

IRREGULAR = frozenset(
    "become begun bent bet bound bought bred broken brought built burnt bust caught chosen come cost cut dealt done "
    "drawn driven drunk eaten fallen fed felt fought flown forbidden forgotten found frozen given gone gotten grown "
    "got heard held hidden hit hurt kept known laid lain learnt led left lent let lit lost made meant met paid proven "
    "put quit read rid ridden risen run said sat seen sent set sewn shaken shed shot shown shut sold sought sown "
    "spelt spent spilt split spoken spread sprung stolen stood stuck struck sung sunk swept sworn swum swung taken "
    "taught thought thrown told torn trodden understood woken won worn woven wound written".split()
)
VERBS = frozenset(
    "bet bound come cost cut hit hurt let lit put quit read rid run set shed shut split spread wound".split()
)
"""Irregular ones that are also a verb or a noun in the present: ``read``, ``run``, ``set``, ``cost``, ``bound``."""
NOT_PARTICIPLES = frozenset(
    "bed bleed breed deed embed exceed feed heed need proceed red seed shed speed succeed weed".split()
)
"""Words in -ed that are no participles."""


RETIRED_MODULES = Path(__file__).with_name("retired_modules.txt")


class Definition(NamedTuple):
    """A function or class: where, and its name."""

    path: Path
    line: int
    kind: str
    name: str

    @property
    def is_participle(self) -> bool:
        word = self.name.strip("_").lower()
        if not self.is_one_word or word in NOT_PARTICIPLES:
            return False
        return word.endswith("ed") or word in IRREGULAR - VERBS

    @property
    def is_one_word(self) -> bool:
        return len(re.findall("[A-Z]?[a-z0-9]+|[A-Z]+", self.name)) == 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind} {self.name}"


def definitions(source: str, path: Path) -> Iterator[Definition]:
    """Functions and classes of a file, without special methods."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            yield Definition(path, node.lineno, "class", node.name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not re.fullmatch("__.*__", node.name):
            yield Definition(path, node.lineno, "function", node.name)


def all_definitions() -> list[Definition]:
    files = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return [each for path in files for each in definitions(path.read_text("utf-8"), path.relative_to(ROOT))]


def returned_modules(source: Path, retired: list[str]) -> list[str]:
    """Retired modules and packages that exist below a source folder."""
    paths = {name: source / name.replace(".", "/") for name in retired}
    return [name for name, path in paths.items() if path.with_suffix(".py").exists() or path.is_dir()]


def problems(found: list[Definition]) -> Iterator[str]:
    """A sentence for every limit that is exceeded."""
    functions = [each for each in found if each.kind == "function"]
    participles = [each for each in functions if each.is_participle]
    if len(participles) > MAX_PARTICIPLE_SHARE * len(functions):
        yield (
            f"{len(participles)} of {len(functions):,} functions are bare participles, at most "
            f"{MAX_PARTICIPLE_SHARE:.1%} may be: use a verb, or a noun for a value"
        )
        yield from (f"  {each}" for each in participles)
    for each in found:
        if each.kind == "class" and each.is_participle:
            yield f"{each}: a bare participle; a class is a noun"
    distinct = {each.name for each in functions}
    one_word = {each.name for each in functions if each.is_one_word}
    if len(one_word) > MAX_ONE_WORD_SHARE * len(distinct):
        share = f"at most {MAX_ONE_WORD_SHARE:.0%} may be"
        yield f"{len(one_word):,} of {len(distinct):,} distinct function names are one word, {share}"


def main() -> None:
    found = all_definitions()
    functions = [each for each in found if each.kind == "function"]
    distinct = {each.name for each in functions}
    participles = sum(each.is_participle for each in functions)
    one_word = len({each.name for each in functions if each.is_one_word})
    print(f"{len(functions):,} functions, {participles} bare participles ({participles / len(functions):.1%})")
    print(f"{len(distinct):,} distinct names, {one_word:,} of one word ({one_word / len(distinct):.1%})")
    retired = RETIRED_MODULES.read_text("utf-8").split()
    complaints = [*problems(found), *(f"{name}: an old name" for name in returned_modules(ROOT / "src", retired))]
    print(f"{len(retired)} retired module names")
    print("\n".join(complaints))
    raise SystemExit(bool(complaints))


if __name__ == "__main__":
    main()

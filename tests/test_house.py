"""The house in order: thin skins, files and packages that can be read at a sitting, answers without loose ends."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from kibitz.app.catalogue import ENTRIES
from kibitz.app.sessions import SESSIONS, TALKS

SOURCE = Path(__file__).resolve().parents[1] / "src" / "kibitz"
MODULES = sorted(SOURCE.rglob("*.py"))
LINES_A_COMMAND = 3_692 / 37
"""Of the command and the use cases, for each of the 37 commands, when each turned arguments into answers by itself."""


def lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def test_skins_and_questions_together_are_shorter_than_the_commands_once_were() -> None:
    asked = [path for path in MODULES if "questions" in path.relative_to(SOURCE).as_posix()]
    skins = [path for path in MODULES if path.relative_to(SOURCE).parts[0] in ("cli", "app", "web")]
    together = sum(lines(path) for path in {*asked, *(path for path in skins if "web" not in path.parts)})
    assert together / (len(ENTRIES) + len(SESSIONS) + len(TALKS)) < LINES_A_COMMAND


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_file_is_longer_than_400_lines(path: Path) -> None:
    assert lines(path) <= 400


def test_no_package_is_a_drawer_of_more_than_twenty_modules() -> None:
    packages: dict[Path, int] = {}
    for path in MODULES:
        packages[path.parent] = packages.get(path.parent, 0) + 1
    assert {package.name: n for package, n in packages.items() if n > 20} == {}


def test_answers_say_what_they_hold() -> None:
    """No field of an answer, or of a part of one, is typed ``Any``."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and {"Answer", "Struct", "Request"} & {
                base.id for base in node.bases if isinstance(base, ast.Name)
            }:
                fields = [ast.unparse(part.annotation) for part in node.body if isinstance(part, ast.AnnAssign)]
                assert not [kind for kind in fields if re.search(r"\bAny\b", kind)], node.name

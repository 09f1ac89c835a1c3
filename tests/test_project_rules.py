"""Rules of the project that no linter checks."""

from __future__ import annotations

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src" / "kibitz"
MODULES = sorted(SOURCE.rglob("*.py"))


def test_answers_say_what_they_hold() -> None:
    """No field of an answer, or of a part of one, is typed ``Any``."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and {"Answer", "Struct", "Request"} & {
                base.id for base in node.bases if isinstance(base, ast.Name)
            }:
                fields = [ast.unparse(part.annotation) for part in node.body if isinstance(part, ast.AnnAssign)]
                assert not [kind for kind in fields if re.search(r"\bAny\b", kind)], node.name

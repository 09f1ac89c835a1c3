"""The page of bugs names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_test_named_on_the_page_of_bugs_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "regressions.md").read_text("utf-8")))
    result = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        result |= set(re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE))
    assert named
    assert named - result == set()

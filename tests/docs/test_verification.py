"""The page on verification names tests and benchmarks that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_row_names_a_test_or_benchmark_that_exists() -> None:
    page = (ROOT / "docs" / "verification.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| capability")]
    assert len(rows) > 150
    for row in rows:
        *_, tests, _ = re.split(r" ?\| ?", row)
        paths = re.findall(r"`([\w/]+\.py)`", tests)
        assert paths, row
        for path in paths:
            assert (ROOT / path if path.startswith("benchmarks/") else ROOT / "tests" / path).is_file(), path

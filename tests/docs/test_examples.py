"""The notebooks of examples/ run, and the documentation shows what they give."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("make_example_pages", ROOT / "checks" / "make_example_pages.py")
assert SPEC is not None
assert SPEC.loader is not None
pages = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(pages)
NAMES = pages.notebook_names()


def without_numbers(text: str) -> str:
    """A page without style, pictures and numbers, whose last digits depend on the processor."""
    text = re.sub(r"(?s)<svg.*?</svg>|<style.*?</style>", "", text)
    return re.sub(r"[-\N{MINUS SIGN}]?[\d.,]+", "#", text)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_gives_its_page(name: str) -> None:
    stored = (ROOT / "docs" / "examples" / f"{name}.md").read_text("utf-8")
    assert without_numbers(pages.page_text(name, pages.run_notebook(name))) == without_numbers(stored)


def test_notebooks_hold_no_outputs_and_every_persona_has_one() -> None:
    assert NAMES == ["club-matches", "coach-event", "contestant-season", "lecturer-class", "researcher-table"]
    for name in NAMES:
        cells = json.loads((ROOT / "examples" / f"{name}.ipynb").read_text("utf-8"))["cells"]
        assert not any(cell.get("outputs") for cell in cells)
        page = (ROOT / "docs" / "examples" / f"{name}.md").read_text("utf-8")
        for cell in cells[1:]:
            assert "".join(cell["source"]).strip() in page, f"{name}: run python checks/make_example_pages.py"

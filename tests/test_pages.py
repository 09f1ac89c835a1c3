"""README and docs as rendered: no example outside code, no star lost to emphasis, no dead link."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def tokens(page: Path) -> list[tuple[str, str]]:
    """Kind and text of each token of a page, with those inside it."""
    result = []
    for token in MarkdownIt("commonmark").enable("table").parse(page.read_text("utf-8")):
        result.append((token.type, token.content))
        result += [(child.type, child.content) for child in token.children or []]
    return result


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_stand_in_code_and_keep_their_stars(page: Path) -> None:
    shown = tokens(page)
    prose = [text for kind, text in shown if kind in ("text", "inline")]
    assert not [text for text in prose if text.startswith(">>>")], "an example outside a code fence"
    code = "".join(text for kind, text in shown if kind in ("fence", "code_block"))
    for example in re.findall(r"^(>>> .*)$", page.read_text("utf-8"), re.MULTILINE):
        assert example in code
    assert all(text.count("```") == 0 for text in prose)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_formulas_lose_no_star_to_emphasis(page: Path) -> None:
    pieces = tokens(page)
    for before, inside in pairwise(pieces):
        if before[0] == "em_open" and inside[0] == "text":
            assert not re.search(r"[=<>]|\d\s*$|^\s*\(", inside[1]), f"Markdown ate the stars around {inside[1]!r}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target

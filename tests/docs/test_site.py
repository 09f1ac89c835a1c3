"""The site of docs/: it builds without a warning, lists every page once, and loads nothing from other sites."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
KINDS_OF_USER = ("contestant", "backgammon player", "coach", "lecturer", "researcher", "developer")


def listed_pages(nav: object) -> list[str]:
    """The pages in a table of contents, in their order."""
    if isinstance(nav, str):
        return [nav]
    values = nav.values() if isinstance(nav, dict) else nav
    assert hasattr(values, "__iter__")
    return [page for value in values for page in listed_pages(value)]


def test_the_table_of_contents_lists_every_page_once() -> None:
    listed = listed_pages(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"])
    docs = ROOT / "docs"
    assert sorted(listed) == sorted(path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))


def test_tutorials_and_how_to_pages_say_what_they_are() -> None:
    for folder, kind in (("tutorials", "Tutorial"), ("how-to", "How-to"), ("reference", "Reference")):
        for path in (ROOT / "docs" / folder).glob("*.md"):
            assert path.read_text("utf-8").splitlines()[2].startswith(f"*{kind}. "), path.name


def test_the_front_page_has_a_way_in_for_each_kind_of_user() -> None:
    rows = re.findall(
        r"^\| an? ([a-z ]+) \| (.+) \| (.+) \|$", (ROOT / "docs" / "index.md").read_text("utf-8"), re.MULTILINE
    )
    assert tuple(kind for kind, _, _ in rows) == KINDS_OF_USER
    assert all(
        re.search(r"\]\([a-z/-]+\.md\)", first) and re.search(r"\]\([a-z/-]+\.md\)", then) for _, first, then in rows
    )


@pytest.mark.slow
@pytest.mark.needs("mkdocs")
def test_the_site_is_built_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    built = sorted(tmp_path.rglob("*.html"))
    assert len(built) > len(list((ROOT / "docs").rglob("*.md")))
    for page in built:
        text = page.read_text("utf-8")
        assert not re.findall(r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=\"(?:https?:)?//", text), (
            page.name
        )
    for sheet in tmp_path.rglob("*.css"):
        assert not re.findall(r"(?:@import\s+|url\()[\"']?(?:https?:)?//", sheet.read_text("utf-8")), sheet.name
    reference = (tmp_path / "api.html").read_text("utf-8")
    for name in ("kibitz.ask", "kibitz.core.Decision", "kibitz.solve.equilibria", "kibitz.rate.fit"):
        assert f'id="{name}"' in reference, name

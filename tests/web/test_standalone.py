"""An answer as one HTML file: it loads nothing, runs nothing, and says what the page says."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import httpx
import pytest

from kibitz.web.standalone import standalone_page

VOID = {"meta", "br", "hr", "img", "input", "link", "path", "circle", "line", "rect", "use", "stop", "polygon"}


class Elements(HTMLParser):
    """The elements of a page, and what they would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.loads: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("href", "src", "action") and not (value or "").startswith(("#", "data:")):
                self.loads.append(f"{tag} {value}")
            assert not name.startswith("on")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("/jeopardy/final/file/page?scores=18400,14600,9000&me=2", "Bet $3,801"),
        ("/backgammon/move/file/page?position=4HPwATDgc/ABMA&dice=31", "8/5 6/5"),
        ("/theory/solve/file/page?text=1+-1;+-1+1", "1/2"),
        ("/parlour/kuhn/file/page?cards=13&card=2", "Near-best"),
    ],
)
def test_an_answer_is_one_file_that_loads_and_runs_nothing(workbench: str, link: str, words: str) -> None:
    reply = httpx.get(workbench + link, timeout=120)
    assert reply.status_code == 200
    assert reply.headers["content-disposition"].startswith('attachment; filename="kibitz-')
    elements = Elements(reply.text)
    assert words in reply.text or words == "Near-best"
    assert elements.loads == []
    assert elements.seen.isdisjoint({"script", "form", "input", "button", "link", "iframe"})
    assert "svg" in elements.seen or "table" in elements.seen
    assert elements.open == []
    assert not re.search(r"@import|url\((?!#)", reply.text)


def test_titles_are_escaped_and_links_become_text() -> None:
    text = standalone_page(
        "<b>", '<p><a class="x" href="/library">Mine</a> <a href="#case">here</a></p>', "a & b", "/x?y"
    )
    assert "<title>&lt;b&gt;" in text
    assert "<span>Mine</span>" in text
    assert '<a href="#case">here</a>' in text
    assert "a &amp; b" in text

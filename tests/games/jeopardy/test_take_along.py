"""The Final calculator as one file: it holds all it needs, and nothing that a user wrote runs in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kibitz import ask
from kibitz.games.jeopardy.final.card_rules import load_shipped_loss
from kibitz.games.jeopardy.final.take_along import calculator_model, calculator_page
from kibitz.games.jeopardy.people.contestant import Level, load_table
from kibitz.games.jeopardy.show import Era, Ties

LOADING = {"src", "href", "srcset", "action", "data", "poster", "background", "formaction", "ping", "xlink:href"}


class Elements(HTMLParser):
    """Tags with their attributes, and the text of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.inside = dict(attrs).get("id") or tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.texts[self.inside] = self.texts.get(self.inside, "") + data


@pytest.fixture(scope="module")
def page() -> str:
    return calculator_page((18400, 14600, -200), 1, Era.PAPER, Ties.SHARED, 0.7, Level.CHAMPION)


def test_the_file_loads_nothing_and_only_its_own_script_may_run(page: str) -> None:
    elements = Elements(page)
    assert [(tag, name) for tag, attributes in elements.tags for name in attributes if name in LOADING] == []
    assert [name for _, attributes in elements.tags for name in attributes if name.startswith("on")] == []
    assert {tag for tag, _ in elements.tags}.isdisjoint({"link", "iframe", "object", "embed", "img", "base"})
    assert set(re.findall(r"https?://[^\s\"']+", page)) == {"http://www.w3.org/2000/svg"}  # a name, which nothing loads
    assert re.findall(r"fetch\(|XMLHttpRequest|WebSocket|import\(|eval\(|innerHTML|@import|url\(", page) == []
    (policy,) = (
        attributes["content"] or ""
        for tag, attributes in elements.tags
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    for kind in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(elements.texts[kind].encode()).digest()).decode()
        assert rules[f"{kind}-src"] == f"'sha256-{digest}'"


def test_the_file_holds_the_shipped_tables_and_opens_at_the_position(page: str) -> None:
    model = json.loads(Elements(page).texts["model"])
    assert model["start"] == {
        "scores": [18400, 14600, -200],
        "me": 1,
        "era": "1996",
        "ties": "shared",
        "confidence": 0.7,
        "level": "champion",
    }
    for era in Era:
        table = model["eras"][str(int(era))]
        shipped = load_table("final_wagers")["eras"][str(int(era))]
        counts = [{group: len(kinds) for group, kinds in role.items()} for role in table["wagers"]]
        assert counts == [{group: len(kinds) for group, kinds in shipped[role].items()} for role in "ABC"]
        for role in range(3):
            worst = load_shipped_loss(era, role)
            assert f"at worst {100 * worst.worst:.2f}" in table["cards"][role]["costs"]
            assert len(table["cards"][role]["lines"]) == len(table["rules"][role]) + 1  # the lock game comes first


def test_data_cannot_end_the_script_element_early(monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = calculator_model() | {"given": "</script><script>alert(1)</script><!--"}
    monkeypatch.setattr("kibitz.games.jeopardy.final.take_along.calculator_model", lambda: hostile)
    elements = Elements(calculator_page((2, 1, 0), 0, Era.RECENT, Ties.SHARED))
    assert [tag for tag, _ in elements.tags].count("script") == 2
    assert json.loads(elements.texts["model"])["given"] == hostile["given"]


def test_a_final_answer_makes_the_file_with_its_own_settings() -> None:
    answer: Any = ask("jeopardy.final", scores=(9000, 14600, 18400), me=1, opponents=("champion",), confidence=0.8)
    file = answer.file("take_along")
    assert (file.name, file.media_type) == ("final-jeopardy.html", "text/html")
    start = json.loads(Elements(file.data.decode()).texts["model"])["start"]
    assert (start["scores"], start["me"], start["confidence"], start["level"]) == (
        [9000, 14600, 18400],
        0,
        0.8,
        "champion",
    )
    plain: Any = ask("jeopardy.final", scores=(9000, 14600), me=1, names=("Ann", "Ben"), era=1996)
    start = json.loads(Elements(plain.file("take_along").data.decode()).texts["model"])["start"]
    assert (start["scores"], start["confidence"], start["era"], start["ties"]) == (
        [9000, 14600, 0],
        None,
        "1996",
        "shared",
    )


def test_the_command_writes_the_file_beside_its_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from kibitz.cli.main import run

    path = tmp_path / "final.html"
    assert run(["jeopardy", "final", "18400", "14600", "9000", "--me", "2", "--take-along", str(path)]) == 0
    assert path.read_text("utf-8").startswith("<!doctype html>")
    out = capsys.readouterr()
    assert "Bet $3,801" in out.out
    assert f"Saved {path}" in out.err

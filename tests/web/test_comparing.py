"""Pieces of finished work side by side."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx
import msgspec
import pytest

from kibitz.app.ask import answer_question
from kibitz.app.library import LibraryItem
from kibitz.web.item_pages import _settings


@pytest.fixture(scope="module")
def page(workbench: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=workbench, timeout=300, follow_redirects=True) as client:
        yield client


def done(page: httpx.Client, path: str, data: dict[str, str]) -> str:
    """The name of a piece of work that has ended."""
    id = str(page.post(path, data=data).url).rpartition("/")[2]
    for _ in range(3_000):
        if page.get(f"/items/{id}/result").status_code == 200 and "Cancel" not in page.get(f"/items/{id}").text:
            return id
        time.sleep(0.1)
    raise AssertionError("the work did not end")


def test_two_items_are_compared_with_their_different_settings(page: httpx.Client) -> None:
    request = {"scores": "18400,14600,9000", "me": "2"}
    ids = [done(page, "/jeopardy/final", request | {"confidence": chance}) for chance in ("0.3", "0.8")]
    text = page.get("/library/compare", params={"id": ids}).text
    for chance in (0.3, 0.8):
        answer = answer_question("jeopardy.final", {"scores": (18400, 14600, 9000), "me": 2, "confidence": chance})
        assert f"Bet ${answer.wager:,}" in text  # type: ignore[attr-defined]
    assert 'How sure you are</th><td class="left">0.3</td><td class="left">0.8</td>' in text
    assert "Who you are" not in text, "equal settings are not shown"
    assert text.count('class="chart"') >= 2
    assert "&lt;" not in text, "panels are drawn, not shown as text"
    other = done(page, "/parlour/final", {"scores": "5,3", "p": "0.7,0.4"})
    assert "Different settings" not in page.get("/library/compare", params={"id": [ids[0], other]}).text


@pytest.mark.parametrize("ids", [[], ["one"], ["nothing", "here"], ["a"] * 2, list("abcd")])
def test_items_that_cannot_be_compared_get_an_error(page: httpx.Client, ids: list[str]) -> None:
    reply = page.get("/library/compare", params={"id": ids})
    assert reply.status_code == 422
    assert "Select 2 to 3 finished items to compare" in reply.text


@pytest.mark.parametrize(
    ("requests", "settings"),
    [
        (['{"a": 1}', '{"a": 1}'], []),
        (['{"seed": 1, "games": 5}', '{"games": 5}'], [("Seed", ["1", "default"])]),
        (['{"file": {"name": "a.csv"}}', '{"file": {"name": "b.csv"}}'], [("File", ["a.csv", "b.csv"])]),
        (['{"p": ["0.7", "0.4"]}', '{"p": ["0.7", "0.5"]}'], [("P", ["0.7, 0.4", "0.7, 0.5"])]),
        ([f'{{"text": "{"x" * 99}y"}}', f'{{"text": "{"x" * 99}z"}}'], [("Text", ["x" * 80 + " …"] * 2)]),
        (["[[1]]", '{"a": 1}'], []),
    ],
)
def test_different_settings_are_shortened(requests: list[str], settings: list[tuple[str, list[str]]]) -> None:
    items = [
        LibraryItem(id=str(i), kind="job", path="rate.players", title="", request=held, state="done", began=0.0)
        for i, held in enumerate(requests)
    ]
    assert _settings(items) == settings
    other = msgspec.structs.replace(items[0], path="rate.fits")
    assert _settings([other, items[1]]) == []

"""Tables as CSV, by page, API and stored result."""

from __future__ import annotations

import csv
import io
import re

import httpx
import pytest

import kibitz
from kibitz.web.csv_links import csv_links
from kibitz.web.csv_tables import question_pairs, wants_csv

FINAL = "scores=18400,14600,9000&me=2"


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.slow
def test_a_page_the_api_and_a_posted_question_give_the_table_of_python(workbench: str) -> None:
    with httpx.Client(base_url=workbench, timeout=60) as client:
        expected = kibitz.ask("jeopardy.final", scores=(18400, 14600, 9000), me=2)
        by_page = client.get(f"/jeopardy/final?{FINAL}&format=csv")
        assert by_page.headers["content-type"] == "text/csv; charset=utf-8"
        assert by_page.text == expected.to_csv()
        assert client.get(f"/api/jeopardy/final?{FINAL}&format=csv").text == expected.to_csv()
        body = {"scores": [18400, 14600, 9000], "me": 2, "format": "csv", "table": "Named wagers"}
        assert client.post("/api/jeopardy/final", json=body).text == expected.to_csv(title="Named wagers")
        unknown = client.get(f"/api/jeopardy/final?{FINAL}&format=csv&table=nothing")
        assert unknown.status_code == 422
        assert "nothing: no such table; use one of choices" in unknown.json()["error"]
        assert client.get("/api/jeopardy/final?scores=1&me=2&format=csv").status_code == 422
        page = client.get(f"/jeopardy/final?{FINAL}").text
        links = [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]*format=csv[^"]*)"', page)]
        assert len(links) == len(expected.tables())
        for link, table in zip(links, expected.tables().values(), strict=True):
            assert rows_of(client.get(link).text) == rows_of(table.to_csv()), link


def test_links_name_every_table_but_the_first() -> None:
    links = csv_links("jeopardy.final", "me=2", "", ["choices", "Ladder & more"])
    assert links == [
        ("choices", "/jeopardy/final?me=2&format=csv"),
        ("Ladder & more", "/jeopardy/final?me=2&format=csv&table=Ladder+%26+more"),
    ]
    assert csv_links("rate.players", "", "abc", ["x"]) == [("x", "/items/abc/result?format=csv")]


def test_an_own_argument_named_format_keeps_its_values() -> None:
    from kibitz.app.catalogue import request_type

    card = request_type("theory.card")
    assert not wants_csv([("format", "svg")])
    assert question_pairs(card, [("format", "svg"), ("table", "x")]) == [("format", "svg")]


def test_titles_are_those_of_the_tables() -> None:
    for answer in (kibitz.ask.parlour.kuhn(cards=4), kibitz.ask.jeopardy.final(scores=(5, 4, 3), me=1)):
        assert answer.table_titles() == list(answer.tables())

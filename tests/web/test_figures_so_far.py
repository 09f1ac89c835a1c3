"""Long work shows its figures before it is done, and keeps them however it ends."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator

import httpx
import pytest

TOURNAMENT = {"players": "loss,g1,increment", "rounds": "4", "hidden": "3", "deals": "8000", "pairs": "true"}
"""Takes hours; a deal of it a fraction of a second."""


@pytest.fixture(scope="module")
def page(workbench: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=workbench, timeout=300) as client:
        yield client


@pytest.fixture
def running(page: httpx.Client) -> Iterator[str]:
    """The link to a tournament that has figures and still runs."""
    link = page.post("/sevens/tournament", data=TOURNAMENT).headers["location"]
    until(page, link, r'id="after">\d')
    yield link
    page.post(f"{link}/cancel")
    until(page, link, "Cancelled after")
    page.post(f"{link}/delete")


def until(page: httpx.Client, link: str, words: str) -> str:
    """The page once it matches this pattern."""
    for _ in range(6_000):
        text = page.get(link).text
        if re.search(words, text):
            return text
        time.sleep(0.1)
    raise AssertionError(f"the page never said {words!r}")


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_figures_come_before_the_end_and_stay_when_work_is_cancelled(page: httpx.Client, running: str) -> None:
    text = page.get(running).text
    assert 'id="bar"' in text
    assert re.search(r"Partial result \(<span id=\"after\">[\d,]+ deals? of 8,000</span>\)", text)
    assert re.search(r"Playing \w+ v \w+, 3 hidden, match \d of 3, deal \d+ of 8000", text)
    part = page.get(running, headers={"Kibitz-Part": "1"}).text
    assert "<html" not in part
    assert "leads</h2>" in part
    early = page.get(f"{running}/result").json()
    assert early["schema"].startswith("sevens.tournament/")
    assert f"deals per match {early['asked']['deals']} of 8000 (partial result)" in early["description"]
    assert "Partial result" in page.get("/library").text
    page.post(f"{running}/cancel")
    ended = until(page, running, "Cancelled after")
    assert re.search(r"Cancelled after [\d,]+ deals? of 8,000\.", ended)
    assert "leads</h2>" in ended
    assert ">Resume<" in ended
    assert ">Discard<" in ended


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_events_count_the_figures_and_tell_what_is_played(page: httpx.Client, running: str) -> None:
    counts, notes = [], []
    with page.stream("GET", f"{running}/events") as told:
        for line in told.iter_lines():
            if line.startswith("data:"):
                news = json.loads(line.removeprefix("data:"))
                counts.append(news["figures"])
                notes.append(news["note"])
            if counts and counts[-1] > counts[0]:
                break
    assert counts == sorted(counts)
    assert re.fullmatch(r"[\d,]+ deals? of 8,000", news["after"])
    assert news["headline"].startswith(f"Partial result ({news['after']}): ")
    assert any(note.startswith("Playing ") for note in notes)


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_the_form_stays_beside_running_work_and_says_that_one_is_running(page: httpx.Client, running: str) -> None:
    for link in (running, "/sevens/tournament"):
        text = page.get(link).text
        assert f'<a href="{running}">A job is running</a>' in text
    text = page.get(running).text
    assert 'value="loss,g1,increment"' in text
    assert re.search(r'value="pairs"\s+checked', text)
    assert len(re.findall('data-name="', text)) == 28
    assert "marginal values by dynamic programming" in text


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_cancelled_work_of_another_library_shows_its_figures_or_says_that_it_has_none(
    page: httpx.Client, running: str
) -> None:
    page.post(f"{running}/cancel")
    until(page, running, "Cancelled after")
    id = running.rpartition("/")[2]
    lines = page.get(f"/library/export?id={id}").text.splitlines()
    item = next(row["item"] for row in map(json.loads, lines) if "item" in row)
    for number, (result, expected) in enumerate(((item["result"], True), (None, False), ("e30=", False))):
        known = f"00112233445566{number:02x}"
        line = json.dumps({"item": item | {"id": known, "result": result}})
        assert page.post("/library/import", files={"file": ("l.jsonl", line.encode())}).status_code == 200
        text = page.get(f"/items/{known}")
        assert text.status_code == 200
        assert ("Cancelled after" if expected else "Cancelled.") in text.text
        assert ('aria-label="Summary"' in text.text) is expected
        page.post(f"/items/{known}/delete")

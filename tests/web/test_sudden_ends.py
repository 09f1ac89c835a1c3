"""The server ended by force in the middle of work: nothing that was kept is lost, and the page says what happened."""

from __future__ import annotations

import html
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest


@contextmanager
def serving(home: Path) -> Iterator[tuple[httpx.Client, subprocess.Popen[str]]]:
    """A server of its own process group, with its library in ``home``."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--patience", "600"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(home)},
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        address = ""
        while not address:
            line = process.stdout.readline()
            assert line or process.poll() is None, "the server ended before it gave its address"
            result = re.search(r"http://\S+?(?=/?\s|/$)", line)
            address = result[0] if result else ""
        with httpx.Client(base_url=address, timeout=600) as client:
            while client.get("/parlour/vote").status_code == 429:
                assert process.poll() is None, "the server ended before its workers had begun"
            yield client, process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


@pytest.mark.slow
def test_a_server_killed_in_the_middle_loses_nothing_kept_and_says_what_was_interrupted(
    tmp_path: Path, gone: Callable[[int], bool]
) -> None:
    with serving(tmp_path) as (client, process):
        drill = client.get("/drill/vote").text
        held = html.unescape(re.search(r'name="held" value="([^"]*)"', drill)[1])  # type: ignore[index]
        assert "This position returns" in client.post("/drill/vote", data={"held": held, "choice": "P1"}).text
        link = client.post("/jeopardy/simulate", data={"games": "3000000"}).headers["location"]
        for _ in range(600):
            if "running" in client.get("/library").text.lower():
                break
            time.sleep(0.1)
        process.kill()
        process.wait()
        assert gone(process.pid), "workers end with their server"
    with serving(tmp_path) as (client, _):
        assert "1 answered" in client.get("/drill").text
        page = client.get(link).text
        assert "nterrupted" in page
        assert "nterrupted" in client.get("/library").text
        client.post(f"{link}/resume")
        assert 'id="bar"' in client.get(link).text
        client.post(f"{link}/cancel")


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_a_game_under_way_goes_on_after_its_server_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, process):
        link = client.post("/sevens/play", data={"rounds": "1", "against": "loss"}).headers["location"]
        assert client.post(link, data={"order": "1"}).status_code == 303
        before = client.get(link).text
        process.kill()
        process.wait()
    with serving(tmp_path) as (client, _):
        assert client.get(link).text == before
        assert client.post(link, data={"order": "1"}).status_code == 303
        assert client.get(link).text != before


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_figures_of_a_tournament_stand_there_after_its_server_was_killed(tmp_path: Path) -> None:
    request = {"players": "loss,g1", "rounds": "4", "hidden": "3", "deals": "9000"}
    with serving(tmp_path) as (client, process):
        link = client.post("/sevens/tournament", data=request).headers["location"]
        while not (before := re.search(r'id="after">([\d,]+) deal', client.get(link).text)):
            time.sleep(0.1)
        process.kill()
        process.wait()
    with serving(tmp_path) as (client, _):
        page = client.get(link).text
        after = re.search(r"Interrupted after ([\d,]+) deals? of 9,000: the server stopped", page)
        assert after is not None
        assert int(after[1].replace(",", "")) >= int(before[1].replace(",", ""))
        assert 'aria-label="Summary"' in page
        assert ">Resume<" in page
        assert "Partial result" in client.get("/library").text
        client.post(f"{link}/resume")
        assert 'aria-label="Summary"' in client.get(link).text, "what stood there stays until there is more"
        client.post(f"{link}/cancel")

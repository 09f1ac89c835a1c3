"""``kibitz mcp`` with the client of the SDK, over standard input and output."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from xml.etree import ElementTree

import pytest
from mcp import Client, StdioServerParameters

from kibitz.app.catalogue import ENTRIES
from kibitz.cli.main import run
from kibitz.cli.mcp import answer_with_progress, describe_question, find_questions

MAX_LIST_BYTES = 10_000
JOB: dict[str, Any] = {"question": "jeopardy.simulate", "arguments": {"games": 60_000}}
FINAL = {"scores": [18400, 14600, 9000], "me": 2}


async def talk(*options: str) -> dict[str, Any]:
    """A session that lists the tools, finds a question, asks it, reads a table, and makes two mistakes."""
    command = StdioServerParameters(command=sys.executable, args=["-m", "kibitz", "mcp", *options], env={**os.environ})
    progress: list[tuple[float, float | None]] = []

    async def count(done: float, total: float | None, message: str | None) -> None:
        progress.append((done, total))

    async with Client(command, read_timeout_seconds=120) as client:
        return {
            "tools": await client.list_tools(),
            "found": await client.call_tool("find_questions", {"words": "final wager"}),
            "described": await client.call_tool("describe_question", {"question": "jeopardy.final"}),
            "asked": await client.call_tool("ask", {"question": "jeopardy.final", "arguments": FINAL}),
            "drawn": await client.call_tool("ask", {"question": "jeopardy.final", "arguments": FINAL, "picture": True}),
            "job": await client.call_tool("ask", JOB, progress_callback=count),
            "progress": progress,
            "table": await client.call_tool(
                "get_table", {"question": "jeopardy.final", "arguments": FINAL, "first_row": 3801}
            ),
            "wrong": await client.call_tool("ask", {"question": "jeopardy.final", "arguments": {**FINAL, "me": 7}}),
            "unknown": await client.call_tool("ask", {"question": "parlour.finel", "arguments": {}}),
            "other": await client.call_tool("describe_question", {"question": "parlour.kuhn"}),
        }


@pytest.mark.slow
def test_a_model_finds_a_question_asks_it_and_reads_its_table() -> None:
    with ThreadPoolExecutor(1) as thread:  # a browser that other tests left open has a loop running in this thread
        session = thread.submit(lambda: asyncio.run(talk("--group", "jeopardy"))).result()
    tools = session["tools"]
    assert len(tools.tools) <= 4
    assert len(tools.model_dump_json()) < MAX_LIST_BYTES
    assert {"question": "jeopardy.final", "title": "What to wager in Final Jeopardy, and why."} in session[
        "found"
    ].structured_content["result"]
    assert session["described"].structured_content["arguments"]["me"]["accepts"] == "a whole number from 1 to 3"
    asked = session["asked"].structured_content
    assert asked["headline"] == "Bet $3,801 (overtake A): 38.7 % to win."
    assert asked["answer"]["schema"].startswith("jeopardy.final/")
    assert "choices" in asked["tables"]
    assert session["table"].structured_content["rows"][0][0] == 3801
    assert [each.type for each in session["asked"].content] == ["text"]
    text, picture = session["drawn"].content
    assert json.loads(text.text) == asked == session["drawn"].structured_content
    assert picture.mime_type == "image/svg+xml"
    root = ElementTree.fromstring(base64.b64decode(picture.data))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(root.iter("{http://www.w3.org/2000/svg}text"))) > 5
    assert session["job"].structured_content["answer"]["schema"].startswith("jeopardy.simulate/")
    done, totals = zip(*session["progress"], strict=True)
    assert sorted(done) == list(done)
    assert len(set(totals)) == 1
    assert session["wrong"].is_error
    assert "me: must be a whole number from 1 to 3, not 7" in session["wrong"].content[0].text
    assert "did you mean parlour.final" in session["unknown"].content[0].text
    assert "this server answers questions about jeopardy" in session["other"].content[0].text


def test_every_question_is_found_and_described_in_plain_values() -> None:
    assert len(find_questions()) == len(ENTRIES)
    assert {found["question"] for found in find_questions(groups=["parlour"])} == {
        entry.path for entry in ENTRIES if entry.group == "parlour"
    }
    for entry in ENTRIES:
        text = json.dumps(describe_question(entry.path))
        assert entry.path in text
    assert not find_questions("no such words anywhere")


@pytest.mark.slow
def test_a_question_that_nobody_waits_for_any_more_stops() -> None:
    """Its thread ends at the next report of progress."""

    async def cancel() -> None:
        started = asyncio.Event()

        async def report(done: float, total: float | None, message: str) -> None:
            started.set()

        arguments = {"games": 10_000_000, "seed": 99}
        task = asyncio.create_task(answer_with_progress("jeopardy.simulate", arguments, report))
        await asyncio.wait_for(started.wait(), 60)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    before = set(threading.enumerate())  # other tests may have a server under way
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(cancel())).result()
    assert not {each for each in threading.enumerate() if each.name.startswith("asyncio_")} - before


def test_an_unknown_group_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mcp", "--group", "checkers"]) == 2
    assert "group: must be one of parlour" in capsys.readouterr().err


def test_a_missing_package_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert run(["mcp"]) == 2
    assert "pip install 'kibitz[mcp]'" in capsys.readouterr().err

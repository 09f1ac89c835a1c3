"""``kibitz mcp`` with the client of the SDK, over standard input and output."""

from __future__ import annotations

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from kibitz.app.catalogue import ENTRIES
from kibitz.cli.main import run
from kibitz.cli.mcp import ask_question, describe_question, find_questions
from kibitz.core import InputError

MAX_LIST_BYTES = 10_000
FINAL = {"scores": [18400, 14600, 9000], "me": 2}


async def talk(*options: str) -> dict[str, Any]:
    """A session that lists the tools, finds a question, asks it, reads a table, and makes two mistakes."""
    command = StdioServerParameters(command=sys.executable, args=["-m", "kibitz", "mcp", *options])
    async with Client(command, read_timeout_seconds=120) as client:
        return {
            "tools": await client.list_tools(),
            "found": await client.call_tool("find_questions", {"words": "final wager"}),
            "described": await client.call_tool("describe_question", {"question": "jeopardy.final"}),
            "asked": await client.call_tool("ask", {"question": "jeopardy.final", "arguments": FINAL}),
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


def test_a_question_of_minutes_is_refused_with_the_command_that_runs_it() -> None:
    with pytest.raises(InputError, match="kibitz jeopardy train"):
        ask_question("jeopardy.train", {})


def test_an_unknown_group_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mcp", "--group", "checkers"]) == 2
    assert "group: must be one of parlour" in capsys.readouterr().err


def test_a_missing_package_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert run(["mcp"]) == 2
    assert "pip install 'kibitz[mcp]'" in capsys.readouterr().err

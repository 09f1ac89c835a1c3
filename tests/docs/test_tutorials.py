"""Every tutorial is followed as a newcomer would: its files are created, its commands run, its output compared.

A block of a tutorial is one of three. After a paragraph that says "as `NAME`" it is a file to save. A ``console`` block
has commands after ``$`` and what they print, with ``...`` for parts that are left out. A ``pycon`` block is a doctest,
which pytest runs by itself.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from kibitz.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
INTERACTIVE = ("kibitz serve", "kibitz backgammon play", "kibitz jeopardy live", "kibitz chess solitaire")
"""Commands that wait for a person; tests of their own run them."""
SLOW = {"coach.md": "stockfish"}
"""Tutorials that take more than a few seconds, and the program they need."""
COLUMNS = 160
"""Width of the terminal, so that no cell of a table is wrapped."""


class Command(NamedTuple):
    """A command of a tutorial with the output that the page shows."""

    line: int
    text: str
    shown: str


class SavedFile(NamedTuple):
    """A file that the reader saves."""

    line: int
    name: str
    text: str


def parse_console(token: Token) -> list[Command]:
    """Split a console block into commands, each with its output."""
    commands: list[Command] = []
    first_line = (token.map or [0])[0] + 2
    for number, text in enumerate(token.content.splitlines(), start=first_line):
        if text.startswith("$ "):
            commands.append(Command(number, text.removeprefix("$ "), ""))
        else:
            assert commands, f"line {number}: output before the first command"
            last = commands[-1]
            commands[-1] = last._replace(shown=f"{last.shown}{text}\n")
    return commands


def parse_steps(page: Path) -> list[Command | SavedFile]:
    """Files and commands of a page in their order."""
    steps: list[Command | SavedFile] = []
    paragraph = ""
    for token in MarkdownIt("commonmark").parse(page.read_text("utf-8")):
        if token.type == "inline":
            paragraph = token.content
        if token.type != "fence" or token.info == "pycon":
            continue
        if token.info == "console":
            steps += parse_console(token)
        else:
            named = re.findall(r"\bas `([^`]+)`", paragraph)
            line = (token.map or [0])[0] + 1
            assert named, f"{page.name}, line {line}: neither a console block nor a file to save"
            steps.append(SavedFile(line, named[-1], token.content))
    return steps


def missing_part(shown: str, printed: str) -> str:
    """The first part of the shown output that was not printed in its order; empty if all was."""
    rest = " ".join(printed.split())
    for part in re.split(r"\.\.\.(?!\w)", shown):
        wanted = " ".join(part.split())
        if wanted not in rest:
            return wanted
        rest = rest[rest.index(wanted) + len(wanted) :]
    return ""


def tutorial_parameters() -> list[object]:
    result = []
    for page in TUTORIALS:
        program = SLOW.get(page.name)
        marks = [pytest.mark.slow, pytest.mark.needs(program)] if program else []
        result.append(pytest.param(page, id=page.name, marks=marks))
    return result


@pytest.mark.parametrize("page", tutorial_parameters())
def test_a_tutorial_shows_what_its_commands_print(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    for step in parse_steps(page):
        if isinstance(step, SavedFile):
            (tmp_path / step.name).write_text(step.text, encoding="utf-8")
            continue
        assert step.text.startswith("kibitz "), f"line {step.line}: {step.text}"
        if step.text.startswith(INTERACTIVE):
            continue
        status = run(shlex.split(step.text)[1:])
        output = capfd.readouterr()
        printed = output.out + output.err
        expected = 2 if step.shown.startswith("kibitz:") else 0  # the page shows an error message
        assert status == expected, f"line {step.line}: {step.text}\n{printed}"
        missing = missing_part(step.shown, printed)
        assert not missing, f"line {step.line}: {step.text}\nnot printed: {missing!r}\nprinted:\n{printed}"


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.name)
def test_a_tutorial_has_files_commands_and_a_next_step(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text.splitlines()[2].startswith("*Tutorial")
    assert "## Mistakes people make" in text
    assert "## What to do next" in text
    assert ">>> " in text or any(isinstance(step, Command) for step in parse_steps(page))


def test_output_is_compared_part_by_part_in_order() -> None:
    printed = "Bet $3,801: 38.7 % to win.\n· first reason\n· second reason\n"
    assert missing_part("Bet $3,801: ...\n· second\nreason", printed) == ""
    assert missing_part("Bet $3,802", printed) == "Bet $3,802"
    assert missing_part("second ... first", printed) == "first"


def test_there_are_five_tutorials() -> None:
    assert len(TUTORIALS) == 5

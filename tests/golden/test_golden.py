"""Answers and help texts taken before the one list of questions: what they said then, they say now, in new places.

``answers_before.json`` holds the answers of some forty commands (long lists thinned to every so manieth entry),
``help.json`` the help of every command and option. ``keys_GROUP.json`` maps old keys to new ones: ``*`` stands for one
step and is carried over in order; ``{"gone": why}`` says why a key has no successor, ``{"changed": why}`` why its value
is another one on purpose.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from kibitz.cli.main import cli, run

HERE = Path(__file__).parent
LONG = (["rules", "learn"], ["rules", "card"], ["jeopardy", "simulate"])
BEFORE = json.loads((HERE / "answers_before.json").read_text("utf-8"))
HELP = json.loads((HERE / "help.json").read_text("utf-8"))
KEYS: dict[str, dict[str, Any]] = {}
for path in sorted(HERE.glob("keys_*.json")):
    KEYS |= json.loads(path.read_text("utf-8"))
NEEDS = {"sevens": "scowl"}
NO_LONGER = {
    "jeopardy fit": {"--write DIRECTORY": "the tables are written as one archive"},
    "jeopardy final": {
        "--confidence CHANCE": "by default as the standing or the row has it",
        "--opponents [average|champion|grand-champion]": "one level for both or one each",
        "--era [1996|2015]": "any year is accepted and picks its era; today is the default",
        "--ties [shared|tiebreaker]": "told in other words",
    },
    "jeopardy final-card": {
        "--era [1996|2015]": "any year is accepted and picks its era; today is the default",
    },
    "jeopardy daily-double": {
        "--confidence CHANCE": "by default as the standing or the row has it",
        "--opponents [average|champion|grand-champion]": "one level for both or one each",
        "--era [1996|2015]": "any year is accepted and picks its era; today is the default",
        "--ties [shared|tiebreaker]": "told in other words",
    },
    "jeopardy simulate": {
        "--era [1996|2015]": "any year is accepted and picks its era; today is the default",
        "--ties [shared|tiebreaker]": "told in other words",
    },
}


def leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All figures and words of an answer with their path; thinned lists are numbered as they were."""
    if isinstance(value, dict) and "_values" in value:
        for k, each in enumerate(value["_values"]):
            yield from leaves(each, (*path, str(k * value["_every"])))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        for k, each in enumerate(value):
            yield from leaves(each, (*path, str(k)))
    else:
        yield path, value


def new_place(path: tuple[str, ...], keys: dict[str, Any]) -> tuple[str, ...] | dict[str, str] | None:
    """Where a leaf stands now, why it stands nowhere, or ``None`` if nothing is said of it."""
    for old, new in keys.items():
        steps = old.split(".")
        long_enough = len(path) >= len(steps) if isinstance(new, dict) else len(path) == len(steps)
        if long_enough and all(step in ("*", given) for step, given in zip(steps, path, strict=False)):
            if isinstance(new, dict):
                return new
            carried = iter([given for step, given in zip(steps, path, strict=False) if step == "*"])
            return tuple(next(carried) if step == "*" else step for step in new.split("."))
    return None


def at(value: Any, path: tuple[str, ...]) -> Any:
    """What stands at a path, or ``None``."""
    for step in path:
        if isinstance(value, list):
            value = value[int(step)] if int(step) < len(value) else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def same(old: Any, new: Any) -> bool:
    """Equal as figures (what a search for an optimum finds differs by 1e-7 from one processor to another) or as words;
    what never comes into question was null and is "-inf"."""
    new = None if new == "-inf" else new
    if old in (None, "") or new in (None, ""):
        return old in (None, "") and new in (None, "")
    if isinstance(old, float) or isinstance(new, float):
        return float(old) == pytest.approx(float(new), rel=1e-6, abs=1e-9)
    return str(old).rstrip(".") == str(new).rstrip(".")


def records() -> list[Any]:
    """The answers, those that take seconds among the slow tests."""
    return [
        pytest.param(each, id=" ".join(each["command"])[:70], marks=[pytest.mark.slow] * (each["command"][:2] in LONG))
        for each in BEFORE
    ]


@pytest.mark.parametrize("record", records())
def test_answers_are_what_they_were(record: dict[str, Any], capsys: pytest.CaptureFixture[str], request: Any) -> None:
    command = record["command"]
    name = " ".join(command[:2])
    if name not in KEYS:
        pytest.fail(f"tests/golden/keys_*.json say nothing of {name}")
    if need := NEEDS.get(command[0]):
        request.getfixturevalue("require")(need)
    assert run([*command, "--json", *(["--curve"] if len(command) > 1 else [])]) == 0
    now = json.loads(capsys.readouterr().out)
    missed = []
    for path, old in leaves(record["answer"]):
        place = new_place(path, KEYS[name])
        if place is None:
            missed.append(f"{'.'.join(path)}: no word on where it went")
        elif isinstance(place, tuple) and not same(old, at(now, place)):
            missed.append(f"{'.'.join(path)}: was {old!r}, is {at(now, place)!r} at {'.'.join(place)}")
    assert not missed, "\n".join(missed[:20])


def words(text: str) -> str:
    """Help without the brackets that show defaults and ranges, which are set in another way now."""
    return " ".join(text.split("  [")[0].split(" [")[0].split())


@pytest.mark.parametrize("name", [name for name in HELP if " " in name])
def test_help_says_what_it_said(name: str) -> None:
    group, verb = name.split(" ", 1)
    with click.Context(cli, info_name="kibitz") as top:
        questions = cli.get_command(top, group)
        assert isinstance(questions, click.Group)
        with click.Context(questions, info_name=group, parent=top) as inner:
            command = questions.get_command(inner, verb)
            assert command is not None
            with click.Context(command, info_name=verb, parent=inner) as own:
                shown = " ".join(command.get_help(own).split()).replace("- ", "-")
    for option, said in HELP[name]["options"].items():
        if option not in NO_LONGER.get(name, {}) and option.startswith("--"):
            assert option.split(" ")[0].split("/")[0] in shown, option
            assert words(said).replace("- ", "-") in shown, option
    first = HELP[name]["help"].split(". ")[0].rstrip(".")
    assert first.replace("- ", "-") in shown

"""The command: JSON, batches, and one plain sentence for wrong input."""

from __future__ import annotations

import json
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from kibitz.cli.answers import CHANCE, Question, answers, to_json
from kibitz.cli.main import COMMANDS, cli, run
from kibitz.core import InputError


@click.command("double", cls=Question)
@click.argument("number", type=int)
@click.option("--p", type=CHANCE, default=0.5)
@click.option("--pair", type=int, nargs=2)
@click.option("--loud", is_flag=True)
@click.option("--word", multiple=True)
@answers(lambda answer, console: console.print(f"twice is {answer['twice']}"))
def double(number: int, p: float, pair: tuple[int, int] | None, loud: bool, word: tuple[str, ...]) -> dict[str, Any]:
    """Twice a number."""
    if number == 13:
        raise InputError("number: anything but 13 is accepted")
    return {"twice": 2 * number, "p": p, "pair": pair, "loud": loud, "words": list(word)}


def ask(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(double, arguments, input=given)


def test_people_read_words_and_programs_read_json() -> None:
    assert ask("4").output == "twice is 8\n"
    assert json.loads(ask("4", "--json").output)["twice"] == 8


def test_a_batch_answers_every_line_and_marks_the_bad_ones() -> None:
    questions = [
        {"number": 1},
        {"number": 2, "p": 0.25, "pair": [3, 4], "loud": True, "word": ["a", "b"], "id": "second"},
        {"number": 13, "id": 3},
        {"number": 1, "p": 1.5},
        {"nmber": 1},
        {"number": [1, 2]},
        {"p": 0.5},
        {"number": -7},
    ]
    lines = [json.dumps(question) for question in questions] + ["nonsense", "[1]", "", "[" * 5000]
    result = ask("--batch", "-", given="\n".join(lines))
    assert result.exit_code == 0
    replies = [json.loads(line) for line in result.output.splitlines()]
    assert replies[0]["twice"] == 2
    assert replies[1] == {"id": "second", "twice": 4, "p": 0.25, "pair": [3, 4], "loud": True, "words": ["a", "b"]}
    assert replies[2] == {"id": 3, "error": "number: anything but 13 is accepted"}
    assert "a chance from 0 to 1 is accepted, not '1.5'" in replies[3]["error"]
    assert "accepted are number, p, pair, loud, word" in replies[4]["error"]
    assert "error" in replies[5]
    assert "NUMBER" in replies[6]["error"]
    assert replies[7]["twice"] == -14
    assert all("not a JSON object" in reply["error"] for reply in replies[8:])
    assert len(replies) == 11


def test_nothing_may_stand_beside_a_batch() -> None:
    assert ask("--batch", "-", "--p", "0.5").exit_code == 2


@pytest.mark.parametrize("value", ["nan", "inf", "-0.1", "1.1", "x"])
def test_a_chance_outside_its_range_is_refused(value: str) -> None:
    result = ask("4", "--p", value)
    assert result.exit_code == 2
    assert "--p" in result.output


def test_numbers_of_numpy_are_written_as_numbers() -> None:
    import numpy as np

    assert json.loads(to_json({"a": np.float64(0.5), "b": np.arange(2)})) == {"a": 0.5, "b": [0, 1]}


def test_an_unknown_verb_is_answered_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jeopardise"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "tour" in captured.err


def test_no_verb_at_all_prints_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "Commands" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_verb_has_help_and_its_own_verbs_take_json(name: str) -> None:
    context = click.Context(cli)
    command = cli.get_command(context, name)
    assert command is not None
    assert command.help
    is_group = isinstance(command, click.Group)
    leaves = [command.get_command(context, verb) for verb in command.list_commands(context)] if is_group else [command]
    assert leaves
    for leaf in leaves:
        assert leaf is not None
        assert leaf.help
        assert any("--json" in param.opts for param in leaf.params), leaf.name

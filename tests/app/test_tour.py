"""The tour: its items are questions, its commands run, and it tells what the questions tell."""

from __future__ import annotations

import shlex

import pytest

from kibitz.app.ask import ask
from kibitz.app.tour import ITEMS, TourStop, run_tour
from kibitz.cli.main import run
from kibitz.core.document import Document

WITHOUT_FILES = [item for item in ITEMS if not any(isinstance(value, dict) for value in item.arguments.values())]


@pytest.fixture(scope="module")
def toured() -> dict[str, TourStop]:
    return {stop.game: stop for stop in run_tour()}


def test_every_game_has_a_stop_with_an_answer_and_reasons(toured: dict[str, TourStop]) -> None:
    assert list(toured) == [item.game for item in ITEMS]
    for stop in toured.values():
        assert stop.answer.endswith((".", "!", "?"))
        assert stop.reasons or stop.answer.startswith("Not on this machine"), stop.game


def test_a_stop_says_what_its_question_answers(toured: dict[str, TourStop]) -> None:
    for item in ITEMS:
        if not toured[item.game].answer.startswith("Not on this machine"):
            told = ask(item.path, **item.arguments).explain()
            assert toured[item.game].answer.rstrip(".") == told.headline.rstrip(".")


@pytest.mark.needs("scowl")
@pytest.mark.parametrize("game", [item.game for item in WITHOUT_FILES])
def test_the_command_of_a_stop_gives_its_answer(
    game: str, toured: dict[str, TourStop], capsys: pytest.CaptureFixture[str]
) -> None:
    program, *arguments = shlex.split(toured[game].command)
    assert program == "kibitz"
    assert run([*arguments, "--json"]) == 0
    assert toured[game].answer.rstrip(".").replace('"', '\\"') in capsys.readouterr().out


def test_files_of_the_tour_are_carried_inside_it() -> None:
    files = [value for item in ITEMS for value in item.arguments.values() if isinstance(value, dict)]
    assert files
    assert all(Document(**file).read_text() for file in files)

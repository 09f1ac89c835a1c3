"""The parlour stops of the tour are computed, and their commands run."""

from __future__ import annotations

import shlex

import pytest

from kibitz.app.tour import Stop, parlour
from kibitz.cli.main import run

STOPS = tuple(parlour())


def test_there_is_one_stop_a_game_with_reasons() -> None:
    assert [stop.game for stop in STOPS] == ["Final for two", "Kuhn poker, 13 cards", "Weakest Link", "A 2x2 game"]
    assert all(stop.reasons and stop.answer.endswith(".") for stop in STOPS)


@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.game)
def test_the_command_of_a_stop_runs(stop: Stop, capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = shlex.split(stop.command)
    assert program == "kibitz"
    assert run([*arguments, "--json"]) == 0
    assert capsys.readouterr().out.startswith("{")

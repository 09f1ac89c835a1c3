"""Questions that have figures before they are done: each is the answer to a smaller question, with its error."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kibitz.app.ask import answer_question
from kibitz.core.question import Answer
from kibitz.core.work import WorkContext

ROLLOUT = {"position": "4HPwATDgc/ABMA", "trials": 108, "turns": 2, "seed": 4}


def seen(path: str, arguments: dict[str, Any]) -> tuple[dict[str, Answer], Answer]:
    """The figures that a question offers on its way by what they rest on, and its answer."""
    result: dict[str, Answer] = {}
    last = answer_question(path, arguments, WorkContext(on_partial=lambda after, made: result.update({after: made()})))
    return result, last


@pytest.mark.slow
def test_a_rollout_shows_what_so_many_games_say() -> None:
    result, last = seen("backgammon.rollout", ROLLOUT)
    assert list(result) == ["72 games of 108"]
    assert result["72 games of 108"] == answer_question("backgammon.rollout", ROLLOUT | {"trials": 72})
    assert last == answer_question("backgammon.rollout", ROLLOUT)


@pytest.mark.slow
@pytest.mark.parametrize("more", [{"games": 20}, {"match": 1, "games": 20}])
def test_a_duel_shows_what_so_many_games_say(more: dict[str, int]) -> None:
    request = {"first": "casual", "second": "hand-written", "seed": 3, **more}
    result, last = seen("backgammon.duel", request)
    kind, total = "matches" if "match" in more else "games", more["games"]
    assert list(result) == [f"{games} {kind} of {total}" for games in range(10, total, 10)]
    for games, early in zip(range(10, total, 10), result.values(), strict=True):
        assert early == answer_question("backgammon.duel", request | {"games": games})
    assert last == answer_question("backgammon.duel", request)


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, {"double": ["usual", "usual", "safe"]}])
def test_simulated_games_show_what_so_many_say(more: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.games.jeopardy.play.statistics.GAMES_PER_TASK", 200)
    monkeypatch.setattr("kibitz.games.jeopardy.rollout.full_games.GAMES_PER_TASK", 200)
    request = {"games": 600, "seed": 2, **more}
    result, _ = seen("jeopardy.simulate", request)
    assert list(result) == ["200 games of 600", "400 games of 600"]
    for games, early in zip((200, 400), result.values(), strict=True):
        alone = answer_question("jeopardy.simulate", request | {"games": games})
        assert msgspec.to_builtins(early) == msgspec.to_builtins(alone)

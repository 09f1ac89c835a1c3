"""Questions that have figures before they are done: each is the answer to a smaller question, with its error."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kibitz.app.asking import answer_to
from kibitz.core.question import Answer
from kibitz.core.work import Work

ROLLOUT = {"position": "4HPwATDgc/ABMA", "trials": 108, "turns": 2, "seed": 4}


def seen(path: str, arguments: dict[str, Any]) -> tuple[dict[str, Answer], Answer]:
    """The figures that a question offers on its way by what they rest on, and its answer."""
    found: dict[str, Answer] = {}
    last = answer_to(path, arguments, Work(look=lambda after, made: found.update({after: made()})))
    return found, last


@pytest.mark.slow
def test_a_rollout_shows_what_so_many_games_say() -> None:
    found, last = seen("backgammon.rollout", ROLLOUT)
    assert list(found) == ["72 games of 108"]
    assert found["72 games of 108"] == answer_to("backgammon.rollout", ROLLOUT | {"trials": 72})
    assert last == answer_to("backgammon.rollout", ROLLOUT)


@pytest.mark.slow
@pytest.mark.parametrize("more", [{"games": 20}, {"match": 1, "games": 20}])
def test_a_duel_shows_what_so_many_games_say(more: dict[str, int]) -> None:
    asked = {"first": "casual", "second": "hand-written", "seed": 3, **more}
    found, last = seen("backgammon.duel", asked)
    kind, total = "matches" if "match" in more else "games", more["games"]
    assert list(found) == [f"{games} {kind} of {total}" for games in range(10, total, 10)]
    for games, early in zip(range(10, total, 10), found.values(), strict=True):
        assert early == answer_to("backgammon.duel", asked | {"games": games})
    assert last == answer_to("backgammon.duel", asked)


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, {"double": ["usual", "usual", "safe"]}])
def test_simulated_games_show_what_so_many_say(more: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.games.jeopardy.play.statistics.TASK", 200)
    monkeypatch.setattr("kibitz.games.jeopardy.rollout.whole.TASK", 200)
    asked = {"games": 600, "seed": 2, **more}
    found, _ = seen("jeopardy.simulate", asked)
    assert list(found) == ["200 games of 600", "400 games of 600"]
    for games, early in zip((200, 400), found.values(), strict=True):
        alone = answer_to("jeopardy.simulate", asked | {"games": games})
        assert msgspec.to_builtins(early) == msgspec.to_builtins(alone)

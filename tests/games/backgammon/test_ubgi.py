"""The engine protocol: what is asked, and what comes back."""

from __future__ import annotations

import pytest

from kibitz.games.backgammon.search.searcher import shipped_searcher
from kibitz.games.backgammon.ubgi import UbgiConversation


@pytest.fixture
def talk() -> UbgiConversation:
    return UbgiConversation(shipped_searcher(compiled=False))


def test_the_engine_names_itself_and_is_ready(talk: UbgiConversation) -> None:
    assert talk.answer("ubgi")[-1] == "ubgiok"
    assert talk.answer("isready") == ["readyok"]
    assert talk.answer("") == []


def test_a_play_is_asked_for_by_position_and_dice(talk: UbgiConversation) -> None:
    assert talk.answer("position gnubgid 4HPwATDgc/ABMA") == []
    assert talk.answer("dice 3 1") == []
    assert talk.answer("go role chequer")[-1] == "bestmove 8/5 6/5"
    assert talk.answer("newgame") == []
    assert talk.answer("go role chequer")[0].startswith("error dice")


def test_a_cube_decision_is_asked_for_by_xgid(talk: UbgiConversation) -> None:
    talk.answer("position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
    assert talk.answer("go role cube")[-1] == "bestmove roll take"


@pytest.mark.parametrize(
    "line",
    ["hello", "position fen x", "dice 7 1", "go role god", "setoption name Plies value 9", "position gnubgid AAAA"],
)
def test_what_is_not_understood_is_one_error_line(talk: UbgiConversation, line: str) -> None:
    (answer,) = talk.answer(line)
    assert answer.startswith("error ")


def test_quit_ends_the_conversation(talk: UbgiConversation) -> None:
    assert talk.answer("setoption name Plies value 1") == []
    assert talk.plies == 1
    assert talk.answer("quit") == []
    assert talk.over

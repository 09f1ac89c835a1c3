"""Play as a session: orders, taking back, the other side, mate, and going on in another process from the state."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from kibitz.core import Document, InputError, WorkContext, format_decision
from kibitz.core.session import SessionState
from kibitz.games.chess.calibration import CalibrationSamples
from kibitz.games.chess.elo_scales import sample_of
from kibitz.games.chess.session import PlaySession, _opponent
from kibitz.rate import Scale, format_scale, intrinsic_rating

Maker = Callable[..., str]
Calibration = tuple[CalibrationSamples, Scale]
MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


@pytest.fixture
def play(make_engine: Maker, calibration: Calibration) -> Callable[..., tuple[PlaySession, WorkContext]]:
    """A session against a fake engine of 2000, and where it runs."""
    scale, engine = format_scale(calibration[1]), make_engine("ok")
    return lambda **settings: (PlaySession(elo=2000.0, scale=scale, **settings), WorkContext(engine=engine))


def test_a_session_takes_moves_in_both_notations_and_takes_them_back(
    play: Callable[..., tuple[PlaySession, WorkContext]],
) -> None:
    game, work = play()
    state = game.begin(work)
    assert "You play white against an opponent of Elo 2000" in state.said[0]
    state = game.step(state, "Nf3", work)
    assert state.said[0].startswith("1... ")
    state = game.step(state, "e2e4", work)
    assert len(game.finish(state, work).moves) == 4
    for word in ("undo", "UNDO"):
        state = game.step(state, word, work)
        assert state.said[0] == "Your last move is taken back."
    assert "no move to take back" in game.step(state, "undo", work).said[0]
    with pytest.raises(InputError, match="not a legal move here"):
        game.step(state, "Ke2e9", work)
    assert "Nf3" in game.step(state, "moves", work).said[0]
    assert "(" in game.step(state, "hint", work).said[0]
    assert any("resign" in line for line in game.step(state, "help", work).said)
    assert game.step(state, "", work).said == ()
    state = game.step(state, "resign", work)
    assert state.over
    assert state.orders == ("Nf3", "e2e4", "undo", "UNDO", "resign")
    end = game.finish(state, work)
    assert end.result == "0-1"
    assert '[Result "0-1"]' in end.file("pgn").data.decode()


def test_a_session_goes_on_from_its_state_alone(play: Callable[..., tuple[PlaySession, WorkContext]]) -> None:
    game, work = play()
    state = game.step(game.begin(work), "e4", work)
    sent = msgspec.json.encode(state)
    here = game.step(state, "d4", work)
    game.finish(here, work)
    _opponent.cache_clear()
    there = game.step(msgspec.json.decode(sent, type=SessionState), "d4", work)
    assert there == here
    with pytest.raises(InputError, match="state"):
        game.step(SessionState(memory='{"moves": ["e2e5"]}'), "d4", work)
    with pytest.raises(InputError, match="state"):
        game.step(SessionState(memory="nonsense"), "d4", work)


def test_black_sees_the_board_from_the_other_side_and_is_moved_against_first(
    play: Callable[..., tuple[PlaySession, WorkContext]],
) -> None:
    game, work = play(side="black")
    state = game.begin(work)
    lines = state.said[1].splitlines()
    assert lines[0] == "1  R N B K Q B N R"
    assert lines[-1] == "   h g f e d c b a"
    assert state.said[2].startswith("1. ")


def test_mate_ends_the_session(play: Callable[..., tuple[PlaySession, WorkContext]]) -> None:
    game, work = play(fen=MATE)
    state = game.step(game.begin(work), "Rd8", work)
    assert state.over
    end = game.finish(state, work)
    assert (end.result, end.reason) == ("1-0", "checkmate")
    for wrong in ("nonsense", "8/8/8/8/8/8/8/K7 w - - 0 1"):
        game, work = play(fen=wrong)
        with pytest.raises(InputError, match="fen"):
            game.begin(work)


def test_an_opponent_like_a_player_has_that_player_s_rating(
    make_engine: Maker, calibration: Calibration, play: Callable[..., tuple[PlaySession, WorkContext]]
) -> None:
    samples, scale = calibration
    lines = "".join(format_decision(d) + "\n" for mark in samples.marks for d in mark.decisions)
    games = Document(name="decisions.jsonl", text=lines)
    wanted = PlaySession(like="W2500", games=games, errs="people", scale=format_scale(scale))
    work = WorkContext(engine=make_engine("ok"))
    own = [d for mark in samples.marks for d in mark.decisions if d.player == "W2500"]
    rating = intrinsic_rating(sample_of(own, scale), scale, draws=50).value
    state = wanted.begin(work)
    assert f"Elo {rating:.0f}" in state.said[0]
    state = wanted.step(state, "e4", work)
    assert state.said[0].startswith("1... ")
    assert wanted.finish(state, work).elo == round(rating)
    for wrong in (PlaySession(like="W2500"), PlaySession(games=games)):
        with pytest.raises(InputError, match="give both"):
            wrong.begin(work)
    with pytest.raises(InputError, match="nobody in these games"):
        PlaySession(like="Nobody", games=games, scale=format_scale(scale)).begin(work)

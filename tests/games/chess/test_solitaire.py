"""Solitaire chess: guesses get points by expected value and end in a rating; the state is all there is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.core.session import SessionState
from kibitz.core.work import WorkContext
from kibitz.games.chess.people.solitaire import BEST_MOVE_POINTS, SolitaireSession
from kibitz.rate import format_scale


@pytest.fixture
def sitting(short_game: str, calibration) -> SolitaireSession:
    game = Document(name="spring.pgn", text=f"{short_game[: short_game.index('12. Be3')]}1-0\n")
    return SolitaireSession(game=game, depth=3, scale=format_scale(calibration[1]))


@pytest.fixture
def work(make_engine: Callable[..., str], tmp_path: Path) -> WorkContext:
    return WorkContext(engine=make_engine("ok"), cache=tmp_path / "cache.sqlite")


def guessed(sitting: SolitaireSession, work: WorkContext, best: bool) -> SessionState:
    """All turns guessed: the moves of the game, or after a first look the engine's best."""
    state = sitting.begin(work)
    assert "Ash, Adam" in state.said[0]
    while not state.over:
        word = probe_played(sitting, state, work)
        if best:
            word = sitting.step(state, word, work).said[0].split("Best: ")[1].rstrip(".")
        state = msgspec.json.decode(msgspec.json.encode(sitting.step(state, word, work)), type=SessionState)
    assert state.over
    return state


def probe_played(sitting: SolitaireSession, state: SessionState, work: WorkContext) -> str:
    """The move of the game at this turn."""
    from kibitz.games.chess.people.solitaire import _Board, _guesses

    return _Board(sitting, work).turns[len(_guesses(state))].san


def test_three_guesses_give_points_and_no_rating(sitting, work) -> None:
    answer = sitting.finish(guessed(sitting, work, best=False), work)
    assert answer.points == answer.par
    assert answer.rated is None


def test_whoever_guesses_the_moves_of_the_game_has_its_points(sitting, work, monkeypatch) -> None:
    monkeypatch.setattr("kibitz.games.chess.people.solitaire.MIN_RATED_GUESSES", 3)
    answer = sitting.finish(guessed(sitting, work, best=False), work)
    assert len(answer.guesses) == 3
    assert answer.points == answer.par
    assert all(guess.guessed == guess.played for guess in answer.guesses)
    assert answer.points < BEST_MOVE_POINTS * 3
    assert "prior 2000 ±" in answer.rated.note
    assert answer.rated.low < answer.rated.rating < answer.rated.high


@pytest.mark.slow
def test_best_moves_get_ten_points_each_and_a_better_rating(sitting, work, monkeypatch) -> None:
    monkeypatch.setattr("kibitz.games.chess.people.solitaire.MIN_RATED_GUESSES", 3)
    state = guessed(sitting, work, best=True)
    answer = sitting.finish(state, work)
    assert answer.points == BEST_MOVE_POINTS * 3
    assert all(guess.loss == 0 for guess in answer.guesses)
    played = sitting.finish(guessed(sitting, work, best=False), work)
    assert answer.rated.rating > played.rated.rating


def test_wrong_moves_change_nothing_and_a_game_may_be_left_at_once(sitting, work) -> None:
    state = sitting.begin(work)
    with pytest.raises(InputError, match="not a legal move"):
        sitting.step(state, "Ke4", work)
    assert sitting.step(state, "board", work).memory == state.memory
    left = sitting.step(state, "quit", work)
    assert left.over
    answer = sitting.finish(left, work)
    assert (answer.points, answer.rated) == (0, None)
    with pytest.raises(InputError, match="must come"):
        sitting.step(SessionState(memory="{}"), "e4", work)
    with pytest.raises(InputError, match="from 1 to 1"):
        msgspec.structs.replace(sitting, number=2).begin(work)

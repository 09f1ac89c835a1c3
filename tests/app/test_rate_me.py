"""Rate me: the session of the adaptive test, its pools of positions, and its answer."""

from __future__ import annotations

import json
import typing

import numpy as np
import pytest

from kibitz.app.position_pools import POOL_NAMES, load_pool, load_test
from kibitz.app.rate_me import RateMeAnswer, RateMeSession
from kibitz.core.decision import read_decisions
from kibitz.core.errors import InputError
from kibitz.core.session import SessionState
from kibitz.core.work import WorkContext

WORK = WorkContext()


def run(session: RateMeSession, *choices: str) -> tuple[SessionState, RateMeAnswer]:
    state = session.begin(WORK)
    for choice in choices:
        state = session.step(state, choice, WORK)
    return state, session.finish(state, WORK)


def test_every_drill_and_chess_can_be_tested() -> None:
    kind = typing.get_type_hints(RateMeSession)["test"]
    assert typing.get_args(kind) == POOL_NAMES


@pytest.mark.parametrize("name", POOL_NAMES)
def test_a_pool_begins_with_a_reference_and_every_position_offers_a_choice(name: str) -> None:
    pool = load_pool(name)
    assert 50 <= pool.reference <= len(pool.positions)
    assert all(sum(worth is not None for worth in position.worth) >= 2 for position in pool.positions)


def test_each_question_says_its_information_and_each_answer_gives_an_interval() -> None:
    state = RateMeSession(test="vote").begin(WORK)
    assert "bits about you" in state.said[1]
    state = RateMeSession(test="vote").step(state, "P1", WORK)
    assert "Your expected loss per decision" in state.said[0]


def test_a_choice_that_does_not_exist_changes_nothing() -> None:
    session = RateMeSession(test="final")
    state = session.begin(WORK)
    for wrong in ("Nf3", "-5", "2000001"):
        with pytest.raises(InputError):
            session.step(state, wrong, WORK)
    assert session.step(state, "  ", WORK) == state


def test_the_test_ends_after_the_questions_or_at_the_width_or_when_left() -> None:
    state, answer = run(RateMeSession(test="vote", questions=3), "P1", "P2", "P1")
    assert state.over
    assert answer.stopped == "questions"
    assert len(answer.answers) == 3
    state, answer = run(RateMeSession(test="vote", width=10_000), "P1")
    assert state.over
    assert answer.stopped == "width"
    state, answer = run(RateMeSession(test="vote"), "P1", "quit")
    assert state.over
    assert answer.stopped == "left"
    assert len(answer.answers) == 1


def test_a_test_without_answers_is_the_prior() -> None:
    _, answer = run(RateMeSession(test="vote"))
    assert answer.answers == ()
    assert answer.low < answer.estimate < answer.high
    assert answer.percentile == pytest.approx(50, abs=3)


def test_always_the_best_vote_is_rated_above_always_the_worst() -> None:
    results = []
    for wanted in (max, min):
        session, pool = RateMeSession(test="vote", questions=8), load_pool("vote")
        state = session.begin(WORK)
        while not state.over:
            position = pool.positions[json.loads(state.memory)["row"]]
            worth = wanted(each for each in position.worth if each is not None)
            state = session.step(state, ("P1", "P2")[position.worth.index(worth)], WORK)
        results.append(session.finish(state, WORK))
    good, bad = results
    assert good.high < bad.estimate
    assert good.percentile is not None
    assert bad.percentile is not None
    assert good.percentile > 50 > bad.percentile
    assert good.to_practise() == ()
    assert len(bad.to_practise()) == 3


def test_chess_is_rated_by_moves_in_either_notation_without_an_engine() -> None:
    session, pool = RateMeSession(test="chess", questions=2), load_pool("chess")
    state = session.begin(WORK)
    for notation in ("san", "moves"):
        position = pool.positions[json.loads(state.memory)["row"]]
        best = int(np.argmax([each or 0.0 for each in position.worth]))
        state = session.step(state, getattr(position, notation)[best], WORK)
    answer = session.finish(state, WORK)
    assert answer.scale == "Elo"
    assert answer.percentile is None
    assert [each.grade for each in answer.answers] == ["best", "best"]
    assert 800 < answer.low < answer.estimate < answer.high < 2850


def test_the_answers_are_decisions_that_can_be_rated() -> None:
    for test, choice in (("vote", "P1"), ("final", "0")):
        _, answer = run(RateMeSession(test=test), choice)  # type: ignore[arg-type]
        (decision,) = read_decisions(answer.file("decisions").data.decode().splitlines())
        assert decision.loss == pytest.approx(answer.answers[0].loss)


def test_a_state_of_another_session_is_refused() -> None:
    for memory in ("nonsense", '{"row": 100000}'):
        with pytest.raises(InputError, match="must come from this session"):
            RateMeSession(test="vote").step(SessionState(memory=memory), "P1", WORK)


def test_the_page_has_buttons_a_board_and_the_estimates() -> None:
    kinds = {}
    for test in ("vote", "chess"):
        session = RateMeSession(test=test)
        state = session.begin(WORK)
        kinds[test] = [type(each).__name__ for each in session.exhibits(state)]
    assert kinds == {"vote": ["ActionPanel"], "chess": ["BoardDiagram"]}
    _, answer = run(RateMeSession(test="vote"), "P1", "P2")
    assert [type(each).__name__ for each in answer.exhibits()][:2] == ["AnswerSummary", "ForestPlot"]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in POOL_NAMES if name != "chess"])
def test_the_values_of_a_pool_are_those_of_its_question(name: str) -> None:
    from kibitz.app.ask import ask
    from kibitz.app.drills import DRILLS, thin_choices
    from kibitz.app.position_pools import MAX_POOL_CHOICES

    position = load_pool(name).positions[3]
    decision = thin_choices(ask(DRILLS[name].path, **position.request).counsel.to_decision(), MAX_POOL_CHOICES)  # type: ignore[attr-defined, arg-type]
    known = [-np.inf if worth is None else worth for worth in position.worth]
    assert np.allclose(decision.utilities, known, atol=0.003 if name != "bid" else 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("name", POOL_NAMES)
def test_information_and_estimate_of_every_test_are_finite(name: str) -> None:
    test = load_test(name)
    bits = test.information(test.prior)
    assert np.isfinite(bits).all()
    assert bits.max() > 0.02
    assert np.allclose(test.chances.sum(axis=1), 1, atol=1e-5)

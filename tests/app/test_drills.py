"""Drills: every position drawn can be judged, misses come back soon, and the record is one that ratings read."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from kibitz.app.ask import answer_question
from kibitz.app.catalogue import request_type
from kibitz.app.drills import (
    DRILLS,
    DrillResult,
    drill_statistics,
    grade_answer,
    mean_loss_curve,
    record_answer,
    thin_choices,
)
from kibitz.app.library import DrillAnswer, Library
from kibitz.app.request_parsing import parse_request
from kibitz.core.decision import Decision, parse_decision
from kibitz.core.ids import ChoiceIndex


@pytest.mark.parametrize("name", ["final", "daily-double", "buzz", "bid", "vote", "square"])
def test_every_position_drawn_is_a_question_that_can_be_asked(name: str) -> None:
    drill = DRILLS[name]
    for seed in range(50):
        drawn = drill.draw(Random(seed))
        parse_request(request_type(drill.path), drawn)
        assert "?" in drill.words(drawn)


@pytest.mark.parametrize(
    ("name", "choice"), [("final", "1000"), ("daily-double", "500"), ("buzz", "wait"), ("vote", "P1"), ("square", "")]
)
def test_a_choice_is_judged_and_its_record_loses_what_the_judgement_says(name: str, choice: str) -> None:
    drill = DRILLS[name]
    drawn = drill.draw(Random(3))
    choice = choice or drill.choice_buttons(drawn)[0]
    result = grade_answer(drill, answer_question(drill.path, {**drawn, drill.own: choice}))
    record = parse_decision(result.decision)
    assert result.choice == choice
    assert record.loss == pytest.approx(result.loss, abs=1e-12)
    assert len(record.utilities) <= 62


def test_a_checker_play_comes_from_a_game_and_is_judged() -> None:
    drill = DRILLS["checker-play"]
    drawn = drill.draw(Random(4))
    best = answer_question(drill.path, drawn).best  # type: ignore[attr-defined]
    if best != "no move":
        assert grade_answer(drill, answer_question(drill.path, {**drawn, "play": best})).grade == "best"


def test_what_was_missed_comes_back_in_ten_minutes_and_what_was_known_ever_later(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    held = {"p1": "0.5"}

    def after(grade: str) -> float:
        result = DrillResult("P1", grade, 0.0, grade, "{}")
        return (record_answer(library, "vote", held, result) - time.time()) / 86_400

    assert after("mistake") == pytest.approx(10 / 1440, abs=0.003)
    assert after("best") > 0.9
    assert library.due_requests("vote", time.time()) == []
    assert len(library.due_requests("vote", time.time() + 86_400 * 30)) == 1
    assert after("blunder") == pytest.approx(10 / 1440, abs=0.003)


def test_thinning_keeps_the_best_the_choice_and_the_loss() -> None:
    utilities = tuple(-abs(i - 7_123) / 1e4 for i in range(20_001))
    decision = Decision(utilities=utilities, chosen=ChoiceIndex(19_999))
    small = thin_choices(decision)
    assert len(small.utilities) <= 60
    assert small.loss == decision.loss
    assert thin_choices(small) == small


def test_a_cube_drill_offers_both_choices_and_judges_the_better_one_best() -> None:
    drill = DRILLS["cube"]
    drawn = drill.draw(Random(2))
    answer = answer_question(drill.path, drawn)
    better = answer.counsel.choice  # type: ignore[attr-defined]
    assert set(drill.choice_buttons(drawn)) == {"no double", "double"}
    assert grade_answer(drill, answer_question(drill.path, {**drawn, "choice": better})).grade == "best"


def test_the_course_of_a_drill_is_the_mean_loss_after_each_answer_with_its_interval() -> None:
    losses = [0.1, 0.0, 0.2, 0.0, 0.1, 0.0]
    answers = [
        DrillAnswer(drill="vote", request="{}", choice="P1", grade="fine", loss=loss, decision="{}", at=float(i))
        for i, loss in enumerate(losses)
    ]
    assert mean_loss_curve(answers[:4]) is None
    course = mean_loss_curve(answers)
    assert course is not None
    assert course.choices == (5, 6)
    assert course.worth == pytest.approx((0.08, 0.4 / 6))
    assert all(0 <= low < worth < high for low, worth, high in zip(course.low, course.worth, course.high, strict=True))


@pytest.mark.parametrize("decision", ["", "{}", "[]", '{"unit": "furlongs"}', "[" * 100_000])
def test_answers_whose_record_tells_no_unit_are_tallied_all_the_same(decision: str) -> None:
    answers = [
        DrillAnswer(drill="vote", request="{}", choice="P1", grade="fine", loss=0.1, decision=decision, at=float(i))
        for i in range(6)
    ]
    told = drill_statistics(answers)
    assert told is not None
    assert told.streaks == "streak 6, best 6"

"""How people play, and the buzz threshold over one's own score, drawn by commands."""

from __future__ import annotations

import pytest

from kibitz import ask
from kibitz.games.jeopardy.answers.buzz_map import BuzzMapAnswer
from kibitz.games.jeopardy.answers.people_habits import PeopleAnswer


@pytest.fixture(scope="module")
def people() -> PeopleAnswer:
    answer = ask("jeopardy.people")
    assert isinstance(answer, PeopleAnswer)
    return answer


def test_daily_doubles_and_outcomes_add_up_in_both_eras(people: PeopleAnswer) -> None:
    assert len(people.eras) == 2
    for era in people.eras:
        assert [sum(map(sum, table)) for table in era.placement] == pytest.approx([1, 2])
        assert sum(era.outcomes) == pytest.approx(1)


def test_bets_grow_with_the_score_and_never_exceed_it(people: PeopleAnswer) -> None:
    for era in people.eras:
        for bets in era.double_bets:
            assert list(bets) == sorted(bets)
            assert all(bet <= score for bet, score in zip(bets, people.scores, strict=True))
        assert all(0 <= share <= 1 for shares in era.final_bets for share in shares)


def test_figure_8_has_its_steps() -> None:
    """Against 13,000 and 6,600: low just below the leader, high just above, never near 23,000, free at 25,000."""
    answer = ask(
        "jeopardy.buzz-map",
        others=(13_000, 6_600),
        machine=True,
        opponents=("champion",),
        era=1996,
        final_bets="all-in",
        step=1_000,
        highest=25_000,
    )
    assert isinstance(answer, BuzzMapAnswer)
    thresholds = {each.score: each.threshold for each in answer.thresholds}
    assert thresholds[12_000] < 0.3
    assert thresholds[14_000] > 0.6
    assert thresholds[23_000] == 1
    assert thresholds[25_000] == 0
    assert next(answer.runs())[0] == 1_000


def test_the_map_agrees_with_the_question_about_one_clue() -> None:
    drawn = ask("jeopardy.buzz-map", others=(13_000, 6_600), step=4_000, highest=12_000)
    assert isinstance(drawn, BuzzMapAnswer)
    one = ask("jeopardy.buzz", scores=(12_000, 13_000, 6_600), me=1, value=2_000, abilities="equal")
    assert drawn.thresholds[-1].threshold == pytest.approx(one.thresholds[0], abs=1e-6)

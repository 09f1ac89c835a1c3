"""The case book: famous Finals, each a question and a drill."""

from __future__ import annotations

from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest

from kibitz import ask
from kibitz.app.drills import DRILLS
from kibitz.games.jeopardy.answers.case_book import CaseBookAnswer
from kibitz.games.jeopardy.final.case_book import CASES, find_case


@pytest.fixture(scope="module")
def book() -> CaseBookAnswer:
    answer = ask("jeopardy.cases")
    assert isinstance(answer, CaseBookAnswer)
    return answer


def test_no_known_bet_beats_the_best_one(book: CaseBookAnswer) -> None:
    assert len(book.cases) == len(CASES)
    for case in book.cases:
        assert case.bet_worth <= case.worth + 1e-3


def test_strattons_dilemma_is_played_with_a_small_bet(book: CaseBookAnswer) -> None:
    """29.6 % against the 22.5 % of the textbook's all-in."""
    (stratton,) = (case for case in book.cases if case.name == "Stratton's dilemma")
    assert stratton.wager < 1_000
    assert stratton.worth == pytest.approx(0.296, abs=0.002)
    assert stratton.bet_worth == pytest.approx(0.225, abs=0.002)


def test_a_case_opens_as_its_question(book: CaseBookAnswer) -> None:
    for advice, case in zip(book.cases, CASES, strict=True):
        parts = urlsplit(advice.link)
        fields = {name: values[0] for name, values in parse_qs(parts.query).items()}
        assert parts.path == "/jeopardy/final"
        assert fields["scores"] == ",".join(map(str, case.scores))
        assert int(fields["wager"]) == case.bet


def test_the_drill_asks_cases_with_the_players_in_any_order() -> None:
    drill, draw = DRILLS["famous-finals"], Random(3)
    known = {(tuple(sorted(case.scores)), case.scores[case.me - 1]) for case in CASES}
    for _ in range(20):
        request = drill.draw(draw)
        scores, me = list(request["scores"]), int(str(request["me"]))  # type: ignore[call-overload]
        assert (tuple(sorted(scores)), scores[me - 1]) in known


def test_a_case_is_found_by_its_scores_and_player() -> None:
    assert find_case((20_000, 10_000, 3_000), 2) is CASES[5]
    assert find_case((20_000, 10_000, 3_000), 3) is None

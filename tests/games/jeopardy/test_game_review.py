"""The review of a taped game: chances, wagers, luck and skill agree with the questions that answer each alone."""

from __future__ import annotations

import json
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.app.request_parsing import to_json
from kibitz.core.decision import parse_decision
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.work import WorkCancelled, WorkContext
from kibitz.draw.curve import Series
from kibitz.draw.win_chart import ErrorFlag, WinChart, win_chart_svg
from kibitz.games.jeopardy.answers.review import ReviewAnswer
from kibitz.games.jeopardy.archive.game import RecordedClue, ReplayedState
from kibitz.games.jeopardy.archive.game_table import parse_table
from kibitz.games.jeopardy.board import Square
from kibitz.games.jeopardy.fields import ReturningChampion
from kibitz.games.jeopardy.live import AnswerTally, LiveSession, apply_action
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.questions.review import EXAMPLE_GAME, ReviewRequest
from kibitz.games.jeopardy.review.buzzes import review_buzzes
from kibitz.games.jeopardy.review.decision_review import DecisionReview
from kibitz.games.jeopardy.review.game_timeline import review_game
from kibitz.games.jeopardy.review.wagers import review_daily_double
from kibitz.games.jeopardy.show import SEATS, Era, Ties, rules_of
from kibitz.games.jeopardy.value.win_curve import chances_before_final, win_curve
from kibitz.rate import Sample

LATE = """players,Ann,<b>Ben</b>,"O'Cas & co"
date,2008-02-13
1,1,1,,,1
1,5,2,,1,2
1,4,3,1000,,2
2,1,1,,,1
2,3,4,2000,,1
2,4,5,,2 1,3
2,5,6,1000,3,
after 1,4000,3800,2600
after 2,14000,7000,3600
final,1,200,wrong
final,2,7000,right
final,3,3600,wrong
"""
"""A lock-tie before Final, ties being shared: the leader throws it away."""


def answered(text: str = LATE, **request: object) -> ReviewAnswer:
    return ReviewRequest(page=Document(name="game.csv", text=text), **request).answer(WorkContext())  # type: ignore[arg-type]


@cache
def late() -> ReviewAnswer:
    return answered()


def test_a_third_plus_luck_less_errors_is_the_result_of_every_player() -> None:
    for review in (late(), answered(EXAMPLE_GAME)):
        for account in review.accounts:
            assert 1 / 3 + account.luck - account.errors == pytest.approx(account.result, abs=1e-12)
            parts = account.start + account.clues + account.daily_doubles + account.final
            assert parts == pytest.approx(account.luck, abs=1e-12)
            losses = [d.loss for d in review.decisions if d.player == account.player]
            assert sum(losses) == pytest.approx(account.errors, abs=1e-12)
        assert sum(account.result for account in review.accounts) == 1
        assert [account.result for account in review.accounts] == list(review.chances[-1].win)


def test_chances_along_a_game_sum_to_one_and_are_those_of_the_session_that_keeps_score() -> None:
    orders = ("c1r1 1+", "c2r5 1- 2+", "dd c3r4 2 1000 +", "c1r2 1- 3+", "round 2", "c1r1 1+", "dd c4r3 1 800 +")
    position, live = parse_position("0_0_0.1.1.3fffffff"), LiveSession(era=2018)
    states, told = [], []
    for order in orders:
        position = apply_action(position, order)
        states.append(position)
        told.append(live._cached_chances(position, AnswerTally()))
    result = win_curve(states, Era.RECENT, Ties.TIEBREAKER)
    assert np.allclose(result.sum(axis=1), 1)
    assert np.allclose(result, told, atol=1e-6)
    win = ask("jeopardy.win", state="800_1000_0.2.2.3ffffffe", era=2018)
    alone = win_curve([parse_position("800_1000_0.2.2.3ffffffe")], Era.RECENT, Ties.TIEBREAKER)[0]
    assert np.allclose(win.chances, alone, atol=1e-6)


def test_before_final_the_chances_are_the_exact_ones_brought_to_one_sum() -> None:
    exact = ask("jeopardy.chances", scores=[14000, 7000, 3600], era=2008).chances
    assert chances_before_final((14000, 7000, 3600), Era.PAPER, Ties.SHARED) == pytest.approx(
        [c / sum(exact) for c in exact]
    )
    assert late().chances[-2].win == pytest.approx(chances_before_final((14000, 7000, 3600), Era.PAPER, Ties.SHARED))


def test_a_daily_double_is_judged_as_its_own_question_judges_it() -> None:
    doubles = [d for d in late().decisions if d.kind == "daily-double"]
    assert [(d.clue, d.player, d.choice) for d in doubles] == [(3, 2, 1000), (5, 1, 2000), (7, 3, 1000)]
    for decision in doubles[:2]:
        alone = ask(
            "jeopardy.daily-double",
            state=decision.position,
            era=2008,
            confidence=decision.confidence,
            wager=decision.choice,
        )
        assert decision.best == alone.wager
        assert decision.worth == pytest.approx(alone.counsel.judgement.worth)
        assert decision.loss == pytest.approx(alone.counsel.judgement.loss, abs=1e-9)
        assert decision.method == alone.method
        own = ask(
            "jeopardy.daily-double",
            state=decision.position,
            era=2008,
            confidence=decision.shown_confidence,
            wager=decision.choice,
        )
        assert decision.shown_best == own.wager
        assert decision.shown_loss == pytest.approx(own.counsel.judgement.loss, abs=1e-9)


def test_the_accuracy_shown_rises_with_right_answers() -> None:
    right = "".join(f"1,{row},{column},,,1\n" for row in (1, 2, 3) for column in (1, 2, 3))
    wrong = "".join(f"1,{row},{column},,2,3\n" for row in (1, 2, 3) for column in (4, 5, 6))
    review = answered(
        f"{right}{wrong}1,4,1,1000,,1\n2,5,1,,,3\nafter 2,6000,4000,2000\nfinal,1,0,wrong\n"
        "final,2,0,wrong\nfinal,3,0,wrong\n",
        champion=ReturningChampion.LEFT,
    )
    double = review.decisions[0]
    assert double.shown_confidence > double.confidence + 0.01


def test_a_final_wager_is_judged_as_its_own_question_judges_it_and_a_thrown_lock_tie_is_named() -> None:
    for decision in late().decisions:
        if decision.kind == "final":
            alone = ask(
                "jeopardy.final", scores=[14000, 7000, 3600], me=decision.player, era=2008, wager=decision.choice
            )
            assert decision.best == alone.wager
            assert decision.loss == pytest.approx(alone.counsel.judgement.loss)
            assert decision.grade == alone.counsel.judgement.grade
    leader, second, _ = (d for d in late().decisions if d.kind == "final")
    assert leader.best == 0
    assert leader.notes == ("missed: lock-tie, $0",)
    assert any(note.startswith("bet: lock-tie") for note in second.notes)


def test_a_missed_two_thirds_bet_is_named() -> None:
    text = "1,1,1,,,1\n2,1,1,,,2\nafter 2,20000,14400,2000\nfinal,1,8801,wrong\nfinal,2,14400,wrong\nfinal,3,0,wrong\n"
    second = next(d for d in answered(text).decisions if d.kind == "final" and d.player == 2)
    assert any(note.startswith("missed: two-thirds, up to $3,199") for note in second.notes)
    assert second.loss > 0.05
    assert isinstance(second.best, int)
    assert second.best <= 3 * 14400 - 2 * 20000


def test_a_missed_lock_tie_on_the_last_daily_double_is_named() -> None:
    """Section 4.4: 6,200 against 19,200 and 9,500, and the last clue is a Daily Double: $3,400 reaches a lock-tie."""
    last = parse_position("6200_19200_9500.1.2.20000000.c1r3c6r5.0.1d")
    after = parse_position("12200_19200_9500.1.2.0.c1r3c6r5.0.1f")
    clue = RecordedClue(2, 5, 6, 6000, (), 0)
    before, now = ReplayedState(59, last), ReplayedState(60, after, clue, Square(29), last)
    decision = review_daily_double(parse_table(LATE), before, now, rules_of(Era.PAPER))
    assert decision is not None
    assert decision.best == 3400
    assert decision.notes == ("missed: lock-tie, $3,400 reaches it if right",)
    assert decision.loss > 0.02


def last_clue(scores: str, wrong: tuple[int, ...], right: int | None) -> list[DecisionReview]:
    """Answers to a last clue of $1,200, both Daily Doubles found."""
    before = parse_position(f"{scores}.1.2.1000.c1r4c2r4")
    after = parse_position(f"{scores}.1.2.0.c1r4c2r4")
    moments = (
        ReplayedState(59, before),
        ReplayedState(60, after, RecordedClue(2, 3, 1, None, wrong, right), Square(12)),
    )
    return review_buzzes(parse_table(LATE), moments, rules_of(Era.PAPER))


def test_a_buzz_on_the_last_clue_that_throws_a_lock_tie_away_is_named() -> None:
    """Section 4.4: A 18,800, B 10,000, C 7,600, $1,200: B never buzzes first, and is wrong on purpose after A was."""
    (first,) = last_clue("18800_10000_7600", (), 1)
    assert (first.player, first.choice, first.best) == (1, "buzz", "wait")
    assert first.loss > 0.05
    leader, rebound = last_clue("18800_10000_7600", (0,), 1)
    assert rebound.best == "wrong on purpose"
    assert rebound.notes == ("a wrong answer wins more here than a right one: it makes a lock-tie",)
    assert rebound.loss > 0.1
    assert leader.player == 0


def test_a_buzz_is_judged_as_its_own_question_judges_it() -> None:
    (first,) = last_clue("12000_10000_7600", (), 1)
    assert (first.best, first.loss, first.notes) == ("buzz", 0.0, ())
    alone = ask(
        "jeopardy.buzz", state=first.position, me=2, value=1200, era=2008, confidence=first.confidence, choice="buzz"
    )
    assert first.worth == pytest.approx(alone.counsel.judgement.worth, abs=1e-6)
    (second,) = last_clue("18800_10000_7600", (), 1)
    alone = ask(
        "jeopardy.buzz", state=second.position, me=2, value=1200, era=2008, confidence=second.confidence, choice="buzz"
    )
    assert second.loss == pytest.approx(alone.counsel.judgement.loss, abs=1e-6)


def test_a_buzz_that_risks_a_lockout_is_named() -> None:
    (only,) = last_clue("23000_10000_2000", (0,), None)
    assert only.best == "wait"
    assert only.notes == ("silence keeps a lock game that $1,200 can lose",)


def test_old_dollars_are_judged_as_twice_as_many_of_today() -> None:
    lines = {1: "1,4,3,500,,2", 2: "1,4,3,1000,,2"}
    old = answered(f"date,1999-02-13\n1,5,1,,,2\n{lines[1]}\n2,5,1,,,2\nfinal,2,1000,right\n")
    new = answered(f"date,2004-02-13\n1,5,1,,,2\n{lines[2]}\n2,5,1,,,2\nfinal,2,2000,right\n")
    assert [2 * score for score in old.scores.final] == list(new.scores.final)
    for then, now in zip(old.chances[:4], new.chances[:4], strict=True):
        assert then.win == pytest.approx(now.win)
    first, second = old.decisions[0], new.decisions[0]
    assert first.loss == pytest.approx(second.loss)
    assert first.choice == 500
    assert first.best == int(second.best) // 2


def test_finding_a_daily_double_is_worth_its_right_and_wrong_answers_at_average_accuracy() -> None:
    review = review_game(parse_table(LATE))
    first = review.doubles[0]
    right = review.chances[3]
    accuracy = review.decisions[0].confidence
    assert first.worth < right[1] - review.chances[2][1]
    assert first.worth == pytest.approx(
        accuracy * right[1] + (1 - accuracy) * _other() - review.chances[2][1], abs=1e-9
    )


def _other() -> float:
    """The finder's chance had the answer been wrong."""
    text = LATE.replace("1,4,3,1000,,2", "1,4,3,1000,2,").replace("after 1,4000,3800,2600", "after 1,4000,1800,2600")
    return float(review_game(parse_table(text)).chances[3][1])


@pytest.mark.parametrize(("ties", "shares"), [(Ties.SHARED, (0.5, 0.5, 0.0)), (Ties.TIEBREAKER, (0.0, 1.0, 0.0))])
def test_level_scores_share_the_win_until_a_tiebreaker_parts_them(ties: Ties, shares: tuple[float, ...]) -> None:
    text = "1,1,1,,,1\n2,1,1,,,2\nafter 2,8000,8000,100\nfinal,1,8000,right\nfinal,2,8000,right\nfinal,3,0,wrong\n"
    text += "tiebreaker,2\n" if ties == "tiebreaker" else ""
    review = answered(text, ties=ties)
    assert review.chances[-1].win == shares
    assert len(review.chances) == 2 + 2 + (ties == "tiebreaker")
    for account in review.accounts:
        assert 1 / 3 + account.luck - account.errors == pytest.approx(account.result, abs=1e-12)


@given(st.permutations([1, 2, 3]))
@settings(max_examples=3)
def test_names_and_seats_follow_the_table(order: list[int]) -> None:
    text = f"1,1,1,,,{order[0]}\n2,5,1,,{order[1]},{order[2]}\nfinal,{order[2]},1000,right\n"
    review = answered(text)
    assert review.winners == (order[2],)
    assert review.scores.final[order[2] - 1] == 3000


def test_the_json_of_a_review_holds_what_programs_look_for() -> None:
    told = json.loads(to_json(late()))
    assert set(told["scores"]) == {"round_1", "round_2", "final"}
    assert told["scores"]["final"] == [13800, 14000, 0]
    assert {"round", "row", "column", "wager", "right", "player"} <= set(told["daily_doubles"][0])
    assert [standing["clue"] for standing in told["chances"]] == list(range(9))
    assert all(len(standing["win"]) == 3 for standing in told["chances"])
    assert {"kind", "player", "choice", "best", "loss"} <= set(told["decisions"][0])
    assert "records" not in told or told["records"] == []


def test_records_of_a_review_are_rated_together() -> None:
    records = [parse_decision(line) for line in late().records]
    assert len(records) == len(late().decisions)
    for record, decision in zip(records, late().decisions, strict=True):
        assert record.loss == pytest.approx(decision.loss, abs=1e-9)
        assert record.player == late().players[decision.player - 1]
    Sample.from_decisions(records)


class Page(HTMLParser):
    """Tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "onload", "onclick")]


def test_the_report_is_one_page_without_scripts_or_addresses_whatever_the_names() -> None:
    html = late().file("report").data.decode()
    page = Page()
    page.feed(html)
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert page.addresses == []
    assert "<b>Ben</b>" not in html
    assert "&lt;b&gt;Ben" in html
    assert "svg" in page.tags
    assert html.count('class="grade"') == len(late().decisions)
    picture = ElementTree.fromstring(late().file("chart").data)
    assert len([each for each in picture if each.tag.endswith("polyline")]) == SEATS
    assert parse_table(late().file("table").data.decode()) == parse_table(LATE)


def test_a_story_has_a_line_a_player_a_name_at_its_end_and_a_flag_an_error() -> None:
    story = WinChart(
        "t",
        (Series("A", (0.3, 0.6, 1.0)), Series("B & <C>", (0.7, 0.4, 0.0))),
        ((0, "one"), (1, "two")),
        (ErrorFlag(1, 0, "blunder", "bad <i>"), ErrorFlag(1, 0, "mistake", "worse")),
        "move",
    )
    for alone in (True, False):
        picture = win_chart_svg(story, alone)
        assert picture.count("<polyline") == 2
        assert "B &amp; &lt;C&gt;" in picture
        assert "bad &lt;i&gt;" in picture
        assert ("var(--seat-1)" in picture) == (not alone)
    assert story.all_steps().rows[1] == ("move 1", "60.0 %", "40.0 %")
    with pytest.raises(InputError):
        win_chart_svg(WinChart("t", (Series("A", (0.5,)),)))


def test_a_review_can_be_cancelled() -> None:
    def stop(done: int, total: int, note: str) -> None:
        raise WorkCancelled

    with pytest.raises(WorkCancelled):
        ReviewRequest(page=Document(name="game.csv", text=LATE)).answer(WorkContext(on_progress=stop))


def test_a_wager_that_the_scores_do_not_allow_is_left_unjudged_and_said() -> None:
    review = answered("1,1,1,9000,,1\n2,1,1,,,1\nfinal,1,100,right\n")
    assert [d.kind for d in review.decisions] == ["final"]
    assert "not judged" in review.notes[0]


PAGES = Path(__file__).resolve().parents[4] / "shared" / "data" / "jeopardy" / "html"


@pytest.mark.slow
@pytest.mark.needs("shared data")
@pytest.mark.parametrize("name", ["show7677", "show4857", "show0383", "showscores"])
def test_saved_pages_are_reviewed_and_their_luck_and_skill_add_up(name: str) -> None:
    path = next(path for path in sorted(PAGES.glob("*.html")) if name in path.name and "responses" not in path.name)
    review = ReviewRequest(page=Document(name=path.name, data=path.read_bytes())).answer(WorkContext())
    for account in review.accounts:
        assert 1 / 3 + account.luck - account.errors == pytest.approx(account.result, abs=1e-12)
        assert account.result in (0.0, 1.0)
    assert len(review.chances) == sum(review.rounds) + 2
    assert list(review.exhibits())

"""Options do what they say or are refused, and sentences are true where they stand."""

from __future__ import annotations

import json

import pytest

from kibitz import ask
from kibitz.cli.main import run
from kibitz.core import InputError
from kibitz.games.jeopardy.final.named_wagers import named_wagers
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.show import Ties

LATE = "12000_9000_8000.1.2.5-0-4-0-5-0.c6r4c1r3"


def test_a_state_may_begin_with_a_negative_score_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jeopardy", "win", "-200_400_800.1.1.12345-12345-0-0-0-0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["scores"] == [-200, 400, 800]
    assert run(["jeopardy", "placement", "--round", "2", "--position", "-600_0_0.1.2.3fffffff", "--json"]) == 0


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("x_1_2.1.1.3fffffff", "scores must be"),
        ("1_2_3.4.1.3fffffff", "player in control must be"),
        ("1_2_3.1.3.3fffffff", "round must be"),
        ("1_2_3.1.2.6-0-0-0-0-0", "open squares must be"),
        ("1_2_3.1.2.5-0-0-0-0-0.c7r1", "Daily Doubles found must be"),
        ("1_2_3.1.2.5-0-0-0-0-0.0.1", "results must be"),
        ("1_2_3.1.2.5-0-0-0-0-0.0.0.2x", "decision must be"),
        ("1_2_3.1.2.5-0-0-0-0-0.0.0.2s.a", "totals must be"),
        ("1_2_3.1", "round is missing"),
        ("1_2_3.1.2.5-0-0-0-0-0.0.0.2s.1_2_3.4", "at most 8 parts"),
    ],
)
def test_an_error_names_the_part_of_a_state_that_is_wrong(text: str, part: str) -> None:
    with pytest.raises(InputError, match=part):
        parse_position(text)


def test_daily_doubles_that_cannot_be_hidden_are_refused() -> None:
    for question in ("jeopardy.select", "jeopardy.win"):
        with pytest.raises(InputError, match="only 1 open column"):
            ask(question, state="9000_8000_7000.1.2.0-0-0-0-0-5")
    with pytest.raises(InputError, match="each in a column of its own"):
        ask("jeopardy.placement", round=2, found=["c1r4", "c1r5"])
    assert ask("jeopardy.select", state="9000_8000_7000.1.2.0-0-0-0-0-5.c1r4c2r4").square == "c6r5"


def test_where_nobody_has_money_nobody_wins() -> None:
    assert ask("jeopardy.win", state="0_0_0.1.2.0-0-0-0-0-0").explain().headline.startswith("Nobody wins")
    assert ask("jeopardy.chances", scores=[0, -200, 0]).explain().headline.startswith("Nobody wins")


@pytest.mark.parametrize(
    ("question", "arguments", "field"),
    [
        ("jeopardy.final", {"scores": [9000, 8000, 7000], "me": 1, "level": "grand-champion"}, "level"),
        ("jeopardy.final", {"scores": [9000, 8000, 7000], "me": 1, "second": 0.33}, "second"),
        ("jeopardy.win", {"state": "0_0_0.1.1.3fffffff", "opponents": ["champion"]}, "me"),
        ("jeopardy.win", {"state": "0_0_0.1.1.3fffffff", "abilities": "equal"}, "me"),
        ("jeopardy.win", {"state": "0_0_0.1.1.3fffffff", "me": 1, "right": [1, 0, 0]}, "right"),
        (
            "jeopardy.daily-double",
            {"scores": [9000, 8000, 7000], "me": 1, "you": [0.7, 0.9, 0.7, 0.6], "level": "champion"},
            "level",
        ),
    ],
)
def test_options_that_would_be_ignored_are_refused(question: str, arguments: dict[str, object], field: str) -> None:
    with pytest.raises(InputError, match=f"^{field}"):
        ask(question, **arguments)


def test_own_rates_count_on_the_last_daily_double() -> None:
    common = {"scores": [12000, 9000, 8000], "me": 1, "left": [400], "confidence": 0.65, "step": 1000}
    strong, weak = (
        ask("jeopardy.daily-double", **common, you=rates) for rates in ((0.8, 0.95, 0.8, 0.8), (0.4, 0.7, 0.5, 0.3))
    )
    assert strong.counsel.worth > weak.counsel.worth + 0.1


@pytest.mark.parametrize(
    "where",
    [{"scores": [14000, 10000, 6000], "me": 1, "left": [400, 2000]}, {"state": LATE}],
)
def test_a_limit_on_risk_changes_the_wager_and_the_headline(where: dict[str, object]) -> None:
    bold = ask("jeopardy.daily-double", **where, confidence=0.8)
    careful = ask("jeopardy.daily-double", **where, confidence=0.8, limit=0.05)
    assert careful.caution is not None
    assert careful.wager == careful.caution.wager < bold.wager
    assert f"{careful.wager:,}" in careful.explain().headline
    assert careful.risk <= 0.05 + 1e-9
    assert any(f"would be ${bold.wager:,}" in reason for reason in careful.explain().reasons)


def test_a_loss_has_the_same_grade_on_every_page() -> None:
    alone = ask("jeopardy.daily-double", state=LATE, wager=2000)
    board = ask("jeopardy.board", state=LATE, wager=2000).double
    assert board is not None
    assert board.counsel.judgement.grade == alone.counsel.judgement.grade
    scores = ask("jeopardy.daily-double", scores=[14000, 10000, 6000], me=1, wager=5)
    loss, grade = scores.counsel.judgement.loss, scores.counsel.judgement.grade
    final = ask("jeopardy.final", scores=[14000, 10000, 6000], me=1)
    assert {"inaccuracy": loss < 0.035, "mistake": 0.035 <= loss < 0.095, "blunder": loss >= 0.095}.get(grade, True)
    assert final.counsel is not None


def test_a_leader_at_a_lock_tie_has_a_reason_to_bet_where_ties_are_broken() -> None:
    old, new = (
        next(each.meaning for each in named_wagers((20000, 10000, 3000), 1, ties) if each.name == "lock-tie")
        for ties in (Ties.SHARED, Ties.TIEBREAKER)
    )
    assert "no reason to bet" in old
    assert "may bet a dollar" in new


def test_a_bet_called_within_two_thirds_is_within_two_thirds() -> None:
    """At equal spacing it exceeded the limit by the dollar that passes C."""
    for a, b in ((20000, 16000), (24000, 18000), (21000, 15000)):
        for c in range(b // 2 - 400, b, 200):
            for ties, extra in ((Ties.SHARED, 0), (Ties.TIEBREAKER, 1)):
                for each in named_wagers((a, b, c), 1, ties):
                    if each.name == "cover C within two-thirds":
                        assert each.wager <= 3 * b - 2 * a - extra


def test_who_can_still_win_is_not_called_out_of_reach() -> None:
    answer = ask("jeopardy.daily-double", scores=[10000, 8000, -200], me=3, left=[400, 2000])
    assert not any("out of reach" in reason for reason in answer.explain().reasons)

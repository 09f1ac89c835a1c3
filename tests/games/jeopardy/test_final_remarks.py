"""What is remarked beside a Final wager: the rule of the card, the break of the curve, and what it is compared with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import ask
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.grids import OutcomeBreakdown
from kibitz.draw.curve_plot import NARROW, WIDE, curve_svg
from kibitz.games.jeopardy.answers.exhibits.final_exhibits import FALL_REASONS, RISE_REASONS, curve_break_note
from kibitz.games.jeopardy.final.card import list_wager, load_shipped_list
from kibitz.games.jeopardy.final.card_rules import load_shipped_loss
from kibitz.games.jeopardy.final.named_wagers import named_wagers
from kibitz.games.jeopardy.show import Era

DESIGN = {"scores": (18400, 14600, 9000), "me": 2}


@pytest.mark.parametrize(("me", "role"), [(2, 1), (3, 2)])
def test_the_rule_to_remember_is_that_of_the_card_with_what_it_costs_here_and_on_average(me: int, role: int) -> None:
    answer = ask("jeopardy.final", **(DESIGN | {"me": me}))
    ranked = (18400, 14600, 9000)
    rule = answer.card
    assert rule.wager == list_wager(load_shipped_list(Era.RECENT, role), ranked, role)
    assert rule.mean_loss == load_shipped_loss(Era.RECENT, role).mean
    judged = ask("jeopardy.final", **(DESIGN | {"me": me, "wager": rule.wager})).counsel.judgement
    assert rule.loss == pytest.approx(judged.loss)
    told = next(each.rule for each in answer.exhibits() if isinstance(each, AdviceExhibit))
    assert told is not None
    assert told.title == f"Card {'ABC'[role]}, rule {rule.number}"
    assert f"bets ${rule.wager:,} here" in told.words


def test_no_rule_is_told_where_the_first_cannot_be_caught_or_where_money_counts() -> None:
    assert ask("jeopardy.final", scores=(20000, 8000, 3000), me=1).card is None
    assert ask("jeopardy.final", **DESIGN, prizes=(3000, 2000)).card is None


def test_the_cliff_of_the_curve_says_why_it_falls_on_a_desk_and_not_on_a_phone() -> None:
    curve = ask("jeopardy.final", **DESIGN).chart()
    (remark,) = curve.remarks
    assert abs(remark.choice - 6999) <= 2
    assert remark.words == FALL_REASONS["two-thirds"]
    first = remark.words.partition("\n")[0]
    assert first in curve_svg(curve, WIDE)
    assert first not in curve_svg(curve, NARROW)


def test_a_break_without_a_named_wager_or_too_small_is_not_remarked_upon() -> None:
    falling = [0.5] * 10 + [0.2] * 10
    assert curve_break_note(falling, [(9, "two-thirds")])[0].choice == 9
    assert curve_break_note(falling, [(15, "two-thirds")]) == ()
    assert curve_break_note([0.5, 0.49, 0.48], [(1, "two-thirds")]) == ()
    assert curve_break_note(["-inf", "-inf", 0.5], [(1, "cover")]) == ()
    assert curve_break_note([], []) == ()
    (rise,) = curve_break_note(falling[::-1], [(10, "cover")])
    assert (rise.words, rise.falls) == (RISE_REASONS["cover"], False)


@given(st.integers(1, 30_000), st.integers(0, 30_000), st.integers(0, 30_000), st.sampled_from((0, 1, 2)))
def test_every_reason_for_a_break_belongs_to_a_wager_that_exists(a: int, b: int, c: int, role: int) -> None:
    ranked = tuple(sorted((a, b, c), reverse=True))
    known = {"all-in", "one dollar", "lock-tie"} | set(FALL_REASONS) | set(RISE_REASONS)
    assert {wager.name for wager in named_wagers(ranked, role)} <= known  # type: ignore[arg-type]


def test_the_wager_is_compared_with_the_best_other_named_ones_and_with_ones_own() -> None:
    answer = ask("jeopardy.final", **DESIGN, wager=9000)
    assert [each.name for each in answer.against] == ["cover C", "stay level with C", "zero bet", "yours"]
    for each in answer.against:
        lost = ask("jeopardy.final", **DESIGN, wager=each.wager).counsel.judgement.loss
        assert sum(outcome.gain for outcome in each.outcomes) == pytest.approx(lost, abs=1e-9)
    (gains,) = (each for each in answer.exhibits() if isinstance(each, OutcomeBreakdown))
    assert [each.name for each in gains.comparisons] == [x.name for x in answer.against]

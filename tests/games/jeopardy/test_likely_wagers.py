"""The strip of the opponents' wagers and the ladder against the model, by brute force."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.games.jeopardy.answers.exhibits.final_exhibits import describe_others
from kibitz.games.jeopardy.final.equities import FinalPosition, final_model
from kibitz.games.jeopardy.final.people_wagers import people_mixtures
from kibitz.games.jeopardy.show import Era, Ties

scores = st.tuples(*[st.integers(1, 30_000)] * 3)


@given(scores, st.integers(0, 2), st.sampled_from(Ties), st.sampled_from(Era))
@settings(max_examples=30, deadline=None)
def test_shares_sum_to_one_and_bars_do_not_overlap(given: tuple[int, ...], me: int, ties: Ties, era: Era) -> None:
    position = FinalPosition(given, me, ties)  # type: ignore[arg-type]
    for each in describe_others(position, final_model(me, era=era)):
        assert sum(bar.share for bar in each.bars) == pytest.approx(1)
        ends = [end for bar in each.bars for end in (bar.low, bar.high)]
        assert ends == sorted(ends)
        assert 0 <= ends[0] <= ends[-1] <= each.score


def test_shares_are_those_of_the_model_by_brute_force() -> None:
    position = FinalPosition((11_000, 10_400, 14_800), 0, Ties.TIEBREAKER)
    model = final_model(0, era=Era.RECENT)
    for each in describe_others(position, model):
        right = model.accuracies_at(position.scores)[each.player - 1]
        role = "ABC".index(each.role)
        bets = people_mixtures(Era.RECENT)[role].bets([position.ranked_scores], role)  # type: ignore[arg-type]
        for bar in each.bars:
            share = 0.0
            for k in range(bets.low.shape[1]):
                dollars = range(bets.low[0, k], bets.high[0, k] + 1, bets.step[0, k])
                inside = sum(bar.low <= wager <= bar.high for wager in dollars) / len(dollars)
                share += inside * (right * bets.if_right[0, k] + (1 - right) * bets.if_wrong[0, k])
            assert bar.share == pytest.approx(share)


@given(scores, st.integers(0, 2), st.sampled_from(Ties))
@settings(max_examples=30, deadline=None)
def test_the_bets_that_beat_a_bar_do_and_a_dollar_off_does_not(given: tuple[int, ...], me: int, ties: Ties) -> None:
    position = FinalPosition(given, me, ties)  # type: ignore[arg-type]
    own = given[me]

    def beats(mine: int, theirs: int) -> bool:
        return mine >= theirs if ties is Ties.SHARED else mine > theirs

    for each in describe_others(position, final_model(me)):
        for bar in each.bars:
            right = [bet for bet in (bar.needs, own) if bet is not None]
            assert beats(own + right[0], each.score + bar.high) == (bar.needs is not None)
            if bar.needs:
                assert not beats(own + bar.needs - 1, each.score + bar.high)
            assert beats(own - (bar.keeps or 0), each.score - bar.low) == (bar.keeps is not None)
            if bar.keeps is not None and bar.keeps < own:
                assert not beats(own - bar.keeps - 1, each.score - bar.low)


def test_terminal_and_page_show_the_strip_and_the_ladder() -> None:
    answer = ask("jeopardy.final", scores=(11_000, 10_400, 14_800), me=1)
    shown = {each.title: each for each in answer.exhibits()}
    strip, ladder = shown["What the others will bet"], shown["Ladder"]
    assert strip.svg().count("<rect") == sum(len(each.bars) for each in answer.others)
    assert [row[0] for row in ladder.table().rows] == ["A", "B", "C"]
    first = answer.ladder[0]
    assert (first.cover, first.missed, first.rational) == (7_201, 7_599, (0, 7_201))

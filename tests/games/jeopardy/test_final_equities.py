"""Final equities against brute force, a rollout, and the laws that they must obey."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule
from kibitz.games.jeopardy.endgame.rollout import final_shares
from kibitz.games.jeopardy.final.equities import (
    FINAL_GRADES,
    FinalPosition,
    advice_from_tables,
    final_advice,
    final_model,
    final_tables,
    format_final,
    parse_final,
    with_near_best_mix,
)
from kibitz.games.jeopardy.final.explain import explain_final_wager
from kibitz.games.jeopardy.final.named_wagers import named_wagers
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.payoffs import payoff_by_outcome, payoff_for_money
from kibitz.games.jeopardy.final.people_wagers import dollar_chances, people_mixtures, wager_distribution
from kibitz.games.jeopardy.final.situations import describe_situations
from kibitz.games.jeopardy.fit.final_lists import draw_scores
from kibitz.games.jeopardy.show import Era, Ties

small = st.integers(-30, 60)
seats = st.integers(0, 2)


def positions(score: st.SearchStrategy[int]) -> st.SearchStrategy[FinalPosition]:
    return (
        st.tuples(st.tuples(score, score, score), seats, st.sampled_from(Ties))
        .filter(lambda t: t[0][t[1]] > 0)
        .map(lambda t: FinalPosition(*t))
    )


def brute_force(position: FinalPosition, confidence: float) -> list[float]:
    """Win chance of every wager by enumerating both opponents' wagers and all eight outcomes."""
    model = final_model(position.me, confidence=confidence)
    triples = model.triples(position.scores)
    others = []
    for seat in position.opponents:
        role, score = position.order.index(seat), position.scores[seat]
        bets = people_mixtures(Era.PAPER)[role].bets(np.array([position.ranked_scores]), role)
        others.append(
            (
                seat,
                score,
                [dollar_chances(bets, 0, score, bets.if_wrong), dollar_chances(bets, 0, score, bets.if_right)],
            )
        )
    own, result = position.scores[position.me], []
    for wager in range(own + 1):
        total = 0.0
        for chance, right in zip(triples, TRIPLES, strict=True):
            mine = own + wager if right[position.me] else own - wager
            finals = [[(1.0, None)]] if not others else []
            for seat, score, by_answer in others:
                sign = 1 if right[seat] else -1
                by_wager = by_answer[int(right[seat])]
                finals.append([(p, score + sign * w) for w, p in enumerate(by_wager) if p > 0])
            stack: list[tuple[float, list[int]]] = [(1.0, [])]
            for options in finals:
                stack = [(p * q, [*held, x] if x is not None else held) for p, held in stack for q, x in options]
            for p, held in stack:
                best = max([mine, *held])
                if mine == best and mine > 0:
                    total += chance * p * (1.0 if position.ties is Ties.SHARED else 1 / (1 + held.count(best)))
        result.append(total)
    return result


@settings(max_examples=25)
@given(positions(st.integers(-5, 14)), st.sampled_from([0.0, 0.3, 0.8, 1.0]))
def test_every_wager_is_priced_as_by_brute_force(position: FinalPosition, confidence: float) -> None:
    exact = final_advice(position, final_model(position.me, confidence=confidence)).equities.values
    assert np.allclose(exact, brute_force(position, confidence), atol=1e-9)


@given(positions(small))
def test_the_notation_of_a_final_reads_back(position: FinalPosition) -> None:
    assert parse_final(format_final(position)) == position


@given(st.text(max_size=30))
def test_other_texts_are_refused_with_a_sentence(text: str) -> None:
    try:
        position = parse_final(text)
    except InputError:
        return
    assert parse_final(format_final(position)) == position


@given(positions(st.integers(1, 30_000)))
def test_surer_players_win_at_least_as_often_with_their_best_wager(position: FinalPosition) -> None:
    low, high = (
        final_advice(position, final_model(position.me, confidence=p)).equities.values.max() for p in (0.35, 0.65)
    )
    assert high >= low - 1e-9


@given(positions(st.integers(1, 30_000)))
def test_a_lockout_is_kept_by_every_bet_up_to_the_spare_lead(position: FinalPosition) -> None:
    a, b, _ = position.ranked_scores
    if position.role == 0 and a > 2 * b:
        values = final_advice(position, final_model(position.me)).equities.values
        assert np.allclose(values[: a - 2 * b], 1.0)


@given(positions(st.integers(1, 30_000)))
def test_named_wagers_are_legal_and_situations_are_sentences(position: FinalPosition) -> None:
    names = named_wagers(position.ranked_scores, position.role, position.ties)
    assert names
    assert all(0 <= name.wager <= position.scores[position.me] for name in names)
    assert all(line.endswith(".") for line in describe_situations(position.ranked_scores))


@given(positions(st.integers(1, 30_000)))
@settings(max_examples=40)
def test_the_wager_advised_is_best_and_said_in_the_headline(position: FinalPosition) -> None:
    tables = final_tables(position, final_model(position.me))
    advice = advice_from_tables(tables, "test")
    answer = explain_final_wager(tables, advice)
    assert advice.losses[answer.wager] <= advice.tolerance
    named = [name.wager for name in answer.names if name.loss <= advice.tolerance]
    assert answer.wager in named if named else advice.losses[answer.wager] == 0
    assert f"${answer.wager:,}" in answer.explanation.headline


def test_a_rollout_of_all_three_people_agrees_with_the_exact_chance() -> None:
    position = FinalPosition((15_400, 18_000, 9_800), 0)
    model = final_model(0)
    tables = final_tables(position, model)
    by_outcome = tables.by_outcome()
    bets = model.mixtures[1].bets(np.array([position.ranked_scores]), 1)
    right, wrong = (dollar_chances(bets, 0, 15_400, chance) for chance in (bets.if_right, bets.if_wrong))
    expected = sum(
        chance * float(row @ (right if who[0] else wrong))
        for chance, row, who in zip(tables.triples, by_outcome, TRIPLES, strict=True)
    )
    n = 60_000
    standing = FinalSetup(model, 0, Ties.SHARED, OwnFinalRule.PEOPLE)
    shares = final_shares(np.random.default_rng(3), np.tile(np.array(position.scores), (n, 1)), standing)
    assert abs(shares.mean() - expected) < 4 * shares.std() / np.sqrt(n)


def test_correlation_matters_when_i_must_be_right_and_the_leader_wrong() -> None:
    model = final_model(1)
    position = FinalPosition((20_000, 11_000, 100), 1)
    together = final_advice(position, model).equities.values.max()
    alone = final_advice(position, replace(model, correlations=(0.0, 0.0, 0.0))).equities.values.max()
    assert alone > together + 0.03


def test_with_two_thirds_and_equal_spacing_the_second_bets_exactly_what_covers_the_third() -> None:
    """Section 3.2: at least two-thirds, less than 2C, and 2C - B within 3B - 2A: bet 2C - B."""
    tables = final_tables(FinalPosition((20_000, 15_000, 8_000), 1), final_model(1))
    assert explain_final_wager(tables, advice_from_tables(tables, "test")).wager == 1_000


def test_the_leader_counters_a_two_thirds_bet_only_when_unsure() -> None:
    position = FinalPosition((20_000, 14_000, 3_000), 0)
    unsure = final_advice(position, final_model(0, confidence=0.2)).best
    sure = final_advice(position, final_model(0, confidence=0.8)).best
    assert unsure <= 3 * 20_000 - 4 * 14_000
    assert sure >= 2 * 14_000 - 20_000


def test_constrained_leaders_always_cover() -> None:
    position = FinalPosition((20_000, 14_000, 3_000), 0)
    advice = final_advice(position, final_model(0, confidence=0.2), cover=True)
    assert advice.best >= 8_000
    assert np.isneginf(advice.equities.values[:8_000]).all()


def test_randomising_spreads_over_all_near_equal_bets_and_no_others() -> None:
    advice = final_advice(FinalPosition((20_000, 14_500, 3_000), 1), final_model(1))
    mixed = with_near_best_mix(advice, 0.005)
    assert mixed.mix is not None
    assert mixed.mix.sum() == pytest.approx(1)
    assert ((mixed.mix > 0) == (advice.losses <= 0.005 + 1e-12)).all()
    assert (mixed.mix > 0).sum() > 100


def test_players_without_money_take_no_part() -> None:
    alone = final_advice(FinalPosition((500, -200, 0), 0), final_model(0)).equities.values
    assert np.allclose(alone[:500], 1.0)
    with pytest.raises(InputError, match="takes no part"):
        FinalPosition((500, -200, 0), 1)


@pytest.mark.parametrize("scores", [(10**9, 1, 1), (600_000, 1, 1)])
def test_scores_out_of_this_world_are_refused(scores: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match=r"must be (from|at most)"):
        FinalPosition(scores, 0)


@pytest.mark.parametrize("ties", list(Ties))
@pytest.mark.parametrize(
    "scores", [(20_000, 20_000, 12_000), (10_000, 10_000, 5_000), (9_000, 9_000, 9_000), (100, 100, 0)]
)
def test_tied_players_get_the_same_bets_and_chances(scores: tuple[int, int, int], ties: Ties) -> None:
    level = [seat for seat in range(3) if scores[seat] == max(scores)]
    curves = [final_advice(FinalPosition(scores, seat, ties), final_model(seat)).equities.values for seat in level]
    for curve in curves[1:]:
        np.testing.assert_allclose(curve, curves[0], atol=1e-12)


@given(st.permutations(range(3)), st.integers(1, 20_000), st.integers(0, 20_000))
@settings(max_examples=30)
def test_the_order_of_typing_changes_nothing(order: list[int], level: int, other: int) -> None:
    scores = (level, level, other)
    first, second, third = (scores[seat] for seat in order)
    me = order.index(0)
    moved = final_advice(FinalPosition((first, second, third), me), final_model(me)).equities.values
    plain = final_advice(FinalPosition(scores, 0), final_model(0)).equities.values
    np.testing.assert_allclose(moved, plain, atol=1e-12)


@given(st.integers(100, 40_000), st.floats(0.667, 0.999), st.floats(0, 0.6), st.sampled_from(list(Ties)))
def test_two_thirds_is_the_largest_bet_that_wins_whenever_the_leader_covers_and_misses(
    a: int, share: float, third: float, ties: Ties
) -> None:
    b = int(a * share)
    scores = (a, b, int(b * third))
    named = {name.name: name.wager for name in named_wagers(scores, 1, ties)}
    if "two-thirds" not in named:
        assert 3 * b - 2 * a < (ties is Ties.TIEBREAKER)
        return
    covered = {name.name: name.wager for name in named_wagers(scores, 0, ties)}["cover"]
    fallen = a - covered

    def wins(wager: int) -> bool:
        return b - wager >= fallen if ties is Ties.SHARED else b - wager > fallen

    limit = named["two-thirds"]
    assert wins(limit)
    assert not wins(limit + 1)


@given(positions(st.integers(1_000, 30_000)))
@settings(max_examples=40)
def test_reasons_gain_and_give_up_where_the_tables_say_so(position: FinalPosition) -> None:
    tables = final_tables(position, final_model(position.me))
    advice = advice_from_tables(tables, "test")
    answer = explain_final_wager(tables, advice)
    against = [reason for reason in answer.explanation.reasons if reason.startswith("Against ")]
    for reason in against:
        rival = next(name for name in answer.names if reason.startswith(f"Against {name.name} ("))
        by_outcome = tables.triples[:, None] * tables.by_outcome()
        gains: dict[str, float] = {}
        for i, right in enumerate(TRIPLES):
            words = []
            for role, seat in enumerate(position.order):
                if position.scores[seat] > 0:
                    who = "you are" if seat == position.me else f"{'ABC'[role]} is"
                    words.append(f"{who} {'right' if right[seat] else 'wrong'}")
            outcome = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
            gain = float(by_outcome[i, answer.wager] - by_outcome[i, rival.wager])
            gains[outcome] = gains.get(outcome, 0.0) + gain
        difference = advice.equities.values[answer.wager] - advice.equities.values[rival.wager]
        assert sum(gains.values()) == pytest.approx(difference, abs=1e-9)
        parts = re.findall(r"(gains|loses) ([0-9.]+) points where ([^;]+?)(?:;|\.$)", reason.partition("): it ")[2])
        assert parts
        for verb, figure, outcome in parts:
            signed = float(figure) / 100 * (1 if verb == "gains" else -1)
            assert signed == pytest.approx(gains[outcome], abs=0.00051)


@pytest.mark.parametrize(
    ("era", "right"), [(Era.PAPER, (0.489, 0.4947, 0.4826)), (Era.RECENT, (0.5233, 0.4917, 0.4304))]
)
def test_accuracy_goes_by_standing_as_recorded_and_moves_with_the_level(
    era: Era, right: tuple[float, float, float]
) -> None:
    model = final_model(0, era=era)
    assert model.accuracies_at((20_000, 12_000, 5_000)) == pytest.approx(right, abs=1e-3)
    assert model.accuracies_at((5_000, 20_000, 12_000)) == pytest.approx((right[2], right[0], right[1]), abs=1e-3)
    champions = final_model(0, "champion", era).accuracies_at((20_000, 12_000, 5_000))
    assert champions[0] == pytest.approx(right[0], abs=1e-3)
    assert min(champions[1] - right[1], champions[2] - right[2]) > 0.08
    assert final_model(1, era=era, confidence=0.7).accuracies_at((20_000, 12_000, 5_000))[1] == 0.7


def test_of_equals_all_answer_as_in_the_better_place() -> None:
    model = final_model(0, era=Era.RECENT)
    first, second, third = model.accuracies_at((9_000, 9_000, 9_000))
    assert first == second == third == pytest.approx(0.5233, abs=1e-3)
    assert model.accuracies_at((9_000, 4_000, 4_000))[1:] == pytest.approx((0.4917, 0.4917), abs=1e-3)


def test_a_leader_who_covers_bets_a_dollar_past_the_seconds_double() -> None:
    model = final_model(1, era=Era.RECENT).with_leader_covering(Ties.TIEBREAKER)
    wagers, chances = wager_distribution(0, (20_000, 14_000, 8_000), mixture=model.mixtures[0])
    assert wagers.tolist() == [8_001]
    assert chances.tolist() == [1.0]
    tied, _ = wager_distribution(0, (9_000, 9_000, 100), mixture=model.mixtures[0])
    assert tied.tolist() == [9_000]


def test_money_adds_up_to_prizes_and_scores_played_out_by_hand() -> None:
    """Two players, ties shared: win with the score, or take the second prize."""
    position = FinalPosition((100, 60, 0), 0)
    model = final_model(0, confidence=0.5)
    tables = final_tables(position, model)

    def expected_money(comeback: int) -> FloatArray:
        payoff = payoff_for_money((7, 3), comeback)
        return payoff.values(tables.triples @ payoff_by_outcome(tables, model, payoff))

    money = expected_money(0)
    wins = tables.by_outcome()
    for wager in (0, 20, 21, 100):
        by_hand = sum(
            chance * (share * (100 + (wager if right[0] else -wager)) + (1 - share) * 7)
            for chance, right, share in zip(tables.triples, TRIPLES, wins[:, wager], strict=True)
        )
        assert money[wager] == pytest.approx(by_hand)
    assert expected_money(50)[0] == pytest.approx(money[0] + 50 * tables.win_chances()[0])


def test_grades_rise_with_what_people_lose() -> None:
    assert [FINAL_GRADES.grade(loss).word for loss in (0.002, 0.01, 0.05, 0.2)] == [
        "fine",
        "inaccuracy",
        "mistake",
        "blunder",
    ]


def test_most_best_bets_have_a_name() -> None:
    """Of random positions of today; before, three of ten of the second's bets had none."""
    for role, most in ((0, 0.2), (1, 0.25), (2, 0.05)):
        model, nameless = final_model(role, era=Era.RECENT), 0
        for a, b, c in draw_scores(60, 7).tolist():
            advice = final_advice(FinalPosition((a, b, c), role, Ties.TIEBREAKER), model)
            named = named_wagers((a, b, c), role, Ties.TIEBREAKER)
            nameless += all(advice.losses[name.wager] > advice.tolerance for name in named)
        assert nameless <= most * 60, role


@pytest.mark.parametrize(
    ("scores", "role", "name", "wager"),
    [
        ((20_000, 13_000, 8_000), 1, "reach A's missed cover", 2 * 20_000 - 3 * 13_000),
        ((20_000, 16_000, 9_000), 0, "cover two-thirds", 4 * 16_000 - 3 * 20_000),
        ((20_000, 16_000, 9_000), 0, "stay above B's missed cover", 20_000 - 2 * (16_000 - 9_000)),
        ((20_000, 16_000, 9_000), 0, "stay above B's missed overtake", 2 * (20_000 - 16_000)),
        ((20_000, 16_000, 7_000), 0, "stay above B's keep-out bet", 20_000 - 2 * (16_000 - 7_000)),
        ((20_000, 16_000, 9_000), 2, "reach B's missed cover", 2 * 16_000 - 3 * 9_000),
        ((20_000, 16_000, 9_000), 2, "reach B's missed overtake", 2 * 16_000 - 20_000 - 9_000),
    ],
)
def test_names_say_what_scores_they_reach(scores: tuple[int, int, int], role: int, name: str, wager: int) -> None:
    assert {result.name: result.wager for result in named_wagers(scores, role)}[name] == wager

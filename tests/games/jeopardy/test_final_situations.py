"""The names of the trade against independent readings of the scores: who ends ahead of whom after which bets."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kibitz import ask
from kibitz.games.jeopardy.final.situations import SITUATIONS, describe_situations, rational_range, situations

Scores = tuple[int, int, int]
ranked = st.one_of(
    st.tuples(st.integers(1, 40_000), st.integers(1, 40_000), st.integers(0, 40_000)),
    st.tuples(st.integers(1, 24), st.integers(1, 24), st.integers(0, 24)).map(lambda t: tuple(1200 * x for x in t)),
    st.tuples(st.integers(1, 12), st.integers(1, 12), st.integers(0, 12)),
).map(lambda scores: tuple(sorted(scores, reverse=True)))


def names(scores: Scores) -> set[str]:
    return {each.name for each in situations(scores)}


@given(ranked)
def test_a_lock_game_is_one_in_which_nobody_can_reach_a_leader_who_bets_nothing(scores: Scores) -> None:
    a, *others = scores
    assert ("Lock game" in names(scores)) == all(score + score < a for score in others)
    assert ("Lock-tie" in names(scores)) == (max(score + score for score in others) == a)


@given(ranked)
def test_the_games_between_are_told_apart_by_the_ratio(scores: Scores) -> None:
    ratio = Fraction(scores[1], scores[0])
    kinds = {
        "Crush": Fraction(1, 2) < ratio < Fraction(2, 3),
        "Two-thirds game": Fraction(2, 3) <= ratio < Fraction(3, 4),
        "Three-quarters game": ratio >= Fraction(3, 4),
    }
    assert {name for name, holds in kinds.items() if holds} == names(scores) & set(kinds)
    assert sum(kinds.values()) == (ratio > Fraction(1, 2))


@given(ranked)
def test_the_two_thirds_rule_holds_where_a_miss_of_the_cover_leaves_a_at_or_below_b(scores: Scores) -> None:
    a, b, _ = scores
    missed = a - (b + b - a)
    assert ("Two-thirds rule" in names(scores)) == (missed <= b)


@given(ranked)
@example((14_800, 11_000, 10_400))
def test_strattons_dilemma_is_that_no_bet_covers_c_and_stays_above_a_missed_cover(scores: Scores) -> None:
    a, b, c = scores
    missed = a - (2 * b - a)
    least, most = 2 * c - b, b - missed  # covers C's double if right; reaches A's miss if wrong
    assert ("Stratton's dilemma" in names(scores)) == (c > 0 and least > 0 and most >= 0 and least > most)
    assert ("Equal spacing" in names(scores)) == (c > 0 and least > 0 and most >= 0 and least == most)


@given(ranked)
@example((10_600, 7_800, 1_000))
@example((16_200, 13_400, 4_400))
def test_shores_conjecture_is_that_a_bet_beats_a_zero_bet_and_also_keeps_c_out(scores: Scores) -> None:
    a, b, c = scores
    inside = range(a - b + 1, b - 2 * c + 1)  # passes A's score if right, is not passed by C's double if wrong
    assert ("Shore's conjecture" in names(scores)) == (c > 0 and a != b and 2 * b >= a and len(inside) > 0)


@given(ranked)
def test_a_break_point_is_an_equality_of_figure_9(scores: Scores) -> None:
    a, b, c = scores
    gaps = [a - 2 * b, 2 * a - 3 * b, 3 * a - 4 * b]
    gaps += [b - 2 * c, 2 * b - a - c] if c > 0 else []
    gaps += [c - (a - b), c - 2 * (a - b)] if c > 0 and a > b else []
    assert ("Break point" in names(scores)) == (a <= 2 * b and 0 in gaps)


def win_shares(finals: tuple[int, ...], past: int) -> list[Fraction]:
    best = max(finals)
    winners = finals.count(best)
    return [Fraction(1, winners if past else 1) if x == best else Fraction(0) for x in finals]


@pytest.mark.parametrize("past", [0, 1])
@pytest.mark.parametrize("scores", [(7, 5, 2), (8, 5, 4), (6, 4, 3), (8, 4, 2), (5, 5, 3), (7, 4, 3), (6, 5, 1)])
def test_bets_outside_the_rational_range_never_gain_by_brute_force(scores: Scores, past: int) -> None:
    limits = [rational_range(scores, role, past) for role in range(3)]
    answers = list(product((-1, 1), repeat=3))
    leader = limits[0]
    assert leader is not None

    def share(role: int, bets: tuple[int, ...], signs: tuple[int, ...]) -> Fraction:
        return win_shares(tuple(s + x * w for s, x, w in zip(scores, signs, bets, strict=True)), past)[role]

    bets_of = [range(score + 1) for score in scores]
    for bet in range(leader[1] + 1, scores[0] + 1):
        for b, c, signs in product(bets_of[1], bets_of[2], answers):
            assert share(0, (bet, b, c), signs) <= share(0, (leader[1], b, c), signs)
    for role in (1, 2):
        allowed = limits[role]
        wins = set()
        for bets in product(range(leader[1] + 1), bets_of[1], bets_of[2]):
            # Against an A who covers: the rival's own bets are free.
            if bets[0] == leader[1] and any(share(role, bets, signs) > 0 for signs in answers):
                wins.add(bets[role])
        lowest = None if allowed is None else allowed[0]
        assert (min(wins) if wins else None) == lowest


@given(ranked)
def test_every_situation_is_a_sentence_and_a_lock_game_excludes_the_others(scores: Scores) -> None:
    lines = list(describe_situations(scores))
    assert lines
    assert all(line.endswith(".") for line in lines)
    if "Lock game" in names(scores):
        assert names(scores) == {"Lock game"}


def test_each_name_of_the_trade_is_in_the_reasons_of_a_final_to_which_it_applies() -> None:
    finals = {each.name: each.example for each in SITUATIONS if each.name}
    known = {"Lock game", "Crush", "Two-thirds rule", "Break point", "Stratton's dilemma", "Shore's conjecture"}
    assert known | {"Rational range"} <= set(finals)
    for name, scores in finals.items():
        reasons = ask("jeopardy.final", scores=scores, me=2).counsel.explanation.reasons
        assert any(reason.startswith(f"{name}: ") for reason in reasons), name

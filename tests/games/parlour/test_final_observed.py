"""An opponent at Final seen wager: what is believed, the best response, what it gains and what it risks."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import parse_request
from kibitz.core import InputError
from kibitz.core.work import WorkContext
from kibitz.draw.crossover import CrossoverChart
from kibitz.games.parlour.answers.final import FinalAnswer
from kibitz.games.parlour.answers.observed_wagers import ObservedWagers
from kibitz.games.parlour.fields import MAX_OBSERVED, format_wagers, parse_wagers
from kibitz.games.parlour.final import solve_position
from kibitz.games.parlour.observed_wagers import (
    WagerResponse,
    belief_between,
    belief_density,
    credible_interval,
    from_player_view,
    respond_to_wagers,
    response_lines,
)
from kibitz.games.parlour.position import FinalPosition

F = Fraction
PAPER = FinalPosition((5, 3), (F(7, 10), F(2, 5)))
PAPERS = FinalPosition((5, 3), (F(7, 10), F(2, 5)), 2)
GRID = 50_000
CHANCE = st.fractions(0, 1, max_denominator=40)


def won(position: FinalPosition, mine: int, theirs: int) -> F:
    """The chance to win of the player who decides, by all four outcomes of the clue; a tie counts half."""
    me, other = position.player - 1, 2 - position.player
    total = F(0)
    for right in product((True, False), repeat=2):
        chance = F(1)
        for p, known in zip(position.p, right, strict=True):
            chance *= p if known else 1 - p
        ends = (
            position.scores[me] + (mine if right[me] else -mine),
            position.scores[other] + (theirs if right[other] else -theirs),
        )
        total += chance * (F(1, 2) if ends[0] == ends[1] else F(ends[0] > ends[1]))
    return total


def against(position: FinalPosition, mine: int, mix: dict[int, F]) -> F:
    """The chance to win of one wager against a mix."""
    return sum((often * won(position, mine, theirs) for theirs, often in mix.items()), F(0))


def shown(**request: Any) -> ObservedWagers:
    answer = ask("parlour.final", scores=(5, 3), p=("0.7", "0.4"), **request)
    assert isinstance(answer, FinalAnswer)
    assert answer.seen is not None
    return answer.seen


def paged(**asked: Any) -> ObservedWagers:
    """What is told of the opponent, once its page and its pictures are made."""
    request = parse_request(request_type("parlour.final"), asked)
    answer = request.answer(WorkContext())
    assert isinstance(answer, FinalAnswer)
    assert answer.seen is not None
    drawn = [each.svg() for each in answer.exhibits() if isinstance(each, CrossoverChart)]
    assert len(drawn) == bool(answer.seen.acts)
    assert not any(word in svg for svg in drawn for word in ("nan", "inf"))
    return answer.seen


@st.composite
def tables(draw: st.DrawFn) -> tuple[FinalPosition, dict[int, int], F]:
    """A position of small scores, wagers of the opponent, and the weight of the prior."""
    scores = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    me = draw(st.sampled_from((1, 2)))
    position = FinalPosition(scores, (draw(CHANCE), draw(CHANCE)), 1 if me == 1 else 2)
    seen = draw(st.dictionaries(st.integers(0, scores[2 - me]), st.integers(1, 50), max_size=4))
    return position, seen, draw(st.fractions(F(1, 4), 40, max_denominator=8))


@given(st.dictionaries(st.integers(0, 200), st.integers(1, MAX_OBSERVED), max_size=40))
def test_wagers_seen_are_read_back_as_they_were_written(seen: dict[int, int]) -> None:
    text = format_wagers(seen)
    assert parse_wagers(text, 200) == seen
    assert format_wagers(parse_wagers(text, 200)) == text


def test_nothing_seen_is_no_opponent_seen() -> None:
    assert parse_wagers(" ", 3) == parse_wagers("0:0, 3:0", 3) == {}
    for text in ("", "0:0"):
        answer = ask("parlour.final", scores=(5, 3), p=("0.7", "0.4"), seen=text)
        assert isinstance(answer, FinalAnswer)
        assert answer.seen is None


@pytest.mark.parametrize("text", ["3", "3:", ":1", "0:1,,3:6", "0:-1", "a:1", "0:1;3:6", "٣:1", "0:1," * 400])
def test_what_names_no_wagers_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match=r"^observed: must be wagers with their counts"):
        parse_wagers(text, 9)


def test_the_example_of_the_design_comes_out_in_fractions() -> None:
    result = respond_to_wagers(PAPER, {0: 1, 3: 6}, F(4))
    mean = (4 * F(14, 29) + 1) / 11
    assert result.mean_frequencies == {0: mean, 3: 1 - mean}
    assert (result.wager, result.win_chance) == (2, against(PAPER, 2, {0: mean, 3: 1 - mean}))
    value = F(53, 145) + F(1, 2)
    usual = F(3, 29) * against(PAPER, 1, result.mean_frequencies) + F(26, 29) * against(
        PAPER, 2, result.mean_frequencies
    )
    assert usual == value  # whatever they mix of the two, the equilibrium wins the same
    assert result.gain == result.win_chance - value
    assert result.risk == value - won(PAPER, 2, 0)
    drawn = response_lines(PAPER, result)
    assert drawn is not None
    assert (drawn.first, drawn.wagers, drawn.low) == (0, (2, 1), 0.0)
    assert drawn.high == pytest.approx(14 / 29)


@settings(deadline=None)
@given(tables())
def test_the_response_is_the_best_of_all_wagers_and_its_worst_case_is_the_risk(
    table: tuple[FinalPosition, dict[int, int], F],
) -> None:
    position, seen, prior = table
    result = respond_to_wagers(position, seen, prior)
    wagers = range(position.scores[position.player - 1] + 1)
    others = range(position.scores[2 - position.player] + 1)
    _, own, theirs, value = from_player_view(solve_position(position), position.player)
    assert sum(result.mean_frequencies.values()) == 1
    for wager, often in result.mean_frequencies.items():
        assert often == (prior * theirs[wager] + seen.get(wager, 0)) / (prior + sum(seen.values()))
    worth = {wager: against(position, wager, result.mean_frequencies) for wager in wagers}
    usual = sum(often * worth[wager] for wager, often in enumerate(own))
    assert result.win_chance == max(worth.values())
    assert result.gain == result.win_chance - usual >= 0
    assert result.risk >= 0
    if result.wager is None:
        assert result.gain == 0 == result.risk
        assert max(own) < 1
    else:
        assert worth[result.wager] == result.win_chance
        least = min(won(position, result.wager, other) for other in others)
        assert result.risk == value - least
        equals = [wager for wager in wagers if worth[wager] == result.win_chance]
        assert result.gain == 0 or least == max(min(won(position, k, other) for other in others) for k in equals)


@settings(deadline=None)
@given(tables())
def test_without_games_seen_nothing_is_gained_on_the_equilibrium(
    table: tuple[FinalPosition, dict[int, int], F],
) -> None:
    position, _, prior = table
    result = respond_to_wagers(position, {}, prior)
    _, own, theirs, value = from_player_view(solve_position(position), position.player)
    assert result.mean_frequencies == {wager: often for wager, often in enumerate(theirs) if often}
    assert (result.win_chance, result.gain, result.risk, result.slips) == (value, 0, 0, {})
    assert result.wager is None or own[result.wager] == 1


@given(
    CHANCE,
    CHANCE,
    st.dictionaries(st.integers(0, 3), st.integers(1, 30), max_size=3),
    st.sampled_from([(5, 3), (7, 3), (7, 4), (10, 6)]),
)
def test_both_players_get_the_same_advice_in_the_same_place(
    p: F, q: F, seen: dict[int, int], scores: tuple[int, int]
) -> None:
    def figures(result: WagerResponse) -> tuple[object, ...]:
        return result.weights, result.wager, result.win_chance, result.gain, result.risk, result.slips

    here, there = FinalPosition(scores, (p, q)), FinalPosition((scores[1], scores[0]), (q, p), 2)
    mine, theirs = (respond_to_wagers(each, seen, F(4)) for each in (here, there))
    assert figures(mine) == figures(theirs)
    drawn = response_lines(here, mine), response_lines(there, theirs)
    assert drawn[0] == drawn[1]


def test_after_many_games_what_is_believed_is_what_was_seen() -> None:
    seen = {0: 300_000, 1: 100_000, 3: 600_000}
    result = respond_to_wagers(PAPER, seen, F(4))
    for wager, count in seen.items():
        assert float(result.mean_frequencies[wager]) == pytest.approx(count / 1_000_000, abs=1e-5)
    shares = {wager: F(count, 1_000_000) for wager, count in seen.items()}
    assert result.wager == max(range(6), key=lambda wager: against(PAPER, wager, shares))
    low, high = credible_interval(result.weights, 0)
    assert low < 0.3 < high
    assert high - low == pytest.approx(2 * 1.96 * np.sqrt(0.3 * 0.7 / 1e6), rel=0.01)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 30), st.integers(0, 30), st.floats(2.5, 40))
def test_chances_of_belief_are_those_of_a_grid(zeros: int, threes: int, prior: float) -> None:
    result = respond_to_wagers(PAPER, {0: zeros, 3: threes}, F(prior))
    drawn = response_lines(PAPER, result)
    assert drawn is not None
    weights = {wager: float(weight) for wager, weight in result.weights.items()}
    places = (np.arange(GRID) + 0.5) / GRID
    # The posterior anew, without a beta function: prior and likelihood at each place, divided by their sum.
    prior_log = (prior * 14 / 29 - 1) * np.log(places) + (prior * 15 / 29 - 1) * np.log1p(-places)
    mass = np.exp(prior_log + zeros * np.log(places) + threes * np.log1p(-places))
    mass /= mass.sum()
    assert np.abs(belief_density(weights, 0, places) / GRID - mass).max() < 1e-5
    low, high = credible_interval(weights, 0)
    assert mass[places < low].sum() == pytest.approx(0.025, abs=1e-3)
    assert mass[places > high].sum() == pytest.approx(0.025, abs=1e-3)
    worth = np.array([float(won(PAPER, k, 0)) * places + float(won(PAPER, k, 3)) * (1 - places) for k in range(6)])
    assert float(result.win_chance) == pytest.approx((worth @ mass).max(), abs=1e-5)
    best = worth[drawn.wagers[0]] >= worth.max(axis=0) - 1e-9
    assert belief_between(weights, 0, drawn.low, drawn.high) == pytest.approx(mass[best].sum(), abs=1e-3)


def test_with_three_wagers_the_lines_are_means_over_the_simplex() -> None:
    result = respond_to_wagers(PAPER, {0: 3, 1: 2, 3: 4}, F(6))
    assert set(result.weights) == {0, 1, 3}
    assert list(result.slips) == [1]
    drawn = response_lines(PAPER, result)
    assert drawn is not None
    weights = {wager: float(weight) for wager, weight in result.weights.items()}
    side = (np.arange(400) + 0.5) / 400
    first, share = np.meshgrid(side, side, indexing="ij")  # how often 0, and how often 1 of the rest
    mixes = {0: first, 1: (1 - first) * share, 3: (1 - first) * (1 - share)}
    mass = np.exp(sum((weights[wager] - 1) * np.log(mix) for wager, mix in mixes.items())) * (1 - first)
    mass /= mass.sum()
    for wager, foot, top in zip(drawn.wagers, drawn.foot, drawn.top, strict=True):
        worth = sum(float(won(PAPER, wager, other)) * mix for other, mix in mixes.items())
        means = (worth * mass).sum(axis=1) / mass.sum(axis=1)
        assert means == pytest.approx(foot + side * (top - foot), abs=1e-4)
    assert float(result.mean_frequencies[1]) == pytest.approx((mixes[1] * mass).sum(), abs=1e-3)


def test_a_wager_that_no_equilibrium_plays_is_a_slip_and_is_answered_all_the_same() -> None:
    result = respond_to_wagers(PAPER, {1: 20}, F(4))
    assert result.slips == {1: F(3, 29) * won(PAPER, 1, 1) + F(26, 29) * won(PAPER, 2, 1) - F(251, 290)}
    assert result.slips[1] > 0
    assert result.wager == max(range(6), key=lambda wager: against(PAPER, wager, result.mean_frequencies)) == 0
    told = shown(seen="1:20")
    assert "20 games counted as slips" in told.sentences
    assert told.slips == {"1": pytest.approx(3 / 145)}


def test_a_wager_of_another_equilibrium_is_no_slip() -> None:
    half = FinalPosition((5, 3), (F(7, 10), F(3, 5)))
    assert respond_to_wagers(half, {2: 3}, F(4)).slips == {}
    assert list(respond_to_wagers(half, {0: 3}, F(4)).slips) == [0]


def test_an_opponent_whose_equilibrium_is_pure_is_believed_to_play_it_until_seen_otherwise() -> None:
    half = FinalPosition((5, 3), (F(7, 10), F(3, 5)))
    only = respond_to_wagers(half, {3: 2}, F(4))
    assert only.mean_frequencies == {3: 1}
    assert response_lines(half, only) is None
    weights = {wager: float(weight) for wager, weight in only.weights.items()}
    assert credible_interval(weights, 3) == (1.0, 1.0)
    assert belief_between(weights, 3, 0.0, 1.0) == 1.0
    often = respond_to_wagers(half, {0: 12}, F(4))
    assert often.mean_frequencies == {0: F(3, 4), 3: F(1, 4)}
    assert (often.wager, often.gain > 0, often.risk > 0) == (1, True, True)


def test_of_equally_good_responses_the_one_that_risks_less_is_told() -> None:
    position = FinalPosition((2, 3), (F(1, 2), F(1, 2)))
    result = respond_to_wagers(position, {3: 8}, F(4))
    worth = [against(position, wager, result.mean_frequencies) for wager in range(3)]
    assert worth[0] == worth[1] == result.win_chance > worth[2]
    assert [min(won(position, wager, other) for other in range(4)) for wager in (0, 1)] == [0, F(1, 4)]
    assert (result.wager, result.gain > 0) == (1, True)


def test_large_scores_are_answered_with_floats() -> None:
    position = FinalPosition((60, 45), (F(1, 2), F(2, 5)))
    result = respond_to_wagers(position, {0: 9, 20: 4}, F(4))
    assert result.gain > 0
    assert result.wager is not None
    assert result.win_chance == pytest.approx(
        float(
            max(
                sum(F(often) * won(position, wager, other) for other, often in result.mean_frequencies.items())
                for wager in range(61)
            )
        )
    )


def test_the_answer_says_what_to_do_what_it_gains_and_what_it_risks() -> None:
    told = shown(seen="0:1,3:6")
    assert (told.fact.main, told.fact.more) == ("2 always, 87.2 %", "+0.6 points; at worst −1.6 if they expect it")
    assert told.sentences == (
        "Always wager 2. They wagered 0 in 1 of 7 games. With a prior at their equilibrium mix, weight 4 games, they "
        "wager 0 27 % of the time (95 % credible interval 6 to 55). Below 48 %, wager 2 is best; that is 94 % likely."
    )
    stored = shown(seen="0:14,3:15")
    assert (stored.wager, stored.fact.main, stored.fact.more) == (None, "your mix, 86.6 %", "no wager improves on it")
    theirs = shown(seen="1:9", me=2)
    assert (theirs.wager, theirs.first) == (3, 1)
    assert theirs.believed == pytest.approx({"1": (12 / 29 + 9) / 13, "2": (104 / 29) / 13})
    assert theirs.win_chance == pytest.approx(
        float(against(PAPERS, 3, respond_to_wagers(PAPERS, {1: 9}, F(4)).mean_frequencies))
    )


@pytest.mark.parametrize(
    ("scores", "me", "seen", "words"),
    [
        ((0, 0), 1, "0:3", "they always wager 0."),
        ((0, 3), 1, "0:3,3:1", "You have no other wager."),
        ((3, 0), 2, "2:3", "You have no other wager."),
        ((5, 0), 1, "0:2", "they always wager 0."),
        ((1, 1), 2, "0:9", "wager"),
    ],
)
def test_players_without_a_choice_are_answered_in_a_sentence(
    scores: tuple[int, int], me: int, seen: str, words: str
) -> None:
    assert words in paged(scores=scores, p=("0.7", "0.4"), seen=seen, me=me).sentences


@settings(deadline=None, max_examples=40)
@given(tables())
def test_every_opponent_seen_has_a_page(table: tuple[FinalPosition, dict[int, int], Fraction]) -> None:
    position, seen, prior = table
    if not seen:
        return
    p = tuple(map(str, position.p))
    result = paged(scores=position.scores, p=p, seen=format_wagers(seen), me=position.player, prior=float(prior))
    assert 0 <= result.low <= result.high <= 1
    assert 0 <= result.holds <= 1
    assert 0 <= result.best_between[0] <= result.best_between[1] <= 1


def test_a_heavier_prior_is_moved_less() -> None:
    light, heavy = shown(seen="0:1,3:6", prior=1), shown(seen="0:1,3:6", prior=100)
    assert light.often < heavy.often < 14 / 29
    assert light.gain > heavy.gain > 0
    assert light.risk == heavy.risk


@pytest.mark.parametrize("seen", ["3:6", "0:1", "2:3", "0:1000000"])
@pytest.mark.parametrize("prior", [0.01, 1_000_000])
def test_the_least_and_the_largest_prior_leave_every_wager_of_theirs_in_what_is_believed(
    prior: float, seen: str
) -> None:
    answer = ask("parlour.final", scores=[5, 3], p=["0.7", "0.4"], seen=seen, prior=prior)
    assert isinstance(answer, FinalAnswer)
    assert answer.seen is not None
    assert {"0", "3"} <= set(answer.seen.believed)
    assert sum(answer.seen.believed.values()) == pytest.approx(1)
    assert list(answer.exhibits())


def test_a_prior_of_next_to_nothing_is_refused_and_would_lose_no_wager() -> None:
    with pytest.raises(InputError, match="prior"):
        ask("parlour.final", scores=[5, 3], p=["0.7", "0.4"], seen="3:6", prior=1e-12)
    position = FinalPosition((5, 3), (Fraction(7, 10), Fraction(2, 5)), 1)
    assert set(respond_to_wagers(position, {3: 6}, Fraction(1, 10**12)).weights) == {0, 3}

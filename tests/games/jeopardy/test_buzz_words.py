"""The words about a buzz, each against outcomes of the clue and of the clues left that are played out one by one."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kibitz.games.jeopardy.buzz.clue_in_play import ClueInPlay, standing_position
from kibitz.games.jeopardy.buzz.explain import explain_buzz
from kibitz.games.jeopardy.buzz.thresholds import LiveStateValues

VALUES = (400, 800, 1200, 1600, 2000)
SCORES = st.integers(-4, 60).map(lambda n: 200 * n)
CHANCES = st.integers(0, 1000).map(lambda n: n / 1000)
LIVE = st.tuples(*[st.builds(LiveStateValues, CHANCES, CHANCES, CHANCES, CHANCES)] * 4)


@st.composite
def clues(draw: st.DrawFn) -> ClueInPlay:
    scores = draw(st.tuples(SCORES, SCORES, SCORES))
    me, value = draw(st.integers(0, 2)), draw(st.sampled_from(VALUES))
    left = draw(st.lists(st.sampled_from(VALUES), max_size=2))
    return ClueInPlay(standing_position(scores, me, value, left, 2), me, value)


def play_out(rest: list[int], values: tuple[int, ...]) -> list[list[int]]:
    """The others' scores after every way to play clues without me."""
    answers = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if (a, b) != (1, 1)]
    results = []
    for play in product(answers, repeat=len(values)):
        gains = [sum(each[seat] * value for each, value in zip(play, values, strict=True)) for seat in (0, 1)]
        results.append([rest[0] + gains[0], rest[1] + gains[1]])
    return results


def is_lock(mine: int, rest: list[int]) -> bool:
    return mine > 0 and all(mine > 2 * score for score in rest if score > 0)


def reasons_of(clue: ClueInPlay, thresholds: tuple[float, ...], live: tuple[LiveStateValues, ...]) -> list[str]:
    return list(explain_buzz(clue, thresholds, live, (0.5, 0.5), 0.7).reasons)


@settings(max_examples=100)
@given(clues(), LIVE)
@example(
    ClueInPlay(standing_position((800, 0, -400), 0, 800, [], 2), 0, 800),
    (LiveStateValues(0.5, 0.5, 0.5, 1.0),) * 4,
)
def test_every_word_about_an_outcome_of_the_clue_is_true_of_the_scores(
    clue: ClueInPlay, live: tuple[LiveStateValues, ...]
) -> None:
    own = clue.position.scores[clue.me]
    rest = [score for seat, score in enumerate(clue.position.scores) if seat != clue.me]
    for reason in reasons_of(clue, (0.5, 0.5, 0.5, 0.5), live)[:3]:
        what, _, words = reason.partition(": ")
        mine = own + {"Right": clue.value, "Wrong": -clue.value, "Silent": 0}[what]
        rank = ("first", "second", "third")[sum(score > mine for score in rest)]
        assert f", {rank}" in words
        left, open_clue = clue.values_left, what != "Right"
        best = max(rest)
        if "a lock game" in words:
            assert ("at present" in words) == open_clue, "the others can still answer it"
            assert all(is_lock(mine, scores) for scores in play_out(rest, left))
        elif not open_clue:
            assert not all(is_lock(mine, scores) for scores in play_out(rest, left))
        if "a lock-tie" in words:
            assert not left
            assert best == 2 * mine > 0
        if "locked out" in words:
            assert is_lock(best, [mine + sum(left)])
            assert ("unless the leader falls back" in words) == bool(open_clue or left)


@settings(max_examples=100)
@given(clues(), LIVE, st.tuples(CHANCES, CHANCES, CHANCES, CHANCES))
@example(
    ClueInPlay(standing_position((30_000, 10_000, 0), 0, 2_000, [], 2), 0, 2_000),
    (LiveStateValues(1, 1, 1, 1),) * 4,
    (0.0, 0.0, 0.0, 0.0),
)
def test_rules_of_thumb_for_the_buzzer_are_said_only_where_they_hold(
    clue: ClueInPlay, live: tuple[LiveStateValues, ...], thresholds: tuple[float, ...]
) -> None:
    text = " ".join(reasons_of(clue, thresholds, live))
    own = clue.position.scores[clue.me]
    rest = [score for seat, score in enumerate(clue.position.scores) if seat != clue.me]
    if "Silence keeps the lock game" in text:
        every_clue = (clue.value, *clue.values_left)
        assert all(is_lock(own, scores) for scores in play_out(rest, every_clue)), "nobody can reach half of my score"
        assert not all(is_lock(own - clue.value, scores) for scores in play_out(rest, every_clue))
    if "free shot" in text:
        assert thresholds[0] <= 0
        assert live[0].right > live[0].silent
    if "Silence almost certainly loses" in text:
        assert live[0].silent < 0.001 < live[0].right
    for name, state in zip(("2", "3", "both"), live[1:], strict=True):
        said = state.reached > 0 and state.wrong > max(state.right, state.silent) + 1e-3
        assert text.count("answer wrongly on purpose") >= said, name


@pytest.mark.parametrize(
    ("buzz", "wait", "threshold", "words"),
    [
        (0.6, 0.5, 0.4, "Buzz: 70 % sure is enough (it takes 40 %), 60.0 % to win."),
        (0.4, 0.5, 0.8, "Wait: 70 % sure is not enough (it takes 80 %), 50.0 % to win."),
        (0.4, 0.5, 1.0, "Do not buzz, however sure you are: 50.0 % to win."),
        (0.6, 0.5, 0.0, "Buzz: 70 % sure is enough (any confidence is), 60.0 % to win."),
    ],
)
def test_the_headline_is_that_of_the_better_action(buzz: float, wait: float, threshold: float, words: str) -> None:
    clue = ClueInPlay(standing_position((5_000, 9_000, 3_000), 0, 800, [400], 2), 0, 800)
    live = (LiveStateValues(0.7, 0.3, 0.5, 1.0),) * 4
    found = explain_buzz(clue, (threshold,) * 4, live, (buzz, wait), 0.7)
    assert found.headline == words
    cost = next(each for each in found.reasons if each.startswith("At 70"))
    assert cost == f"At 70 % sure, {'waiting' if buzz > wait else 'buzzing'} costs 10.0 points."

"""The words about a Daily Double, each against outcomes that are played out one by one."""

from __future__ import annotations

from itertools import product

from hypothesis import example, given, settings
from hypothesis import strategies as st

from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble
from kibitz.games.jeopardy.endgame.explain import _describe_branch, breakpoints
from kibitz.games.jeopardy.show import Ties

SCORES = st.integers(-4, 60).map(lambda n: 200 * n)
POSITIONS = st.builds(
    LastDailyDouble,
    st.tuples(SCORES, SCORES, SCORES),
    st.integers(0, 2),
    st.lists(st.sampled_from([400, 800, 1200, 1600, 2000]), max_size=2).map(tuple),
    st.sampled_from(list(Ties)),
)


def others(position: LastDailyDouble) -> list[int]:
    return [score for seat, score in enumerate(position.scores) if seat != position.me]


def endings_if_i_am_silent(position: LastDailyDouble) -> list[list[int]]:
    """The two other scores before Final after every way to play the clues left without me."""
    answers = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if (a, b) != (1, 1)]
    one, two = others(position)
    return [
        [
            one + sum(a * value for (a, _), value in zip(play, position.left, strict=True)),
            two + sum(b * value for (_, b), value in zip(play, position.left, strict=True)),
        ]
        for play in product(answers, repeat=len(position.left))
    ]


def is_lock(mine: int, rest: list[int]) -> bool:
    """Whether nobody who bets everything can reach me."""
    return all(mine > 2 * score for score in rest if score > 0) and mine > 0


def is_lock_tie(mine: int, rest: list[int]) -> bool:
    """Whether the better of the others can double exactly to my score."""
    return max(rest) > 0 and mine == 2 * max(rest)


def check_meaning(meaning: str, wager: int, position: LastDailyDouble) -> None:
    own, rest = position.scores[position.me], others(position)
    right, wrong, left = own + wager, own - wager, position.dollars_left
    if meaning.startswith("a right answer draws level with player"):
        assert right == position.scores[int(meaning[-1]) - 1]
    elif meaning.startswith("a wrong answer leaves you level with player"):
        assert wrong == position.scores[int(meaning[-1]) - 1]
    elif meaning == "a right answer and all clues left make a lock-tie":
        assert left
        assert is_lock_tie(right + left, rest)
    elif meaning == "a right answer and all clues left make a lock game":
        assert left
        assert is_lock(right + left, rest)
        assert not is_lock(right + left - 1, rest), "a dollar less does not"
    elif meaning.startswith("a right answer locks the game"):
        assert meaning.endswith("whatever happens on the clues left") == bool(left)
        assert all(is_lock(right, scores) for scores in endings_if_i_am_silent(position))
        assert not all(is_lock(right - 1, scores) for scores in endings_if_i_am_silent(position))
    elif meaning == "a wrong answer still leaves half of the leader's score":
        assert 2 * wrong >= max(rest) > 2 * (wrong - 1)
    elif meaning == "a wrong answer makes a lock-tie: exactly half of the leader's score":
        assert not left
        assert is_lock_tie(max(rest), [wrong])
    elif meaning == "a right answer makes a lock-tie: exactly half of the leader's score":
        assert not left
        assert is_lock_tie(max(rest), [right])
    else:
        assert meaning == "all-in, a true Daily Double"
        assert wager == own


@settings(max_examples=200)
@given(POSITIONS)
@example(LastDailyDouble((19_800, 13_000, 14_300), 0, (400, 400, 800, 800)[:2]))
@example(LastDailyDouble((5_000, 0, -400), 0, ()))
@example(LastDailyDouble((-800, 0, 0), 1, (2_000, 2_000)))
def test_every_break_point_of_a_wager_is_true_of_the_scores(position: LastDailyDouble) -> None:
    for point in breakpoints(position):
        assert 5 <= point.wager <= max(position.scores[position.me], 2_000)
        for meaning in point.meaning.split("; "):
            check_meaning(meaning, point.wager, position)


@settings(max_examples=200)
@given(POSITIONS, SCORES)
@example(LastDailyDouble((5_000, 0, -400), 0, ()), 0)
def test_every_word_about_right_and_wrong_is_true_of_the_scores(position: LastDailyDouble, mine: int) -> None:
    rest = others(position)
    words = (
        _describe_branch(position, mine, "Wrong", "25.0 % to win", 0.5)
        .removeprefix("Wrong (50.0 %): ")
        .split(", ", 1)[1]
    )
    words = words.removesuffix(", 25.0 % to win.")
    place, _, state = words.partition(", ")
    assert place.split()[0] == ("first", "second", "third")[sum(score > mine for score in rest)]
    assert place.endswith("level") == (mine in rest)
    endings = endings_if_i_am_silent(position)
    assert (state == "a lock game") == all(is_lock(mine, scores) for scores in endings)
    assert (state == "a lock-tie with the leader") == (not position.left and is_lock_tie(max(rest), [mine]))
    if state == "locked out":
        assert not position.left
        assert is_lock(max(rest), [mine])
    if state == "locked out unless the leader falls back":
        assert is_lock(max(rest), [mine + position.dollars_left])

"""The words about a play, each against a reading of the board that shares no code with them."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.games.backgammon.advice import MoveLine
from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.explain import describe_play, describe_risk
from kibitz.games.backgammon.moves.dice import ROLLS
from kibitz.games.backgammon.moves.hits import count_hitting_rolls
from kibitz.games.backgammon.moves.legal import Play, legal_plays
from kibitz.games.backgammon.moves.sampling import random_reachable_position
from kibitz.games.backgammon.nets.probabilities import Probabilities
from kibitz.games.backgammon.notation.play import parse_play


def line_of(play: Play) -> MoveLine:
    return MoveLine("", 0.0, 0.0, Probabilities(0.5, 0, 0, 0, 0), "", 0, play, 0.0)


def sample(seed: int) -> tuple[Position, Play]:
    rng = np.random.default_rng(seed)
    position = random_reachable_position(rng, int(rng.integers(1, 90)))
    plays = legal_plays(position, ROLLS[int(rng.integers(21))])
    return position, plays[int(rng.integers(len(plays)))]


def point_of(words: str) -> int:
    if "opponent's bar-point" in words:
        return 18
    if "bar-point" in words:
        return 7
    return int(re.findall(r"(\d+)-point", words)[0])


def longest_run(men: tuple[int, ...]) -> int:
    held = "".join("x" if n >= 2 else " " for n in men[:24])
    return max(map(len, held.split()), default=0)


def back(men: tuple[int, ...]) -> int:
    return men[18] + men[19] + men[20] + men[21] + men[22] + men[23] + men[24]


@settings(max_examples=100)
@given(st.integers(0, 1_000_000))
def test_every_phrase_about_a_play_is_true_of_the_board(seed: int) -> None:
    position, play = sample(seed)
    old, new = position.own, play.after.opponent
    phrases = describe_play(position, line_of(play))
    hit = play.after.own[24] - position.opponent[24]
    for words in phrases:
        if words == "hits" or words.endswith("blots"):
            assert hit == (1 if words == "hits" else int(words.split()[1]))
        elif words.startswith("makes the"):
            p = point_of(words)
            assert old[p - 1] < 2 <= new[p - 1]
            assert ("anchor" in words) == (p >= 19)
        elif words.startswith("gives up the"):
            p = point_of(words)
            assert new[p - 1] < 2 <= old[p - 1]
        elif words == "splits the back checkers":
            assert back(old) == back(new), "no back checker leaves"
            assert any(old[s] == 2 and new[s] == 1 for s in range(18, 24))
            assert any(old[s] == 0 and new[s] == 1 for s in range(18, 24)), "two blots, not a new anchor"
        elif words.startswith("bears off"):
            assert sum(old) - sum(new) == int(words.split()[2])
        elif words.endswith("prime"):
            assert longest_run(new) == point_of(words) > longest_run(old)
            assert longest_run(new) >= 4
        elif words == "brings a back checker out":
            assert back(old) - back(new) == 1
        elif words == "brings back checkers out":
            assert back(old) - back(new) >= 2
        elif words == "moves nothing":
            assert old == new
        else:
            assert words == "moves without making or breaking a point"
            assert [n >= 2 for n in old[:18]] == [n >= 2 for n in new[:18]]
            assert not hit


@settings(max_examples=40)
@given(st.integers(0, 1_000_000))
def test_a_risk_is_what_the_opponents_rolls_can_do(seed: int) -> None:
    _, play = sample(seed)
    words, after = describe_risk(line_of(play)), play.after
    rolls = 0
    if not after.winner_points:
        for a in range(1, 7):
            for b in range(1, 7):
                results = {then.after for then in legal_plays(after, (a, b))}
                rolls += any(then.own[24] > after.opponent[24] for then in results)
    blots = [s for s in range(24) if after.opponent[s] == 1]
    if words == "leaves no blot":
        assert not blots
    elif words in ("leaves no contact", "leaves no shot", "ends the game"):
        assert rolls == 0
    else:
        assert int(words.split()[1]) == rolls > 0


def test_blots_in_the_opponents_home_board_count_as_shots() -> None:
    (play,) = [p for p in legal_plays(START, (5, 2)) if p == parse_play("24/22 13/8", START, (5, 2))]
    assert count_hitting_rolls(play.after) > 10
    assert describe_risk(line_of(play)).endswith("of 36 rolls that hit")


@pytest.mark.parametrize(("dice", "text"), [((4, 3), "24/20 13/10"), ((2, 1), "13/11 6/5")])
def test_splitting_is_said_only_where_the_back_checkers_part(dice: tuple[int, int], text: str) -> None:
    said = describe_play(START, line_of(parse_play(text, START, dice)))
    assert ("splits the back checkers" in said) == text.startswith("24")

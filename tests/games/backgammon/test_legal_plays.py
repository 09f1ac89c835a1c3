"""Legal plays: rules that bite, two generators against each other, and the recorded oracle."""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.backgammon.board import START, Position
from kibitz.games.backgammon.moves import ROLL_CHANCES, ROLLS, legal_plays, parse_dice, resulting_positions
from kibitz.games.backgammon.moves.kernels import MAX_RESULTS, legal_results
from kibitz.games.backgammon.moves.sampling import random_position, random_reachable_position
from kibitz.games.backgammon.notation.play import format_play, parse_play
from kibitz.games.backgammon.notation.position_id import (
    boards_from_keys,
    format_position_id,
    keys_from_boards,
    parse_position_id,
)


def men(**points: int) -> tuple[int, ...]:
    """Men by point, p6=2 bar=1."""
    counts = [0] * 25
    for name, n in points.items():
        counts[24 if name == "bar" else int(name[1:]) - 1] = n
    return tuple(counts)


def compiled(position: Position, dice: tuple[int, int]) -> list[Position]:
    out = np.zeros((MAX_RESULTS, 2, 25), dtype=np.int8)
    n = legal_results(position.to_array(), *dice, out, np.zeros(MAX_RESULTS, dtype=np.int64))
    return [Position.from_array(board) for board in out[:n]]


def test_the_21_rolls_have_chances_that_sum_to_one() -> None:
    assert len(ROLLS) == 21
    assert ROLL_CHANCES.sum() == pytest.approx(1)


def test_three_one_from_the_start_has_sixteen_results_and_one_makes_the_five_point() -> None:
    plays = legal_plays(START, (3, 1))
    assert len(plays) == 16
    assert "8/5 6/5" in {format_play(play.steps) for play in plays}


def test_both_dice_must_be_played_if_possible_even_if_one_die_allows_more_plays() -> None:
    # The 6 alone could be played from the 24-point, but only playing 1 first keeps the 6 playable.
    position = Position(men(p24=1, p3=1), men(p7=2, p24=1))
    for play in legal_plays(position, (6, 1)):
        assert len(play.steps) == 2


def test_the_larger_die_is_played_if_only_one_can_be() -> None:
    # One man on the 13-point: 6 reaches 7, 5 reaches 8, and 2 is held, so either die alone but not both.
    position = Position(men(p13=1), men(p23=2))
    assert [format_play(play.steps) for play in legal_plays(position, (6, 5))] == ["13/7"]


def test_men_on_the_bar_enter_first_and_may_dance() -> None:
    closed = {f"p{point}": 2 for point in range(1, 7)}
    dancing = Position(men(bar=1, p6=2), men(**closed))
    (play,) = legal_plays(dancing, (6, 5))
    assert play.steps == ()
    assert play.after == dancing.swap_sides()
    assert resulting_positions(dancing, (6, 5)) == set()
    entering = Position(men(bar=1, p6=2), men(p3=2))
    assert all(play.steps[0].source == 24 for play in legal_plays(entering, (2, 1)))


def test_a_man_is_borne_off_from_a_lower_point_only_if_none_is_behind_it() -> None:
    assert {format_play(p.steps) for p in legal_plays(Position(men(p6=1, p3=1), men(p1=1)), (5, 4))} == {
        "6/2 3/off",
        "6/1 3/off",
    }
    assert {format_play(p.steps) for p in legal_plays(Position(men(p5=1, p2=1), men(p1=1)), (4, 3))} >= {"5/1 2/off"}


def test_a_finished_game_has_no_plays() -> None:
    with pytest.raises(InputError, match="over"):
        legal_plays(Position((0,) * 25, men(p1=1)), (2, 1))


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from(ROLLS), st.booleans())
def test_compiled_and_plain_generators_agree(seed: int, dice: tuple[int, int], scattered: bool) -> None:
    rng = np.random.default_rng(seed)
    position = random_position(rng) if scattered else random_reachable_position(rng, int(rng.integers(0, 30)))
    fast = compiled(position, dice)
    assert len(fast) == len(set(fast))
    assert set(fast) == resulting_positions(position, dice)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from(ROLLS), st.booleans())
def test_every_play_is_read_back_from_its_notation(seed: int, dice: tuple[int, int], scattered: bool) -> None:
    rng = np.random.default_rng(seed)
    position = random_position(rng) if scattered else random_reachable_position(rng, int(rng.integers(0, 30)))
    for play in legal_plays(position, dice)[:20]:
        assert parse_play(format_play(play.steps), position, dice).after == play.after


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("8/5 6/5", "31"),
        ("6/5 8/5", "31"),
        ("24/23 13/10", "13"),
        ("13/11(2) 6/4(2)", "22"),
        ("24/14", "64"),
        ("24/18 18/14", "64"),
    ],
)
def test_plays_are_read_as_people_write_them(text: str, dice: str) -> None:
    assert parse_play(text, START, parse_dice(dice)).after != START


def test_hits_on_the_way_are_written_and_read() -> None:
    position = Position(men(p6=1, p8=2), men(p20=1, p1=1))  # the opponent's blot stands on our 5-point
    texts = {format_play(play.steps): play for play in legal_plays(position, (3, 1))}
    assert "6/5*/2" in texts
    assert parse_play("6/5/2", position, (3, 1)).after == texts["6/5*/2"].after
    assert parse_play("6/5* 8/5", position, (3, 1)).after.own[24] == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [("8/4 6/5", "not a legal play"), ("5/8", "forward"), ("8-5", "cannot read"), ("30/24", "1 to 24")],
)
def test_plays_that_make_no_sense_are_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_play(text, START, (3, 1))


@pytest.mark.parametrize("text", ["", "7", "07", "311", "ab", "3_1"])
def test_dice_are_two_numbers_from_one_to_six(text: str) -> None:
    with pytest.raises(InputError, match="dice"):
        parse_dice(text)


@pytest.mark.slow
@pytest.mark.needs("shared data")
def test_legal_moves_agree_with_every_row_of_the_oracle(shared_data: Path) -> None:
    out = np.zeros((MAX_RESULTS, 2, 25), dtype=np.int8)
    hashes = np.zeros(MAX_RESULTS, dtype=np.int64)
    with gzip.open(shared_data / "backgammon" / "movegen_oracle.csv.gz", "rt") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 12_579
    for row in rows:
        position = parse_position_id(row["position_id"])
        n = legal_results(position.to_array(), *parse_dice(row["dice"]), out, hashes)
        keys = keys_from_boards(out[:n])
        assert n == 0 or (boards_from_keys(keys) == out[:n]).all()
        ids = sorted(base64.b64encode(key.tobytes()).decode()[:14] for key in keys)
        digest = hashlib.md5(" ".join(ids).encode()).hexdigest()
        assert (n, digest) == (int(row["n_results"]), row["md5_sorted_result_ids"]), row


@pytest.mark.slow
@pytest.mark.needs("shared data")
def test_the_plain_generator_agrees_with_every_row_of_the_oracle_too(shared_data: Path) -> None:
    with gzip.open(shared_data / "backgammon" / "movegen_oracle.csv.gz", "rt") as stream:
        for row in csv.DictReader(stream):
            result = resulting_positions(parse_position_id(row["position_id"]), parse_dice(row["dice"]))
            ids = " ".join(sorted(format_position_id(position) for position in result))
            assert hashlib.md5(ids.encode()).hexdigest() == row["md5_sorted_result_ids"], row

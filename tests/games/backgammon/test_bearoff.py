"""Bearoff tables against plain recursion and values that can be counted by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.backgammon.bearoff import reference, tables
from kibitz.games.backgammon.bearoff.index import all_men, men_index, men_indices, position_count
from kibitz.games.backgammon.bearoff.no_double import no_double_equities
from kibitz.games.backgammon.bearoff.tables import bearoff_probabilities, compute_one_sided, compute_two_sided


def row(men: np.ndarray) -> tuple[int, ...]:
    return tuple(int(n) for n in men)


def board(own: tuple[int, ...], opponent: tuple[int, ...]) -> np.ndarray:
    result = np.zeros((1, 2, 25), dtype=np.int8)
    result[0, 0, :6], result[0, 1, :6] = own, opponent
    return result


def test_men_are_numbered_without_gaps_and_every_roll_leads_down() -> None:
    men = all_men(4)
    assert position_count(15) == 54_264
    assert (men_indices(men) == np.arange(len(men))).all()
    for number in range(1, len(men)):
        assert men_index(row(men[number])) == number
        for then in reference.after_roll(row(men[number]), 2, 1):
            assert men_index(then) < number


def test_expected_rolls_agree_with_plain_recursion() -> None:
    table = compute_one_sided(men=4)
    means = table.means
    for number, men in enumerate(all_men(4)):
        assert means[number] == pytest.approx(reference.mean_rolls(row(men)), abs=2e-6)
    assert table.rolls.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_two_men_on_the_ace_and_deuce_points_are_off_as_often_as_counted_by_hand() -> None:
    table = compute_one_sided(men=2)
    # Two men on the 2-point fail with any roll that has a 1 except 1-1: 10 of 36.
    assert table.rolls[men_index((0, 2, 0, 0, 0, 0)), 1] == pytest.approx(26 / 36)
    # One man on the 6-point: 27 rolls take it off at once.
    assert table.rolls[men_index((0, 0, 0, 0, 0, 1)), 1] == pytest.approx(27 / 36)


def test_the_two_sided_table_agrees_with_plain_recursion_with_and_without_cube() -> None:
    table = compute_two_sided(men=2).table
    men = all_men(2)
    for i in range(1, len(men), 3):
        for j in range(1, len(men), 2):
            own, other = row(men[i]), row(men[j])
            assert table[i, j, 0] == pytest.approx(reference.win_chance(own, other), abs=1e-6)
            for column, owner in ((1, 1), (2, 0), (3, -1)):
                assert table[i, j, column] == pytest.approx(reference.cube_equity(own, other, owner), abs=1e-6)


def test_rolling_without_doubling_is_worth_at_most_what_the_table_says() -> None:
    own, other = men_index((0, 2, 0, 0, 0, 0)), men_index((1, 0, 0, 0, 0, 0))
    with_cube, centred, without = no_double_equities(own, other)
    assert centred == pytest.approx(2 * 26 / 36 - 1)
    assert tables.two_sided_table().table[own, other, 2] == pytest.approx(2 * centred, abs=1e-6), "double, take"
    assert with_cube == pytest.approx(without)


def test_a_gammon_needs_the_first_man_off_later() -> None:
    table = tables.one_sided_table()
    p = bearoff_probabilities(board((1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 15)), table)[0]
    assert p[0] == pytest.approx(1)
    assert p[1] == pytest.approx(1), "he has not borne off when the last man goes"
    # He needs a 6 before our second roll; we have two men on the 6-point and only doubles finish at once.
    p = bearoff_probabilities(board((0, 0, 0, 0, 0, 2), (0, 0, 0, 0, 0, 15)), table)[0]
    assert 0 < p[1] < 1
    assert bearoff_probabilities(board((2,) + (0,) * 5, (0,) * 5 + (14,)), table)[0][1] == 0


def test_a_lost_gammon_is_saved_by_the_rolls_that_bear_one_man_off() -> None:
    # Fifteen men on the 6-point: any 6, 5-1, 4-2, 3-3 and 2-2 take one off, 17 rolls; then the opponent finishes.
    p = bearoff_probabilities(board((0, 0, 0, 0, 0, 15), (1, 0, 0, 0, 0, 0)), tables.one_sided_table())[0]
    assert p[0] == pytest.approx(0, abs=1e-9)
    assert p[3] == pytest.approx(19 / 36, abs=1e-6)


def test_men_outside_home_are_refused() -> None:
    wrong = board((1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0))
    wrong[0, 0, 7] = 1
    with pytest.raises(InputError, match="home"):
        bearoff_probabilities(wrong, tables.one_sided_table())


def test_tables_are_kept_and_a_damaged_file_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(tables, "_in_memory", {})
    steps: list[tuple[int, int]] = []
    first = tables.two_sided_table(lambda done, total: steps.append((done, total)))
    assert steps[-1][0] == steps[-1][1]
    file = tables.cache_folder() / "two-sided-v1.npy"
    monkeypatch.setattr(tables, "_in_memory", {})
    assert (tables.two_sided_table(_must_not_run).table == first.table).all()
    file.write_bytes(file.read_bytes()[:1000])
    monkeypatch.setattr(tables, "_in_memory", {})
    assert (tables.two_sided_table().table == first.table).all()


def _must_not_run(done: int, total: int) -> None:
    raise AssertionError("a kept table is not computed again")

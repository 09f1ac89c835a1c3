"""Endgames: the lattice against enumeration and sampling, compiled against plain, the curve against rollouts."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.endgame.before_final import (
    FinalSetup,
    OwnFinalRule,
    reference_win_table,
    win_chances,
    win_table,
)
from kibitz.games.jeopardy.endgame.daily_double import (
    LastDailyDouble,
    wager_curve,
    win_chances_before_clues,
)
from kibitz.games.jeopardy.endgame.equities import endgame_win_chances
from kibitz.games.jeopardy.endgame.explain import breakpoints, explain_wager, lock_tie_possible
from kibitz.games.jeopardy.endgame.kernels import MIN_IMPROVEMENT
from kibitz.games.jeopardy.endgame.lattice import score_changes
from kibitz.games.jeopardy.endgame.rollout import win_rate
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.play.clue import CHANGES, clue_outcomes, sample_clue
from kibitz.games.jeopardy.show import Era, Rules, Ties

PLAYERS = (contestant("average"), contestant("champion"), contestant("average"))


def test_the_lattice_is_the_sum_over_all_outcomes_of_two_clues() -> None:
    values = (400, 1200)
    lattice = score_changes(PLAYERS, values)
    brute: dict[tuple[int, ...], float] = {}
    tables = [clue_outcomes(PLAYERS, 2, value // 400, value).probabilities for value in values]
    for i, j in product(range(len(CHANGES)), repeat=2):
        change = tuple((400 * CHANGES[i] + 1200 * CHANGES[j]).tolist())
        brute[change] = brute.get(change, 0.0) + float(tables[0][i] * tables[1][j])
    steps = lattice.steps.tolist()
    for change, chance in brute.items():
        place = tuple(steps.index(x) for x in change)
        assert lattice.chances[place] == pytest.approx(chance)
    assert lattice.chances.sum() == pytest.approx(1)


@given(st.lists(st.sampled_from(Rules().values(2)), max_size=5), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_chances_sum_to_one_and_the_order_of_clues_does_not_matter(values: list[int], random: object) -> None:
    mixed = list(values)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    first, second = score_changes(PLAYERS, values), score_changes(PLAYERS, mixed)
    assert first.chances.sum() == pytest.approx(1)
    assert np.allclose(first.chances, second.chances)


def test_the_mean_change_is_the_sum_of_the_clues_and_matches_sampling() -> None:
    values, n = (400, 800, 2000), 100_000
    lattice = score_changes(PLAYERS, values)
    rng = np.random.default_rng(5)
    sampled = sum(sample_clue(rng, PLAYERS, 2, value // 400, n) * value for value in values)
    for seat in range(3):
        axes = tuple(other for other in range(3) if other != seat)
        mean = float(lattice.chances.sum(axis=axes) @ lattice.steps)
        error = sampled[:, seat].std() / np.sqrt(n)
        assert abs(sampled[:, seat].mean() - mean) < 4 * error


@pytest.mark.parametrize("own", OwnFinalRule)
@pytest.mark.parametrize("ties", Ties)
def test_compiled_and_plain_prices_agree(ties: Ties, own: OwnFinalRule) -> None:
    rng = np.random.default_rng(1)
    for me in range(3):
        standing = FinalSetup(final_model(me, era=Era.RECENT), me, ties, own)
        mine = rng.integers(-5, 300, 8) * 100
        first, second = rng.integers(-20, 250, (2, 30)) * 100
        first[:8], second[4:12] = mine[3] // 2, mine[3]
        compiled = win_table(mine, first, second, standing)
        assert np.allclose(compiled, reference_win_table(mine, first, second, standing), atol=1.01 * MIN_IMPROVEMENT)


@pytest.mark.parametrize("era", Era)
@pytest.mark.parametrize(("level", "confidence"), [("average", None), ("champion", 0.3), ("grand-champion", 0.6)])
def test_final_is_worth_the_same_on_the_lattice_as_over_all_whole_dollar_wagers(
    era: Era, level: str, confidence: float | None
) -> None:
    rng = np.random.default_rng(8)
    losses = []
    for me in range(3):
        standing = FinalSetup(final_model(me, level, era, confidence), me, era.ties)
        for _ in range(12):
            first, second, third = (int(x) for x in rng.integers(30, 250, 3) * 100)
            position = FinalPosition((first, second, third), me, era.ties)
            best = final_advice(position, standing.model).equities.values.max()
            losses.append(best - win_chances(np.array([[first, second, third]]), standing)[0])
    assert min(losses) > -1e-9
    assert np.mean(losses) < 1e-4
    assert max(losses) < 2e-3


def test_a_final_reached_through_a_daily_double_is_priced_as_the_final_itself() -> None:
    """The last Daily Double on the last clue, wagered away from or to the same scores."""
    model = final_model(1, "grand-champion", Era.PAPER, 0.6)
    direct = final_advice(FinalPosition((6_600, 6_400, 600), 1), model).equities.values.max()
    result = wager_curve(LastDailyDouble((6_600, 5_400, 600), 1, ()), PLAYERS, FinalSetup(model, 1, Ties.SHARED))
    through = float(result.right[result.wagers.tolist().index(1_000)])
    assert through == pytest.approx(direct, abs=1e-3)


@pytest.mark.parametrize(
    ("ties", "own"),
    [(Ties.SHARED, OwnFinalRule.PEOPLE), (Ties.TIEBREAKER, OwnFinalRule.PEOPLE), (Ties.SHARED, OwnFinalRule.BEST)],
)
def test_the_curve_agrees_with_games_played_out(ties: Ties, own: OwnFinalRule) -> None:
    position = LastDailyDouble((10_400, 11_400, 9_400), 1, (400, 800), ties)
    standing = FinalSetup(final_model(1), 1, ties, own)
    curve = wager_curve(position, PLAYERS, standing, step=2_000)
    i = curve.wagers.tolist().index(4_000)
    games = 30_000 if own is OwnFinalRule.PEOPLE else 15_000
    for seed, (mine, exact) in enumerate([(15_400, curve.right[i]), (7_400, curve.wrong[i])]):
        rate, se = win_rate(np.random.default_rng(seed), position, PLAYERS, standing, mine, games)
        # My own Final wager: three points of each range of people's bets, or a handful instead of all dollars.
        assert abs(rate - exact) < 4 * se + 0.004


def test_the_sum_over_the_lattice_is_that_of_single_scores() -> None:
    changes = score_changes(PLAYERS, (400, 1600))
    standing = FinalSetup(final_model(0), 0, Ties.SHARED)
    mine, scores = np.array([9_000, 13_000]), (0, 12_000, 8_000)
    fast = win_chances_before_clues(mine, scores, changes, standing)
    places = np.argwhere(changes.chances > 0)
    chances = changes.chances[tuple(places.T)]
    for value, expected in zip(mine, fast, strict=True):
        rows = np.array([value, 12_000, 8_000]) + changes.steps[places]
        assert float(chances @ win_chances(rows, standing)) == pytest.approx(expected, abs=1e-9)


def test_with_no_clues_left_the_curve_is_final_jeopardy_itself() -> None:
    position = LastDailyDouble((7_100, 9_000, 1_000), 0, ())
    standing = FinalSetup(final_model(0), 0, Ties.SHARED)
    curve = wager_curve(position, PLAYERS, standing)
    for i in (0, 20, len(curve.wagers) - 1):
        final = FinalPosition((7_100 + int(curve.wagers[i]), 9_000, 1_000), 0)
        best = final_advice(final, standing.model).equities.values.max()
        assert best - 0.02 < curve.right[i] <= best + 1e-9


def test_breakpoints_name_lockouts_lock_ties_and_crossings() -> None:
    points = {point.wager: point.meaning for point in breakpoints(LastDailyDouble((26_000, 19_800, 4_400), 0, ()))}
    assert "lock-tie" in points[16_100]
    assert "locks the game" in points[13_601]
    assert "level with player 2" in points[6_200]
    left = (400, 400, 800, 800)
    points = {point.wager: point.meaning for point in breakpoints(LastDailyDouble((19_800, 13_000, 14_300), 0, left))}
    assert "all clues left make a lock-tie" in points[6_400]


def test_parity_decides_whether_a_lock_tie_can_be_reached() -> None:
    position = LastDailyDouble((5_000, 21_400, 2_800), 0, (400, 800, 1200, 1600, 2000))
    assert lock_tie_possible(position, 9_900)
    assert not lock_tie_possible(position, 10_000)


def test_the_reason_tells_of_the_lock_tie_that_a_true_daily_double_spoils() -> None:
    position = LastDailyDouble((5_000, 21_400, 2_800), 0, (400, 800, 1200, 1600, 2000))
    curve = wager_curve(position, (contestant("average"),) * 3, FinalSetup(final_model(0), 0, Ties.SHARED))
    told = explain_wager(curve, curve.advice(0.65), 0.65)
    assert "$4,900" in told.headline
    assert any("lock-tie" in reason for reason in told.reasons)


@pytest.mark.parametrize(
    ("values", "message"),
    [((450,), "dollar values"), ((400,) * 7, "6 clues"), ((400, 800, 1200, 1600, 2000) * 6, "at most 29")],
)
def test_impossible_boards_are_refused(values: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        LastDailyDouble((1, 2, 3), 0, values)


@pytest.mark.parametrize("wager", [4, 20_001, -5])
def test_wagers_out_of_range_are_refused(wager: int) -> None:
    with pytest.raises(InputError, match="wager"):
        LastDailyDouble((20_000, 2, 3), 0, ()).wagers(also=(wager,))


def test_a_nan_confidence_is_refused() -> None:
    curve = wager_curve(LastDailyDouble((2_000, 2, 3), 0, ()), PLAYERS, FinalSetup(final_model(0), 0, Ties.SHARED))
    with pytest.raises(InputError, match="confidence"):
        curve.advice(float("nan"))


@pytest.mark.parametrize("left", [(), (400, 2000), (800, 800, 1200)])
def test_exactly_one_player_wins_when_ties_are_broken(left: tuple[int, ...]) -> None:
    players = (contestant("average"),) * 3
    chances = endgame_win_chances((14_200, 11_000, 9_800), left, players, Era.RECENT)
    assert sum(chances) == pytest.approx(1, abs=0.01)
    assert chances[0] > chances[1] > chances[2]


def test_seats_exchanged_exchange_their_chances() -> None:
    """With scores that cannot become equal; equals bet by the order of their seats."""
    players = (contestant("average"),) * 3
    there = endgame_win_chances((14_200, 11_100, 9_800), (400, 1200), players)
    back = endgame_win_chances((9_800, 14_200, 11_100), (400, 1200), players)
    assert (back[1], back[2], back[0]) == pytest.approx(there)


def test_an_endgame_needs_three_contestants() -> None:
    with pytest.raises(InputError, match="three players"):
        endgame_win_chances((1, 2, 3), (), (contestant("average"),) * 4)

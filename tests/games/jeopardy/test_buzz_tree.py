"""The tree of one clue: end states of every policy, against the clue model, sampling and the paper's equations."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.games.jeopardy.buzz.max_delta import MAX_DELTA, MaxDelta, early_gains
from kibitz.games.jeopardy.buzz.opponent_chances import independent_joint, opponents_chances
from kibitz.games.jeopardy.buzz.thresholds import buzz_curves, find_threshold, live_states
from kibitz.games.jeopardy.buzz.tree import CASES, END_STATES, POLICIES, RIGHT, SILENT, WRONG, clue_tree
from kibitz.games.jeopardy.people.contestant import Contestant, contestant
from kibitz.games.jeopardy.play.clue import CHANGES, clue_outcomes
from kibitz.games.jeopardy.play.machine import load_machine

ALL, NONE = POLICIES.index((1, 1, 1, 1)), POLICIES.index((0, 0, 0, 0))
E = END_STATES
chance = st.floats(0.02, 0.98)
weight = st.floats(0.1, 8.0)


def two(b: float, p: float) -> np.ndarray:
    """Two independent opponents, silent, right or wrong."""
    one = np.array([1 - b, b * p, b * (1 - p)])
    return np.outer(one, one)


@given(st.tuples(weight, weight, weight), st.floats(0, 1), st.booleans())
@settings(max_examples=6)
def test_every_policy_leads_to_some_end_state(weights: tuple[float, float, float], tip: float, hears: bool) -> None:
    tree = clue_tree(weights, tip, hears)
    ends = tree.end_state_chances(np.eye(len(CASES))).policies()
    assert ends.sum(axis=2) == pytest.approx(np.ones((16, 18)), abs=1e-12)
    assert ends.min() >= 0


@pytest.mark.parametrize("row", [1, 5])
@pytest.mark.parametrize("level", ["average", "grand-champion"])
def test_default_buzzing_is_the_regular_clue_model(level: str, row: int) -> None:
    """Buzzing in every live state when sure enough, else in none, leads to the chances that games are played with."""
    machine, other = load_machine().contestant, contestant(level)
    best = contestant("champion")
    tree = clue_tree((machine.buzzability, other.buzzability, best.buzzability))
    joint = independent_joint(opponents_chances(other, best, 2, row))
    ends = tree.end_state_chances(joint(np.array([machine.precision_rate(2, row), 0.5]))).policies()
    b = machine.attempt_rate(2, row)
    expected = clue_outcomes((machine, other, best), 2, row).probabilities
    assert b * ends[ALL, 0] + (1 - b) * ends[NONE, 1] == pytest.approx(expected, abs=1e-14)


def sampled(
    rng: np.random.Generator, policy: tuple[int, ...], case: tuple[int, int, int], weights: np.ndarray, tip: float
) -> tuple[int, int, int]:
    """One clue played buzz by buzz, waiting times racing; whoever hears a wrong answer may learn the right one."""
    acts = {1: case[0], 2: case[1]}
    knows = {0: case[2] == 1, 1: case[0] == RIGHT, 2: case[1] == RIGHT}
    change = [0, 0, 0]
    out: set[int] = set()
    while True:
        live = (1 in out) + 2 * (2 in out)
        times = {}
        if 0 not in out and policy[live]:
            times[0] = rng.exponential() / weights[0]
        for seat in (1, 2):
            if seat not in out and acts[seat] != SILENT:
                times[seat] = rng.exponential() / weights[seat]
        if not times:
            return change[0], change[1], change[2]
        seat = min(times, key=times.__getitem__)
        change[seat] = 1 if knows[seat] else -1
        if knows[seat]:
            return change[0], change[1], change[2]
        out.add(seat)
        for other in {0, 1, 2} - out:
            knows[other] = knows[other] or rng.random() < tip


@pytest.mark.parametrize("policy", [(1, 0, 1, 1), (0, 1, 1, 0)])
def test_end_states_are_as_frequent_as_in_clues_played_out(policy: tuple[int, ...]) -> None:
    rng, weights, tip, n = np.random.default_rng(5), (2.0, 1.0, 0.7), 0.3, 1500
    ends = clue_tree(weights, tip).end_state_chances(np.eye(len(CASES))).policies()[POLICIES.index(policy)]  # type: ignore[arg-type]
    for case in ((WRONG, WRONG, 0), (WRONG, RIGHT, 1), (RIGHT, SILENT, 0)):
        counts = np.zeros(20)
        for _ in range(n):
            counts[E[sampled(rng, policy, case, np.array(weights), tip)]] += 1
        exact = ends[CASES.index(case)]
        assert counts / n == pytest.approx(exact, abs=4.5 * float(np.sqrt(0.25 / n)))
        assert (counts[exact == 0] == 0).all()


def test_opponents_exchanged_exchange_their_end_states_and_their_rebounds() -> None:
    plain, turned = (clue_tree(w).end_state_chances(np.eye(18)).policies() for w in ((3.0, 1.0, 2.0), (3.0, 2.0, 1.0)))
    mirror = [E[x, z, y] for x, y, z in CHANGES.tolist()]
    for (i, (b0, b1, b2, b3)), (j, (one, other, mine)) in product(enumerate(POLICIES), enumerate(CASES)):
        turned_i, turned_j = POLICIES.index((b0, b2, b1, b3)), CASES.index((other, one, mine))
        assert plain[i, j] == pytest.approx(turned[turned_i, turned_j][mirror], abs=1e-14)


@given(st.lists(st.floats(0, 1), min_size=20, max_size=20), chance, chance)
@settings(max_examples=20)
def test_equations_7_to_15_hold_where_both_opponents_always_buzz(ends: list[float], p: float, c: float) -> None:
    """There nobody's wish to buzz is in doubt, which is all that the printed equations get wrong."""
    e, z1, z2 = np.array(ends), 0.6, 0.45
    one = np.array([0.0, p, 1 - p])
    # Weights of the race that give the chances of a contested buzz against one and against two.
    weights = (1.0, (1 - z2) / (2 * z2), (1 - z2) / (2 * z2))
    z1 = 1 / (1 + weights[1])
    tree = clue_tree(weights)
    lines = tree.end_state_chances(independent_joint(np.outer(one, one))(np.array([c])))
    q = 1 - p
    is0 = (
        p / 2 * (e[E[-1, 1, 0]] + e[E[-1, 0, 1]])
        + p * q * (e[E[-1, -1, 1]] + e[E[-1, 1, -1]]) / 2
        + q * q * e[E[-1, -1, -1]]
    )
    ls3 = max(c * e[E[1, -1, -1]] + (1 - c) * e[E[-1, -1, -1]], e[E[0, -1, -1]])
    best = []
    for key, pay in (((1, -1, 0), E[0, -1, 1]), ((1, 0, -1), E[0, 1, -1])):
        is1 = p * e[E[-1, key[1] or 1, key[2] or 1]] + q * e[E[-1, -1, -1]]
        silent = p * e[pay] + q * ls3
        best.append(max(silent, z1 * (c * e[E[key]] + (1 - c) * is1) + (1 - z1) * silent))
    silent = 0.5 * (p * (e[E[0, 1, 0]] + e[E[0, 0, 1]]) + q * sum(best))
    buzz = z2 * (c * e[E[1, 0, 0]] + (1 - c) * is0) + (1 - z2) * silent
    assert (lines.policies()[:, 0] @ e).max() == pytest.approx(max(silent, buzz), abs=1e-12)


@given(chance, chance)
@settings(max_examples=20)
def test_max_delta_closed_forms_are_the_exact_tree(b: float, p: float) -> None:
    rule = MaxDelta(b, p)
    lines = clue_tree((1.0, 1.0, 1.0)).end_state_chances(independent_joint(two(b, p))(np.array([0.0, 1.0])))
    values = lines.policies() @ MAX_DELTA

    def crossing(one: tuple[int, ...], other: tuple[int, ...]) -> float:
        wrong, right = values[POLICIES.index(one)] - values[POLICIES.index(other)]  # type: ignore[arg-type]
        return float(-wrong / (right - wrong))

    assert rule.first() == pytest.approx(crossing((1, 0, 0, 0), (0, 0, 0, 0)), abs=1e-9)
    assert rule.rebound(buzzed=False) == pytest.approx(crossing((0, 1, 0, 0), (0, 0, 0, 0)), abs=1e-9)
    assert rule.rebound(buzzed=True) == pytest.approx(crossing((1, 0, 1, 0), (1, 0, 0, 0)), abs=1e-9)
    assert crossing((0, 0, 0, 1), (0, 0, 0, 0)) == pytest.approx(0.5, abs=1e-9)


def test_corrected_equation_16_is_the_tree_and_the_printed_one_is_not() -> None:
    b, p = 0.61, 0.87
    wrong = clue_tree((1.0, 1.0, 1.0)).first[1, :, :]
    after = np.zeros(20)
    # Both opponents as before any buzz, I wrong first: prior odds, as the equation has them.
    for (one, other, mine), row in zip(CASES, wrong, strict=True):
        if not mine:
            mine_first = row * (CHANGES[:, 0] == -1)
            if mine_first.sum():
                after += two(b, p)[one, other] * mine_first / mine_first.sum()
    assert after @ MAX_DELTA == pytest.approx(MaxDelta(b, p).wrong_first(), abs=1e-12)
    assert MaxDelta(b, p).wrong_first(printed=True) < MaxDelta(b, p).wrong_first() - 0.05


@given(st.lists(st.floats(0.1, 0.9), min_size=20, max_size=20), st.floats(0.2, 5.0), st.floats(-1.0, 1.0))
@settings(max_examples=4)
def test_thresholds_do_not_depend_on_the_scale_of_equities(ends: list[float], scale: float, shift: float) -> None:
    tree, joint = clue_tree((1.0, 1.0, 1.0)), independent_joint(two(0.6, 0.85))
    plain = buzz_curves(tree, joint, np.array(ends)).gains()
    moved = buzz_curves(tree, joint, np.array(ends) * scale + shift).gains()
    assert moved == pytest.approx(plain * scale, abs=1e-9 * max(scale, 1))


def test_a_threshold_is_where_buzzing_turns_right_for_good() -> None:
    grid = np.linspace(0, 1, 5)
    assert find_threshold(grid, np.array([0.1, 0.1, 0.0, 0.2, 0.3])) == 0
    assert find_threshold(grid, np.array([-0.1, 0.1, -0.1, 0.1, 0.3])) == pytest.approx(0.625)
    assert find_threshold(grid, np.array([0.1, 0.0, -0.1, -0.2, -0.3])) == 1


def test_live_states_add_up_to_the_value_of_the_policy() -> None:
    """First buzz: right, wrong and lost, by their chances; and silence is what never buzzing first is worth."""
    rng = np.random.default_rng(3)
    ends, c = rng.random(20), 0.7
    tree, joint = clue_tree((2.0, 1.0, 1.0)), independent_joint(two(0.6, 0.85))
    first, one, other, both = live_states(tree, joint, ends, c)
    values = buzz_curves(tree, joint, ends, np.array([c])).values[:, 0]
    assert first.silent == pytest.approx(max(v for v, policy in zip(values, POLICIES, strict=True) if not policy[0]))
    lines = tree.end_state_chances(joint(np.array([c])))
    assert (both.right, both.wrong, both.silent) == tuple(ends[E[x, -1, -1]] for x in (1, -1, 0))
    b0 = POLICIES[int(values.argmax())][0]
    assert one.reached == pytest.approx(lines.rebounds[0, b0, 0, 0, 0].sum())
    assert other.right == ends[E[1, 0, -1]]


def test_early_gains_are_those_of_a_linear_game() -> None:
    tree, joint = clue_tree((1.0, 1.0, 1.0)), independent_joint(two(0.61, 0.87))
    gains = early_gains(tree, joint, MAX_DELTA, 0.4)
    assert gains.gain == 2
    assert gains.silence < 0
    assert 0.4 < gains.threshold < 0.5


def test_a_player_who_wants_nothing_is_silent() -> None:
    mute = Contestant("mute", 0.0, 0.9, 0.5, 0.5)
    assert opponents_chances(mute, mute, 1, 1)[SILENT, SILENT] == pytest.approx(1.0)

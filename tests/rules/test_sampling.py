"""Parameter sampling: nearest neighbours by any distance, clusters, and the list of Theorem 2."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.parlour import classics
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import Name, parse_expression
from kibitz.rules.language.notation import format_list, parse_list
from kibitz.rules.learning.distance import L1, L2, LINF, Distance, shift_scale_features, shift_scale_invariant
from kibitz.rules.learning.sampling import (
    cluster_samples,
    draw_samples,
    nearest_sample_list,
    solve_samples,
)

a, c, e, g = (Name(name) for name in "aceg")
ZERO_SUM_2X2 = PolynomialGame(
    "2x2",
    "2x2 zero-sum game",
    ("row", "column"),
    parse_domain("a in [-1, 1], c in [-1, 1], e in [-1, 1], g in [-1, 1]"),
    Objective.EXPLOITABILITY,
    ("top", "bottom"),
    ("left", "right"),
    ((a, c), (e, g)),
)
UMBRELLA = PolynomialGame(
    "umbrella",
    "Take an umbrella?",
    ("walker",),
    parse_domain("rain in [0, 1]"),
    Objective.PAYOFF,
    ("take", "leave"),
    ("weather",),
    ((parse_expression("-1/4"),), (parse_expression("-rain"),)),
)
INVARIANT = shift_scale_invariant(2, 2)
payoffs = st.lists(st.integers(-100, 100), min_size=4, max_size=4)


@given(st.lists(payoffs, min_size=1, max_size=8), st.lists(payoffs, min_size=1, max_size=8))
def test_the_nearest_sample_is_at_the_least_of_all_distances(samples: list[list[int]], points: list[list[int]]) -> None:
    ours, theirs = np.array(samples) / 100.0, np.array(points) / 100.0
    for distance in (L1, L2, LINF, INVARIANT):
        table = distance.between(theirs, ours)
        result = distance.nearest(theirs, ours)
        assert table[np.arange(len(theirs)), result] == pytest.approx(table.min(axis=1), abs=1e-12)


def test_distances_are_the_norms_they_are_called() -> None:
    one, other = np.array([[0.0, 0.0]]), np.array([[3.0, -4.0]])
    assert [float(d.between(one, other)[0, 0]) for d in (L1, L2, LINF)] == [7.0, 5.0, 4.0]


@given(payoffs, st.integers(-50, 50), st.integers(1, 50))
def test_invariant_features_see_neither_shift_nor_scale(entries: list[int], shift: int, scale: int) -> None:
    features = shift_scale_features(2, 2)
    game = np.array([entries], dtype=np.float64)
    assert features(game * scale + shift) == pytest.approx(features(game), abs=1e-12)


def test_invariant_features_of_a_2x2_game_are_those_of_the_notes() -> None:
    (result,) = shift_scale_features(2, 2)(np.array([[1.0, 0.0, -1.0, 4.0]]))
    expected = np.array([1 - -1, 0 - 4, 1 - 0, -1 - 4], dtype=np.float64)
    assert result == pytest.approx(expected / np.linalg.norm(expected))
    assert not shift_scale_features(2, 2)(np.full((1, 4), 3.0)).any()
    assert shift_scale_features(2, 3)(np.zeros((5, 6))).shape == (5, 9)


def test_samples_lose_nothing_where_they_were_solved() -> None:
    samples = draw_samples(ZERO_SUM_2X2, 50, np.random.default_rng(1))
    losses = samples.losses(samples.points)
    assert max(losses[role].max() for role in losses) < 1e-9
    assert samples.first(10).points.tolist() == samples.points[:10].tolist()
    with pytest.raises(InputError, match="from 1 to 50"):
        samples.first(51)


def test_one_point_is_answered_like_many() -> None:
    samples = draw_samples(ZERO_SUM_2X2, 20, np.random.default_rng(2))
    point = {"a": 0.1, "c": -0.3, "e": 0.7, "g": 0.2}
    many = samples.apply_many(np.array([list(point.values())]))
    alone = samples.apply(point)
    for role, labels in ZERO_SUM_2X2.actions.items():
        assert [alone[role].get(label, 0.0) for label in labels] == many[role][0].tolist()
    with pytest.raises(InputError, match="a: must be a number from -1 to 1"):
        samples.apply(point | {"a": 2.0})


def test_decisions_against_given_opponents_can_be_sampled_too() -> None:
    samples = solve_samples(UMBRELLA, np.array([[0.0], [0.5], [1.0]]))
    assert samples.strategies["walker"].tolist() == [[0, 1], [1, 0], [1, 0]]
    assert samples.losses(np.array([[0.2], [0.26]]))["walker"] == pytest.approx([0.0, 0.0])
    few = solve_samples(UMBRELLA, np.array([[0.0], [1.0]]))
    # At 0.4 the nearest sample leaves the umbrella, which costs 0.4 where taking it costs 0.25.
    assert few.losses(np.array([[0.4], [0.6]]))["walker"] == pytest.approx([0.15, 0.0])


def test_general_sum_games_are_sampled_with_an_equilibrium_the_first_pure_one_if_there_is_one() -> None:
    game = classics.inspection()
    points = game.domain.sample(np.random.default_rng(3), 200)
    samples = solve_samples(game, points)
    assert max(column.max() for column in samples.losses(points).values()) < 1e-9
    assert ((samples.strategies["worker"] > 0).all(axis=1)).any(), "some have only a mixed equilibrium"
    both = classics.battle_of_the_sexes()
    assert (solve_samples(both, np.array([[1.0, 2.0]])).strategies["first"] == [[1.0, 0.0]]).all(), "opera comes first"


def test_clusters_stand_for_their_members() -> None:
    rng = np.random.default_rng(5)
    points = ZERO_SUM_2X2.domain.sample(rng, 2_000)
    for distance in (L2, INVARIANT):
        clusters = cluster_samples(ZERO_SUM_2X2, 20, 3_000, rng, distance)
        assert 1 <= len(clusters) <= 20
        drawn = [draw_samples(ZERO_SUM_2X2, 20, rng, distance).losses(points)["row"].mean() for _ in range(10)]
        # Centres are spread better than random points: never worse than the worst of ten random sets.
        assert clusters.losses(points)["row"].mean() < max(drawn)
    assert len(cluster_samples(ZERO_SUM_2X2, 1, 10, rng)) == 1
    with pytest.raises(InputError, match="1 <= k <= n"):
        cluster_samples(ZERO_SUM_2X2, 20, 10, rng)


def test_clusters_of_whole_numbers_are_members() -> None:
    domain = parse_domain("n in {0..100}")
    payoff = ((parse_expression("n"),), (parse_expression("50"),))
    game = PolynomialGame("n", "n", ("player",), domain, Objective.PAYOFF, ("n", "fifty"), ("-",), payoff)
    clusters = cluster_samples(game, 4, 200, np.random.default_rng(1))
    assert (clusters.points == clusters.points.astype(int)).all()


coordinates = st.fractions(-1, 1, max_denominator=4)


@given(
    st.lists(st.lists(coordinates, min_size=4, max_size=4), min_size=1, max_size=6),
    st.lists(coordinates, min_size=4, max_size=4),
    st.booleans(),
)
@settings(max_examples=30)
def test_the_list_of_theorem_2_plays_what_the_nearest_sample_does(
    samples: list[list[Fraction]], at: list[Fraction], lean: bool
) -> None:
    point = dict(zip("aceg", at, strict=True))
    for distance in (L1, L2, LINF):
        solved = solve_samples(ZERO_SUM_2X2, np.array(samples, dtype=np.float64), distance)
        decisions = nearest_sample_list(solved, lean)
        assert decisions.depth == len(samples)
        assert decisions.width == (len(samples) - 1 if len(samples) > 1 else 0)
        gaps = [[abs(x - y) for x, y in zip(at, sample, strict=True)] for sample in samples]
        lengths = [
            sum(gap) if distance == L1 else max(gap) if distance == LINF else sum(d * d for d in gap) for gap in gaps
        ]
        assert decisions.fired_rule(point) == lengths.index(min(lengths)), "the first of equally near samples"


def test_the_list_of_theorem_2_agrees_with_the_nearest_neighbour_at_random_points() -> None:
    rng = np.random.default_rng(7)
    samples = draw_samples(ZERO_SUM_2X2, 40, rng, digits=3)
    points = ZERO_SUM_2X2.domain.sample(rng, 5_000)
    played = samples.apply_many(points)
    for lean in (False, True):
        decisions = nearest_sample_list(samples, lean)
        assert parse_list(format_list(decisions)) == decisions
        tables = decisions.apply_many(ZERO_SUM_2X2.domain.columns(points), [("top", "bottom"), ("left", "right")])
        for role, table in zip(("row", "column"), tables, strict=True):
            assert table == pytest.approx(played[role], abs=1e-12)


def test_the_inequality_as_printed_asks_for_the_farthest_sample() -> None:
    samples = solve_samples(UMBRELLA, np.array([[0.0], [1.0]]))
    (rule,) = nearest_sample_list(samples).rules
    (condition,) = rule.guard.conditions
    assert condition.holds({"rain": Fraction(1, 5)}), "0 is the nearest to 0.2, so rule 1 applies"
    printed = format_list(nearest_sample_list(samples.with_distance(L1))).replace(">= 0", "<= 0")
    assert parse_list(printed).apply({"rain": Fraction(1, 5)}) == ({"take": 1},), "as printed: what is right at 1"
    assert nearest_sample_list(samples).apply({"rain": Fraction(1, 5)}) == ({"leave": 1},)


def test_lists_are_not_written_for_feature_distances_or_crowds() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(InputError, match="distances l1, l2 and linf"):
        nearest_sample_list(draw_samples(ZERO_SUM_2X2, 3, rng, INVARIANT))
    with pytest.raises(InputError, match="at most 300"):
        nearest_sample_list(draw_samples(ZERO_SUM_2X2, 301, rng))
    with pytest.raises(InputError, match="from 1 up"):
        Distance("none", 0.5)
    with pytest.raises(InputError, match="give at least one"):
        L2.nearest(np.zeros((1, 4)), np.zeros((0, 4)))
    with pytest.raises(InputError, match="1 to 10,000,000 samples"):
        solve_samples(ZERO_SUM_2X2, np.zeros((0, 4)))
    assert nearest_sample_list(draw_samples(ZERO_SUM_2X2, 1, rng)).depth == 1

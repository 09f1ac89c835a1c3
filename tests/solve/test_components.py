"""Which equilibria hang together, and which may be mixed: on degenerate games and against checks by regret."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.solve import equilibria, regrets
from kibitz.solve.components import components, nash_subsets

F = Fraction
Matrix = list[list[int]]


def found(A: Matrix, B: Matrix) -> tuple[list[tuple[tuple[F, ...], tuple[F, ...]]], tuple[tuple[int, ...], ...]]:
    pairs = [(each.row, each.column) for each in equilibria(A, B)]
    return pairs, nash_subsets(pairs)


def test_a_row_that_is_best_whatever_the_column_does_makes_a_continuum() -> None:
    pairs, subsets = found([[1, 1], [0, 0]], [[-1, -1], [0, 0]])
    assert len(pairs) == 2
    assert subsets == ((0, 1),)
    assert components(subsets) == ((0, 1),)


def test_equilibria_without_neighbours_stand_alone() -> None:
    pairs, subsets = found([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    assert len(pairs) == 3
    assert components(subsets) == subsets == ((0,), (1,), (2,))


def test_a_component_can_be_more_than_one_set_of_mixtures() -> None:
    # Three extreme equilibria in a chain: the first and the last share no strategy, so they must not be mixed.
    A, B = [[1, 0], [1, 1]], [[0, 0], [0, 0]]
    pairs, subsets = found(A, B)
    (component,) = components(subsets)
    assert len(component) == len(pairs) == 3
    assert len(subsets) == 2
    assert max(map(len, subsets)) == 2


matrices = st.tuples(st.integers(1, 3), st.integers(1, 3)).flatmap(
    lambda shape: st.tuples(
        *[
            st.lists(
                st.lists(st.integers(0, 2), min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
            )
        ]
        * 2
    )
)


@settings(deadline=None, max_examples=60)
@given(matrices)
def test_strategies_within_a_set_may_be_mixed_and_strategies_of_no_common_set_may_not(
    games: tuple[Matrix, Matrix],
) -> None:
    A, B = games
    ours, theirs = np.array(A, object), np.array(B, object)
    pairs, subsets = found(A, B)
    assert sorted({i for subset in subsets for i in subset}) == list(range(len(pairs)))
    for subset in subsets:
        rows, columns = (list(dict.fromkeys(pairs[i][side] for i in subset)) for side in (0, 1))
        assert regrets(ours, theirs, mixed(rows), mixed(columns)) == (0, 0)
    together = {frozenset(pair) for subset in subsets for pair in combinations(subset, 2)}
    for i, j in combinations(range(len(pairs)), 2):
        if frozenset((i, j)) not in together:
            crossed = [regrets(ours, theirs, pairs[a][0], pairs[b][1]) for a, b in ((i, j), (j, i))]
            assert max(map(max, crossed)) > 0


def mixed(strategies: list[tuple[F, ...]]) -> list[F]:
    """The strategies with weights 1, 2, 3, ..."""
    total = sum(range(1, len(strategies) + 1))
    return [sum(F(w, total) * s[k] for w, s in enumerate(strategies, 1)) for k in range(len(strategies[0]))]


@pytest.mark.parametrize("size", [2, 5, 8])
def test_a_game_where_nothing_matters_is_one_set(size: int) -> None:
    zeros = [[0] * size for _ in range(size)]
    pairs, subsets = found(zeros, zeros)
    assert len(pairs) == size * size
    assert subsets == (tuple(range(size * size)),)

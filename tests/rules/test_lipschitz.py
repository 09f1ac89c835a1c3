"""Lemma 4 as a certificate: true on samples, and weaker than the linear program of a cell."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.parlour import final
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.learning.partition import CellPrograms
from kibitz.rules.proof.lipschitz import grid_bound, grid_cells, lemma_4_bound
from kibitz.solve.zero_sum import solve_zero_sum, solve_zero_sum_batch

GAME = final.game(5, 3)
PAYOFFS = PolynomialPayoffs.of(GAME)


@pytest.mark.parametrize("cells", [2, 5])
def test_no_game_of_a_cell_loses_more_than_the_lemma_allows(cells: int) -> None:
    rng = np.random.default_rng(2)
    whole = grid_bound(GAME, cells)
    for box in grid_cells(PAYOFFS.box, cells):
        low, high = (np.array([float(side[k]) for side in box]) for k in (0, 1))
        middle = solve_zero_sum(PAYOFFS.matrices(((low + high) / 2)[np.newaxis])[0])
        points = low + (high - low) * rng.random((40, 2))
        matrices = PAYOFFS.matrices(points)
        values = solve_zero_sum_batch(matrices)[0]
        loss = values - np.einsum("nij,i->nj", matrices, middle.row).min(axis=1)
        bound = lemma_4_bound(GAME, box)
        assert loss.max() <= float(bound) + 1e-12
        assert bound <= whole.loss


def test_the_linear_program_of_a_cell_is_at_least_as_sharp_for_both_roles_together() -> None:
    boxes = grid_cells(PAYOFFS.box, 4)
    for box, node in zip(boxes, CellPrograms(PAYOFFS).nodes(boxes), strict=True):
        assert node.bound <= 2 * float(lemma_4_bound(GAME, box)) + 1e-12


def test_the_bound_shrinks_with_the_cells() -> None:
    assert grid_bound(GAME, 8).loss == grid_bound(GAME, 4).loss / 2
    assert grid_bound(GAME, 4).n_cells == 16


def test_senseless_grids_and_boxes_are_refused() -> None:
    with pytest.raises(InputError, match="cells"):
        grid_bound(GAME, 0)
    with pytest.raises(InputError, match="cells"):
        grid_bound(GAME, 1_000)
    with pytest.raises(InputError, match="box"):
        lemma_4_bound(GAME, ((Fraction(0), Fraction(1)),))

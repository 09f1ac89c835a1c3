"""The static evaluation in plain NumPy, for a single cold question and as the reference of the compiled one."""

from __future__ import annotations

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import HOME, MEN, POINTS, Boards, check_boards
from kibitz.games.backgammon.nets.inputs import position_inputs
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.learn.network import Network


def static_probabilities(boards: Boards, weights: Weights) -> FloatArray:
    """Probabilities ``(n, 5)`` of the side on roll: exact in finished games and bearoffs, else a network's."""
    check_boards(boards)
    result = np.zeros((len(boards), 5))
    left = boards.sum(axis=2)
    rears = np.where(boards.any(axis=2), 24 - np.argmax(boards[:, :, ::-1] > 0, axis=2), -1)
    over = (left == 0).any(axis=1)
    contact = ~over & (rears.sum(axis=1) >= POINTS)
    home = ~over & ~contact & (rears < HOME).all(axis=1)
    race = ~over & ~contact & ~home
    result[over] = _final(boards[over], left[over], rears[over])
    if home.any():
        from kibitz.games.backgammon.bearoff.tables import bearoff_probabilities, one_sided_table, two_sided_table

        result[home] = bearoff_probabilities(boards[home], one_sided_table(), two_sided_table())
    for mask, network in ((contact, weights.contact), (race, weights.race)):
        if mask.any():
            result[mask] = _network(boards[mask], network, left[mask])
    return result


def _final(boards: Boards, left: Boards, rears: Boards) -> FloatArray:
    """Certain outcomes of finished games."""
    result = np.zeros((len(boards), 5))
    won = left[:, 0] == 0
    result[won, 0] = 1
    for loser, column in ((1, 1), (0, 3)):
        mask = (left[:, 1 - loser] == 0) & (left[:, loser] == MEN)
        result[mask, column] = 1
        result[mask & (rears[:, loser] >= POINTS - HOME), column + 1] = 1
    return result


def _network(boards: Boards, network: Network, left: Boards) -> FloatArray:
    """A network's outputs made consistent: no gammon against checkers off, and each chance within the one before."""
    p = network.outputs(position_inputs(boards)).astype(np.float64)
    p[left[:, 1] < MEN, 1:3] = 0
    p[left[:, 0] < MEN, 3:5] = 0
    p[:, 1] = np.minimum(p[:, 1], p[:, 0])
    p[:, 2] = np.minimum(p[:, 2], p[:, 1])
    p[:, 3] = np.minimum(p[:, 3], 1 - p[:, 0])
    p[:, 4] = np.minimum(p[:, 4], p[:, 3])
    return p

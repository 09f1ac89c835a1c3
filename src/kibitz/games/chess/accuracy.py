"""Accuracy and average centipawn loss (ACPL) from evaluations of the positions of a game, as lichess computes them.

Evaluations are centipawns from White's point of view after each ply. A win percentage is a logistic function of the
centipawns, cut at 1,000; a mate counts as 1,000. The first position counts as 15 centipawns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray

CAP_CENTIPAWNS = 1_000.0
INITIAL_CENTIPAWNS = 15.0
WIN_SLOPE = 0.00368208
"""Slope of the win percentage, fitted by lichess to games of 2300."""
ACCURACY_SCALE, ACCURACY_DECAY, ACCURACY_SHIFT = 103.1668100711649, 0.04354415386753951, -3.166924740191411
UNCERTAINTY_BONUS = 1.0
"""Points added to the accuracy of a move, because evaluations are not exact."""
WINDOW_SHARE, MIN_WINDOW, MAX_WINDOW = 10, 2, 8
MIN_VOLATILITY, MAX_VOLATILITY = 0.5, 12.0
LEAST_HARMONIC = 1.0
"""Accuracy that a move counts at least in the harmonic mean."""


@dataclass(frozen=True, slots=True)
class SideAccuracy:
    """One side of a game: accuracy in per cent and ACPL in whole centipawns; ``None`` where the side made no move."""

    accuracy: float | None
    acpl: int | None
    n_moves: int


def win_percentages(centipawns: FloatArray) -> FloatArray:
    """White's win percentage at each evaluation."""
    capped = np.clip(centipawns, -CAP_CENTIPAWNS, CAP_CENTIPAWNS)
    return np.asarray(50 + 50 * (2 / (1 + np.exp(-WIN_SLOPE * capped)) - 1))


def move_accuracies(drops: FloatArray) -> FloatArray:
    """Accuracy of moves by which the mover's win percentage falls by so much; 100 where it does not fall."""
    raw = ACCURACY_SCALE * np.exp(-ACCURACY_DECAY * np.maximum(drops, 0)) + ACCURACY_SHIFT + UNCERTAINTY_BONUS
    return np.where(drops <= 0, 100.0, np.clip(raw, 0.0, 100.0))


def win_drops(centipawns: FloatArray, white_starts: bool = True) -> FloatArray:
    """How much the mover's win percentage falls with each ply; negative where it rises."""
    wins = win_percentages(np.concatenate([[INITIAL_CENTIPAWNS], centipawns]))
    return np.asarray((wins[:-1] - wins[1:]) * _signs(len(centipawns), white_starts))


def game_accuracy(centipawns: FloatArray, white_starts: bool = True) -> tuple[SideAccuracy, SideAccuracy]:
    """White's and Black's accuracy and ACPL of a game.

    The accuracy of a game is the mean of two means of the accuracies of the moves: one weighted by how volatile the
    game is around the move, and the harmonic one.
    """
    scores = np.clip(np.concatenate([[INITIAL_CENTIPAWNS], centipawns]), -CAP_CENTIPAWNS, CAP_CENTIPAWNS)
    n = len(centipawns)
    signs = _signs(n, white_starts)
    accuracies, weights = move_accuracies(win_drops(centipawns, white_starts)), volatility_weights(centipawns)
    falls = np.maximum((scores[:-1] - scores[1:]) * signs, 0)
    sides = []
    for sign in (1, -1):
        own = signs == sign
        if not own.any():
            sides.append(SideAccuracy(None, None, 0))
            continue
        weighted = float(weights[own] @ accuracies[own] / weights[own].sum())
        harmonic = float(own.sum() / (1 / np.maximum(accuracies[own], LEAST_HARMONIC)).sum())
        sides.append(SideAccuracy((weighted + harmonic) / 2, round(float(falls[own].mean())), int(own.sum())))
    return sides[0], sides[1]


def volatility_weights(centipawns: FloatArray) -> FloatArray:
    """Weight of each ply: the standard deviation of the win percentages in a window that ends near it."""
    wins = win_percentages(np.concatenate([[INITIAL_CENTIPAWNS], centipawns]))
    n = len(centipawns)
    if n == 0:
        return np.empty(0)
    width = min(max(n // WINDOW_SHARE, MIN_WINDOW), MAX_WINDOW, len(wins))
    windows = np.lib.stride_tricks.sliding_window_view(wins, width)
    padded = np.concatenate([np.repeat(windows[:1], width - 2, axis=0), windows]) if width > 2 else windows
    return np.asarray(np.clip(padded.std(axis=1)[:n], MIN_VOLATILITY, MAX_VOLATILITY))


def _signs(n: int, white_starts: bool) -> FloatArray:
    return np.where((np.arange(n) % 2 == 0) == white_starts, 1.0, -1.0)

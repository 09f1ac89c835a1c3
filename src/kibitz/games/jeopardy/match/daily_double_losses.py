"""What Daily Double bets lose in match equity: the paper's 0.3 % in game 1 and 0.55 % in game 2 (section 3.1.5)."""

from __future__ import annotations

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.match.play import MatchSeating, play_from_game_1, play_game_2, play_matches
from kibitz.games.jeopardy.rollout.rollout import KEEP_DOUBLES, IntArray, play_from
from kibitz.games.jeopardy.rollout.seating import WagerRule
from kibitz.games.jeopardy.rollout.state_rows import SURE, TOTALS, opening_row
from kibitz.games.jeopardy.show import SMALLEST_WAGER, Rules
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.wagers import network_wager
from kibitz.simulate.executors import Progress, no_progress

GRID = 8
"""Number of equal parts of the largest wager that the bet is compared with, and the smallest wager."""


def sample_daily_doubles(table: MatchSeating, game: int, n: int, seed: int) -> IntArray:
    """States in which the seat with a record found a Daily Double of a game of the match, its square in column 20."""
    starts = np.tile(opening_row(), (n, 1))
    if game == 2:
        starts[:, TOTALS] = play_matches(table, n, seed).totals
    _, stored = play_from(table.games[game - 1], starts, n, seed + 1, keep=1.0, kind=KEEP_DOUBLES)
    return stored.rows[:n]


def bet_losses(
    table: MatchSeating, game: int, n: int, games: int = 200, seed: int = 1, progress: Progress = no_progress
) -> FloatArray:
    """Match equity lost by each of ``n`` bets: the best of a grid is chosen on one half of the rollouts and priced on
    the other, both ways, so that the mean is not biased upwards."""
    place = table.games[game - 1]
    me = place.how.me
    if place.seats[me].bet not in (WagerRule.NETWORK, WagerRule.LIVE):
        raise InputError("losses: the first seat must bet by its networks")
    play = play_from_game_1 if game == 1 else play_game_2
    losses = []
    rows = sample_daily_doubles(table, game, n, seed)
    for i, drawn_row in enumerate(rows):
        progress(i, len(rows))
        row = drawn_row.copy()
        r, c = divmod(int(row[SURE]), 6)
        seen = 4 - int(row[6 + c]).bit_count()
        p = live_confidence(float(place.how.accuracy[me, 0, int(row[4]), r]), int(row[14 + c]), seen)
        row[SURE] = 0
        most = Rules().largest_wager(int(row[4]) + 1, int(row[me]))
        chosen = network_wager(place, row, [0, 0, 0], me, p, most)
        grid = sorted({chosen, SMALLEST_WAGER, most, *(most * k // GRID // 100 * 100 or 5 for k in range(1, GRID))})
        worth = np.empty((2 * games, len(grid)))
        for j, bet in enumerate(grid):
            ends = []
            for change in (bet, -bet):
                start = row.copy()
                start[me] += change
                start[3] = me
                places = play(table, start[None], 2 * games, seed + 31 * i)
                ends.append(places[:, me] @ np.array(table.weights))
            worth[:, j] = p * ends[0] + (1 - p) * ends[1]
        halves = worth[:games].mean(axis=0), worth[games:].mean(axis=0)
        at = grid.index(chosen)
        losses.append(np.mean([halves[1 - h][halves[h].argmax()] - halves[1 - h][at] for h in range(2)]))
    return np.array(losses)

"""Compiled whole games: the same steps as `reference_simulator`, about a hundred times faster.

A game reads its random numbers from its own row of a tape, so kernel and reference cannot get out of step, and no
generator is called inside the loop.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.play.daily_double_bets import N_CONFIDENCE_LEVELS, NEARLY_ALL
from kibitz.games.jeopardy.play.game_tables import DRAWS_PER_GAME, GameTables

PEOPLE, BAYESIAN, AGGRESSIVE = 0, 2, 1
"""Indices into `game_tables.SELECTIONS` and `game_tables.WAGERINGS`."""
GAMES_PER_BLOCK = 512
"""Games played from one tape; it stays in the cache of the processor."""

LOWEST_BIT = np.array([0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 32)], dtype=np.int64)
BIT_COUNTS = np.array([mask.bit_count() for mask in range(32)], dtype=np.int64)


@njit(cache=True)
def draw_index(steps: Any, u: float) -> Any:
    """Index that ``u`` falls on in cumulative chances."""
    i = 0
    while steps[i] <= u:
        i += 1
    return i


@njit(cache=True)
def people_pick(tape: Any, k: int, columns: Any, current: int, stay: float, topmost: float) -> Any:
    """Column, row and the next place on the tape."""
    others = 0
    for c in range(6):
        if columns[c] != 0 and c != current:
            others += 1
    column = current
    jump = current < 0 or columns[current] == 0
    if not jump and others > 0:
        jump = tape[k] >= stay
        k += 1
    if jump:
        n = int(tape[k] * others)
        k += 1
        for c in range(6):
            if columns[c] != 0 and c != current:
                if n == 0:
                    column = c
                    break
                n -= 1
    mask = columns[column]
    row = LOWEST_BIT[mask]
    if BIT_COUNTS[mask] > 1:
        odd = tape[k] >= topmost
        k += 1
        if odd:
            n = 1 + int(tape[k] * (BIT_COUNTS[mask] - 1))
            k += 1
            for _ in range(n):
                mask &= mask - 1
            row = LOWEST_BIT[mask]
    return column, row, k


@njit(cache=True)
def seeking_pick(columns: Any, current: int, safe: int, rows: Any) -> Any:
    """Column and row."""
    every = 0
    for c in range(6):
        if c != safe:
            every |= columns[c]
    if every == 0:
        safe = -1
        for c in range(6):
            every |= columns[c]
    row = -1
    for r in range(5):
        if every >> r & 1 and (row < 0 or rows[r] > rows[row]):
            row = r
    if current >= 0 and current != safe and columns[current] >> row & 1:
        return current, row
    column = 0
    while column == safe or not columns[column] >> row & 1:
        column += 1
    return column, row


@njit(cache=True)
def column_weights(columns: Any, round_: Any, found_column: Any, tables: Any, in_column: Any, weights: Any) -> None:
    """What each column weighs in the chances of its open squares, beside their rows (equations 2 to 4).

    ``in_column`` gets the rows' weight of its open squares; ``found_column`` is that of a Daily Double found, or -1.
    """
    for c in range(6):
        in_column[c] = 0.0
        for r in range(5):
            if columns[c] >> r & 1:
                in_column[c] += tables.rows[round_, r]
    for c in range(6):
        if round_ == 0:
            weights[c] = tables.columns[c]
        elif found_column >= 0:
            weights[c] = tables.pairs[found_column, c]
        else:
            weights[c] = 0.0
            for other in range(6):
                weights[c] += tables.pairs[c, other] * in_column[other]


@njit(cache=True)
def bayesian_pick(columns: Any, round_: int, found_column: int, tables: Any) -> Any:
    """Column and row."""
    in_column, weights = np.zeros(6), np.zeros(6)
    column_weights(columns, round_, found_column, tables, in_column, weights)
    best, column, row = -1.0, -1, -1
    for r in range(5):
        for c in range(6):
            if not columns[c] >> r & 1:
                continue
            weight = weights[c] * tables.rows[round_, r]
            # Only a real difference counts, so that rounding cannot pick another square than the reference.
            if weight > best * (1 + 1e-12):
                best, column, row = weight, c, r
    return column, row


@njit(cache=True)
def wager_of(
    u: float, tables: Any, scores: Any, seat: int, bold: float, round_: int, played: int, columns: Any, level: int
) -> Any:
    """The bet on a Daily Double."""
    own = scores[seat]
    most = max(own, tables.values[round_, 4])
    place = 0
    best_other = -(1 << 60)
    for other in range(3):
        if scores[other] > own:
            place += 1
        if other != seat and scores[other] > best_other:
            best_other = scores[other]
    style = tables.wagering[seat]
    if style == PEOPLE:
        shape = tables.bet_shape[round_]
        amount = bold * tables.bet_amounts[round_, place, level] * (most / shape[1]) ** shape[0]
        if place == 0:
            amount *= math.exp(shape[2] * (played / 30 - 0.5))
        step = 1000 if u < shape[3] and amount >= 500 else 100
        return max(5, min(math.floor(amount / step + 0.5) * step, most))
    left = 0
    for c in range(6):
        for r in range(5):
            left += tables.values[round_, r] * (columns[c] >> r & 1)
    if round_ == 0:
        for r in range(5):
            left += 6 * tables.values[1, r]
    spare = own - 2 * best_other - left
    if spare > 0:
        amount = float(spare)
    elif style == AGGRESSIVE:
        amount = NEARLY_ALL * most
    elif own < best_other:
        amount = tables.machine[1] * most
    else:
        amount = min(tables.machine[0] * most, 2 * best_other + tables.machine[2] * left - own)
    return max(5, min(math.floor(amount / 100) * 100, most))


@njit(cache=True)
def play_games(
    tapes: Any,
    tables: Any,
    start: int,
    types: Any,
    first_round: Any,
    scores: Any,
    picks: Any,
    found_doubles: Any,
    wagers: Any,
    right: Any,
) -> None:
    """Play one game a tape, into the rows of the output arrays from ``start`` on, which hold zeros."""
    columns = np.zeros(6, dtype=np.int64)
    score = np.zeros(3, dtype=np.int64)
    hidden = np.zeros(2, dtype=np.int64)
    changes, next_control, values = tables.changes, tables.control, tables.values
    outcomes, topmost, stay = tables.outcomes, tables.topmost, tables.stay
    for i in range(len(tapes)):
        game, tape, k = start + i, tapes[i], 0
        for seat in range(3):
            score[seat] = 0
            if outcomes.shape[seat] > 1:
                types[game, seat] = draw_index(tables.seat_types[seat], tape[k])
                k += 1
        for round_ in range(2):
            n_clues = draw_index(tables.clues_played[round_], tape[k])
            board = draw_index(tables.board_steps, tape[k + 1])
            steps = outcomes[types[game, 0], types[game, 1], types[game, 2], board, round_]
            if round_ == 0:
                hidden[0], hidden[1] = draw_index(tables.first_round, tape[k + 2]), -1
                k += 3
            else:
                pair = draw_index(tables.pair_steps, tape[k + 2])
                for j in range(2):
                    hidden[j] = draw_index(tables.row_steps, tape[k + 3 + j]) * 6 + tables.pair_columns[pair, j]
                k += 5
            columns[:] = 31
            n_found, found_column, current, control = 0, -1, -1, 0
            if round_ == 1:
                for seat in range(1, 3):
                    if score[seat] < score[control]:
                        control = seat
            for played in range(n_clues):
                style = tables.selection[control]
                if n_found == 1 + round_ or (style == PEOPLE and played < tables.hunt[round_]):
                    current, row, k = people_pick(tape, k, columns, current, stay, topmost[round_])
                elif style == BAYESIAN:
                    current, row = bayesian_pick(columns, round_, found_column, tables)
                else:
                    current, row = seeking_pick(columns, current, found_column, tables.rows[round_])
                columns[current] &= ~(1 << row)
                picks[game, control] += 1
                place = row * 6 + current
                if place == hidden[0] or place == hidden[1]:
                    level = int(tape[k] * N_CONFIDENCE_LEVELS)
                    bold = tables.boldness[control, types[game, control]]
                    wager = wager_of(tape[k + 1], tables, score, control, bold, round_, played, columns, level)
                    is_right = tape[k + 2] < tables.right[control, types[game, control], round_, row, level]
                    k += 3
                    score[control] += wager if is_right else -wager
                    n_found += 1
                    found_column = current
                    found_doubles[game, control] += 1
                    index = 0 if round_ == 0 else n_found
                    wagers[game, index] = wager
                    right[game, index] = is_right
                    continue
                u, outcome = tape[k], 0
                k += 1
                while steps[row, outcome] <= u:
                    outcome += 1
                value = values[round_, row]
                for seat in range(3):
                    score[seat] += changes[outcome, seat] * value
                if next_control[outcome] >= 0:
                    control = next_control[outcome]
            if round_ == 0:
                for seat in range(3):
                    first_round[game, seat] = score[seat]
        for seat in range(3):
            scores[game, seat] = score[seat]


def run_games(rng: np.random.Generator, tables: GameTables, n: int) -> dict[str, Any]:
    """Arrays of ``n`` games: types, scores after round 1 and entering Final, picks, Daily Doubles found and bet."""
    names = ("types", "first_round", "scores", "picks", "found", "wagers", "right")
    arrays = {name: np.zeros((n, 3), dtype=np.int64) for name in names}
    tapes = np.empty((min(GAMES_PER_BLOCK, n), DRAWS_PER_GAME))
    for start in range(0, n, GAMES_PER_BLOCK):
        block = tapes[: min(GAMES_PER_BLOCK, n - start)]
        rng.random(out=block)
        play_games(block, tables, start, *arrays.values())
    return arrays

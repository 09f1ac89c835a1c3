"""Compiled games from any state to any other; `reference` plays the same ones step by step in plain Python."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.play.daily_double_bets import N_CONFIDENCE_LEVELS
from kibitz.games.jeopardy.play.kernels import bayesian_pick, draw_index, people_pick, seeking_pick, wager_of
from kibitz.games.jeopardy.rollout.luck_adjustment import clue_value, daily_double_values, double_chance
from kibitz.games.jeopardy.rollout.square_picks import control_pick, leftmost_pick, potential_pick, record_index
from kibitz.games.jeopardy.value.kernels import best_wager, write_remaining
from kibitz.games.jeopardy.value.match_kernels import bold_wager, write_standing

G, S = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)
M1, M2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
SH30, SH27, SH31, SH11, ONE = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11), np.uint64(1)
UNIT = 2.0**-53
TYPE, CLUES, HIDDEN, PICK, OUTCOME, LEVEL, ROUNDNESS = 0, 1, 2, 3, 7, 8, 9
ANSWER, RECORD, KEEP, FIRST, BET, EXPLORE, EASE = 10, 11, 12, 13, 14, 15, 16
PEOPLE, SEEKING, BAYES, LRTB, CONTROL = 0, 1, 2, 3, 4
LEARN, ANTI = 5, 6
SAFE, NETWORK, LIVE, BOLD = 3, 4, 5, 6
LAST = 60


@njit(cache=True)
def mix_bits(z: Any) -> Any:
    """As `luck.mixed`."""
    z = (z ^ (z >> SH30)) * M1
    z = (z ^ (z >> SH27)) * M2
    return z ^ (z >> SH31)


@njit(cache=True)
def game_key(seed: Any, game: Any) -> Any:
    """As `luck.game_key`."""
    return mix_bits(mix_bits(np.uint64(seed)) + np.uint64(game + 1) * G)


@njit(cache=True)
def uniform_number(key: Any, purpose: Any, round_: Any, place: Any) -> Any:
    """As `luck.number`."""
    index = np.uint64((purpose * 2 + round_) * 64 + place + 1)
    return float(mix_bits(key + index * S) >> SH11) * UNIT


@njit(cache=True)
def lowest_seat(scores: Any, u: Any) -> Any:
    """The seat with the lowest score, which picks first in round 2; drawn by lot among equals."""
    low = min(scores[0], scores[1], scores[2])
    number = 0
    for seat in range(3):
        number += scores[seat] == low
    number = int(u * number)
    for seat in range(3):
        if scores[seat] == low:
            if number == 0:
                return seat
            number -= 1
    return 0


@njit(cache=True)
def draw_index_from(steps: Any, low: Any, u: Any) -> Any:
    """Index drawn from cumulative chances, given that it is at least ``low``; the last one if nothing is left."""
    base = steps[low - 1] if low > 0 else 0.0
    if base >= 1.0:
        return len(steps) - 1
    return draw_index(steps, base + u * (1.0 - base))


@njit(cache=True)
def draw_hidden_doubles(
    key: Any, tables: Any, round_: Any, columns: Any, n_found: Any, found_column: Any, hidden: Any
) -> None:
    """Draw the places of Daily Doubles still hidden, given the open squares; -1 for none."""
    hidden[0], hidden[1] = -1, -1
    if n_found == 1 + round_:
        return
    in_column = np.zeros(6)
    for c in range(6):
        for r in range(5):
            if columns[c] >> r & 1:
                in_column[c] += tables.rows[round_, r]
    weights = np.zeros(6)
    total = 0.0
    for c in range(6):
        if round_ == 0:
            weights[c] = tables.columns[c] * in_column[c]
        elif n_found == 1:
            weights[c] = tables.pairs[found_column, c] * in_column[c]
        else:
            for other in range(6):
                weights[c] += tables.pairs[c, other] * in_column[c] * in_column[other]
        total += weights[c]
    if total <= 0.0:
        return
    column = pick_weighted(weights, uniform_number(key, HIDDEN, round_, 0) * total)
    hidden[0] = _row_in(tables.rows[round_], columns[column], uniform_number(key, HIDDEN, round_, 1)) * 6 + column
    if round_ == 1 and n_found == 0:
        total = 0.0
        for other in range(6):
            weights[other] = tables.pairs[column, other] * in_column[other]
            total += weights[other]
        second = pick_weighted(weights, uniform_number(key, HIDDEN, round_, 2) * total)
        hidden[1] = _row_in(tables.rows[round_], columns[second], uniform_number(key, HIDDEN, round_, 3)) * 6 + second


@njit(cache=True)
def pick_weighted(weights: Any, u: Any) -> Any:
    """Index on which ``u``, from 0 to the sum of the weights, falls."""
    last = 0
    for i in range(len(weights)):
        if weights[i] > 0.0:
            last = i
            if u < weights[i]:
                return i
            u -= weights[i]
    return last


@njit(cache=True)
def _row_in(rows: Any, mask: Any, u: Any) -> Any:
    weights = np.zeros(5)
    total = 0.0
    for r in range(5):
        if mask >> r & 1:
            weights[r] = rows[r]
            total += rows[r]
    return pick_weighted(weights, u * total)


@njit(cache=True)
def safe_wager(own: Any, other: Any, most: Any) -> Any:
    """As `kibitz.games.jeopardy.value.wagers.safe_wager`."""
    if own >= other:
        amount = min(max(own - other, most / 4.0), most / 2.0)
    else:
        amount = max(min(other - own + 1000.0, own - other / 2.0), most / 3.0)
    return max(5, min(math.floor(amount / 100.0) * 100, most))


@njit(cache=True)
def category_confidence(accuracy: Any, spread: Any, right: Any, seen: Any) -> Any:
    """As `kibitz.games.jeopardy.value.confidence.live_confidence`."""
    return (accuracy * spread + right) / (spread + seen)


@njit(cache=True)
def play_from(
    starts: Any,
    which: Any,
    first: Any,
    n: Any,
    seed: Any,
    tables: Any,
    how: Any,
    net: Any,
    out: Any,
    keep: Any,
    kind: Any,
    explore: Any,
    most_clues: Any,
    samples: Any,
    owners: Any,
    luck: Any,
    before: Any,
) -> Any:
    """Play games ``first`` to ``first + n``, each on from its row of ``starts``; returns how many states were kept.

    ``out`` are the arrays of `rollout.Played`. With chance ``keep`` a state after a clue (``kind`` 0) or a Daily
    Double found by ``how.me`` before the bet (``kind`` 1) goes to ``samples``, its game to ``owners``. In a share
    ``explore`` of the games all bets up to a clue chosen beforehand are random, and only states after it are kept.
    ``luck``, if not empty, sums the luck of seat ``how.watched`` in each game (`luck_adjustment`), for first and second
    place, ``before`` that before a state.
    """
    row = np.zeros(starts.shape[1], dtype=np.int64)
    hidden = np.zeros(2, dtype=np.int64)
    columns, records = row[6:12], row[14:20]
    tape = np.zeros(4)
    left = np.zeros(5, dtype=np.int64)
    ability = np.zeros(3)
    standing = np.zeros(8)
    standing[6:8] = how.weights
    x = np.zeros(net.w1.shape[1], dtype=np.float32)
    units = np.zeros(net.w1.shape[2], dtype=np.float32)
    stored = 0
    me, view = how.me, how.watched
    lucky = len(luck) > 0
    values, means, answers = np.zeros((tables.outcomes.shape[-1], 2)), np.zeros(2), np.zeros((2, 2))
    for i in range(n):
        game = first + i
        key = game_key(seed, game)
        row[:] = starts[which[i]]
        for seat in range(3):
            out.types[i, seat] = 0
            if tables.outcomes.shape[seat] > 1:
                out.types[i, seat] = draw_index(tables.seat_types[seat], uniform_number(key, TYPE, 0, seat))
            ability[seat] = how.abilities[seat, out.types[i, seat]]
        by_board = tables.outcomes[out.types[i, 0], out.types[i, 1], out.types[i, 2]]
        if row[3] < 0:
            row[3] = int(uniform_number(key, FIRST, 0, 0) * 3)
        threshold = -1
        if explore > 0.0 and uniform_number(key, EXPLORE, 0, 0) < explore:
            threshold = int(uniform_number(key, EXPLORE, 0, 1) * LAST)
        clues = 0
        begun = row[4]
        for round_ in range(begun, 2):
            if round_ > row[4]:
                row[4] = round_
                row[5] = -1
                columns[:] = 31
                records[:] = 0
                row[12], row[13] = 0, -1
                row[20] = 0
                row[3] = lowest_seat(row, uniform_number(key, FIRST, 1, 0))
            played = 0
            for c in range(6):
                for r in range(5):
                    played += 1 - (columns[c] >> r & 1)
            total = draw_index_from(
                tables.clues_played[round_], played + row[20], uniform_number(key, CLUES, round_, 0)
            )
            row[20] = 0
            ease = draw_index(tables.board_steps, uniform_number(key, EASE, round_, 0))
            steps = by_board[ease, round_]
            draw_hidden_doubles(key, tables, round_, columns, row[12], row[13], hidden)
            while played < total and clues < most_clues:
                control = row[3]
                live = row[12] < 1 + round_
                style = how.select[control] if live else how.after[control]
                if live and style == PEOPLE and played >= tables.hunt[round_]:
                    style = SEEKING  # time may run out
                if style == PEOPLE:
                    for k in range(4):
                        tape[k] = uniform_number(key, PICK + k, round_, played)
                    c, r, _ = people_pick(tape, 0, columns, row[5], tables.stay, tables.topmost[round_])
                elif style == SEEKING:
                    c, r = seeking_pick(columns, row[5], row[13], tables.rows[round_])
                elif style == BAYES:
                    c, r = bayesian_pick(columns, round_, row[13], tables)
                elif style == CONTROL:
                    c, r = control_pick(columns, round_, row[13], tables, how.alpha, how.keeps[control], records)
                elif style == LRTB:
                    c, r = leftmost_pick(columns)
                else:
                    c, r = potential_pick(columns, tables.values[round_], style == ANTI)
                place = r * 6 + c
                seen = 0
                for k in range(5):
                    seen += 1 - (columns[c] >> k & 1)
                record = record_index(columns[c], records[c], len(how.steps))
                outcomes = how.steps[record, ease, round_, r] if len(how.steps) > 1 else steps[r]
                hides = double_chance(c, r, columns, round_, row[13], tables) if lucky and live else 0.0
                columns[c] &= ~(1 << r)
                row[5] = c
                out.picks[i, control] += 1
                played += 1
                clues += 1
                wanted = keep > 0.0 and clues > threshold and uniform_number(key, KEEP, round_, played) < keep
                # What the player with a record would have answered here: an urn, so that records speak of ability.
                accuracy = how.accuracy[me, out.types[i, me], round_, r]
                knew, expected = 0, 0.0
                if how.spread > 0.0:
                    expected = category_confidence(accuracy, how.spread, records[c], seen)
                    knew = 1 if uniform_number(key, RECORD, round_, place) < expected else 0
                double = place == hidden[0] or place == hidden[1]
                write_standing(row, standing)
                if lucky:
                    write_remaining(row, tables.values, left)
                    clue_value(
                        outcomes,
                        tables.changes,
                        tables.control,
                        tables.values[round_, r],
                        standing,
                        control,
                        view,
                        left,
                        ability,
                        how.known[view],
                        net,
                        x,
                        units,
                        values,
                        means,
                    )
                    if live:
                        left[3 + round_] -= 1
                        likely = how.accuracy[control, out.types[i, control], round_, r]
                        usual = max(row[control], tables.values[round_, 4]) // 2
                        daily_double_values(
                            usual, standing, control, view, left, ability, how.known[view], net, x, units, answers
                        )
                        for rank in range(2):
                            more = likely * answers[1, rank] + (1.0 - likely) * answers[0, rank] - means[rank]
                            luck[i, rank] += (float(int(double)) - hides) * more
                if double:
                    row[12] += 1
                    row[13] = c
                    level = int(uniform_number(key, LEVEL, round_, place) * N_CONFIDENCE_LEVELS)
                    score = row[:3]
                    most = max(score[control], tables.values[round_, 4])
                    wager_style = how.wager[control]
                    if control == me and kind == 1 and wanted and stored < len(samples):
                        samples[stored] = row
                        samples[stored, 20] = place
                        owners[stored] = game
                        stored += 1
                    if clues <= threshold:
                        bet = max(5, int(uniform_number(key, BET, round_, place) * (most / 100 + 1)) * 100)
                        bet = min(bet, most)
                    elif wager_style == BOLD:
                        write_remaining(row, tables.values, left)
                        bet = bold_wager(standing, control, left[0] + how.coming, most)
                    elif wager_style >= NETWORK:
                        p = how.accuracy[control, out.types[i, control], round_, r]
                        if wager_style == LIVE and control == me:
                            p = category_confidence(p, how.spread, records[c], seen)
                        write_remaining(row, tables.values, left)
                        bet = best_wager(
                            p, most, how.risk, x, units, net, standing, control, left, ability, how.known[control]
                        )
                    elif wager_style == SAFE:
                        one, two = (control + 1) % 3, (control + 2) % 3
                        other = max(row[one] + row[21 + one] / 2.0, row[two] + row[21 + two] / 2.0)
                        bet = safe_wager(row[control] + row[21 + control] / 2.0, other, most)
                    else:
                        u = uniform_number(key, ROUNDNESS, round_, place)
                        bold = tables.boldness[control, out.types[i, control]]
                        bet = wager_of(u, tables, score, control, bold, round_, played - 1, columns, level)
                    if control == me and how.spread > 0.0:
                        chance, right = expected, knew == 1
                    else:
                        chance = tables.right[control, out.types[i, control], round_, r, level]
                        right = uniform_number(key, ANSWER, round_, place) < chance
                    if lucky:
                        write_remaining(row, tables.values, left)
                        daily_double_values(
                            bet, standing, control, view, left, ability, how.known[view], net, x, units, answers
                        )
                        luck[i] += (float(int(right)) - chance) * (answers[1] - answers[0])
                    row[control] += bet if right else -bet
                    out.found[i, control] += 1
                    out.wagers[i, 0 if round_ == 0 else row[12]] = bet
                    out.right[i, 0 if round_ == 0 else row[12]] = right
                else:
                    u, outcome = uniform_number(key, OUTCOME, round_, place), 0
                    while outcomes[outcome] <= u:
                        outcome += 1
                    if lucky:
                        luck[i] += values[outcome] - means
                    for seat in range(3):
                        row[seat] += tables.changes[outcome, seat] * tables.values[round_, r]
                    if tables.control[outcome] >= 0:
                        row[3] = tables.control[outcome]
                records[c] += knew
                if kind == 0 and wanted and stored < len(samples):
                    samples[stored] = row
                    owners[stored] = game
                    if lucky:
                        before[stored] = luck[i]
                    stored += 1
            if round_ == 0:
                for seat in range(3):
                    out.first_round[i, seat] = row[seat]
            if clues >= most_clues:
                break
        for seat in range(3):
            out.scores[i, seat] = row[seat]
        out.ends[i] = row
    return stored

"""Endings without a hidden Daily Double, exactly: which clues will still be played, then the lattice, then Final.

Time may run out, and which squares are left over depends on the order of picks. Once no Daily Double is hidden all
players pick by habit, whatever the score, so the clues played are drawn beforehand and their lattices mixed.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.endgame.daily_double import win_chances_before_clues
from kibitz.games.jeopardy.endgame.lattice import ScoreChanges, score_changes
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.play.selection import NO_COLUMN, load_habits, people_pick
from kibitz.games.jeopardy.rollout.state_rows import BOARD, FOUND, ROUND, SURE
from kibitz.games.jeopardy.show import DAILY_DOUBLES, ROWS, SEATS, SQUARES, Era, Rules
from kibitz.games.jeopardy.value.players import Players

IntArray = NDArray[np.int64]

MAX_PLAY_ORDERS = 400
"""Orders of picks drawn; the mixture's error from them is below 0.1 points."""
MAX_EXACT_CLUES = 8
"""Clues left up to which the lattice is exact within the time of an answer."""


def is_ending(row: IntArray) -> bool:
    """Whether a state is of round 2 with no Daily Double hidden and few clues left."""
    return bool(row[ROUND] == 1 and row[FOUND] == DAILY_DOUBLES[2] and clues_left(row) <= MAX_EXACT_CLUES)


def clues_left(row: IntArray) -> int:
    """Open squares of the round."""
    return sum(int(mask).bit_count() for mask in row[BOARD])


@lru_cache(maxsize=512)
def clues_to_come(board: tuple[int, ...], sure: bool, era: Era) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Which clues of round 2 will still be played: dollar values in order, with their chances."""
    left = sum(mask.bit_count() for mask in board)
    played = SQUARES - left
    chances = np.array(load_habits(era).clues_played[1])
    chances[: played + (1 if sure and left else 0)] = 0.0
    if chances.sum() <= 0:
        chances[SQUARES] = 1.0
    chances /= chances.sum()
    values = Rules().values(2)
    everything = tuple(sorted(values[r] for mask in board for r in range(ROWS) if mask >> r & 1))
    mixture: dict[tuple[int, ...], float] = {}
    rng = np.random.default_rng(1)
    custom = load_habits(era)
    for total in range(played, SQUARES + 1):
        chance = float(chances[total])
        if chance == 0:
            continue
        if total == SQUARES:
            mixture[everything] = mixture.get(everything, 0.0) + chance
            continue
        orders = max(round(MAX_PLAY_ORDERS * chance), 20)
        for _ in range(orders):
            columns, current, picked = list(board), NO_COLUMN, []
            for _ in range(total - played):
                current, row = people_pick(columns, current, custom.stay, custom.topmost[1], rng)
                columns[current] &= ~(1 << row)
                picked.append(values[row])
            clues = tuple(sorted(picked))
            mixture[clues] = mixture.get(clues, 0.0) + chance / orders
    return tuple(mixture.items())


def changes_to_come(
    contestants: tuple[Contestant, ...], mixture: tuple[tuple[tuple[int, ...], float], ...]
) -> ScoreChanges:
    """Chances of score changes over a mixture of clues, on the lattice of $400."""
    unit = Rules().values(2)[0]
    parts = [(score_changes(contestants, clues), chance) for clues, chance in mixture]
    reach = max(part.reach * part.unit for part, _ in parts) // unit
    table = np.zeros((2 * reach + 1,) * SEATS)
    for part, chance in parts:
        stride = max(part.unit // unit, 1)
        own = part.reach * stride
        place = slice(reach - own, reach + own + 1, stride)
        table[place, place, place] += chance * part.chances
    return ScoreChanges(table, unit)


def exact_chances(row: IntArray, players: Players) -> tuple[float, float, float]:
    """Chances of the three seats in an ending; they sum to one."""
    changes = ending_changes(row, players)
    scores = (int(row[0]), int(row[1]), int(row[2]))
    raw = [
        float(win_chances_before_clues(np.array([scores[seat]]), scores, changes, players.final_setup(seat))[0])
        for seat in range(SEATS)
    ]
    if players.me is None:
        total = max(sum(raw), 1e-12)
        a, b, c = (value / total for value in raw)
        return a, b, c
    rest = max(sum(value for seat, value in enumerate(raw) if seat != players.me), 1e-12)
    mine = raw[players.me]
    a, b, c = (mine if seat == players.me else (1 - mine) * value / rest for seat, value in enumerate(raw))
    return a, b, c


def exact_wager_curve(
    row: IntArray, players: Players, me: int, wagers: IntArray, changes: ScoreChanges | None = None
) -> tuple[FloatArray, FloatArray]:
    """My chances after each wager, right and wrong, when only an ending is left."""
    own = int(row[me])
    scores = (int(row[0]), int(row[1]), int(row[2]))
    both = np.concatenate([own + wagers, own - wagers])
    values = win_chances_before_clues(
        both, scores, ending_changes(row, players) if changes is None else changes, players.final_setup(me)
    )
    return values[: len(wagers)], values[len(wagers) :]


def ending_changes(row: IntArray, players: Players) -> ScoreChanges:
    """Chances of the score changes over the clues that will still be played."""
    board = tuple(int(mask) for mask in row[BOARD])
    return changes_to_come(players.contestants, clues_to_come(board, bool(row[SURE]), players.era))

"""Any state valued, any Daily Double bet: by the lattice where it is exact, by network or rollouts elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError, format_money
from kibitz.games.jeopardy.endgame.lattice import ScoreChanges
from kibitz.games.jeopardy.rollout.ability_posterior import condition_on_scores
from kibitz.games.jeopardy.rollout.final_chances import final_chances
from kibitz.games.jeopardy.rollout.rollout import rollout, to_win_estimate
from kibitz.games.jeopardy.rollout.state_rows import CONTROL, FOUND, ROUND
from kibitz.games.jeopardy.show import DAILY_DOUBLES, SEATS, SMALLEST_WAGER, Rules
from kibitz.games.jeopardy.value.endings import clues_left, ending_changes, exact_chances, exact_wager_curve, is_ending
from kibitz.games.jeopardy.value.players import Players
from kibitz.games.jeopardy.value.wagers import WagerOutcomes, after_wagers

IntArray = NDArray[np.int64]

MAX_CLUES_FOR_ROLLOUT = 10
"""Clues left up to which a state with a hidden Daily Double is valued by rollouts instead of the network."""
ROLLOUT_GAMES = 20_000
"""Games of such a rollout: an error of about 0.2 points."""
MAX_GRID_SCORES = 40_000
MAX_CURVE_SCORES = 140_000
"""Scores that the grid of an exact curve may price, and the whole curve, so that an answer takes half a second."""
WAGER_STEPS_DOLLARS = (1, 5, 20, 50, 100, 200, 400, 800, 1600, 4000)
MIN_CHANGE_CHANCE = 2e-7
N_ROLLOUT_WAGERS, GAMES_PER_WAGER = 13, 2_000
"""Wagers priced by rollouts where something else than winning counts, and the games of each, right and wrong."""


class ValueMethod(StrEnum):
    """Method that a value comes from."""

    EXACT = "exact"
    NETWORK = "network"
    ROLLOUT = "rollout"


@dataclass(frozen=True, slots=True)
class StateValue:
    """Win chances of the three seats, which sum to one, with standard errors for rollouts."""

    chances: tuple[float, float, float]
    method: ValueMethod
    errors: tuple[float, float, float] | None = None
    games: int = 0


def has_late_hidden_double(row: IntArray) -> bool:
    """Whether a Daily Double is hidden among the last few clues, so that the state needs rollouts."""
    return bool(row[ROUND] == 1 and row[FOUND] < DAILY_DOUBLES[2] and 0 < clues_left(row) <= MAX_CLUES_FOR_ROLLOUT)


def evaluate_state(row: IntArray, players: Players, games: int = 0, seed: int = 1) -> StateValue:
    """Win chances in a state; ``games`` above 0 means that many rollouts instead."""
    if row[ROUND] == 1 and clues_left(row) == 0 and not games:
        return StateValue(_normalise_chances(exact_chances(row, players), players), ValueMethod.EXACT)
    if games or has_late_hidden_double(row):
        result = rollout(condition_on_scores(players.seating, row), row, games or ROLLOUT_GAMES, seed)
        return StateValue(_normalise_chances(result.chances, players), ValueMethod.ROLLOUT, result.errors, result.games)
    if is_ending(row) and players.me is not None:
        return StateValue(_normalise_chances(exact_chances(row, players), players), ValueMethod.EXACT)
    return StateValue(players.evaluator.chances(row, players.known), ValueMethod.NETWORK)


def _normalise_chances(chances: tuple[float, float, float], players: Players) -> tuple[float, float, float]:
    """Chances that sum to one; who looks keeps its own."""
    me = players.me
    if me is None:
        total = max(sum(chances), 1e-12)
        a, b, c = (chance / total for chance in chances)
        return a, b, c
    rest = max(sum(chances) - chances[me], 1e-12)
    a, b, c = (chance if seat == me else (1 - chances[me]) * chance / rest for seat, chance in enumerate(chances))
    return a, b, c


def legal_wagers(row: IntArray, me: int) -> tuple[int, int]:
    """The smallest and the largest legal wager on a Daily Double."""
    return SMALLEST_WAGER, Rules().largest_wager(int(row[ROUND]) + 1, int(row[me]))


def wager_curve(
    row: IntArray, players: Players, me: int, also: tuple[int, ...] = (), seed: int = 1
) -> tuple[WagerOutcomes, ValueMethod]:
    """My chance to win after wagers, right and wrong: every dollar by the network, or a grid on the lattice where that
    takes no more than half a second. Where something else than winning counts, utilities: on the lattice, or by
    rollouts of some wagers."""
    least, most = legal_wagers(row, me)
    for wager in also:
        if not least <= wager <= most:
            raise InputError(
                f"wager: must be from {format_money(least)} to {format_money(most)}, not {format_money(wager)}"
            )
    changes = drop_rare_changes(ending_changes(row, players), me) if is_ending(row) else None
    each = 0 if changes is None else 2 * (2 * changes.reach + 1) * int((changes.chances.sum(axis=me) > 0).sum())
    if changes is None or 2 * each + MAX_GRID_SCORES > MAX_CURVE_SCORES:
        if players.payoff is not None:
            return rollout_wager_curve(row, players, me, also, seed), ValueMethod.ROLLOUT
        wagers = np.arange(least, most + 1, dtype=np.int64)
        return WagerOutcomes(
            wagers, *after_wagers(players.evaluator, row, me, players.known, wagers)
        ), ValueMethod.NETWORK
    own, best = int(row[me]), int(row[[seat for seat in range(SEATS) if seat != me]].max())
    reach = 2 * most + 2 * changes.reach * changes.unit
    others = each // (2 * (2 * changes.reach + 1))
    # Wagers in steps of the lattice share their scores and are cheap; each of the others costs ``each`` prices.
    step = next(
        (step for step in WAGER_STEPS_DOLLARS if reach // step * others <= MAX_GRID_SCORES), WAGER_STEPS_DOLLARS[-1]
    )
    named = [best - own, 2 * best - own, own - best, own - best // 2, best - own + 1, 2 * best - own + 1]
    room = (MAX_CURVE_SCORES - MAX_GRID_SCORES) // each - 2 - len(also)
    extra = [wager for wager in named if least <= wager <= most][: max(room, 0)]
    grid = {least, most, *range(step, most + 1, step), *extra, *also}
    wagers = np.array(sorted(grid), dtype=np.int64)
    right, wrong = exact_wager_curve(row, players, me, wagers, changes)
    return WagerOutcomes(wagers, right, wrong), ValueMethod.EXACT


def rollout_wager_curve(
    row: IntArray, players: Players, me: int, also: tuple[int, ...] = (), seed: int = 1
) -> WagerOutcomes:
    """My utility after evenly spaced wagers, right and wrong, by rollouts that share their luck.

    All play on to win; what I play for counts from Final on.
    """
    from kibitz.games.jeopardy.buzz.final_prices import final_price
    from kibitz.games.jeopardy.rollout.rollout import play_from

    least, most = legal_wagers(row, me)
    wagers = np.unique([*np.linspace(least, most, N_ROLLOUT_WAGERS).round(-2).astype(int), least, most, *also])
    wagers = wagers[(wagers >= least) & (wagers <= most)]
    price = final_price(players.final_setup(me))
    seating = condition_on_scores(players.seating, row)
    values = np.empty((2, len(wagers), GAMES_PER_WAGER))
    for answer, sign in enumerate((1, -1)):
        for place, wager in enumerate(wagers):
            start = row.copy()
            start[me] += sign * wager
            start[CONTROL] = me
            values[answer, place] = price(play_from(seating, start[None], GAMES_PER_WAGER, seed)[0].scores)
    errors = values.std(axis=2, ddof=1) / np.sqrt(GAMES_PER_WAGER)
    right, wrong = values.mean(axis=2)
    return WagerOutcomes(wagers, right, wrong, errors)


def drop_rare_changes(changes: ScoreChanges, me: int) -> ScoreChanges:
    """The same without pairs of the opponents' changes that hardly ever happen; together they are below 1e-4."""
    rare = changes.chances.sum(axis=me, keepdims=True) < MIN_CHANGE_CHANCE
    chances = np.where(rare, 0.0, changes.chances)
    return ScoreChanges(chances / chances.sum(), changes.unit)


def rollout_wager(
    row: IntArray, players: Players, me: int, wager: int, confidence: float, games: int, seed: int = 1
) -> tuple[float, float]:
    """My chance to win with a wager by rollouts, and its standard error; right and wrong share the luck."""
    from kibitz.games.jeopardy.rollout.rollout import play_from

    values = []
    for change in (wager, -wager):
        start = row.copy()
        start[me] += change
        start[3] = me
        played, _ = play_from(players.seating, start[None], games, seed)
        values.append(final_chances(players.seating, played.scores, played.types)[:, me])
    each = confidence * values[0] + (1 - confidence) * values[1]
    result = to_win_estimate(np.stack([each] * SEATS, axis=1))
    return result.chances[0], result.errors[0]

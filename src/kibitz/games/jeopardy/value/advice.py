"""Any state valued, any Daily Double bet: by the lattice where it is exact, by network or rollouts elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError, format_money
from kibitz.games.jeopardy.rollout.finals import final_chances
from kibitz.games.jeopardy.rollout.given_scores import conditioned
from kibitz.games.jeopardy.rollout.rollout import chances_of, rollout
from kibitz.games.jeopardy.rollout.starts import FOUND, ROUND
from kibitz.games.jeopardy.show import DAILY_DOUBLES, SEATS, SMALLEST_WAGER, Rules
from kibitz.games.jeopardy.value.endings import clues_left, ending_changes, exact_chances, exact_curve, is_ending
from kibitz.games.jeopardy.value.players import Players
from kibitz.games.jeopardy.value.wagers import Curve, after_wagers

IntArray = NDArray[np.int64]

NEAR = 6
"""Clues left up to which a state with a hidden Daily Double is played out instead of left to the network."""
GAMES = 20_000
"""Games of such a rollout: an error of about 0.2 points."""
PRICED = 60_000
"""Scores that an exact curve may price first; finer wagers follow round the best one."""
STEPS = (1, 5, 20, 50, 100, 200, 400, 800, 1600, 4000)


class Method(StrEnum):
    """Where figures come from."""

    EXACT = "exact"
    NETWORK = "network"
    ROLLOUT = "rollout"


@dataclass(frozen=True, slots=True)
class Valued:
    """Chances of the three seats to win, which sum to one, with standard errors where games were played out."""

    chances: tuple[float, float, float]
    method: Method
    errors: tuple[float, float, float] | None = None
    games: int = 0


def valued(row: IntArray, players: Players, games: int = 0, seed: int = 1) -> Valued:
    """The chances in a state; ``games`` above 0 plays it out so often instead."""
    hidden_late = row[ROUND] == 1 and row[FOUND] < DAILY_DOUBLES[2] and clues_left(row) <= NEAR
    if row[ROUND] == 1 and clues_left(row) == 0 and not games:
        return Valued(_summing(exact_chances(row, players), players), Method.EXACT)
    if games or hidden_late:
        found = rollout(conditioned(players.seating, row), row, games or GAMES, seed)
        return Valued(_summing(found.chances, players), Method.ROLLOUT, found.errors, found.games)
    if is_ending(row) and players.me is not None:
        return Valued(_summing(exact_chances(row, players), players), Method.EXACT)
    if players.me is None:
        # Each of three people looks for itself; what they see is brought to one sum.
        looks = [players.evaluator.chances(row, seat, players.known)[seat] for seat in range(SEATS)]
        total = max(sum(looks), 1e-9)
        a, b, c = (look / total for look in looks)
        return Valued((a, b, c), Method.NETWORK)
    return Valued(players.evaluator.chances(row, players.me, players.known), Method.NETWORK)


def _summing(chances: tuple[float, float, float], players: Players) -> tuple[float, float, float]:
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


def wager_curve(row: IntArray, players: Players, me: int, also: tuple[int, ...] = ()) -> tuple[Curve, Method]:
    """My chance to win after wagers, right and wrong: every dollar by the network, or on the lattice as fine as time
    allows: a grid first, then hundreds round the best at middling confidence."""
    least, most = legal_wagers(row, me)
    for wager in also:
        if not least <= wager <= most:
            raise InputError(
                f"wager: {format_money(least)} to {format_money(most)} is accepted, not {format_money(wager)}"
            )
    if not is_ending(row):
        wagers = np.arange(least, most + 1, dtype=np.int64)
        return Curve(wagers, *after_wagers(players.evaluator, row, me, players.known, wagers)), Method.NETWORK
    changes = ending_changes(row, players)
    others = int((changes.chances.sum(axis=me) > 1e-12).sum())
    reach = 2 * most + 2 * changes.reach * changes.unit
    step = next((step for step in STEPS if reach // step * others <= PRICED), STEPS[-1])
    best = int(row[[seat for seat in range(SEATS) if seat != me]].max())
    own = int(row[me])
    named = {best - own, own - best, 2 * best - own, own - best // 2, own - (best + 1) // 2, own, *also}
    named |= {wager + 1 for wager in named}
    grid = {least, most, *range(step, most + 1, step), *(wager for wager in named if least <= wager <= most)}
    wagers = np.array(sorted(grid), dtype=np.int64)
    right, wrong = exact_curve(row, players, me, wagers, changes)
    if step > 100:
        centres = {int(wagers[np.argmax(p * right + (1 - p) * wrong)]) for p in (0.5, 0.65, 0.8)}
        more = {w for centre in centres for w in range(centre // 100 * 100 - step, centre + step + 1, 100)}
        room = PRICED // (2 * (2 * changes.reach + 1) * others)
        near = sorted((w for w in more - grid if least <= w <= most), key=lambda w: min(abs(w - c) for c in centres))
        finer = np.array(sorted(near[:room]), dtype=np.int64)
        if len(finer):
            extra = exact_curve(row, players, me, finer, changes)
            order = np.argsort(np.concatenate([wagers, finer]), kind="stable")
            wagers = np.concatenate([wagers, finer])[order]
            right, wrong = (np.concatenate(pair)[order] for pair in zip((right, wrong), extra, strict=True))
    return Curve(wagers, right, wrong), Method.EXACT


def played_out_wager(
    row: IntArray, players: Players, me: int, wager: int, confidence: float, games: int, seed: int = 1
) -> tuple[float, float]:
    """My chance to win with a wager by rollouts, and its standard error; right and wrong share the luck."""
    from kibitz.games.jeopardy.rollout.rollout import play_on

    values = []
    for change in (wager, -wager):
        start = row.copy()
        start[me] += change
        start[3] = me
        played, _ = play_on(players.seating, start[None], games, seed)
        values.append(final_chances(players.seating, played.scores, played.types)[:, me])
    each = confidence * values[0] + (1 - confidence) * values[1]
    found = chances_of(np.stack([each] * SEATS, axis=1))
    return found.chances[0], found.errors[0]

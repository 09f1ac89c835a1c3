"""Reasons for a Daily Double wager: what right and wrong lead to, and the break points that the wager reaches."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce

import numpy as np

from kibitz.core import Advice, Explanation, format_chance, format_loss, format_money
from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, WagerCurve
from kibitz.games.jeopardy.fields import seat_name
from kibitz.games.jeopardy.show import SMALLEST_WAGER, Ties

MAX_SHOWN_BREAKPOINTS = 6
MIN_CHANCE_WORTH_SAYING = 1e-3
"""Difference in win chance from which a trick is worth a sentence."""
PLACES = ("first", "second", "third")


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """A wager at which the standing changes."""

    wager: int
    meaning: str


def breakpoints(position: LastDailyDouble, names: tuple[str, ...] = ()) -> tuple[Breakpoint, ...]:
    """Wagers at which a lock game, a lock-tie or another place comes within reach, in order of size."""
    own = position.scores[position.me]
    others = [max(score, 0) for seat, score in enumerate(position.scores) if seat != position.me]
    best, left = max(others), position.dollars_left
    result: dict[int, list[str]] = {}

    def add(wager: int, meaning: str) -> None:
        if SMALLEST_WAGER <= wager <= position.most:
            result.setdefault(wager, []).append(meaning)

    for seat, score in enumerate(position.scores):
        if seat != position.me:
            who = seat_name(names, seat)
            add(score - own, f"a right answer draws level with {who}")
            add(own - score, f"a wrong answer leaves you level with {who}")
    if left:
        lock_tie = 2 * best - left - own
        if position.ties is Ties.SHARED and best > 0:
            add(lock_tie, "a right answer and all clues left make a lock-tie")
        else:
            add(lock_tie + 1, "a right answer and all clues left make a lock game")
    add(
        2 * (best + left) - own + 1,
        "a right answer locks the game, whatever happens on the clues left"
        if left
        else "a right answer locks the game",
    )
    if best > 0:
        add(own - -(-best // 2), "a wrong answer still leaves half of the leader's score")
    if best > 0 and best % 2 == 0 and not left:
        add(own - best // 2, "a wrong answer makes a lock-tie: exactly half of the leader's score")
        add(best // 2 - own, "a right answer makes a lock-tie: exactly half of the leader's score")
    add(own, "all-in, a true Daily Double")
    return tuple(Breakpoint(wager, "; ".join(dict.fromkeys(result[wager]))) for wager in sorted(result))


def lock_tie_possible(position: LastDailyDouble, mine: int) -> bool:
    """Whether clues left can bring me to exactly half of the present leader's score; no clues left: whether I am there.

    Both scores move in steps of the clues' common unit u, so the leader's score minus my double must be a multiple
    of u (section 4.4).
    """
    best = max(score for seat, score in enumerate(position.scores) if seat != position.me)
    unit = reduce(math.gcd, position.left, 0)
    gap = best - 2 * mine
    return gap == 0 if unit == 0 else gap % unit == 0 and mine + position.dollars_left >= -(-best // 2)


def explain_wager(curve: WagerCurve, advice: Advice, confidence: float, names: tuple[str, ...] = ()) -> Explanation:
    """Recommended wager with reasons, in the terms of the show."""
    position, best = curve.position, int(advice.best)
    wager, equity = int(curve.wagers[best]), float(advice.equities.values[best])
    points = breakpoints(position, names)
    named = {point.wager: point.meaning for point in points}
    own = position.scores[position.me]
    true_double = " (all-in, a true Daily Double)" if wager == own else ""
    headline = f"Wager {format_money(wager)}{true_double}: {curve.describe(equity)}."
    right, wrong = (
        curve.describe(float(each[best])) for each in (curve.values(curve.right), curve.values(curve.wrong))
    )
    reasons = [
        _describe_branch(position, own + wager, "Right", right, confidence),
        _describe_branch(position, own - wager, "Wrong", wrong, 1 - confidence),
    ]
    if wager in named and wager != own:
        reasons.append(f"At {format_money(wager)}, {named[wager]}.")
    reasons += _lock_tie_reasons(curve, advice, best)
    reasons.append(_small_bet_reason(curve, advice, confidence))
    reasons.append(_wrong_on_purpose_reason(curve, equity))
    near = [point for point in points if point.wager != wager][:MAX_SHOWN_BREAKPOINTS]
    reasons += [f"{format_money(point.wager)}: {point.meaning}." for point in near]
    return Explanation(headline, tuple(reason for reason in reasons if reason))


def _describe_branch(position: LastDailyDouble, mine: int, word: str, worth: str, chance: float) -> str:
    others = [score for seat, score in enumerate(position.scores) if seat != position.me]
    place = PLACES[sum(score > mine for score in others)]
    level = " level" if mine in others else ""
    best, left = max(*others, 0), position.dollars_left
    state = ""
    if mine > 2 * (best + left):
        state = ", a lock game"
    elif not left and 2 * mine == best > 0:
        state = ", a lock-tie with the leader"
    elif not left and mine > 0 and 2 * mine < best:
        state = ", locked out"
    elif left and 2 * max(mine + left, 0) < best:
        state = ", locked out unless the leader falls back"
    standing = f"{format_money(mine)}, {place}{level}{state}"
    return f"{word} ({format_chance(chance)}): {standing}, {worth}."


def _lock_tie_reasons(curve: WagerCurve, advice: Advice, best: int) -> list[str]:
    """A sentence where parity keeps a lock-tie possible that a neighbouring wager would rule out (section 4.4)."""
    position, values = curve.position, advice.equities.values
    own, wager = position.scores[position.me], int(curve.wagers[best])
    leader = max(score for seat, score in enumerate(position.scores) if seat != position.me)
    if not position.left or position.ties is not Ties.SHARED or own + wager > leader:
        return []
    if not lock_tie_possible(position, own + wager):
        return []
    spoiled = [i for i in (best - 1, best + 1) if 0 <= i < len(values)]
    spoiled = [i for i in spoiled if not lock_tie_possible(position, own + int(curve.wagers[i]))]
    if not spoiled:
        return []
    rival = max(spoiled, key=lambda i: float(values[i]))
    loss = format_loss(float(values[best] - values[rival]), advice.equities.unit)
    return [
        "If you are right, the clues left can bring you to exactly half of the leader's score, a lock-tie. With "
        f"{format_money(int(curve.wagers[rival]))} that is impossible (costs {loss})."
    ]


def _wrong_on_purpose_reason(curve: WagerCurve, equity: float) -> str:
    """A sentence where a deliberate wrong answer wins more than the best bet with an honest answer."""
    best, wrong = int(np.argmax(curve.wrong)), curve.values(curve.wrong)
    least = MIN_CHANCE_WORTH_SAYING if curve.payoff is None else curve.payoff.tolerance
    if wrong[best] <= equity + least:
        return ""
    return (
        f"Better still: bet {format_money(int(curve.wagers[best]))} and answer wrongly on purpose: "
        f"{curve.describe(float(wrong[best]))}."
    )


def _small_bet_reason(curve: WagerCurve, advice: Advice, confidence: float) -> str:
    """Loss of a small bet."""
    values = advice.equities.values
    small = int(np.argmin(np.abs(curve.wagers - 1000)))
    loss = float(advice.losses[small])
    if loss < advice.tolerance:
        return ""
    worth = format_chance(float(values[small])) if curve.payoff is None else curve.describe(float(values[small]))
    return (
        f"A cautious {format_money(int(curve.wagers[small]))} {'wins' if curve.payoff is None else 'gives'} {worth} "
        f"(costs {format_loss(loss if curve.payoff is None else curve.payoff.round(loss), advice.equities.unit)})."
    )

"""Reasons for a Final wager: its name, the break points of the scores, and the outcomes that make the difference."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kibitz.core import Advice, Explanation, FloatArray, Unit, format_chance, format_loss, format_money
from kibitz.games.jeopardy.final.equities import FinalPosition, FinalTables
from kibitz.games.jeopardy.final.named_wagers import NamedWager, named_wagers
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.final.situations import describe_situations
from kibitz.games.jeopardy.show import Ties

EQUAL = 1e-9
"""Win chances this close count as the same."""
CLEARLY_WORSE = 2e-3
"""Loss from which another named wager is worth comparing with."""
MAX_OUTCOMES = 3


@dataclass(frozen=True, slots=True)
class PricedWager:
    """A named wager with its chance to win and its loss against the best."""

    name: str
    wager: int
    meaning: str
    equity: float
    loss: float


@dataclass(frozen=True, slots=True)
class WagerExplanation:
    """The wager to make, its names and the explanation."""

    wager: int
    names: tuple[PricedWager, ...]
    explanation: Explanation


def price_wagers(advice: Advice, named: tuple[NamedWager, ...]) -> tuple[PricedWager, ...]:
    """Named wagers with their equities, in the order given."""
    values, losses = advice.equities.values, advice.losses
    return tuple(PricedWager(n.name, n.wager, n.meaning, float(values[n.wager]), float(losses[n.wager])) for n in named)


def choose_wager(advice: Advice, names: tuple[PricedWager, ...]) -> int:
    """The best wager, in dollars. A named wager within the tolerance comes first.

    Why: nobody can notice a tenth of a point, and a bet with a reason is easier to remember.
    """
    named = [name for name in names if name.loss <= advice.tolerance]
    return min(named, key=lambda name: name.loss).wager if named else int(advice.best)


def explain_final_wager(tables: FinalTables, advice: Advice, by_outcome: FloatArray | None = None) -> WagerExplanation:
    """Recommended wager with reasons in the terms of the show; ``by_outcome`` as in `outcome_gains`."""
    position = tables.position
    named = name_final_wager(position, advice)
    wager, names = named.wager, named.names
    reasons = describe_wager(position, wager, names)
    reasons += outcomes_that_pay(tables, advice, wager, names, by_outcome)
    first, last = (int(index) for index in advice.plateau)
    if first < last:
        reasons.append(f"Every bet from {format_money(first)} to {format_money(last)} is as good, within 0.1 points.")
    reasons += describe_situations(position.ranked_scores, position.tie_dollar)
    reasons += _tie_note(position.ties, position.ranked_scores)
    return WagerExplanation(wager, names, replace(named.explanation, reasons=tuple(reasons)))


def name_final_wager(position: FinalPosition, advice: Advice) -> WagerExplanation:
    """Recommended wager with its names and headline, without reasons."""
    names = price_wagers(advice, named_wagers(position.ranked_scores, position.role, position.ties))
    wager = choose_wager(advice, names)
    label = _label(wager, names)
    chance = format_chance(float(advice.equities.values[wager]))
    headline = f"Bet {format_money(wager)}{f' ({label})' if label else ''}: {chance} to win."
    return WagerExplanation(wager, names, Explanation(headline, (), label))


def _label(wager: int, names: tuple[PricedWager, ...]) -> str:
    return next((name.name for name in names if name.wager == wager), "")


def describe_wager(position: FinalPosition, wager: int, names: tuple[PricedWager, ...]) -> list[str]:
    """Purpose of a wager: the meaning of its names, or whom it beats."""
    exact = [name for name in names if name.wager == wager]
    if exact:
        return [f"{name.name[0].upper()}{name.name[1:]}: {name.meaning}." for name in exact[:2]]
    return describe_reach(position, wager)


def describe_reach(position: FinalPosition, wager: int) -> list[str]:
    """What an unnamed bet reaches: whom it beats if you are right, and if you are wrong."""
    own = position.scores[position.me]
    sentences = []
    for answer, reached in (("right", own + wager), ("wrong", own - wager)):
        sure = [ROLES[role] for role, score in _others(position) if reached > 2 * score]
        still = [ROLES[role] for role, score in _others(position) if score < reached <= 2 * score]
        parts = [f"beats {' and '.join(sure)} whatever they bet"] if sure else []
        parts += [f"beats {' and '.join(still)} unless they bet enough and are right"] if still else []
        what = ", and ".join(parts) or "wins only if others are wrong"
        sentences.append(f"If you are {answer}, you have {format_money(reached)}, which {what}.")
    return sentences


def _others(position: FinalPosition) -> list[tuple[int, int]]:
    return [(position.order.index(seat), position.scores[seat]) for seat in position.opponents]


def outcome_gains(
    tables: FinalTables, wager: int, other: int, by_outcome: FloatArray | None = None
) -> dict[tuple[bool, ...], float]:
    """What a wager gains on another one, chance to win, by who is right: A, B and C, those without money left out.

    ``by_outcome`` are the chances of all wagers where they are at hand, `FinalTables.by_outcome`.
    """
    position = tables.position
    playing = [seat for seat in position.order if position.scores[seat] > 0]
    by_outcome = tables.by_outcome() if by_outcome is None else by_outcome
    result: dict[tuple[bool, ...], float] = {}
    for i, gain in enumerate(tables.triples * (by_outcome[:, wager] - by_outcome[:, other])):
        outcome = tuple(bool(TRIPLES[i][seat]) for seat in playing)
        result[outcome] = result.get(outcome, 0.0) + float(gain)
    return result


def outcomes_that_pay(
    tables: FinalTables, advice: Advice, wager: int, names: tuple[PricedWager, ...], by_outcome: FloatArray | None
) -> list[str]:
    """Where the difference to the best other named wager comes from, outcome by outcome."""
    others = [name for name in names if name.loss >= CLEARLY_WORSE and np.isfinite(name.loss)]
    if not others:
        return []
    rival = min(others, key=lambda name: name.loss)
    by_outcome = tables.by_outcome() if by_outcome is None else by_outcome
    gains: dict[str, float] = {}
    for i, gain in enumerate(tables.triples * (by_outcome[:, wager] - by_outcome[:, rival.wager])):
        outcome = _outcome(tables, i)
        gains[outcome] = gains.get(outcome, 0.0) + float(gain)
    largest = sorted(gains.items(), key=lambda item: -abs(item[1]))[:MAX_OUTCOMES]
    parts = [
        f"{'gains' if gain > 0 else 'loses'} {format_loss(abs(gain), Unit.WIN)} where {outcome}"
        for outcome, gain in largest
        if abs(gain) >= EQUAL
    ]
    loss = format_loss(rival.loss, advice.equities.unit)
    against = f"{rival.name} ({format_money(rival.wager)}, {format_chance(rival.equity)}, costs {loss})"
    return [f"Against {against}: it {'; '.join(parts)}."] if parts else []


def _outcome(tables: FinalTables, index: int) -> str:
    position = tables.position
    answers = []
    for role, seat in enumerate(position.order):
        if position.scores[seat] > 0:
            who = "you are" if seat == position.me else f"{ROLES[role]} is"
            answers.append(f"{who} {'right' if TRIPLES[index][seat] else 'wrong'}")
    return " and ".join([", ".join(answers[:-1]), answers[-1]] if len(answers) > 1 else answers)


def _tie_note(ties: Ties, ranked: tuple[int, int, int]) -> list[str]:
    a, b, _ = ranked
    if a > 2 * b:
        return []
    if ties is Ties.SHARED:
        return ["Ties are shared: all who tie for first place win, so reaching a score is enough."]
    return [
        "A tie goes to one more clue, which each wins with the same chance. Pass a score by a dollar where you can."
    ]

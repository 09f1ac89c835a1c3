"""Final Jeopardy for money: expected dollars of a wager, with prizes for second and third place."""

from __future__ import annotations

import numpy as np

from kibitz.core import (
    Advice,
    ChoiceGrid,
    Equities,
    Explanation,
    PlayerId,
    Provenance,
    Unit,
    format_chance,
    format_money,
)
from kibitz.core.equities import FloatArray
from kibitz.core.judgement import Thresholds
from kibitz.games.jeopardy.final.equities import FinalTables
from kibitz.games.jeopardy.final.explain import WagerExplanation, describe_wager, price_wagers
from kibitz.games.jeopardy.final.named_wagers import named_wagers
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.show import Era

NEAR_BEST_DOLLARS = 5.0
"""Dollars: wagers this near the best count as equally good."""
COMEBACK_DOLLARS = {Era.PAPER: 17_000, Era.RECENT: 27_000}
"""Dollars that a champion wins in later games: 46 and 55 % of games are won again, $20,000 and $22,500 each."""
MONEY_GRADES = Thresholds(100.0, 500.0, 2_000.0)
"""Dollars lost that make an inaccuracy, a mistake and a blunder."""


def expected_money(tables: FinalTables, prizes: tuple[int, int], comeback: int) -> FloatArray:
    """Dollars on average with every wager from $0: the winner keeps the score and comes back, which is worth
    ``comeback``; second and third place get their ``prizes``. A tie for second place counts half."""
    position = tables.position
    score, seats = position.scores[position.me], position.opponents
    money = np.zeros(score + 1)
    for i, right in enumerate(TRIPLES):
        final = np.arange(score, 2 * score + 1) if right[position.me] else np.arange(score, -1, -1)
        share = tables.shares(right)[final]
        ahead = [
            1 - tables.below[o, int(right[seat])][final] - tables.level[o, int(right[seat])][final] / 2
            for o, seat in enumerate(seats)
        ]
        third = ahead[0] * ahead[1] if len(seats) == 2 else np.zeros(len(final))
        second = np.clip(1 - share - third, 0, 1)
        money += tables.triples[i] * (share * (final + comeback) + second * prizes[0] + third * prizes[1])
    return money


def money_advice(tables: FinalTables, opponents: str, prizes: tuple[int, int], comeback: int) -> Advice:
    """Advice by expected dollars."""
    position = tables.position
    settings = (("ties", position.ties.value), ("prizes", f"{prizes[0]} and {prizes[1]}"), ("comeback", str(comeback)))
    values = expected_money(tables, prizes, comeback)
    choices = ChoiceGrid(0, position.scores[position.me])
    provenance = Provenance("exact", opponents=opponents, settings=settings)
    return Advice(
        Equities(choices, values, Unit.DOLLARS, PlayerId(ROLES[position.role]), provenance), NEAR_BEST_DOLLARS
    )


def explain_money_wager(tables: FinalTables, advice: Advice) -> WagerExplanation:
    """Wager with the most expected dollars, its win chance, and the wager that is best for winning alone."""
    position, wins = tables.position, tables.win_chances()
    names = price_wagers(advice, named_wagers(position.ranked_scores, position.role, position.ties))
    near = [name for name in names if name.loss <= advice.tolerance]
    wager = min(near, key=lambda name: name.loss).wager if near else int(advice.best)
    label = next((name.name for name in names if name.wager == wager), "")
    values = advice.equities.values
    headline = (
        f"Bet {format_money(wager)}{f' ({label})' if label else ''}: {format_money(round(float(values[wager])))} on "
        f"average, {format_chance(float(wins[wager]))} to win."
    )
    safest = int(wins.argmax())
    reasons = [*describe_wager(position, wager, names)]
    if wins[safest] > wins[wager] + 1e-3:
        reasons.append(
            f"If only winning counts, bet {format_money(safest)}: {format_chance(float(wins[safest]))} to win, "
            f"{format_money(round(float(values[safest])))} on average."
        )
    a, b, _ = position.ranked_scores
    if position.role == 0 and a > 2 * b:
        reasons.append(
            f"Lock game: every bet up to {format_money(a - 2 * b - 1)} wins. Bet that if you are right more often "
            "than wrong, otherwise $0."
        )
    return WagerExplanation(wager, names, Explanation(headline, tuple(reasons), label))

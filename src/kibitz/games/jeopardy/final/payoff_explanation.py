"""Reasons for a Final wager when something else than winning counts: places, a wild card, a series, money."""

from __future__ import annotations

from kibitz.core import Advice, Explanation, Unit, format_chance, format_money
from kibitz.core.equities import FloatArray
from kibitz.core.judgement import Thresholds
from kibitz.games.jeopardy.final.equities import FINAL_GRADES, FinalTables
from kibitz.games.jeopardy.final.explain import (
    WagerExplanation,
    choose_wager,
    describe_wager,
    outcomes_that_pay,
    price_wagers,
)
from kibitz.games.jeopardy.final.named_wagers import named_wagers
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.payoffs import Payoff, places_by_score
from kibitz.games.jeopardy.final.situations import describe_situations
from kibitz.games.jeopardy.show import Era

COMEBACK_DOLLARS = {Era.PAPER: 17_000, Era.RECENT: 27_000}
"""Dollars that a champion wins in later games: 46 and 55 % of games are won again, $20,000 and $22,500 each."""
MONEY_GRADES = Thresholds(100.0, 500.0, 2_000.0)
"""Dollars lost that make an inaccuracy, a mistake and a blunder."""
SAME_WIN_CHANCE = 1e-3


def payoff_grades(payoff: Payoff) -> Thresholds:
    """Losses that make an inaccuracy, a mistake and a blunder, in the unit of the payoff."""
    return FINAL_GRADES if payoff.money is None else MONEY_GRADES


def place_chances(tables: FinalTables, wager: int) -> tuple[float, float, float]:
    """My chances to finish first, second and third with a wager."""
    score, me = tables.position.scores[tables.position.me], tables.position.me
    total = [0.0, 0.0, 0.0]
    for chance, right in zip(tables.triples.tolist(), TRIPLES, strict=True):
        final = score + wager if right[me] else score - wager
        for place, share in enumerate(places_by_score(tables, right)):
            total[place] += chance * float(share[final])
    first, second, third = (max(chance, 0.0) for chance in total)
    return first, second, third


def explain_payoff_wager(
    tables: FinalTables, advice: Advice, payoff: Payoff, by_outcome: FloatArray
) -> WagerExplanation:
    """The wager with the highest value, its places, and the wager that is best where only winning counts."""
    position, wins, values = tables.position, tables.win_chances(), advice.equities.values
    names = price_wagers(advice, named_wagers(position.ranked_scores, position.role, position.ties))
    wager = choose_wager(advice, names)
    label = next((name.name for name in names if name.wager == wager), "")
    first, second, third = place_chances(tables, wager)
    headline = f"Bet {format_money(wager)}{f' ({label})' if label else ''}: {payoff.describe(float(values[wager]))}"
    headline += f", {format_chance(first)} to win." if payoff.money is not None else "."
    reasons = [*describe_wager(position, wager, names)]
    reasons.append(
        f"Chance to finish first {format_chance(first)}, second {format_chance(second)}, third {format_chance(third)}."
    )
    safest = int(wins.argmax())
    if wins[safest] > wins[wager] + SAME_WIN_CHANCE:
        reasons.append(
            f"If only winning counts, bet {format_money(safest)}: {format_chance(float(wins[safest]))} to win, "
            f"but {payoff.describe(float(values[safest]))}."
        )
    a, b, _ = position.ranked_scores
    if payoff.money is not None and position.role == 0 and a > 2 * b:
        reasons.append(
            f"Lock game: every bet up to {format_money(a - 2 * b - 1)} wins. Bet that if you are right more often "
            "than wrong, otherwise $0."
        )
    if payoff.unit is Unit.WIN:
        reasons += outcomes_that_pay(tables, advice, wager, names, by_outcome)
        reasons += describe_situations(position.ranked_scores, position.tie_dollar)
    return WagerExplanation(wager, names, Explanation(headline, tuple(reasons), label))

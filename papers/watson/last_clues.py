"""One clue in play, solved: the buzz thresholds that figure 8, figures 11 and 12 and Table 6 need."""

from __future__ import annotations

from dataclasses import replace

from kibitz.games.jeopardy.buzz.ending import end_equities, row_of
from kibitz.games.jeopardy.buzz.final_prices import FinalAssumption, final_price, with_all_in_bets
from kibitz.games.jeopardy.buzz.player import Buzzer
from kibitz.games.jeopardy.buzz.thresholds import BuzzCurves, buzz_curves
from kibitz.games.jeopardy.endgame.before_final import FinalSetup
from kibitz.games.jeopardy.final.equities import final_model
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.show import Era, Ties


def solve_clue(
    scores: tuple[int, int, int], me: int, value: int, finals: FinalAssumption = FinalAssumption.ALL_IN
) -> BuzzCurves:
    """The last clue before Final: the calibrated machine on seat ``me`` against two Champions of 1996."""
    machine, champion = load_machine().contestant, contestant("champion")
    first, second, third = (machine if seat == me else champion for seat in range(3))
    buzzer = Buzzer((first, second, third), me, machine=True)
    model = final_model(me, "champion", Era.PAPER).with_accuracy(me, machine.final).without_correlation(me)
    model = replace(with_all_in_bets(model) if finals is FinalAssumption.ALL_IN else model, sure=(me,))
    price = final_price(FinalSetup(model, me, Ties.SHARED))
    equities = end_equities(scores, buzzer, value, (), price)
    row = row_of(value)
    return buzz_curves(buzzer.tree(2, row), buzzer.joint(2, row), equities)

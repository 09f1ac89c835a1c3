"""The curve of a last Daily Double, as figures 7 and 10 need it."""

from __future__ import annotations

from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule
from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, WagerCurve, wager_curve
from kibitz.games.jeopardy.final.equities import final_model
from kibitz.games.jeopardy.people.contestant import contestant, independent, paper_contestant
from kibitz.games.jeopardy.show import Ties


def compute_curve(scores: tuple[int, int, int], left: tuple[int, ...], step: int, published: bool) -> WagerCurve:
    """Win chances after each wager of the first player. With ``published``, a machine with the paper's parameters whose
    answers do not correlate with those of people, and which bets as people do in Final."""
    player = paper_contestant("average") if published else contestant("average")
    model = final_model(0, "average")
    players = (independent(player) if published else player, player, player)
    own = OwnFinalRule.PEOPLE if published else OwnFinalRule.BEST
    setup = FinalSetup(model.without_correlation(0) if published else model, 0, Ties.SHARED, own)
    return wager_curve(LastDailyDouble(scores, 0, left), players, setup, step, also=(1_000,))

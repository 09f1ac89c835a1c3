"""Buzzing by match equity (section 3.4): exactly on the last clues of game 2, elsewhere by network after the clue."""

from __future__ import annotations

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.clue_in_play import ClueInPlay
from kibitz.games.jeopardy.buzz.ending import end_equities, end_scores
from kibitz.games.jeopardy.buzz.final_prices import FinalAssumption, IntArray
from kibitz.games.jeopardy.buzz.one_clue_step import end_rows
from kibitz.games.jeopardy.buzz.player import Buzzer
from kibitz.games.jeopardy.match.value import MatchContext, match_equity, places_after_final, places_of
from kibitz.games.jeopardy.value.players import Players
from kibitz.games.jeopardy.value.state_value import ValueMethod
from kibitz.simulate.executors import Progress, no_progress


def match_equities(
    clue: ClueInPlay,
    players: Players,
    match: MatchContext,
    buzzer: Buzzer,
    finals: str = FinalAssumption.PEOPLE,
    progress: Progress = no_progress,
) -> tuple[FloatArray, ValueMethod]:
    """My match equity in the 20 end states of a clue, and where it comes from."""
    if finals != FinalAssumption.PEOPLE:
        raise InputError("final-bets: must be people in a match, not all-in")
    won = np.array(clue.position.totals or (0, 0, 0))

    def price(scores: IntArray) -> FloatArray:
        places = places_after_final(scores, np.broadcast_to(won, scores.shape), players, match)
        return match_equity(places[:, clue.me], match.weights)

    if clue.is_endgame and match.game == 2:
        return end_equities(
            clue.position.scores, buzzer, clue.value, clue.values_left, price, progress
        ), ValueMethod.EXACT
    if clue.is_endgame and not clue.values_left:
        return price(end_scores(clue.position.scores, clue.me, clue.value)), ValueMethod.NETWORK
    rows = end_rows(clue.state, clue.me, clue.value)
    return match_equity(places_of(rows, players, match)[:, clue.me], match.weights), ValueMethod.NETWORK

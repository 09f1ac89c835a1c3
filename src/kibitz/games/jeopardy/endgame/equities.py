"""Every seat's chance to win an endgame without Daily Doubles: clues left on the lattice, then Final Jeopardy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.core import InputError
from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule
from kibitz.games.jeopardy.endgame.daily_double import win_chances_before_clues
from kibitz.games.jeopardy.endgame.lattice import score_changes
from kibitz.games.jeopardy.final.equities import FinalModel
from kibitz.games.jeopardy.final.people_wagers import people_mixtures
from kibitz.games.jeopardy.people.contestant import Contestant, final_standing
from kibitz.games.jeopardy.show import SEATS, Era, Ties, check_scores


def endgame_win_chances(
    scores: tuple[int, int, int],
    left: Sequence[int],
    contestants: tuple[Contestant, ...],
    era: Era = Era.PAPER,
    ties: Ties | None = None,
) -> tuple[float, float, float]:
    """Chance of each seat to win when clues of these values are left, all three betting like people in Final.

    Shared wins count in full for each, so that the three may sum to more than 1.
    """
    check_scores(scores)
    if len(contestants) != SEATS:
        raise InputError(f"contestants: give three players, not {len(contestants)}")
    first, second, third = contestants
    accuracies = (first.final, second.final, third.final)
    correlations = (first.correlations.final, second.correlations.final, third.correlations.final)
    model = FinalModel(accuracies, correlations, people_mixtures(era), f"people of {int(era)}", final_standing(era))
    changes = score_changes(contestants, left)
    rule = era.ties if ties is None else ties
    chances = [
        float(
            win_chances_before_clues(
                np.array([scores[seat]]), scores, changes, FinalSetup(model, seat, rule, OwnFinalRule.PEOPLE)
            )[0]
        )
        for seat in range(SEATS)
    ]
    return chances[0], chances[1], chances[2]

"""Learns the lists of the cards for Final Jeopardy, and measures them on held-out positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

import numpy as np

from kibitz.core import InputError
from kibitz.games.jeopardy.final.card import CardLoss, list_wager
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.fit.final_lists import draw_scores, learn_list, training_positions
from kibitz.games.jeopardy.show import SEATS, Era, Ties
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.notation import format_list
from kibitz.simulate.executors import Progress, no_progress

RULES = {0: 5, 1: 4, 2: 4}
"""Rules of each role's list, not counting the default; more are not worth the room on the card."""
POSITIONS = 2_000
"""Learnt from, and as many fresh ones to measure on."""


def measure_list(
    decisions: DecisionList, role: int, positions: Sequence[tuple[int, int, int]], era: Era, ties: Ties
) -> CardLoss:
    """Loss of a list at each position against the best of all whole-dollar wagers."""
    if not positions:
        raise InputError("positions: give at least one")
    model = final_model(role, era=era)
    losses = np.empty(len(positions))
    for i, scores in enumerate(positions):
        values = final_advice(FinalPosition(scores, role, ties), model).equities.values
        losses[i] = values.max() - values[list_wager(decisions, scores, role)]
    worst = int(losses.argmax())
    return CardLoss(
        len(losses),
        float(losses.mean()),
        float(losses.std() / np.sqrt(len(losses))),
        float(np.quantile(losses, 0.95)),
        float(losses[worst]),
        positions[worst],
    )


def relearn_list(role: int, era: Era = Era.PAPER, n: int = POSITIONS, seed: int = 1) -> tuple[DecisionList, CardLoss]:
    """A newly learnt list and its loss on held-out positions."""
    decisions = learn_list(role, training_positions(role, n, seed, era), RULES[role])
    fresh = [(a, b, c) for a, b, c in draw_scores(n, seed + 1).tolist()]
    return decisions, measure_list(decisions, role, fresh, era, era.ties)


def learn_cards(progress: Progress = no_progress) -> dict[str, Any]:
    """The table ``final_cards``: newly learnt lists of all eras and roles, and their losses."""
    losses: dict[str, dict[str, Any]] = {}
    lists: dict[str, dict[str, list[str]]] = {}
    for done, (era, role) in enumerate(product(Era, range(SEATS))):
        progress(done, len(Era) * SEATS)
        decisions, loss = relearn_list(role, era)
        rounded = {name: round(value, 6) if isinstance(value, float) else value for name, value in asdict(loss).items()}
        losses.setdefault(str(int(era)), {})[ROLES[role]] = rounded
        lists.setdefault(str(int(era)), {})[ROLES[role]] = format_list(decisions).splitlines()
    provenance = {
        "learnt": "beam search for the least mean loss against the best response, 2,000 random positions (seed 1), "
        "average confidence; kibitz jeopardy fit --cards",
        "measured": "2,000 other positions (seed 2), chance to win",
    }
    return {"final_cards": {"provenance": provenance, "losses": losses, "lists": lists}}

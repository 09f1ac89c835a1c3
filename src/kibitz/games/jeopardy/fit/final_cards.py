"""The cheat sheets for Final Jeopardy learnt anew, and measured on positions they were not learnt from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.core import InputError
from kibitz.games.jeopardy.final.card import CardLoss, list_wager
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.fit.final_lists import drawn_scores, learnt_list, lessons
from kibitz.games.jeopardy.show import Era, Ties
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.notation import format_list

RULES = {0: 5, 1: 4, 2: 4}
"""Rules of each role's list beside the default; more no longer pay for the room on the card."""
POSITIONS = 2_000
"""Learnt from, and as many fresh ones to measure on."""


def measured(
    decisions: DecisionList, role: int, positions: Sequence[tuple[int, int, int]], era: Era, ties: Ties
) -> CardLoss:
    """Loss of a list at each position against the best of all whole-dollar wagers."""
    if not positions:
        raise InputError("positions: at least one is needed")
    model = final_model(role, era=era)
    losses = np.empty(len(positions))
    for i, scores in enumerate(positions):
        values = final_advice(FinalPosition(scores, role, ties), model).equities.values
        losses[i] = values.max() - values[list_wager(decisions, scores, role)]
    worst = int(losses.argmax())
    return CardLoss(len(losses), float(losses.mean()), float(losses.std() / np.sqrt(len(losses))),
                    float(np.quantile(losses, 0.95)), float(losses[worst]), positions[worst])  # fmt: skip


def relearnt(role: int, era: Era = Era.PAPER, n: int = POSITIONS, seed: int = 1) -> tuple[DecisionList, CardLoss]:
    """A list learnt anew and what it loses on fresh positions."""
    decisions = learnt_list(role, lessons(role, n, seed, era), RULES[role])
    fresh = [(a, b, c) for a, b, c in drawn_scores(n, seed + 1).tolist()]
    return decisions, measured(decisions, role, fresh, era, era.ties)


def list_text(decisions: DecisionList, era: Era, n: int, seed: int) -> str:
    """The text of a list as it ships, with where it comes from."""
    origin = (
        f"# Learnt from the best response to people of {int(era)} (ties {era.ties.value}) on {n} random positions, "
        f"seed {seed}.\n# Bets are cut to what is legal; A is first, B second, C third.\n"
    )
    return origin + format_list(decisions)

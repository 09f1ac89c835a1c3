"""Learns the lists of the cards for Final Jeopardy, and measures them on held-out positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.card import format_bet, list_wager
from kibitz.games.jeopardy.final.card_rules import CardLoss
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.fit.final_lists import (
    Penalty,
    breakpoint_scores,
    draw_scores,
    learn_list,
    training_positions,
)
from kibitz.games.jeopardy.show import SEATS, Era, Ties
from kibitz.rules.language.condition import Condition
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.evaluation import point_value
from kibitz.rules.language.expression import Expression, parse_expression
from kibitz.rules.language.notation import format_list
from kibitz.simulate.executors import Progress, no_progress

NAMED_BETS = {"everything": None, "nothing": [0, 0, 0, 0]}
MAX_RULES = 6
"""Rules of a list; with the lock game and the default a card has eight lines."""
MAX_WORST_LOSS = 0.06
"""Win chance that a card may lose in any position."""
PENALTIES = tuple(Penalty(limit, weight) for weight in (5.0, 10.0, 30.0, 100.0) for limit in (0.035, 0.045, 0.05))
"""Penalties tried, the mildest first: the first list whose worst loss is small enough is taken."""
POSITIONS = 1_500
"""Random positions learnt from besides all break points; as many fresh ones to measure on."""


def list_losses(
    decisions: DecisionList, role: int, positions: Sequence[tuple[int, int, int]], era: Era, ties: Ties
) -> FloatArray:
    """Loss of a list at each position against the best of all whole-dollar wagers, in win chance."""
    model = final_model(role, era=era)
    losses = np.empty(len(positions))
    for i, scores in enumerate(positions):
        values = final_advice(FinalPosition(scores, role, ties), model).equities.values
        losses[i] = values.max() - values[list_wager(decisions, scores, role)]
    return losses


def breakpoint_positions(role: int) -> list[tuple[int, int, int]]:
    """All break points at which a role has money to bet."""
    return [(a, b, c) for a, b, c in breakpoint_scores().tolist() if (a, b, c)[role] > 0]


def measure_list(
    decisions: DecisionList, role: int, positions: Sequence[tuple[int, int, int]], era: Era, ties: Ties
) -> CardLoss:
    """Mean loss of a list at the positions, and its worst one there and at all break points."""
    if not positions:
        raise InputError("positions: give at least one")
    points = breakpoint_positions(role)
    losses, exact = (list_losses(decisions, role, each, era, ties) for each in (positions, points))
    everywhere, where = np.concatenate([losses, exact]), [*positions, *points]
    worst = int(everywhere.argmax())
    return CardLoss(
        len(losses),
        float(losses.mean()),
        float(losses.std() / np.sqrt(len(losses))),
        float(np.quantile(losses, 0.95)),
        float(everywhere[worst]),
        where[worst],
        len(exact),
    )


def relearn_list(
    role: int, era: Era = Era.PAPER, n: int = POSITIONS, seed: int = 1, rules: int = MAX_RULES
) -> tuple[DecisionList, CardLoss]:
    """A newly learnt list and its loss on held-out positions and at all break points.

    Penalties rise until the worst loss is at most `MAX_WORST_LOSS`; if none does it, the list with the smallest is
    taken.
    """
    taught = training_positions(role, n, seed, era)
    fresh = [(a, b, c) for a, b, c in draw_scores(n, seed + 1).tolist()]
    tried: list[tuple[DecisionList, CardLoss]] = []
    for penalty in PENALTIES:
        decisions = learn_list(role, taught, rules, penalty=penalty)
        if any(decisions == known for known, _ in tried):
            continue
        tried.append((decisions, measure_list(decisions, role, fresh, era, era.ties)))
        if tried[-1][1].worst <= MAX_WORST_LOSS:
            break
    return min(tried, key=lambda each: each[1].worst)


def _linear_weights(expression: Expression) -> list[int]:
    """Weights of A, B and C and the constant of a linear expression with whole numbers."""

    def value(*scores: int) -> Fraction:
        point = {name: Fraction(score) for name, score in zip(ROLES, scores, strict=True)}
        return Fraction(point_value(expression, point, True))

    constant = value(0, 0, 0)
    weights = [value(*unit) - constant for unit in ((1, 0, 0), (0, 1, 0), (0, 0, 1))] + [constant]
    probe = sum(w * n for w, n in zip(weights, (17, 11, 5, 1), strict=True))
    if any(w.denominator != 1 for w in weights) or probe != value(17, 11, 5):
        raise InputError(f"{expression}: the card ships rules that are linear in A, B and C")
    return [int(w) for w in weights]


def _condition_weights(condition: Condition) -> list[int]:
    """Weights of A, B and C in ``left - right >= 0``, and 1 if the comparison is strict."""
    left, right = _linear_weights(condition.left), _linear_weights(condition.right)
    sign = {">": 1, ">=": 1, "<": -1, "<=": -1}[condition.operator]
    *weights, constant = (sign * (a - b) for a, b in zip(left, right, strict=True))
    if constant:
        raise InputError(f"{condition}: the card compares sums of scores, without dollars")
    return [*weights, int(condition.operator in "<>")]


def linear_rules(decisions: DecisionList) -> list[dict[str, Any]]:
    """A list as `card_rules.LinearRule` reads it: weights of the scores instead of formulas."""
    guards = [rule.guard.conditions for rule in decisions.rules] + [()]
    result = []
    for conditions, outcome in zip(guards, decisions.outcomes, strict=True):
        label = str(outcome[0].rest)
        bet = NAMED_BETS[label] if label in NAMED_BETS else _linear_weights(parse_expression(label))
        result.append({"if": [_condition_weights(each) for each in conditions], "bet": bet, "label": format_bet(label)})
    return result


def learn_cards(progress: Progress = no_progress) -> dict[str, Any]:
    """The table ``final_cards``: newly learnt lists of all eras and roles, and their losses."""
    losses: dict[str, dict[str, Any]] = {}
    lists: dict[str, dict[str, list[str]]] = {}
    rules: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for done, (era, role) in enumerate(product(Era, range(SEATS))):
        progress(done, len(Era) * SEATS)
        decisions, loss = relearn_list(role, era)
        rounded = {name: round(value, 6) if isinstance(value, float) else value for name, value in asdict(loss).items()}
        losses.setdefault(str(int(era)), {})[ROLES[role]] = rounded
        lists.setdefault(str(int(era)), {})[ROLES[role]] = format_list(decisions).splitlines()
        rules.setdefault(str(int(era)), {})[ROLES[role]] = linear_rules(decisions)
    provenance = {
        "learnt": f"beam search for the least mean loss against the best response, {POSITIONS:,} random positions "
        "(seed 1) and all break points. Average confidence; kibitz jeopardy fit --cards",
        "measured": f"{POSITIONS:,} other positions (seed 2); worst also at all break points; chance to win",
    }
    return {"final_cards": {"provenance": provenance, "losses": losses, "lists": lists, "rules": rules}}

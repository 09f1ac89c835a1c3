"""Decision lists for Final Jeopardy, learnt from the best response: short rules in A, B and C.

A rule tests the signs of small-integer forms of the three scores, a bet is such a form cut to what is legal. Lists
are learnt on random positions and on every break point of figure 9, where scores are exactly in proportion and the
best bet differs from both sides. They are found by a beam search for the least mean loss, in which what a loss has
above a `Penalty`'s limit counts many times: for every guard at once, one product of matrices gives the best bet inside
and outside of it, so that two rules are chosen exactly and further ones by the beam.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.final.people_wagers import ROLES, IntArray
from kibitz.games.jeopardy.show import Era, Ties
from kibitz.rules.language.condition import Guard, parse_guard
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule

Form = tuple[int, int, int]
"""Coefficients of A, B and C."""
Comparison = tuple[Form, bool]
"""A form that is at least zero, or above it where the flag is set."""
Bet = tuple[int, int, int, int]
"""Coefficients of A, B, C and 1."""

LEADER = 24_000
"""Dollars of A in all positions: Final Jeopardy looks the same at every scale, but for a dollar here and there. Halves,
thirds and quarters of it are whole steps."""
SCORE_STEP_DOLLARS = 100
BREAKPOINT_STEP_DOLLARS = 400
MAX_COEFFICIENT = 3
"""Coefficient of a bet; guards go one further."""
BEAM = 30
MAX_PAIRED_GUARDS = 60
"""Best single guards that are also tried in pairs."""
MIN_GUARD_POSITIONS = 12
"""Positions that a guard must hold on, and fail on, to be of use."""


class Penalty(NamedTuple):
    """What a loss has above ``limit`` (win chance) counts ``weight`` times more in learning."""

    limit: float
    weight: float


NO_PENALTY = Penalty(1.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class TrainingPositions:
    """Positions (scores of A, B, C; games x 3) and what every bet loses there (games x bets), in chance to win."""

    scores: IntArray
    losses: FloatArray
    forms: list[Bet]


def bet_forms(role: int, ties: Ties = Ties.SHARED) -> list[Bet]:
    """Bets tried: forms with small coefficients; everything and nothing come first.

    Where ties are not shared, also a dollar more and a dollar less. Forms that are never above nothing are left out.
    """
    first: list[Bet] = [(int(role == 0), int(role == 1), int(role == 2), 0), (0, 0, 0, 0)]
    forms: list[Bet] = [(a, b, c, 0) for a, b, c in _forms(MAX_COEFFICIENT, 5)]
    if ties is Ties.TIEBREAKER:
        forms += [(a, b, c, dollar) for a, b, c in _forms(MAX_COEFFICIENT, 4) for dollar in (1, -1)]
    return first + [form for form in forms if form not in first and max(form) > 0]


def _forms(largest: int, together: int) -> list[Form]:
    """Forms with coefficients up to ``largest``, ``together`` in all, the simplest first."""
    reach = range(-largest, largest + 1)
    forms = [(a, b, c) for a, b, c in product(reach, reach, reach) if abs(a) + abs(b) + abs(c) <= together]
    return sorted(forms, key=lambda form: (sum(map(abs, form)), form))


def bet_amounts(scores: IntArray, role: int, forms: list[Bet]) -> IntArray:
    """Legal wagers (games x forms)."""
    terms = np.concatenate([scores, np.ones((len(scores), 1), dtype=np.int64)], axis=1)
    return np.asarray(np.clip(terms @ np.array(forms).T, 0, scores[:, role, None]))


def draw_scores(n: int, seed: int) -> IntArray:
    """Scores of A, B and C in random positions that are not locked (games x 3)."""
    rng = np.random.default_rng(seed)
    second = (
        rng.integers(LEADER // SCORE_STEP_DOLLARS // 2, LEADER // SCORE_STEP_DOLLARS, n, endpoint=True)
        * SCORE_STEP_DOLLARS
    )
    third = rng.integers(1, second // SCORE_STEP_DOLLARS, endpoint=True) * SCORE_STEP_DOLLARS
    return np.stack([np.full(n, LEADER), second, third], axis=1)


def breakpoint_scores() -> IntArray:
    """Scores of A, B and C on every break point of figure 9 (games x 3), exactly.

    B is a half, two-thirds, three-quarters or all of A, or C is 0, A - B, 2(A - B), 2B - A, B/2, A/2, 2B/3 or B.
    """
    second = np.arange(LEADER // 2, LEADER + 1, BREAKPOINT_STEP_DOLLARS)
    found: set[tuple[int, int, int]] = set()
    for b in second.tolist():
        thirds = {0, LEADER - b, 2 * (LEADER - b), 2 * b - LEADER, b // 2, LEADER // 2, b}
        thirds |= {2 * b // 3} if b % 3 == 0 else set()
        if b in (LEADER // 2, 2 * LEADER // 3, 3 * LEADER // 4, LEADER):
            thirds |= set(range(0, b + 1, BREAKPOINT_STEP_DOLLARS))
        found |= {(LEADER, b, c) for c in thirds if 0 <= c <= b}
    return np.array(sorted(found))


def training_positions(
    role: int, n: int, seed: int, era: Era = Era.PAPER, ties: Ties | None = None
) -> TrainingPositions:
    """Random positions that are not locked and all break points, and the loss of every bet at average confidence."""
    scores = np.concatenate([draw_scores(n, seed), breakpoint_scores()])
    scores = scores[scores[:, role] > 0]
    rule = era.ties if ties is None else ties
    model, forms = final_model(role, era=era), bet_forms(role, rule)
    wagers = bet_amounts(scores, role, forms)
    losses = np.empty(wagers.shape)
    for i, (a, b, c) in enumerate(scores.tolist()):
        values = final_advice(FinalPosition((a, b, c), role, rule), model).equities.values
        losses[i] = values.max() - values[wagers[i]]
    return TrainingPositions(scores, losses, forms)


@dataclass(frozen=True, slots=True, eq=False)
class _Guards:
    """Forms that must be at least zero, or above it, alone or in pairs, and where they hold (guards x games)."""

    forms: list[tuple[Comparison, ...]]
    holds: NDArray[np.bool_]


def _single_guards(scores: IntArray) -> _Guards:
    forms: list[tuple[Comparison, ...]] = []
    rows: dict[bytes, NDArray[np.bool_]] = {}
    for form, strict in product(_forms(MAX_COEFFICIENT + 1, 7), (False, True)):
        holds = scores @ np.array(form) >= int(strict)
        key = np.packbits(holds).tobytes()
        if MIN_GUARD_POSITIONS <= holds.sum() <= len(holds) - MIN_GUARD_POSITIONS and key not in rows:
            rows[key] = holds
            forms.append(((form, strict),))
    return _Guards(forms, np.array(list(rows.values())))


def _with_pairs(guards: _Guards, losses: FloatArray) -> _Guards:
    """The guards and the pairs of those that help most on their own."""
    order = np.argsort(_totals(guards, losses, np.ones(len(losses), dtype=bool))[0])[:MAX_PAIRED_GUARDS]
    forms, holds = list(guards.forms), list(guards.holds)
    for i, j in combinations(order.tolist(), 2):
        both = guards.holds[i] & guards.holds[j]
        if MIN_GUARD_POSITIONS <= both.sum() < min(guards.holds[i].sum(), guards.holds[j].sum()):
            forms.append(guards.forms[i] + guards.forms[j])
            holds.append(both)
    return _Guards(forms, np.array(holds))


def _totals(
    guards: _Guards, losses: FloatArray, left: NDArray[np.bool_]
) -> tuple[FloatArray, FloatArray, NDArray[np.intp], NDArray[np.intp]]:
    """By guard: loss with the best bets inside and outside, loss inside, and both bets."""
    inside = (guards.holds & left).astype(np.float64) @ losses
    outside = losses[left].sum(axis=0) - inside
    best_inside, best_outside = inside.argmin(axis=1), outside.argmin(axis=1)
    rows = np.arange(len(inside))
    return inside[rows, best_inside] + outside[rows, best_outside], inside[rows, best_inside], best_inside, best_outside


@dataclass(frozen=True, slots=True, eq=False)
class _Partial:
    """Chosen rules (guard, bet), games without a rule, loss of the rules, loss with the best default, the default."""

    rules: tuple[tuple[int, int], ...]
    left: NDArray[np.bool_]
    spent: float
    total: float
    default: int


def learn_list(
    role: int, taught: TrainingPositions, rules: int, pairs: bool = True, penalty: Penalty = NO_PENALTY
) -> DecisionList:
    """The list of at most this many rules (not counting the default) with the least mean loss that the beam finds,
    penalty included."""
    guards = _single_guards(taught.scores)
    losses = taught.losses + penalty.weight * np.maximum(taught.losses - penalty.limit, 0.0)
    if pairs:
        guards = _with_pairs(guards, losses)
    everywhere = losses.sum(axis=0)
    beam = [
        _Partial((), np.ones(len(taught.scores), dtype=bool), 0.0, float(everywhere.min()), int(everywhere.argmin()))
    ]
    best = beam[0]
    for _ in range(rules):
        grown: dict[bytes, _Partial] = {}
        for partial in beam:
            totals, inside, bet, default = _totals(guards, losses, partial.left)
            for g in np.argsort(totals, kind="stable")[:BEAM]:
                left = partial.left & ~guards.holds[g]
                new = _Partial(
                    (*partial.rules, (int(g), int(bet[g]))),
                    left,
                    partial.spent + float(inside[g]),
                    partial.spent + float(totals[g]),
                    int(default[g]),
                )
                key = np.packbits(left).tobytes()
                if key not in grown or new.total < grown[key].total:
                    grown[key] = new
        beam = sorted(grown.values(), key=lambda partial: partial.total)[:BEAM]
        best = min([best, *beam], key=lambda partial: partial.total)
    forms = taught.forms
    result = tuple(Rule(_guard(guards.forms[g]), (_mix(role, forms[bet]),)) for g, bet in best.rules)
    return DecisionList(
        f"Final Jeopardy, {ROLES[role]}", (ROLES[role],), (), result, (_mix(role, forms[best.default]),)
    )


def _guard(forms: tuple[Comparison, ...]) -> Guard:
    """``3*B >= 2*A`` for the form 3B - 2A, ``3*B > 2*A`` where it must be above zero."""
    parts = []
    for form, strict in forms:
        plus = [(k, name) for k, name in zip(form, ROLES, strict=True) if k > 0]
        minus = [(-k, name) for k, name in zip(form, ROLES, strict=True) if k < 0]
        parts.append(f"{_sum(plus)} {'>' if strict else '>='} {_sum(minus)}")
    return parse_guard(" and ".join(parts))


def _sum(terms: list[tuple[int, str]]) -> str:
    return " + ".join(name if k == 1 else f"{k}*{name}" for k, name in terms) or "0"


def _mix(role: int, form: Bet) -> Mix:
    return Mix((), bet_label(role, form))


def bet_label(role: int, form: Bet) -> str:
    """``2*C - B``, ``2*B - A + 1``, or the words everything and nothing."""
    if form == (int(role == 0), int(role == 1), int(role == 2), 0):
        return "everything"
    if not any(form):
        return "nothing"
    terms = sorted(zip(form[:3], ROLES, strict=True), key=lambda term: -term[0])
    text = ""
    for k, name in [*terms, (form[3], "1")]:
        if k:
            sign = ("" if k > 0 else "-") if not text else (" + " if k > 0 else " - ")
            text += sign + (name if abs(k) == 1 else f"{abs(k)}*{name}")
    return text

"""A proof that lists of Kuhn poker lose nothing for every number of cards from 3 up, by a finite computation.

Write n = 18 j + r. Suppose that every threshold of the lists is affine in n up to floor and ceil, and steps by a whole
number as j grows. Then each strategy is the same step function of the card, with breakpoints that are affine in j.
Against step functions the payoff of an action, a prefix sum, is affine in the card and in j between breakpoints. An
action that a card plays must be at least as good as the others. An affine function of the card is smallest at the ends
of a segment, and there it is an affine function of j. So it suffices to check the breakpoints and their neighbours for
two successive j (a third confirms that the functions are affine): an advantage that is not negative and does not shrink
remains so for all j. Smaller decks are checked one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from kibitz.core import InputError
from kibitz.games.parlour.kuhn import lists as kuhn_lists
from kibitz.games.parlour.kuhn import strategies
from kibitz.games.parlour.limits import MIN_CARDS
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.evaluation import point_value
from kibitz.rules.language.expression import Binary, Call, Expression, Name, Negate, Number
from kibitz.simulate.executors import Progress, no_progress

PERIOD = 18
FIRST_PERIOD = 4
"""For j >= 4, breakpoints with different slopes are several cards apart, so the segments keep their order."""
COMPETING_OPTIONS = ((0, 1, 2), (3, 4), (5, 6))
"""Groups of options that exclude each other: A's plan, B after a bet, B after a check."""
SCOPE = "every number of cards from 3 up"


class ProofStepError(InputError):
    """A step of the proof that fails; the message names it."""


def prove_for_every_deck(lists: Sequence[DecisionList], progress: Progress = no_progress) -> None:
    """Prove that four lists are optimal for every number of cards; `ProofStepError` names the step that fails."""
    total = PERIOD * FIRST_PERIOD + PERIOD
    for each in lists:
        _thresholds_of(each)
    for n in range(MIN_CARDS, PERIOD * FIRST_PERIOD):
        progress(n, total)
        if strategies.duality_gap(*kuhn_lists.strategies(lists, n)) != 0:
            raise ProofStepError(f"the lists are not optimal with {n} cards")
    for r in range(PERIOD):
        progress(PERIOD * FIRST_PERIOD + r, total)
        prove_for_residue(lists, r)


def prove_for_residue(lists: Sequence[DecisionList], r: int) -> None:
    """Every step of the proof for the decks with n = r modulo 18 and n >= 72."""
    decks = [PERIOD * j + r for j in (FIRST_PERIOD, FIRST_PERIOD + 1, FIRST_PERIOD + 2)]
    places = np.array([_marks(lists, n) for n in decks])
    steps = np.diff(places, axis=0)
    _require(bool((steps[0] == steps[1]).all()), "breakpoints are affine in the number of cards")
    order = np.argsort(places[0], kind="stable")
    gaps, widening = np.diff(places[0][order]), np.diff(steps[0][order])
    _require(bool((widening >= 0).all()), "no breakpoint overtakes another")
    _require(bool((gaps[widening > 0] >= 3).all()), "segments that grow have interior cards")
    tables = [_advantages(lists, n) for n in decks]
    for mark in range(places.shape[1]):
        for shift in (-1, 0, 1):
            cards = [int(place[mark]) + shift for place in places]
            if 1 <= cards[0] <= decks[0]:
                _prove_card(cards, tables)


Options = list[list[Fraction]]
Played = list[list[bool]]


def _prove_card(cards: list[int], tables: list[tuple[Options, Played]]) -> None:
    rows = [payoffs[card - 1] for (payoffs, _), card in zip(tables, cards, strict=True)]
    play = tables[0][1][cards[0] - 1]
    same = all(played[card - 1] == play for (_, played), card in zip(tables, cards, strict=True))
    _require(same, "a card between the same breakpoints plays the same in larger decks")
    for options in COMPETING_OPTIONS:
        for i in (option for option in options if play[option]):
            for k in options:
                lead = [row[i] - row[k] for row in rows]
                _require(lead[2] - lead[1] == lead[1] - lead[0], "advantages are affine in the number of cards")
                _require(lead[0] >= 0, "the actions played are best")
                _require(lead[1] >= lead[0], "the actions played stay best as the deck grows")


def _require(holds: bool, step: str) -> None:
    if not holds:
        raise ProofStepError(f"the proof for every number of cards fails at the step: {step}")


def _advantages(lists: Sequence[DecisionList], n: int) -> tuple[Options, Played]:
    """For each card the payoffs of A's three and B's four options, and which of them are played."""
    a, b = kuhn_lists.strategies(lists, n)
    ours, theirs = strategies.a_options(b), strategies.b_options(a)
    check = ours.check - np.maximum(ours.call, ours.fold)
    payoffs, played = [], []
    for x in range(n):
        payoffs.append(
            [
                ours.bet[x],
                check[x] + ours.call[x],
                check[x] + ours.fold[x],
                -theirs.call[x],
                -theirs.fold[x],
                -theirs.bet[x],
                -theirs.check[x],
            ]
        )
        tame = 1 - a.bet[x]
        played.append(
            [
                chance > 0
                for chance in (
                    a.bet[x],
                    tame * a.call[x],
                    tame * (1 - a.call[x]),
                    b.call[x],
                    1 - b.call[x],
                    b.bet[x],
                    1 - b.bet[x],
                )
            ]
        )
    return payoffs, played


def _marks(lists: Sequence[DecisionList], n: int) -> list[int]:
    """The breakpoints: the thresholds of the lists and the ends of the deck."""
    result = [1, n]
    for each in lists:
        values = each.values_at({"n": Fraction(n), "x": Fraction(1)})
        for threshold in _thresholds_of(each):
            value = Fraction(point_value(threshold, values, True))
            _require(value.denominator == 1, "cards are compared with whole numbers")
            result.append(int(value))
    return result


def _thresholds_of(decisions: DecisionList) -> list[Expression]:
    """The thresholds of the list; raises `ProofStepError` if it is not a step function with affine breakpoints."""
    steps: dict[str, Fraction] = {"n": Fraction(PERIOD)}
    for name, expression in decisions.definitions:
        steps[name] = _step(expression, steps)
    result = []
    for rule in decisions.rules:
        for condition in rule.guard.conditions:
            if condition.left != Name("x"):
                raise ProofStepError(
                    f"{condition}: a proof for every deck needs comparisons of the card x with a threshold"
                )
            _require(_step(condition.right, steps).denominator == 1, "thresholds step by whole numbers")
            result.append(condition.right)
    for (mix,) in decisions.outcomes:
        _require(all(_step(weight, steps) == 0 for _, weight in mix.weights), "chances stay the same in larger decks")
    return result


def _step(expression: Expression, steps: dict[str, Fraction]) -> Fraction:
    """The growth of an expression with 18 more cards; `ProofStepError` if that depends on the deck."""
    match expression:
        case Number():
            return Fraction(0)
        case Name(name) if name in steps:
            return steps[name]
        case Negate(operand):
            return -_step(operand, steps)
        case Binary("+", left, right):
            return _step(left, steps) + _step(right, steps)
        case Binary("-", left, right):
            return _step(left, steps) - _step(right, steps)
        case Binary("*", Number(value), other) | Binary("*", other, Number(value)):
            return value * _step(other, steps)
        case Binary("/", top, Number(value)) if value:
            return _step(top, steps) / value
        case Call("floor" | "ceil", (argument,)):
            step = _step(argument, steps)
            _require(step.denominator == 1, "rounded expressions step by whole numbers")
            return step
    raise ProofStepError(f"{expression}: a proof for every deck allows only sums, multiples, floor and ceil of n")

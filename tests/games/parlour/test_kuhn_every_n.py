"""A proof that the corrected Kuhn lists are exact for every number of cards, by a finite computation.

Write n = 18 j + r. All thresholds are then affine in j with fixed fractional parts, so each strategy is the same step
function of the card with breakpoints that are affine in j. Against step functions the payoff of an action, a prefix
sum, is affine in the card and in j between breakpoints. Where a card plays an action, that action must be at least as
good as the others; an affine function of the card is smallest at the ends of a segment, and there it is an affine
function of j. So it is enough to look at the breakpoints and their neighbours for two successive j: advantages that are
not negative and do not shrink stay so for ever. Smaller decks are checked one by one.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from kibitz.games.parlour import kuhn, kuhn_lists
from kibitz.rules.language.decision_list import DecisionList

F = Fraction
PERIOD = 18
FIRST = 4
"""From j = 4 on, breakpoints with different slopes are several cards apart, so the segments keep their order."""

PRINTED, CORRECTED = (kuhn_lists.lists()[edition] for edition in ("printed", "corrected"))
Lists = tuple[DecisionList, ...]


def thresholds(lists: Lists, n: int) -> list[F]:
    """The masses and thresholds of all four lists, read from the lists themselves."""
    found = []
    for each in lists:
        values = each.values_at({"n": F(n), "x": F(1)})
        found += [F(values[name]) for name, _ in each.definitions if name in ("m", "t")]
    return found


def marks(lists: Lists, n: int) -> list[int]:
    """The breakpoints: where some strategy changes, with the ends of the deck."""
    return [1, n, *(mark for t in thresholds(lists, n) for mark in (math.floor(t), math.ceil(t)))]


def advantages(lists: Lists, n: int) -> tuple[list[list[F]], list[list[bool]]]:
    """For each card the payoffs of A's three and B's twice two options, and which of them are played."""
    a, b = kuhn_lists.strategies(lists, n)
    ours, theirs = kuhn.a_options(b), kuhn.b_options(a)
    check = ours.check - np.maximum(ours.call, ours.fold)
    payoffs, played = [], []
    for x in range(n):
        payoffs.append([ours.bet[x], check[x] + ours.call[x], check[x] + ours.fold[x],
                        -theirs.call[x], -theirs.fold[x], -theirs.bet[x], -theirs.check[x]])  # fmt: skip
        tame = 1 - a.bet[x]
        played.append([chance > 0 for chance in (a.bet[x], tame * a.call[x], tame * (1 - a.call[x]),
                                                 b.call[x], 1 - b.call[x], b.bet[x], 1 - b.bet[x])])  # fmt: skip
    return payoffs, played


CHOICES = ((0, 1, 2), (3, 4), (5, 6))
"""Which options compete: A's whole plan, B after a bet, B after a check."""


@pytest.mark.parametrize("n", range(61, PERIOD * FIRST))
def test_the_decks_between_the_table_and_the_proof_have_no_gap(n: int) -> None:
    a, b = kuhn_lists.strategies(CORRECTED, n)
    assert kuhn.duality_gap(a, b) == 0


def show_that_played_actions_stay_best(lists: Lists, r: int) -> None:
    """Assert every step of the proof for the decks with n = r modulo 18."""
    decks = [PERIOD * j + r for j in (FIRST, FIRST + 1, FIRST + 2)]
    places = [marks(lists, n) for n in decks]
    steps = np.diff(np.array(places), axis=0)
    assert (steps[0] == steps[1]).all(), "breakpoints are affine in j"
    order = np.argsort(places[0], kind="stable")
    sorted_first, sorted_steps = np.array(places[0])[order], steps[0][order]
    gaps, widening = np.diff(sorted_first), np.diff(sorted_steps)
    assert (widening >= 0).all(), "no breakpoint overtakes another"
    assert (gaps[widening > 0] >= 3).all(), "segments that grow already have an inside"
    tables = [advantages(lists, n) for n in decks]
    for mark in range(len(places[0])):
        for shift in (-1, 0, 1):
            cards = [place[mark] + shift for place in places]
            if not 1 <= cards[0] <= decks[0]:
                continue
            rows = [tables[k][0][card - 1] for k, card in enumerate(cards)]
            assert all(tables[k][1][card - 1] == tables[0][1][cards[0] - 1] for k, card in enumerate(cards))
            play = tables[0][1][cards[0] - 1]
            for options in CHOICES:
                for i in (option for option in options if play[option]):
                    for j in options:
                        lead = [row[i] - row[j] for row in rows]
                        assert lead[2] - lead[1] == lead[1] - lead[0], "affine in j"
                        assert lead[0] >= 0
                        assert lead[1] >= lead[0]


@pytest.mark.parametrize("r", range(PERIOD))
def test_every_played_action_stays_best_as_the_deck_grows(r: int) -> None:
    show_that_played_actions_stay_best(CORRECTED, r)


@pytest.mark.parametrize("r", range(PERIOD))
def test_the_proof_fails_where_the_printed_lists_are_wrong(r: int) -> None:
    printed_b = (*CORRECTED[:2], *PRINTED[2:])
    with pytest.raises(AssertionError):
        show_that_played_actions_stay_best(printed_b, r)
    printed_a = (*PRINTED[:2], *CORRECTED[2:])
    if r % 6 == 1:
        show_that_played_actions_stay_best(printed_a, r)
    else:
        with pytest.raises(AssertionError):
            show_that_played_actions_stay_best(printed_a, r)


@pytest.mark.parametrize("r", range(PERIOD))
def test_the_value_formula_holds_for_every_deck(r: int) -> None:
    """Times n(n - 1) both sides are quadratic in j, so three decks of a residue class decide; four are looked at."""
    for j in range(FIRST, FIRST + 4):
        n = PERIOD * j + r
        a, _ = kuhn_lists.strategies(CORRECTED, n)
        assert kuhn.least_against(a) == kuhn.value(n)

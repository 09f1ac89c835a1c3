"""Opponents seen at Kuhn poker: posterior best responses against brute force; all equilibria of three cards."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.core import InputError
from kibitz.games.parlour.kuhn import lists, strategies
from kibitz.games.parlour.kuhn.family import KuhnGame
from kibitz.games.parlour.kuhn.observed_opponent import (
    named_plays,
    parse_hands,
    posterior_mean,
    respond_to_hands,
    three_card_equilibrium,
)
from kibitz.games.parlour.kuhn.strategies import AStrategy, BStrategy

F = Fraction
HEADER = "after,card,action\n"


def pure(letters: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    chances = np.array([F(each) for each in letters], dtype=object)
    return chances[:3], chances[3:]


seen_b = st.lists(st.tuples(st.sampled_from(["bet", "check"]), st.integers(1, 3), st.booleans()), max_size=12)


@given(seen_b, st.sampled_from([F(1, 2), F(4)]))
@settings(max_examples=15, deadline=None)
def test_the_response_wins_as_much_as_the_best_of_all_64_pure_plans_of_a(
    seen: list[tuple[str, int, bool]], prior: Fraction
) -> None:
    lines = [f"{after},{card},{lists.ACTIONS[lists.ROLES[after]][not bold]}" for after, card, bold in seen]
    result = respond_to_hands(3, "A", parse_hands(HEADER + "\n".join(lines), 3, "B"), prior)
    assert isinstance(result.opponent, BStrategy)
    best = max(strategies.payoff(AStrategy(*pure(plan)), result.opponent) for plan in product((0, 1), repeat=6))
    assert result.payoff == best
    assert result.gain >= 0
    assert result.exploitability >= 0


def test_the_response_of_b_is_the_best_of_all_64_pure_plans() -> None:
    hands = parse_hands(HEADER + "start,1,bet\nstart,1,bet\nstart,3,check\ncheck-bet,2,call\n", 3, "A")
    result = respond_to_hands(3, "B", hands, F(1))
    assert isinstance(result.opponent, AStrategy)
    best = max(-strategies.payoff(result.opponent, BStrategy(*pure(plan))) for plan in product((0, 1), repeat=6))
    assert result.payoff == best > F(1, 18)
    assert result.exploitability == strategies.upper_value_bound(result.strategy) - strategies.value(3)  # type: ignore[arg-type]


def test_the_posterior_mean_is_that_of_a_beta_distribution() -> None:
    usual = np.array([F(1, 3), F(0), F(1)], dtype=object)
    hands = parse_hands(HEADER + "check,1,bet\ncheck,1,check\ncheck,1,bet\n", 3, "B")
    result = posterior_mean(usual, hands, "check", F(3))
    # Beta(3/3 + 2, 2 + 1): mean 3/6; cards not seen keep the prior.
    assert result.tolist() == [F(1, 2), F(0), F(1)]


def test_without_hands_the_opponent_is_an_equilibrium_and_nothing_is_gained() -> None:
    result = respond_to_hands(5, "A", parse_hands(HEADER, 5, "B"), F(4))
    assert (result.gain, result.payoff) == (0, strategies.value(5))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("card,action\n", "line 1: must be after,card,action"),
        (HEADER + "start,1,bet\n", "line 2: player B acts after bet or check"),
        (HEADER + "bet,1,call\nbet,9,call\n", "line 3: card must be from 1 to 3"),
        (HEADER + "bet,1,bet\n", "line 2: action after bet must be call or fold"),
        ("", "line 1"),
    ],
)
def test_wrong_hands_are_refused_with_their_line(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parse_hands(text, 3, "B")


@pytest.mark.parametrize("n", [3, 4])
def test_there_is_no_pure_equilibrium(n: int) -> None:
    """Every pure plan against every other, exactly: the best guarantees of pure plans do not meet."""
    payoffs = KuhnGame().instance({"n": F(n)}).payoffs[0]
    assert payoffs.min(axis=1).max() < strategies.value(n) < payoffs.max(axis=0).min()


def test_the_printed_equilibria_of_three_cards_are_all_there_are() -> None:
    """Each equation of the segment is shown by exact multipliers of "B's plan wins at most the value".

    Plans of A are (bet, call after a check) as shares of hands; the 64 pure plans of B bound what they win. A linear
    form that is 0 on the segment is at most 0 on all optimal plans if it is a sum of such bounds, which is checked in
    fractions; the multipliers come from a linear program.
    """
    from scipy.optimize import linprog

    def winnings(a: list[Fraction], plan: tuple[int, ...]) -> Fraction:
        bet, call = np.array(a[:3], dtype=object), np.array(a[3:], dtype=object)
        total = F(0)
        for x, y in product(range(3), repeat=2):
            if x != y:
                won = 1 if x > y else -1
                total += bet[x] * (2 * won if plan[y] else 1)
                # A check is followed by a bet or a check of B; ``call`` is the share of hands that checks and calls.
                total += (2 * won * call[x] - (1 - bet[x] - call[x])) if plan[3 + y] else won * (1 - bet[x])
        return total / 6

    zero = [F(0)] * 6
    rows, limits = [], []
    for plan in product((0, 1), repeat=6):
        constant = winnings(zero, plan)
        slopes = [winnings([F(int(k == i)) for k in range(6)], plan) - constant for i in range(6)]
        rows.append([-s for s in slopes])  # winnings >= value
        limits.append(constant - strategies.value(3))
    for i in range(6):
        rows.append([F(-int(k == i)) for k in range(6)])
        limits.append(F(0))
    for x in range(3):
        rows.append([F(int(k in (x, 3 + x))) for k in range(6)])
        limits.append(F(1))
    # bet 2 = 0; 3 bet 1 = bet 3; no call with 1; card 3 always calls; call 2 = (1 + bet 3)/3.
    forms = [
        ([0, 1, 0, 0, 0, 0], 0),
        ([3, 0, -1, 0, 0, 0], 0),
        ([0, 0, 0, 1, 0, 0], 0),
        ([0, 0, 1, 0, 0, 1], 1),
        ([0, 0, -1, 0, 3, 0], 1),
    ]
    for form, constant in forms:
        for sign in (1, -1):
            wanted = [F(sign * c) for c in form]
            answer = linprog(
                [float(b) for b in limits], A_eq=np.array(rows, dtype=float).T, b_eq=[float(w) for w in wanted]
            )
            assert answer.x is not None
            multipliers = [F(float(v)).limit_denominator(1000) for v in answer.x]
            assert min(multipliers) >= 0
            for k in range(6):
                assert sum(m * row[k] for m, row in zip(multipliers, rows, strict=True)) == wanted[k]
            assert sum(m * b for m, b in zip(multipliers, limits, strict=True)) == sign * constant
    for alpha in (F(0), F(1, 3), F(1)):
        a, b = three_card_equilibrium(alpha)
        assert strategies.duality_gap(a, b) == 0


def test_bluffs_lose_when_called_and_traps_are_checks_that_call_and_win() -> None:
    a, b = three_card_equilibrium(F(1, 2))
    plays = {name: often.tolist() for name, often in named_plays(a, b).items()}
    assert plays == {"A's bluffs": [F(1, 6), 0, 0], "A's traps": [0, 0, F(1, 2)], "B's bluffs": [F(1, 3), 0, 0]}
    a, b = lists.strategies(lists.lists()["corrected"], 13)
    result = named_plays(a, b)
    assert np.flatnonzero(result["A's bluffs"]).max() < 4
    assert np.flatnonzero(result["A's traps"]).min() > 6


def test_alpha_names_the_equilibria_of_three_cards_and_of_no_other_deck() -> None:
    result = ask("parlour.kuhn", cards=3, alpha="3/4")
    assert result.strategies["A"]["bet"] == (0.25, 0.0, 0.75)
    assert result.exploitability["corrected"]["gap"] == 0
    with pytest.raises(InputError, match="alpha: applies only to 3 cards"):
        ask("parlour.kuhn", cards=4, alpha="1/2")
    with pytest.raises(InputError, match="me, prior"):
        ask("parlour.kuhn", cards=4, me="B")

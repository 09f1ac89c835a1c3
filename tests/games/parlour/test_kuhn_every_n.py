"""The proof that the corrected Kuhn lists are exact for every number of cards, step by step, and where it must fail."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.core import InputError
from kibitz.games.parlour.kuhn import lists, strategies
from kibitz.games.parlour.kuhn.family import KuhnGame
from kibitz.games.parlour.kuhn.proof import (
    FIRST_PERIOD,
    PERIOD,
    ProofStepError,
    prove_for_every_deck,
    prove_for_residue,
)
from kibitz.rules.language.notation import parse_list

F = Fraction
PRINTED, CORRECTED = (lists.lists()[edition] for edition in ("published", "corrected"))


@pytest.mark.slow
def test_the_corrected_lists_are_shown_optimal_for_every_deck() -> None:
    seen: list[tuple[int, int]] = []
    bounds = KuhnGame().prove(CORRECTED, lambda done, total: seen.append((done, total)))
    assert bounds == dict.fromkeys(KuhnGame().roles, F(0))
    assert seen[-1][0] == PERIOD * FIRST_PERIOD + PERIOD - 1 < seen[-1][1]


@pytest.mark.parametrize("r", [0, 1, 7, 17])
def test_the_proof_fails_where_the_printed_lists_are_wrong(r: int) -> None:
    with pytest.raises(ProofStepError):
        prove_for_residue((*CORRECTED[:2], *PRINTED[2:]), r)
    printed_a = (*PRINTED[:2], *CORRECTED[2:])
    if r % 6 == 1:
        prove_for_residue(printed_a, r)
    else:
        with pytest.raises(ProofStepError):
            prove_for_residue(printed_a, r)


def test_lists_that_are_wrong_only_in_small_or_only_in_large_decks_are_not_shown() -> None:
    b_calls = CORRECTED[2]
    small = parse_list("for: B facing a bet\nlet t = (n + 5)/3\nif x >= ceil(t): call\nelse: fold\n")
    with pytest.raises(ProofStepError):
        prove_for_every_deck((*CORRECTED[:2], small, CORRECTED[3]))
    late = parse_list("for: B facing a bet\nlet t = (n + 5)/3 + floor(n/100)\n" + _rules(b_calls))
    with pytest.raises(ProofStepError, match="whole numbers"):
        prove_for_every_deck((*CORRECTED[:2], late, CORRECTED[3]))


@pytest.mark.parametrize("r", [0, 7])
def test_a_list_that_is_right_for_a_while_and_drifts_off_is_not_shown(r: int) -> None:
    drifting = parse_list("for: B facing a bet\nlet t = (n + 5)/3 + floor(n/18) - 4\n" + _rules(CORRECTED[2]))
    with pytest.raises(ProofStepError, match="every number of cards"):
        prove_for_residue((*CORRECTED[:2], drifting, CORRECTED[3]), r)


@pytest.mark.parametrize("text", ["let t = n*n/3\n", "let t = mod(n, 7)\n", "let t = abs(n - 90)\n", "let t = n/7\n"])
def test_thresholds_that_are_not_affine_up_to_rounding_are_refused(text: str) -> None:
    odd = parse_list("for: B facing a bet\n" + text + _rules(CORRECTED[2]))
    with pytest.raises(ProofStepError):
        prove_for_every_deck((*CORRECTED[:2], odd, CORRECTED[3]))


def test_a_condition_on_the_deck_alone_is_refused() -> None:
    odd = parse_list("for: B facing a bet\nif n >= 200: fold\nelse: call\n")
    with pytest.raises(ProofStepError, match="comparisons of the card"):
        prove_for_every_deck((*CORRECTED[:2], odd, CORRECTED[3]))
    assert issubclass(ProofStepError, InputError)


def _rules(decisions: object) -> str:
    from kibitz.rules.language.notation import format_list

    text = format_list(decisions)  # type: ignore[arg-type]
    return text[text.index("if ") :]


@pytest.mark.parametrize("r", range(PERIOD))
def test_the_value_formula_holds_for_every_deck(r: int) -> None:
    """Times n(n - 1) both sides are quadratic in j, so three decks of a residue class decide; four are looked at."""
    for j in range(FIRST_PERIOD, FIRST_PERIOD + 4):
        n = PERIOD * j + r
        a, _ = lists.strategies(CORRECTED, n)
        assert strategies.lower_value_bound(a) == strategies.value(n)

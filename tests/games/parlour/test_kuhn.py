"""n-card Kuhn poker: prefix sums against enumeration, lists in rational arithmetic."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.parlour.kuhn import lists, strategies
from kibitz.games.parlour.kuhn import tree as kuhn_tree
from kibitz.games.parlour.kuhn.family import KuhnGame
from kibitz.rules.language.notation import format_list, parse_list
from kibitz.solve import solve_zero_sum, solve_zero_sum_exact
from kibitz.solve.sequence_form import solve_tree
from kibitz.solve.tree import expected_payoff, tree_gap

F = Fraction
LISTS = lists.lists()


def fractions(chances: list[F]) -> strategies.Chances:
    return np.array(chances, dtype=object)


@st.composite
def profiles(draw: st.DrawFn, max_cards: int = 6) -> tuple[strategies.AStrategy, strategies.BStrategy]:
    n = draw(st.integers(3, max_cards))
    vector = st.lists(st.fractions(0, 1, max_denominator=6), min_size=n, max_size=n).map(fractions)
    return strategies.AStrategy(draw(vector), draw(vector)), strategies.BStrategy(draw(vector), draw(vector))


@pytest.mark.parametrize("n", range(3, 61))
def test_the_corrected_lists_have_duality_gap_exactly_0_and_the_value_of_the_formula(n: int) -> None:
    a, b = lists.strategies(LISTS["corrected"], n)
    assert strategies.duality_gap(a, b) == 0
    assert strategies.upper_value_bound(b) == strategies.lower_value_bound(a) == strategies.value(n)
    assert isinstance(strategies.duality_gap(a, b), Fraction)


@pytest.mark.parametrize("n", range(3, 10))
def test_the_value_is_what_the_lists_win_from_each_other(n: int) -> None:
    assert strategies.payoff(*lists.strategies(LISTS["corrected"], n)) == strategies.value(n)


def pure_a(n: int, code: int) -> strategies.AStrategy:
    digits = [code // 3**x % 3 for x in range(n)]
    return strategies.AStrategy(fractions([F(d == 0) for d in digits]), fractions([F(d == 1) for d in digits]))


def pure_b(n: int, code: int) -> strategies.BStrategy:
    digits = [code // 4**y % 4 for y in range(n)]
    return strategies.BStrategy(fractions([F(d % 2) for d in digits]), fractions([F(d // 2) for d in digits]))


@settings(max_examples=15)
@given(profiles(max_cards=3))
def test_best_responses_are_the_best_of_all_pure_strategies(
    profile: tuple[strategies.AStrategy, strategies.BStrategy],
) -> None:
    a, b = profile
    n = len(a.bet)
    assert strategies.upper_value_bound(b) == max(strategies.payoff(pure_a(n, code), b) for code in range(3**n))
    assert strategies.lower_value_bound(a) == min(strategies.payoff(a, pure_b(n, code)) for code in range(4**n))


@settings(max_examples=40)
@given(profiles())
def test_every_payoff_lies_between_the_bounds_and_so_does_the_value(
    profile: tuple[strategies.AStrategy, strategies.BStrategy],
) -> None:
    a, b = profile
    assert strategies.lower_value_bound(a) <= strategies.payoff(a, b) <= strategies.upper_value_bound(b)
    assert strategies.lower_value_bound(a) <= strategies.value(len(a.bet)) <= strategies.upper_value_bound(b)


@settings(max_examples=40)
@given(profiles())
def test_floats_and_fractions_agree(profile: tuple[strategies.AStrategy, strategies.BStrategy]) -> None:
    a, b = profile
    floats = (
        strategies.AStrategy(a.bet.astype(float), a.call.astype(float)),
        strategies.BStrategy(b.call.astype(float), b.bet.astype(float)),
    )
    assert strategies.duality_gap(*floats) == pytest.approx(float(strategies.duality_gap(a, b)), abs=1e-12)
    assert strategies.payoff(*floats) == pytest.approx(float(strategies.payoff(a, b)), abs=1e-12)


def test_the_strategic_form_of_three_cards_has_the_known_value() -> None:
    game = KuhnGame().instance({"n": F(3)})
    assert game.payoffs.shape == (2, 27, 64)
    assert solve_zero_sum_exact(game.payoffs[0]).value == F(-1, 18) == strategies.value(3)


def test_the_strategic_form_of_four_cards_has_the_value_of_the_formula() -> None:
    payoffs = KuhnGame().instance({"n": 4.0}).payoffs[0]
    assert solve_zero_sum(payoffs.astype(float)).value == pytest.approx(float(strategies.value(4)), abs=1e-9)


def test_the_strategic_form_of_many_cards_is_refused() -> None:
    with pytest.raises(InputError, match="at most 5 cards"):
        KuhnGame().instance({"n": 6})


@pytest.mark.parametrize("n", [-1, 0, 2, 1_001])
def test_decks_out_of_range_are_refused(n: int) -> None:
    with pytest.raises(InputError, match="cards: must be a whole number from 3 to 1,000"):
        strategies.value(n)
    with pytest.raises(InputError, match="cards"):
        lists.strategies(LISTS["corrected"], n)


@pytest.mark.parametrize("text", [*lists.PUBLISHED_LISTS, *lists.CORRECTED_LISTS])
def test_the_lists_are_read_back_from_what_is_printed(text: str) -> None:
    assert parse_list(format_list(parse_list(text))) == parse_list(text)


def test_the_game_measures_lists_by_player_and_takes_missing_ones_from_the_corrected() -> None:
    game = KuhnGame()
    points = np.array([[3.0], [13.0], [3.0]])
    both = game.check_losses(LISTS["published"], points)
    np.testing.assert_allclose(both["B facing a bet"], [7 / 18, 1 / 12, 7 / 18])
    np.testing.assert_allclose(both["A first"], [2 / 27, 0, 2 / 27], atol=1e-15)
    alone = game.check_losses(LISTS["published"][3:], points)
    assert set(alone) == {"B facing a check"}
    np.testing.assert_array_equal(alone["B facing a check"], 0)


def test_losses_are_exact_for_strategies_given_card_by_card() -> None:
    strategy = {"B facing a bet": {str(x): F(1) for x in range(1, 4)}}
    assert KuhnGame().losses(strategy, {"n": F(3)}) == {"B facing a bet": F(7, 18)}


def test_a_list_for_nobody_or_with_strange_actions_is_refused() -> None:
    with pytest.raises(InputError, match="must have one role"):
        lists.bold_chances(parse_list("for: dealer\nelse: bet"), 5)
    with pytest.raises(InputError, match="actions must be bet and check"):
        lists.bold_chances(parse_list("for: A first\nelse: raise"), 5)
    with pytest.raises(InputError, match="B facing a check is missing"):
        lists.strategies(LISTS["corrected"][:3], 5)


def test_a_list_that_divides_by_zero_has_no_loss_there() -> None:
    broken = parse_list("for: A first\nif x < 1/(n - 5): bet\nelse: check")
    losses = KuhnGame().check_losses([broken], np.array([[5.0], [6.0]]))
    assert np.isnan(losses["A first"]).tolist() == [True, False]


@pytest.mark.parametrize("edition", ["published", "corrected"])
@pytest.mark.parametrize("n", [3, 4, 9])
def test_best_responses_on_the_tree_find_the_same_exact_gap(n: int, edition: str) -> None:
    a, b = lists.strategies(LISTS[edition], n)
    row, column = kuhn_tree.behaviour(a, b)
    tree = kuhn_tree.tree(n)
    assert tree_gap(tree, row, column) == strategies.duality_gap(a, b)
    assert expected_payoff(tree, row, column) == strategies.payoff(a, b)


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 8, 13])
def test_the_sequence_form_finds_the_value_of_the_formula(n: int) -> None:
    assert solve_tree(kuhn_tree.tree(n)).value == pytest.approx(float(strategies.value(n)), abs=1e-9)


def test_a_tree_of_three_cards_has_the_nodes_of_kuhns_game() -> None:
    counts = kuhn_tree.tree(3).counts
    assert (counts.decision, counts.terminal) == (24, 30)
    with pytest.raises(InputError, match="cards: must be at most 60"):
        kuhn_tree.tree(61)


def openspiel_policy(state: object, a: strategies.AStrategy, b: strategies.BStrategy) -> dict[int, float]:
    """The lists at a state of OpenSpiel's universal_poker, read from the information state."""
    text = state.information_state_string()  # type: ignore[attr-defined]
    card = "23456789TJQKA".index(text.split("[Private: ")[1][0])
    history = text.split("[Sequences: ")[1].rstrip("]")
    chances = {("", 0): a.bet, ("c", 1): b.bet, ("r", 1): b.call, ("cr", 0): a.call}
    bold = float(chances[history, state.current_player()][card])  # type: ignore[attr-defined]
    legal = state.legal_actions()  # type: ignore[attr-defined]
    # 0 folds, 1 checks or calls, 2 bets; the bolder of two actions has the larger number.
    return {legal[0]: 1 - bold, legal[1]: bold}


@pytest.mark.parametrize(("n", "edition"), [(3, "published"), (5, "corrected"), (8, "published"), (13, "published")])
def test_openspiel_finds_the_same_nash_conv(n: int, edition: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game(
        "universal_poker",
        {
            "betting": "limit",
            "numPlayers": 2,
            "numRounds": 1,
            "blind": "1 1",
            "raiseSize": "1",
            "firstPlayer": "1",
            "maxRaises": "1",
            "numSuits": 1,
            "numRanks": n,
            "numHoleCards": 1,
            "numBoardCards": "0",
            "stack": "9 9",
        },
    )
    a, b = lists.strategies(LISTS[edition], n)
    table: dict[str, list[tuple[int, float]]] = {}
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            table[state.information_state_string()] = list(openspiel_policy(state, a, b).items())
        waiting += [state.child(action) for action in state.legal_actions()]
    assert pyspiel.nash_conv(game, table) == pytest.approx(float(strategies.duality_gap(a, b)), abs=1e-9)

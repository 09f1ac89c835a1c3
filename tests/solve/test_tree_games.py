"""Games as trees: the sequence form and best responses against the strategic form by brute force, and known values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.solve import (
    ChanceNode,
    DecisionNode,
    Node,
    TerminalNode,
    TreeGame,
    expected_payoff,
    sequence_form,
    solve_tree,
    solve_zero_sum_exact,
    tree_best_response,
    tree_exploitability,
    tree_game,
    tree_gap,
)

THIRD = Fraction(1, 3)


def kuhn_tree(n_cards: int = 3) -> Node:
    """Kuhn poker: ante 1, bet 1; first one card, then the other is dealt."""

    def play(ours: int, theirs: int) -> Node:
        def showdown(stake: int) -> TerminalNode:
            return TerminalNode(stake if ours > theirs else -stake)

        after_check = DecisionNode(
            "column",
            f"{theirs} after check",
            ("check", "bet"),
            (showdown(1), DecisionNode("row", f"{ours} after bet", ("fold", "call"), (TerminalNode(-1), showdown(2)))),
        )
        after_bet = DecisionNode(
            "column", f"{theirs} after bet by row", ("fold", "call"), (TerminalNode(1), showdown(2))
        )
        return DecisionNode("row", f"{ours}", ("check", "bet"), (after_check, after_bet))

    def second(ours: int) -> Node:
        others = [card for card in range(1, n_cards + 1) if card != ours]
        return ChanceNode((Fraction(1, len(others)),) * len(others), tuple(play(ours, card) for card in others))

    return ChanceNode((Fraction(1, n_cards),) * n_cards, tuple(second(card) for card in range(1, n_cards + 1)))


def guessing_tree(first_prize: int) -> Node:
    """The column player hides a coin, the row player guesses where; a right guess wins ``first_prize``.

    After a wrong guess, which tells each of them what the other did, they play once more for 1.
    """

    def last_round(hidden: str) -> Node:
        guesses = tuple(
            DecisionNode(
                "row", f"guess again, was {hidden}", ("left", "right"), (TerminalNode(payoff), TerminalNode(1 - payoff))
            )
            for payoff in (1, 0)
        )
        return DecisionNode("column", f"hide again, was {hidden}", ("left", "right"), guesses)

    def guess(hidden: str) -> Node:
        right, wrong = TerminalNode(first_prize), last_round(hidden)
        return DecisionNode("row", "guess", ("left", "right"), (right, wrong) if hidden == "left" else (wrong, right))

    return DecisionNode("column", "hide", ("left", "right"), (guess("left"), guess("right")))


@st.composite
def signalling_trees(draw: st.DrawFn) -> Node:
    """Chance gives each player a private signal, then the players act in turn and see each other's acts."""
    n_ours, n_theirs = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    payoffs = st.integers(-3, 3)

    def play(ours: int, theirs: int, acts: str) -> Node:
        if len(acts) == 3 or acts in ("00", "01", "10") or (acts == "0" and draw(st.booleans())):
            return TerminalNode(draw(payoffs))
        player, signal = ("row", ours) if len(acts) % 2 == 0 else ("column", theirs)
        children = tuple(play(ours, theirs, acts + act) for act in "01")
        return DecisionNode(player, f"{player} {signal} {acts}", ("0", "1"), children)

    weights = draw(st.lists(st.integers(0, 3), min_size=n_ours * n_theirs, max_size=n_ours * n_theirs).filter(any))
    deals = list(product(range(n_ours), range(n_theirs)))
    return ChanceNode(
        tuple(Fraction(weight, sum(weights)) for weight in weights), tuple(play(*deal, "") for deal in deals)
    )


def payoff_by_walking(node: Node, acts: Mapping[str, int]) -> Fraction:
    """The expected payoff when every information set has one fixed choice."""
    if isinstance(node, TerminalNode):
        return Fraction(node.payoff)
    if isinstance(node, ChanceNode):
        walks = zip(node.probabilities, node.children, strict=True)
        return sum((p * payoff_by_walking(child, acts) for p, child in walks), start=Fraction(0))
    return payoff_by_walking(node.children[acts[node.information_set]], acts)


def strategic_form(root: Node, game: TreeGame) -> tuple[np.ndarray, list[dict[str, int]], list[dict[str, int]]]:
    """The payoff of every pair of pure strategies, by walking the tree."""
    pure = []
    for player in ("row", "column"):
        places = game.information_sets_of(player)
        acts = product(*(range(len(place.choices)) for place in places))
        pure.append([dict(zip((place.name for place in places), each, strict=True)) for each in acts])
    matrix = [[payoff_by_walking(root, {**row, **column}) for column in pure[1]] for row in pure[0]]
    return np.array(matrix, dtype=object), pure[0], pure[1]


def as_behaviour(game: TreeGame, acts: Mapping[str, int]) -> dict[str, list[Fraction]]:
    sizes = {place.name: len(place.choices) for place in game.information_sets}
    return {name: [Fraction(int(act == index)) for index in range(sizes[name])] for name, act in acts.items()}


def uniform(game: TreeGame) -> dict[str, list[Fraction]]:
    return {place.name: [Fraction(1, len(place.choices))] * len(place.choices) for place in game.information_sets}


def test_the_tree_of_kuhn_poker_has_the_known_number_of_nodes() -> None:
    game = tree_game(kuhn_tree())
    assert (game.counts.chance, game.counts.decision, game.counts.terminal) == (4, 24, 30)
    assert len(game.information_sets) == 12
    assert game.n_sequences("row") == game.n_sequences("column") == 13


def test_the_counts_of_kuhn_poker_are_those_of_open_spiel() -> None:
    import pyspiel

    counts = {"chance": 0, "decision": 0, "terminal": 0}
    information_sets = set()
    stack = [pyspiel.load_game("kuhn_poker").new_initial_state()]
    while stack:
        state = stack.pop()
        if state.is_terminal():
            counts["terminal"] += 1
            continue
        counts["chance" if state.is_chance_node() else "decision"] += 1
        if not state.is_chance_node():
            information_sets.add(state.information_state_string())
        stack.extend(state.child(action) for action in state.legal_actions())
    ours = tree_game(kuhn_tree())
    assert (ours.counts.chance, ours.counts.decision, ours.counts.terminal) == tuple(counts.values())
    assert len(ours.information_sets) == len(information_sets)


@pytest.mark.parametrize(("n_cards", "value"), [(3, Fraction(-1, 18)), (4, Fraction(-1, 24)), (5, Fraction(-1, 15))])
def test_kuhn_poker_has_its_known_value(n_cards: int, value: Fraction) -> None:
    game = tree_game(kuhn_tree(n_cards))
    solution = solve_tree(game)
    assert solution.value == pytest.approx(float(value), abs=1e-10)
    assert 0 <= solution.gap + 1e-15 < 1e-9
    assert tree_exploitability(game, solution.row, "row", value) == pytest.approx(0, abs=1e-9)
    assert tree_exploitability(game, solution.column, "column", value) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), THIRD])
def test_kuhns_own_strategies_have_no_gap_in_exact_arithmetic(bluff: Fraction) -> None:
    """H. W. Kuhn (1950): one parameter for the first player, one strategy for the second."""
    game = tree_game(kuhn_tree())
    row = {"1": [1 - bluff, bluff], "2": [1, 0], "3": [1 - 3 * bluff, 3 * bluff]}
    row |= {"1 after bet": [1, 0], "2 after bet": [2 * THIRD - bluff, THIRD + bluff], "3 after bet": [0, 1]}
    column = {"1 after check": [2 * THIRD, THIRD], "2 after check": [1, 0], "3 after check": [0, 1]}
    column |= {"1 after bet by row": [1, 0], "2 after bet by row": [2 * THIRD, THIRD], "3 after bet by row": [0, 1]}
    assert tree_gap(game, row, column) == 0
    assert expected_payoff(game, row, column) == Fraction(-1, 18)
    assert tree_exploitability(game, row, "row", Fraction(-1, 18)) == 0
    assert tree_exploitability(game, row | {"1 after bet": [0, 1]}, "row", Fraction(-1, 18)) > 0


def test_the_strategic_form_of_kuhn_poker_has_the_same_value() -> None:
    root = kuhn_tree()
    matrix, _, _ = strategic_form(root, tree_game(root))
    assert matrix.shape == (64, 64)
    assert solve_zero_sum_exact(matrix).value == Fraction(-1, 18)


@pytest.mark.parametrize("first_prize", [1, 2, 5])
def test_a_second_guess_is_worth_half(first_prize: int) -> None:
    """By backward induction: half the time the prize, otherwise a round worth 1/2."""
    root = guessing_tree(first_prize)
    game = tree_game(root)
    # The hider leans to neither side, because both sides look the same.
    expected = Fraction(first_prize, 2) + Fraction(1, 4)
    assert solve_zero_sum_exact(strategic_form(root, game)[0]).value == expected
    assert solve_tree(game).value == pytest.approx(float(expected), abs=1e-10)


@settings(max_examples=25)
@given(signalling_trees())
def test_the_sequence_form_agrees_with_the_strategic_form(root: Node) -> None:
    game = tree_game(root)
    matrix, _, _ = strategic_form(root, game)
    solution = solve_tree(game)
    assert solution.value == pytest.approx(float(solve_zero_sum_exact(matrix).value), abs=1e-9)
    assert abs(solution.gap) < 1e-9
    assert float(expected_payoff(game, solution.row, solution.column)) == pytest.approx(solution.value, abs=1e-9)


@settings(max_examples=25)
@given(signalling_trees())
def test_best_responses_are_the_best_of_all_pure_strategies(root: Node) -> None:
    game = tree_game(root)
    matrix, rows, columns = strategic_form(root, game)
    mixed = uniform(game)
    against_row = tree_best_response(game, mixed, "column")
    against_column = tree_best_response(game, mixed, "row")
    assert against_row.value == max(-expected_payoff(game, mixed, as_behaviour(game, acts)) for acts in columns)
    assert against_column.value == max(expected_payoff(game, as_behaviour(game, acts), mixed) for acts in rows)
    index = {place.name: place.choices for place in game.information_sets}
    reply = {name: index[name].index(choice) for name, choice in against_column.choices.items()}
    assert expected_payoff(game, as_behaviour(game, reply), mixed) == against_column.value
    assert matrix[0][0] == expected_payoff(game, as_behaviour(game, rows[0]), as_behaviour(game, columns[0]))


def test_the_second_program_is_solved_where_the_dual_is_not_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence_form, "MAX_GAP", -1.0)
    solution = solve_tree(tree_game(kuhn_tree()))
    assert solution.value == pytest.approx(-1 / 18, abs=1e-10)
    assert solution.gap < 1e-9


def test_a_tree_without_decisions_is_its_mean() -> None:
    game = tree_game(ChanceNode((0.25, 0.75), (TerminalNode(4.0), TerminalNode(0.0))))
    solution = solve_tree(game)
    assert (solution.value, solution.gap, solution.row) == (1.0, 0.0, {})
    assert solve_tree(tree_game(TerminalNode(0))).value == 0


def test_a_very_deep_tree_does_not_exhaust_the_stack() -> None:
    node: Node = TerminalNode(0)
    for depth in range(5_000):
        node = DecisionNode("row", f"step {depth}", ("stop", "go on"), (TerminalNode(5_000 - depth), node))
    game = tree_game(node)
    stop = {f"step {depth}": [0, 1] for depth in range(5_000)}
    assert expected_payoff(game, stop, {}) == 0
    assert tree_best_response(game, {}, "row").value == 5_000


def forgetful_tree() -> Node:
    second = [DecisionNode("row", "second", ("a", "b"), (TerminalNode(0), TerminalNode(1))) for _ in range(2)]
    return DecisionNode("row", "first", ("a", "b"), tuple(second))


def absent_minded_tree() -> Node:
    exit_again = DecisionNode("row", "exit", ("out", "on"), (TerminalNode(4), TerminalNode(1)))
    return DecisionNode("row", "exit", ("out", "on"), (TerminalNode(0), exit_again))


END = TerminalNode(0)


@pytest.mark.parametrize(
    ("root", "message"),
    [
        (forgetful_tree(), "perfect recall.*'second'"),
        (absent_minded_tree(), "perfect recall.*'exit'"),
        (TerminalNode(float("nan")), "payoffs must be finite numbers"),
        (TerminalNode(float("inf")), "payoffs must be finite numbers"),
        (TerminalNode("1"), "payoffs must be finite numbers"),
        (ChanceNode((), ()), "one probability for each child"),
        (ChanceNode((1,), (END, END)), "one probability for each child"),
        (ChanceNode((0.5, 0.6), (END, END)), "must be from 0 to 1 and sum to 1"),
        (ChanceNode((THIRD, THIRD), (END, END)), "must be from 0 to 1 and sum to 1"),
        (ChanceNode((2, -1), (END, END)), "must be from 0 to 1 and sum to 1"),
        (ChanceNode((float("nan"), 1), (END, END)), "must be from 0 to 1 and sum to 1"),
        (DecisionNode("row", "a", (), ()), "distinct choices"),
        (DecisionNode("row", "a", ("x", "x"), (END, END)), "distinct choices"),
        (DecisionNode("row", "a", ("x",), (END, END)), "distinct choices"),
        (DecisionNode("third", "a", ("x",), (END,)), "player must be row or column"),
        ("a tree", "nodes must be TerminalNode, ChanceNode or DecisionNode, not str"),
    ],
)
def test_malformed_trees_are_refused_with_one_sentence(root: Node, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tree_game(root)


def test_nodes_of_one_information_set_must_look_the_same() -> None:
    ours = DecisionNode("row", "a", ("x",), (END,))
    for other in (DecisionNode("column", "a", ("x",), (END,)), DecisionNode("row", "a", ("y",), (END,))):
        with pytest.raises(InputError, match="same player and choices"):
            tree_game(ChanceNode((Fraction(1, 2), Fraction(1, 2)), (ours, other)))


def test_bad_strategies_are_refused() -> None:
    game = tree_game(DecisionNode("row", "a", ("x", "y"), (TerminalNode(1), TerminalNode(0))))
    for strategy, message in (
        ({}, "information set 'a' is missing"),
        ({"a": [1]}, "2 probabilities are needed in 'a'"),
        ({"a": [0.5, 0.4]}, "sum to 1"),
        ({"a": [1.5, -0.5]}, "from 0 to 1"),
    ):
        with pytest.raises(InputError, match=message):
            expected_payoff(game, strategy, {})


def test_trees_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tree_game(kuhn_tree())
    monkeypatch.setattr("kibitz.solve.sequence_form.MAX_SEQUENCES", 10)
    with pytest.raises(InputError, match="at most 10 sequences"):
        solve_tree(game)
    monkeypatch.setattr("kibitz.solve.tree.MAX_NODES", 20)
    with pytest.raises(InputError, match="at most 20 nodes"):
        tree_game(kuhn_tree())


def test_payoffs_beyond_floating_point_are_refused_by_the_linear_program_only() -> None:
    game = tree_game(DecisionNode("row", "a", ("x", "y"), (TerminalNode(10**400), TerminalNode(0))))
    assert tree_best_response(game, {}, "row").value == 10**400
    with pytest.raises(InputError, match="at most about 1e308"):
        solve_tree(game)


@pytest.mark.parametrize("scale", [1e-200, 1e-6, 1e6, 1e200])
def test_the_value_of_a_tree_scales_with_its_payoffs(scale: float) -> None:
    ends = tuple(
        DecisionNode("row", "guess", ("l", "r"), (TerminalNode(scale * p), TerminalNode(scale * (3 - p))))
        for p in (1, 2)
    )
    solution = solve_tree(tree_game(DecisionNode("column", "hide", ("l", "r"), ends)))
    assert solution.value == pytest.approx(1.5 * scale, rel=1e-9)
    assert abs(solution.gap) <= 1e-9 * scale


def test_the_order_in_which_cards_are_dealt_does_not_matter() -> None:
    """Dealing both cards at once gives another tree of the same game."""
    at_once = []
    for ours, theirs in permutations(range(1, 4), 2):
        first = kuhn_tree().children[ours - 1]
        others = [card for card in range(1, 4) if card != ours]
        at_once.append(first.children[others.index(theirs)])
    game = tree_game(ChanceNode((Fraction(1, 6),) * 6, tuple(at_once)))
    assert game.counts.chance == 1
    assert solve_tree(game).value == pytest.approx(-1 / 18, abs=1e-10)

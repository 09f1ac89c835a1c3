"""Decision lists: what fires, what is played, why, exactly at a point and quickly at many."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.rules.language.condition import Condition, Guard, parse_guard
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule
from kibitz.rules.language.expression import Binary, Name, Number, parse_expression
from kibitz.rules.language.notation import parse_list

FINAL = """
list: Final 5 v 3, player 1
for: player 1
let D = 1 - p1 + p1*p2
if p2 >= 1/2: 2
else if p1 = 0 and p2 < 1/3: 0
else: 1 with (1 - p1)*(1 - 2*p2)/D, otherwise 2
"""

sides = st.one_of(
    st.fractions(0, 1, max_denominator=4).map(Number),
    st.sampled_from(["p", "q", "D"]).map(Name),
    st.just(Binary("/", Name("p"), Name("q"))),
    st.just(Binary("-", Name("p"), Name("q"))),
)
guards = st.lists(
    st.builds(Condition, sides, st.sampled_from(["<", "<=", ">", ">=", "=", "!="]), sides), min_size=1, max_size=3
).map(lambda each: Guard(tuple(each)))
mixes = st.one_of(
    st.sampled_from("abc").map(lambda label: Mix((), label)),
    sides.map(lambda weight: Mix((("a", weight),), "b")),
    st.tuples(sides, sides).map(lambda pair: Mix((("a", pair[0]), ("c", pair[1])), None)),
    st.tuples(sides, sides).map(lambda pair: Mix((("c", pair[0]), ("b", pair[1])), "a")),
)
outcomes = st.tuples(mixes, mixes)
lists = st.builds(
    lambda rules, default: DecisionList(
        "made up", ("row", "column"), (("D", parse_expression("p/q - 1/3")),), tuple(rules), default
    ),
    st.lists(st.builds(Rule, guards, outcomes), max_size=5),
    outcomes,
)
grid = [Fraction(i, 4) for i in range(5)]


@given(lists)
@settings(max_examples=60)
def test_columns_give_the_same_answers_as_single_points(decisions: DecisionList) -> None:
    points = [{"p": float(p), "q": float(q)} for p in grid for q in grid]
    columns = {name: np.array([point[name] for point in points]) for name in ("p", "q")}
    fired = decisions.fired_rules(columns)
    tables = decisions.apply_many(columns, [("a", "b", "c"), ("c", "b", "a")])
    for i, point in enumerate(points):
        try:
            assert fired[i] == decisions.fired_rule(point)
        except InputError:
            assert fired[i] == -1
        try:
            row, column = decisions.apply(point)
        except InputError:
            assert any(np.isnan(table[i]).all() for table in tables)
            continue
        assert tables[0][i] == pytest.approx([row.get(label, 0.0) for label in "abc"])
        assert tables[1][i] == pytest.approx([column.get(label, 0.0) for label in "cba"])


@given(lists, st.sampled_from(grid), st.sampled_from(grid))
@settings(max_examples=60)
def test_what_is_played_is_always_a_probability_distribution(decisions: DecisionList, p: Fraction, q: Fraction) -> None:
    for point in ({"p": p, "q": q}, {"p": float(p), "q": float(q)}):
        try:
            played = decisions.apply(point)
        except InputError:
            continue
        for mix in played:
            assert sum(mix.values()) == pytest.approx(1)
            assert all(0 <= chance <= 1 for chance in mix.values())
        decisions.explain(point)


def test_depth_counts_the_default_and_width_the_conditions_of_the_widest_rule() -> None:
    decisions = parse_list(FINAL)
    assert (decisions.depth, decisions.width) == (3, 2)
    assert decisions.parameters == {"p1", "p2"}
    assert decisions.actions("player 1") == ("2", "0", "1")
    alone = parse_list("else: stay")
    assert (alone.depth, alone.width) == (1, 0)
    assert alone.apply({}) == ({"stay": 1},)


def test_fractions_give_exact_probabilities() -> None:
    (played,) = parse_list(FINAL).apply({"p1": Fraction(1, 3), "p2": Fraction(1, 5)})
    assert played == {"1": Fraction(6, 11), "2": Fraction(5, 11)}


def test_the_first_guard_that_holds_fires() -> None:
    decisions = parse_list("if p >= 0: first\nelse if p >= 0: second\nelse: third")
    assert decisions.fired_rule({"p": 0.5}) == 0
    assert decisions.fired_rule({"p": -0.5}) == 2


def test_the_reason_shows_the_figures() -> None:
    explained = parse_list(FINAL).explain({"p1": 0.5, "p2": 0.2})
    assert explained.headline == "player 1: 1 (50.0 %) or 2 (50.0 %)"
    assert explained.reasons == (
        "rule 1 does not apply: p2 >= 1/2 is not met (0.2 < 1/2)",
        "rule 2 does not apply: p1 = 0 is not met (0.5 != 0)",
        "no rule applies, so the last line decides",
        "D = 1 - p1 + p1*p2 = 0.6",
        "probability of 1: (1 - p1)*(1 - 2*p2)/D = 0.5",
    )
    assert explained.rule == "else: 1 with (1 - p1)*(1 - 2*p2)/D, otherwise 2"
    fired = parse_list(FINAL).explain({"p1": Fraction(0), "p2": Fraction(1, 4)})
    assert fired.headline == "player 1: 0"
    assert fired.reasons[-1] == "rule 2 applies: p1 = 0 (0 = 0) and p2 < 1/3 (1/4 < 1/3)"
    assert fired.rule == "else if p1 = 0 and p2 < 1/3: 0"


def test_the_reason_of_a_long_list_is_short() -> None:
    rules = "".join(f"{'else if' if i else 'if'} p > {i + 1}: {i}\n" for i in range(100))
    explained = parse_list(rules + "else: stay").explain({"p": 0.5})
    assert len(explained.reasons) < 12
    assert explained.reasons[0] == "rules 1 to 92 do not apply"


def test_a_formula_that_divides_by_zero_is_refused_with_the_rule_and_is_nan_in_columns() -> None:
    decisions = parse_list(FINAL)
    with pytest.raises(InputError, match=r"^else: \(1 - p1\)\*\(1 - 2\*p2\)/D divides by zero at p1 = 1.0, p2 = 0.0"):
        decisions.apply({"p1": 1.0, "p2": 0.0})
    (table,) = decisions.apply_many({"p1": np.array([1.0, 0.5]), "p2": np.array([0.0, 0.2])})
    assert np.isnan(table[0]).all()
    assert not np.isnan(table[1]).any()


def test_a_guard_that_divides_by_zero_is_refused_with_the_rule() -> None:
    decisions = parse_list("if 1/p > 2: low\nelse: high")
    with pytest.raises(InputError, match=r"^rule 1: 1/p divides by zero at p = 0.0"):
        decisions.apply({"p": 0.0})
    assert decisions.fired_rules({"p": np.array([0.0, 0.25, 1.0])}).tolist() == [-1, 0, 1]


def test_a_definition_that_no_rule_looks_at_may_divide_by_zero() -> None:
    decisions = parse_list("let r = 1/p\nif p = 0: zero\nelse if r > 2: low\nelse: high")
    assert decisions.apply({"p": 0.0}) == ({"zero": 1.0},)
    assert decisions.fired_rules({"p": np.array([0.0, 0.25, 1.0])}).tolist() == [0, 1, 2]


def test_a_thousand_definitions_in_a_chain_do_not_exhaust_the_stack() -> None:
    lets = "let d0 = p\n" + "".join(f"let d{i} = d{i - 1} + 1\n" for i in range(1, 1_000))
    decisions = parse_list(lets + "if d999 > 999: up\nelse: down")
    assert decisions.fired_rule({"p": Fraction(1, 2)}) == 0
    assert decisions.fired_rules({"p": np.array([0.5, -0.5])}).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("outcome", "complaint"),
    [
        ("a with p, b with p", "else: the probabilities of a with p, b with p sum to 1.4, not to 1"),
        ("a with 2*p, otherwise b", "else: the probability of a in a with 2\\*p, otherwise b is 1.4"),
        ("a with -p, otherwise b", "else: the probability of a in a with -p, otherwise b is -0.7"),
    ],
)
def test_outcomes_off_the_simplex_are_refused_with_the_rule(outcome: str, complaint: str) -> None:
    decisions = parse_list(f"else: {outcome}")
    with pytest.raises(InputError, match=complaint):
        decisions.apply({"p": 0.7})
    assert np.isnan(decisions.apply_many({"p": np.array([0.7])})[0]).all()


def test_rounding_just_outside_the_simplex_is_forgiven_in_floats_only() -> None:
    decisions = parse_list("else: a with p, b with 1 - p - q, otherwise c")
    (played,) = decisions.apply({"p": 0.1, "q": -1e-17})
    assert played["c"] == 0.0
    with pytest.raises(InputError, match="the probability of c"):
        decisions.apply({"p": Fraction(1, 10), "q": Fraction(-1, 10**17)})


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_points_that_are_not_finite_are_refused(value: float) -> None:
    with pytest.raises(InputError, match="must be a finite number"):
        parse_list(FINAL).apply({"p1": 0.5, "p2": value})
    assert parse_list(FINAL).fired_rules({"p1": np.array([0.5]), "p2": np.array([np.nan])}).tolist() == [-1]


def test_values_for_defined_names_and_missing_values_are_refused() -> None:
    with pytest.raises(InputError, match="D is defined by the list"):
        parse_list(FINAL).apply({"p1": 0.5, "p2": 0.2, "D": 1.0})
    with pytest.raises(InputError, match="p2 has no value"):
        parse_list(FINAL).apply({"p1": 0.5})
    with pytest.raises(InputError, match="all of the same length"):
        parse_list(FINAL).fired_rules({"p1": np.zeros(2), "p2": np.zeros(3)})


def test_actions_that_the_caller_does_not_know_are_named() -> None:
    with pytest.raises(InputError, match="player 1: action '2' of the list is not one of 0, 1"):
        parse_list(FINAL).apply_many({"p1": np.zeros(1), "p2": np.zeros(1)}, [["0", "1"]])


@pytest.mark.parametrize(
    "label", ["", " a", "a  b", "a,b", "a;b", "a:b", "a#b", "(a)", "a with b", "otherwise", "a\nb"]
)
def test_labels_that_could_not_be_read_back_are_refused(label: str) -> None:
    with pytest.raises(InputError, match="name"):
        Mix((), label)


def test_a_strategy_names_each_action_once() -> None:
    with pytest.raises(InputError, match="twice"):
        Mix((("a", Number(Fraction(1, 2))),), "a")
    with pytest.raises(InputError, match="at least one action"):
        Mix((), None)


def test_a_rule_has_one_strategy_for_each_role() -> None:
    with pytest.raises(InputError, match="rule 1 has 1 strategies for 2 roles"):
        DecisionList("", ("a", "b"), (), (Rule(parse_guard("p > 0"), (Mix((), "x"),)),), (Mix((), "x"), Mix((), "y")))


def test_ten_thousand_rules_are_applied_from_the_first_to_the_last() -> None:
    rng = np.random.default_rng(1)
    thresholds = np.sort(rng.random(10_000))
    text = "".join(f"{'else if' if i else 'if'} p < {t:.9f}: {i}\n" for i, t in enumerate(thresholds))
    decisions = parse_list(text + "else: last")
    assert decisions.depth == 10_001
    points = rng.random(500)
    expected = np.searchsorted(np.round(thresholds, 9), points, side="right")
    assert decisions.fired_rules({"p": points}).tolist() == expected.tolist()
    assert decisions.fired_rule({"p": float(points[0])}) == expected[0]
    assert decisions.apply({"p": 2.0}) == ({"last": 1.0},)

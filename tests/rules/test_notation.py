"""The text of decision lists: printed and read back without loss, and refused line by line when it is wrong."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule, format_mix
from kibitz.rules.language.expression import Binary, Call, Expression, Name, Negate, Number
from kibitz.rules.language.notation import format_list, parse_list, parse_mix

TEXT = """\
list: Final 5 v 3, player 1
for: player 1
let D = 1 - p1 + p1*p2
if p2 >= 1/2: 2
else if p1 = 0 and p2 < 1/3: 0
else: 1 with (1 - p1)*(1 - 2*p2)/D, otherwise 2
"""

names = st.sampled_from(["p", "q", "r2"]).map(Name)
numbers = st.fractions(-9, 9, max_denominator=40).map(Number)
expressions: st.SearchStrategy[Expression] = st.recursive(
    st.one_of(names, numbers),
    lambda inner: st.one_of(
        st.builds(Binary, st.sampled_from("+-*/"), inner, inner),
        st.builds(Negate, inner),
        st.builds(lambda a, b: Call("min", (a, b)), inner, inner),
    ),
    max_leaves=5,
)
guards = st.lists(
    st.builds(Condition, expressions, st.sampled_from(["<", "<=", ">", ">=", "=", "!="]), expressions),
    min_size=1,
    max_size=3,
).map(lambda each: Guard(tuple(each)))
labels = st.sampled_from(["0", "1", "bet 2", "vote P1", "stand/hit", "a-b", "Grün", "if", "else"])


@st.composite
def mixes(draw: st.DrawFn) -> Mix:
    chosen = draw(st.lists(labels, min_size=1, max_size=4, unique=True))
    rest = chosen.pop() if draw(st.booleans()) or len(chosen) == 1 else None
    if rest is None and not chosen:
        rest = "0"
    return Mix(tuple((label, draw(expressions)) for label in chosen), rest)


@st.composite
def decision_lists(draw: st.DrawFn) -> DecisionList:
    roles = draw(st.sampled_from([("player",), ("row", "column"), ("A bets", "A calls", "B")]))
    definitions = [("D", draw(expressions))] if draw(st.booleans()) else []
    if definitions and draw(st.booleans()):
        definitions.append(("E", Binary("+", Name("D"), draw(expressions))))
    outcome = st.tuples(*(mixes() for _ in roles))
    rules = draw(st.lists(st.builds(Rule, guards, outcome), max_size=4))
    title = draw(st.sampled_from(["", "Final 5 v 3, player 1", "A title: with # signs; and more"]))
    return DecisionList(title, roles, tuple(definitions), tuple(rules), draw(outcome))


@given(decision_lists())
@settings(max_examples=40)
def test_a_printed_list_is_read_back_as_itself(decisions: DecisionList) -> None:
    text = format_list(decisions)
    assert parse_list(text) == decisions
    assert format_list(parse_list(text)) == text


@given(mixes())
def test_a_printed_strategy_is_read_back_as_itself(mix: Mix) -> None:
    assert parse_mix(format_mix(mix)) == mix


keywords = ["if ", "else ", "else: ", "else if ", "let ", "for: ", "list: ", " with ", " otherwise ", " and "]
signs = [" >= ", "=", ": ", "; ", ", ", "#", "(", ")", "*", "-", "^9", "\n", "\n", "\t", "\u2028"]
words = st.sampled_from([*keywords, *signs, "p", "q", "x", "2", "1/2"])


@given(st.lists(words, max_size=30).map("".join))
@settings(max_examples=200)
def test_any_words_of_the_notation_are_a_list_or_are_refused(text: str) -> None:
    try:
        decisions = parse_list(text)
    except InputError:
        return
    assert parse_list(format_list(decisions)) == decisions


@given(st.text(max_size=80))
def test_any_text_is_a_list_or_is_refused(text: str) -> None:
    try:
        decisions = parse_list(text)
    except InputError:
        return
    assert parse_list(format_list(decisions)) == decisions


@given(st.integers(0, len(TEXT) - 1), st.characters())
def test_one_wrong_character_never_crashes_the_reader(at: int, character: str) -> None:
    try:
        decisions = parse_list(TEXT[:at] + character + TEXT[at + 1 :])
    except InputError:
        return
    assert parse_list(format_list(decisions)) == decisions


def test_the_example_of_the_documentation_is_printed_as_it_was_written() -> None:
    decisions = parse_list(TEXT)
    assert format_list(decisions) == TEXT
    assert decisions.title == "Final 5 v 3, player 1"
    assert decisions.roles == ("player 1",)
    assert decisions.default == (parse_mix("1 with (1-p1)*(1-2*p2)/D, otherwise 2"),)


def test_comments_blank_lines_and_spaces_are_free() -> None:
    loose = TEXT.replace("let", "\n  # why\n   let").replace(": 2\n", ":   2   # always\n").replace("and", " and ")
    assert parse_list(loose) == parse_list(TEXT)


def test_roles_are_separated_by_semicolons() -> None:
    decisions = parse_list(
        "for: row; column\nif a >= e and b >= d: top; left\nelse: top with 1/3, otherwise bottom; right"
    )
    assert decisions.roles == ("row", "column")
    assert decisions.default == (Mix((("top", Number(Fraction(1, 3))),), "bottom"), Mix((), "right"))


def test_a_list_without_title_or_roles_speaks_for_the_player() -> None:
    decisions = parse_list("else: stay")
    assert (decisions.title, decisions.roles) == ("", ("player",))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "must end with a line 'else: ...'"),
        ("if p > 0: 1", "must end with a line 'else: ...'"),
        ("if p >: 2\nelse: 1", "^line 1: a number or a name is expected, not the end, in 'p >'"),
        ("\n# x\nif p ~ 1: 2\nelse: 1", "^line 3: '~' is not understood"),
        ("if p > 0 2\nelse: 1", "^line 1: a colon and a strategy are expected"),
        ("if p > 0:\nelse: 1", "^line 1: a strategy is missing after the colon"),
        ("if : 1\nelse: 1", "^line 1: a condition is missing before the colon"),
        ("else: 1\nelse: 2", "^line 2: nothing can follow the else line"),
        ("elseif p > 0: 1", "^line 1: a line must start with list:, for:, let, if, else if, else: or #"),
        ("else if p > 0: 1\nelse: 2", "^line 1: the first rule starts with 'if'"),
        ("if p > 0: 1\nif p > 1: 2\nelse: 3", "^line 2: the first rule starts with 'if', later ones with 'else if'"),
        ("if p > 0: 1 with p, 2\nelse: 1", "^line 1: ACTION with PROBABILITY, or a last 'otherwise ACTION'"),
        ("else: otherwise 2, 1 with p", "^line 1: ACTION with PROBABILITY"),
        ("let x\nelse: 1", "^line 1: let NAME = EXPRESSION is expected"),
        ("let 2x = 1\nelse: 1", "^line 1: let NAME = EXPRESSION is expected"),
        ("let x = y\nlet y = 2\nelse: 1", "let x: only parameters and earlier definitions"),
        ("let x = x\nelse: 1", "let x: only parameters and earlier definitions"),
        ("let x = 1\nlet x = 2\nelse: 1", "different names"),
        ("for: a; b\nelse: 1", "^line 2: 2 strategies, separated by ;, are expected after the colon, not 1"),
        ("else: 1; 2", "^line 1: one strategy is expected after the colon, not 2"),
        ("for: a; a\nelse: 1; 2", "must be 1 to 100 different names"),
        ("for: a\nfor: b\nelse: 1", "^line 2: give one for: line"),
        ("if p > 0: 1\nlist: late\nelse: 1", "^line 2: give one list: line, before all rules"),
        ("else: " + "x" * 201, "^line 1: .* at most 200 characters"),
    ],
)
def test_wrong_lines_are_refused_with_their_number_and_what_is_accepted(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parse_list(text)


def test_ten_thousand_rules_are_read_and_printed() -> None:
    lines = [f"else if {i % 7}*p1 - {i % 5}*p2 >= 0.{i:04d} and p1 < {i}/10000: {i % 3}" for i in range(1, 10_000)]
    text = "if p1 > 2: 0\n" + "\n".join(lines) + "\nelse: 1 with p1, otherwise 2"
    decisions = parse_list(text)
    assert decisions.depth == 10_001
    assert parse_list(format_list(decisions)) == decisions


def test_an_endless_file_is_refused_before_it_is_read() -> None:
    with pytest.raises(InputError, match="at most 2,000,000 characters"):
        parse_list("#" * 20_000_001)

"""The cheat sheet: nothing is lost, nothing sticks out, and strange labels stay text."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.app.rule_questions.game_families import find_game
from kibitz.core import InputError
from kibitz.rules.cards.card import Card, CardRule, Section, card_markdown, card_text, format_card_loss, game_card
from kibitz.rules.cards.svg import HEIGHT, MARGIN, WIDTH, card_svg, text_width, wrap_text
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.language.notation import parse_list
from kibitz.rules.losses import check_on_grid, check_on_sample

UMBRELLA = PolynomialGame(
    "umbrella",
    "Take an <umbrella> & go?",
    ("walker",),
    parse_domain("rain in [0, 1]"),
    Objective.PAYOFF,
    ("take", "leave"),
    ("weather",),
    ((parse_expression("-1/4"),), (parse_expression("-rain"),)),
)
RIGHT = parse_list("for: walker\nlet t = 1/2 - 1/4\nif rain >= t and rain - t >= 0: take\nelse: leave")
HALF = parse_list("for: walker\nelse: take with 1/2, otherwise leave")
SVG = "{http://www.w3.org/2000/svg}"

words = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=60).map(lambda text: " ".join(text.split()))
lines = st.builds(CardRule, words, st.lists(words, min_size=1, max_size=2).map(tuple))
cards = st.builds(
    Card,
    words,
    words,
    st.lists(
        st.builds(
            Section,
            words,
            st.lists(lines, min_size=1, max_size=12).map(tuple),
            st.integers(0, 2),
            st.lists(words, max_size=3).map(tuple),
            st.just("depth 3, width 1"),
            st.lists(words, max_size=2).map(tuple),
        ),
        min_size=1,
        max_size=4,
    ).map(tuple),
    words,
)


def test_the_text_card_says_what_to_do_and_what_it_costs() -> None:
    card = game_card(UMBRELLA, [RIGHT], check_on_grid(UMBRELLA, [RIGHT], 101), "corrected")
    assert card_text(card).splitlines() == [
        "Take an <umbrella> & go?",
        "rain in [0, 1]",
        "depth: number of lines; width: most conditions in a line",
        "=" * 72,
        "walker                                                  depth 2, width 2",
        "  1. if rain ≥ t and rain − t ≥ 0: take",
        "  2. otherwise: leave",
        "     where t = 1/2 − 1/4",
        "     no loss at 101 points",
        "-" * 72,
        "kibitz 0.2.0 · corrected list · payoff on a grid of 101 points",
    ]


def test_costs_are_said_as_they_are_known() -> None:
    grid = check_on_grid(UMBRELLA, [HALF], 101)
    assert "loss up to 0.375, at rain = 1; 0.157 on average" in card_text(game_card(UMBRELLA, [HALF], grid))
    proved = grid.with_bounds({"walker": Fraction(3, 8)})
    assert "loss at most 3/8 (proved), 0.157 on average" in card_text(game_card(UMBRELLA, [HALF], proved))
    exact = check_on_grid(UMBRELLA, [RIGHT], 11).with_bounds({"walker": Fraction(0)})
    assert "no loss: proved for every point" in card_text(game_card(UMBRELLA, [RIGHT], exact))
    sample = card_text(game_card(UMBRELLA, [HALF], check_on_sample(UMBRELLA, [HALF], 4, 1_000)))
    assert "on average (± 0.00" in sample
    assert "1,000 random points (seed 4)" in sample
    assert "loss not measured" in card_text(game_card(UMBRELLA, [HALF], None))
    gap = parse_list("for: walker\nelse: take with 1/2 + 0/(rain - 2/5), otherwise leave")
    assert "no answer at" in card_text(game_card(UMBRELLA, [gap], check_on_grid(UMBRELLA, [gap], 11)))
    with pytest.raises(InputError, match="none for a card"):
        game_card(UMBRELLA, [], None)


@pytest.mark.parametrize(
    ("loss", "shown"),
    [(0.0, "0"), (0.0123456, "0.0123"), (Fraction(3, 8), "3/8"), (1.5, "1.5"), (1e-9, "1e-09"), (0.5, "0.5")],
)
def test_losses_are_shown_with_three_figures(loss: float | Fraction, shown: str) -> None:
    assert format_card_loss(loss) == shown


@given(st.floats(1e-6, 0.99))
def test_a_proved_bound_is_never_shown_smaller_than_it_is(bound: float) -> None:
    assert float(format_card_loss(bound, up=True)) >= bound
    assert float(format_card_loss(bound, up=True)) <= bound * 1.02


@given(cards)
@settings(max_examples=50)
def test_no_line_of_the_text_card_is_wider_than_72_columns(card: Card) -> None:
    assert max(len(line) for line in card_text(card).split("\n")) <= 72


@given(cards)
@settings(max_examples=25)
def test_the_picture_is_well_formed_and_nothing_sticks_out(card: Card) -> None:
    root = ElementTree.fromstring(card_svg(card))
    width, height = (float(part) for part in root.attrib["viewBox"].split()[2:])
    assert width == WIDTH
    assert height >= HEIGHT
    for text in root.iter(f"{SVG}text"):
        size = float(text.attrib["font-size"])
        assert 0 < float(text.attrib["y"]) < height
        if text.attrib.get("text-anchor") != "end":
            assert float(text.attrib["x"]) + text_width(text.text or "", size) <= WIDTH - MARGIN / 2


def test_the_picture_loads_nothing_and_escapes_labels() -> None:
    picture = card_svg(game_card(UMBRELLA, [RIGHT], check_on_grid(UMBRELLA, [RIGHT], 11)))
    assert "&lt;umbrella&gt; &amp; go?" in picture
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in picture
    assert "href" not in picture
    root = ElementTree.fromstring(picture)
    assert root.attrib["width"] == "5in"
    assert root.attrib["height"] == "3.00in"
    assert root.find(f"{SVG}rect") is not None, "the card brings its own paper, for dark pages"


def test_markdown_shows_labels_as_they_are() -> None:
    text = card_markdown(game_card(UMBRELLA, [RIGHT], None))
    assert text.startswith("# Take an \\<umbrella\\> \\& go?\n")
    assert "1. if rain ≥ t and rain − t ≥ 0: **take**" in text
    assert "2. otherwise: **leave**" in text


def test_lists_for_several_roles_name_them() -> None:
    both = parse_list("for: row; column\nif p > 0: top; left\nelse: top with 1/3, otherwise bottom; right")
    card = game_card(UMBRELLA, [both], None)
    assert card.sections[0].heading == "row and column"
    assert card.sections[0].lines[0].play == "row: top; column: left"


def test_a_long_list_is_cut_and_the_card_says_so() -> None:
    rules = "".join(f"{'else if' if i else 'if'} rain > {i}/100: take\n" for i in range(90))
    card = game_card(UMBRELLA, [parse_list(f"for: walker\n{rules}else: leave")], None)
    assert "… 50 more rules …" in card_text(card)
    assert " 91. otherwise: leave" in card_text(card)
    assert "50 more rules" in card_svg(card)
    assert "50 more rules" in card_markdown(card)
    assert "91. otherwise: **leave**" in card_markdown(card)


def test_formulas_are_broken_only_when_they_must_be() -> None:
    unbroken = "x\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}y"
    assert wrap_text(f"one two {unbroken}", 10, text_width("one two", 10)) == (["one two", unbroken], False)
    lines, broken = wrap_text("abc" * 30, 10, 100)
    assert broken
    assert "".join(lines) == "abc" * 30


@pytest.mark.parametrize(
    ("name", "meanings"),
    [
        ("weakest-link", ["p1, p2: your chances to beat P1 and P2", "y1, y2: chances that P1 and P2 vote for you"]),
        ("final-5-3", ["p1, p2: chances of player 1 and player 2 to answer correctly"]),
        ("two-by-two", ["a, b: payoffs of row and column at top left", "g, h: bottom right"]),
        ("two-by-two-zero-sum", ["a, c: row's payoffs at top left and top right"]),
        ("kuhn", ["n: cards in the deck", "x: your card", "floor(z): z rounded down", "ceil(z): z rounded up"]),
        ("jeopardy-final-2015-b", ["A, B, C: dollars of first, second and third place"]),
    ],
)
def test_a_card_explains_every_symbol_on_it(name: str, meanings: list[str]) -> None:
    game = find_game(name)
    lists = next(reversed(list(game.lists().values())))
    card = game_card(game, lists, None)
    for shown in (card_text(card), card_svg(card), card_markdown(card)):
        flat = " ".join(re.sub(r"<[^>]*>", " ", shown).replace("\\", "").replace("&#x27;", "'").split())
        assert all(each in flat for each in meanings), flat
    explained = {word for each in card.symbols for word in re.split(r"\W+", each.partition(":")[0])}
    assert {name for each in lists for name in each.parameters} <= explained
    assert "mod(" not in card_text(card)


def test_one_point_is_one_point() -> None:
    single = check_on_grid(UMBRELLA, [RIGHT], 1)
    text = card_text(game_card(UMBRELLA, [RIGHT], single))
    assert "no loss at 1 point\n" in text
    assert "a grid of 1 point" in text
    assert not re.search(r"\b1 \w+s\b", text)
    longer = parse_list(
        "for: walker\n" + "".join(f"{'else ' * (i > 0)}if rain > {i}/90: take\n" for i in range(41)) + "else: leave"
    )
    for shown in (card_text, card_markdown, card_svg):
        assert "1 more rule" in shown(game_card(UMBRELLA, [longer], None))
        assert "1 more rules" not in shown(game_card(UMBRELLA, [longer], None))

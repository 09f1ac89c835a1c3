"""Where parts stand on a page, and how tables and games gone through are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.app.catalogue import ENTRIES, question
from kibitz.app.drills import DRILLS, tally
from kibitz.app.library import Drilled
from kibitz.app.reading import read
from kibitz.app.sessions import SESSIONS
from kibitz.core.exhibits import Bar, Bars, Board, Line, Note, Step, Steps, Story, Table
from kibitz.core.exhibits.figures import Side, Tiles
from kibitz.core.exhibits.findings import Case, Cases, Climbs, IndexCard, Meanings, Verdict
from kibitz.core.offers import Orders, Shares, Squares
from kibitz.core.work import Work
from kibitz.web.forms import controls
from kibitz.web.panels import showing
from kibitz.web.panels.found import Cased, Climbed, Heated
from kibitz.web.panels.grids import few, grid, seated
from kibitz.web.panels.layout import TEMPLATES, Panel, Place, Row, page_of, place_of, rows
from kibitz.web.panels.parts import Advised, Barred, Compared, Drawn, Gridded, Mapped, Part, Pictured, Shown, Stepped
from kibitz.web.panels.showing import part_of
from kibitz.web.panels.turning import Told, Walk, walk_at
from kibitz.web.rendering import TEMPLATES as ENVIRONMENT
from kibitz.web.wording import LABELS, on_a_page

SIDES = (Side("black", "them"), Side("white", "you"))
CASE = Case(
    place="9",
    who="Left",
    seat=1,
    kind="wager",
    chosen="$0",
    best="$9",
    cost="−1.0 %",
    grade="blunder",
    verdict=Verdict(answer="Bet $9"),
)
TABLE = Table(("play", "worth", "loss"), (("8/5", "0.1", "0"), ("6/5", "0.0", "−0.1")), "Plays", few=(0, 2))
PARTS: list[Part] = [
    Advised(answer="Bet $1,000"),
    Barred("Gains", "", ()),
    Cased(Cases("Decisions by cost", "clue", (CASE,))),
    Climbed(Climbs("Luck and skill", ()), ()),
    Compared("Gains", (("nothing", Barred("Gains", "", ())),)),
    Drawn("Chance to win by wager", "<svg/>", "<svg/>", (), ""),
    Gridded("Payoffs", "", ("1", "2", "worth"), (), worths=True),
    Heated("Board", "", "state", "", (), (), "", Table((), ())),
    IndexCard("Second", "2015 on", "B", 2, (("A below 2B", "$1"),)),
    Mapped("list", "<svg/>", (("x > 1", "0"),), None),
    Meanings("What does this mean?", ()),
    Note("Said."),
    Orders("Now", ()),
    Pictured("<svg/>", "a chart", title="Chances"),
    Shares("To win", ()),
    Squares("Board", (), ()),
    Stepped(Steps("Moves", (Step(Board("chess", ""), "e4", "best"),))),
    TABLE,
    Tiles("Words", (), ()),
    Verdict(answer="They are even"),
]


def shown(*parts: Part, headline: str = "", files: tuple[str, ...] = ()) -> Shown:
    return Shown("jeopardy.final", "", "", headline, parts, files)


def panels(found: tuple[Panel | Row, ...] | list[Panel | Row]) -> Iterator[Panel]:
    for each in found:
        if isinstance(each, Row):
            yield from panels(list(each.panels))
        else:
            yield each


def looks(found: tuple[Panel | Row, ...]) -> list[str]:
    return [each.look or each.template if isinstance(each, Row) else each.template for each in found]


def test_every_kind_of_part_has_a_template_that_exists_and_a_place() -> None:
    assert {type(part) for part in PARTS} == set(TEMPLATES)
    for part in PARTS:
        assert place_of(part, page_of([part])) in Place
    for name in TEMPLATES.values():
        ENVIRONMENT.get_template(f"parts/{name}.html")


@given(st.lists(st.sampled_from(PARTS), max_size=8))
def test_every_part_that_has_a_place_is_drawn_and_none_that_has_not(parts: list[Part]) -> None:
    page = page_of(parts)
    drawn = [panel.part for panel in panels(rows(shown(*parts))) if not isinstance(panel.part, Told | Walk)]
    for part in parts:
        wanted = 0 if place_of(part, page) is Place.NOWHERE else parts.count(part)
        if not isinstance(part, Cased | Stepped):
            assert drawn.count(part) == wanted


def test_an_answer_without_parts_has_no_rows() -> None:
    assert rows(shown()) == ()


def test_one_counsel_stands_alone_and_several_are_numbered() -> None:
    counsel = Advised(answer="Bet $1,000")
    assert [panel.number for panel in panels(rows(shown(counsel)))] == [0]
    assert [panel.number for panel in panels(rows(shown(counsel, counsel)))] == [1, 2]


def test_a_board_with_players_stands_left_of_counsel_and_ranked_choices_and_above_its_charts() -> None:
    board, chart = Pictured("<svg/>", "", sides=SIDES), Pictured("<svg/>", "", title="Cube")
    small, cube = Pictured("<svg/>", "", title="Ends", small=True), Table(("a", "b"), (("1", "2"),), "Cube")
    found = rows(shown(chart, small, TABLE, cube, Advised(answer="8/5"), board))
    assert looks(found) == ["at-left", "at-right", "under"]
    left, right, under = (list(panels([row])) for row in found)
    assert [panel.part for panel in left] == [board]
    assert [panel.template for panel in right] == ["parts/counsel.html", "parts/ranked.html", "parts/picture.html"]
    assert [(panel.part, panel.beside) for panel in under] == [(chart, cube)]


def test_under_a_game_gone_through_stand_its_errors_its_figures_and_its_small_pictures() -> None:
    game = Stepped(Steps("Moves", (Step(Board("chess", ""), "e4", "best"),)))
    rates = Pictured("<svg/>", "", title="Rates", role="whiskers")
    stairs = Pictured("<svg/>", "", title="Luck", small=True)
    story = Pictured("<svg/>", "", title="Story")
    found = rows(shown(stairs, rates, TABLE, story, game))
    assert looks(found) == ["parts/picture.html", "parts/steps.html", "thirds of-3"]
    assert [panel.part for panel in panels(found)][2:] == [TABLE, rates, stairs]
    without = rows(shown(rates, game))
    assert looks(without) == ["parts/steps.html", "thirds of-1"]
    assert looks(rows(shown(rates))) == ["parts/picture.html"]


def test_letters_stand_before_the_matrix_that_follows_them_and_small_payoffs_stand_beside_others() -> None:
    letters = Pictured("<svg/>", "", title="Price by letter", role="letters")
    large, small = Gridded("Prices", "", ("a",) * 9, ()), Gridded("Payoffs", "", ("1", "worth"), (), worths=True)
    table = Table(("a", "b"), (("1", "2"),), "Figures")
    found = rows(shown(small, table, Barred("Gains", "", ()), letters, large))
    assert looks(found) == ["parts/picture.html", "parts/matrix.html", "side"]
    assert [panel.template for panel in panels(found)][2:] == [
        "parts/matrix.html",
        "parts/bars.html",
        "parts/table.html",
    ]


def test_cards_take_their_maps_in_turn_and_need_neither_counsel_nor_the_card_in_letters() -> None:
    cards = [IndexCard(name, "", "B", 2, ()) for name in ("Second", "Third")]
    maps = [Mapped(name, "<svg/>", (), None) for name in ("second",)]
    found = rows(shown(Advised(answer="Card"), *cards, *maps, Note("+---+", "fixed"), Note("Said.")))
    assert [(panel.part, panel.beside) for panel in panels(found)][:2] == [(cards[0], maps[0]), (cards[1], None)]
    assert [panel.template for panel in panels(found)][2:] == ["parts/note.html"]


@pytest.mark.parametrize(
    ("part", "kept", "files", "template"),
    [
        (Note("Said."), False, (), "note"),
        (Note("+--+", "fixed"), False, (), "fixed"),
        (Note("<svg/>", "drawing"), False, ("out",), "drawing"),
        (Note("<svg/>", "drawing"), True, ("out",), "fixed"),
        (Table(("a",) * 7, ()), False, (), "wide-table"),
    ],
)
def test_notes_and_wide_tables_share_one_panel(part: Part, kept: bool, files: tuple[str, ...], template: str) -> None:
    (row,) = rows(shown(part, files=files), kept=kept)
    assert row.template == "notes.html"
    assert [panel.template for panel in panels([row])] == [f"parts/{template}.html"]


def test_the_story_of_a_review_says_its_headline_and_the_errors_are_told_from_the_one_chosen() -> None:
    story = Pictured("<svg/>", "", title="Story")
    cases = Cased(Cases("Decisions by cost", "clue", (CASE,) * 3))
    found = rows(shown(story, cases, Advised(answer="Review"), headline="Left lost 3 %."), at=9)
    assert looks(found) == ["parts/picture.html", "findings"]
    first, costs, case = panels(found)
    assert first.said == "Left lost 3 %."
    assert (costs.template, case.template) == ("parts/costs.html", "parts/case.html")
    told = case.part
    assert isinstance(told, Told)
    assert (told.now, told.before, told.after) == (2, 1, 0)
    assert looks(rows(shown(Cased(Cases("None", "clue", ()))))) == []


def test_errors_of_a_game_are_gone_through_round_and_round() -> None:
    grades = ("best", "mistake", "", "blunder")
    steps = Steps("Moves", tuple(Step(Board("chess", ""), "e4", "", grade) for grade in grades))
    walks = [walk_at(steps, at) for at in (1, 2, 4, 10)]
    assert [(walk.error_before, walk.error_after) for walk in walks] == [(3, 1), (3, 3), (1, 1), (1, 1)]
    assert [walk.errors_told for walk in walks[:2]] == ["2 errors in all", "Error 1 of 2"]


def test_a_game_opens_at_its_first_error_and_its_story_has_a_line_there() -> None:
    steps = Steps("Moves", tuple(Step(Board("chess", ""), "e4", "", grade) for grade in ("", "best", "mistake")))
    assert [walk_at(steps, at).at for at in (0, 1, 3, 99)] == [2, 0, 2, 2]
    assert walk_at(Steps("Moves", steps.steps[:2]), 0).at == 0  # no error at all
    story = part_of(Story("Chance", (Line("ann", (0.5, 0.4, 0.3, 1.0)),)))
    for at, x in ((0, 44 + 2 / 3 * 766), (1, 44)):
        chart = next(panels(rows(shown(story, Stepped(steps)), at))).part
        assert isinstance(chart, Pictured)
        assert f'class="pointer" d="M{x:.1f} ' in chart.svg
        assert chart.narrow.count("pointer") == 1
    assert "pointer" not in story.svg  # type: ignore[union-attr]


def test_rows_of_two_players_can_be_told_apart_and_what_people_choose_stands_under_the_board() -> None:
    table = Table(("turn", "player"), (("1", "ann"), ("2", "bob"), ("3", "ann")), seats=(1, 2, 1), few=(0, 1))
    assert seated(table) == {1: "ann", 2: "bob"}
    assert [line.look for line in grid(table).lines] == ["of-seat-1", "of-seat-2", "of-seat-1"]
    assert seated(Table(("turn", "player"), (("1", "ann"),), seats=(1,))) == seated(TABLE) == {}
    bars = Bars("Choices", (Bar("e4", 0.75, "0", "best"), Bar("other", 0.25)), TABLE)
    walk = walk_at(Steps("Moves", (Step(Board("chess", ""), "e4", "", chances=bars),)), 0)
    assert walk.chances is not None
    assert [(row[0], row[3], row[5]) for row in walk.chances.rows] == [
        ("e4", "75.0 %", "best"),
        ("other", "25.0 %", ""),
    ]


def test_a_table_of_few_columns_has_the_signs_of_its_grades_after_the_losses() -> None:
    table = Table(TABLE.columns, TABLE.rows, "Plays", strong=(0,), grades=("best", "blunder"), few=(0, 2))
    drawn = few(table, 1, 1)
    assert [head.words for head in drawn.heads] == ["play", "loss", "grade"]
    assert [(cell.words, cell.grade) for cell in drawn.lines[0].cells] == [("8/5", ""), ("0", ""), ("", "best")]
    assert (drawn.lines[0].look, len(drawn.lines)) == ("strong", 1)


def test_a_table_with_links_leads_on_from_its_first_column_and_signs_in_cells_become_grades() -> None:
    drawn = grid(Table(("move", ""), (("e4", "??"),), links=("/chess/position",)), titled=True)
    assert [(head.words, head.hidden) for head in drawn.heads] == [("move", False), ("grade", True)]
    first, last = drawn.lines[0].cells
    assert (first.words, first.link) == ("e4", "/chess/position")
    assert (last.words, last.grade) == ("", "blunder")
    assert grid(Table((), ())).lines == ()


def test_templates_do_not_hand_their_indentation_to_pages() -> None:
    found = [{"link": "/", "what": "Final", "words": "three scores"}]
    assert ENVIRONMENT.get_template("found.html").render(found=found).startswith('<ul class="found">\n<li><a')


def test_fields_are_called_as_people_say_and_every_such_name_is_a_field() -> None:
    kinds = [*(question(entry.path) for entry in ENTRIES), *(session.sitting() for session in SESSIONS)]
    labels = {field.name: field.label for kind in kinds for field in controls(kind, {})}
    assert (labels["fen"], labels["multipv"], labels["seed"]) == ("FEN", "Lines", "Seed")
    assert set(LABELS) <= set(labels)
    assert not any(len(label) == 1 for name, label in labels.items() if name != "p")


@pytest.mark.parametrize(
    ("path", "help", "page"),
    [
        (
            "rate.players",
            "Rate each player in FILE (- for JSON lines on standard input).",
            "Rate each player in the file.",
        ),
        ("rate.screen", "The rating claimed, on --scale.", "The rating claimed, on “Scale”."),
        ("rate.over-time", "Over time: FILE is cut. FILE is read.", "Over time: the file is cut. The file is read."),
        ("rules.map", "The map of GAME, or as SVG with --out.", "The map of the game, or as SVG with “Save”."),
        (
            "rules.check",
            "A GAME that ends; see `kibitz rules learn --proof` or --proof.",
            "A game that ends; see `kibitz rules learn --proof` or “Proof”.",
        ),
        (
            "rules.check",
            "Proofs, as written by kibitz rules learn --proof.",
            "Proofs, as written by kibitz rules learn --proof.",
        ),
        ("jeopardy.final", "Given three SCORES; PGN is no field.", "Given three scores; PGN is no field."),
    ],
)
def test_help_of_a_command_is_worded_for_a_page(path: str, help: str, page: str) -> None:
    assert on_a_page(help, question(path)) == page


def test_no_page_speaks_of_standard_input_or_of_options() -> None:
    for entry in ENTRIES:
        kind = question(entry.path)
        said = [on_a_page((kind.__doc__ or "").split("\n\n")[0], kind), *(each.hint for each in controls(kind, {}))]
        for words in said:
            assert not re.search(r"std|standard input|(?<!kibitz rules learn )(?<!daily-double )--", words), words


@given(st.integers(0, 2**32))
def test_a_bid_to_drill_has_auctions_left_for_its_rack(seed: int) -> None:
    asked = DRILLS["bid"].draw(Random(seed))
    rack, players, left = len(str(asked["rack"])), int(str(asked["players"])), int(str(asked["left"]))
    assert 7 - rack <= left <= 7 * players - rack


def test_the_tally_of_a_drill_has_its_interval_and_its_streaks_and_few_answers_have_none() -> None:
    def answered(*grades: str) -> list[Drilled]:
        return [
            Drilled(
                drill="final",
                request="{}",
                choice="0",
                grade=grade,
                loss=0.0 if grade == "best" else 0.1,
                decision='{"unit": "win"}',
                at=0.0,
            )
            for grade in grades
        ]

    assert tally(answered(*["best"] * 4)) is None
    told = tally(answered("best", "best", "best", "blunder", "best", "blunder"))
    assert told is not None
    assert (told.mean, told.streaks) == ("−3.3 %", "streak was 1, best 3")
    assert "from 6 decisions" in told.words
    going = tally(answered("blunder", "best", "best", "best", "best"))
    assert going is not None
    assert going.streaks == "streak 4, best 4"


def test_gains_on_several_others_share_a_panel_and_other_bars_do_not() -> None:
    request = read(question("jeopardy.final"), {"scores": [18400, 14600, 9000], "me": 2, "wager": 9000})
    parts = showing.shown("jeopardy.final", request, request.answer(Work())).parts
    (compared,) = (part for part in parts if isinstance(part, Compared))
    assert [name for name, _ in compared.others] == ["cover C", "stay level with C", "nothing", "yours"]
    assert not any(isinstance(part, Barred) for part in parts)
    advised = next(part for part in parts if isinstance(part, Advised))
    assert (advised.rule, advised.formula.replace("\xa0", " ")) == ("Card B, rule 4", "2·C − B + 1")
    bars = [Barred("What people choose", "", ()), Barred("What people choose", "", ())]
    assert list(showing._compared(bars)) == bars

"""Where parts stand on a page, and how tables and games gone through are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.drills import DRILLS, drill_statistics
from kibitz.app.library import DrillAnswer
from kibitz.app.request_parsing import parse_request, request_fields
from kibitz.app.sessions import SESSIONS
from kibitz.core.controls import ActionPanel, ClickBoard, ShareBar
from kibitz.core.exhibits import (
    BoardDiagram,
    ChoiceBar,
    ChoiceFrequencies,
    GameReplay,
    Note,
    ReplayStep,
    Series,
    Table,
    WinChart,
)
from kibitz.core.exhibits.charts import Side, TileTable
from kibitz.core.exhibits.summaries import (
    AnswerSummary,
    CardExhibit,
    ErrorCase,
    ErrorList,
    PlayerWaterfalls,
    ReadingGuide,
)
from kibitz.core.question import Request
from kibitz.core.work import WorkContext
from kibitz.web.forms import controls
from kibitz.web.panels import page_builder
from kibitz.web.panels.findings import ErrorListPart, HeatMapPart, WaterfallPart
from kibitz.web.panels.layout import TEMPLATES, Panel, PanelRow, Place, page_rows, page_traits, place_of
from kibitz.web.panels.page_builder import make_part
from kibitz.web.panels.parts import (
    AnswerPage,
    BarsPart,
    ComparisonPart,
    CurvePart,
    MatrixPart,
    Part,
    PicturePart,
    RecommendationPart,
    ReplayPart,
    RuleMapPart,
)
from kibitz.web.panels.stepper import ErrorDetail, ReplayView, replay_view
from kibitz.web.panels.tables import full_grid, players_by_seat, short_grid
from kibitz.web.rendering import TEMPLATES as ENVIRONMENT

SIDES = (Side("black", "them"), Side("white", "you"))
CASE = ErrorCase(
    place="9",
    who="Left",
    seat=1,
    kind="wager",
    chosen="$0",
    best="$9",
    cost="−1.0 %",
    grade="blunder",
    verdict=AnswerSummary(answer="Bet $9"),
)
TABLE = Table(("play", "worth", "loss"), (("8/5", "0.1", "0"), ("6/5", "0.0", "−0.1")), "Plays", few=(0, 2))
PARTS: list[Part] = [
    RecommendationPart(answer="Bet $1,000"),
    BarsPart("Gains", "", ()),
    ErrorListPart(ErrorList("Decisions by cost", "clue", (CASE,))),
    WaterfallPart(PlayerWaterfalls("Luck and skill", ()), ()),
    ComparisonPart("Gains", (("nothing", BarsPart("Gains", "", ())),)),
    CurvePart("Chance to win by wager", "<svg/>", "<svg/>", (), ""),
    MatrixPart("Payoffs", "", ("1", "2", "worth"), (), worths=True),
    HeatMapPart("Board", "", "state", "", (), (), "", Table((), ())),
    CardExhibit("Second", "2015 on", "B", 2, (("A below 2B", "$1"),)),
    RuleMapPart("list", "<svg/>", (("x > 1", "0"),), None),
    ReadingGuide("What does this mean?", ()),
    Note("Said."),
    ActionPanel("Now", ()),
    PicturePart("<svg/>", "a chart", title="Chances"),
    ShareBar("To win", ()),
    ClickBoard("Board", (), ()),
    ReplayPart(GameReplay("Moves", (ReplayStep(BoardDiagram("chess", ""), "e4", "best"),))),
    TABLE,
    TileTable("Words", (), ()),
    AnswerSummary(answer="They are even"),
]


def shown(*parts: Part, headline: str = "", files: tuple[str, ...] = ()) -> AnswerPage:
    return AnswerPage("jeopardy.final", "", "", headline, parts, files)


def panels(result: tuple[Panel | PanelRow, ...] | list[Panel | PanelRow]) -> Iterator[Panel]:
    for each in result:
        if isinstance(each, PanelRow):
            yield from panels(list(each.panels))
        else:
            yield each


def looks(result: tuple[Panel | PanelRow, ...]) -> list[str]:
    return [each.look or each.template if isinstance(each, PanelRow) else each.template for each in result]


def test_every_kind_of_part_has_a_template_that_exists_and_a_place() -> None:
    assert {type(part) for part in PARTS} == set(TEMPLATES)
    for part in PARTS:
        assert place_of(part, page_traits([part])) in Place
    for name in TEMPLATES.values():
        ENVIRONMENT.get_template(f"parts/{name}.html")


def test_every_pair_of_parts_is_drawn() -> None:
    for pair in product(PARTS, repeat=2):
        check_every_part_is_drawn(list(pair))


@given(st.lists(st.sampled_from(PARTS), max_size=8))
def test_every_part_that_has_a_place_is_drawn_and_none_that_has_not(parts: list[Part]) -> None:
    check_every_part_is_drawn(parts)


def check_every_part_is_drawn(parts: list[Part]) -> None:
    page = page_traits(parts)
    drawn = [
        panel.part for panel in panels(page_rows(shown(*parts))) if not isinstance(panel.part, ErrorDetail | ReplayView)
    ]
    for part in parts:
        wanted = 0 if place_of(part, page) is Place.NOWHERE else parts.count(part)
        if not isinstance(part, ErrorListPart | ReplayPart):
            assert drawn.count(part) == wanted


def test_an_answer_without_parts_has_no_rows() -> None:
    assert page_rows(shown()) == ()


def test_one_counsel_stands_alone_and_several_are_numbered() -> None:
    counsel = RecommendationPart(answer="Bet $1,000")
    assert [panel.number for panel in panels(page_rows(shown(counsel)))] == [0]
    assert [panel.number for panel in panels(page_rows(shown(counsel, counsel)))] == [1, 2]


def test_a_board_with_players_stands_left_of_counsel_and_ranked_choices_and_above_its_charts() -> None:
    board, chart = PicturePart("<svg/>", "", sides=SIDES), PicturePart("<svg/>", "", title="Cube")
    small, cube = PicturePart("<svg/>", "", title="Ends", small=True), Table(("a", "b"), (("1", "2"),), "Cube")
    result = page_rows(shown(chart, small, TABLE, cube, RecommendationPart(answer="8/5"), board))
    assert looks(result) == ["at-left", "at-right", "under"]
    left, right, under = (list(panels([row])) for row in result)
    assert [panel.part for panel in left] == [board]
    assert [panel.template for panel in right] == ["parts/counsel.html", "parts/ranked.html", "parts/picture.html"]
    assert [(panel.part, panel.beside) for panel in under] == [(chart, cube)]


def test_under_a_game_gone_through_stand_its_errors_its_figures_and_its_small_pictures() -> None:
    game = ReplayPart(GameReplay("Moves", (ReplayStep(BoardDiagram("chess", ""), "e4", "best"),)))
    rates = PicturePart("<svg/>", "", title="Rates", role="whiskers")
    stairs = PicturePart("<svg/>", "", title="Luck", small=True)
    story = PicturePart("<svg/>", "", title="Story")
    result = page_rows(shown(stairs, rates, TABLE, story, game))
    assert looks(result) == ["parts/picture.html", "parts/steps.html", "thirds of-3"]
    assert [panel.part for panel in panels(result)][2:] == [TABLE, rates, stairs]
    without = page_rows(shown(rates, game))
    assert looks(without) == ["parts/steps.html", "thirds of-1"]
    assert looks(page_rows(shown(rates))) == ["parts/picture.html"]


def test_letters_stand_before_the_matrix_that_follows_them_and_small_payoffs_stand_beside_others() -> None:
    letters = PicturePart("<svg/>", "", title="Price by letter", role="letters")
    large, small = MatrixPart("Prices", "", ("a",) * 9, ()), MatrixPart("Payoffs", "", ("1", "worth"), (), worths=True)
    table = Table(("a", "b"), (("1", "2"),), "Figures")
    result = page_rows(shown(small, table, BarsPart("Gains", "", ()), letters, large))
    assert looks(result) == ["parts/picture.html", "parts/matrix.html", "side"]
    assert [panel.template for panel in panels(result)][2:] == [
        "parts/matrix.html",
        "parts/bars.html",
        "parts/table.html",
    ]


def test_cards_take_their_maps_in_turn_and_need_neither_counsel_nor_the_card_in_letters() -> None:
    cards = [CardExhibit(name, "", "B", 2, ()) for name in ("Second", "Third")]
    maps = [RuleMapPart(name, "<svg/>", (), None) for name in ("second",)]
    result = page_rows(shown(RecommendationPart(answer="Card"), *cards, *maps, Note("+---+", "fixed"), Note("Said.")))
    assert [(panel.part, panel.beside) for panel in panels(result)][:2] == [(cards[0], maps[0]), (cards[1], None)]
    assert [panel.template for panel in panels(result)][2:] == ["parts/note.html"]


@pytest.mark.parametrize(
    ("part", "stored", "files", "template"),
    [
        (Note("Said."), False, (), "note"),
        (Note("+--+", "fixed"), False, (), "fixed"),
        (Note("<svg/>", "drawing"), False, ("out",), "drawing"),
        (Note("<svg/>", "drawing"), True, ("out",), "fixed"),
        (Table(("a",) * 7, ()), False, (), "wide-table"),
    ],
)
def test_notes_and_wide_tables_share_one_panel(part: Part, stored: bool, files: tuple[str, ...], template: str) -> None:
    (row,) = page_rows(shown(part, files=files), stored=stored)
    assert row.template == "notes.html"
    assert [panel.template for panel in panels([row])] == [f"parts/{template}.html"]


def test_the_story_of_a_review_says_its_headline_and_the_errors_are_told_from_the_one_chosen() -> None:
    story = PicturePart("<svg/>", "", title="Story")
    cases = ErrorListPart(ErrorList("Decisions by cost", "clue", (CASE,) * 3))
    result = page_rows(shown(story, cases, RecommendationPart(answer="Review"), headline="Left lost 3 %."), at=9)
    assert looks(result) == ["parts/picture.html", "findings"]
    first, costs, case = panels(result)
    assert first.said == "Left lost 3 %."
    assert (costs.template, case.template) == ("parts/costs.html", "parts/case.html")
    told = case.part
    assert isinstance(told, ErrorDetail)
    assert (told.now, told.previous, told.following) == (2, 1, 0)
    assert looks(page_rows(shown(ErrorListPart(ErrorList("None", "clue", ()))))) == []


def test_errors_of_a_game_are_gone_through_round_and_round() -> None:
    grades = ("best", "mistake", "", "blunder")
    steps = GameReplay("Moves", tuple(ReplayStep(BoardDiagram("chess", ""), "e4", "", grade) for grade in grades))
    walks = [replay_view(steps, at) for at in (1, 2, 4, 10)]
    assert [(walk.previous_error, walk.next_error) for walk in walks] == [(3, 1), (3, 3), (1, 1), (1, 1)]
    assert [walk.error_counter for walk in walks[:2]] == ["2 errors in all", "Error 1 of 2"]


def test_a_game_opens_at_its_first_error_and_its_story_has_a_line_there() -> None:
    steps = GameReplay(
        "Moves", tuple(ReplayStep(BoardDiagram("chess", ""), "e4", "", grade) for grade in ("", "best", "mistake"))
    )
    assert [replay_view(steps, at).at for at in (0, 1, 3, 99)] == [2, 0, 2, 2]
    assert replay_view(GameReplay("Moves", steps.steps[:2]), 0).at == 0  # no error at all
    story = make_part(WinChart("Chance", (Series("ann", (0.5, 0.4, 0.3, 1.0)),)))
    for at, x in ((0, 44 + 2 / 3 * 766), (1, 44)):
        chart = next(panels(page_rows(shown(story, ReplayPart(steps)), at))).part
        assert isinstance(chart, PicturePart)
        assert f'class="pointer" d="M{x:.1f} ' in chart.svg
        assert chart.narrow.count("pointer") == 1
    assert "pointer" not in story.svg  # type: ignore[union-attr]


def test_rows_of_two_players_can_be_told_apart_and_what_people_choose_stands_under_the_board() -> None:
    table = Table(("turn", "player"), (("1", "ann"), ("2", "bob"), ("3", "ann")), seats=(1, 2, 1), few=(0, 1))
    assert players_by_seat(table) == {1: "ann", 2: "bob"}
    assert [line.look for line in full_grid(table).lines] == ["of-seat-1", "of-seat-2", "of-seat-1"]
    assert players_by_seat(Table(("turn", "player"), (("1", "ann"),), seats=(1,))) == players_by_seat(TABLE) == {}
    bars = ChoiceFrequencies("Choices", (ChoiceBar("e4", 0.75, "0", "best"), ChoiceBar("other", 0.25)), TABLE)
    walk = replay_view(GameReplay("Moves", (ReplayStep(BoardDiagram("chess", ""), "e4", "", chances=bars),)), 0)
    assert walk.chances is not None
    assert [(row[0], row[3], row[5]) for row in walk.chances.rows] == [
        ("e4", "75.0 %", "best"),
        ("other", "25.0 %", ""),
    ]


def test_a_table_of_few_columns_has_the_signs_of_its_grades_after_the_losses() -> None:
    table = Table(TABLE.columns, TABLE.rows, "Plays", strong=(0,), grades=("best", "blunder"), few=(0, 2))
    drawn = short_grid(table, 1, 1)
    assert [head.words for head in drawn.heads] == ["play", "loss", "grade"]
    assert [(cell.words, cell.grade) for cell in drawn.lines[0].cells] == [("8/5", ""), ("0", ""), ("", "best")]
    assert (drawn.lines[0].look, len(drawn.lines)) == ("strong", 1)


def test_a_table_with_links_leads_on_from_its_first_column_and_signs_in_cells_become_grades() -> None:
    drawn = full_grid(Table(("move", ""), (("e4", "??"),), links=("/chess/position",)), titled=True)
    assert [(head.words, head.hidden) for head in drawn.heads] == [("move", False), ("grade", True)]
    first, last = drawn.lines[0].cells
    assert (first.words, first.link) == ("e4", "/chess/position")
    assert (last.words, last.grade) == ("", "blunder")
    assert full_grid(Table((), ())).lines == ()


def test_templates_do_not_hand_their_indentation_to_pages() -> None:
    result = [{"link": "/", "what": "Final", "words": "three scores"}]
    assert ENVIRONMENT.get_template("search_hits.html").render(found=result).startswith('<ul class="found">\n<li><a')


def _request_types() -> list[type[Request]]:
    return [*(request_type(entry.path) for entry in ENTRIES), *(session.request_type() for session in SESSIONS)]


def test_fields_have_labels_of_more_than_a_letter() -> None:
    fields = [field for kind in _request_types() for field in controls(kind, {})]
    labels = {field.name: field.label for field in fields}
    assert (labels["fen"], labels["multipv"], labels["seed"]) == ("FEN", "Lines", "Seed")
    assert not [field.name for field in fields if len(field.label) == 1]
    assert not [field.label for field in fields if field.label[0] != field.label[0].upper()]


def test_no_page_speaks_of_standard_input_or_of_options() -> None:
    for kind in _request_types():
        help = kind.page_help or (kind.__doc__ or "").split("\n\n")[0]
        arguments = {name.upper() for name in request_fields(kind) if len(name) > 3}
        for text in [help, *(each.hint for each in controls(kind, {}))]:
            assert not re.search(r"std|standard input|(?<!kibitz rules learn )(?<!daily-double )--", text), text
            assert not arguments & set(re.findall(r"\w+", text)), text


@given(st.integers(0, 2**32))
def test_a_bid_to_drill_has_auctions_left_for_its_rack(seed: int) -> None:
    request = DRILLS["bid"].draw(Random(seed))
    rack, players, left = len(str(request["rack"])), int(str(request["players"])), int(str(request["left"]))
    assert 7 - rack <= left <= 7 * players - rack


def test_the_tally_of_a_drill_has_its_interval_and_its_streaks_and_few_answers_have_none() -> None:
    def answered(*grades: str) -> list[DrillAnswer]:
        return [
            DrillAnswer(
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

    assert drill_statistics(answered(*["best"] * 4)) is None
    told = drill_statistics(answered("best", "best", "best", "blunder", "best", "blunder"))
    assert told is not None
    assert (told.mean, told.streaks) == ("3.3 points", "streak was 1, best 3")
    assert "6 decisions" in told.words
    going = drill_statistics(answered("blunder", "best", "best", "best", "best"))
    assert going is not None
    assert going.streaks == "streak 4, best 4"


def test_gains_on_several_others_share_a_panel_and_other_bars_do_not() -> None:
    request = parse_request(request_type("jeopardy.final"), {"scores": [18400, 14600, 9000], "me": 2, "wager": 9000})
    parts = page_builder.build_page("jeopardy.final", request, request.answer(WorkContext())).parts
    (compared,) = (part for part in parts if isinstance(part, ComparisonPart))
    assert [name for name, _ in compared.others] == ["cover C", "stay level with C", "zero bet", "yours"]
    assert not any(isinstance(part, BarsPart) for part in parts)
    advised = next(part for part in parts if isinstance(part, RecommendationPart))
    assert (advised.rule, advised.formula.replace("\xa0", " ")) == ("Card B, rule 4", "2·C − B + 1")
    bars = [BarsPart("What people choose", "", ()), BarsPart("What people choose", "", ())]
    assert list(page_builder._merge_comparisons(bars)) == bars

"""Where exhibits stand on a page, and how tables and replays are shown."""

from __future__ import annotations

import re
from html import unescape
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
from kibitz.core.controls import ActionPanel, ClickBinding, ClickBoard, FormHints, PlayerShare, ShareBar
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.grids import (
    ChoiceBar,
    ChoiceFrequencies,
    HeatMap,
    LetterTable,
    Matrix,
    OutcomeBreakdown,
    OutcomeComparison,
    OutcomeDifference,
    Tile,
    TileRow,
    TileTable,
)
from kibitz.core.exhibits.replay import BoardDiagram, GameReplay, ReplayStep
from kibitz.core.exhibits.summaries import AnswerSummary, CardExhibit, ErrorCase, ErrorList, Fact, ReadingGuide
from kibitz.core.question import Request
from kibitz.core.units import Unit
from kibitz.core.work import WorkContext
from kibitz.draw.best_responses import BestResponseChart
from kibitz.draw.calibration import CalibrationPlot, CalibrationPoint
from kibitz.draw.chart import Chart
from kibitz.draw.crossover import CrossoverChart
from kibitz.draw.curve import Curve, Series, TimeCurve
from kibitz.draw.forest_plot import ForestPlot, ForestRow
from kibitz.draw.letter_chart import LetterChart
from kibitz.draw.number_line import NumberLine, NumberLineChart
from kibitz.draw.outcome_bar import OutcomeBar
from kibitz.draw.player_waterfall import PlayerWaterfall, PlayerWaterfalls
from kibitz.draw.rule_map import RuleMap, RuleRegion
from kibitz.draw.threshold_bars import ThresholdBar, ThresholdBars, ThresholdZone
from kibitz.draw.wager_strip import OpponentStrip, WagerBar, WagerStrip
from kibitz.draw.waterfall import Waterfall, WaterfallStep
from kibitz.draw.win_chart import WinChart
from kibitz.web.answer_page import PageView, _render, layout_of, own_grade, template_of
from kibitz.web.forms import controls
from kibitz.web.panels.stepper import error_detail, replay_view
from kibitz.web.panels.tables import full_grid, short_grid
from kibitz.web.rendering import TEMPLATES as ENVIRONMENT

CASE = ErrorCase(
    place="9",
    who="Left",
    seat=1,
    kind="wager",
    chosen="$0",
    best="$9",
    cost="1.0 points",
    grade="blunder",
    verdict=AnswerSummary(answer="CASE 9"),
)
TABLE = Table(("play", "worth", "loss"), (("8/5", "0.1", "0"), ("6/5", "0.0", "0.1")), "RANKED", few=(0, 2))
ADVICE = parse_request(request_type("parlour.vote"), {"p1": "0.6", "p2": "0.8", "y1": "0.5", "y2": "0.4"})
COUNSEL = ADVICE.answer(WorkContext()).counsel  # type: ignore[attr-defined]
GAME = "4HPwATDgc/ABMA"
STEPS = tuple(ReplayStep(BoardDiagram("backgammon", GAME), "8/5", "STEP", grade) for grade in ("", "best", "mistake"))
SQUARES = (("a", "b"),)
EXHIBITS: dict[str, Exhibit] = {
    "ADVICE": AdviceExhibit(COUNSEL),
    "HEADLINE": Headline("HEADLINE"),
    "SUMMARY": AnswerSummary(answer="SUMMARY"),
    "GUIDE": ReadingGuide("GUIDE", (Fact("", "The number", "is a number."),)),
    "ERRORS": ErrorList("ERRORS", "clue", (CASE,) * 3, Table(("a",), (("1",),))),
    "NOERRORS": ErrorList("NOERRORS", "clue", (), Table(("a",), (("1",),), "NOERRORS")),
    "CARD": CardExhibit("CARD", "2015 on", "B", 2, (("A below 2B", "$1"),)),
    "NOTE": Note("NOTE"),
    "BLOCK": Note("BLOCK", "fixed"),
    "RANKED": TABLE,
    "HALF": Table(("a", "b"), (("1", "2"),), "HALF"),
    "LONGTABLE": Table(("LONGTABLE",) * 7, (("1",) * 7,)),
    "BOARD": BoardDiagram("backgammon", GAME),
    "PLAIN": BoardDiagram("jeopardy", "6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4", note="PLAIN"),
    "HEAT": HeatMap(("r",), ("c", "d"), ((0.1, 0.9),), "HEAT", (0, 1)),
    "PRESS": HeatMap(("r",), ("c", "d"), ((0.1, 0.9),), "PRESS", None, ClickBinding("state", SQUARES)),
    "MATRIX": Matrix("MATRIX", ("r",), ("a",) * 9, ((1.0,) * 9,), (("1",) * 9,)),
    "PAYOFFS": Matrix("PAYOFFS", ("r",), ("a", "value"), ((1.0, None),), (("1", "2"),), worths=True),
    "LIKELY": ChoiceFrequencies("LIKELY", (ChoiceBar("e4", 0.5),), Table(("a",), ())),
    "GAINS": OutcomeBreakdown("GAINS", (OutcomeComparison("x", (OutcomeDifference(None, 0.1),)),)),
    "TILES": TileTable("TILES", ("word",), (TileRow((Tile("A", "held"),), ("1",)),), Table(("a",), ())),
    "REPLAY": GameReplay("REPLAY", STEPS),
    "CURVE": Curve("t", "wager", "CURVE", (0, 1, 2), (0.1, 0.2, 0.3), Unit.WIN, (2, 2), best=2),
    "TIME": TimeCurve("TIME", "year", "Elo", (1, 2), (1.0, 2.0), Unit.POINTS, None),
    "WINS": WinChart("WINS", (Series("ann", (0.5, 0.4, 0.3, 1.0)),)),
    "BARS": ThresholdBars("BARS", (ThresholdBar("n", (ThresholdZone(1.0, "wait"),), "wait"),), 0.5, "you"),
    "LINES": NumberLineChart("LINES", 0, 9, (NumberLine("n", "", ((3, "x"),), ("bad", "good"), ()),), ()),
    "FOREST": ForestPlot("FOREST", (ForestRow("ann", 1.0, 0.5, 1.5),), listing=Table(("a",), (("1",),))),
    "LETTERS": LetterChart("LETTERS", ("A",), (1.0,), (None,), (None,)),
    "ENDS": OutcomeBar("ENDS", (0.4, 0.1, 0.0), (0.4, 0.1, 0.0)),
    "FALL": Waterfall("FALL", 0.5, (WaterfallStep("luck", 0.1),)),
    "FALLS": PlayerWaterfalls("FALLS", (PlayerWaterfall("ann", "", 0.5, ()),)),
    "DOTS": CalibrationPlot("DOTS", (CalibrationPoint(0.1, 0.1, 0.05, 0.2), CalibrationPoint(0.3, 0.2, 0.1, 0.25))),
    "RESPONSES": BestResponseChart("RESPONSES", "up", "left", ((0.0, 0.0), (1.0, 1.0)), (), ((0.5, 0.5),)),
    "CROSS": CrossoverChart("CROSS", ("buzz", "wait"), (0.1,) * 11, (0.2,) * 11, None),
    "STRIP": WagerStrip("STRIP", (OpponentStrip("A", 9, (WagerBar(0, 9, 1.0),)),)),
    "MAP": RuleMap("MAP", ("p", 0, 1), ("q", 0, 1), ((0, 0), (0, 0)), (RuleRegion("always", "0"),)),
    "SHARES": ShareBar("SHARES", (PlayerShare("ann", 1.0, "$1"),)),
}
"""One exhibit of every kind by a word that its panel shows."""
CONTROLS = {ActionPanel, ClickBoard, FormHints, LetterTable}
"""Kinds that belong to forms and sessions."""


def kinds(base: type[Exhibit]) -> set[type[Exhibit]]:
    return {base, *(each for child in base.__subclasses__() for each in kinds(child))}


def draw(*exhibits: Exhibit, at: int = 0, headline: str = "", files: tuple[str, ...] = (), stored: str = "") -> str:
    view = PageView(
        exhibits=list(exhibits), path="jeopardy.final", at=at, headline=headline, files=files, stored=stored
    )
    return unescape(_render(view, layout_of(view.exhibits)))


def test_the_list_has_every_kind_of_exhibit() -> None:
    known = kinds(Exhibit) - {Exhibit, Chart} - CONTROLS
    assert {kind for kind in known if kind.__module__.startswith("kibitz.")} == set(map(type, EXHIBITS.values()))


def test_every_kind_has_a_template_and_a_new_chart_needs_none() -> None:
    assert template_of(AdviceExhibit).name == "exhibits/advice-exhibit.html"
    assert template_of(TimeCurve).name == "exhibits/time-curve.html"

    class NewChart(Chart, frozen=True):
        title: str

        def svg(self, narrow: bool = False) -> str:
            return "<svg>new</svg>"

    assert template_of(NewChart).name == "exhibits/chart.html"
    assert "<svg>new</svg>" in draw(NewChart("New"))

    class NewExhibit(Exhibit, frozen=True):
        title: str

        def sentence(self) -> str:
            return "It <says> this."

    assert "It <says> this." in draw(NewExhibit("New"))


def words_of(word: str) -> str:
    """What a page shows of an exhibit: its word, or what stands for it."""
    return {
        "ADVICE": "Recommendation",
        "BOARD": "pips",
        "HEADLINE": "HEADLINE",
        "MAP": "Which rule fires where",
        "REPLAY": "REPLAY",
        "GAINS": "GAINS",
    }.get(word, word)


def check_each_is_drawn(words: list[str]) -> None:
    page = draw(*(EXHIBITS[word] for word in words))
    for word in set(words):
        review = "ERRORS" in words and layout_of(EXHIBITS[each] for each in words) == "review"
        if word == "HEADLINE" and review:
            continue  # the charts of a review say it
        assert words_of(word) in page, (word, words)


@pytest.mark.parametrize("word", EXHIBITS)
def test_every_exhibit_is_drawn_alone(word: str) -> None:
    check_each_is_drawn([word])


def test_every_exhibit_is_drawn_next_to_those_that_choose_the_layout() -> None:
    for pair in product(("REPLAY", "PRESS", "ERRORS", "BOARD", "CARD", "TILES"), EXHIBITS):
        check_each_is_drawn(list(pair))


@given(st.lists(st.sampled_from(sorted(EXHIBITS)), max_size=8))
def test_exhibits_are_drawn_in_any_company(words: list[str]) -> None:
    check_each_is_drawn(words)


@given(st.permutations(sorted(set(EXHIBITS) - {"NOERRORS", "HEADLINE"})))
def test_a_page_with_every_kind_leaves_nothing_out_and_draws_nothing_twice(words: list[str]) -> None:
    page = draw(*(EXHIBITS[word] for word in words))
    for word in ("CURVE", "TIME", "WINS", "FOREST", "HALF", "TILES", "DOTS", "CROSS", "GUIDE", "MATRIX", "GAINS"):
        assert len(re.findall(rf"<h2>{word}( by wager)?<", page)) == 1, word


def test_an_answer_without_exhibits_has_an_empty_page() -> None:
    assert draw().strip() == ""


def test_one_recommendation_stands_alone_and_several_are_numbered() -> None:
    advice = EXHIBITS["ADVICE"]
    assert 'aria-label="Recommendation"' in draw(advice)
    page = draw(advice, AdviceExhibit(COUNSEL))
    assert all(f'aria-label="Recommendation {number}"' in page for number in (1, 2))


def in_order(page: str, *words: str) -> bool:
    places = [page.index(word) for word in words]
    return places == sorted(places)


def test_a_board_with_players_stands_left_of_advice_and_ranked_choices_and_above_its_charts() -> None:
    cube = ThresholdBars(
        "BARS",
        (ThresholdBar("n", (ThresholdZone(1.0, "wait"),), "wait"),),
        0.5,
        "you",
        listing=Table(("", "equity"), (("no double", "0.091"),), "BARS"),
    )
    page = draw(cube, EXHIBITS["ENDS"], TABLE, EXHIBITS["ADVICE"], EXHIBITS["BOARD"])
    order = ("at-left", "pips", "at-right", "Recommendation", "RANKED", "All columns", "ENDS", '"under"', "BARS")
    assert in_order(page, *order)
    assert "no double" in page[page.index('"under"') :]
    assert "Show as table" not in page[page.index('"under"') :]


def test_below_a_replay_stand_its_errors_its_numbers_and_its_small_charts() -> None:
    page = draw(*(EXHIBITS[word] for word in ("FALL", "FOREST", "RANKED", "WINS", "REPLAY")))
    assert in_order(page, 'aria-label="WINS"', "data-steps", "thirds of-3", "RANKED", "FOREST", "FALL")
    assert "thirds of-1" in draw(EXHIBITS["FOREST"], EXHIBITS["REPLAY"])
    assert "thirds" not in draw(EXHIBITS["FOREST"])


def test_letters_stand_before_the_matrix_that_follows_them_and_small_payoffs_stand_beside_others() -> None:
    page = draw(*(EXHIBITS[word] for word in ("PAYOFFS", "HALF", "GAINS", "LETTERS", "MATRIX")))
    assert in_order(page, '"LETTERS"', '"MATRIX"', 'class="side"', '"PAYOFFS"', "GAINS", '"HALF"')


def test_a_card_stands_beside_its_map() -> None:
    card = CardExhibit("CARD", "", "B", 2, (), (), EXHIBITS["MAP"])
    assert in_order(draw(card), "index-card", "Which rule fires where")
    assert "Which rule fires where" not in draw(EXHIBITS["CARD"])


@pytest.mark.parametrize(
    ("exhibit", "stored", "files", "expected"),
    [
        (Note("Said."), "", (), '<p class="note plain">Said.'),
        (Note("+--+", "fixed"), "", (), '<pre tabindex="0">+--+'),
        (Note("<svg/>", "drawing"), "", ("out",), '<img class="sheet"'),
        (Note("<svg/>", "drawing"), "item", ("out",), '<pre tabindex="0">'),
        (Table(("wide",) * 7, ()), "", (), "<th>wide"),
    ],
)
def test_notes_and_wide_tables_share_one_panel(
    exhibit: Exhibit, stored: str, files: tuple[str, ...], expected: str
) -> None:
    page = draw(Note("First."), exhibit, files=files, stored=stored)
    assert page.count('<section class="panel">') == 1
    assert expected in page


def test_the_chart_of_a_review_says_its_headline_and_the_chosen_error_is_shown() -> None:
    page = draw(EXHIBITS["WINS"], EXHIBITS["ERRORS"], Headline("Left lost 3 %."), at=9, headline="Left lost 3 %.")
    assert in_order(page, "story-said", "Left lost 3 %.", "findings", "ERRORS", "3 of 3", "CASE 9")
    assert page.count("Left lost 3 %.") == 1
    errors = EXHIBITS["ERRORS"]
    assert isinstance(errors, ErrorList)
    detail = error_detail(errors, 9)
    assert (detail.now, detail.previous, detail.following) == (2, 1, 0)


def test_errors_of_a_game_are_gone_through_round_and_round() -> None:
    grades = ("best", "mistake", "", "blunder")
    steps = GameReplay("Moves", tuple(ReplayStep(BoardDiagram("chess", ""), "e4", "", grade) for grade in grades))
    walks = [replay_view(steps, at) for at in (1, 2, 4, 10)]
    assert [(walk.previous_error, walk.next_error) for walk in walks] == [(3, 1), (3, 3), (1, 1), (1, 1)]
    assert [walk.error_counter for walk in walks[:2]] == ["2 errors in all", "Error 1 of 2"]


def test_a_game_opens_at_its_first_error_and_its_chart_has_a_line_there() -> None:
    replay = EXHIBITS["REPLAY"]
    assert isinstance(replay, GameReplay)
    assert [replay_view(replay, at).at for at in (0, 1, 3, 99)] == [2, 0, 2, 2]
    assert replay_view(GameReplay("Moves", replay.steps[:2]), 0).at == 0  # no error at all
    for at, x in ((0, 44 + 2 / 3 * 766), (1, 44)):
        page = draw(EXHIBITS["WINS"], replay, at=at)
        assert f'class="pointer" d="M{x:.1f} ' in page
        assert page.count("pointer") == 2  # wide and narrow
    assert "pointer" not in draw(EXHIBITS["WINS"])


def test_predicted_choices_have_their_own_table() -> None:
    table = Table(("move", "chance"), (("e4", "50.0 %"),))
    assert ChoiceFrequencies("x", (ChoiceBar("e4", 0.5),), table).table() == table


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


def test_gains_on_several_others_share_a_panel() -> None:
    request = parse_request(request_type("jeopardy.final"), {"scores": [18400, 14600, 9000], "me": 2, "wager": 9000})
    exhibits = list(request.answer(WorkContext()).exhibits())
    (gains,) = (each for each in exhibits if isinstance(each, OutcomeBreakdown))
    assert [each.name for each in gains.comparisons] == ["cover C", "stay level with C", "zero bet", "yours"]
    page = draw(*exhibits)
    assert page.count('name="compared"') == 4
    assert "Compare with" not in draw(EXHIBITS["GAINS"])
    (advice,) = (each for each in exhibits if isinstance(each, AdviceExhibit))
    assert advice.rule is not None
    assert (advice.rule.title, advice.rule.formula.replace("\xa0", " ")) == ("Card B, rule 5", "2·C − B + 1")


@pytest.mark.parametrize(
    ("path", "arguments"),
    [
        ("jeopardy.final", {"scores": [18400, 14600, 9000], "me": 2, "wager": 14600}),
        ("parlour.final", {"scores": [5, 3], "p": ["0.7", "0.4"], "wager": 5}),
        ("jeopardy.board", {"state": "13000_9800_6200.1.2.345-5-0-345-45-5.c3r4", "wager": 13000}),
    ],
)
def test_the_library_has_the_grade_of_a_choice_wherever_an_answer_judges_it(path: str, arguments: object) -> None:
    answer = parse_request(request_type(path), arguments).answer(WorkContext())  # type: ignore[arg-type]
    assert own_grade(answer) in ("inaccuracy", "mistake", "blunder")

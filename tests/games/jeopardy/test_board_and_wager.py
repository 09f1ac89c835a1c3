"""The board with the wager on the Daily Double found last, names of categories, and the record in each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import ask
from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import from_query, parse_request, to_query
from kibitz.core import InputError
from kibitz.core.exhibits import Exhibit
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.grids import HeatMap
from kibitz.core.exhibits.summaries import AnswerSummary
from kibitz.core.question import Cost
from kibitz.draw.curve import Curve
from kibitz.games.jeopardy.answers.board import BoardAnswer
from kibitz.games.jeopardy.answers.daily_double import DailyDoubleAnswer
from kibitz.games.jeopardy.categories import categories_of, format_record, parse_record, with_records
from kibitz.games.jeopardy.position import format_position, parse_position
from kibitz.games.jeopardy.value.confidence import live_confidence

STATE = "13000_9800_6200.1.2.345-5-0-345-45-5.c3r4"
NAMES = ("Rivers", "Opera", "Five letters", "Space", "Crowned heads", "Bakery")
RECORDS = ("+-", "++-+", "-+++", "+-", "++-", "-++-")


def board(**request: object) -> BoardAnswer:
    answer = ask("jeopardy.board", **request)
    assert isinstance(answer, BoardAnswer)
    return answer


def double(**request: object) -> DailyDoubleAnswer:
    answer = ask("jeopardy.daily-double", **request)
    assert isinstance(answer, DailyDoubleAnswer)
    return answer


def one(answer: BoardAnswer, kind: type[Exhibit]) -> Exhibit:
    """The one exhibit of its kind."""
    (result,) = (each for each in answer.exhibits() if isinstance(each, kind))
    return result


@pytest.mark.parametrize(
    "arguments",
    [
        {"state": STATE},
        {"state": STATE, "confidence": 0.4, "wager": 3000},
        {"state": STATE, "opponents": ["champion"], "era": 2005, "level": "champion", "abilities": "equal"},
        {"state": STATE + "c1r2", "machine": True},
        {"state": STATE, "game": 1, "second": 0.3},
        {"state": STATE, "totals": [21000, 14000, 9000], "you": [0.7, 0.9, 0.7, 0.6], "ties": "shared"},
    ],
)
def test_the_wager_on_the_board_is_the_one_that_daily_double_gives_for_the_same_state(
    arguments: dict[str, object],
) -> None:
    assert board(**arguments).double == double(**arguments)


@pytest.mark.parametrize(
    ("state", "hidden"),
    [
        ("13000_9800_6200.1.2.0-0-0-0-5-0.c3r4", 1),  # the smallest board: one square open
        ("13000_9800_6200.1.2.0-0-0-0-5-0.c3r4c1r2", 0),  # all found
        ("13000_9800_6200.1.2.0-0-0-0-0-0.c3r4c1r2", 0),  # nothing open
        ("3000_800_-200.2.1.0-0-0-0-0-0.c3r4", 0),  # nothing open in round 1
        ("-600_0_400.1.1.2345-12345-12345-12345-12345-12345.c1r1", 0),  # nothing to lose
    ],
)
def test_a_board_at_its_end_still_has_its_wager_and_says_what_is_hidden(state: str, hidden: int) -> None:
    answer = board(state=state)
    assert answer.hidden == hidden
    assert answer.double == double(state=state)
    shown = list(answer.exhibits())
    kinds = [type(each) for each in shown if isinstance(each, HeatMap | AdviceExhibit | Curve)]
    assert kinds == [HeatMap, AdviceExhibit, Curve]
    if not hidden:
        assert answer.explain().headline == "No Daily Double is hidden on this board."


def test_without_a_daily_double_found_there_is_no_wager() -> None:
    answer = board(state="13000_9800_6200.1.2.345-5-0-345-45-5", confidence=0.5, wager=100)
    assert answer.double is None
    assert not any(isinstance(each, AdviceExhibit | Curve) for each in answer.exhibits())


def test_a_board_is_instant_and_its_link_brings_everything_back() -> None:
    request = parse_request(
        request_type("jeopardy.board"), {"state": STATE, "categories": NAMES, "records": RECORDS, "wager": 3000}
    )
    assert request.cost() is Cost.INSTANT
    back = from_query(request_type("jeopardy.board"), to_query(request))
    assert back.with_defaults() == request.with_defaults()
    typed = parse_request(
        request_type("jeopardy.board"), {"state": STATE, "categories": "A,  Five  letters", "records": "+-, 0"}
    )
    assert to_query(typed).endswith("categories=A,Five+letters&records=%2B-,0&v=1")
    assert board(state=STATE, categories=" Rivers", records=" +- ").records == ("+-",)


def test_columns_are_called_by_their_categories_with_the_record_under_them() -> None:
    answer = board(state=STATE, categories=NAMES, records=RECORDS)
    heat = one(answer, HeatMap)
    assert isinstance(heat, HeatMap)
    assert heat.columns == NAMES
    assert heat.notes[:2] == ("✓ ✗", "✓ ✓ ✗ ✓")
    assert heat.all_shares().rows[0] == ("", *heat.notes)
    verdict = one(answer, AnswerSummary)
    assert isinstance(verdict, AnswerSummary)
    assert verdict.answer == "Rivers, $1,600"
    assert answer.explain().headline.startswith("Most likely: Rivers, column 1, row 4")
    some = one(board(state=STATE, categories=["Rivers"]), HeatMap)
    assert isinstance(some, HeatMap)
    assert some.columns[:2] == ("Rivers", "column 2")
    assert some.notes == ("",) * 6


def test_of_people_a_record_tells_nothing_and_a_machine_s_moves_its_chance_as_the_paper_has_it() -> None:
    plain, known = board(state=STATE), board(state=STATE, records=RECORDS)
    assert plain.double is not None
    assert known.double is not None
    assert known.double.confidence == plain.double.confidence == known.double.usual
    advice = one(known, AdviceExhibit)
    assert isinstance(advice, AdviceExhibit)
    dial = advice.slider
    assert dial is not None
    assert dial.note == "Column 3, your record ✗ ✓ ✓ ✓: people with any record get 65.2 % right here"
    before, after = (board(state=STATE, machine=True, records=given).double for given in ((), RECORDS))
    assert before is not None
    assert after is not None
    assert after.usual == pytest.approx(live_confidence(before.usual, 3, 4))
    assert after == double(state=after.state, machine=True)


def test_the_dial_holds_what_was_asked_with_a_mark_at_the_usual_chance_of_the_row() -> None:
    advice = one(board(state=STATE, categories=NAMES, confidence=0.4), AdviceExhibit)
    assert isinstance(advice, AdviceExhibit)
    dial = advice.slider
    assert dial is not None
    assert (dial.field, dial.value, dial.own) == ("confidence", 0.4, "wager")
    assert dial.mark == double(state=STATE).confidence
    assert dial.words == "How sure are you in Five letters?"
    assert dial.about == "the Daily Double in Five letters"


def test_where_no_record_is_given_it_is_the_one_of_the_state() -> None:
    state = "200_0_0.1.1.2345-12345-12345-12345-12345-12345.0.100100_000000_000000_000000_000000_000000"
    heat = one(board(state=state), HeatMap)
    assert isinstance(heat, HeatMap)
    assert heat.notes == ("✓", "", "", "", "", "")
    other = one(board(state=state.replace(".1.1.", ".2.1.")), HeatMap)
    assert isinstance(other, HeatMap)
    assert other.notes[0] == "✗"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"records": ["+++"]}, "records: category 1 has more answers than clues played"),
        ({"records": ["+x"]}, "records: must be up to six records such as"),
        ({"records": ["+"] * 7}, "records: must be up to six records such as"),
        ({"categories": ["a,b"]}, "categories: must be up to six names without commas or slashes"),
        ({"categories": ["Rivers"] * 7}, "categories: must be up to six names"),
        ({"wager": 13001}, "wager: must be from \\$5 to \\$13,000"),
        ({"confidence": 1.2}, "confidence: must be a number from 0 to 1"),
    ],
)
def test_what_a_board_cannot_use_is_refused_in_a_sentence(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        board(state=STATE, **arguments)


@given(st.lists(st.booleans(), max_size=5).map(tuple))
def test_a_record_is_read_as_it_was_written(record: tuple[bool, ...]) -> None:
    assert parse_record(format_record(record)) == record


@given(st.text(max_size=8).filter(lambda text: text != "0" and (not text or len(text) > 5 or set(text) - set("+-"))))
def test_whatever_is_no_record_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="records: "):
        parse_record(text)


@given(st.lists(st.sampled_from(["0", "+", "-", "+-", "-+"]), min_size=6, max_size=6))
def test_records_stand_in_the_position_and_come_back_as_counts(records: list[str]) -> None:
    position = parse_position("13000_9800_6200.2.2.345-345-345-345-345-345")
    known = with_records(position, categories_of(position, (), records))
    assert parse_position(format_position(known)) == known
    back = categories_of(known, (), ())
    assert [sorted(each.record) for each in back] == [sorted(parse_record(text)) for text in records]
    assert all(known.results[column][seat] == (0, 0) for column in range(6) for seat in (0, 2))

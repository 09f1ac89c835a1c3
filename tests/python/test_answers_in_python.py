"""Answers in Python: short in a session, as on the page in a notebook, and tables for other programs."""

from __future__ import annotations

import csv
import gc
import io
import re
from pathlib import Path

import pyarrow
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.app.ask_many import answer_cells
from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.core import arrow_stream
from kibitz.core.data_table import DataTable, from_exhibit
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Table
from kibitz.core.question import MAX_REPR_LINES, MAX_REPR_WIDTH, Answer


@pytest.fixture(scope="module")
def final() -> Answer:
    return kibitz.ask("jeopardy.final", scores=(18400, 14600, 9000), me=2, wager=14600)


def test_an_answer_is_at_most_five_lines_in_a_session(final: Answer) -> None:
    for answer in (final, kibitz.ask.parlour.kuhn(cards=4), kibitz.ask.jeopardy.final_card()):
        lines = repr(answer).splitlines()
        assert len(lines) <= MAX_REPR_LINES
        assert max(map(len, lines)) <= MAX_REPR_WIDTH
        assert answer.explain().headline.split()[0] in lines[1]


def test_no_answer_hides_the_methods_of_all_answers() -> None:
    for entry in ENTRIES:
        kind = request_type(entry.path).answer_type()
        for name in ("table", "tables", "to_csv", "__repr__"):
            assert getattr(kind, name) is getattr(Answer, name), (entry.path, name)


def test_a_notebook_shows_the_panel_and_the_curve_without_scripts_or_links(final: Answer) -> None:
    bundle = final._repr_mimebundle_()
    html = bundle["text/html"]
    assert bundle["text/plain"] == repr(final)
    assert 'aria-label="Recommendation"' in html
    assert "Bet $3,801" in html
    assert html.count("<svg") >= 1
    for unwanted in ("<script", "<a ", "href=", "onclick", "http://127"):
        assert unwanted not in html
    assert html.count("<div") == html.count("</div>")
    style = html.partition("<style>")[2].partition("</style>")[0]
    assert style.startswith(".kibitz-answer {")
    assert style.count("{") == style.count("}")


def test_the_table_of_a_recommendation_has_every_choice_unrounded(final: Answer) -> None:
    table = final.table()
    assert table.n_rows == 14_601
    best = table["worth"][3801]
    assert isinstance(best, float)
    assert table["loss"][3801] == 0
    assert best == max(worth for worth in table["worth"] if isinstance(worth, float))
    assert list(csv.reader(io.StringIO(final.to_csv())))[3802] == ["3801", str(best), "0.0"]
    with pytest.raises(InputError, match="use one of choices"):
        final.table("no such table")


def test_tables_are_written_to_files(final: Answer, tmp_path: Path) -> None:
    text = final.to_csv(tmp_path / "wagers.csv", "Named wagers")
    assert (tmp_path / "wagers.csv").read_text("utf-8") == text
    assert text.startswith("wager,")


def test_cells_become_numbers_only_if_the_whole_column_does() -> None:
    rows = (("$12,400", "43.6 %", "0.3 points", "a", "−5", ""), ("$0", "7 %", "0", "1", "+3", "—"))
    table = from_exhibit(Table(("wager", "win", "loss", "name", "change", "none"), rows))
    assert dict(table) == {
        "wager": (12_400, 0),
        "win": (0.436, 0.07),
        "loss (points)": (0.3, 0.0),
        "name": ("a", "1"),
        "change": (-5, 3),
        "none": (None, None),
    }


CELLS = st.one_of(
    st.lists(st.none() | st.integers(-(2**63), 2**63 - 1)),
    st.lists(st.none() | st.floats(allow_nan=False)),
    st.lists(st.none() | st.text(st.characters(exclude_categories=["Cs"]))),
    st.lists(st.none() | st.booleans()),
)


@given(CELLS)
def test_arrow_reads_the_columns_of_a_table_as_they_are(values: list[bool | int | float | str | None]) -> None:
    table = DataTable({"first": values, "second": list(range(len(values)))})
    read = pyarrow.table(table)
    assert read.to_pydict() == {"first": values, "second": list(range(len(values)))}
    read.validate(full=True)


def test_memory_of_a_stream_is_freed_when_it_is_read_and_when_it_is_not() -> None:
    table = DataTable({"a": [1, 2], "b": ["x", None]})
    read = pyarrow.table(table)
    table.__arrow_c_stream__()
    assert read.num_rows == 2
    del read
    gc.collect()
    assert not arrow_stream._alive
    assert not arrow_stream._streams


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(InputError, match="same length"):
        DataTable({"a": [1], "b": []})


def test_many_rows_give_one_table_with_errors_in_a_column() -> None:
    rows = [{"scores": (18400, 14600, 9000), "me": seat} for seat in (1, 2, 9)]
    many = kibitz.ask_many("jeopardy.final", rows, era=1996)
    for index in (0, 1):
        one = kibitz.ask("jeopardy.final", **rows[index], era=1996)
        assert many["headline"][index] == one.explain().headline
        assert many["error"][index] is None
    assert many["error"][2] == "me: must be a whole number from 1 to 3, not 9"
    assert many["scores"][0] == "18400,14600,9000"
    with pytest.raises(InputError, match="unknown question"):
        kibitz.ask_many("jeopardy.finale", rows)
    with pytest.raises(InputError, match="rows: must be a data frame"):
        kibitz.ask_many("jeopardy.final", [1])


@pytest.mark.slow
def test_workers_and_kinds_of_data_frames_give_the_same_table() -> None:
    rows = [{"p1": 0.01 * n, "p2": 0.5, "y1": 0.3, "y2": 0.4} for n in range(120)]
    alone = kibitz.ask_many("parlour.vote", rows)
    assert dict(kibitz.ask_many("parlour.vote", rows, workers=2)) == dict(alone)
    frame = pyarrow.Table.from_pylist(rows)
    assert dict(kibitz.ask_many("parlour.vote", frame)) == dict(alone)
    inputs = DataTable({name: alone[name] for name in rows[0]})
    assert dict(kibitz.ask_many("parlour.vote", inputs)) == dict(alone)


RANKED = st.tuples(*[st.integers(0, 30_000)] * 3)


@settings(max_examples=25, deadline=None)
@given(RANKED, st.integers(1, 3), st.sampled_from(["shared", "tiebreaker"]), st.floats(0, 1), st.booleans())
@example((0, 0, 500), 3, "shared", 0.5, False)
@example((1, 1, 1), 2, "tiebreaker", 0.0, True)
@example((20_000, 10_000, 0), 1, "tiebreaker", 1.0, True)
def test_many_finals_have_the_values_of_single_ones(
    scores: tuple[int, int, int], me: int, ties: str, confidence: float, cover: bool
) -> None:
    """The compiled kernel of a table against the readable tables of one answer, with the same refusals."""
    row = {"scores": scores, "me": me, "ties": ties, "confidence": confidence, "cover": cover, "wager": 0}
    many = next(kibitz.ask_many("jeopardy.final", [row]).rows())
    if many["error"] is not None:
        with pytest.raises(InputError, match=re.escape(many["error"])):
            kibitz.ask("jeopardy.final", None, **row)
        return
    one = kibitz.ask("jeopardy.final", None, **row)
    expected = answer_cells(one)
    for name in expected:
        value = many.get(f"answer_{name}", many.get(name))
        same = value == pytest.approx(expected[name], abs=1e-9) if isinstance(expected[name], float) else None
        assert same or value == expected[name], name

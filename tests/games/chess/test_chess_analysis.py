"""Analyses: sorting, caps, mates, the blend over depths, and the text form."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.chess.analysis import (
    CAP_PAWNS,
    UNSEEN,
    Analysis,
    analysis_from_lines,
    cache_position,
    parse_analysis,
)
from kibitz.games.chess.engine import MATE_CENTIPAWNS, SearchLines

POSITION = "8/8/8/8/8/8/8/K1k5 w - - 0 1"


def analysis(rows: list[list[int]], depths: tuple[int, ...] | None = None) -> Analysis:
    moves = tuple(f"a1a{i + 2}" if i < 7 else f"b1b{i - 5}" for i in range(len(rows[0])))
    depths = depths or tuple(range(1, len(rows) + 1))
    return Analysis(POSITION, moves, depths, np.array(rows, dtype=np.int32))


cells = st.one_of(st.just(int(UNSEEN)), st.integers(-MATE_CENTIPAWNS, MATE_CENTIPAWNS))
tables = st.integers(1, 8).flatmap(
    lambda width: st.tuples(
        st.lists(st.lists(cells, min_size=width, max_size=width), max_size=6),
        st.lists(st.integers(-MATE_CENTIPAWNS, MATE_CENTIPAWNS), min_size=width, max_size=width),
    )
)


@given(tables)
def test_the_text_of_an_analysis_reads_back(table: tuple[list[list[int]], list[int]]) -> None:
    before = analysis([*table[0], table[1]])
    after = parse_analysis(POSITION, before.to_text())
    assert (after.moves, after.depths, after.nodes) == (before.moves, before.depths, before.nodes)
    assert (after.centipawns == before.centipawns).all()


@given(tables)
def test_values_and_perceived_values_stay_within_the_cap(table: tuple[list[list[int]], list[int]]) -> None:
    result = analysis([*table[0], table[1]])
    assert (np.abs(result.values) <= CAP_PAWNS).all()
    assert (np.abs(result.perceived) <= CAP_PAWNS + 1e-9).all()


def test_moves_are_sorted_best_first_and_equals_keep_the_order_of_the_engine() -> None:
    lines = SearchLines({1: (("a", 5), ("b", 5), ("c", 9)), 2: (("b", 3), ("c", 7), ("a", 3))}, nodes=12)
    result = analysis_from_lines(POSITION, lines)
    assert result.moves == ("c", "b", "a")
    assert result.centipawns.tolist() == [[9, 5, 5], [7, 3, 3]]


def test_a_depth_that_was_not_finished_is_not_the_authority() -> None:
    lines = SearchLines({1: (("a", 5), ("b", 4)), 2: (("a", 3), ("b", 2)), 3: (("b", 90),)})
    result = analysis_from_lines(POSITION, lines)
    assert result.depths == (1, 2)
    assert result.values.tolist() == [0.03, 0.02]


def test_the_blend_over_depths_is_the_weighted_mean_of_logarithms() -> None:
    result = analysis([[100, -300], [200, -50]])
    for column, (first, last) in enumerate([(1.0, 2.0), (-3.0, -0.5)]):
        scaled = [np.sign(v) * np.log1p(abs(v)) for v in (first, last)]
        blend = (1 * scaled[0] + 4 * scaled[1]) / 5
        assert result.perceived[column] == pytest.approx(np.sign(blend) * np.expm1(abs(blend)))


def test_a_move_unseen_at_a_depth_looks_as_bad_there_as_the_worst_seen() -> None:
    unseen = analysis([[100, -300, UNSEEN], [200, -50, -80]])
    filled = analysis([[100, -300, -300], [200, -50, -80]])
    assert unseen.perceived.tolist() == filled.perceived.tolist()


def test_mates_are_capped_in_pawns_but_remembered() -> None:
    result = analysis([[MATE_CENTIPAWNS - 3, 40, -MATE_CENTIPAWNS + 2]])
    assert result.values.tolist() == [CAP_PAWNS, 0.4, -CAP_PAWNS]
    assert [result.mate(i) for i in range(3)] == [3, None, -2]


def test_a_move_searched_alone_is_never_better_than_the_worst_listed() -> None:
    listed = analysis([[100, -30], [200, -50]])
    alone = Analysis(POSITION, ("h1h2",), (1, 2), np.array([[-90], [500]], dtype=np.int32))
    joined = listed.with_move("h1h2", alone)
    assert joined.moves[-1] == "h1h2"
    assert joined.centipawns[:, -1].tolist() == [-90, -50]


def test_a_search_alone_that_stopped_earlier_still_gives_a_value() -> None:
    listed = analysis([[100, -30], [200, -50]])
    alone = Analysis(POSITION, ("h1h2",), (1,), np.array([[-90]], dtype=np.int32))
    assert listed.with_move("h1h2", alone).centipawns[:, -1].tolist() == [-90, -90]


def test_the_move_number_is_no_part_of_an_analysed_position() -> None:
    assert cache_position("8/8/8/8/8/8/8/K1k5 w - - 7 93") == "8/8/8/8/8/8/8/K1k5 w - - 7 1"
    with pytest.raises(InputError, match="six fields"):
        cache_position("8/8 w")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"cp": ' + "[" * 100_000,
        '{"moves": 3}',
        '{"moves":"a","depths":[1],"cp":[[1,2]],"nodes":0}',
    ],
)
def test_a_broken_record_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="analysis"):
        parse_analysis(POSITION, text)

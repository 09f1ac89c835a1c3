"""The shipped scale on positions drawn separately: recorded engine values of games at three marks."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.core import Decision, EventId, Unit
from kibitz.games.chess.analysis import CAP_PAWNS
from kibitz.games.chess.elo_scales import load_shipped_scale, sample_of
from kibitz.rate import Rating, intrinsic_rating

MARKS = (1900, 2300, 2700)


WIDTHS = {"ff": 500, "adjusted": 510}
"""Points that the intervals of a mark span at most, by method."""


@pytest.fixture(scope="module", params=WIDTHS)
def ratings(shared_data: Path, request: pytest.FixtureRequest) -> dict[int, Rating]:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(shared_data / "chess" / "pilot_sf151_d11_mpv30.parquet").to_pylist()
    groups: dict[int, list[Decision]] = {mark: [] for mark in MARKS}
    for row in rows:
        if row["in_range"] and not row["rep_before"] and not row["rep_after"] and row["nlegal"] > 1:
            values = tuple(max(-CAP_PAWNS, min(CAP_PAWNS, value / 100)) for value in row["cp"])
            groups[row["elo_mark"]].append(Decision(values, row["played_idx"], Unit.PAWNS, event=EventId(row["game"])))
    return {
        mark: intrinsic_rating(sample_of(group), load_shipped_scale(), draws=200, method=request.param)
        for mark, group in groups.items()
    }


@pytest.mark.slow
@pytest.mark.needs("shared data")
def test_players_of_the_pilot_are_rated_in_the_right_order(ratings: dict[int, Rating]) -> None:
    values = [ratings[mark].value for mark in MARKS]
    assert values == sorted(values)


@pytest.mark.needs("shared data")
@pytest.mark.parametrize("mark", MARKS)
def test_the_interval_of_a_pilot_mark_holds_it(ratings: dict[int, Rating], mark: int) -> None:
    rating = ratings[mark]
    assert rating.n > 1_000
    assert rating.low < mark < rating.high
    assert rating.high - rating.low < WIDTHS[rating.method]

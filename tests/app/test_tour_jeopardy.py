"""The stop of the tour at Jeopardy!."""

from __future__ import annotations

from kibitz.app.tour import jeopardy
from kibitz.games.jeopardy.play.placement import placement
from kibitz.games.jeopardy.show import Era


def test_the_first_stop_names_the_likeliest_square_of_recent_boards() -> None:
    stop = next(iter(jeopardy()))
    best = int(placement(Era.RECENT).chances(2).argmax())
    assert stop.answer.startswith(f"Row {best // 6 + 1}, column {best % 6 + 1}: ")
    assert stop.command.startswith("kibitz jeopardy ")

"""Board of a state as squares to click: play a square, put it back, or mark it as a Daily Double."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from kibitz.core.controls import ClickBinding
from kibitz.core.errors import InputError
from kibitz.core.exhibits.grids import HeatMap
from kibitz.core.units import format_money
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROUNDS, ROWS, SQUARES, Rules

if TYPE_CHECKING:
    from kibitz.games.jeopardy.categories import Category
    from kibitz.games.jeopardy.position import Position

Cell = TypeVar("Cell")
ROUND_NAMES = {1: "Jeopardy!", 2: "Double Jeopardy!"}
COUNT_WORDS = ("no", "one", "two")


def clickable_board(
    state: str,
    chances: Mapping[int, float] | None = None,
    best: int | None = None,
    categories: Sequence[Category] | None = None,
) -> HeatMap:
    """The board of a state, with the chance of a Daily Double in each open square (by its number) where it is known.

    Columns are called by their categories, with the records of the player in control under them.
    """
    from kibitz.games.jeopardy.categories import categories_of
    from kibitz.games.jeopardy.position import DecisionKind, parse_position

    position = parse_position(state)
    columns = categories_of(position, (), ()) if categories is None else categories
    if position.choosing is DecisionKind.DAILY_DOUBLE:  # the square that is bet on counts as played
        position = _with_found_doubles_played(position)
    still = [bool(position.open_squares >> place & 1) for place in range(SQUARES)]
    hidden = DAILY_DOUBLES[position.round_] - len(position.daily_doubles)
    shares = [((chances or {}).get(place, 0.0) if is_open else None) for place, is_open in enumerate(still)]
    n_open = sum(still)
    return HeatMap(
        tuple(format_money(value) for value in Rules().values(position.round_)),
        tuple(category.display_name for category in columns),
        _rows(shares),
        f"{ROUND_NAMES[position.round_]}, {n_open} {'square' if n_open == 1 else 'squares'} left",
        None if best is None else divmod(best, COLUMNS),
        ClickBinding(
            "state",
            _rows([_after(position, place) for place in range(SQUARES)]),
            _rows([_after(position, place, True) if is_open and hidden else "" for place, is_open in enumerate(still)]),
            "It is a Daily Double",
            _rows(["DD" if place in position.daily_doubles else "" for place in range(SQUARES)]),
        ),
        tuple(category.record_signs for category in columns),
        remark=f"{COUNT_WORDS[hidden]} Daily Double{'' if hidden == 1 else 's'} left",
    )


def _with_found_doubles_played(position: Position) -> Position:
    """The same board, with the squares of Daily Doubles that were found played."""
    from kibitz.games.jeopardy.position import DecisionKind

    squares = position.open_squares
    for place in position.daily_doubles:
        squares &= ~(1 << place)
    return replace(position, open_squares=squares, choosing=DecisionKind.NOTHING)


def _rows(cells: list[Cell]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(tuple(cells[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS))


def _after(position: Position, place: int, double: bool = False) -> str:
    """The state with a square played or put back, or with a Daily Double found in it; nothing where that cannot be."""
    from kibitz.games.jeopardy.position import NO_RESULTS

    for results in (position.results, NO_RESULTS):  # a square put back may leave more answers known than were given
        try:
            return _format_readable(replace(_toggle_square(position, place, double), results=results))
        except InputError:
            continue
    return ""


def _toggle_square(position: Position, place: int, double: bool) -> Position:
    from kibitz.games.jeopardy.board import Square
    from kibitz.games.jeopardy.position import NO_RESULTS, DecisionKind

    squares = position.open_squares ^ (1 << place)
    doubles = tuple(each for each in position.daily_doubles if each != place)
    choosing = (
        DecisionKind.SQUARE
        if squares
        else DecisionKind.FINAL
        if position.round_ == ROUNDS[-1]
        else DecisionKind.NOTHING
    )
    result = (*doubles, Square(place)) if double else doubles
    return replace(position, open_squares=squares, daily_doubles=result, choosing=choosing, results=NO_RESULTS)


def _format_readable(position: Position) -> str:
    """The notation with the rows left by column, which people can read."""
    from kibitz.games.jeopardy.position import NO_RESULTS, format_position

    scores, control, round_, _, result, results, decision, *totals = format_position(position).split(".")
    columns = "-".join(
        "".join(str(row + 1) for row in range(ROWS) if position.open_squares >> (row * COLUMNS + column) & 1) or "0"
        for column in range(COLUMNS)
    )
    parts = [scores, control, round_, columns, result]
    if position.results != NO_RESULTS or totals:
        parts.append(results)
    return ".".join([*parts, decision, *totals] if totals else parts)

"""What a page shows of a game that is kept score of: chances, the board to press, who answered, and the story."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from kibitz.core.exhibits import Exhibit, Line, Story, Table
from kibitz.core.offers import Order, Orders, Row, Share, Shares, Square, Squares
from kibitz.core.units import MINUS, format_money
from kibitz.games.jeopardy.board import format_square, parse_square, row_of, square
from kibitz.games.jeopardy.fields import PODIUMS
from kibitz.games.jeopardy.position import Position
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, SEATS, Rules

if TYPE_CHECKING:
    from kibitz.games.jeopardy.live import Moment

LETTERS = "LMR"
SIGNS = {"+": "✓", "-": "✗"}
LAST = 6
"""Clues that are listed, the last one first."""
_PLACE = re.compile(r"c[1-6]r[1-5]")


def watched(
    first: Position, moments: Sequence[Moment], position: Position, draft: str, me: int | None
) -> Iterator[Exhibit]:
    """Everything a page shows after some orders; ``draft`` is an order begun, such as a square without its answers."""
    yield _shares(moments, me)
    yield _board(moments, position, draft)
    yield _orders(position, draft)
    if len(moments) > 2:
        lines = tuple(Line(name, tuple(m.chances[seat] for m in moments)) for seat, name in enumerate(PODIUMS))
        parts = [(0, "Jeopardy" if first.round_ == 1 else "Double Jeopardy")]
        parts += [(place, "Double Jeopardy") for place, m in enumerate(moments) if m.order == "round 2"]
        yield Story("So far", lines, tuple(parts), step="clue")
    if len(moments) > 1:
        second = [first.round_ == 2 or any(m.order == "round 2" for m in moments[:k]) for k in range(len(moments))]
        told = [(clue_words(m.order, 2 if late else 1), m) for m, late in zip(moments, second, strict=True) if m.order]
        rows = tuple((words, *(format_money(score) for score in m.scores)) for words, m in reversed(told[-LAST:]))
        yield Table(("clue", *PODIUMS), rows, "The last clues")


def clue_words(order: str, round_: int) -> str:
    """An order as people say it: ``column 4, $600: Left ✗, Middle ✓``."""
    place = _PLACE.search(order)
    if not place:
        return "Double Jeopardy! begins" if order == "round 2" else order
    value = format_money(Rules().value(round_, row_of(parse_square(place[0]))))
    bet = re.search(r"([1-3]) (\d+) ?([+-])$", order) if order.startswith("dd") else None
    if bet:
        who, sign, wager = PODIUMS[int(bet[1]) - 1], SIGNS[bet[3]], format_money(int(bet[2]))
        return f"Daily Double, column {place[0][1]}: {who} {sign} {wager}"
    said = ", ".join(f"{PODIUMS[int(seat) - 1]} {SIGNS[sign]}" for seat, sign in re.findall(r" ([1-3])([+-])", order))
    return f"column {place[0][1]}, {value}: {said or 'no one'}"


def _shares(moments: Sequence[Moment], me: int | None) -> Shares:
    now, before = moments[-1], moments[-2] if len(moments) > 1 else None
    shares = []
    for seat, name in enumerate(PODIUMS):
        moved = 0.0 if before is None else 100 * (now.chances[seat] - before.chances[seat])
        change = "" if before is None else f"{moved:+.1f} by the last clue".replace("-", MINUS)
        shares.append(Share(name, now.chances[seat], format_money(now.scores[seat]), change, me == seat + 1))
    return Shares("Chance to win now", tuple(shares))


def _board(moments: Sequence[Moment], position: Position, draft: str) -> Squares:
    begun = max((place for place, m in enumerate(moments) if m.order == "round 2"), default=0)
    fell: dict[str, tuple[str, int]] = {}
    for moment in moments[begun:]:
        found = _PLACE.search(moment.order)
        if found:
            right = re.search(r"([1-3])\+", moment.order) or re.search(r"([1-3]) \d+ ?\+", moment.order)
            fell[found[0]] = (LETTERS[int(right[1]) - 1], int(right[1])) if right else ("–", 0)
    rules, rows = Rules(), []
    chosen = _PLACE.search(draft)
    for row in range(1, ROWS + 1):
        squares = []
        for column in range(1, COLUMNS + 1):
            place = square(row, column)
            key, value = format_square(place), format_money(rules.value(position.round_, row))
            name = f"column {column}, {value}"
            if position.open_squares >> place & 1:
                look: Literal["open", "chosen"] = "chosen" if chosen and chosen[0] == key else "open"
                squares.append(Square(value, f"on {key}", look=look, name=name))
            else:
                words, seat = fell.get(key, ("–", 0))
                squares.append(Square(words, seat=seat, name=f"{name}, played"))
        rows.append(tuple(squares))
    title = "Jeopardy round" if position.round_ == 1 else "Double Jeopardy round"
    back = Order("Undo", "undo") if len(moments) > 1 or draft else None
    return Squares(title, tuple(f"Column {c}" for c in range(1, COLUMNS + 1)), tuple(rows), back)


def _orders(position: Position, draft: str) -> Orders:
    """What can be ordered now, by how far the order is that was begun."""
    if draft == "final":
        row = Row((Order("Final is over", "final {}", True),), asks="Wagers and answers: 5000+ 3000- 0-")
        return Orders(
            "Final Jeopardy", (row, Row((Order("Back", "on"),))), "left, middle, right; + is right, - is wrong"
        )
    found = _PLACE.search(draft)
    if not found:
        return _rounds(position)
    key = found[0]
    value = format_money(Rules().value(position.round_, row_of(parse_square(key))))
    title = f"Column {key[1]} for {value}"
    if draft.startswith("dd"):
        seats = re.search(r" ([1-3])$", draft)
        if seats is None:
            found_it = tuple(
                Row((Order("found it", f"on dd {key} {seat}"),), PODIUMS[seat - 1], seat)
                for seat in range(1, SEATS + 1)
            )
            return Orders(
                f"Daily Double, {title[0].lower()}{title[1:]}", (*found_it, Row((Order("Back", f"on {key}"),)))
            )
        seat = int(seats[1])
        bets = tuple(
            Order(words, f"dd {key} {seat} {{}} {sign}", sign == "+")
            for words, sign in (("✓ Right", "+"), ("✗ Wrong", "-"))
        )
        row = Row(bets, PODIUMS[seat - 1], seat, "Wager")
        return Orders("The Daily Double", (row, Row((Order("Back", f"on dd {key}"),))))
    given = draft.removeprefix(key).strip()
    wrong = [int(word[0]) for word in given.split()]
    stem = f"{key} {given}".strip()
    rows: list[Row] = []
    for seat in range(1, SEATS + 1):
        if seat in wrong:
            continue
        last = len(wrong) == SEATS - 1
        missed = f"{stem} {seat}-"
        rows.append(
            Row(
                (Order("✓ Right", f"{stem} {seat}+"), Order("✗ Wrong", missed if last else f"on {missed}")),
                PODIUMS[seat - 1],
                seat,
            )
        )
    rest = [Order("No one else" if wrong else "No one", stem)]
    if not wrong and len(position.daily_doubles) < DAILY_DOUBLES[position.round_]:
        rest.append(Order("Daily Double", f"on dd {key}"))
    said = ", ".join(PODIUMS[seat - 1].lower() for seat in wrong)
    return Orders(title, (*rows, Row(tuple(rest))), f"{said} wrong" if said else "who answered?")


def _rounds(position: Position) -> Orders:
    words = "Press the square that is played." if position.open_squares else "All squares are played."
    if position.round_ == 1:
        return Orders(
            "Next clue", (Row((Order("Double Jeopardy! begins", "round 2", not position.open_squares),)),), words
        )
    return Orders("Next clue", (Row((Order("Final Jeopardy", "on final", not position.open_squares),)),), words)

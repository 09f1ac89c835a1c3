"""Page of live scoring: win chances, the board to click, who answered, and the win chart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from kibitz.core.controls import ActionButton, ActionPanel, ActionRow, ClickBoard, ClickSquare, PlayerShare, ShareBar
from kibitz.core.exhibits import Exhibit, Table
from kibitz.core.units import MINUS, format_money
from kibitz.draw.curve import Series
from kibitz.draw.win_chart import WinChart
from kibitz.games.jeopardy.board import format_square, parse_square, row_of, square
from kibitz.games.jeopardy.fields import PODIUMS
from kibitz.games.jeopardy.position import Position
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, SEATS, Rules

if TYPE_CHECKING:
    from kibitz.games.jeopardy.live import LiveMoment, LiveSession

PODIUM_LETTERS = "LMR"
SIGNS = {"+": "✓", "-": "✗"}
MAX_RECENT_CLUES = 6
"""Clues listed, the latest first."""
_PLACE = re.compile(r"c[1-6]r[1-5]")


def live_exhibits(
    first: Position, moments: Sequence[LiveMoment], position: Position, draft: str, session: LiveSession
) -> Iterator[Exhibit]:
    """Exhibits of a page after some actions; ``draft`` is an unfinished action, such as a square without answers."""
    yield _shares(moments, session.me, session.champion.seat)
    yield _board(moments, position, draft, session.categories)
    yield _orders(position, draft, session.guess)
    if len(moments) > 2:
        lines = tuple(Series(name, tuple(m.chances[seat] for m in moments)) for seat, name in enumerate(PODIUMS))
        parts = [(0, "Jeopardy" if first.round_ == 1 else "Double Jeopardy")]
        parts += [(place, "Double Jeopardy") for place, m in enumerate(moments) if m.order == "round 2"]
        yield WinChart("Win chances up to now", lines, tuple(parts), step="clue")
    if len(moments) > 1:
        second = [first.round_ == 2 or any(m.order == "round 2" for m in moments[:k]) for k in range(len(moments))]
        clues = [
            (describe_clue(m.order, 2 if late else 1), m) for m, late in zip(moments, second, strict=True) if m.order
        ]
        rows = tuple(
            (clue, *(format_money(score) for score in m.scores)) for clue, m in reversed(clues[-MAX_RECENT_CLUES:])
        )
        yield Table(("clue", *PODIUMS), rows, "Latest clues")


def describe_clue(order: str, round_: int) -> str:
    """An action as text: ``column 4, $600: Left ✗, Middle ✓``."""
    place = _PLACE.search(order)
    if not place:
        return "Double Jeopardy! begins" if order == "round 2" else order
    value = format_money(Rules().value(round_, row_of(parse_square(place[0]))))
    bet = re.search(r"([1-3]) (\d+) ?([+-])$", order) if order.startswith("dd") else None
    if bet:
        who, sign, wager = PODIUMS[int(bet[1]) - 1], SIGNS[bet[3]], format_money(int(bet[2]))
        return f"Daily Double, column {place[0][1]}: {who} {sign} {wager}"
    answers = ", ".join(
        f"{PODIUMS[int(seat) - 1]} {SIGNS[sign]}" for seat, sign in re.findall(r" ([1-3])([+-])", order)
    )
    return f"column {place[0][1]}, {value}: {answers or 'no one'}"


def _shares(moments: Sequence[LiveMoment], me: int | None, champion: int | None) -> ShareBar:
    now, before = moments[-1], moments[-2] if len(moments) > 1 else None
    shares = []
    for seat, name in enumerate(PODIUMS):
        moved = 0.0 if before is None else 100 * (now.chances[seat] - before.chances[seat])
        change = "" if before is None else f"{moved:+.1f} by the last clue".replace("-", MINUS)
        name += ", champion" if seat == champion else ""
        shares.append(PlayerShare(name, now.chances[seat], format_money(now.scores[seat]), change, me == seat + 1))
    return ShareBar("Chance to win now", tuple(shares))


def _board(moments: Sequence[LiveMoment], position: Position, draft: str, categories: Sequence[str]) -> ClickBoard:
    begun = max((place for place, m in enumerate(moments) if m.order == "round 2"), default=0)
    fell: dict[str, tuple[str, int]] = {}
    for moment in moments[begun:]:
        result = _PLACE.search(moment.order)
        if result:
            right = re.search(r"([1-3])\+", moment.order) or re.search(r"([1-3]) \d+ ?\+", moment.order)
            fell[result[0]] = (PODIUM_LETTERS[int(right[1]) - 1], int(right[1])) if right else ("–", 0)
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
                squares.append(ClickSquare(value, f"on {key}", look=look, name=name))
            else:
                words, seat = fell.get(key, ("–", 0))
                squares.append(ClickSquare(words, seat=seat, name=f"{name}, played"))
        rows.append(tuple(squares))
    title = "Jeopardy round" if position.round_ == 1 else "Double Jeopardy round"
    back = ActionButton("Undo", "undo") if len(moments) > 1 or draft else None
    names = [name.strip() for name in categories[COLUMNS * (position.round_ - 1) :][:COLUMNS]]
    columns = (name or f"Column {c}" for c, name in enumerate([*names, *[""] * (COLUMNS - len(names))], 1))
    return ClickBoard(title, tuple(columns), tuple(rows), back)


def _orders(position: Position, draft: str, guesses: bool) -> ActionPanel:
    """Actions that are possible now, given the unfinished one."""
    if draft == "final":
        row = ActionRow(
            (ActionButton("End Final", "final {}", True),), asks="Wagers and answers, such as 5000+ 3000- 0-"
        )
        return ActionPanel(
            "Final Jeopardy",
            (row, ActionRow((ActionButton("Back", "on"),))),
            remark="left, middle, right; + is right, - is wrong",
        )
    result = _PLACE.search(draft)
    if not result:
        return _rounds(position)
    key = result[0]
    value = format_money(Rules().value(position.round_, row_of(parse_square(key))))
    title = f"Column {key[1]} for {value}"
    if draft.startswith("dd"):
        return _double_orders(key, title, draft, guesses)
    given = draft.removeprefix(key).strip()
    wrong = [int(word[0]) for word in given.split()]
    stem = f"{key} {given}".strip()
    rows: list[ActionRow] = []
    for seat in range(1, SEATS + 1):
        if seat in wrong:
            continue
        last = len(wrong) == SEATS - 1
        missed = f"{stem} {seat}-"
        rows.append(
            ActionRow(
                (
                    ActionButton("✓ Right", f"{stem} {seat}+"),
                    ActionButton("✗ Wrong", missed if last else f"on {missed}"),
                ),
                PODIUMS[seat - 1],
                seat,
            )
        )
    rest = [ActionButton("No one else" if wrong else "No one", stem)]
    if not wrong and len(position.daily_doubles) < DAILY_DOUBLES[position.round_]:
        rest.append(ActionButton("Daily Double", f"on dd {key}"))
    missed_by = ", ".join(PODIUMS[seat - 1].lower() for seat in wrong)
    note = f"{missed_by} wrong" if missed_by else "who answered?"
    return ActionPanel(title, (*rows, ActionRow(tuple(rest))), remark=note)


def _double_orders(key: str, title: str, draft: str, guesses: bool) -> ActionPanel:
    """Who found the Daily Double; a guess of the wager, if wanted; then the wager and whether it was right."""
    seats = re.search(r"^dd \w+ ([1-3])", draft)
    if seats is None:
        found_it = tuple(
            ActionRow((ActionButton("found it", f"on dd {key} {seat}"),), PODIUMS[seat - 1], seat)
            for seat in range(1, SEATS + 1)
        )
        return ActionPanel(
            f"Daily Double, {title[0].lower()}{title[1:]}",
            (*found_it, ActionRow((ActionButton("Back", f"on {key}"),))),
        )
    seat = int(seats[1])
    back = ActionButton("Back", f"on dd {key}")
    if guesses and draft == f"dd {key} {seat}":
        ask = ActionButton("Judge my guess", f"on {draft} guess {{}}", True)
        row = ActionRow((ask,), PODIUMS[seat - 1], seat, "Your guess")
        return ActionPanel(
            "Guess the wager", (row, ActionRow((ActionButton("Show advice", f"on {draft} shown"), back)))
        )
    bets = tuple(
        ActionButton(words, f"dd {key} {seat} {{}} {sign}", sign == "+")
        for words, sign in (("✓ Right", "+"), ("✗ Wrong", "-"))
    )
    return ActionPanel("The Daily Double", (ActionRow(bets, PODIUMS[seat - 1], seat, "Wager"), ActionRow((back,))))


def _rounds(position: Position) -> ActionPanel:
    note = "Click the square that is played." if position.open_squares else "All squares are played."
    if position.round_ == 1:
        return ActionPanel(
            "Next clue",
            (ActionRow((ActionButton("Double Jeopardy! begins", "round 2", not position.open_squares),)),),
            remark=note,
        )
    return ActionPanel(
        "Next clue", (ActionRow((ActionButton("Final Jeopardy", "on final", not position.open_squares),)),), remark=note
    )

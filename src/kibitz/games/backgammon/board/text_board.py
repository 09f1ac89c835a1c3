"""The board as lines of text, seen by one side: its home at the lower right, its checkers X, the other side's O."""

from __future__ import annotations

from kibitz.games.backgammon.board.position import BAR, POINTS, Position

MAX_DRAWN_MEN = 5
"""Checkers drawn on a point; of more, the number is written."""
_WIDTH = 3


def text_board(position: Position) -> str:
    """A drawing of a position; ``position.own`` are X and move from the 24-point to the 1-point."""
    stacks = [
        (position.own[slot], "X") if position.own[slot] else (position.opponent[POINTS - 1 - slot], "O")
        for slot in range(POINTS)
    ]
    upper, lower = list(range(12, 24)), list(range(11, -1, -1))
    lines = [_numbers(upper)]
    lines += [_row(stacks, upper, depth, _man(position.opponent[BAR], "O", depth)) for depth in range(MAX_DRAWN_MEN)]
    lines.append(" " * (6 * _WIDTH) + "|BAR|")
    lines += [
        _row(stacks, lower, depth, _man(position.own[BAR], "X", depth)) for depth in reversed(range(MAX_DRAWN_MEN))
    ]
    lines.append(_numbers(lower))
    (pips, his), (off, his_off) = position.pips, position.off
    lines.append(f"X {pips} pips, {off} off; O {his} pips, {his_off} off")
    return "\n".join(line.rstrip() for line in lines)


def _numbers(slots: list[int]) -> str:
    words = [f"{slot + 1:>{_WIDTH}}" for slot in slots]
    return "".join(words[:6]) + "|   |" + "".join(words[6:])


def _row(stacks: list[tuple[int, str]], slots: list[int], depth: int, bar: str) -> str:
    words = [f"{_man(*stacks[slot], depth):>{_WIDTH}}" for slot in slots]
    return "".join(words[:6]) + f"|{bar:^3}|" + "".join(words[6:])


def _man(men: int, sign: str, depth: int) -> str:
    if depth == MAX_DRAWN_MEN - 1 and men > MAX_DRAWN_MEN:
        return str(men)
    return sign if depth < men else ""

"""A position in a game of Jeopardy!: scores, control, round, open squares, known facts, and who decides.

The notation fits a URL without escapes, for example ``4200_0_-600.1.2.3ffffff0.c1r1.0.1s``: scores, seat in
control, round, open squares as a hexadecimal set, known Daily Doubles, results by category, and whose decision. In
the second game of a match the totals of the first follow: ``.21000_14000_9000``. The open squares may
also be the rows left in each of the six columns, ``345-12345-0-5-12345-45``, and the last parts may be left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from kibitz.core import InputError
from kibitz.games.jeopardy.board import ALL_SQUARES, Square, column_of, format_square, parse_square
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROUNDS, ROWS, SEATS, Rules, check_round, check_scores

Results = tuple[tuple[tuple[int, int], ...], ...]
"""Right and wrong answers by category (6) and seat (3)."""

NO_RESULTS: Results = (((0, 0),) * SEATS,) * COLUMNS

MAX_TEXT = 400


class DecisionKind(StrEnum):
    """What the player who decides has to decide."""

    SQUARE = "s"
    BUZZ = "b"
    DAILY_DOUBLE = "d"
    FINAL = "f"
    NOTHING = "n"


@dataclass(frozen=True, slots=True)
class Position:
    """Seats count from 0. ``open_squares`` is a bit set; ``daily_doubles`` are the squares of those already found."""

    scores: tuple[int, int, int]
    control: int = 0
    round_: int = 1
    open_squares: int = ALL_SQUARES
    daily_doubles: tuple[Square, ...] = ()
    results: Results = NO_RESULTS
    decider: int = 0
    choosing: DecisionKind = DecisionKind.SQUARE
    totals: tuple[int, int, int] | None = None
    """What each seat won in the first game of a match of two; ``None`` in a single game."""

    def __post_init__(self) -> None:
        check_scores(self.scores)
        if self.totals is not None:
            check_scores(self.totals)
        check_round(self.round_)
        for name, seat in (("control", self.control), ("decider", self.decider)):
            if not 0 <= seat < SEATS:
                raise InputError(f"{name}: must be a seat from 0 to {SEATS - 1}, not {seat}")
        if not 0 <= self.open_squares <= ALL_SQUARES:
            raise InputError("open squares: must be a set of the 30 squares")
        self._check_daily_doubles()
        self._check_results()
        if self.choosing is DecisionKind.FINAL and (self.round_ != 2 or self.open_squares):
            raise InputError("board: Final Jeopardy starts only when no square of round 2 is left")
        if (
            self.choosing in (DecisionKind.SQUARE, DecisionKind.BUZZ, DecisionKind.DAILY_DOUBLE)
            and not self.open_squares
        ):
            raise InputError("board: no square is open, so there is nothing to pick, buzz for or bet on")

    def _check_daily_doubles(self) -> None:
        result = self.daily_doubles
        if len(set(result)) != len(result) or len(result) > DAILY_DOUBLES[self.round_]:
            raise InputError(
                f"daily doubles: round {self.round_} hides {DAILY_DOUBLES[self.round_]}, each in its own square"
            )
        if len({column_of(place) for place in result}) != len(result):
            raise InputError("daily doubles: two cannot be in the same column")
        if any(self.open_squares >> place & 1 for place in result):
            if self.choosing is DecisionKind.DAILY_DOUBLE:
                return
            raise InputError("daily doubles: a square with a known Daily Double cannot be open")

    def _check_results(self) -> None:
        if len(self.results) != COLUMNS or any(len(category) != SEATS for category in self.results):
            raise InputError("results: give right and wrong answers of three players in six categories")
        for column, category in enumerate(self.results):
            played = sum(not self.open_squares >> (row * COLUMNS + column) & 1 for row in range(ROWS))
            if any(not 0 <= n <= ROWS for pair in category for n in pair):
                raise InputError(f"results: give 0 to {ROWS} answers for each player and category")
            if any(sum(pair) > played for pair in category) or sum(right for right, _ in category) > played:
                raise InputError(f"results: category {column + 1} has more answers than clues played")

    @property
    def n_open(self) -> int:
        """How many squares are open."""
        return self.open_squares.bit_count()

    def dollars_left(self, rules: Rules | None = None) -> int:
        """Total value of the open squares of this round."""
        values = (rules or Rules()).values(self.round_)
        return sum(values[i // COLUMNS] for i in range(ROWS * COLUMNS) if self.open_squares >> i & 1)


def format_position(position: Position) -> str:
    """The notation of a position; `parse_position` reads it back."""
    results = "_".join("".join(f"{right}{wrong}" for right, wrong in category) for category in position.results)
    return ".".join(
        [
            "_".join(str(score) for score in position.scores),
            str(position.control + 1),
            str(position.round_),
            f"{position.open_squares:x}",
            "".join(format_square(place) for place in position.daily_doubles) or "0",
            results if position.results != NO_RESULTS else "0",
            f"{position.decider + 1}{position.choosing.value}",
            *([] if position.totals is None else ["_".join(str(total) for total in position.totals)]),
        ]
    )


_SCORES = r"-?\d{1,7}(?:_-?\d{1,7})*"
_NOTATION = re.compile(
    rf"(?P<scores>{_SCORES})\.(?P<control>[1-3])\.(?P<round>[12])\.(?P<open>[0-9a-f]{{1,8}}|[0-5]{{1,5}}(?:-[0-5]{{1,5}}){{5}})"
    r"(?:\.(?P<doubles>0|(?:c[1-6]r[1-5])+)(?:\.(?P<results>0|[0-5]{6}(?:_[0-5]{6}){5})"
    rf"(?:\.(?P<decider>[1-3])(?P<choosing>[sbdfn])(?:\.(?P<totals>{_SCORES}))?)?)?)?"
)


def parse_position(text: str) -> Position:
    """Read the notation; raises `InputError` on anything else.

    Parts left out at the end mean: no Daily Double found, no results known, the player in control picks a square.
    """
    match = _NOTATION.fullmatch(text) if len(text) <= MAX_TEXT else None
    if match is None:
        raise InputError(f"position: {_describe_wrong_part(text)}")
    doubles = match["doubles"] if match["doubles"] not in (None, "0") else ""
    open_squares = _open(match["open"])
    choosing = (
        DecisionKind(match["choosing"]) if match["choosing"] else _default_decision(int(match["round"]), open_squares)
    )
    return Position(
        scores=_numbers(match["scores"]),
        control=int(match["control"]) - 1,
        round_=int(match["round"]),
        open_squares=open_squares,
        daily_doubles=tuple(parse_square(doubles[i : i + 4]) for i in range(0, len(doubles), 4)),
        results=_results(match["results"] or "0"),
        decider=int(match["decider"] or match["control"]) - 1,
        choosing=choosing,
        totals=None if match["totals"] is None else _numbers(match["totals"]),
    )


_PARTS = (
    ("scores", _SCORES, "three scores such as 6200_4800_3000"),
    ("player in control", r"[1-3]", "1, 2 or 3"),
    ("round", r"[12]", "1 or 2"),
    (
        "open squares",
        r"[0-9a-f]{1,8}|[0-5]{1,5}(?:-[0-5]{1,5}){5}",
        "rows left in six columns such as 345-2345-45-12345-5-0",
    ),
    ("Daily Doubles found", r"0|(?:c[1-6]r[1-5])+", "0 or squares such as c6r4 or c1r4c2r4"),
    ("results", r"0|[0-5]{6}(?:_[0-5]{6}){5}", "0 or six digits for each of six columns"),
    ("decision", r"[1-3][sbdfn]", "a player and one of s, b, d, f, n, such as 2s"),
    ("totals", _SCORES, "three totals of game 1 such as 21000_14000_9000"),
)
"""Parts of the notation: name, pattern and what is accepted."""


def _describe_wrong_part(text: str) -> str:
    """Which part of a notation is wrong, and what it should be."""
    if len(text) > MAX_TEXT:
        return f"has at most {MAX_TEXT} characters, not {len(text)}"
    given = text.split(".")
    for (name, pattern, accepted), part in zip(_PARTS, given, strict=False):
        if not re.fullmatch(pattern, part):
            return f"{name} must be {accepted}, not {part[:40]!r}"
    if len(given) > len(_PARTS):
        return f"has at most {len(_PARTS)} parts between dots, not {len(given)}"
    name, _, accepted = _PARTS[len(given)]
    return f"{name} is missing after {text[:40]!r}; add a dot and {accepted}"


def check_hidden_doubles(position: Position) -> None:
    """Refuse a board on which the Daily Doubles still hidden cannot be: each is in a column of its own."""
    hidden = DAILY_DOUBLES[position.round_] - len(position.daily_doubles)
    columns = {column_of(Square(place)) for place in range(ROWS * COLUMNS) if position.open_squares >> place & 1}
    free = columns - {column_of(place) for place in position.daily_doubles}
    if position.open_squares and hidden > len(free):
        raise InputError(
            f"Daily Doubles found: {hidden} are still hidden, but only {len(free)} open columns can hide one; "
            "write those found, such as c1r4c2r4"
        )


def _numbers(text: str) -> tuple[int, int, int]:
    return check_scores(tuple(int(number) for number in text.split("_")))


def _default_decision(round_: int, open_squares: int) -> DecisionKind:
    """What there is to decide where the notation does not say."""
    if open_squares:
        return DecisionKind.SQUARE
    return DecisionKind.FINAL if round_ == ROUNDS[-1] else DecisionKind.NOTHING


def _open(text: str) -> int:
    """Open squares from a hexadecimal set or from the rows left in each column."""
    if "-" not in text:
        return int(text, 16)
    mask = 0
    for column, rows in enumerate(text.split("-")):
        digits = [int(digit) for digit in rows if digit != "0"]
        if len(set(digits)) != len(digits):
            raise InputError(f"position: name each row at most once in a column, not {rows!r}")
        for row in digits:
            mask |= 1 << ((row - 1) * COLUMNS + column)
    return mask


def _results(text: str) -> Results:
    if text == "0":
        return NO_RESULTS
    return tuple(
        tuple((int(category[i]), int(category[i + 1])) for i in range(0, 2 * SEATS, 2)) for category in text.split("_")
    )

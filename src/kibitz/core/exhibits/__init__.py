"""Exhibits: what an answer shows, without markup. Terminal and page render them in their own ways. Cells are text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, cast

from msgspec import Struct

from kibitz.core.choices import ChoiceList, parse_choices
from kibitz.core.controls import ActionPanel, ClickBinding, ClickBoard, FormHints, ShareBar, Slider
from kibitz.core.errors import InputError
from kibitz.core.exhibits.charts import (
    CalibrationPlot,
    CrossoverChart,
    LetterChart,
    NumberLineChart,
    OutcomeBar,
    TileTable,
    Waterfall,
)
from kibitz.core.exhibits.rule_map import RuleMap as RuleMap
from kibitz.core.exhibits.rule_map import RuleRegion as RuleRegion
from kibitz.core.exhibits.summaries import SummaryExhibit
from kibitz.core.grades import GLYPHS
from kibitz.core.recommendation import Option, Recommendation
from kibitz.core.units import Unit, format_amount, format_chance, format_loss

MAX_SHOWN_CHOICES = 12
"""Most choices shown of a long list, best first."""
ROUNDING_LOSS = 1e-12
"""Smaller losses are rounding errors and shown as 0."""


class Note(Struct, frozen=True, tag="note"):
    """A sentence or a block of text; ``fixed`` keeps its line breaks and columns (a card, a board of letters), and a
    ``drawing`` is an SVG picture, which a terminal prints as text."""

    text: str
    tone: Literal["plain", "strong", "quiet", "warning", "fixed", "drawing"] = "plain"


class Table(Struct, frozen=True, tag="table"):
    """Rows of text. ``left`` are the left-aligned columns, ``strong`` the highlighted rows; both from 0."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    left: tuple[int, ...] = (0,)
    strong: tuple[int, ...] = ()
    quiet: tuple[int, ...] = ()
    grades: tuple[str, ...] = ()
    """The grade of each row if rows are choices, or an empty string."""
    few: tuple[int, ...] = ()
    """The columns to show if there is little room."""
    links: tuple[str, ...] = ()
    """The link of each row on a page, if any."""
    seats: tuple[int, ...] = ()
    """The player of each row, from 1, if a page can filter by player."""
    asks: str = ""
    """The argument of the question that takes the first cell of a row as the user's own choice."""
    chosen: int | None = None
    """The row of the user's own choice, from 0."""
    remark: str = ""


class Series(Struct, frozen=True):
    """A named line with a value at each point: a player's chances, or another curve."""

    name: str
    values: tuple[float, ...]


class CurveMark(Struct, frozen=True):
    """A named choice on a curve."""

    choice: int
    label: str


class OwnChoice(Struct, frozen=True):
    """The user's own choice on a curve, with its grade and glyph."""

    choice: int
    grade: str
    glyph: str


class CurveNote(Struct, frozen=True):
    """A note of two short lines at a break of a curve after this choice; the curve ``falls`` or rises there."""

    choice: int
    words: str
    falls: bool = True


class Curve(Struct, frozen=True, tag="curve"):
    """Values over whole numbers with the plateau, the best choice, the user's own choice and named marks; drawn by
    `kibitz.draw`.

    ``names`` are the labels of the choices if numbers say nothing; ``low`` and ``high`` the ends of the intervals, one
    per choice, or empty. A curve over something else, such as a rating over time, has no plateau.
    """

    title: str
    choice_axis: str
    worth_axis: str
    choices: tuple[int, ...]
    worth: tuple[float, ...]
    unit: Unit
    plateau: tuple[int, int] | None
    marks: tuple[CurveMark, ...] = ()
    choice_unit: Unit | None = None
    footnote: str = ""
    best: int | None = None
    own: OwnChoice | None = None
    names: tuple[str, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    beside: tuple[Series, ...] = ()
    """Other curves over the same choices, named at their ends, such as the chance if right and if wrong."""
    remarks: tuple[CurveNote, ...] = ()
    name: str = ""
    """Its name at its end next to those; by default the name of its axis."""

    def format_choice(self, choice: float) -> str:
        """The label of a choice: its name, its amount, or its number."""
        if self.names and choice in self.choices:
            return self.names[self.choices.index(int(choice))]
        return format_amount(choice, self.choice_unit) if self.choice_unit is not None else f"{choice:,.0f}"


class HeatMap(Struct, frozen=True, tag="heat"):
    """A board of squares with a share each, 0 to 1, or ``None`` for a played square. ``best`` is row and column. With
    ``press`` the squares can be pressed on a page; the remark is then opposite the title."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    shares: tuple[tuple[float | None, ...], ...]
    title: str = ""
    best: tuple[int, int] | None = None
    press: ClickBinding | None = None
    remark: str = ""
    notes: tuple[str, ...] = ()
    """Text under the name of each column, such as the results there."""


class ErrorFlag(Struct, frozen=True):
    """A flagged error on a win chart: its step, its line (from 0) and its grade."""

    place: int
    line: int
    grade: str
    words: str
    seat: int = 0
    """If two players share one line: 1 for the player of the line (flag above it), 2 for the other (below it)."""


class WinChart(Struct, frozen=True, tag="story"):
    """Win chances of two or three players over a game, drawn as lines by `kibitz.draw`. ``parts`` names the steps at
    which a part of the game begins; errors are flagged."""

    title: str
    lines: tuple[Series, ...]
    parts: tuple[tuple[int, str], ...] = ()
    flags: tuple[ErrorFlag, ...] = ()
    step: str = "step"
    """The name of a step: a clue, a move."""
    note: str = ""


class BoardDiagram(Struct, frozen=True, tag="board"):
    """A board to draw: ``name`` is the game (``chess``, ``backgammon``), ``state`` the notation."""

    name: str
    state: str
    caption: str = ""
    play: str = ""
    """A play to draw on it, in the notation of the game."""
    other: str = ""
    """The play that was made and its grade, to draw as well: ``e2e4 mistake``."""
    flipped: bool = False
    names: tuple[str, ...] = ()
    """The players; the one at the bottom first."""


class ThresholdZone(Struct, frozen=True):
    """A zone of a threshold bar up to a chance, and what to do there; ``acts`` marks zones in which to act."""

    until: float
    words: str
    acts: bool = False


class ThresholdBar(Struct, frozen=True):
    """One threshold bar from 0 to 1: its name, a note below it, and the verdict at the mark."""

    name: str
    zones: tuple[ThresholdZone, ...]
    verdict: str
    note: str = ""


class ThresholdBars(Struct, frozen=True, tag="strips"):
    """Threshold bars under one mark: the confidence to buzz, the chance to double."""

    title: str
    strips: tuple[ThresholdBar, ...]
    at: float
    at_words: str


class ForestRow(Struct, frozen=True):
    """An estimate with its interval (``None`` for an open side), a note below the name, and cells to the right."""

    name: str
    value: float
    low: float | None
    high: float | None
    note: str = ""
    cells: tuple[str, ...] = ()


class ForestPlot(Struct, frozen=True, tag="whiskers"):
    """Forest plot: estimates on one scale, with row ``best`` (from 0) highlighted; ``table`` has the same as text."""

    title: str
    rows: tuple[ForestRow, ...]
    table: Table
    columns: tuple[str, ...] = ()
    """The headings of the cells."""
    best: int | None = None
    digits: int = 0
    remark: str = ""


class Matrix(Struct, frozen=True, tag="matrix"):
    """Numbers by row and column, coloured from ``low`` to ``high``; ``words`` are the texts of the cells, ``ringed``
    the cells that are played. ``table`` has the same as text for a terminal."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    words: tuple[tuple[str, ...], ...]
    table: Table | None = None
    ringed: tuple[tuple[int, int], ...] = ()
    remark: str = ""
    worths: bool = False
    """Whether the last column is the value of each row."""
    corner: str = ""
    """The names of rows and columns."""
    note: str = ""


class OutcomeDifference(Struct, frozen=True):
    """One outcome: who is right (``None`` for all other outcomes), and what one choice gains there."""

    outcome: tuple[tuple[str, bool], ...] | None
    amount: float


class OutcomeBreakdown(Struct, frozen=True, tag="gains"):
    """What the best choice gains and loses against another one by outcome, in win chance."""

    title: str
    against: str
    rows: tuple[OutcomeDifference, ...]
    name: str = ""
    """Short name of the other choice."""


class ChoiceBar(Struct, frozen=True):
    """A choice with its probability, its loss and its grade."""

    name: str
    chance: float
    cost: str = ""
    grade: str = ""


class ChoiceFrequencies(Struct, frozen=True, tag="bars"):
    """Predicted choices, most likely first; ``table`` has the same as text."""

    title: str
    bars: tuple[ChoiceBar, ...]
    table: Table


class ReplayStep(Struct, frozen=True):
    """One step of a replay: the board, the move, its loss and its grade."""

    board: BoardDiagram
    name: str
    words: str
    grade: str = ""
    link: str = ""
    """The link to a question about this step."""
    about: str = ""
    """The player and the place in the game."""
    best: str = ""
    worth: str = ""
    """The best choice and its value."""
    why: str = ""
    cost: str = ""
    """The loss of the choice that was made, if known."""
    options: Table | None = None
    """The choices, best first."""
    chances: ChoiceFrequencies | None = None
    """Predicted choices of peers, most likely first."""
    rule: str = ""
    """The rule of thumb here, and after a semicolon the loss of not following it."""


class GameReplay(Struct, frozen=True, tag="steps"):
    """A game to step through; a separate table has the same as text."""

    title: str
    steps: tuple[ReplayStep, ...]
    link_words: str = ""
    unit: str = ""
    """The name of the value of the best choice."""
    remark: str = ""


Exhibit: TypeAlias = (
    Recommendation
    | Note
    | Table
    | Curve
    | HeatMap
    | WinChart
    | ThresholdBars
    | BoardDiagram
    | ForestPlot
    | Matrix
    | OutcomeBreakdown
    | ChoiceFrequencies
    | RuleMap
    | GameReplay
    | Slider
    | FormHints
    | ActionPanel
    | ShareBar
    | ClickBoard
    | OutcomeBar
    | Waterfall
    | TileTable
    | LetterChart
    | CalibrationPlot
    | NumberLineChart
    | CrossoverChart
    | SummaryExhibit
)


def recommendation_curve(
    counsel: Recommendation,
    title: str,
    choice_axis: str,
    worth_axis: str,
    marks: Sequence[CurveMark] = (),
    choice_unit: Unit | None = None,
    footnote: str = "",
) -> Curve:
    """The curve of a recommendation over numbers, without choices that are ruled out."""
    if counsel.curve is None or counsel.plateau is None:
        raise InputError("a curve needs choices that are whole numbers, and the worth of every one")
    choices = parse_choices(counsel.curve.choices)
    numbers = tuple(map(int, choices) if isinstance(choices, ChoiceList) else choices.numbers)
    worth = counsel.curve.worth
    some = str in set(map(type, worth))  # all are numbers as a rule, and there may be 20,000 of them
    values = tuple(v for v in worth if not isinstance(v, str)) if some else cast(tuple[float, ...], worth)
    if len(values) < len(numbers):
        numbers = tuple(n for n, value in zip(numbers, counsel.curve.worth, strict=True) if not isinstance(value, str))
    first, last = counsel.plateau
    mine = counsel.judgement
    return Curve(
        title,
        choice_axis,
        worth_axis,
        numbers,
        values,
        counsel.unit,
        (int(first), int(last)),
        tuple(marks),
        choice_unit,
        footnote,
        int(counsel.choice),
        None if mine is None or mine.worth is None else OwnChoice(int(mine.choice), mine.grade, GLYPHS[mine.grade]),
    )


def options_table(counsel: Recommendation, word: str, title: str = "") -> Table:
    """The choices of a recommendation with their values: all in order if few, else the best ones first."""
    options = list(counsel.best)
    if counsel.options <= len(options) <= MAX_SHOWN_CHOICES and all(option.choice.isdigit() for option in options):
        options.sort(key=lambda option: int(option.choice))
    mixed = any(option.probability for option in options)
    rows = tuple(_cells(option, counsel, mixed) for option in options[:MAX_SHOWN_CHOICES])
    return Table((word, *(["play"] if mixed else []), "worth", "loss"), rows, title, left=())


def _cells(option: Option, counsel: Recommendation, mixed: bool) -> tuple[str, ...]:
    unit = counsel.unit
    play = [format_chance(option.probability) if option.probability else ""] if mixed else []
    return (
        counsel.label(option.choice),
        *play,
        format_amount(option.worth, unit),
        format_option_loss(option.loss, unit),
    )


def format_option_loss(loss: float, unit: Unit) -> str:
    """A loss as text; rounding errors are shown as 0."""
    return format_loss(0.0 if loss < ROUNDING_LOSS else loss, unit)


def join_truncated(words: Sequence[str], most: int = 10) -> str:
    """``a, b, c and 4 more``."""
    rest = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + rest

"""What an answer shows, in neutral pieces that every skin renders in its own way. Cells are words, fit for people."""

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
"""Choices shown of a long list, best first."""
ROUNDING_LOSS = 1e-12
"""Losses below this are rounding errors and shown as none."""


class Note(Struct, frozen=True, tag="note"):
    """A sentence or a block of text; ``fixed`` keeps its line breaks and columns (a card, a board of letters), and a
    ``drawing`` is a picture as SVG, which a terminal prints as it is."""

    text: str
    tone: Literal["plain", "strong", "quiet", "warning", "fixed", "drawing"] = "plain"


class Table(Struct, frozen=True, tag="table"):
    """Rows of words. ``left`` names the columns set flush left; ``strong`` the rows that matter most, from 0."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    left: tuple[int, ...] = (0,)
    strong: tuple[int, ...] = ()
    quiet: tuple[int, ...] = ()
    grades: tuple[str, ...] = ()
    """The grade of each row, where rows are choices; none is empty."""
    few: tuple[int, ...] = ()
    """The columns to show where there is little room."""
    links: tuple[str, ...] = ()
    """Where each row leads on a page, if anywhere."""
    seats: tuple[int, ...] = ()
    """Whose each row is, from 1, where those of one player can be shown alone."""
    asks: str = ""
    """The argument of the question that takes the first cell of a row as a choice of one's own."""
    chosen: int | None = None
    """The row of one's own choice, from 0."""
    remark: str = ""


class Series(Struct, frozen=True):
    """A line with its name, a value at each place: a player's chances, a curve beside another."""

    name: str
    values: tuple[float, ...]


class CurveMark(Struct, frozen=True):
    """A choice worth naming on a curve."""

    choice: int
    label: str


class OwnChoice(Struct, frozen=True):
    """A choice of the person's own on a curve, with its grade and the grade's glyph."""

    choice: int
    grade: str
    glyph: str


class CurveNote(Struct, frozen=True):
    """Two short lines beside the place where a curve breaks, after this choice; ``falls`` or rises."""

    choice: int
    words: str
    falls: bool = True


class Curve(Struct, frozen=True, tag="curve"):
    """Worth over whole numbers, with the run of best choices, the choice advised, one's own, and the marks; drawn by
    `kibitz.draw`. ``names`` are the words of the choices, where numbers say nothing; ``low`` and ``high`` the ends of
    intervals, one a choice, or none. What is no choice (a rating over time) has no plateau."""

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
    """Other curves over the same choices, named at their ends: what holds if one is right, if one is wrong."""
    remarks: tuple[CurveNote, ...] = ()
    name: str = ""
    """What stands at its own end beside those; the name of its axis where nothing does."""

    def format_choice(self, choice: float) -> str:
        """What a choice is called: its name, its amount, or its number."""
        if self.names and choice in self.choices:
            return self.names[self.choices.index(int(choice))]
        return format_amount(choice, self.choice_unit) if self.choice_unit is not None else f"{choice:,.0f}"


class HeatMap(Struct, frozen=True, tag="heat"):
    """A board of squares with a share each, 0 to 1; ``None`` for a square that is open. ``best`` is row and column.

    With ``press`` the squares of a page can be pressed; the remark then stands opposite the title.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    shares: tuple[tuple[float | None, ...], ...]
    title: str = ""
    best: tuple[int, int] | None = None
    press: ClickBinding | None = None
    remark: str = ""
    notes: tuple[str, ...] = ()
    """What stands under the name of each column: signs of what happened there."""


class ErrorFlag(Struct, frozen=True):
    """An error worth a sign on a story: at which place, on whose line (from 0), how grave."""

    place: int
    line: int
    grade: str
    words: str
    seat: int = 0
    """Where two share one line: 1 for the one whose line it is, who stands above it, 2 for the other, below it."""


class WinChart(Struct, frozen=True, tag="story"):
    """Chances of two or three players from the beginning to the end of a game, drawn as lines by `kibitz.draw`.

    ``parts`` name the places at which a part of the game begins; errors are flagged.
    """

    title: str
    lines: tuple[Series, ...]
    parts: tuple[tuple[int, str], ...] = ()
    flags: tuple[ErrorFlag, ...] = ()
    step: str = "step"
    """What a place is called: a clue, a move."""
    note: str = ""


class BoardDiagram(Struct, frozen=True, tag="board"):
    """A position to be drawn: ``name`` says by whom (``chess``, ``backgammon``), ``state`` is its notation."""

    name: str
    state: str
    caption: str = ""
    play: str = ""
    """A play to draw on it, in the game's notation."""
    other: str = ""
    """Another play to draw, the one that was made, and after it its grade: ``e2e4 mistake``."""
    flipped: bool = False
    names: tuple[str, ...] = ()
    """Who plays, the one at the bottom first."""


class ThresholdZone(Struct, frozen=True):
    """A part of a strip up to a chance, with what to do there; ``acts`` where it is the thing to do."""

    until: float
    words: str
    acts: bool = False


class ThresholdBar(Struct, frozen=True):
    """One bar of zones from 0 to 1, with its name, a word under it, and what holds at the mark."""

    name: str
    zones: tuple[ThresholdZone, ...]
    verdict: str
    note: str = ""


class ThresholdBars(Struct, frozen=True, tag="strips"):
    """Bars of zones under one mark: from which confidence to buzz, at which chance to double."""

    title: str
    strips: tuple[ThresholdBar, ...]
    at: float
    at_words: str


class ForestRow(Struct, frozen=True):
    """An estimate with its interval, an open side as ``None``; a note under the name, cells to the right."""

    name: str
    value: float
    low: float | None
    high: float | None
    note: str = ""
    cells: tuple[str, ...] = ()


class ForestPlot(Struct, frozen=True, tag="whiskers"):
    """Estimates under each other on one scale, ``best`` (from 0) standing out; ``table`` says the same in words."""

    title: str
    rows: tuple[ForestRow, ...]
    table: Table
    columns: tuple[str, ...] = ()
    """What stands above the cells."""
    best: int | None = None
    digits: int = 0
    remark: str = ""


class Matrix(Struct, frozen=True, tag="matrix"):
    """Figures by row and column, coloured by their size from ``low`` to ``high``; ``words`` are what the cells say,
    ``ringed`` those that are really played. ``table`` says the same in words where a terminal shows it."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    words: tuple[tuple[str, ...], ...]
    table: Table | None = None
    ringed: tuple[tuple[int, int], ...] = ()
    remark: str = ""
    worths: bool = False
    """Whether the last column says what each row is worth."""
    corner: str = ""
    """What rows and columns are."""
    note: str = ""


class OutcomeDifference(Struct, frozen=True):
    """One outcome: who is right in it (``None`` for all outcomes that are left), and what one choice gains there."""

    outcome: tuple[tuple[str, bool], ...] | None
    amount: float


class OutcomeBreakdown(Struct, frozen=True, tag="gains"):
    """Outcome by outcome, what the choice advised gains and gives up against another one, in chance to win."""

    title: str
    against: str
    rows: tuple[OutcomeDifference, ...]
    name: str = ""
    """What the other one is called, in short."""


class ChoiceBar(Struct, frozen=True):
    """A choice with the chance that it is made, what it costs, and the grade of that."""

    name: str
    chance: float
    cost: str = ""
    grade: str = ""


class ChoiceFrequencies(Struct, frozen=True, tag="bars"):
    """What somebody chooses, the likeliest first; ``table`` says the same in words."""

    title: str
    bars: tuple[ChoiceBar, ...]
    table: Table


class ReplayStep(Struct, frozen=True):
    """One place of a game gone through: the board, the move as it is called, what it cost, and its grade."""

    board: BoardDiagram
    name: str
    words: str
    grade: str = ""
    link: str = ""
    """The page of a question about this place."""
    about: str = ""
    """Whose place it is and where in the game."""
    best: str = ""
    worth: str = ""
    """What was best, and what it is worth."""
    why: str = ""
    cost: str = ""
    """What the choice made lost, where that is known."""
    options: Table | None = None
    """The choices there were, the best first."""
    chances: ChoiceFrequencies | None = None
    """What people choose here, the likeliest first."""
    rule: str = ""
    """The rule to remember here, and after a semicolon what it costs not to follow it."""


class GameReplay(Struct, frozen=True, tag="steps"):
    """A game to go through place by place; beside it stands a table that says the same in words."""

    title: str
    steps: tuple[ReplayStep, ...]
    link_words: str = ""
    unit: str = ""
    """What the worth of the best choice is called."""
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
    """The curve of a counsel over numbers; choices that never come into question are left out."""
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
    """The choices of a counsel with what they are worth: all in their order if few, else the best ones first."""
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
    """A loss; rounding errors count as none."""
    return format_loss(0.0 if loss < ROUNDING_LOSS else loss, unit)


def join_truncated(words: Sequence[str], most: int = 10) -> str:
    """``a, b, c and 4 more``."""
    rest = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + rest

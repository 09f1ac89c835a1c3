"""The parts of an answer page: what each exhibit becomes, as pictures, tables and text."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kibitz.core.controls import ActionPanel, ClickBoard, FormHints, ShareBar, Slider
from kibitz.core.exhibits import GameReplay, Note, Table
from kibitz.core.exhibits.charts import Side, TileTable
from kibitz.core.exhibits.rule_map import RuleRegion
from kibitz.core.exhibits.summaries import Fact
from kibitz.web.panels.findings import FindingPart


class RecommendationPart(Struct, frozen=True, kw_only=True, tag="advised"):
    """A recommendation as its panel shows it; the reason is split into a lead and the rest."""

    answer: str
    eyebrow: str = ""
    worth: str = ""
    unit: str = ""
    lead: str = ""
    reason: str = ""
    reasons: tuple[str, ...] = ()
    rule: str = ""
    rule_cost: str = ""
    """The loss of not following the rule."""
    second: str = ""
    second_grade: str = ""
    second_loss: str = ""
    """The next best choice, if choices are not numbers."""
    plateau: str = ""
    own: str = ""
    grade: str = ""
    glyph: str = ""
    judgement: str = ""
    own_worth: str = ""
    limits: tuple[str, ...] = ()
    mix: tuple[tuple[str, float], ...] = ()
    """The choices of a mixed strategy with their chances."""
    formula: str = ""
    """The rule as a formula; ``rule_cost`` is its loss, here and on average."""
    dial: Slider | None = None
    """The slider inside the panel; ``typed`` are the values of its two fields."""
    typed: tuple[str, str] = ("", "")
    facts: tuple[Fact, ...] = ()
    """More facts of the game."""

    @property
    def is_for_seat(self) -> bool:
        """Whether it is for a player known by number."""
        return self.eyebrow[7:].isdigit()

    def eyebrow_text(self, alone: bool) -> str:
        """The line above the answer; a single recommendation is for the user."""
        kind = "Advice" if self.worth else "Summary"
        mine = "you are " if alone and (len(self.eyebrow) == 1 or self.is_for_seat) else ""
        return f"{kind} · {mine}{self.eyebrow}" if self.eyebrow else kind


class CurvePart(Struct, frozen=True, tag="drawn"):
    """A curve as two pictures and its table."""

    title: str
    wide: str
    narrow: str
    rows: tuple[tuple[str, str, str], ...]
    footnote: str
    near: bool = False
    """Whether the band within one point is shaded."""


class PicturePart(Struct, frozen=True, tag="pictured"):
    """A board or chart as a picture, with its caption and its table, if any."""

    svg: str
    caption: str
    table: Table | None = None
    title: str = ""
    """The title of a chart below the recommendation."""
    narrow: str = ""
    """The picture for a phone, if any."""
    sides: tuple[Side, Side] | None = None
    """The players above and below a board."""
    small: bool = False
    """Whether it fits a narrow column."""
    remark: str = ""
    role: Literal["chart", "whiskers", "letters", "periods"] = "chart"
    """``whiskers`` and ``periods`` go with the numbers of a replay, ``letters`` before the table of the same values."""
    links: tuple[tuple[str, str], ...] = ()
    """Actions on a board, as labels and links."""
    places: int = 0
    """Number of steps of a win chart, if it has a cursor."""
    flagged: bool = False
    """Whether errors are flagged on it."""
    limits: tuple[str, ...] = ()
    """How exact it is, if the recommendation does not say so."""
    lead: str = ""
    """The highlighted first words of the caption."""

    @property
    def is_board(self) -> bool:
        """Whether it is a board, which is at the left of its page."""
        return not self.title


class BarsPart(Struct, frozen=True, tag="barred"):
    """Rows with a bar each: name or outcome, bar, number, loss and grade."""

    title: str
    remark: str
    rows: tuple[tuple[str, tuple[tuple[str, bool], ...], str, str, str, str], ...]
    """Name, outcome, bar, number, loss, grade."""
    foot: str = ""
    """The total of all rows, if they add up."""
    name: str = ""
    """Short name of the other choice."""


class ComparisonPart(Struct, frozen=True, tag="compared"):
    """What a choice gains on several others; buttons choose which one is shown."""

    title: str
    others: tuple[tuple[str, BarsPart], ...]


class MatrixPart(Struct, frozen=True, tag="gridded"):
    """A matrix with coloured cells: text, colour (0 to 9, or -1 for none) and whether it is ringed."""

    title: str
    remark: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, int, bool], ...]], ...]
    ends: tuple[str, str] = ("", "")
    """The values of the first and the last colour."""
    worths: bool = False
    """Whether the last column is the value of each row."""
    corner: str = ""
    note: str = ""


class RuleMapPart(Struct, frozen=True, tag="mapped"):
    """A list, the line that fires here (from 0), and the rule map."""

    title: str
    svg: str
    rules: tuple[tuple[str, str], ...]
    fires: int | None
    lines: tuple[RuleRegion, ...] = ()
    """The lines of the list with their formulas, if shown."""
    cost: str = ""


class ReplayPart(Struct, frozen=True, tag="stepped"):
    """A replay; the board of a step is drawn when it is shown."""

    steps: GameReplay


Part = (
    RecommendationPart
    | CurvePart
    | PicturePart
    | BarsPart
    | ComparisonPart
    | MatrixPart
    | RuleMapPart
    | ReplayPart
    | FindingPart
    | Note
    | Table
    | TileTable
    | FormHints
    | ActionPanel
    | ShareBar
    | ClickBoard
)


class AnswerPage(Struct, frozen=True):
    """An answer as parts of a page from top to bottom, with its link, its command and its files."""

    path: str
    link: str
    command: str
    headline: str
    parts: tuple[Part, ...]
    files: tuple[str, ...]
    grade: str = ""
    after: str = ""
    """What a partial result is based on: ``3 deals of 12``."""

    @property
    def hints(self) -> FormHints | None:
        """The hints for the form of the question."""
        return next((part for part in self.parts if isinstance(part, FormHints)), None)

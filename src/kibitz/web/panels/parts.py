"""The parts of a page that shows an answer: what each exhibit becomes, in pictures, tables and words."""

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
    """A counsel in the pieces of its panel; the reason is parted into lead words and the rest."""

    answer: str
    eyebrow: str = ""
    worth: str = ""
    unit: str = ""
    lead: str = ""
    reason: str = ""
    reasons: tuple[str, ...] = ()
    rule: str = ""
    rule_cost: str = ""
    """What it costs not to follow the rule."""
    second: str = ""
    second_grade: str = ""
    second_loss: str = ""
    """The next best choice, where choices are no numbers."""
    plateau: str = ""
    own: str = ""
    grade: str = ""
    glyph: str = ""
    judgement: str = ""
    own_worth: str = ""
    limits: tuple[str, ...] = ()
    mix: tuple[tuple[str, float], ...] = ()
    """Choices to draw among by lot, with their chances, where theory mixes."""
    formula: str = ""
    """The rule as a formula; ``rule_cost`` says what it costs, here and on average."""
    dial: Slider | None = None
    """What is set inside the panel, and ``typed`` what its two fields hold."""
    typed: tuple[str, str] = ("", "")
    facts: tuple[Fact, ...] = ()
    """Facts of the game's own beside those of every counsel."""

    @property
    def is_for_seat(self) -> bool:
        """Whether it is the counsel of a player known by number."""
        return self.eyebrow[7:].isdigit()

    def eyebrow_text(self, alone: bool) -> str:
        """What stands above the answer; a counsel that stands alone is the person's own."""
        kind = "Advice" if self.worth else "Summary"
        mine = "you are " if alone and (len(self.eyebrow) == 1 or self.is_for_seat) else ""
        return f"{kind} · {mine}{self.eyebrow}" if self.eyebrow else kind


class CurvePart(Struct, frozen=True, tag="drawn"):
    """A curve as two pictures and the table behind it."""

    title: str
    wide: str
    narrow: str
    rows: tuple[tuple[str, str, str], ...]
    footnote: str
    near: bool = False
    """Whether choices nearly as good as the best are shaded."""


class PicturePart(Struct, frozen=True, tag="pictured"):
    """A board as a picture and in words, and the table behind it where there is one."""

    svg: str
    caption: str
    table: Table | None = None
    title: str = ""
    """Of a picture that explains the counsel and stands below it."""
    narrow: str = ""
    """The same picture for a phone, where it has one."""
    sides: tuple[Side, Side] | None = None
    """Who sits above a board and below it."""
    small: bool = False
    """Whether it fits a narrow column at any width."""
    remark: str = ""
    role: Literal["chart", "whiskers", "letters", "periods"] = "chart"
    """Whiskers and periods of a game gone through stand among its figures, letters before the table of the same
    figures."""
    links: tuple[tuple[str, str], ...] = ()
    """What can be done with a board, as words and links."""
    places: int = 0
    """Places of a story, where one of them can be pointed at."""
    flagged: bool = False
    """Whether errors are flagged on it."""
    limits: tuple[str, ...] = ()
    """How it is known, where its counsel does not say so."""
    lead: str = ""
    """The first words of the caption, which matter most."""

    @property
    def is_board(self) -> bool:
        """Whether it is a board, which stands at the left of its page."""
        return not self.title


class BarsPart(Struct, frozen=True, tag="barred"):
    """Rows with a bar each: names or the signs of an outcome, the bar, a figure, what it costs and its grade."""

    title: str
    remark: str
    rows: tuple[tuple[str, tuple[tuple[str, bool], ...], str, str, str, str], ...]
    """Name, signs of the outcome, bar, figure, cost, grade."""
    foot: str = ""
    """The figure of all rows together, where they add up."""
    name: str = ""
    """What it is compared with, in short."""


class ComparisonPart(Struct, frozen=True, tag="compared"):
    """What a choice gains on several others, one of which is shown at a time; their names are pressed."""

    title: str
    others: tuple[tuple[str, BarsPart], ...]


class MatrixPart(Struct, frozen=True, tag="gridded"):
    """A matrix with coloured cells: words, colour (0 to 9, or -1 for none) and whether it is ringed."""

    title: str
    remark: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, int, bool], ...]], ...]
    ends: tuple[str, str] = ("", "")
    """What the first and the last colour stand for."""
    worths: bool = False
    """Whether the last column says what each row is worth."""
    corner: str = ""
    note: str = ""


class RuleMapPart(Struct, frozen=True, tag="mapped"):
    """A list, which of its lines fires here (from 0), and the map of where each does."""

    title: str
    svg: str
    rules: tuple[tuple[str, str], ...]
    fires: int | None
    lines: tuple[RuleRegion, ...] = ()
    """The lines of the list, where they are told at length."""
    cost: str = ""


class ReplayPart(Struct, frozen=True, tag="stepped"):
    """A game to go through; the board of one step is drawn when it is shown."""

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
    """An answer as parts of a page, top to bottom, with its link, its command and the files it can make."""

    path: str
    link: str
    command: str
    headline: str
    parts: tuple[Part, ...]
    files: tuple[str, ...]
    grade: str = ""
    after: str = ""
    """What it rests on, where the work was not done yet: ``3 deals of 12``."""

    @property
    def hints(self) -> FormHints | None:
        """What the form of the question shows beside its fields."""
        return next((part for part in self.parts if isinstance(part, FormHints)), None)

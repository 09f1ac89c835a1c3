"""Layout of an answer page: rows of panels from top to bottom, each with its template.

`TEMPLATES` has a template for every kind of part, `place_of` the place of a part, and `page_rows` the order of the
page. A page has a board at its left, or a replay, or neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from msgspec.structs import replace as struct_replace

from kibitz.core.controls import ActionPanel, ClickBoard, FormHints, ShareBar
from kibitz.core.exhibits import Note, Table
from kibitz.core.exhibits.charts import TileTable
from kibitz.core.exhibits.summaries import AnswerSummary, CardExhibit, ReadingGuide
from kibitz.web.panels.findings import ErrorListPart, HeatMapPart, WaterfallPart
from kibitz.web.panels.parts import (
    AnswerPage,
    BarsPart,
    ComparisonPart,
    CurvePart,
    MatrixPart,
    Part,
    PicturePart,
    RecommendationPart,
    ReplayPart,
    RuleMapPart,
)
from kibitz.web.panels.stepper import ErrorDetail, ReplayView, error_detail, replay_view

TEMPLATES: dict[type, str] = {
    RecommendationPart: "counsel",
    BarsPart: "bars",
    ErrorListPart: "costs",
    WaterfallPart: "stairs",
    ComparisonPart: "compared",
    CurvePart: "curve",
    MatrixPart: "matrix",
    HeatMapPart: "heated",
    CardExhibit: "card",
    RuleMapPart: "list",
    ReadingGuide: "meanings",
    Note: "note",
    ActionPanel: "orders",
    PicturePart: "picture",
    ShareBar: "shares",
    ClickBoard: "squares",
    ReplayPart: "steps",
    Table: "table",
    TileTable: "tiles",
    AnswerSummary: "verdict",
}
"""The template of each kind of part, in ``templates/parts``."""

HALF_COLUMNS, FIGURE_COLUMNS, LONG_TABLE = 4, 3, 16
"""Most columns of a table for half of the width and for a third; rows from which a table is folded."""
LEFT_COLUMN_CLASS = "at-left"
"""CSS class of the left column of a page with a board; the form is then below it."""
HALF_WIDTH_PARTS: tuple[type, ...] = (RuleMapPart, MatrixPart, BarsPart, ComparisonPart, PicturePart, Table)
"""Kinds of half-width panels, in this order."""


class Place(Enum):
    """The place of a part on a page."""

    PRESSED = auto()
    VERDICT = auto()
    BOARD = auto()
    CARD = auto()
    COUNSEL = auto()
    RANKED = auto()
    """Choices and small charts to the right of a board."""
    CHART = auto()
    FINDING = auto()
    CURVE = auto()
    STEPS = auto()
    ERRORS = auto()
    FIGURES = auto()
    SMALL = auto()
    """Below a replay: errors, numbers and small charts."""
    MATRIX = auto()
    HALF = auto()
    NOTE = auto()
    MEANING = auto()
    NOWHERE = auto()
    """Shown by another part, or in a session."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A part with its template and the details of its place."""

    part: Part | ErrorDetail | ReplayView
    template: str
    number: int = 0
    """Its number in its row, from 1; 0 if it is alone."""
    beside: Part | None = None
    """Another part in the same panel: the table of a chart, the map of a card."""
    said: str = ""
    """A sentence in the head of the panel."""


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A row of panels or rows; ``look`` is its CSS class, ``anchor`` its id for links."""

    panels: Sequence[Panel | PanelRow]
    look: str = ""
    anchor: str = ""
    template: str = "row.html"


@dataclass(frozen=True, slots=True)
class PageTraits:
    """What the place of a part depends on, apart from the part itself."""

    boarded: bool = False
    """There is a board with its players at the left."""
    pressed: bool = False
    """There is a click board at the left."""
    stepped: bool = False
    """There is a replay."""
    has_own_summary: bool = False
    """There is an error list or a card, so no recommendation is needed."""
    carded: bool = False
    charts: frozenset[str] = field(default_factory=frozenset)
    """The titles of charts below a board; they contain the tables of the same title."""


def page_traits(parts: Iterable[Part]) -> PageTraits:
    """The traits of a page with these parts."""
    parts = tuple(parts)
    pictures = [part for part in parts if isinstance(part, PicturePart)]
    boarded = any(part.is_board and part.sides for part in pictures)
    carded = any(isinstance(part, CardExhibit) for part in parts)
    return PageTraits(
        boarded,
        any(isinstance(part, HeatMapPart) for part in parts),
        any(isinstance(part, ReplayPart) for part in parts),
        carded or any(isinstance(part, ErrorListPart) for part in parts),
        carded,
        frozenset(part.title for part in pictures if boarded and not part.is_board and not part.small),
    )


def place_of(part: Part, page: PageTraits) -> Place:
    """The place of a part on a page."""
    match part:
        case RecommendationPart():
            return Place.NOWHERE if page.has_own_summary and not page.boarded else Place.COUNSEL
        case PicturePart():
            return _place_of_picture(part, page)
        case Table():
            return _place_of_table(part, page)
        case MatrixPart(worths=worths, columns=columns):
            return Place.HALF if worths and len(columns) <= HALF_COLUMNS + 1 else Place.MATRIX
        case BarsPart():
            return Place.RANKED if page.boarded else Place.HALF
        case RuleMapPart():
            return Place.NOWHERE if page.has_own_summary else Place.HALF
        case Note(tone="fixed" | "drawing") if page.carded:
            return Place.NOWHERE
        case ActionPanel() | ClickBoard() | FormHints():
            return Place.NOWHERE
    return PLACES[type(part)]


PLACES: dict[type, Place] = {
    ErrorListPart: Place.FINDING,
    WaterfallPart: Place.FINDING,
    ComparisonPart: Place.HALF,
    CurvePart: Place.CURVE,
    HeatMapPart: Place.PRESSED,
    CardExhibit: Place.CARD,
    ReadingGuide: Place.MEANING,
    Note: Place.NOTE,
    ShareBar: Place.CHART,
    ReplayPart: Place.STEPS,
    TileTable: Place.CURVE,
    AnswerSummary: Place.VERDICT,
}
"""The place of kinds of parts that have only one."""


def _place_of_picture(picture: PicturePart, page: PageTraits) -> Place:
    if picture.is_board:
        return Place.BOARD
    if picture.role == "letters":
        return Place.MATRIX
    if picture.small:
        return Place.RANKED if page.boarded else Place.SMALL if page.stepped else Place.HALF
    among = {"whiskers": Place.FIGURES, "periods": Place.SMALL} if page.stepped else {}
    return among.get(picture.role, Place.CHART)


def _place_of_table(table: Table, page: PageTraits) -> Place:
    if table.title in page.charts:
        return Place.NOWHERE
    if table.few and (page.boarded or page.stepped):
        return Place.RANKED if page.boarded else Place.ERRORS
    columns = len(table.columns) - (table.columns[-1:] == ("",))  # a last column of signs takes no room
    if page.stepped and table.title and len(table.columns) <= FIGURE_COLUMNS:
        return Place.FIGURES
    return Place.HALF if table.title and columns <= HALF_COLUMNS else Place.NOTE


def page_rows(shown: AnswerPage, at: int = 0, stored: bool = False) -> tuple[Panel | PanelRow, ...]:
    """The rows of an answer page from top to bottom.

    ``at`` is the step of a replay; a ``stored`` answer has no links to files.
    """
    page = page_traits(shown.parts)
    result: dict[Place, list[Part]] = {place: [] for place in Place}
    for part in shown.parts:
        result[place_of(part, page)].append(part)
    walks = [
        replay_view(part.steps, at) for part in result[Place.STEPS] if isinstance(part, ReplayPart) and part.steps.steps
    ]
    if walks:
        result[Place.CHART] = [with_replay_cursor(part, walks[0].at) for part in result[Place.CHART]]
    if page.pressed:
        top: list[PanelRow] | list[Panel] = _beside_a_pressed_board(result)
    else:
        top = _beside_a_board(result, shown.parts) if page.boarded else _from_the_top(result, shown)
    result[Place.HALF].sort(key=lambda part: HALF_WIDTH_PARTS.index(type(part)))
    below: list[Panel | PanelRow] = [
        *_findings(result[Place.FINDING], at),
        *(() if page.pressed else _curves(result[Place.CURVE])),
        *(Panel(walk, _template("steps")) for walk in walks),
        *_thirds(result),
        *_panels(result[Place.MATRIX]),
        *_row(_panels(result[Place.HALF]), "side"),
        *_notes(result[Place.NOTE], _longest(page, result), bool(shown.files) and not stored),
        *_panels(result[Place.MEANING]),
    ]
    return (*top, *below)


def with_replay_cursor(part: Part, place: int) -> Part:
    """A win chart with a line at the current step; any other part unchanged."""
    if not isinstance(part, PicturePart) or not part.places:
        return part
    from kibitz.draw.win_chart import DESKTOP, PHONE, with_cursor

    wide = with_cursor(part.svg, place, part.places, DESKTOP)
    return struct_replace(part, svg=wide, narrow=with_cursor(part.narrow, place, part.places, PHONE))


def is_session_part(part: Part) -> bool:
    """Whether a part belongs to the board side of a session."""
    return isinstance(part, ActionPanel | ShareBar | ClickBoard) or (isinstance(part, PicturePart) and part.is_board)


def make_panel(part: Part, number: int = 0) -> Panel:
    """The panel of a part; boards have their own templates."""
    template = TEMPLATES[type(part)]
    if isinstance(part, PicturePart) and part.is_board:
        template = "framed" if part.sides else "board"
    return Panel(part, _template(template), number)


def _template(name: str) -> str:
    return f"parts/{name}.html"


def _panels(parts: Sequence[Part]) -> list[Panel]:
    return [make_panel(part, number if len(parts) > 1 else 0) for number, part in enumerate(parts, 1)]


def _row(panels: Sequence[Panel | PanelRow], look: str) -> list[PanelRow]:
    return [PanelRow(panels, look)] if panels else []


def _from_the_top(result: dict[Place, list[Part]], shown: AnswerPage) -> list[Panel]:
    """The top of a page without a left board: summary, boards, cards, recommendations, charts."""
    maps = [part for part in shown.parts if isinstance(part, RuleMapPart)]
    cards = [
        replace(make_panel(card, number), beside=maps[number - 1] if number <= len(maps) else None)
        for number, card in enumerate(result[Place.CARD], 1)
    ]
    said = shown.headline if page_traits(shown.parts).has_own_summary else ""
    charts = [replace(panel, said=said) for panel in _panels(result[Place.CHART])]
    return [
        *_panels(result[Place.VERDICT]),
        *_panels(result[Place.BOARD]),
        *cards,
        *_panels(result[Place.COUNSEL]),
        *charts,
    ]


def _beside_a_board(result: dict[Place, list[Part]], parts: Sequence[Part]) -> list[PanelRow]:
    """The board at the left; recommendation, ranked choices and small charts at the right; charts below."""
    tables = [part for part in parts if isinstance(part, Table)]
    charts = [
        replace(panel, beside=next((table for table in tables if table.title == panel.part.title), None))
        if isinstance(panel.part, PicturePart)
        else panel
        for panel in _panels(result[Place.CHART])
    ]
    ranked = [
        Panel(part, _template("ranked"), number) if isinstance(part, Table) else make_panel(part, number)
        for number, part in enumerate(sorted(result[Place.RANKED], key=lambda part: isinstance(part, PicturePart)), 1)
    ]
    order = (Place.VERDICT, Place.CARD, Place.COUNSEL)
    right = [*(panel for place in order for panel in _panels(result[place])), *ranked]
    return [*_row(_panels(result[Place.BOARD]), LEFT_COLUMN_CLASS), *_row(right, "at-right"), *_row(charts, "under")]


def _beside_a_pressed_board(result: dict[Place, list[Part]]) -> list[PanelRow]:
    """The click board at the left, summary and recommendations at the right, curves below the board."""
    order = (Place.VERDICT, Place.BOARD, Place.CARD, Place.COUNSEL, Place.RANKED, Place.CHART)
    right = [panel for place in order for panel in _panels(result[place])]
    left, under = _panels(result[Place.PRESSED]), _panels(result[Place.CURVE])
    return [*_row(left, LEFT_COLUMN_CLASS), *_row(right, "at-right"), *_row(under, "under")]


def _findings(parts: Sequence[Part], at: int) -> list[PanelRow]:
    """Decisions by loss, luck and skill, and the decision in detail."""
    details = [
        error_detail(part.cases, part.table, at)
        for part in parts
        if isinstance(part, ErrorListPart) and part.cases.cases
    ]
    panels = [
        *(Panel(each, _template("costs")) for each in details),
        *(make_panel(part) for part in parts if isinstance(part, WaterfallPart)),
        *(Panel(each, _template("case")) for each in details),
    ]
    return [PanelRow(panels, "findings", "case")] if panels else []


def _curves(parts: Sequence[Part]) -> Sequence[Panel | PanelRow]:
    """Curves one below the other, or next to words in tiles."""
    panels = _panels(sorted(parts, key=lambda part: isinstance(part, TileTable)))
    return [PanelRow(panels, "curve-and-tiles")] if any(isinstance(part, TileTable) for part in parts) else panels


def _thirds(result: dict[Place, list[Part]]) -> list[PanelRow]:
    """Below a replay: errors, numbers with intervals, and small charts, side by side."""
    columns = [
        PanelRow(
            [Panel(part, _template("listed")) if isinstance(part, Table) else make_panel(part) for part in column],
            "column",
        )
        for column in (result[Place.ERRORS], result[Place.FIGURES], result[Place.SMALL])
        if column
    ]
    return _row(columns, f"thirds of-{len(columns)}")


def _longest(page: PageTraits, result: dict[Place, list[Part]]) -> int | None:
    """Rows of the longest unfolded table; 0 if a curve next to a board shows the same."""
    if page.pressed and result[Place.CURVE]:
        return 0
    return LONG_TABLE if page.stepped else None


def _notes(parts: Sequence[Part], longest: int | None, files: bool) -> list[PanelRow]:
    """Sentences, text blocks and full-width tables in one panel; long tables are folded."""

    def template(part: Part) -> str:
        if isinstance(part, Table):
            return "folded" if longest is not None and len(part.rows) > longest else "wide-table"
        if isinstance(part, Note) and part.tone == "drawing":
            return "drawing" if files else "fixed"
        return "fixed" if isinstance(part, Note) and part.tone == "fixed" else "note"

    panels = [Panel(part, _template(template(part)), number) for number, part in enumerate(parts, 1)]
    return [PanelRow(panels, template="notes.html")] if panels else []

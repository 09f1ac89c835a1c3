"""Where the parts of an answer stand on its page: rows of panels from top to bottom, each with its template.

`TEMPLATES` has a template for every kind of part and `place_of` says where a part belongs; `rows` puts what has found
its place into the order of the page. A page has a board at its left, or a game to go through, or neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from msgspec.structs import replace as struct_replace

from kibitz.core.exhibits import Note, Table
from kibitz.core.exhibits.figures import Tiles
from kibitz.core.exhibits.findings import IndexCard, Meanings, Verdict
from kibitz.core.offers import Hints, Orders, Shares, Squares
from kibitz.web.panels.found import Cased, Climbed, Heated
from kibitz.web.panels.parts import Advised, Barred, Compared, Drawn, Gridded, Mapped, Part, Pictured, Shown, Stepped
from kibitz.web.panels.turning import Told, Walk, told_at, walk_at

TEMPLATES: dict[type, str] = {
    Advised: "counsel",
    Barred: "bars",
    Cased: "costs",
    Climbed: "stairs",
    Compared: "compared",
    Drawn: "curve",
    Gridded: "matrix",
    Heated: "heated",
    IndexCard: "card",
    Mapped: "list",
    Meanings: "meanings",
    Note: "note",
    Orders: "orders",
    Pictured: "picture",
    Shares: "shares",
    Squares: "squares",
    Stepped: "steps",
    Table: "table",
    Tiles: "tiles",
    Verdict: "verdict",
}
"""The template of each kind of part, in ``templates/parts``."""

HALF_COLUMNS, FIGURE_COLUMNS, LONG_TABLE = 4, 3, 16
"""Columns of a table that fits half of the width, and a third of it; rows of one that is folded up."""
AT_LEFT = "at-left"
"""The look of what stands at the left of a page with a board, whose form then stands beneath it."""
HALVES: tuple[type, ...] = (Mapped, Gridded, Barred, Compared, Pictured, Table)
"""Kinds of panels that stand side by side, in this order."""


class Place(Enum):
    """Where on a page a part can stand."""

    PRESSED = auto()
    VERDICT = auto()
    BOARD = auto()
    CARD = auto()
    COUNSEL = auto()
    RANKED = auto()
    """Choices and small figures at the right of a board."""
    CHART = auto()
    FINDING = auto()
    CURVE = auto()
    STEPS = auto()
    ERRORS = auto()
    FIGURES = auto()
    SMALL = auto()
    """Under a game gone through: its errors, its figures, its small pictures."""
    MATRIX = auto()
    HALF = auto()
    NOTE = auto()
    MEANING = auto()
    NOWHERE = auto()
    """Shown by another part, or at the table of a session."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A part with the template that draws it, and what only its place knows."""

    part: Part | Told | Walk
    template: str
    number: int = 0
    """Its place among those of its row, from 1; 0 where it is alone."""
    beside: Part | None = None
    """Another part that its panel shows: the table of a chart, the map of a card."""
    said: str = ""
    """A sentence in the head of the panel."""


@dataclass(frozen=True, slots=True)
class Row:
    """Panels, or rows of them, that stand together; ``look`` is their class, ``anchor`` what links lead to."""

    panels: Sequence[Panel | Row]
    look: str = ""
    anchor: str = ""
    template: str = "row.html"


@dataclass(frozen=True, slots=True)
class Page:
    """What the place of a part depends on beside the part."""

    boarded: bool = False
    """A board with its players stands at the left."""
    pressed: bool = False
    """A board of figures to press does."""
    stepped: bool = False
    """A game is gone through."""
    told: bool = False
    """Errors are told one by one, or a card says all: no counsel is needed."""
    carded: bool = False
    charts: frozenset[str] = field(default_factory=frozenset)
    """The titles of charts beneath a board, which take in the tables of the same title."""


def page_of(parts: Iterable[Part]) -> Page:
    """What kind of page these parts make."""
    parts = tuple(parts)
    pictures = [part for part in parts if isinstance(part, Pictured)]
    boarded = any(part.board and part.sides for part in pictures)
    carded = any(isinstance(part, IndexCard) for part in parts)
    return Page(
        boarded,
        any(isinstance(part, Heated) for part in parts),
        any(isinstance(part, Stepped) for part in parts),
        carded or any(isinstance(part, Cased) for part in parts),
        carded,
        frozenset(part.title for part in pictures if boarded and not part.board and not part.small),
    )


def place_of(part: Part, page: Page) -> Place:
    """Where a part stands on a page."""
    match part:
        case Advised():
            return Place.NOWHERE if page.told and not page.boarded else Place.COUNSEL
        case Pictured():
            return _place_of_picture(part, page)
        case Table():
            return _place_of_table(part, page)
        case Gridded(worths=worths, columns=columns):
            return Place.HALF if worths and len(columns) <= HALF_COLUMNS + 1 else Place.MATRIX
        case Barred():
            return Place.RANKED if page.boarded else Place.HALF
        case Mapped():
            return Place.NOWHERE if page.told else Place.HALF
        case Note(tone="fixed" | "drawing") if page.carded:
            return Place.NOWHERE
        case Orders() | Squares() | Hints():
            return Place.NOWHERE
    return PLACES[type(part)]


PLACES: dict[type, Place] = {
    Cased: Place.FINDING,
    Climbed: Place.FINDING,
    Compared: Place.HALF,
    Drawn: Place.CURVE,
    Heated: Place.PRESSED,
    IndexCard: Place.CARD,
    Meanings: Place.MEANING,
    Note: Place.NOTE,
    Shares: Place.CHART,
    Stepped: Place.STEPS,
    Tiles: Place.CURVE,
    Verdict: Place.VERDICT,
}
"""The place of kinds of parts that have but one."""


def _place_of_picture(picture: Pictured, page: Page) -> Place:
    if picture.board:
        return Place.BOARD
    if picture.role == "letters":
        return Place.MATRIX
    if picture.small:
        return Place.RANKED if page.boarded else Place.SMALL if page.stepped else Place.HALF
    among = {"whiskers": Place.FIGURES, "periods": Place.SMALL} if page.stepped else {}
    return among.get(picture.role, Place.CHART)


def _place_of_table(table: Table, page: Page) -> Place:
    if table.title in page.charts:
        return Place.NOWHERE
    if table.few and (page.boarded or page.stepped):
        return Place.RANKED if page.boarded else Place.ERRORS
    columns = len(table.columns) - (table.columns[-1:] == ("",))  # a last column of signs takes no room
    if page.stepped and table.title and len(table.columns) <= FIGURE_COLUMNS:
        return Place.FIGURES
    return Place.HALF if table.title and columns <= HALF_COLUMNS else Place.NOTE


def rows(shown: Shown, at: int = 0, kept: bool = False) -> tuple[Panel | Row, ...]:
    """The page of an answer from top to bottom.

    ``at`` is the place of a game gone through; what is ``kept`` in the library has no links to files.
    """
    page = page_of(shown.parts)
    found: dict[Place, list[Part]] = {place: [] for place in Place}
    for part in shown.parts:
        found[place_of(part, page)].append(part)
    walks = [walk_at(part.steps, at) for part in found[Place.STEPS] if isinstance(part, Stepped) and part.steps.steps]
    if walks:
        found[Place.CHART] = [pointed(part, walks[0].at) for part in found[Place.CHART]]
    if page.pressed:
        top: list[Row] | list[Panel] = _beside_a_pressed_board(found)
    else:
        top = _beside_a_board(found, shown.parts) if page.boarded else _from_the_top(found, shown)
    found[Place.HALF].sort(key=lambda part: HALVES.index(type(part)))
    below: list[Panel | Row] = [
        *_findings(found[Place.FINDING], at),
        *(() if page.pressed else _curves(found[Place.CURVE])),
        *(Panel(walk, _template("steps")) for walk in walks),
        *_thirds(found),
        *_panels(found[Place.MATRIX]),
        *_row(_panels(found[Place.HALF]), "side"),
        *_notes(found[Place.NOTE], _longest(page, found), bool(shown.files) and not kept),
        *_panels(found[Place.MEANING]),
    ]
    return (*top, *below)


def pointed(part: Part, place: int) -> Part:
    """A story with a line at the place that is shown; whatever else as it is."""
    if not isinstance(part, Pictured) or not part.places:
        return part
    from kibitz.draw.story import DESK, PHONE, pointed_at

    wide = pointed_at(part.svg, place, part.places, DESK)
    return struct_replace(part, svg=wide, narrow=pointed_at(part.narrow, place, part.places, PHONE))


def at_the_table(part: Part) -> bool:
    """Whether a part stands at the table of a session, beside the words."""
    return isinstance(part, Orders | Shares | Squares) or (isinstance(part, Pictured) and part.board)


def panel_of(part: Part, number: int = 0) -> Panel:
    """A part in the panel of its kind; boards and choices to be ranked have panels of their own."""
    template = TEMPLATES[type(part)]
    if isinstance(part, Pictured) and part.board:
        template = "framed" if part.sides else "board"
    return Panel(part, _template(template), number)


def _template(name: str) -> str:
    return f"parts/{name}.html"


def _panels(parts: Sequence[Part]) -> list[Panel]:
    return [panel_of(part, number if len(parts) > 1 else 0) for number, part in enumerate(parts, 1)]


def _row(panels: Sequence[Panel | Row], look: str) -> list[Row]:
    return [Row(panels, look)] if panels else []


def _from_the_top(found: dict[Place, list[Part]], shown: Shown) -> list[Panel]:
    """The top of a page of figures: what was found, boards, cards, counsels, charts."""
    maps = [part for part in shown.parts if isinstance(part, Mapped)]
    cards = [
        replace(panel_of(card, number), beside=maps[number - 1] if number <= len(maps) else None)
        for number, card in enumerate(found[Place.CARD], 1)
    ]
    said = shown.headline if page_of(shown.parts).told else ""
    charts = [replace(panel, said=said) for panel in _panels(found[Place.CHART])]
    return [
        *_panels(found[Place.VERDICT]),
        *_panels(found[Place.BOARD]),
        *cards,
        *_panels(found[Place.COUNSEL]),
        *charts,
    ]


def _beside_a_board(found: dict[Place, list[Part]], parts: Sequence[Part]) -> list[Row]:
    """The board at the left; counsel, ranked choices, small figures at the right; what explains them below."""
    tables = [part for part in parts if isinstance(part, Table)]
    charts = [
        replace(panel, beside=next((table for table in tables if table.title == panel.part.title), None))
        if isinstance(panel.part, Pictured)
        else panel
        for panel in _panels(found[Place.CHART])
    ]
    ranked = [
        Panel(part, _template("ranked"), number) if isinstance(part, Table) else panel_of(part, number)
        for number, part in enumerate(sorted(found[Place.RANKED], key=lambda part: isinstance(part, Pictured)), 1)
    ]
    right = [*_panels(found[Place.VERDICT]), *_panels(found[Place.COUNSEL]), *ranked]
    return [*_row(_panels(found[Place.BOARD]), AT_LEFT), *_row(right, "at-right"), *_row(charts, "under")]


def _beside_a_pressed_board(found: dict[Place, list[Part]]) -> list[Row]:
    """The board to press at the left, at the right what it says and the counsels; curves under the board."""
    right = [*_panels(found[Place.VERDICT]), *_panels(found[Place.COUNSEL]), *_panels(found[Place.CHART])]
    left, under = _panels(found[Place.PRESSED]), _panels(found[Place.CURVE])
    return [*_row(left, AT_LEFT), *_row(right, "at-right"), *_row(under, "under")]


def _findings(parts: Sequence[Part], at: int) -> list[Row]:
    """Decisions by cost, luck and skill, and the decision that is told at length."""
    told = [told_at(part.cases, part.table, at) for part in parts if isinstance(part, Cased) and part.cases.cases]
    panels = [
        *(Panel(each, _template("costs")) for each in told),
        *(panel_of(part) for part in parts if isinstance(part, Climbed)),
        *(Panel(each, _template("case")) for each in told),
    ]
    return [Row(panels, "findings", "case")] if panels else []


def _curves(parts: Sequence[Part]) -> Sequence[Panel | Row]:
    """Curves under each other, or beside words in tiles."""
    panels = _panels(sorted(parts, key=lambda part: isinstance(part, Tiles)))
    return [Row(panels, "curve-and-tiles")] if any(isinstance(part, Tiles) for part in parts) else panels


def _thirds(found: dict[Place, list[Part]]) -> list[Row]:
    """Under a game gone through: its errors, its figures with their intervals, its small pictures, side by side."""
    columns = [
        Row(
            [Panel(part, _template("listed")) if isinstance(part, Table) else panel_of(part) for part in column],
            "column",
        )
        for column in (found[Place.ERRORS], found[Place.FIGURES], found[Place.SMALL])
        if column
    ]
    return _row(columns, f"thirds of-{len(columns)}")


def _longest(page: Page, found: dict[Place, list[Part]]) -> int | None:
    """Rows of the longest table that stands open; none of those that say what a curve beside a board says."""
    if page.pressed and found[Place.CURVE]:
        return 0
    return LONG_TABLE if page.stepped else None


def _notes(parts: Sequence[Part], longest: int | None, files: bool) -> list[Row]:
    """Sentences, blocks of text and tables of the whole width in one panel; long tables are folded up."""

    def template(part: Part) -> str:
        if isinstance(part, Table):
            return "folded" if longest is not None and len(part.rows) > longest else "wide-table"
        if isinstance(part, Note) and part.tone == "drawing":
            return "drawing" if files else "fixed"
        return "fixed" if isinstance(part, Note) and part.tone == "fixed" else "note"

    panels = [Panel(part, _template(template(part)), number) for number, part in enumerate(parts, 1)]
    return [Row(panels, template="notes.html")] if panels else []

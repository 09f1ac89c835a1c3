"""Answer pages: exhibits drawn with the template of their class, in the places that a layout gives them.

Each family of questions has a layout in ``templates/layouts``, which takes exhibits by kind and room. An exhibit is
drawn with ``templates/exhibits/NAME.html``, where NAME is its class or one of its base classes, so that a new chart
needs no template. Workers do this; the server only passes HTML on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from jinja2 import Template
from markupsafe import Markup
from msgspec import Struct

from kibitz.app.boards import board_sides
from kibitz.app.catalogue import BY_PATH
from kibitz.app.request_parsing import command_line, to_query
from kibitz.core.controls import ActionPanel, ClickBoard, FormHints
from kibitz.core.exhibits import Exhibit, Headline, Note, Room, Table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.grids import HeatMap
from kibitz.core.exhibits.replay import BoardDiagram, GameReplay
from kibitz.core.exhibits.summaries import AnswerSummary, CardExhibit, ErrorList
from kibitz.core.question import Answer, Request
from kibitz.draw.chart import Chart
from kibitz.draw.curve import Curve, TimeCurve
from kibitz.draw.win_chart import DESKTOP, PHONE, WinChart, with_cursor
from kibitz.web.csv_links import csv_links
from kibitz.web.panels.stepper import replay_view
from kibitz.web.rendering import TEMPLATES

LONG_TABLE_ROWS = 16
"""Rows from which a table below a replay is folded."""
MAX_THIRD_COLUMNS = 3
"""Most columns of a table for a third of the width."""
OPENING_KINDS = (AdviceExhibit, AnswerSummary, Headline, CardExhibit)
"""Exhibits that open a page; without one, the headline of the answer does."""


class AnswerPage(Struct, frozen=True):
    """An answer as HTML, and what the page around it needs."""

    html: str
    headline: str
    link: str = ""
    """The link of the question, without its path."""
    hints: FormHints | None = None
    looks: tuple[str, ...] = ()
    """CSS classes of the page: ``boards`` with a board or card, ``boarded`` with a left column."""


class SessionPage(Struct, frozen=True):
    """The state of a session as HTML: the board side, the actions, and everything else."""

    board: str
    actions: str
    rest: str
    has_board: bool
    takes_text: bool = True
    """Whether the page has a line to type actions."""


class PageView(Struct, kw_only=True):
    """The exhibits of a page that are not placed yet; layouts take and draw them."""

    exhibits: list[Exhibit]
    path: str
    headline: str = ""
    request: Request | None = None
    link: str = ""
    command: str = ""
    files: tuple[str, ...] = ()
    csv_links: Sequence[tuple[str, str]] = ()
    """Title and link of each table."""
    at: int = 0
    """The step of a replay, or the decision of an error list."""
    stored: str = ""
    """The id of the library item, if the answer is stored."""
    screen: str = ""
    """``wide`` or ``narrow`` if curves are needed for only one."""
    partial: str = ""
    """What a partial result is based on."""
    going: bool = False
    """Whether actions are possible in a session."""
    cursor: int | None = None
    """The step of a replay, marked on win charts."""
    has_tiles: bool = False
    """Whether words in tiles are next to the curve."""
    chart_headline: str = ""
    """The headline of a review, which is in the head of its charts."""

    @property
    def group(self) -> str:
        """The game of the question."""
        return self.path.partition(".")[0]

    @property
    def name(self) -> str:
        """The name of the question in its game."""
        return self.path.partition(".")[2]

    def has(self, kind: str) -> bool:
        """Whether an exhibit of a kind is left."""
        return any(_is_kind(each, kind) for each in self.exhibits)

    def take(self, *kinds: str, room: Room | None = None, but: Sequence[str] = ()) -> list[Exhibit]:
        """Take the exhibits of some kinds (names of classes), in the order of the kinds; ``but`` are exact classes."""
        result = [
            each
            for kind in kinds
            for each in self.exhibits
            if _is_kind(each, kind) and room in (None, each.room) and type(each).__name__ not in but
        ]
        return self._remove(list(dict.fromkeys(map(id, result))))

    def _take_if(self, wanted: Callable[[Exhibit], bool]) -> list[Exhibit]:
        return self._remove([id(each) for each in self.exhibits if wanted(each)])

    def _remove(self, ids: list[int]) -> list[Exhibit]:
        known = {id(each): each for each in self.exhibits}
        self.exhibits = [each for each in self.exhibits if id(each) not in set(ids)]
        return [known[each] for each in ids]

    def show(
        self,
        *kinds: str,
        room: Room | None = None,
        but: Sequence[str] = (),
        row: str = "",
        look: str = "",
    ) -> Markup:
        """Take and draw the exhibits of some kinds; ``row`` is the CSS class of a row around them."""
        return self._draw_all(self.take(*kinds, room=room, but=but), row, look)

    def _draw_all(self, exhibits: Sequence[Exhibit], row: str = "", look: str = "") -> Markup:
        several = len(exhibits) > 1
        drawn = (self.draw(each, number if several else 0, look) for number, each in enumerate(exhibits, 1))
        return self.row(row, Markup("").join(drawn))

    def row(self, look: str, content: Markup | None = None, caller: Callable[[], Markup] | None = None) -> Markup:
        """A row around some HTML; nothing around nothing."""
        inside = caller() if caller is not None else content or Markup("")
        return Markup('<div class="{}">{}</div>').format(look, inside) if look and inside.strip() else inside

    def draw(self, exhibit: Exhibit, number: int = 0, look: str = "") -> Markup:
        """One exhibit as HTML; ``number`` is its place in its row, from 1, or 0 if it is alone."""
        named = look if look and look != "opened" else ""
        template = TEMPLATES.get_template(f"exhibits/{named}.html") if named else template_of(type(exhibit))
        context = {"exhibit": exhibit, "page": self, "number": number, "look": look, "stored": self.stored}
        return Markup(template.render(context))

    def take_errors(self) -> list[Exhibit]:
        """Error lists that have errors."""
        return self._take_if(lambda each: isinstance(each, ErrorList) and bool(each.cases))

    def show_click_boards(self, row: str) -> Markup:
        """Boards whose squares can be pressed."""
        return self._draw_all(self._take_if(_is_click_board), row)

    def show_ranked(self) -> Markup:
        """Ranked choices: their main columns, and all of them in a fold."""
        return self._draw_all(
            self._take_if(lambda each: isinstance(each, Table) and bool(each.few)), "", "ranked-table"
        )

    def show_replay_columns(self) -> Markup:
        """Below a replay, side by side: errors, numbers with intervals, and small charts."""
        errors = self._take_if(lambda each: isinstance(each, Table) and bool(each.few))
        numbers = self._take_if(
            lambda each: (
                _is_kind(each, "ForestPlot")
                or (isinstance(each, Table) and bool(each.title) and len(each.columns) <= MAX_THIRD_COLUMNS)
            )
        )
        small = self._take_if(
            lambda each: isinstance(each, TimeCurve) or (isinstance(each, Chart) and each.fits_column)
        )
        columns = [
            self.row(
                "column",
                Markup("").join(
                    self.draw(each, look="listed-table" if isinstance(each, Table) else "") for each in column
                ),
            )
            for column in (errors, numbers, small)
            if column
        ]
        return self.row(f"thirds of-{len(columns)}", Markup("").join(columns))

    def show_notes(self, folds_tables: bool = False) -> Markup:
        """Sentences, text blocks and wide tables in one panel; long tables are folded."""
        result = []
        for number, each in enumerate(self._take_if(lambda each: each.room == "text"), 1):
            look = ""
            if isinstance(each, Table):
                longest = 0 if not self.has_replay else LONG_TABLE_ROWS
                look = "folded-table" if folds_tables and len(each.rows) > longest else "wide-table"
            elif isinstance(each, Note) and each.tone in ("fixed", "drawing"):
                drawing = each.tone == "drawing" and self.files and not self.stored
                look = "drawing-note" if drawing else "fixed-note"
            result.append(self.draw(each, number, look))
        notes = Markup('<section class="panel"><div class="body notes">{}</div></section>')
        return notes.format(Markup("").join(result)) if result else Markup("")

    def show_rest(self) -> Markup:
        """Everything that no place of the layout took; controls of forms and sessions are drawn elsewhere."""
        return self._draw_all(self._take_if(lambda each: not isinstance(each, FormHints | ActionPanel | ClickBoard)))

    @property
    def has_replay(self) -> bool:
        """Whether the page has a replay."""
        return self.cursor is not None

    def picture(self, chart: Chart, narrow: bool = False) -> str:
        """A chart for one width: with the cursor of the replay, and half as wide next to words in tiles."""
        if isinstance(chart, Curve) and not isinstance(chart, TimeCurve):
            if self.screen and narrow is not (self.screen == "narrow"):
                return ""
            if self.has_tiles and not narrow:
                from kibitz.draw.curve_plot import HALF, curve_svg

                return curve_svg(chart, HALF)
        drawn = chart.svg(narrow)
        if isinstance(chart, WinChart) and self.cursor is not None:
            return with_cursor(drawn, self.cursor, len(chart.lines[0].values), PHONE if narrow else DESKTOP)
        return drawn

    def with_partial(self, eyebrow: str, first: bool = True) -> str:
        """The line above an answer; of a partial result it says what that is based on."""
        said = f"partial result, {self.partial}" if self.partial else ""
        return " · ".join(filter(None, (said, eyebrow) if first else (eyebrow, said)))


def _is_kind(exhibit: Exhibit, kind: str) -> bool:
    """Whether an exhibit is of a kind; ``A|B`` means either."""
    return not {cls.__name__ for cls in type(exhibit).__mro__}.isdisjoint(kind.split("|"))


def _is_click_board(exhibit: Exhibit) -> bool:
    return isinstance(exhibit, HeatMap) and exhibit.press is not None


def template_of(kind: type[Exhibit]) -> Template:
    """The template of a kind of exhibit: that of its class, or of the nearest base class that has one."""
    names = (
        re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower() for cls in kind.__mro__ if issubclass(cls, Exhibit)
    )
    return TEMPLATES.select_template([f"exhibits/{name}.html" for name in names])


def layout_of(exhibits: Iterable[Exhibit]) -> str:
    """The layout of a page, by the exhibit that leads it."""
    for each in exhibits:
        if isinstance(each, GameReplay) and each.steps:
            return "replay"
        if _is_click_board(each):
            return "squares"
        if isinstance(each, ErrorList):
            return "review"
        if isinstance(each, BoardDiagram) and board_sides(each) is not None:
            return "board"
    return "advice"


def answer_page(
    path: str,
    request: Request,
    answer: Answer,
    *,
    screen: str = "",
    at: int = 0,
    stored: str = "",
    partial: str = "",
    brief: bool = False,
) -> AnswerPage:
    """The page of an answer; ``brief`` is the main panel and the first chart, for a comparison."""
    from shlex import join

    entry = BY_PATH[path]
    view = PageView(
        exhibits=list(answer.exhibits()),
        path=path,
        headline=answer.explain().headline,
        request=request,
        link=to_query(request),
        command=join(["kibitz", entry.group, entry.name, *command_line(request)]),
        files=tuple(type(answer).files),
        csv_links=csv_links(path, to_query(request), stored, answer.table_titles()),
        at=at,
        stored=stored,
        screen=screen,
        partial=partial,
    )
    if not any(isinstance(each, OPENING_KINDS) for each in view.exhibits):
        explanation = answer.explain()
        view.exhibits.insert(0, Headline(explanation.headline, explanation.rule))
    if brief:
        opening = [each for each in view.exhibits if isinstance(each, OPENING_KINDS)][:1]
        view.exhibits = [*opening, *[each for each in view.exhibits if isinstance(each, Chart)][:1]]
        view.command = ""
    headline = f"Partial result ({partial}): {view.headline}" if partial else view.headline
    hints = next((each for each in view.exhibits if isinstance(each, FormHints)), None)
    layout = layout_of(view.exhibits)
    looks = ["boards"] if any(isinstance(each, BoardDiagram | CardExhibit) for each in view.exhibits) else []
    looks += ["boarded"] if layout in ("board", "squares") else []
    return AnswerPage(_render(view, layout, hints), headline, view.link, hints, tuple(looks))


def own_grade(answer: Answer) -> str:
    """The grade of the user's own choice, wherever the answer judges it, or an empty string."""
    judged = (each.counsel.judgement for each in answer.exhibits() if isinstance(each, AdviceExhibit))
    return next((mine.grade for mine in judged if mine is not None), "")


def session_page(path: str, exhibits: Iterable[Exhibit], item: str, going: bool, headline: str = "") -> SessionPage:
    """The page of a session; ``item`` is the id of its library item, ``headline`` that of its answer at the end."""
    view = PageView(exhibits=list(exhibits), path=path, stored=item, going=going)
    if headline and not any(isinstance(each, OPENING_KINDS) for each in view.exhibits):
        view.exhibits.insert(0, Headline(headline))
    has_board = any(isinstance(each, BoardDiagram) for each in view.exhibits)
    board = view._draw_all(view.take("ShareBar", "ClickBoard", "BoardDiagram", "LetterTable"))
    takes_text = not any(isinstance(each, ActionPanel) and each.complete for each in view.exhibits)
    actions = view._draw_all(view.take("ActionPanel"))
    rest = _render(view, layout_of(view.exhibits)) if view.exhibits else ""
    return SessionPage(str(board), str(actions), rest, has_board, takes_text)


def _render(view: PageView, layout: str, hints: FormHints | None = None) -> str:
    """The exhibits of a view in their layout, and what leads on from them."""
    replays = [each for each in view.exhibits if isinstance(each, GameReplay) and each.steps]
    view.cursor = replay_view(replays[0], view.at).at if replays else None
    view.has_tiles = view.has("TileTable")
    if layout == "review":
        view.chart_headline = view.headline
        view.take("Headline")
    template = TEMPLATES.get_template("answer.html")
    return template.render(page=view, layout=f"layouts/{layout}.html", hints=hints, stored=view.stored)

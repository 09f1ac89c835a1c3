"""How a terminal shows each kind of exhibit. This module knows no game."""

from __future__ import annotations

from msgspec.structs import replace
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from kibitz.core.controls import ActionPanel, ClickBinding, ClickBoard, FormHints, ShareBar, Slider
from kibitz.core.exhibits import (
    BoardDiagram,
    ChoiceFrequencies,
    Curve,
    Exhibit,
    ForestPlot,
    GameReplay,
    HeatMap,
    Matrix,
    Note,
    OutcomeBreakdown,
    RuleMap,
    Table,
    ThresholdBars,
    WinChart,
)
from kibitz.core.exhibits.as_tables import calibration_table, heat_map_table, number_line_table, threshold_bars_table
from kibitz.core.exhibits.charts import (
    CalibrationPlot,
    CrossoverChart,
    LetterChart,
    NumberLineChart,
    OutcomeBar,
    TileTable,
    Waterfall,
)
from kibitz.core.exhibits.summaries import (
    AnswerSummary,
    CardExhibit,
    ErrorList,
    PlayerWaterfalls,
    ReadingGuide,
    RecommendationFact,
    RuleOfThumb,
)
from kibitz.core.grades import GLYPHS
from kibitz.core.question import Answer
from kibitz.core.recommendation import Recommendation
from kibitz.core.units import format_amount

TONES = {"plain": "", "strong": "bold", "quiet": "dim", "warning": "yellow", "fixed": ""}


def make_console() -> Console:
    """A console on standard output: as wide as the screen, or wide enough for any table in a file or pipe."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=160)


def show(answer: Answer, console: Console | None = None) -> None:
    """Print the exhibits of an answer, top to bottom."""
    screen = console or make_console()
    for exhibit in answer.exhibits():
        show_exhibit(exhibit, screen)


def show_exhibit(exhibit: Exhibit, console: Console) -> None:
    """Print one exhibit."""
    match exhibit:
        case Note(text=text, tone="fixed" | "drawing"):
            console.out(text.rstrip("\n"), highlight=False)
        case Note(text=text, tone=tone):
            console.print(Text(text, style=TONES[tone]), soft_wrap=not console.is_terminal)
        case HeatMap(press=ClickBinding(), best=None):
            pass  # a board to press, without figures
        case HeatMap():
            show_exhibit(heat_map_table(exhibit), console)
        case ThresholdBars():
            show_exhibit(threshold_bars_table(exhibit), console)
        case NumberLineChart():
            show_exhibit(number_line_table(exhibit), console)
        case CalibrationPlot(note=note):
            show_exhibit(calibration_table(exhibit), console)
            console.print(Text(note))
        case Table(grades=grades) if any(grades):
            show_exhibit(_with_grade_glyphs(exhibit), console)
        case Table():
            console.print(_grid(exhibit) if _width(exhibit) <= console.width else _records(exhibit))
            if exhibit.remark:
                console.print(Text(exhibit.remark, style="dim"))
        case Slider(note=note):
            console.print(Text(f"{note}.", style="dim"))
        case Recommendation():
            _show_counsel(exhibit, console)
        case BoardDiagram(caption=caption, state=state):
            console.print(Text(caption or state))
        case ForestPlot(table=table) | Matrix(table=table) | ChoiceFrequencies(table=table):
            if table is not None:
                show_exhibit(table, console)
        case RuleMap(text=text):
            if text:
                console.out(text, highlight=False)
        case Waterfall(title=title, note=note):
            steps = [f"{exhibit.format_value(exhibit.start)} at the start"]
            steps += [f"{exhibit.format_value(stair.amount, signed=True)} {stair.name}" for stair in exhibit.stairs]
            console.print(
                Text(f"{title}: {', '.join(steps)}, {exhibit.format_value(exhibit.end)} at the end. {note}".strip())
            )
        case RuleOfThumb(title=title, formula=formula, words=words):
            named = f"{title}, {formula}" if formula else title
            console.print(Text(f"Rule of thumb: {named}: {words}."))
        case RecommendationFact(fact=fact):
            console.print(Text(f"{fact.title}: {fact.main} ({fact.more})."))
        case AnswerSummary(alone=True):
            _show_verdict(exhibit, console)
        case LetterChart(title=title):
            figures = zip(exhibit.letters, exhibit.values, strict=True)
            console.print(Text(f"{title}: {', '.join(f'{letter} {value:.1f}' for letter, value in figures)}"))
        case (
            Curve()
            | WinChart()
            | OutcomeBreakdown()
            | GameReplay()
            | ActionPanel()
            | ShareBar()
            | ClickBoard()
            | OutcomeBar()
            | TileTable()
            | CrossoverChart()
        ):
            pass  # a terminal has the table beside it; --chart draws the picture to a file
        case FormHints():
            pass  # a terminal has no form
        case AnswerSummary() | ErrorList() | PlayerWaterfalls() | ReadingGuide() | CardExhibit():
            pass  # a terminal has the table beside it; --chart draws the picture to a file


def _with_grade_glyphs(table: Table) -> Table:
    """A table with the glyphs of the grades in a separate column after the losses."""
    place = table.columns.index("loss") + 1 if "loss" in table.columns else len(table.columns)
    signs = ("" if grade in ("", "best", "fine") else GLYPHS[grade] for grade in table.grades)
    rows = tuple((*row[:place], sign, *row[place:]) for row, sign in zip(table.rows, signs, strict=True))
    columns = (*table.columns[:place], "", *table.columns[place:])
    return replace(table, columns=columns, rows=rows, left=tuple(k + (k >= place) for k in table.left), grades=())


def _width(table: Table) -> int:
    """Smallest width at which a table loses no cells; left-aligned columns can wrap."""
    padding = 1 if len(table.columns) > 8 else 2
    widest = [max(map(len, cells)) for cells in zip(table.columns, *table.rows, strict=True)]
    return sum((min(width, 8) if k in table.left else width) + padding for k, width in enumerate(widest)) - padding


def _records(table: Table) -> Text:
    """The rows as lines of text for a narrow screen: the name of the row, then its cells."""
    text = Text(f"{table.title}\n" if table.title else "")
    for number, row in enumerate(table.rows):
        cells = [f"{name} {cell}".strip() for name, cell in zip(table.columns[1:], row[1:], strict=True) if cell]
        style = "bold" if number in table.strong else "dim" if number in table.quiet else ""
        text.append(f"{row[0]}: {', '.join(cells)}" + "\n" * (number < len(table.rows) - 1), style)
    return text


def _grid(table: Table) -> Grid:
    grid = Grid(title=escape(table.title) if table.title else None, title_justify="left", box=None, pad_edge=False)
    narrow = len(table.columns) > 8
    grid.padding = (0, 1 if narrow else 2, 0, 0)
    for number, name in enumerate(table.columns):
        left = number in table.left
        # The first column names the row: it may wrap, but it must never vanish on a narrow screen.
        grid.add_column(
            escape(name), justify="left" if left else "right", no_wrap=not left, min_width=8 if left else None
        )
    for number, row in enumerate(table.rows):
        style = "bold" if number in table.strong else "dim" if number in table.quiet else None
        grid.add_row(*(escape(cell) for cell in row), style=style)
    return grid


def _show_verdict(verdict: AnswerSummary, console: Console) -> None:
    between = f" ({verdict.between})" if verdict.between else ""
    console.print(Text(f"{verdict.answer}: {verdict.figure} {verdict.figure_name}{between}.", style="bold"))
    if verdict.reason:
        console.print(Text(f"· {verdict.lead} {verdict.reason}".replace("·  ", "· ")))
    for fact in verdict.facts:
        console.print(Text(f"· {fact.title}: {fact.main}" + (f" ({fact.more})" if fact.more else "")))


def _show_counsel(counsel: Recommendation, console: Console) -> None:
    headline = counsel.explanation.headline
    console.print(Text(headline if headline.endswith((".", "!", "?")) else headline + ".", style="bold"))
    for reason in counsel.explanation.reasons:
        console.print(Text(f"· {reason}"))
    if counsel.explanation.rule:
        console.print(Text(f"rule: {counsel.explanation.rule}", style="dim"))
    if counsel.judgement is not None:
        mine = counsel.judgement
        worth = "" if mine.worth is None else f"{format_amount(mine.worth, counsel.unit)}, "
        console.print(Text(f"Your {counsel.label(mine.choice)}: {worth}{mine.words}."))

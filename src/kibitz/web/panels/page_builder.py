"""From the exhibits of an answer to the parts of its page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec.structs import replace

from kibitz.app.boards import board_links, board_sides, board_svg
from kibitz.app.catalogue import BY_PATH
from kibitz.app.request_parsing import command_line, to_query
from kibitz.core.controls import ClickBinding, Slider
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
    format_option_loss,
)
from kibitz.core.exhibits.as_tables import (
    calibration_table,
    crossover_table,
    heat_map_table,
    number_line_table,
    threshold_bars_table,
    win_chart_table,
)
from kibitz.core.exhibits.charts import (
    CalibrationPlot,
    CrossoverChart,
    LetterChart,
    NumberLineChart,
    OutcomeBar,
    TileTable,
    Waterfall,
)
from kibitz.core.exhibits.summaries import AnswerSummary, ErrorList, PlayerWaterfalls, RecommendationFact, RuleOfThumb
from kibitz.core.question import Answer, Request
from kibitz.core.recommendation import Recommendation
from kibitz.core.units import MINUS, Unit, format_amount
from kibitz.draw.heat_map import heat_map_svg
from kibitz.draw.threshold_bars import threshold_bars_svg
from kibitz.web.panels.findings import ErrorListPart, heat_map_part, waterfall_part
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
from kibitz.web.panels.recommendation import recommendation_part, with_rule_of_thumb, with_slider
from kibitz.web.panels.tables import with_choice_links

MAX_INLINE_NOTE_CHARACTERS = 40
"""Longest remark that fits next to the title of its panel, in characters."""
ZONE_STYLE_NAMES = {"bad": "hatched", "plain": "plain", "good": "green"}
"""How the zones between thresholds are drawn."""


def build_page(path: str, request: Request, answer: Answer, screen: str = "") -> AnswerPage:
    """The answer page; ``screen`` is ``wide`` or ``narrow`` if charts are needed for only one."""
    from shlex import join

    exhibits = list(answer.exhibits())
    told_else = {
        each.title
        for each in exhibits
        if isinstance(each, WinChart | ErrorList | PlayerWaterfalls | TileTable | CrossoverChart)
    }
    behind = {each.title: each for each in exhibits if isinstance(each, Table) and each.title in told_else}
    exhibits = [each for each in exhibits if not (isinstance(each, Table) and each.title in told_else)]
    said_else = {
        each.sentence if isinstance(each, PlayerWaterfalls) else each.note
        for each in exhibits
        if isinstance(each, PlayerWaterfalls | CrossoverChart)
    }
    feet = [_strip_signs(each.footnote) for each in exhibits if isinstance(each, Curve) and each.footnote]
    exhibits = [
        each
        for each in exhibits
        if not (
            isinstance(each, Note) and (each.text in said_else or any(foot in _strip_signs(each.text) for foot in feet))
        )
    ]
    rule = next((each for each in exhibits if isinstance(each, RuleOfThumb)), None)
    dial = next((each for each in exhibits if isinstance(each, Slider)), None)
    facts = tuple(each.fact for each in exhibits if isinstance(each, RecommendationFact))
    exhibits = [each for each in exhibits if not isinstance(each, RuleOfThumb | RecommendationFact | Slider)]
    link = to_query(request)
    beside = any(isinstance(each, TileTable) for each in exhibits)
    parts = [
        _curve_part(each, screen, beside)
        if isinstance(each, Curve) and each.plateau
        else make_part(each, screen, link, behind, path)
        for each in exhibits
    ]
    if any(isinstance(part, AnswerSummary) for part in parts):  # it says what the note says
        parts = [part for part in parts if not (isinstance(part, Note) and part.tone == "strong")]
    elif not any(isinstance(part, RecommendationPart) for part in parts):
        explanation = answer.explain()
        headline = explanation.headline.rstrip(".")
        rest = [part for part in parts if not (isinstance(part, Note) and part.text.rstrip(".") == headline)]
        parts = [RecommendationPart(answer=headline, rule=explanation.rule), *rest]
    parts = list(_merge_comparisons(with_slider(with_rule_of_thumb(parts, rule, facts), dial, request)))
    mine = f"player {getattr(request, 'me', None) or 1}"  # the user's recommendation comes first
    parts.sort(
        key=lambda part: isinstance(part, RecommendationPart) and part.eyebrow[7:].isdigit() and part.eyebrow != mine
    )
    grade = next((part.grade for part in parts if isinstance(part, RecommendationPart) and part.grade), "")
    entry = BY_PATH[path]
    return AnswerPage(
        path,
        link,
        join(["kibitz", entry.group, entry.name, *command_line(request)]),
        answer.explain().headline,
        tuple(parts),
        tuple(type(answer).files),
        grade,
    )


def _strip_signs(words: str) -> str:
    """The words of a text, to detect a note that repeats the caption of a chart."""
    return " ".join(re.findall(r"\w+", words.lower()))


def with_partial_note(page: AnswerPage, after: str) -> AnswerPage:
    """The page of a partial result: what it is based on is above the answer."""

    def with_text(part: Part) -> Part:
        if not isinstance(part, AnswerSummary | RecommendationPart):
            return part
        return replace(part, eyebrow=" · ".join(filter(None, (f"partial result, {after}", part.eyebrow))))

    headline = f"Partial result ({after}): {page.headline}"
    return replace(page, after=after, headline=headline, parts=tuple(map(with_text, page.parts)))


def make_part(
    exhibit: Exhibit, screen: str = "", link: str = "", behind: Mapping[str, Table] | None = None, path: str = ""
) -> Part:
    """The part of an exhibit; ``link`` is the link of the question at ``path``, ``behind`` are tables by title."""
    match exhibit:
        case Recommendation():
            return recommendation_part(exhibit)
        case Curve(plateau=None):
            from kibitz.draw.curve import NARROW, WIDE, curve_svg

            wide, small = curve_svg(exhibit, WIDE), curve_svg(exhibit, NARROW)
            return PicturePart(wide, "", None, exhibit.title, small, role="periods")
        case Curve():
            return _curve_part(exhibit, screen)
        case Table(asks=field) if field and link:
            return with_choice_links(exhibit, path, link)
        case HeatMap(press=ClickBinding() as press):
            return heat_map_part(exhibit, press, link)
        case ErrorList(title=title):
            return ErrorListPart(exhibit, (behind or {}).get(title))
        case PlayerWaterfalls(title=title):
            return waterfall_part(exhibit, (behind or {}).get(title))
        case HeatMap(shares=shares, title=title, best=best):
            words = title or "heat map"
            return PicturePart(heat_map_svg(shares, words, best), title, heat_map_table(exhibit))
        case WinChart(title=title):
            from kibitz.draw.win_chart import PHONE, win_chart_svg

            wide, small = win_chart_svg(exhibit, alone=False), win_chart_svg(exhibit, False, PHONE)
            places, flagged = len(exhibit.lines[0].values), bool(exhibit.flags)
            return PicturePart(
                wide, exhibit.note, win_chart_table(exhibit), title, small, flagged=flagged, places=places
            )
        case ThresholdBars(title=title):
            return PicturePart(
                threshold_bars_svg(exhibit),
                "",
                threshold_bars_table(exhibit),
                title,
                threshold_bars_svg(exhibit, narrow=True),
            )
        case BoardDiagram(caption=caption):
            turns = board_links(exhibit, path, link)
            return PicturePart(board_svg(exhibit), caption, sides=board_sides(exhibit), links=turns)
        case CrossoverChart(title=title, note=note, lead=lead):
            from kibitz.draw.crossover import crossover_svg

            drawn, table = crossover_svg(exhibit), (behind or {}).get(title) or crossover_table(exhibit)
            return PicturePart(
                drawn,
                note.removeprefix(lead).strip(),
                table,
                title,
                drawn,
                small=True,
                lead=lead,
                remark=exhibit.remark,
                limits=exhibit.limits,
            )
        case OutcomeBar() | Waterfall() | LetterChart() | CalibrationPlot() | NumberLineChart():
            return _chart_part(exhibit)
        case ForestPlot(title=title, table=table):
            from kibitz.draw.forest_plot import forest_plot_svg

            wide, small = forest_plot_svg(exhibit), forest_plot_svg(exhibit, narrow=True)
            below, above = (
                ("", exhibit.remark) if len(exhibit.remark) < MAX_INLINE_NOTE_CHARACTERS else (exhibit.remark, "")
            )
            return PicturePart(wide, below, table, title, small, remark=above, role="whiskers")
        case Matrix():
            return _matrix_part(exhibit)
        case OutcomeBreakdown() | ChoiceFrequencies():
            return bars_part(exhibit)
        case RuleMap(title=title, fires=fires):
            from kibitz.draw.rule_map import rule_map_svg

            rules = tuple((r.when, r.plays) for r in exhibit.regions)
            lines = exhibit.regions if any(region.each for region in exhibit.regions) else ()
            return RuleMapPart(exhibit.size or title, rule_map_svg(exhibit), rules, fires, lines, exhibit.cost)
        case GameReplay():
            return ReplayPart(exhibit)
        case RuleOfThumb(title=title, formula=formula, words=words):
            return Note(f"{title}, {formula}: {words}.")
        case Slider(note=note):
            return Note(f"{note}.", "quiet")
        case RecommendationFact(fact=fact):
            return Note(f"{fact.title}: {fact.main} ({fact.more}).")
    return exhibit


def _chart_part(figure: OutcomeBar | Waterfall | LetterChart | CalibrationPlot | NumberLineChart) -> PicturePart:
    """The part of a chart."""
    if isinstance(figure, NumberLineChart):
        from kibitz.draw.number_line import number_line_svg

        keys = "; ".join(f"{ZONE_STYLE_NAMES[kind]}: {words}" for kind, words in figure.keys)
        small = number_line_svg(figure, narrow=True)
        return PicturePart(
            number_line_svg(figure), keys, number_line_table(figure), figure.title, small, remark=figure.remark
        )
    if isinstance(figure, CalibrationPlot):
        from kibitz.draw.calibration import calibration_svg

        drawn, table = calibration_svg(figure), calibration_table(figure)
        return PicturePart(drawn, figure.note, table, figure.title, drawn, small=True, remark=figure.remark)
    if isinstance(figure, LetterChart):
        from kibitz.draw.letter_chart import letter_chart_svg

        rows = tuple((letter, f"{value:.2f}") for letter, value in zip(figure.letters, figure.values, strict=True))
        table = Table(("letter", "mean"), rows)
        small = letter_chart_svg(figure, narrow=True)
        return PicturePart(
            letter_chart_svg(figure), figure.note, table, figure.title, small, remark=figure.remark, role="letters"
        )
    if isinstance(figure, OutcomeBar):
        from kibitz.draw.outcome_bar import outcome_bar_svg

        drawn = outcome_bar_svg(figure)
        return PicturePart(drawn, "", None, figure.title, drawn, small=True)
    from kibitz.draw.waterfall import waterfall_svg

    drawn = waterfall_svg(figure)
    return PicturePart(drawn, figure.note, None, figure.title, drawn, small=True, remark=figure.remark)


def _merge_comparisons(parts: Iterable[Part]) -> Iterator[Part]:
    """Merge consecutive comparisons of the same title into one panel."""
    for key, group in groupby(parts, key=lambda part: part.title if isinstance(part, BarsPart) and part.name else None):
        result = list(group)
        if key is None or len(result) == 1:
            yield from result
        else:
            bars = [part for part in result if isinstance(part, BarsPart)]
            yield ComparisonPart(key, tuple((part.name, part) for part in bars))


def _matrix_part(matrix: Matrix) -> MatrixPart:
    known = [value for row in matrix.values for value in row if value is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    rows = []
    for r, (name, values, words) in enumerate(zip(matrix.rows, matrix.values, matrix.words, strict=True)):
        colours = [
            -1 if value is None else min(int((value - low) / max(high - low, 1e-12) * 10), 9) for value in values
        ]
        cells = tuple(
            (word, colour, (r, c) in matrix.ringed) for c, (word, colour) in enumerate(zip(words, colours, strict=True))
        )
        rows.append((name, cells))
    said = {
        value: word.strip("()")
        for values, words in zip(matrix.values, matrix.words, strict=True)
        for value, word in zip(values, words, strict=True)
        if value is not None
    }
    ends = (said[low], said[high]) if known and low < high else ("", "")
    return MatrixPart(
        matrix.title, matrix.remark, matrix.columns, tuple(rows), ends, matrix.worths, matrix.corner, matrix.note
    )


def bars_part(bars: OutcomeBreakdown | ChoiceFrequencies) -> BarsPart:
    """Rows with bars: gains by outcome, or predicted choices."""
    from kibitz.draw.bars import difference_bar_svg, share_bar_svg

    if isinstance(bars, ChoiceFrequencies):
        likely = tuple(
            (
                bar.name,
                (),
                share_bar_svg(bar.chance, bar.grade == "best"),
                format_amount(bar.chance, Unit.WIN),
                bar.cost,
                bar.grade,
            )
            for bar in bars.bars
        )
        return BarsPart(bars.title, "", likely)
    amounts = [row.amount for row in bars.rows]
    net = sum(amounts)
    ends = max(-min([*amounts, net], default=0.0), 0.0), max([*amounts, net, 0.0])
    rows = tuple(
        (
            "" if row.outcome else "all other outcomes",
            row.outcome or (),
            difference_bar_svg(row.amount, *ends),
            _format_points(row.amount),
            "",
            "",
        )
        for row in bars.rows
    )
    net_row = ("Net", (), difference_bar_svg(net, *ends), _format_points(net), "", "")
    return BarsPart(
        bars.title, f"against {bars.against}", (*rows, net_row), _format_points(net), bars.name or bars.against
    )


def _format_points(chance: float) -> str:
    """A difference of chances in points, with its sign."""
    return f"{100 * chance:+.1f}".replace("-", MINUS)


def _curve_part(curve: Curve, screen: str, beside: bool = False) -> CurvePart:
    """A curve with its table; with ``beside`` it is drawn for half of the width."""
    from kibitz.draw.curve import HALF, NARROW, WIDE, curve_svg

    best = max(curve.worth)
    names = {curve.best: ""} | {mark.choice: mark.label for mark in curve.marks}
    step = max(1, len(curve.choices) // 20)
    stored = {
        *range(0, len(curve.choices), step),
        *(bisect_left(curve.choices, choice) for choice in names if choice is not None),
    }
    rows = []
    for choice, worth in ((curve.choices[i], curve.worth[i]) for i in sorted(stored)):
        loss = format_option_loss(best - worth, curve.unit)
        words = (
            f"{curve.format_choice(choice)} {names[choice]}".strip() if choice in names else curve.format_choice(choice)
        )
        rows.append((words, format_amount(worth, curve.unit), loss))
    title = f"{curve.worth_axis} by {curve.choice_axis}"
    wide = "" if screen == "narrow" else curve_svg(curve, HALF if beside else WIDE)
    narrow = "" if screen == "wide" else curve_svg(curve, NARROW)
    near = 'class="near"' in (wide or narrow)
    return CurvePart(title[0].upper() + title[1:], wide, narrow, tuple(rows), curve.footnote, near)

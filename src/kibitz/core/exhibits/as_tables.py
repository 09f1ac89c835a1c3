"""Charts as tables, for a terminal and for "Show as table" on a page."""

from __future__ import annotations

from kibitz.core.exhibits import HeatMap, Table, ThresholdBars, WinChart
from kibitz.core.exhibits.charts import CalibrationPlot, CrossoverChart, NumberLineChart
from kibitz.core.units import format_chance, format_money

BAR_WIDTH_CHARACTERS = 40
SHADES = (" ", "░", "▒", "▓", "█")


def heat_map_table(heat: HeatMap) -> Table:
    """A heat map as a table: each share with a shade character."""
    most = max((share for row in heat.shares for share in row if share is not None), default=0.0) or 1.0

    def cell(share: float | None) -> str:
        if share is None:
            return ""
        shade = SHADES[min(int(share / most * (len(SHADES) - 1) + 0.5), len(SHADES) - 1)]
        return f"{shade * 2} {format_chance(share)}"

    rows = tuple((name, *map(cell, row)) for name, row in zip(heat.rows, heat.shares, strict=True))
    noted = (("", *heat.notes),) if any(heat.notes) else ()
    return Table(("", *heat.columns), (*noted, *rows), heat.title)


def threshold_bars_table(strips: ThresholdBars) -> Table:
    """Threshold bars as a table: bars of characters, dark in zones to act, with the mark."""
    rows = []
    for strip in strips.strips:
        bar = ""
        for place in range(BAR_WIDTH_CHARACTERS):
            zone = next(
                (zone for zone in strip.zones if (place + 0.5) / BAR_WIDTH_CHARACTERS < zone.until), strip.zones[-1]
            )
            bar += "█" if zone.acts else "░"
        mark = min(int(strips.at * BAR_WIDTH_CHARACTERS), BAR_WIDTH_CHARACTERS - 1)
        rows.append((strip.name, f"{bar[:mark]}│{bar[mark + 1 :]}", strip.verdict))
    return Table((strips.title, f"│ {strips.at_words}", "now"), tuple(rows), left=(0, 1, 2))


def win_chart_table(story: WinChart) -> Table:
    """A win chart as a table: the chance of each player at each step."""
    rows = tuple(
        (f"{story.step} {place}" if place else "start", *(format_chance(line.values[place]) for line in story.lines))
        for place in range(len(story.lines[0].values))
    )
    return Table(("", *(line.name for line in story.lines)), rows, story.title)


def calibration_table(figure: CalibrationPlot) -> Table:
    """A calibration plot as a table, from easy to hard."""
    k = figure.digits
    names = ("easiest", *[""] * (len(figure.dots) - 2), "hardest")[: len(figure.dots)]
    rows = tuple(
        (name, f"{dot.expected:.{k}f}", f"{dot.actual:.{k}f}", f"{dot.low:.{k}f} to {dot.high:.{k}f}")
        for name, dot in zip(names, figure.dots, strict=True)
    )
    return Table(("", "expected", "actual", "95 %"), rows, figure.title, remark=figure.remark)


def number_line_table(spans: NumberLineChart) -> Table:
    """A number line as a table: the thresholds and the outcomes."""
    rows = tuple(
        (
            f"{span.name} ({span.note})" if span.note else span.name,
            ", ".join(f"{words} {format_money(amount)}" for amount, words in span.lines),
            ", ".join(f"{words} {format_money(amount)}" for amount, words, _ in span.places),
        )
        for span in spans.spans
    )
    return Table((spans.title, "lines", "you"), rows, left=(0, 1, 2))


def crossover_table(crossing: CrossoverChart, step: int = 5) -> Table:
    """A crossover chart as a table, at a few chances."""
    last = len(crossing.first) - 1
    rows = tuple(
        (f"{100 * place / last:.0f} %", format_chance(crossing.first[place]), format_chance(crossing.second[place]))
        for place in range(0, last + 1, step)
    )
    return Table((crossing.axis, *crossing.acts), rows, crossing.title)

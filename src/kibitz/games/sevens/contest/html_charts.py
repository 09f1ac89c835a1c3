"""The charts of a tournament as one stand-alone HTML page: plain SVG, no scripts, nothing fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeAlias

from kibitz.core import format_chance
from kibitz.core.exhibits import Table
from kibitz.games.sevens.contest.tables import (
    PlayerStanding,
    TournamentTables,
    format_gain,
    head_to_head_table,
    letters_table,
)

WIDTH, ROW, LABEL, VALUE = 640, 30, 110, 90
"""Sizes in pixels: chart, one bar, the names on the left, the numbers on the right."""

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5f6b7a; --bar: #2f6f9f; --line: #d5dbe2; --paper: #ffffff; }

@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf1; --soft: #9aa7b5; --bar: #5fa3d3; --line: #39444f; --paper: #14191f; }
}

body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
       max-width: 46rem; padding: 0 1rem; }

h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: 1rem; }
p.note { color: var(--soft); } svg { width: 100%; height: auto; }
div.wide { overflow-x: auto; }

table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); } svg text.soft { fill: var(--soft); }
svg rect { fill: var(--bar); } svg line { stroke: var(--ink); stroke-width: 1.5; }
svg line.axis { stroke: var(--line); }
"""


Bar: TypeAlias = tuple[str, float, tuple[float | None, float | None], str]
"""Name, value, interval (if there is one), value as text."""


def bar_chart(title: str, rows: Sequence[Bar]) -> str:
    """Horizontal bars with their intervals as whiskers."""
    ends = [end for _, value, interval, _ in rows for end in (value, *interval) if end is not None]
    low, high = min(0.0, *ends), max(1e-9, *ends)
    span = WIDTH - LABEL - VALUE

    def x(value: float) -> float:
        return round(LABEL + span * (value - low) / (high - low), 1)

    parts = [
        f'<svg viewBox="0 0 {WIDTH} {ROW * len(rows) + 10}" role="img" aria-label="{escape(title)}">',
        f'<line class="axis" x1="{x(0)}" x2="{x(0)}" y1="0" y2="{ROW * len(rows) + 6}"/>',
    ]
    for place, (name, value, (least, most), figure) in enumerate(rows):
        top, middle = place * ROW + 6, place * ROW + 6 + ROW / 2 - 3
        left, right = sorted((x(0), x(value)))
        parts += [
            f'<text x="{LABEL - 8}" y="{middle + 4}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{left}" y="{top}" width="{max(right - left, 0.5):.1f}" height="{ROW - 10}" rx="2"/>',
            *(
                []
                if least is None or most is None
                else [f'<line x1="{x(least)}" x2="{x(most)}" y1="{middle}" y2="{middle}"/>']
            ),
            f'<text class="soft" x="{WIDTH - VALUE + 8}" y="{middle + 4}">{escape(figure)}</text>',
        ]
    return "\n".join([*parts, "</svg>"])


def html_table(shown: Table) -> str:
    """A plain table; the first column holds names."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in shown.columns)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in shown.rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def standing_charts(rows: Sequence[PlayerStanding]) -> list[str]:
    """The charts of the standings: points gained, rounds with a seven, points paid."""
    return [
        "<h3>Points gained per round</h3>",
        bar_chart("gain", [(r.player, r.gain, (r.gain_low, r.gain_high), format_gain(r)) for r in rows]),
        "<h3>Rounds with a seven-letter word</h3>",
        bar_chart(
            "sevens", [(r.player, r.sevens, (r.sevens_low, r.sevens_high), format_chance(r.sevens)) for r in rows]
        ),
        "<h3>Points paid per letter bought</h3>",
        bar_chart("paid", [(r.player, r.paid, (r.paid_low, r.paid_high), f"{r.paid:.2f}") for r in rows]),
    ]


def html_page(title: str, lead: str, sections: Sequence[str]) -> str:
    """A stand-alone page."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head><body>\n'
        f"<h1>{escape(title)}</h1>\n<p>{escape(lead)}</p>\n" + "\n".join(sections) + "\n</body></html>\n"
    )


def tournament_page(tables: TournamentTables, description: str) -> str:
    """The whole page of a tournament."""
    rows = tables.standings
    names = [row.player for row in rows]
    halves = tuple(
        (
            r.player,
            f"{r.seven_gain:.1f}",
            f"{r.seven_paid:.2f}",
            f"{r.seven_bid:.2f}",
            f"{r.other_gain:.1f}",
            f"{r.other_paid:.2f}",
            f"{r.other_bid:.2f}",
            format_chance(r.wins),
        )
        for r in rows
    )
    columns = ("player", "gain with", "paid per letter", "mean bid", "without", "paid per letter", "mean bid", "won")
    sections = [
        *standing_charts(rows),
        "<h2>With and without a seven</h2>",
        html_table(Table(columns, halves)),
        "<h2>Head to head, points per round</h2>",
        html_table(head_to_head_table(rows, tables.comparisons)),
        '<p class="note">A star marks differences that are significant at 5 % after Holm\'s correction. '
        "Whiskers are 95 % intervals (Student's t, over blocks of rounds).</p>",
    ]
    if tables.matches:
        gains = {match.match: {row.player: f"{row.gain:.1f}" for row in match.standings} for match in tables.matches}
        body = tuple((label, *(cell.get(name, "") for name in names)) for label, cell in gains.items())
        sections += ["<h2>Gain by match</h2>", html_table(Table(("match", *names), body))]
    if tables.letters:
        sections += ["<h2>Mean bid by letter</h2>", html_table(letters_table(tables.letters, "bid"))]
        sections += ["<h2>Mean price by letter bought</h2>", html_table(letters_table(tables.letters, "price"))]
    return html_page("Sevens: a tournament", description, sections)

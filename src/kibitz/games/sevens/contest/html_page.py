"""Exhibits as one stand-alone HTML page: charts and tables, no scripts, nothing fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kibitz.core.exhibits import Exhibit, Table
from kibitz.core.exhibits.grids import Matrix
from kibitz.draw.chart import Chart
from kibitz.draw.style import COLOURS, css_rules

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--surface); margin: 2rem auto;
       max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } svg { width: 100%; height: auto; }
div { overflow-x: auto; } p { color: var(--ink-2); white-space: pre-line; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--grid); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
rect { fill: var(--grid); } text.on-tile { stroke: none; }
"""


def html_page(title: str, lead: str, exhibits: Sequence[Exhibit]) -> str:
    """A stand-alone page: the title, a lead, and every exhibit."""
    colours = " ".join(f"--{name}: {colour};" for name, colour in COLOURS.items())
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>:root {{ {colours} }}\n{css_rules()}{_STYLE}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(lead)}</p>\n" + "\n".join(map(_draw, exhibits)) + "\n</body></html>\n"
    )


def _draw(exhibit: Exhibit) -> str:
    table = exhibit.table()
    if isinstance(exhibit, Matrix):
        rows = zip(exhibit.rows, exhibit.words, strict=True)
        table = Table(("", *exhibit.columns), tuple((name, *words) for name, words in rows))
    picture = exhibit.svg() if isinstance(exhibit, Chart) else ""
    text = "" if picture or table else exhibit.sentence()
    parts = (f"<h2>{escape(exhibit.title)}</h2>" if exhibit.title else "", f"<p>{escape(text)}</p>" if text else "")
    remarks = "".join(f"<p>{escape(each)}</p>" for each in (exhibit.remark, exhibit.note) if each)
    return "".join((*parts, picture, _html_table(table) if table else "", remarks))


def _html_table(table: Table) -> str:
    """A plain table; the first column holds names."""
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in table.rows)
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.columns)
    return f"<div><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>"

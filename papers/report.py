"""The report as Markdown and as one HTML page."""

from __future__ import annotations

from html import escape

from papers.comparison import Comparison, Row, Verdict
from papers.runs import PAPERS

HEAD = ("", "ours", "published", "difference", "tolerance", "verdict", "why")


def format_number(value: float | None, digits: int, signed: bool = False) -> str:
    """A number with its digits and a typographic minus; empty if there is none."""
    if value is None:
        return ""
    return f"{value:{'+' if signed else ''},.{digits}f}".replace("-", "−")


def format_row(row: Row) -> tuple[str, ...]:
    ours = format_number(row.ours, row.digits)
    if row.se is not None and row.ours is not None:
        ours += f" ± {format_number(row.se, row.digits)}"
    if row.saved_on:
        ours += f" (saved {row.saved_on})"
    tolerance = "" if row.published is None else format_number(row.tolerance, row.digits)
    return (
        row.label,
        ours,
        format_number(row.published, row.digits),
        format_number(row.difference, row.digits, signed=True),
        tolerance,
        row.verdict.value,
        row.reason,
    )


def describe_counts(comparisons: list[Comparison]) -> str:
    """How many rows have which verdict, in one sentence."""
    counts = [(verdict, sum(item.count(verdict) for item in comparisons)) for verdict in Verdict]
    return ", ".join(f"{count} {verdict.value}" for verdict, count in counts if count)


def write_sections(items: list[Comparison]) -> list[str]:
    """One section with a table for each comparison, as lines of Markdown."""
    lines = []
    for item in items:
        lines += [f"### {item.place}: {item.title}", "", f"Module `{item.module}`. {item.note}".rstrip(), ""]
        lines += ["| " + " | ".join(HEAD) + " |", "|---" * len(HEAD) + "|"]
        lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in format_row(row)) + " |" for row in item.rows]
        lines.append("")
    return lines


def write_markdown(comparisons: list[Comparison], subtitle: str) -> str:
    """The report."""
    lines = [
        "# The five papers: their numbers and ours",
        "",
        subtitle,
        "",
        f"Rows: {describe_counts(comparisons)}.",
        "",
    ]
    for paper, name in PAPERS.items():
        if items := [item for item in comparisons if item.paper == paper]:
            lines += [f"## {name}", "", *write_sections(items)]
    return "\n".join(lines)


def write_page(paper: str, comparisons: list[Comparison], subtitle: str) -> str:
    """The page of one paper in the documentation: which module makes each table and figure, then all numbers."""
    items = [item for item in comparisons if item.paper == paper]
    lines = [
        f"# {PAPERS[paper]}",
        "",
        "*Research log. Written by `python -m papers --docs`; do not edit.*",
        "",
        subtitle,
        "",
    ]
    lines += [
        f"Rows: {describe_counts(items)}.",
        "",
        "## Where to find it",
        "",
        "| in the paper | module | rows |",
        "|---|---|---|",
    ]
    lines += [f"| {item.place} | `{item.module}` | {describe_counts([item])} |" for item in items]
    return "\n".join([*lines, "", "## Numbers", "", *write_sections(items)]).rstrip() + "\n"


STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
:root{color-scheme:light dark}
table{border-collapse:collapse;margin:.5rem 0 2rem;display:block;overflow-x:auto}
td,th{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #8886;vertical-align:top}
td:first-child,td:last-child,th:first-child,th:last-child{text-align:left}
.open,.refuted{font-weight:600}"""


def write_html(comparisons: list[Comparison], subtitle: str) -> str:
    """The report as one page that needs nothing else."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>The five papers</title><style>{STYLE}</style><h1>The five papers: their numbers and ours</h1>",
        f"<p>{escape(subtitle)}</p><p>Rows: {escape(describe_counts(comparisons))}.</p>",
    ]
    for paper, name in PAPERS.items():
        items = [item for item in comparisons if item.paper == paper]
        if items:
            parts.append(f"<h2>{escape(name)}</h2>")
        for item in items:
            parts.append(f"<h3>{escape(item.place)}: {escape(item.title)}</h3>")
            if item.note:
                parts.append(f"<p>{escape(item.note)}</p>")
            parts.append("<table><tr>" + "".join(f"<th>{cell}</th>" for cell in HEAD) + "</tr>")
            for row in item.rows:
                cells = "".join(f"<td>{escape(cell)}</td>" for cell in format_row(row))
                parts.append(f"<tr class='{row.verdict.value}'>{cells}</tr>")
            parts.append("</table>")
    return "\n".join(parts) + "</html>\n"

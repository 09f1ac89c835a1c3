"""An answer in a notebook: the panels, charts and boards of its page, with the style sheet they need.

The HTML uses no script and no link. Its rules are those of the page, kept inside one element by CSS nesting, so that
nothing else in the notebook changes. Colours follow the theme of JupyterLab, VS Code or the
documentation, or else that of the system.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from kibitz.core.exhibits import Headline, Table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.exhibits.summaries import AnswerSummary
from kibitz.core.question import Answer
from kibitz.draw.chart import Chart
from kibitz.draw.style import css_rules
from kibitz.web.answer_page import OPENING_KINDS, PageView

MAX_CHARTS = 2
"""Charts of an answer that a notebook shows."""
NOT_STORED = "notebook"
"""Stands for the id of a library item, so that panels have no controls that need a server."""
SHOWN_ELEMENTS = frozenset(
    {"b", "circle", "code", "dd", "details", "div", "dl", "dt", "g", "h2", "i", "li", "line", "p", "path", "rect"}
    | {"small", "span", "summary", "svg", "table", "tbody", "td", "text", "th", "thead", "tr", "ul"}
)
"""Elements of the page whose rules a notebook takes over."""
OWN_RULES = """
color-scheme: light dark; color: var(--ink); font: 15px/1.5 var(--sans); max-width: 860px; display: grid; gap: 12px;
& :is(p, dl, dd, ul, h2) { margin: 0; padding: 0; list-style: none; }
& > .panel { min-width: 0; }
& .narrow, & .wide-only, & button, & .row, & output { display: none; }
& svg { max-width: 100%; height: auto; }
@media (max-width: 600px) {
  & .wide { display: none; }
  & .narrow { display: block; }
  & .counsel :is(h2, .worth) { font-size: 24px; line-height: 1.2; }
}
& details { background: none; border: 0; padding: 0; margin: 0; }
& table, & table tr, & table th, & table td { background: none; }
"""
THEMES = """
[data-jp-theme-light="true"] .kibitz-answer, .vscode-light .kibitz-answer,
[data-bs-theme="light"] .kibitz-answer { color-scheme: light; }
[data-jp-theme-light="false"] .kibitz-answer, .vscode-dark .kibitz-answer,
[data-bs-theme="dark"] .kibitz-answer { color-scheme: dark; }
"""


def mime_bundle(answer: Answer) -> dict[str, str]:
    """The answer as HTML and as plain text, by media type."""
    return {"text/plain": repr(answer), "text/html": notebook_html(answer)}


def notebook_html(answer: Answer) -> str:
    """The recommendation or headline, the board, the first charts, or else the first table, with their style."""
    exhibits = list(answer.exhibits())
    if not any(isinstance(each, OPENING_KINDS) for each in exhibits):
        said = answer.explain()
        exhibits.insert(0, Headline(said.headline, said.rule))
    opening = [each for each in exhibits if isinstance(each, AdviceExhibit | AnswerSummary | Headline)][:1]
    boards = [each for each in exhibits if isinstance(each, BoardDiagram)][:1]
    charts = [each for each in exhibits if isinstance(each, Chart)][:MAX_CHARTS]
    tables = [each for each in exhibits if isinstance(each, Table)][:1]
    schema = str(type(answer).__struct_config__.tag)
    view = PageView(exhibits=exhibits, path=schema.partition("/")[0], stored=NOT_STORED)
    drawn = "".join(view.draw(each) for each in [*boards, *opening, *(charts or tables)])
    return f'<div class="kibitz-answer"><style>{style_sheet(drawn)}</style>{drawn}</div>'


def style_sheet(html: str) -> str:
    """The rules of the page that apply to some HTML, inside one element."""
    classes = {name for names in re.findall(r'class="([^"]*)"', html) for name in names.split()}
    tokens, rules = page_rules()
    shown = [
        f"{selectors} {{{body}}}"
        for selectors, body in rules
        if all(_is_shown(selector, classes) for selector in selectors.split(","))
    ]
    inside = "\n".join([tokens, *shown, css_rules(), OWN_RULES])
    return re.sub(r"\s+", " ", f".kibitz-answer {{{inside}}}{THEMES}")


@cache
def page_rules() -> tuple[str, list[tuple[str, str]]]:
    """The colours of the page, and its rules for all widths as selectors and declarations."""
    static = files("kibitz.web") / "static"
    tokens = re.search(r"(?s):root \{(.*?)\n\}", (static / "tokens.css").read_text("utf-8"))
    assert tokens is not None
    sheets = "\n".join((static / name).read_text("utf-8") for name in ("kibitz.css", "games.css"))
    plain = re.sub(r"(?s)/\*.*?\*/", "", sheets)
    return tokens[1], re.findall(r"(?m)^([^\s@}][^{}@]*?) \{([^{}]*)\}", plain)


def _is_shown(selector: str, classes: set[str]) -> bool:
    """Whether a selector has only these classes and elements of a notebook."""
    if re.search(r"[#\[*~]|:(?!first-child|last-child|:before|:after)", selector):
        return False
    words = re.findall(r"(?<![\w-])(\.?)([a-zA-Z][\w-]*)", re.sub(r"::?[\w-]+", "", selector).replace(".", " ."))
    return bool(words) and all(name in (classes if dot else SHOWN_ELEMENTS) for dot, name in words)

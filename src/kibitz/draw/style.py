"""Styles of charts: CSS classes coloured by the page, and the light colours for a stand-alone chart."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from kibitz.core import grades

FONT = "-apple-system, 'Segoe UI', Inter, Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
COLOURS = {
    "surface": "#FFFFFF",
    "ink": "#1A1C1F",
    "ink-2": "#494B4F",
    "ink-3": "#636469",
    "grid": "#E9E5DA",
    "line-strong": "#8C8575",
    "accent": "#0B6B50",
    "best": "#0B6B50",
    "fine": "#465B66",
    "inaccuracy": "#7D5900",
    "mistake": "#A8430A",
    "blunder": "#AE1238",
}
"""Colour tokens of charts in the light theme; the style sheet of the page has them for both themes."""

RULES = """
text{fill:var(--ink);paint-order:stroke;stroke:var(--surface);stroke-width:3px;stroke-linejoin:round}
text.tick,text.axis-name{fill:var(--ink-3)} text.title{font-weight:650} text.name{fill:var(--ink-2)}
text.name.best{fill:var(--accent);font-weight:650} .grid{stroke:var(--grid);fill:none}
.axis{stroke:var(--line-strong);fill:none} .plateau{fill:var(--accent);fill-opacity:.22}
.near{fill:var(--accent);fill-opacity:.1}

.curve{fill:none;stroke:var(--ink);stroke-width:2.25;stroke-linejoin:round} .curve.thin{stroke-width:1}
.other-line{fill:none;stroke:var(--ink-2);stroke-width:1.75} .line-1{stroke-dasharray:7 4}
.line-2{stroke-dasharray:2 4}
circle.dot{fill:var(--ink)} circle.mark{fill:var(--surface);stroke:var(--ink);stroke-width:1.5}
circle.best{fill:var(--accent);stroke:var(--surface);stroke-width:2} .lead.mark{stroke:var(--line-strong);
stroke-dasharray:1 3;fill:none}

.span{stroke:var(--line-strong)} .span.plain{fill:var(--grid)}
.span.good{fill:var(--accent);fill-opacity:.14} circle.place{stroke:var(--surface);stroke-width:2}
circle.place.bad{fill:var(--mistake)} circle.place.plain{fill:var(--ink-2)} circle.place.good{fill:var(--accent)}
text.on-place{fill:var(--surface);stroke:none;font-weight:700}
.density{fill:var(--accent);fill-opacity:.16} .density-line{fill:none;stroke:var(--accent);stroke-width:1.5}
.whisker{stroke:var(--ink-2);stroke-width:2;fill:none}
.lead.best{stroke:var(--accent);stroke-width:1.5;fill:none} .own{fill:none}
"""
GRADES = "".join(
    f".own.{grade}{{stroke:var(--{grade})}} .diamond.{grade}{{fill:var(--{grade});stroke:var(--surface)}} "
    f"text.name.{grade}{{fill:var(--{grade});font-weight:650}} "
    for grade in grades.GRADES
)


def css_rules() -> str:
    """The CSS rules of all charts, for the style sheet of a page."""
    return (RULES + GRADES).replace("text{", ".chart text{", 1)


def _inline_colours(css: str) -> str:
    """CSS rules with literal colours, because not every SVG viewer supports variables."""
    for name, colour in COLOURS.items():
        css = css.replace(f"var(--{name})", colour)
    return css


def hatch_pattern(name: str) -> str:
    """The hatch pattern of losses, used as ``url(#name)``."""
    lines = '<path class="loss-line" d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5"/>'
    square = 'patternUnits="userSpaceOnUse" width="6" height="6"'
    return f'<defs><pattern id="{name}" {square}>{lines}</pattern></defs>'


def standalone_svg(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    """A stand-alone SVG with its own colours and background."""
    ground = f'<rect width="{width}" height="{height}" rx="8" fill="{COLOURS["surface"]}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="{escape(FONT)}" '
        f'role="img" aria-label="{escape(title)}">\n<style>{_inline_colours(RULES + GRADES)}</style>\n{ground}\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )

"""The index card to print: one stand-alone SVG, five by three inches, or taller if needed.

Text is measured with the widths of a wide sans-serif font, so that it fits with any common font. The card loads nothing
and draws its own background, so it looks the same on a light and on a dark page.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from kibitz.core.units import format_count
from kibitz.rules.cards.card import NO_BREAK, Card, CardRule, Section

WIDTH, HEIGHT = 1000, 600
"""Units of the card: 200 to the inch."""
MARGIN = 44
MAX_TEXT_SIZE, MIN_TEXT_SIZE = 30, 17
"""Sizes of the rules' text, in units: 10.8 points down to 6.1."""
GAP = 50
"""Space between two columns."""
FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"

PAPER, INK, FAINT, ACCENT, LINE = "#fffdf6", "#1c1c22", "#55555f", "#8a1c2b", "#d9d2bf"


@dataclass(frozen=True, slots=True)
class _Text:
    """Text at a place, left-aligned unless ``anchor`` says otherwise."""

    x: float
    y: float
    size: float
    words: str
    style: str = ""
    anchor: str = "start"


def text_width(words: str, size: float) -> float:
    """About how wide the words are in a wide sans-serif font."""
    return sum(_em(character) for character in words) * size


def _em(character: str) -> float:
    if character in f"ijl.,:;'|!I {NO_BREAK}":
        return 0.34
    if character in "mwMW@%—…":
        return 0.97
    if character in "−+=<>≥≤≠±":
        return 0.84
    if character.isupper():
        return 0.72
    return 0.63 if ord(character) < 0x2E80 else 1.05


def wrap_text(words: str, size: float, width: float) -> tuple[list[str], bool]:
    """The words in lines no wider than ``width``, and whether a part that belongs together had to be broken."""
    lines, line, broken = [], "", False
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if text_width(longer, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while text_width(word, size) > width and len(word) > 1:
            fits = _break_at(word, size, width)
            lines.append(word[:fits].rstrip(NO_BREAK))
            word, broken = word[fits:].lstrip(NO_BREAK), True
        line = word
    return [*lines, line], broken


def _break_at(word: str, size: float, width: float) -> int:
    """Where to break a part that is too wide: at the last space or sign of multiplication that fits, else anywhere."""
    fits = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or text_width(word[:n], size) <= width)
    best = max(word.rfind(mark, 1, fits) for mark in (NO_BREAK, "·", "/"))
    return best + 1 if best > 0 else fits


class _Flow:
    """Lines laid from the top downwards between ``left`` and ``right``, rules in text of one size."""

    def __init__(self, size: float, left: float, right: float, top: float) -> None:
        self.size, self.left, self.right, self.y = size, left, right, top
        self.texts: list[_Text] = []
        self.lines: list[tuple[float, float, float]] = []
        self.broken = False

    def add_text(self, words: str, scale: float, style: str, indent: float = 0.0, hang: float = 0.9) -> None:
        """Words at ``scale`` times the size, wrapped; lines after the first are indented by ``hang`` more."""
        size = self.size * scale
        x = self.left + indent
        lines, broken = wrap_text(words, size, self.right - x - hang * size)
        self.broken |= broken
        for n, line in enumerate(lines):
            self.y += size * 0.35
            self.texts.append(_Text(x + (hang * size if n else 0), self.y, size, line, style))
            self.y += size * 0.95

    def add_line(self) -> None:
        """A line across."""
        self.y -= self.size * 0.2
        self.lines.append((self.left, self.right, self.y))
        self.y += self.size * 0.95

    def add_section(self, section: Section) -> None:
        """One list: heading and size, numbered rules, definitions, cost."""
        size, indent = self.size, self.size * 1.6
        self.add_line()
        beside, first = text_width(section.size, size * 0.68), self.y + size * 0.3
        narrow = _Flow(size, self.left, self.right - beside - size, self.y)
        narrow.add_text(section.heading, 0.85, "h", hang=0)
        self.texts += [*narrow.texts, _Text(self.right, first, size * 0.68, section.size, "f", "end")]
        self.y = narrow.y + size * 0.2
        for number, line in enumerate(section.lines, 1):
            last = number == len(section.lines)
            if last and section.left_out:
                self.add_text(f"… {format_count(section.left_out, 'more rule')} …", 0.8, "f", indent)
                number += section.left_out
            self.texts.append(_Text(self.left, self.y + size * 0.35, size * 0.8, f"{number:,}", "n"))
            self._case("else" if last and len(section.lines) > 1 else line.when or "always", line, indent)
        if section.where:
            self.add_text(f"where {', '.join(section.where)}", 0.85, "w", indent)
        for cost in section.costs:
            self.add_text(cost, 0.72, "f", indent, hang=0)
        self.y += size * 0.1

    def _case(self, when: str, line: CardRule, indent: float) -> None:
        """On one line if it fits, otherwise the guard first and below it what each role plays."""
        together = f"{when}  →  {line.play}"
        if text_width(together, self.size) <= self.right - self.left - indent:
            self.add_text(together.replace(" ", NO_BREAK), 1.0, "r", indent, hang=0)
        elif len(when) <= len("always") and len(line.plays) == 1:
            self.add_text(f"{when}{NO_BREAK * 2}→{NO_BREAK * 2}{line.play}", 1.0, "r", indent, hang=3.8)
        else:
            self.add_text(when, 1.0, "r", indent)
            for play in line.plays:
                self.add_text(f"→{NO_BREAK * 2}{play}", 1.0, "r", indent + self.size * 0.8, hang=1.5)


class _Page:
    """The whole card at one size of text, its lists in one column or in two."""

    def __init__(self, card: Card, size: float, columns: int) -> None:
        self.size = size
        head = _Flow(size, MARGIN, WIDTH - MARGIN, MARGIN * 0.7 + size * 0.7)
        head.add_text(card.title, 1.25, "t", hang=0)
        head.add_text(card.given, 0.7, "f", hang=0)
        if card.symbols:
            head.add_text("; ".join(card.symbols), 0.65, "f", hang=0)
        wide = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
        flows = []
        for number, sections in enumerate(_parts(card.sections, columns, size, wide)):
            left = MARGIN + number * (wide + GAP)
            flow = _Flow(size, left, left + wide, head.y)
            for section in sections:
                flow.add_section(section)
            flows.append(flow)
        self.flows = [head, *flows]
        self.broken = any(flow.broken for flow in self.flows)
        self.footer = wrap_text(card.provenance, size * 0.6, WIDTH - 2 * MARGIN)[0]
        self.height = max(flow.y for flow in self.flows) + size * 0.8 * len(self.footer) + MARGIN * 0.5


def _parts(sections: tuple[Section, ...], columns: int, size: float, wide: float) -> list[tuple[Section, ...]]:
    """The sections in order, cut so that the taller of two columns is as short as can be."""
    if columns == 1:
        return [sections]
    heights = []
    for section in sections:
        flow = _Flow(size, 0, wide, 0)
        flow.add_section(section)
        heights.append(flow.y)
    cut = min(range(1, len(sections)), key=lambda n: max(sum(heights[:n]), sum(heights[n:])))
    return [sections[:cut], sections[cut:]]


def _best_page(card: Card) -> _Page:
    """The page with the largest text that fits the card, preferably without breaking a formula."""
    choices = (1, 2) if len(card.sections) > 1 else (1,)
    pages = [_Page(card, size, columns) for size in range(MAX_TEXT_SIZE, MIN_TEXT_SIZE - 1, -1) for columns in choices]
    fitting = [page for page in pages if page.height <= HEIGHT]
    smallest = [page for page in pages if page.size == MIN_TEXT_SIZE]
    return min(fitting, key=lambda page: (page.broken, -page.size), default=min(smallest, key=lambda page: page.height))


def card_svg(card: Card) -> str:
    """The card as one stand-alone SVG document, text as large as the card allows."""
    page = _best_page(card)
    height, step = max(HEIGHT, page.height), page.size * 0.8
    foot = height - MARGIN * 0.6 - step * (len(page.footer) - 1)
    texts = [text for flow in page.flows for text in flow.texts]
    texts += [_Text(MARGIN, foot + i * step, page.size * 0.6, words, "f") for i, words in enumerate(page.footer)]
    lines = [
        f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="{LINE}" stroke-width="2"/>'
        for flow in page.flows
        for x1, x2, y in flow.lines
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH / 200:g}in"'
            f' height="{height / 200:.2f}in" role="img">',
            f"<title>{escape(card.title)}</title>",
            "<style>",
            f"text{{font-family:{FONT};fill:{INK}}}",
            f".t{{font-weight:bold}}.h{{font-weight:bold;fill:{ACCENT}}}.f{{fill:{FAINT}}}.w{{font-style:italic}}",
            f".n{{fill:{ACCENT};font-weight:bold}}",
            "</style>",
            f'<rect x="2" y="2" width="{WIDTH - 4}" height="{height - 4:.0f}" rx="22" fill="{PAPER}" stroke="{LINE}"'
            ' stroke-width="3"/>',
            *lines,
            *(_element(text) for text in texts),
            "</svg>",
            "",
        ]
    )


def _element(text: _Text) -> str:
    anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    place = f'x="{text.x:.1f}" y="{text.y:.1f}" font-size="{text.size:.1f}"'
    words = escape(text.words.replace(NO_BREAK, " "))
    return f'<text {place} class="{text.style}"{anchor} xml:space="preserve">{words}</text>'

"""Review of a game as one self-contained HTML page: no scripts, fonts or pictures from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Table
from kibitz.core.grades import GLYPHS
from kibitz.core.units import MINUS, format_money
from kibitz.draw.style import COLOURS, FONT
from kibitz.draw.win_chart import win_chart_svg
from kibitz.version import __version__

if TYPE_CHECKING:
    from kibitz.games.jeopardy.answers.review import PlayerAccount, ReviewAnswer, ReviewedDecision

DARK = {
    "surface": "#191D20",
    "ink": "#EDEBE5",
    "ink-2": "#B9BBBA",
    "ink-3": "#969A9D",
    "grid": "#262B30",
    "line-strong": "#747D85",
    "accent": "#4FC79E",
    "best": "#4FC79E",
    "fine": "#A4B7C1",
    "inaccuracy": "#E3BC4B",
    "mistake": "#F5965A",
    "blunder": "#FF8096",
    "canvas": "#111416",
    "sunken": "#0C0F10",
    "line": "#2D3338",
    "seat-1": "#6BA2F5",
    "seat-2": "#F0A63C",
    "seat-3": "#F7B6D8",
}
LIGHT = {
    **COLOURS,
    "canvas": "#F6F4EE",
    "sunken": "#EFECE3",
    "line": "#DFDACD",
    "seat-1": "#2463C4",
    "seat-2": "#965600",
    "seat-3": "#7A1F4F",
}
RULES = """
*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--ink);font:15px/22px FONT}
main{max-width:1080px;margin:0 auto;padding:24px 16px}h1{font-size:28px;line-height:34px;letter-spacing:-.02em;margin:0}
h2{font-size:15px;margin:0 0 12px}p{margin:4px 0;color:var(--ink-2)}section{background:var(--surface);border:1px solid
var(--line);border-radius:12px;padding:20px;margin:20px 0;overflow-x:auto}

table{border-collapse:collapse;width:100%;
font-size:14px;font-variant-numeric:tabular-nums}th{font-size:12px;color:var(--ink-3);text-align:right;padding:6px 10px}
td{text-align:right;padding:8px 10px;border-top:1px solid var(--line)}.l{text-align:left}.two{display:grid;gap:0 20px;

grid-template-columns:1fr 1fr}.two section{margin:0 0 20px}svg{width:100%;height:auto;display:block}
.chart text{fill:var(--ink-3);paint-order:stroke;stroke:var(--surface);stroke-width:3px}.grade{display:inline-block;
min-width:26px;border-radius:9px;padding:0 6px;color:var(--surface);font-size:12px;font-weight:700;text-align:center}
.small{display:block;font-size:13px;color:var(--ink-2)}.bar{position:relative;height:14px;margin:4px 0}

.bar i{position:absolute;top:0;bottom:0;border-radius:2px;background:var(--ink-3)}.bar i.e{background:
repeating-linear-gradient(135deg,var(--mistake) 0 3px,transparent 3px 6px)}
.bar b{position:absolute;left:50%;top:-2px;bottom:-2px;width:1px;
background:var(--ink-3)}.row{display:grid;grid-template-columns:60px 1fr 60px;gap:8px;align-items:center;font-size:13px}
.row span:last-child{text-align:right;font-weight:650}@media(max-width:760px){.two{grid-template-columns:1fr}}
@media print{section{break-inside:avoid}}
"""


def report_html(review: ReviewAnswer) -> str:
    """The page."""
    headline = review.explain().headline
    when = " · ".join(
        word
        for word in (
            f"Show {review.show}" if review.show else "",
            review.date,
            f"shows {review.era.words}",
            f"ties {review.ties.value}",
        )
        if word
    )
    body = "".join(
        [
            f"<h1>{escape(headline)}</h1><p>{escape(when)}</p>",
            _section("Chance to win, clue by clue", win_chart_svg(review.win_chart(), alone=False)),
            '<div class="two">',
            _section("Decisions by loss", "".join(_decisions(review))),
            _section(review.luck_table().title, "".join(_accounts(review))),
            "</div>",
            _section("Daily Doubles", _table(review.doubles_table())),
            _section("", f"<details><summary>The same as a table</summary>{_table(review.clues_table())}</details>"),
            "".join(f"<p>{escape(note)}</p>" for note in review.notes),
            f"<p>kibitz {escape(__version__)}. Win chances are network values, and exact before Final. Losses assume "
            "the average chance to be right. Losses by record assume the chance that the player's answers suggest.</p>",
        ]
    )
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<title>{escape(headline)}</title><style>{_style()}</style></head><body><main>{body}</main></body></html>\n"
    )


def _style() -> str:
    light = "".join(f"--{name}:{colour};" for name, colour in LIGHT.items())
    dark = "".join(f"--{name}:{colour};" for name, colour in DARK.items())
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}{RULES.replace('FONT', FONT)}"


def _section(title: str, inside: str) -> str:
    head = f"<h2>{escape(title)}</h2>" if title else ""
    return f"<section>{head}{inside}</section>"


def _table(table: Table) -> str:
    def cells(words: tuple[str, ...], tag: str) -> str:
        kinds = (' class="l"' if k in table.left else "" for k in range(len(words)))
        return "".join(f"<{tag}{kind}>{escape(word)}</{tag}>" for word, kind in zip(words, kinds, strict=True))

    rows = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in table.rows)
    return f"<table><tr>{cells(table.columns, 'th')}</tr>{rows}</table>"


def _decisions(review: ReviewAnswer) -> Iterator[str]:
    yield '<table><tr><th>Clue</th><th class="l">Who</th><th class="l">Decision</th><th>Loss</th><th>by record</th>'
    yield "<th></th></tr>"
    for decision in sorted(review.decisions, key=lambda each: -each.loss):
        yield _decision(review, decision)
    yield "</table>"


def _decision(review: ReviewAnswer, decision: ReviewedDecision) -> str:
    from kibitz.games.jeopardy.answers.exhibits.review_errors import KINDS

    made, best = (format_money(each) if isinstance(each, int) else each for each in (decision.choice, decision.best))
    choice = f"{made}, best" if decision.grade == "best" else f"{made} instead of {best}"
    notes = "".join(f'<span class="small">{escape(note)}</span>' for note in decision.notes)
    sign = f'<span class="grade" style="background:var(--{decision.grade})">{GLYPHS[decision.grade]}</span>'
    return (
        f'<tr><td>{decision.clue}</td><td class="l">{escape(review.name(decision.player))}</td>'
        f'<td class="l"><b>{KINDS[decision.kind]}</b><span class="small">{escape(choice)}</span>{notes}</td>'
        f"<td>{_format_points(decision.loss)}</td><td>{_format_points(decision.shown_loss)}</td><td>{sign}</td></tr>"
    )


def _accounts(review: ReviewAnswer) -> Iterator[str]:
    for account in review.accounts:
        score, won = review.scores.final[account.player - 1], account.player in review.winners
        yield f"<p><b>{escape(review.name(account.player))}</b> {format_money(score)} · {'won' if won else 'lost'}</p>"
        yield from (_bar(*each) for each in _bars(account))
    yield "<p>33.3 at the start, plus luck, minus errors, gives the result. Errors are what choices cost. Luck is what "
    yield "clues, Daily Doubles and answers gave beyond their average, and what the opponents' errors gave.</p>"


def _bars(account: PlayerAccount) -> Iterator[tuple[str, float, str]]:
    yield "luck", account.luck, ""
    yield "errors", -account.errors, "e"


def _bar(name: str, amount: float, kind: str) -> str:
    wide = min(abs(amount), 1.0) * 50
    left = 50.0 if amount >= 0 else 50.0 - wide
    bar = f'<div class="bar"><i class="{kind}" style="left:{left:.2f}%;width:{wide:.2f}%"></i><b></b></div>'
    return f'<div class="row"><span>{name}</span>{bar}<span>{_format_signed_points(amount)}</span></div>'


def _format_points(loss: float) -> str:
    return "0" if loss < 5e-5 else f"{100 * loss:.1f}"


def _format_signed_points(chance: float) -> str:
    return "0" if abs(chance) < 5e-5 else f"{100 * chance:+.1f}".replace("-", MINUS)

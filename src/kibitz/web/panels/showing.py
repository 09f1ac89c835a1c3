"""From the exhibits of an answer to the parts of its page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec.structs import replace

from kibitz.app.boards import board_links, board_sides, board_svg
from kibitz.app.catalogue import BY_PATH
from kibitz.app.reading import command_words, to_query
from kibitz.core.counsel import Counsel
from kibitz.core.exhibits import (
    Bars,
    Board,
    Curve,
    Exhibit,
    Gains,
    Heat,
    Matrix,
    Note,
    Regions,
    Steps,
    Story,
    Strips,
    Table,
    Whiskers,
)
from kibitz.core.exhibits.figures import Crossing, Diagonal, Ends, Letters, Spans, Staircase, Tiles
from kibitz.core.exhibits.findings import Beside, Cases, Climbs, Remember, Verdict
from kibitz.core.exhibits.tabled import (
    crossing_table,
    diagonal_table,
    heat_table,
    spans_table,
    story_table,
    strips_table,
)
from kibitz.core.offers import Dial, Pressing
from kibitz.core.question import Answer, Request
from kibitz.core.units import MINUS, Unit, format_amount
from kibitz.draw.heat import heat_svg
from kibitz.draw.strips import strips_svg
from kibitz.web.panels.advising import advised, dialled, remembered
from kibitz.web.panels.found import Cased, climbed, heated
from kibitz.web.panels.grids import choosing
from kibitz.web.panels.parts import Advised, Barred, Compared, Drawn, Gridded, Mapped, Part, Pictured, Shown, Stepped

SHORT = 40
"""Letters of a remark that fits beside the title of its panel."""
SPAN_WORDS = {"bad": "hatched", "plain": "plain", "good": "green"}
"""How the places between lines are drawn."""


def shown(path: str, request: Request, answer: Answer, screen: str = "") -> Shown:
    """The parts of the page that shows an answer; ``screen`` is ``wide`` or ``narrow`` where only one is needed."""
    from shlex import join

    exhibits = list(answer.exhibits())
    told_else = {each.title for each in exhibits if isinstance(each, Story | Cases | Climbs | Tiles | Crossing)}
    behind = {each.title: each for each in exhibits if isinstance(each, Table) and each.title in told_else}
    exhibits = [each for each in exhibits if not (isinstance(each, Table) and each.title in told_else)]
    said_else = {
        each.sentence if isinstance(each, Climbs) else each.note
        for each in exhibits
        if isinstance(each, Climbs | Crossing)
    }
    feet = [_plain(each.footnote) for each in exhibits if isinstance(each, Curve) and each.footnote]
    exhibits = [
        each
        for each in exhibits
        if not (isinstance(each, Note) and (each.text in said_else or any(foot in _plain(each.text) for foot in feet)))
    ]
    rule = next((each for each in exhibits if isinstance(each, Remember)), None)
    dial = next((each for each in exhibits if isinstance(each, Dial)), None)
    facts = tuple(each.fact for each in exhibits if isinstance(each, Beside))
    exhibits = [each for each in exhibits if not isinstance(each, Remember | Beside | Dial)]
    link = to_query(request)
    beside = any(isinstance(each, Tiles) for each in exhibits)
    parts = [
        _drawn(each, screen, beside)
        if isinstance(each, Curve) and each.plateau
        else part_of(each, screen, link, behind, path)
        for each in exhibits
    ]
    if any(isinstance(part, Verdict) for part in parts):  # it says what the note says
        parts = [part for part in parts if not (isinstance(part, Note) and part.tone == "strong")]
    elif not any(isinstance(part, Advised) for part in parts):
        told = answer.told()
        said = told.headline.rstrip(".")
        rest = [part for part in parts if not (isinstance(part, Note) and part.text.rstrip(".") == said)]
        parts = [Advised(answer=said, rule=told.rule), *rest]
    parts = list(_compared(dialled(remembered(parts, rule, facts), dial, request)))
    mine = f"player {getattr(request, 'me', None) or 1}"  # one's own counsel stands before those of the others
    parts.sort(key=lambda part: isinstance(part, Advised) and part.eyebrow[7:].isdigit() and part.eyebrow != mine)
    grade = next((part.grade for part in parts if isinstance(part, Advised) and part.grade), "")
    entry = BY_PATH[path]
    return Shown(
        path,
        link,
        join(["kibitz", entry.group, entry.name, *command_words(request)]),
        answer.told().headline,
        tuple(parts),
        tuple(type(answer).files),
        grade,
    )


def _plain(words: str) -> str:
    """Words without signs, to tell whether a note says what stands under a picture."""
    return " ".join(re.findall(r"\w+", words.lower()))


def so_far(page: Shown, after: str) -> Shown:
    """A page of figures that are not the last: what they rest on stands above the answer."""

    def said(part: Part) -> Part:
        if not isinstance(part, Verdict | Advised):
            return part
        return replace(part, eyebrow=" · ".join(filter(None, (f"so far, {after}", part.eyebrow))))

    headline = f"So far, {after}: {page.headline}"
    return replace(page, after=after, headline=headline, parts=tuple(map(said, page.parts)))


def part_of(
    exhibit: Exhibit, screen: str = "", link: str = "", behind: Mapping[str, Table] | None = None, path: str = ""
) -> Part:
    """What an exhibit becomes on a page; ``link`` is that of the question asked at ``path``, ``behind`` are tables by
    title."""
    match exhibit:
        case Counsel():
            return advised(exhibit)
        case Curve(plateau=None):
            from kibitz.draw.curve import NARROW, WIDE, curve_svg

            wide, small = curve_svg(exhibit, WIDE), curve_svg(exhibit, NARROW)
            return Pictured(wide, "", None, exhibit.title, small, role="periods")
        case Curve():
            return _drawn(exhibit, screen)
        case Table(asks=field) if field and link:
            return choosing(exhibit, path, link)
        case Heat(press=Pressing() as press):
            return heated(exhibit, press, link)
        case Cases(title=title):
            return Cased(exhibit, (behind or {}).get(title))
        case Climbs(title=title):
            return climbed(exhibit, (behind or {}).get(title))
        case Heat(shares=shares, title=title, best=best):
            words = title or "heat map"
            return Pictured(heat_svg(shares, words, best), title, heat_table(exhibit))
        case Story(title=title):
            from kibitz.draw.story import PHONE, story_svg

            wide, small = story_svg(exhibit, alone=False), story_svg(exhibit, False, PHONE)
            places, flagged = len(exhibit.lines[0].values), bool(exhibit.flags)
            return Pictured(wide, exhibit.note, story_table(exhibit), title, small, flagged=flagged, places=places)
        case Strips(title=title):
            return Pictured(strips_svg(exhibit), "", strips_table(exhibit), title, strips_svg(exhibit, narrow=True))
        case Board(caption=caption):
            turns = board_links(exhibit, path, link)
            return Pictured(board_svg(exhibit), caption, sides=board_sides(exhibit), links=turns)
        case Crossing(title=title, note=note, lead=lead):
            from kibitz.draw.crossing import crossing_svg

            drawn, table = crossing_svg(exhibit), (behind or {}).get(title) or crossing_table(exhibit)
            return Pictured(
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
        case Ends() | Staircase() | Letters() | Diagonal() | Spans():
            return _figure(exhibit)
        case Whiskers(title=title, table=table):
            from kibitz.draw.whiskers import whiskers_svg

            wide, small = whiskers_svg(exhibit), whiskers_svg(exhibit, narrow=True)
            below, above = ("", exhibit.remark) if len(exhibit.remark) < SHORT else (exhibit.remark, "")
            return Pictured(wide, below, table, title, small, remark=above, role="whiskers")
        case Matrix():
            return _gridded(exhibit)
        case Gains() | Bars():
            return barred(exhibit)
        case Regions(title=title, fires=fires):
            from kibitz.draw.regions import regions_svg

            rules = tuple((r.when, r.plays) for r in exhibit.regions)
            told = exhibit.regions if any(region.each for region in exhibit.regions) else ()
            return Mapped(exhibit.size or title, regions_svg(exhibit), rules, fires, told, exhibit.cost)
        case Steps():
            return Stepped(exhibit)
        case Remember(title=title, formula=formula, words=words):
            return Note(f"{title}, {formula}: {words}.")
        case Dial(note=note):
            return Note(f"{note}.", "quiet")
        case Beside(fact=fact):
            return Note(f"{fact.title}: {fact.main} ({fact.more}).")
    return exhibit


def _figure(figure: Ends | Staircase | Letters | Diagonal | Spans) -> Pictured:
    """A picture of a game's figures."""
    if isinstance(figure, Spans):
        from kibitz.draw.spans import spans_svg

        keys = "; ".join(f"{SPAN_WORDS[kind]}: {words}" for kind, words in figure.keys)
        small = spans_svg(figure, narrow=True)
        return Pictured(spans_svg(figure), keys, spans_table(figure), figure.title, small, remark=figure.remark)
    if isinstance(figure, Diagonal):
        from kibitz.draw.diagonal import diagonal_svg

        drawn, table = diagonal_svg(figure), diagonal_table(figure)
        return Pictured(drawn, figure.note, table, figure.title, drawn, small=True, remark=figure.remark)
    if isinstance(figure, Letters):
        from kibitz.draw.letters import letters_svg

        rows = tuple((letter, f"{value:.2f}") for letter, value in zip(figure.letters, figure.values, strict=True))
        table = Table(("letter", "mean"), rows)
        small = letters_svg(figure, narrow=True)
        return Pictured(
            letters_svg(figure), figure.note, table, figure.title, small, remark=figure.remark, role="letters"
        )
    if isinstance(figure, Ends):
        from kibitz.draw.ends import ends_svg

        drawn = ends_svg(figure)
        return Pictured(drawn, "", None, figure.title, drawn, small=True)
    from kibitz.draw.staircase import staircase_svg

    drawn = staircase_svg(figure)
    return Pictured(drawn, figure.note, None, figure.title, drawn, small=True, remark=figure.remark)


def _compared(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts with the gains of the same title on several others, which follow each other, in one panel."""
    for key, group in groupby(parts, key=lambda part: part.title if isinstance(part, Barred) and part.name else None):
        found = list(group)
        if key is None or len(found) == 1:
            yield from found
        else:
            bars = [part for part in found if isinstance(part, Barred)]
            yield Compared(key, tuple((part.name, part) for part in bars))


def _gridded(matrix: Matrix) -> Gridded:
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
    return Gridded(
        matrix.title, matrix.remark, matrix.columns, tuple(rows), ends, matrix.worths, matrix.corner, matrix.note
    )


def barred(bars: Gains | Bars) -> Barred:
    """Rows with bars: what is gained outcome by outcome, or what people choose."""
    from kibitz.draw.bars import gain_svg, share_svg

    if isinstance(bars, Bars):
        likely = tuple(
            (
                bar.name,
                (),
                share_svg(bar.chance, bar.grade == "best"),
                format_amount(bar.chance, Unit.WIN),
                bar.cost,
                bar.grade,
            )
            for bar in bars.bars
        )
        return Barred(bars.title, "", likely)
    amounts = [row.amount for row in bars.rows]
    net = sum(amounts)
    ends = max(-min([*amounts, net], default=0.0), 0.0), max([*amounts, net, 0.0])
    rows = tuple(
        (
            "" if row.outcome else "all other outcomes",
            row.outcome or (),
            gain_svg(row.amount, *ends),
            _signed(row.amount),
            "",
            "",
        )
        for row in bars.rows
    )
    net_row = ("Net", (), gain_svg(net, *ends), _signed(net), "", "")
    return Barred(bars.title, f"against {bars.against}", (*rows, net_row), _signed(net), bars.name or bars.against)


def _signed(chance: float) -> str:
    """A difference of chances in points, with its sign."""
    return f"{100 * chance:+.1f}".replace("-", MINUS)


def _drawn(curve: Curve, screen: str, beside: bool = False) -> Drawn:
    """A curve with its table; one that stands beside another panel is drawn for half of the width."""
    from kibitz.draw.curve import HALF, NARROW, WIDE, curve_svg

    best = max(curve.worth)
    names = {curve.best: ""} | {mark.choice: mark.label for mark in curve.marks}
    step = max(1, len(curve.choices) // 20)
    kept = {
        *range(0, len(curve.choices), step),
        *(bisect_left(curve.choices, choice) for choice in names if choice is not None),
    }
    rows = []
    for choice, worth in ((curve.choices[i], curve.worth[i]) for i in sorted(kept)):
        loss = format_amount(worth - best, curve.unit) if worth < best - 1e-12 else "0"
        words = f"{curve.words(choice)} {names[choice]}".strip() if choice in names else curve.words(choice)
        rows.append((words, format_amount(worth, curve.unit), loss))
    title = f"{curve.worth_axis} by {curve.choice_axis}"
    wide = "" if screen == "narrow" else curve_svg(curve, HALF if beside else WIDE)
    narrow = "" if screen == "wide" else curve_svg(curve, NARROW)
    near = 'class="near"' in (wide or narrow)
    return Drawn(title[0].upper() + title[1:], wide, narrow, tuple(rows), curve.footnote, near)

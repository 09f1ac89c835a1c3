"""Inside a worker: a question answered and turned into what a page, a program or a file needs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
from msgspec import Struct

from kibitz.app.asking import answer_to
from kibitz.app.boards import board_svg
from kibitz.app.catalogue import BY_PATH, question
from kibitz.app.drills import DRILLS, judged
from kibitz.app.reading import command_words, read, to_json, to_query
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.core.counsel import Counsel
from kibitz.core.errors import InputError
from kibitz.core.exhibits import (
    GLYPHS,
    Board,
    Curve,
    Exhibit,
    Heat,
    Note,
    Story,
    Strips,
    Table,
    heat_table,
    story_table,
    strips_table,
)
from kibitz.core.question import Answer, Request
from kibitz.core.units import Unit, format_amount
from kibitz.core.work import Work
from kibitz.draw.heat import heat_svg
from kibitz.draw.strips import strips_svg
from kibitz.web.workers import Asked

UNIT_NAMES = {
    Unit.WIN: "to win",
    Unit.EQUITY: "equity",
    Unit.POINTS: "points",
    Unit.DOLLARS: "expected",
    Unit.PAWNS: "value",
    Unit.PAYOFF: "worth",
}


class Advised(Struct, frozen=True, kw_only=True, tag="advised"):
    """A counsel in the pieces of its panel; the reason is parted into lead words and the rest."""

    answer: str
    eyebrow: str = ""
    worth: str = ""
    unit: str = ""
    lead: str = ""
    reason: str = ""
    reasons: tuple[str, ...] = ()
    rule: str = ""
    plateau: str = ""
    own: str = ""
    grade: str = ""
    glyph: str = ""
    judgement: str = ""
    own_worth: str = ""
    limits: tuple[str, ...] = ()


class Drawn(Struct, frozen=True, tag="drawn"):
    """A curve as two pictures and the table behind it."""

    title: str
    wide: str
    narrow: str
    rows: tuple[tuple[str, str, str], ...]
    footnote: str


class Pictured(Struct, frozen=True, tag="pictured"):
    """A board as a picture and in words, and the table behind it where there is one."""

    svg: str
    caption: str
    table: Table | None = None
    title: str = ""
    """Of a picture that explains the counsel and stands below it."""
    narrow: str = ""
    """The same picture for a phone, where it has one."""


class Shown(Struct, frozen=True):
    """An answer as parts of a page, top to bottom, with its link, its command and the files it can make."""

    path: str
    link: str
    command: str
    headline: str
    parts: tuple[Advised | Drawn | Pictured | Note | Table, ...]
    files: tuple[str, ...]
    grade: str = ""


def made(asked: Asked, report: Callable[[int, int, str], None]) -> object:
    """What is wanted of an answer: parts of a page, JSON, the bytes of a file, or a session's next state."""
    from kibitz.files import Checkpoints

    work = Work(report=report, store=Checkpoints())
    kind, _, name = asked.want.partition(":")
    if kind in ("begin", "step", "finish"):
        return _played(asked, kind, work)
    if kind == "position":
        return _position(name, asked.values)
    if kind == "kept":
        return _kept(asked)
    request = read(question(asked.path), asked.values)
    answer = request.answer(work)
    if kind == "drill":
        return judged(DRILLS[name], answer), shown(asked.path, request, answer)
    if asked.want in ("json", "whole"):
        return to_json(answer, whole=asked.want == "whole")
    if asked.want == "both":
        return to_json(answer, whole=True), shown(asked.path, request, answer)
    if kind == "file":
        file = answer.file(name)
        return file.name, file.media_type, file.data
    return shown(asked.path, request, answer)


def _kept(asked: Asked) -> Shown:
    """The page of an answer that was kept as JSON, perhaps by another library: nothing but its figures is taken."""
    kind = question(asked.path)
    request, result = asked.values["request"], asked.values["result"]
    if not isinstance(request, dict) or not isinstance(result, str):
        raise InputError("this work cannot be read")
    try:
        answer = msgspec.json.decode(result, type=kind.answer_type())
    except (msgspec.DecodeError, RecursionError):
        raise InputError("the result of this work cannot be read") from None
    return shown(asked.path, read(kind, request), answer)


def _played(asked: Asked, order: str, work: Work) -> object:
    """A session begun, one order further, or ended: its state, or the parts of its last page."""
    kind = SESSIONS[asked.path].sitting()
    sitting = read(kind, asked.values)
    if order == "begin":
        return sitting.begin(work)
    assert asked.state is not None
    if order == "step":
        return sitting.step(asked.state, asked.order, work)
    answer = sitting.finish(asked.state, work)
    told = answer.told()
    parts = tuple(_part(each) for each in answer.exhibits())
    return Shown(asked.path, "", "", told.headline, (Advised(answer=told.headline), *parts), ())


def _position(name: str, values: dict[str, object]) -> object:
    """A position of a drill: its arguments as they are, or drawn anew from a seed, in words and as a picture."""
    drill = DRILLS[name]
    given = values.get("arguments")
    held = given if isinstance(given, dict) else drill.draw(Random(str(values["seed"])))
    picture = ""
    if "position" in held:
        board = answer_to("backgammon.evaluate", {"position": held["position"]})
        picture = next(board_svg(each) for each in board.exhibits() if isinstance(each, Board))
    return held, drill.words(held), picture


def shown(path: str, request: Request, answer: Answer) -> Shown:
    """The parts of the page that shows an answer."""
    from shlex import join

    exhibits = list(answer.exhibits())
    stories = {each.title for each in exhibits if isinstance(each, Story)}  # a page has their tables behind them
    exhibits = [each for each in exhibits if not (isinstance(each, Table) and each.title in stories)]
    parts = [_part(each) for each in exhibits]
    if not any(isinstance(part, Advised) for part in parts):
        told = answer.told()
        said = told.headline.rstrip(".")
        rest = [part for part in parts if not (isinstance(part, Note) and part.text.rstrip(".") == said)]
        parts = [Advised(answer=said, rule=told.rule), *rest]
    grade = next((part.grade for part in parts if isinstance(part, Advised) and part.grade), "")
    entry = BY_PATH[path]
    return Shown(
        path,
        to_query(request),
        join(["kibitz", entry.group, entry.name, *command_words(request)]),
        answer.told().headline,
        tuple(parts),
        tuple(type(answer).files),
        grade,
    )


def _part(exhibit: Exhibit) -> Advised | Drawn | Pictured | Note | Table:
    match exhibit:
        case Counsel():
            return _advised(exhibit)
        case Curve(plateau=None):
            from kibitz.draw.curve import WIDE, curve_svg

            return Pictured(curve_svg(exhibit, WIDE), exhibit.title)
        case Curve():
            return _drawn(exhibit)
        case Heat(shares=shares, title=title, best=best):
            words = title or "heat map"
            return Pictured(heat_svg(shares, words, best), title, heat_table(exhibit))
        case Story(title=title):
            from kibitz.draw.story import PHONE, story_svg

            wide, small = story_svg(exhibit, alone=False), story_svg(exhibit, False, PHONE)
            return Pictured(wide, "", story_table(exhibit), title, small)
        case Strips(title=title):
            return Pictured(strips_svg(exhibit), "", strips_table(exhibit), title, strips_svg(exhibit, narrow=True))
        case Board(caption=caption):
            return Pictured(board_svg(exhibit), caption)
    return exhibit


def _advised(counsel: Counsel) -> Advised:
    said = counsel.explanation
    answer = said.headline
    for mark in (" (", ":", ";"):
        answer = answer.partition(mark)[0]
    lead, reason, rest = "", said.reasons[0] if said.reasons else "", said.reasons[1:]
    first, colon, after = reason.partition(": ")
    if colon and len(first) <= 40:
        lead, reason = f"{first}:", after
    plateau = ""
    if counsel.plateau is not None:
        low, high = (counsel.label(each) for each in counsel.plateau)
        plateau = low if low == high else f"{low} to {high}"
    mine = counsel.judgement
    made_by = counsel.provenance
    limits = [made_by.evaluator, made_by.opponents, *(f"{name} {value}" for name, value in made_by.settings)]
    worth = format_amount(counsel.worth, counsel.unit)
    judged = {} if mine is None else {
        "own": counsel.label(mine.choice),
        "grade": mine.grade,
        "glyph": GLYPHS[mine.grade],
        "judgement": mine.words,
        "own_worth": "" if mine.worth is None else format_amount(mine.worth, counsel.unit),
    }  # fmt: skip
    return Advised(
        eyebrow=counsel.player if counsel.player not in ("you", "me") else "",
        answer=answer.rstrip("."),
        worth=worth.removesuffix(" points"),
        unit=UNIT_NAMES[counsel.unit],
        lead=lead,
        reason=reason,
        reasons=rest,
        rule=said.rule,
        plateau=plateau,
        limits=tuple(each for each in limits if each),
        **judged,
    )


def _drawn(curve: Curve) -> Drawn:
    from kibitz.draw.curve import NARROW, WIDE, curve_svg

    best = max(curve.worth)
    names = {mark.choice: mark.label for mark in curve.marks}
    step = max(1, len(curve.choices) // 20)
    rows = []
    for number, (choice, worth) in enumerate(zip(curve.choices, curve.worth, strict=True)):
        if choice in names or choice == curve.best or number % step == 0:
            loss = format_amount(worth - best, curve.unit) if worth < best - 1e-12 else "0"
            words = f"{curve.words(choice)} {names.get(choice, '')}".strip()
            rows.append((words, format_amount(worth, curve.unit), loss))
    title = f"{curve.worth_axis} by {curve.choice_axis}"
    return Drawn(
        title[0].upper() + title[1:], curve_svg(curve, WIDE), curve_svg(curve, NARROW), tuple(rows), curve.footnote
    )

"""Inside a worker: a question answered and turned into what a page, a program or a file needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import cast

import msgspec

from kibitz.app.boards import board_svg, posed
from kibitz.app.brought import brought
from kibitz.app.catalogue import question
from kibitz.app.drills import DRILLS, judged
from kibitz.app.reading import read, to_json
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Answer, Request
from kibitz.core.session import Sitting, State
from kibitz.core.work import Pace, Work
from kibitz.web.panels.parts import Advised, Shown
from kibitz.web.panels.showing import part_of, shown, so_far
from kibitz.web.workers import Asked


def made(
    asked: Asked,
    report: Callable[[int, int, str], None],
    figures: Callable[[str, Shown], None] = lambda result, page: None,
) -> object:
    """What is wanted of an answer: parts of a page, JSON, the bytes of a file, or a session's next state.

    Of a job (``both``) ``figures`` gets the same two as of its end, now and then, before it is done.
    """
    from kibitz.files import Checkpoints

    work = Work(report=report, store=Checkpoints())
    kind, _, name = asked.want.partition(":")
    if kind in ("begin", "step", "finish"):
        return _played(asked, kind, work)
    if kind == "position":
        return _position(name, asked.values)
    if kind == "kept":
        return _kept(asked)
    if kind == "brought":
        return brought(cast(Document, asked.values["file"]))
    request = read(question(asked.path), asked.values)
    if asked.want == "both":
        pace = Pace()

        def look(after: str, answered: Callable[[], Answer]) -> None:
            if pace.due:
                with pace.making():
                    figures(*_both(asked.path, request, answered(), after))

        return _both(asked.path, request, request.answer(replace(work, look=look)))
    answer = request.answer(work)
    if kind == "drill":
        return judged(DRILLS[name], answer), shown(asked.path, request, answer)
    if asked.want in ("json", "whole"):
        return to_json(answer, whole=asked.want == "whole")
    if kind == "file":
        file = answer.file(name)
        return file.name, file.media_type, file.data
    return shown(asked.path, request, answer, name)


def _both(path: str, request: Request, answer: Answer, after: str = "") -> tuple[str, Shown]:
    """An answer as JSON and as a page, which says so where the work is not done."""
    page = shown(path, request, answer)
    return to_json(answer, whole=True), so_far(page, after) if after else page


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
    """A session begun or one order further, as its state and the parts of its page; or ended, as its last page."""
    kind = SESSIONS[asked.path].sitting()
    sitting = read(kind, asked.values)
    if order == "begin":
        return _seen(asked.path, sitting, sitting.begin(work))
    assert asked.state is not None
    if order == "step":
        return _seen(asked.path, sitting, sitting.step(asked.state, asked.order, work))
    answer = sitting.finish(asked.state, work)
    told = answer.told()
    parts = tuple(part_of(each) for each in answer.exhibits())
    return Shown(asked.path, "", "", told.headline, (Advised(answer=told.headline), *parts), ())


def _seen(path: str, sitting: Sitting, state: State) -> tuple[State, Shown]:
    """A state with what a page draws of it."""
    return state, Shown(path, "", "", "", tuple(part_of(each) for each in sitting.seen(state)), ())


def _position(name: str, values: dict[str, object]) -> object:
    """A position of a drill: its arguments as they are, or drawn anew from a seed, in words and as a picture."""
    drill = DRILLS[name]
    given = values.get("arguments")
    held = given if isinstance(given, dict) else drill.draw(Random(str(values["seed"])))
    board = posed(held)
    return held, drill.words(held), "" if board is None else board_svg(board)

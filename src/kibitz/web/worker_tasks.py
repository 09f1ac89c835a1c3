"""Tasks inside a worker: answer a question and build the page, the JSON or the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import cast

import msgspec

from kibitz.app.boards import board_svg, question_board
from kibitz.app.catalogue import request_type
from kibitz.app.drills import DRILLS, grade_answer
from kibitz.app.request_parsing import parse_request, to_json
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.app.uploads import detect_file
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Answer, Request
from kibitz.core.session import SessionRequest, SessionState
from kibitz.core.work import PartialThrottle, WorkContext
from kibitz.web.panels.page_builder import build_page, make_part, with_partial_note
from kibitz.web.panels.parts import AnswerPage, RecommendationPart
from kibitz.web.workers import WorkerTask


def run_task(
    task: WorkerTask,
    report: Callable[[int, int, str], None],
    figures: Callable[[str, AnswerPage], None] = lambda result, page: None,
) -> object:
    """The requested form of an answer: parts of a page, JSON, the bytes of a file, or the next state of a session.

    For a job (``both``), ``figures`` receives partial results from time to time, in the same form as the final one.
    """
    from kibitz.files import FileCheckpointStore

    work = WorkContext(on_progress=report, store=FileCheckpointStore())
    kind, _, name = task.want.partition(":")
    if kind in ("begin", "step", "finish"):
        return _run_session_step(task, kind, work)
    if kind == "position":
        return _draw_drill_position(name, task.values)
    if kind == "kept":
        return _render_stored_result(task)
    if kind == "brought":
        return detect_file(cast(Document, task.values["file"]))
    request = parse_request(request_type(task.path), task.values)
    if task.want == "both":
        pace = PartialThrottle()

        def look(after: str, answered: Callable[[], Answer]) -> None:
            if pace.due:
                with pace.measure():
                    figures(*_render_result_and_page(task.path, request, answered(), after))

        return _render_result_and_page(task.path, request, request.answer(replace(work, on_partial=look)))
    answer = request.answer(work)
    if kind == "drill":
        return grade_answer(DRILLS[name], answer), build_page(task.path, request, answer)
    if task.want in ("json", "whole"):
        return to_json(answer, whole=task.want == "whole")
    if kind == "file":
        file = answer.file(name)
        return file.name, file.media_type, file.data
    return build_page(task.path, request, answer, name)


def _render_result_and_page(path: str, request: Request, answer: Answer, after: str = "") -> tuple[str, AnswerPage]:
    """An answer as JSON and as a page; a partial one is marked as such."""
    page = build_page(path, request, answer)
    return to_json(answer, whole=True), with_partial_note(page, after) if after else page


def _render_stored_result(task: WorkerTask) -> AnswerPage:
    """The page of an answer stored as JSON, perhaps by another library. Only its numbers are used."""
    kind = request_type(task.path)
    request, result = task.values["request"], task.values["result"]
    if not isinstance(request, dict) or not isinstance(result, str):
        raise InputError("this item cannot be read")
    try:
        answer = msgspec.json.decode(result, type=kind.answer_type())
    except (msgspec.DecodeError, RecursionError):
        raise InputError("the result of this item cannot be read") from None
    return build_page(task.path, parse_request(kind, request), answer)


def _run_session_step(request: WorkerTask, order: str, work: WorkContext) -> object:
    """Begin a session or apply one action: its state and the parts of its page. Or finish it: its last page."""
    kind = SESSIONS[request.path].request_type()
    sitting = parse_request(kind, request.values)
    if order == "begin":
        return _render_session_state(request.path, sitting, sitting.begin(work))
    assert request.state is not None
    if order == "step":
        return _render_session_state(request.path, sitting, sitting.step(request.state, request.order, work))
    answer = sitting.finish(request.state, work)
    explanation = answer.explain()
    parts = tuple(make_part(each) for each in answer.exhibits())
    return AnswerPage(
        request.path, "", "", explanation.headline, (RecommendationPart(answer=explanation.headline), *parts), ()
    )


def _render_session_state(path: str, sitting: SessionRequest, state: SessionState) -> tuple[SessionState, AnswerPage]:
    """A state and its page."""
    return state, AnswerPage(path, "", "", "", tuple(make_part(each) for each in sitting.exhibits(state)), ())


def _draw_drill_position(name: str, values: dict[str, object]) -> object:
    """A position of a drill, given or drawn from a seed: its arguments, text and board."""
    drill = DRILLS[name]
    given = values.get("arguments")
    held = given if isinstance(given, dict) else drill.draw(Random(str(values["seed"])))
    board = question_board(held)
    return held, drill.words(held), "" if board is None else board_svg(board)

"""Tasks inside a worker: answer a question and draw the page, or give the JSON or the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import cast

import msgspec

from kibitz.app.boards import board_svg, question_board
from kibitz.app.catalogue import request_type
from kibitz.app.drills import DRILLS, grade_answer
from kibitz.app.request_parsing import parse_request, to_json
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.app.uploads import detect_file, find_misplaced
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Answer, Request
from kibitz.core.session import SessionRequest
from kibitz.core.work import PartialThrottle, WorkCancelled, WorkContext
from kibitz.web.answer_page import AnswerPage, answer_page, own_grade, session_page
from kibitz.web.workers import OnPartial, PartialAnswer, WorkerTask


def run_task(
    task: WorkerTask,
    report: Callable[[int, int, str], None],
    figures: OnPartial = lambda partial: None,
) -> object:
    """The requested form of an answer: a page, JSON, the bytes of a file, or the next state of a session.

    For a ``job``, ``figures`` receives partial results from time to time.
    """
    from kibitz.files import FileCheckpointStore

    work = WorkContext(on_progress=report, store=FileCheckpointStore())
    kind, _, name = task.want.partition(":")
    if kind in SESSION_TASKS:
        return SESSION_TASKS[kind](task, work)
    if kind == "position":
        return _draw_drill_position(name, task.values)
    if kind == "stored":
        return _draw_stored_result(task, brief=name == "brief")
    if kind == "csv" and task.result:
        return _stored_answer(task).table(name).to_csv()
    if kind == "upload":
        return detect_file(cast(Document, task.values["file"]))
    if kind == "misplaced":
        return find_misplaced(task.path, cast(Document, task.values["file"]))
    request = task.request or parse_request(request_type(task.path), task.values)
    if kind == "job":
        return _run_job(request, work, figures)
    answer = request.answer(work)
    if kind == "drill":
        return grade_answer(DRILLS[name], answer), answer_page(task.path, request, answer)
    if kind in ("json", "whole"):
        return to_json(answer, whole=kind == "whole")
    if kind == "csv":
        return answer.table(name).to_csv()
    if kind == "file":
        file = answer.file(name)
        return file.name, file.media_type, file.data
    return answer_page(task.path, request, answer, screen=name)


def _run_job(request: Request, work: WorkContext, figures: OnPartial) -> PartialAnswer:
    """The answer of a job, with partial ones on the way."""
    pace = PartialThrottle()

    def look(after: str, answered: Callable[[], Answer]) -> None:
        if pace.due:
            with pace.measure():
                figures(_to_row(answered(), after))

    return _to_row(request.answer(replace(work, on_partial=look)))


def _to_row(answer: Answer, after: str = "") -> PartialAnswer:
    """What the library stores of an answer."""
    headline = answer.explain().headline
    return PartialAnswer(
        to_json(answer, whole=True),
        f"Partial result ({after}): {headline}" if after else headline,
        own_grade(answer),
        after,
    )


def _draw_stored_result(task: WorkerTask, brief: bool) -> AnswerPage:
    """The page of an answer stored as JSON, perhaps by another library. Only its numbers are used."""
    answer = _stored_answer(task)
    request = parse_request(request_type(task.path), task.values)
    with _fitting("the result of this item"):
        return answer_page(task.path, request, answer, at=task.at, stored=task.item, partial=task.partial, brief=brief)


def _stored_answer(task: WorkerTask) -> Answer:
    """The answer that a library item has stored."""
    try:
        return msgspec.json.decode(task.result, type=request_type(task.path).answer_type())
    except (msgspec.DecodeError, RecursionError):
        raise InputError("the result of this item cannot be read") from None


@contextmanager
def _fitting(what: str) -> Iterator[None]:
    """Drawing something stored, perhaps by another library: values of the right types may still not fit each other,
    and then any error is the fault of the values."""
    try:
        yield
    except (InputError, WorkCancelled, MemoryError):
        raise
    except Exception as error:
        raise InputError(f"{what} cannot be drawn, because its values do not fit ({type(error).__name__})") from None


def _begin(task: WorkerTask, work: WorkContext) -> object:
    return _session(task).begin(work)


def _step(task: WorkerTask, work: WorkContext) -> object:
    assert task.state is not None
    with _fitting("the state of this session"):
        return _session(task).step(task.state, task.order, work)


def _finish(task: WorkerTask, work: WorkContext) -> object:
    """The answer of a session as JSON, and its headline."""
    assert task.state is not None
    with _fitting("the state of this session"):
        answer = _session(task).finish(task.state, work)
        return to_json(answer, whole=True), answer.explain().headline


def _draw_session(task: WorkerTask, work: WorkContext) -> object:
    """The page of a session in its state, or after its end."""
    assert task.state is not None
    session = _session(task)
    if not task.result:
        with _fitting("the state of this session"):
            return session_page(task.path, session.exhibits(task.state), task.item, going=True)
    try:
        answer = msgspec.json.decode(task.result, type=session.result_type())
    except (msgspec.DecodeError, RecursionError):
        raise InputError("the result of this session cannot be read") from None
    with _fitting("the result of this session"):
        return session_page(task.path, answer.exhibits(), task.item, going=False, headline=answer.explain().headline)


SESSION_TASKS: dict[str, Callable[[WorkerTask, WorkContext], object]] = {
    "begin": _begin,
    "step": _step,
    "finish": _finish,
    "session": _draw_session,
}


def _session(task: WorkerTask) -> SessionRequest:
    return parse_request(SESSIONS[task.path].request_type(), task.values)


def _draw_drill_position(name: str, values: dict[str, object]) -> object:
    """A position of a drill, given or drawn from a seed: its arguments, text and board."""
    drill = DRILLS[name]
    given = values.get("arguments")
    held = given if isinstance(given, dict) else drill.draw(Random(str(values["seed"])))
    with _fitting("this position"):
        board = question_board(drill.path, held)
        return held, drill.words(held), "" if board is None else board_svg(board)

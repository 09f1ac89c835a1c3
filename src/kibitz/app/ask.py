"""Ask questions from Python, with the same parsing and answers as command and page."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import parse_request
from kibitz.core.question import Answer
from kibitz.core.work import WorkContext


def answer_question(path: str, arguments: Mapping[str, object], work: WorkContext | None = None) -> Answer:
    """The answer to a question of the catalogue with these arguments by name."""
    return parse_request(request_type(path), arguments).answer(work or WorkContext())


def ask(path: str, work: WorkContext | None = None, **arguments: object) -> Answer:
    """The answer to a question of the catalogue; arguments by name, numbers also as text such as ``70%``."""
    return answer_question(path, arguments, work)

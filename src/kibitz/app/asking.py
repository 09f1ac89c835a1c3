"""Questions asked from Python: one call, the same reading and the same answers as command and page."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.app.catalogue import question
from kibitz.app.reading import read
from kibitz.core.question import Answer
from kibitz.core.work import Work


def answer_to(path: str, arguments: Mapping[str, object], work: Work | None = None) -> Answer:
    """The answer to a question of the catalogue whose arguments are held by name."""
    return read(question(path), arguments).answer(work or Work())


def ask(path: str, work: Work | None = None, **arguments: object) -> Answer:
    """The answer to a question of the catalogue; arguments by name, numbers as people write them if they like."""
    return answer_to(path, arguments, work)

"""The conformance suite for plugins: our own questions pass it, and it finds what is wrong."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta

from kibitz.app import catalogue
from kibitz.app.entries import QuestionEntry
from kibitz.core import Answer, Explanation, Request, WorkContext
from kibitz.core.exhibits import Headline
from kibitz.testing import ConformanceCheck, check_symmetry, conformance_checks

GROUPS = ("parlour", "theory", "jeopardy", "backgammon", "rate")
CHECKS = [check for group in GROUPS for check in conformance_checks(group)]
NEEDS_TIME = {"answer", "recommendation"}


@pytest.mark.parametrize("check", [each for each in CHECKS if each.name not in NEEDS_TIME], ids=str)
def test_requests_conform(check: ConformanceCheck) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize("check", [each for each in CHECKS if each.name in NEEDS_TIME], ids=str)
def test_answers_conform(check: ConformanceCheck) -> None:
    check()


class LooseAnswer(Answer, frozen=True, kw_only=True, tag="loose"):
    number: float

    def explain(self) -> Explanation:
        return Explanation("A number")

    def exhibits(self) -> list[Headline]:
        return [Headline("A number")]


class LooseRequest(Request, frozen=True, kw_only=True):
    """Breaks what kibitz relies on."""

    number: Annotated[int, Meta(ge=0, examples=[3])] = 3

    def answer(self, work: WorkContext) -> LooseAnswer:
        LooseRequest.calls += 1
        return LooseAnswer(number=LooseRequest.calls)


LooseRequest.calls = 0  # type: ignore[attr-defined]


def test_the_suite_finds_missing_help_schemas_without_number_and_groups_that_are_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = QuestionEntry("parlour", "loose", f"{__name__}:LooseRequest", "No sentence")
    module = types.ModuleType(__name__)
    vars(module).update(globals())
    monkeypatch.setitem(sys.modules, __name__, module)
    monkeypatch.setattr(catalogue, "ENTRIES", (entry,))
    monkeypatch.setattr("kibitz.testing.ENTRIES", (entry,))
    monkeypatch.setitem(catalogue.BY_PATH, entry.path, entry)
    found = {}
    for check in conformance_checks("parlour"):
        try:
            check()
        except AssertionError as error:
            found[check.name] = str(error)
    assert set(found) == {"help", "answer"}
    assert "must be a sentence" in found["help"]
    assert "NAME/NUMBER" in found["answer"]
    with pytest.raises(AssertionError, match="is the plugin installed"):
        conformance_checks("nothing")


def test_a_broken_symmetry_is_found() -> None:
    with pytest.raises(AssertionError, match="different values"):
        check_symmetry("jeopardy.final", {"scores": (5, 4, 3), "me": 1}, {"scores": (5, 4, 3), "me": 2})
    check_symmetry("jeopardy.final", {"scores": (5, 4, 3), "me": 1}, {"scores": (4, 5, 3), "me": 2})


def test_the_template_has_the_suite() -> None:
    template = Path(__file__).resolve().parents[2] / "templates" / "kibitz-game" / "tests" / "test_nim.py"
    assert 'conformance_checks("nim")' in template.read_text("utf-8")

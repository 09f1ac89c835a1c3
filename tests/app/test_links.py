"""Links carry what differs from the defaults, and old links keep their meaning when a default changes."""

from __future__ import annotations

import pytest

from kibitz.app import request_parsing
from kibitz.app.request_parsing import from_query, to_query
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.questions.final import FinalRequest

SCORES = "scores=18400,14600,9000&me=2"


def test_a_link_has_no_defaults_and_a_version() -> None:
    assert to_query(from_query(FinalRequest, SCORES)) == f"{SCORES}&v=1"
    assert to_query(from_query(FinalRequest, f"{SCORES}&confidence=0.7&cover=false")) == f"{SCORES}&confidence=0.7&v=1"


def test_links_that_spell_out_every_default_are_still_read() -> None:
    long = f"{SCORES}&cover=false&leader-covers=false"
    assert from_query(FinalRequest, long) == from_query(FinalRequest, f"{SCORES}&v=1")


def test_a_changed_default_leaves_old_links_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"{FinalRequest.__module__}:FinalRequest"
    monkeypatch.setattr(request_parsing, "LINK_VERSION", 3)
    monkeypatch.setattr(request_parsing, "FORMER_DEFAULTS", {1: {name: {"era": 1996}}, 2: {name: {"era": 2005}}})
    assert from_query(FinalRequest, f"{SCORES}&v=1").era == 1996
    assert from_query(FinalRequest, f"{SCORES}&v=2").era == 2005
    assert from_query(FinalRequest, f"{SCORES}&v=3").era == from_query(FinalRequest, SCORES).era
    assert from_query(FinalRequest, f"{SCORES}&era=2020&v=1").era == 2020


@pytest.mark.parametrize("version", ["2", "0", "x", "-1", "999999999", "1.0"])
def test_a_link_of_an_unknown_version_is_refused_in_one_sentence(version: str) -> None:
    with pytest.raises(InputError, match="another version of kibitz"):
        from_query(FinalRequest, f"{SCORES}&v={version}")

"""The report's tournaments by one question: all of them, resumable, on one page."""

from __future__ import annotations

import pytest

from kibitz.core.document import Document
from kibitz.core.work import Memory, Work
from kibitz.games.sevens.contest.report import FIELD, PARTS, line_ups
from kibitz.games.sevens.questions import Report
from kibitz.simulate import tournament

WORDS = "at eat tea ten net rat tar star rats east tear rate stare train retain retains nastier senator tension"
REQUEST = Report(rounds=1, hidden="6", words=Document(name="own.txt", text="\n".join(WORDS.split())))


def test_line_ups_are_those_of_the_report() -> None:
    assert line_ups("one of each") == {"": FIELD}
    assert len(line_ups("two of each")[""]) == 12
    assert len(line_ups("1 v 1")) == len(line_ups("5 v 5")) == 15
    assert {len(seats) for seats in line_ups("5 v 5").values()} == {10}
    assert set(line_ups("alike")) == {f"{name} alone" for name in FIELD}


def test_a_run_that_was_stopped_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Memory()
    whole = REQUEST.answer(Work(store=store))
    assert [part.name for part in whole.parts] == list(PARTS)
    assert len(store.kept) == len(PARTS)
    played: list[str] = []
    plain = tournament.play_tournament

    def watched(matches, *others):  # type: ignore[no-untyped-def]
        played.append(matches[0].label)
        return plain(matches, *others)

    monkeypatch.setattr(tournament, "play_tournament", watched)
    lost = next(name for name in store.kept if name.endswith("alike"))
    del store.kept[lost]
    assert REQUEST.answer(Work(store=store)) == whole
    assert played == ["g1 alone, 6 hidden"]


def test_the_page_has_printed_figures_beside_ours_and_every_part() -> None:
    answer = REQUEST.answer(Work())
    page = answer.file("page").data.decode()
    for title in PARTS.values():
        assert title in page
    assert "66.3" in answer.told().headline
    assert page.count("<svg") == 3 * len(PARTS)
    assert "http" not in page
    shares = [row for row in answer.printed if row.figure == "rounds with a seven"]
    rows = [r for part in answer.parts[:2] for r in part.tables.standings if r.player == "g1"]
    mean = sum(r.sevens * r.rounds for r in rows) / sum(r.rounds for r in rows)
    assert shares[0].ours == pytest.approx(mean)
    gain = next(row.ours for row in answer.printed if row.figure == "gain a round")
    with_, without = (next(r.ours for r in answer.printed if r.figure == f"gain a round {word} a seven")
                      for word in ("with", "without"))  # fmt: skip
    assert gain == pytest.approx(mean * with_ + (1 - mean) * without)

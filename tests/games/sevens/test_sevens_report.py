"""The report's tournaments by one question: all of them, resumable, on one page."""

from __future__ import annotations

import pytest

from kibitz.core.document import Document
from kibitz.core.work import MemoryCheckpointStore, WorkContext
from kibitz.games.sevens.contest.match import sevens_match
from kibitz.games.sevens.contest.published import PUBLISHED_GROUPS
from kibitz.games.sevens.contest.report import FIELD, PARTS, part_line_ups
from kibitz.games.sevens.contest.results_file import merge_results, pack_results, unpack_results
from kibitz.games.sevens.questions import ReportRequest
from kibitz.simulate import tournament
from kibitz.simulate.tournament import LineUp, play_tournament

WORDS = "at eat tea ten net rat tar star rats east tear rate stare train retain retains nastier senator tension"
WORDS_FILE = Document(name="own.txt", text="\n".join(WORDS.split()))
REQUEST = ReportRequest(rounds=1, hidden="6", words=WORDS_FILE)


def test_line_ups_are_those_of_the_report() -> None:
    assert part_line_ups("one of each") == {"": FIELD}
    assert len(part_line_ups("two of each")[""]) == 12
    assert len(part_line_ups("1 v 1")) == len(part_line_ups("5 v 5")) == 15
    assert {len(seats) for seats in part_line_ups("5 v 5").values()} == {10}
    assert set(part_line_ups("alike")) == {f"{name} alone" for name in FIELD}


def test_a_run_that_was_stopped_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryCheckpointStore()
    whole = REQUEST.answer(WorkContext(store=store))
    assert [part.name for part in whole.parts] == list(PARTS)
    assert len(store.data) == 1 + 1 + 15 + 15 + 6
    played: list[str] = []
    plain = tournament.play_tournament

    def watched(matches, *others):  # type: ignore[no-untyped-def]
        played.append(matches[0].label)
        return plain(matches, *others)

    monkeypatch.setattr(tournament, "play_tournament", watched)
    lost = next(name for name in store.data if name.endswith("g3 alone"))
    del store.data[lost]
    assert REQUEST.answer(WorkContext(store=store)) == whole
    assert played == ["g3 alone, 6 hidden"]


def test_the_page_has_printed_figures_beside_ours_and_every_part() -> None:
    answer = REQUEST.answer(WorkContext())
    page = answer.file("page").data.decode()
    for title in PARTS.values():
        assert title in page
    assert "66.3" in answer.explain().headline
    assert page.count("<svg") == 3 * len(PARTS)
    assert "http" not in page
    for player in FIELD:
        rows = [r for part in answer.parts[:2] for r in part.tables.standings if r.player == player]
        mean = sum(r.sevens * r.rounds for r in rows) / sum(r.rounds for r in rows)
        ours = {row.figure: row.ours for row in answer.printed if row.player == player}
        assert ours["rounds with a seven"] == pytest.approx(mean)
        with_, without = ours["gain per round with a seven"], ours["gain per round without a seven"]
        assert ours["gain per round"] == pytest.approx(mean * with_ + (1 - mean) * without)
    assert all(claim.claim in page for claim in answer.claims)
    assert "five G1 against five G2" in page


def test_printed_figures_are_those_of_the_report() -> None:
    """Section 4.3: the two tables give totals within a hundredth of those of section 4.1."""
    totals = {name: 1050 * group.gain for name, group in PUBLISHED_GROUPS.items()}
    assert totals["g1"] == pytest.approx(33_272, rel=0.01)
    assert totals["g2"] == pytest.approx(30_461, rel=0.01)
    assert PUBLISHED_GROUPS["g1"].seven_gain == pytest.approx(44.9, abs=0.05)


def test_results_of_several_tables_are_put_together_as_they_were() -> None:
    matches = [
        sevens_match(LineUp(seats), 5, 2, 2, WORDS_FILE, str(place))
        for place, seats in enumerate((("loss", "g1"), ("g1", "increment")))
    ]
    apart = [unpack_results(pack_results(play_tournament([match], 3))) for match in matches]
    whole = merge_results(apart)
    assert whole.entrants == ("loss", "g1", "increment")
    assert whole.total("g1", "gain") == sum(part.total("g1", "gain") for part in apart)
    assert whole.for_match("1").estimate("g1", "gain", "rounds") == apart[1].estimate("g1", "gain", "rounds")

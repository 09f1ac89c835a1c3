"""The library: what is kept is whole, survives other processes, newer versions and damaged files."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.app.library import DELETED_RETENTION_S, MIGRATIONS, DrillAnswer, Library, LibraryItem, new_id
from kibitz.core.errors import InputError


def item(**changes: object) -> LibraryItem:
    values: dict[str, object] = {
        "id": new_id(),
        "kind": "job",
        "path": "jeopardy.final",
        "title": "t",
        "request": "{}",
        "state": "done",
        "result": b"{}",
        "began": 1.0,
    } | changes
    return LibraryItem(**values)  # type: ignore[arg-type]


def drilled(at: float, grade: str = "best") -> DrillAnswer:
    return DrillAnswer(drill="final", request="{}", choice="1", grade=grade, loss=0.1, decision="{}", at=at)


def test_what_is_exported_is_imported_as_it_was_and_only_once(tmp_path: Path) -> None:
    first, second = Library(tmp_path / "a" / "a.sqlite"), Library(tmp_path / "b.sqlite")
    stored = [item(title="one <&>", result=bytes(range(256))), item(title="two", state="wrong", note="no")]
    for each in stored:
        first.add(each)
    first.record_drill_answer(drilled(5.0), 1, 9.0)
    lines = list(first.export_lines())
    assert second.import_lines(lines) == 3
    assert second.import_lines(lines) == 0
    assert [second.item(each.id) for each in stored] == stored
    assert second.drill_answers() == first.drill_answers() == [drilled(5.0)]


@settings(max_examples=10)
@given(st.text(max_size=200))
def test_a_line_that_is_no_export_is_refused_and_nothing_is_kept(tmp_path_factory, line: str) -> None:  # type: ignore[no-untyped-def]
    library = Library(tmp_path_factory.mktemp("l") / "l.sqlite")
    good = list(_exported(tmp_path_factory))
    if not line.strip():
        return
    with pytest.raises(InputError, match="line 2"):
        library.import_lines([*good, " ".join(line.split()) + "{"])
    assert library.items() == []


def _exported(tmp_path_factory) -> list[str]:  # type: ignore[no-untyped-def]
    other = Library(tmp_path_factory.mktemp("o") / "o.sqlite")
    other.add(item())
    return list(other.export_lines())


def test_work_under_way_is_interrupted_when_a_server_starts(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    running, done = item(state="running", done=41, total=100), item()
    library.add(running)
    library.add(done)
    assert library.mark_interrupted() == 1
    result = library.item(running.id)
    assert result is not None
    assert (result.state, result.done, result.total) == ("interrupted", 41, 100)
    assert library.item(done.id) == done


def test_two_processes_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    script = (
        "import sys, pathlib; from kibitz.app.library import LibraryItem, Library, new_id\n"
        "library = Library(pathlib.Path(sys.argv[1]))\n"
        "for _ in range(40):\n"
        "    item = LibraryItem(id=new_id(), kind='job', path='a.b', title='', request='', state='done', began=1.0)\n"
        "    library.add(item)\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", script, str(path)]) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert len(Library(path).items()) == 80


def test_a_library_of_a_newer_kibitz_and_a_damaged_one_are_refused_in_one_sentence(tmp_path: Path) -> None:
    newer = tmp_path / "newer.sqlite"
    Library(newer)
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(InputError, match="newer kibitz"):
        Library(newer)
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database at all" * 100)
    with pytest.raises(InputError, match="cannot be used"):
        Library(broken)


def test_filters_find_by_game_and_by_words(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    library.add(item(path="jeopardy.final", headline="Bet $3,801", began=1.0))
    library.add(item(path="backgammon.review", title="match.mat", began=2.0))
    assert [each.path for each in library.items()] == ["backgammon.review", "jeopardy.final"]
    assert [each.path for each in library.items(group="jeopardy")] == ["jeopardy.final"]
    assert [each.path for each in library.items(words="match")] == ["backgammon.review"]
    assert library.items(words="nothing") == []
    assert library.delete([each.id for each in library.items()]) == 2


def test_what_was_deleted_last_is_brought_back_and_is_gone_for_good_after_thirty_days(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    first, second, third = item(title="first"), item(title="second", began=2.0), item(title="third", began=3.0)
    for each in (first, second, third):
        library.add(each)
    assert library.delete([first.id], now=100.0) == 1
    assert library.delete([second.id, third.id, first.id, "nothing"], now=200.0) == 2
    assert library.items() == []
    assert library.counts() == {}
    assert list(library.export_lines()) == []
    assert library.item(third.id) is None
    assert [each.title for each in library.recently_deleted(now=200.0)] == ["third", "second"]
    assert library.restore([second.id, third.id]) == 2
    assert library.restore([second.id]) == 0
    assert library.item(third.id) == third
    assert [each.title for each in library.recently_deleted(now=DELETED_RETENTION_S + 99)] == ["first"]
    assert library.recently_deleted(now=DELETED_RETENTION_S + 101) == []
    library.delete([third.id], now=DELETED_RETENTION_S + 101)
    assert library.restore([first.id]) == 0
    assert library.restore([third.id]) == 1


def test_an_import_takes_the_place_of_what_was_deleted(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    stored = item(title="kept")
    library.add(stored)
    lines = list(library.export_lines())
    library.delete([stored.id])
    assert library.import_lines(lines) == 1
    assert library.item(stored.id) == stored
    assert library.recently_deleted() == []


def test_chosen_work_is_exported_alone_and_without_drills(tmp_path: Path) -> None:
    library, other = Library(tmp_path / "l.sqlite"), Library(tmp_path / "o.sqlite")
    one, two = item(title="one"), item(title="two")
    library.add(one)
    library.add(two)
    library.record_drill_answer(drilled(5.0), 1, 9.0)
    assert other.import_lines(library.export_lines([two.id, "nothing"])) == 1
    assert other.items()[0].title == "two"


def test_a_library_of_an_older_kibitz_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with sqlite3.connect(path) as db:
        db.executescript(MIGRATIONS[0])
        db.execute(
            "INSERT INTO items (id, kind, path, title, request, state, began) "
            "VALUES ('00112233445566aa', 'job', 'jeopardy.final', 'old', '{}', 'done', 1.0), "
            "('00112233445566ab', 'job', 'rules.learn', 'moved', '{}', 'done', 0.5), "
            "('00112233445566ac', 'job', 'parlour.solve', 'moved too', '{}', 'done', 0.4)"
        )
        db.execute("PRAGMA user_version = 1")
    db.close()
    library = Library(path)
    assert [each.title for each in library.items()] == ["old", "moved", "moved too"]
    assert [each.path for each in library.items("theory")] == ["theory.learn", "theory.solve"]
    assert library.delete(["00112233445566aa"]) == 1


def test_an_answer_of_a_drill_with_an_unknown_grade_is_refused(tmp_path: Path) -> None:
    first, second = Library(tmp_path / "a.sqlite"), Library(tmp_path / "b.sqlite")
    first.record_drill_answer(drilled(5.0), 1, 9.0)
    (line,) = first.export_lines()
    with pytest.raises(InputError, match="line 1"):
        second.import_lines([line.replace('"best"', '"splendid"')])
    assert second.import_lines([line]) == 1


def test_positions_made_due_come_up_at_once_and_what_is_due_already_stays(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    library.record_drill_answer(drilled(5.0), 1, due=50.0)
    assert library.due_requests("final", 10.0) == []
    assert library.schedule_now("final", ["{}", '{"a": 1}'], 10.0) == 2
    assert set(library.due_requests("final", 10.0)) == {"{}", '{"a": 1}'}
    assert library.leitner_box("final", "{}") == 1  # how often it was known is not forgotten
    assert library.schedule_now("final", ["{}"], 99.0) == 1
    assert "{}" in library.due_requests("final", 10.0)


def test_a_file_brought_twice_is_one_piece_of_work_and_comes_back_when_it_was_put_away(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    library.add_upload(item(id="0" * 16, state="ready", title="first"))
    library.update("0" * 16, state="done")
    library.add_upload(item(id="0" * 16, state="ready", title="second"))
    stored = library.item("0" * 16)
    assert stored is not None
    assert (stored.state, stored.title) == ("done", "first")
    library.delete(["0" * 16])
    library.add_upload(item(id="0" * 16, state="ready"))
    assert [each.state for each in library.items()] == ["done"]
    assert library.size() > 0

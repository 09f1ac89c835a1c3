"""The library: what is kept is whole, survives other processes, newer versions and damaged files."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.app.library import (
    DELETED_RETENTION_S,
    HEARTBEAT_TIMEOUT_S,
    MIGRATIONS,
    DrillAnswer,
    Library,
    LibraryItem,
    new_id,
)
from kibitz.app.library_rows import row_checksum
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


def without_checksum(line: str) -> str:
    """A line as version 0.2 exported it."""
    return json.dumps({kind: row for kind, row in json.loads(line).items() if kind != "checksum"})


def test_what_is_exported_is_imported_as_it_was_and_only_once(tmp_path: Path) -> None:
    first, second = Library(tmp_path / "a" / "a.sqlite"), Library(tmp_path / "b.sqlite")
    stored = [
        item(title="one <&>", result='{"schema": "other/1", "é": "\\u0001"}'.encode()),
        item(title="two", state="wrong", note="no"),
    ]
    for each in stored:
        first.add(each)
    first.record_drill_answer(drilled(5.0), 1, 9.0)
    lines = list(first.export_lines())
    assert second.import_lines(lines) == 4
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
    with pytest.raises(InputError, match="line 3"):
        library.import_lines([*good[:2], " ".join(line.split()) + "{", *good[2:]])
    assert library.items() == []


def _exported(tmp_path_factory) -> list[str]:  # type: ignore[no-untyped-def]
    other = Library(tmp_path_factory.mktemp("o") / "o.sqlite")
    other.add(item())
    return list(other.export_lines())


def test_jobs_of_a_server_that_is_gone_are_interrupted_and_those_of_others_go_on(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    lost, other, done = item(state="running", done=41, total=100), item(state="waiting"), item()
    library.record_heartbeat("a", now=1000.0)
    library.add(lost, owner="gone")
    library.add(other, owner="a")
    library.add(done)
    assert library.record_heartbeat("b", now=1001.0) == 1
    result = library.item(lost.id)
    assert result is not None
    assert (result.state, result.done, result.total) == ("interrupted", 41, 100)
    assert library.item(other.id) == other
    assert library.item(done.id) == done
    assert library.record_heartbeat("b", now=1000.0 + HEARTBEAT_TIMEOUT_S) == 0
    assert library.record_heartbeat("b", now=1001.0 + HEARTBEAT_TIMEOUT_S) == 1, "a has had no heartbeat"
    assert not library.update_own(other.id, "a", done=7), "a server that lost a job cannot change it"
    assert library.remove_server("b") == 0


def test_the_jobs_of_a_process_that_ended_are_interrupted_at_once(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    script = (
        "import sys, pathlib; from kibitz.app.library import Library\n"
        "Library(pathlib.Path(sys.argv[1])).record_heartbeat('killed')"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=True)
    library = Library(path)
    library.add(item(state="running"), owner="killed")
    assert library.record_heartbeat("new") == 1


def test_of_two_servers_that_resume_a_job_one_gets_it_and_either_can_cancel_it(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    stored = item(state="interrupted")
    library.add(stored)
    assert [library.claim(stored.id, server, "interrupted", state="waiting") for server in "ab"] == [True, False]
    assert library.owned_ids("a") == {stored.id}
    assert library.update_own(stored.id, "a", state="running")
    assert not library.claim(stored.id, "b", "running", state="waiting")
    assert library.cancel(stored.id)
    assert not library.update_own(stored.id, "a", done=3)
    assert library.owned_ids("a") == set()
    assert not library.cancel(stored.id)


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
    assert len(list(library.export_lines())) == 2  # the first and the last line
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


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_a_library_of_every_earlier_schema_is_whole_after_its_update(tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.create_function("row_checksum", -1, row_checksum, deterministic=True)
        for script in MIGRATIONS[:version]:
            db.executescript(script)
        columns = "id, kind, path, title, request, state, result, began"
        rows = [(new_id(), "job", "parlour.vote", f"é {n}", "{}", "done", b"{}", float(n)) for n in range(20)]
        db.executemany(f"INSERT INTO items ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        db.execute("INSERT INTO drills VALUES (1, 'final', '{}', '1', 'best', 0.1, '{}', 5.0)")
        db.execute("INSERT INTO due VALUES ('final', '{}', 3, 9.0)")
        db.execute(f"PRAGMA user_version = {version}")
        db.commit()
    library = Library(path)
    assert library.check().is_whole
    assert library.check().rows == 22
    assert [library.item(row[0]).title for row in rows] == [row[3] for row in rows]  # type: ignore[union-attr]
    assert library.leitner_box("final", "{}") == 3
    other = Library(tmp_path / "new.sqlite")
    assert other.import_lines(library.export_lines()) == 22


def test_an_older_kibitz_refuses_a_newer_library_and_changes_no_byte(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite"
    Library(path).add(item())
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    with pytest.raises(InputError, match="update kibitz to open it"):
        Library(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("kind", ["items", "drills", "due"])
def test_any_byte_of_any_column_that_changes_is_found_and_named(tmp_path: Path, kind: str) -> None:
    library = Library(tmp_path / "l.sqlite")
    stored = item(title="a title", note="n", headline="h", partial="p", answer=b"{}", ended=2.0)
    library.add(stored)
    library.record_drill_answer(drilled(5.0), 1, 9.0)
    with closing(sqlite3.connect(library.path, isolation_level=None)) as db:
        db.create_function("row_checksum", -1, row_checksum, deterministic=True)
        names = [row[1] for row in db.execute(f"PRAGMA table_info({kind})") if row[1] not in ("checksum", "id")]
        for name in (each for each in names if each != "shown"):
            (old,) = db.execute(f"SELECT {name} FROM {kind}").fetchone()
            db.execute(f"UPDATE {kind} SET {name} = ?", [altered(old)])
            named = [each.name for each in library.check().damaged]
            assert named == ([stored.id] if kind == "items" else ["final" if name != "drill" else altered("final")])
            db.execute(f"UPDATE {kind} SET {name} = ?", [old])
            assert library.check().is_whole, name


def altered(value: object) -> object:
    """A value with one bit changed, of the same type."""
    if isinstance(value, bytes | str):
        data = value if isinstance(value, bytes) else value.encode()
        new = bytes([data[0] ^ 1]) + data[1:] if data else b"x"
        return new if isinstance(value, bytes) else new.decode()
    return 1.0 if value is None else value + 1  # type: ignore[operator]


def test_an_answer_of_a_drill_with_an_unknown_grade_is_refused(tmp_path: Path) -> None:
    first, second = Library(tmp_path / "a.sqlite"), Library(tmp_path / "b.sqlite")
    first.record_drill_answer(drilled(5.0), 1, 9.0)
    line = without_checksum(list(first.export_lines())[1])
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


def fill(library: Library, count: int) -> None:
    """Items, sessions, answers and schedule, with equal times and equal answers among them."""
    library.import_lines(
        json.dumps(
            {"item": msgspec.to_builtins(item(title=f"é\u2028\x85 {n}", began=float(n % 7), state=STATES[n % 4]))}
        )
        for n in range(count)
    )
    library.add(item(state="running", began=3.0), owner="someone")
    for n in range(5):
        library.record_drill_answer(drilled(5.0 + n // 2), n, 99.0 + n)
        library.schedule_now("vote", [json.dumps({"n": n})], 7.0)


STATES = ("done", "wrong", "cancelled", "ready")


@pytest.mark.parametrize("count", [2_000, pytest.param(22_000, marks=pytest.mark.slow)])
def test_an_export_imported_into_an_empty_library_is_exported_byte_for_byte_the_same(
    tmp_path: Path, count: int
) -> None:
    first, second = Library(tmp_path / "a.sqlite"), Library(tmp_path / "b.sqlite")
    fill(first, count)
    lines = list(first.export_lines())
    assert len(lines) == count + 1 + 5 + 6 + 2
    assert second.import_lines(iter(lines)) == count + 1 + 5 + 6
    assert list(second.export_lines()) == lines
    assert second.leitner_box("final", "{}") == first.leitner_box("final", "{}") == 4
    assert second.due_requests("vote", 8.0) == first.due_requests("vote", 8.0) != []
    assert first.import_lines(lines) == 0


@pytest.fixture(scope="module")
def small_export(tmp_path_factory) -> bytes:  # type: ignore[no-untyped-def]
    library = Library(tmp_path_factory.mktemp("l") / "l.sqlite")
    fill(library, 5)
    return "".join(f"{line}\n" for line in library.export_lines()).encode()


@settings(max_examples=20)
@given(st.data())
def test_a_backup_that_was_cut_or_changed_is_refused_and_nothing_is_imported(
    tmp_path_factory, small_export, data
) -> None:  # type: ignore[no-untyped-def]
    other, text = Library(tmp_path_factory.mktemp("l") / "o.sqlite"), small_export
    place = data.draw(st.integers(0, len(text) - 2))
    if data.draw(st.booleans()):
        damaged = text[:place]
    else:
        damaged = text[:place] + bytes([text[place] ^ (1 << data.draw(st.integers(0, 6)))]) + text[place + 1 :]
    try:
        other.import_lines(damaged.decode("utf-8", "replace").split("\n"))
    except InputError:
        assert other.items() == []
    else:  # a flipped space, or nothing at all
        assert not damaged.strip() or list(other.export_lines()) == text.decode().split("\n")[:-1]


def test_a_damaged_line_can_be_left_out_and_is_named(tmp_path: Path) -> None:
    first, second = Library(tmp_path / "a.sqlite"), Library(tmp_path / "b.sqlite")
    fill(first, 3)
    lines = list(first.export_lines())
    lines[2] = lines[2].replace("é", "e")
    problems: list[str] = []
    assert second.import_lines(lines, problems.append) == len(lines) - 3
    assert problems == ["line 3: changed since it was exported; its checksum is wrong"]
    with pytest.raises(InputError, match="not a whole export"):
        second.import_lines(lines[:-1], problems.append)


@pytest.mark.parametrize(
    "change",
    [
        {"began": -1e308},
        {"began": 1e300},
        {"ended": -1.0},
        {"done": -1},
        {"done": 10**30},
        {"id": "../../etc/passwd"},
        {"kind": "other"},
        {"path": "jeopardy.nothing"},
        {"title": "x" * 100_001},
        {"request": "[" * 900 + "]" * 900},
        {"request": '{"a":' * 900 + "1" + "}" * 900},
        {"request": "[]"},
        {"result": "/////w=="},
        {"result": "W10="},
        {"kind": "play", "path": "backgammon.play", "result": None},
    ],
    ids=lambda change: "-".join(change),
)
def test_an_absurd_value_is_refused_with_the_number_of_its_line(tmp_path: Path, change: dict[str, object]) -> None:
    library = Library(tmp_path / "l.sqlite")
    good = msgspec.to_builtins(item())
    with pytest.raises(InputError, match="line 2"):
        library.import_lines([json.dumps({"item": good}), json.dumps({"item": good | {"id": new_id()} | change})])
    assert library.items() == []


@pytest.mark.parametrize("change", [{"at": 1e300}, {"loss": 1e300}, {"request": "[]"}, {"box": -1}, {"box": 10**9}])
def test_an_absurd_drill_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    library = Library(tmp_path / "l.sqlite")
    kind = "due" if "box" in change else "drill"
    due = {"drill": "final", "request": "{}", "box": 1, "at": 1.0}
    good = due if kind == "due" else msgspec.to_builtins(drilled(5.0))
    with pytest.raises(InputError, match="line 1"):
        library.import_lines([json.dumps({kind: good | change})])
    assert library.import_lines([json.dumps({kind: good})]) == 1


def test_a_flipped_bit_anywhere_in_the_file_is_found_or_changes_nothing(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    fill(library, 30)
    library.add(item(result=json.dumps({"x": "y" * 9000}).encode()))
    with sqlite3.connect(library.path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    assert library.check().is_whole
    lines, whole, random = list(library.export_lines()), library.path.read_bytes(), Random(1)
    seen = 0
    for _ in range(100):
        place, bit = random.randrange(len(whole)), random.randrange(8)
        damaged = tmp_path / "d.sqlite"
        damaged.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
        try:
            other = Library(damaged)
            if other.check().is_whole:
                assert list(other.export_lines()) == lines, (place, bit)
            else:
                seen += 1
            other.items(), other.counts(), other.recently_deleted(), other.drill_answers(), other.due_requests("x", 1.0)
        except InputError:
            seen += 1
        for rest in tmp_path.glob("d.sqlite*"):
            rest.unlink()
    assert seen > 20


def test_a_check_names_the_damaged_items_and_no_later_change_hides_the_damage(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    stored = item(title="damaged", result=b'{"schema": "x"}')
    library.add(stored)
    library.add(item())
    with sqlite3.connect(library.path) as db:
        db.execute("UPDATE items SET result = ? WHERE id = ?", [b'{"schema": "y"}', stored.id])
    db.close()
    assert [each.name for each in library.check().damaged] == [stored.id]
    with pytest.raises(InputError, match="damaged since it was saved"):
        library.item(stored.id)
    with pytest.raises(InputError, match=stored.id):
        list(library.export_lines())
    problems: list[str] = []
    assert len(list(library.export_lines(skip=problems.append))) == 3
    assert problems == [f"item {stored.id}: damaged since it was saved"]
    library.update(stored.id, title="other")
    library.delete([stored.id])
    library.restore([stored.id])
    assert [(each.kind, each.name, each.title) for each in library.check().damaged] == [("item", stored.id, "other")]


def test_only_the_user_can_read_the_library(tmp_path: Path) -> None:
    path = tmp_path / "kibitz" / "l.sqlite"
    library = Library(path)
    library.add(item())
    assert [file.stat().st_mode & 0o077 for file in (path, path.parent)] == [0, 0]
    path.chmod(0o644)
    Library(path)
    assert path.stat().st_mode & 0o077 == 0

"""What another library, or somebody unkind, put into an item breaks no page."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import inspect
from results import save_result

from kibitz.app.ask import answer_question
from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.library import Library, LibraryItem
from kibitz.app.library_rows import row_checksum
from kibitz.app.request_parsing import example_arguments, parse_request, to_json
from kibitz.core.errors import InputError
from kibitz.core.question import Cost
from kibitz.web import limits
from kibitz.web.forms import to_plain_json
from kibitz.web.worker_tasks import run_task
from kibitz.web.workers import WorkerTask

LEAVES_PER_QUESTION = 6
"""Leaves of each answer that the fast test changes; the slow one changes all."""


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every number, text and truth value inside a value, one of each list, with the way to it."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*place, key))
    elif isinstance(value, list):
        for index, each in enumerate(value[:3]):
            yield from leaves(each, (*place, index))
    elif value is not None and place != ("schema",):
        yield place, value


def others(value: Any) -> list[Any]:
    """Other values of the same type."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, -1, 10**9]
    if isinstance(value, float):
        return [-0.5, 1e9, 1e308]
    return ["", "<b>other</b>"]


def with_value(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    result = json.loads(json.dumps(value))
    inner = result
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = new
    return result


@cache
def costs() -> dict[str, Cost]:
    kinds = {entry.path: request_type(entry.path) for entry in ENTRIES}
    return {path: parse_request(kind, example_arguments(kind)).cost() for path, kind in kinds.items()}


def break_pages(path: str, most: int | None) -> int:
    """Draw the page of an answer with each leaf replaced: it is drawn, or refused in a sentence. Return how many."""
    arguments = example_arguments(request_type(path))
    if costs()[path] is Cost.JOB:  # its answer takes minutes; one made up by its type has the same leaves
        answer = made_up(inspect.type_info(request_type(path).answer_type()))
    else:
        answer = json.loads(to_json(answer_question(path, arguments), whole=True))
    values: dict[str, object] = {name: to_plain_json(value) for name, value in arguments.items()}
    places, count = list(leaves(answer)), 0
    for place, old in places if most is None else random.Random(path).sample(places, min(most, len(places))):
        for new in others(old):
            count += 1
            result = json.dumps(with_value(answer, place, new)).encode()
            task = WorkerTask(path, values, "stored", result=result, item="00112233445566aa")
            try:
                html = run_task(task, lambda *_: None).html  # type: ignore[attr-defined]
            except InputError:
                continue
            assert "<b>other</b>" not in html, (path, place)
    return count


def made_up(kind: inspect.Type) -> Any:
    """A plain value of a type."""
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            tag = {"schema": cls.__struct_config__.tag} if cls.__struct_config__.tag else {}
            return tag | {field.encode_name: made_up(field.type) for field in fields}
        case inspect.Metadata():
            return made_up(kind.type)
        case inspect.UnionType(types=types):
            return made_up(next(each for each in types if not isinstance(each, inspect.NoneType)))
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return [made_up(item)] * 2
        case inspect.TupleType(item_types=items):
            return [made_up(item) for item in items]
        case inspect.DictType(value_type=value):
            return {"1": made_up(value)}
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.EnumType(cls=cls):
            return next(iter(cls)).value
        case inspect.BoolType():
            return True
        case inspect.IntType(ge=low):
            return int(low or 1)
        case inspect.FloatType():
            return 0.5
    return "x"


@pytest.mark.parametrize("path", [path for path, cost in costs().items() if cost is not Cost.SECONDS])
def test_an_answer_with_another_value_in_a_leaf_is_drawn_or_refused(path: str) -> None:
    assert break_pages(path, LEAVES_PER_QUESTION)


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path, cost in costs().items() if cost is Cost.SECONDS])
def test_an_answer_that_takes_seconds_with_another_value_in_a_leaf_is_drawn_or_refused(path: str) -> None:
    assert break_pages(path, LEAVES_PER_QUESTION)


@pytest.mark.stress
def test_every_answer_with_another_value_in_any_leaf_is_drawn_or_refused() -> None:
    figures = {path: break_pages(path, None) for path in costs()}
    save_result("stored_results", {"altered results": sum(figures.values()), "questions": figures})


def line(**changes: object) -> str:
    arguments = example_arguments(request_type("parlour.vote"))
    item = {
        "id": "00112233445566ee",
        "kind": "job",
        "path": "parlour.vote",
        "title": "t",
        "request": json.dumps(arguments),
        "state": "done",
        "began": 1.0,
    }
    return json.dumps({"item": item | changes})


def test_an_absurd_line_is_refused_and_every_page_still_opens(own_workbench: str) -> None:
    with httpx.Client(base_url=own_workbench, timeout=300) as page:
        for absurd in (line(began=-1e308), line(ended=1e300), line(request='{"a":' * 900 + "1" + "}" * 900)):
            reply = page.post("/library/import", files={"file": ("l.jsonl", absurd.encode())})
            assert reply.status_code == 422
            assert "line 1" in reply.text
        due = json.dumps({"due": {"drill": "final", "request": '{"scores": "absurd"}', "box": 1, "at": 1.0}})
        wrong = line(result="e30=", request='{"p1": [[]]}')
        reply = page.post("/library/import", files={"file": ("l.jsonl", f"{due}\n{wrong}".encode())})
        assert reply.status_code == 200
        for address in ("/", "/library", "/drill", "/drill/final", "/drill/final"):
            assert page.get(address).status_code == 200, address
        assert page.get("/items/00112233445566ee").status_code == 422


STORED = LibraryItem(
    id="00112233445566aa",
    kind="job",
    path="parlour.vote",
    title="odd",
    request=json.dumps(example_arguments(request_type("parlour.vote"))),
    state="done",
    began=1.0,
    ended=2.0,
    result=b"{}",
)


@pytest.mark.parametrize(
    ("column", "value"),
    [("began", "text"), ("began", b"x"), ("began", -1e308), ("path", "nothing"), ("state", "odd"), ("total", -5)],
)
def test_a_row_damaged_in_the_file_is_listed_as_damaged_and_can_be_deleted(
    column: str, value: object, own_workbench: str, tmp_path: Path
) -> None:
    library = Library(tmp_path / "library.sqlite")
    library.add(STORED)
    with closing(sqlite3.connect(library.path, isolation_level=None)) as db:
        db.create_function("row_checksum", -1, row_checksum, deterministic=True)
        db.execute(f"UPDATE items SET {column} = ?", [value])
    with httpx.Client(base_url=own_workbench, timeout=300) as page:
        for address in ("/", "/library", "/library?every=true", "/drill"):
            assert page.get(address).status_code == 200, address
        assert "Damaged item" in page.get("/library").text
        assert page.get(f"/items/{STORED.id}").status_code == 422
        assert page.post("/library/delete", data={"id": STORED.id}).status_code == 303
        assert page.get("/library").status_code == 200


def test_a_result_that_cannot_be_drawn_is_one_panel_beside_the_others(own_workbench: str, tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite")
    good = to_json(answer_question("parlour.vote", json.loads(STORED.request)), whole=True).encode()
    library.add(STORED)
    library.add(msgspec.structs.replace(STORED, id="00112233445566bb", result=good))
    reply = httpx.get(f"{own_workbench}/library/compare?id={STORED.id}&id=00112233445566bb", timeout=300)
    assert reply.status_code == 200
    assert reply.text.count("the result of this item cannot be read") == 1
    assert 'aria-label="2: ' in reply.text


def upload_items(page: httpx.Client, count: int) -> None:
    """Import items of a tenth of a megabyte each, and export them again."""
    padding = line(note="x" * 99_000)
    data = "\n".join(padding.replace("00112233445566ee", f"{number:016x}") for number in range(count)).encode()
    assert page.post("/library/import", files={"file": ("l.jsonl", data)}).status_code == 200
    assert page.get("/library/export").content.count(b"\n") == count + 2


def test_an_upload_of_more_than_ten_megabytes_passes(own_workbench: str) -> None:
    with httpx.Client(base_url=own_workbench, timeout=300) as page:
        upload_items(page, 105)
        reply = page.post(
            "/api/rate/players", content=json.dumps({"file": {"name": "d.csv", "text": "x" * 10_100_000}})
        )
        assert reply.status_code == 413, "without a type it is no upload"
        headers = {"content-type": "application/json"}
        body = json.dumps({"file": {"name": "d.csv", "text": "x" * 10_100_000}})
        assert page.post("/api/rate/players", content=body, headers=headers).status_code == 422


@pytest.mark.slow
def test_an_upload_of_the_documented_size_passes_and_a_larger_one_is_refused(own_workbench: str) -> None:
    with httpx.Client(base_url=own_workbench, timeout=300) as page:
        upload_items(page, 640)
        reply = page.post("/library/import", files={"file": ("l.jsonl", b"x" * 65_000_000)})
        assert reply.status_code == 422
        assert "too large: at most 64 MB, not 65 MB" in reply.text
        reply = page.post("/backgammon/review", files={"match": ("m.mat", b"x" * 66_000_000)})
        assert (reply.status_code, reply.text) == (413, "The request is too large: at most 66 MB.")


@pytest.mark.slow
def test_an_export_larger_than_any_upload_is_imported_again_byte_for_byte(own_workbench: str, tmp_path: Path) -> None:
    other = Library(tmp_path / "other" / "library.sqlite")
    for number in range(900):
        other.add(msgspec.structs.replace(STORED, id=f"{number:016x}", note="x" * 99_000, began=float(number)))
    data = "".join(f"{each}\n" for each in other.export_lines()).encode()
    assert len(data) > limits.MAX_UPLOAD_BYTES + 20_000_000
    with httpx.Client(base_url=own_workbench, timeout=300) as page:
        reply = page.post("/library/import", files={"file": ("l.jsonl", data)})
        assert "900 new lines" in reply.text
        assert page.get("/library/export").content == data
        reply = page.post("/library/import", files={"file": ("l.jsonl", data[: data[:-1].rindex(b"\n")])})
        assert (reply.status_code, "not a whole export" in reply.text) == (422, True)


def test_a_question_of_the_size_of_a_job_is_refused_for_programs_with_where_to_post_it(own_workbench: str) -> None:
    with httpx.Client(base_url=own_workbench, timeout=300) as page:
        reply = page.post("/api/backgammon/duel", json={})
        assert reply.status_code == 422
        assert "post it as a form to /backgammon/duel" in reply.json()["error"]

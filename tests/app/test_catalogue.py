"""The one list of questions: every entry answers, reads the same from every skin, and refuses nonsense in words."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import jsonschema
import msgspec
import pytest
from click.testing import CliRunner
from msgspec import inspect

from kibitz.app.catalogue import BY_PATH, ENTRIES, FORMER_GROUPS, FORMER_PATHS, GROUPS, request_type
from kibitz.app.request_parsing import (
    accepted_values,
    command_line,
    example_arguments,
    from_query,
    parse_request,
    request_fields,
    to_json,
    to_query,
)
from kibitz.app.sessions import SESSIONS
from kibitz.cli.commands import QuestionCommand, parse_command_line
from kibitz.cli.main import cli, run
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Answer, Cost, Request
from kibitz.core.work import WorkContext

PATHS = [entry.path for entry in ENTRIES]
NEEDS = {
    "sevens": "scowl",
    "chess.analyse": "stockfish",
    "chess.rate": "stockfish",
    "chess.moves": "stockfish",
    "chess.position": "stockfish",
    "chess.calibrate": "stockfish",
}
SHAPES = Path(__file__).with_name("shapes.json")


@pytest.fixture
def entry_needs(request: pytest.FixtureRequest, require: Any) -> None:
    path = request.getfixturevalue("path")
    for name, program in NEEDS.items():
        if path == name or path.startswith(f"{name}."):
            require(program)


def words_type(kind: inspect.Type) -> inspect.Type:
    """The type of the single values of a field."""
    match kind:
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            return words_type(inner)
        case inspect.TupleType(item_types=items):
            return words_type(items[0])
    return kind


@pytest.mark.slow
@pytest.mark.usefixtures("entry_needs")
@pytest.mark.parametrize("path", PATHS)
def test_every_example_answers_and_its_json_keeps_to_the_schema_and_reads_back(path: str) -> None:
    kind = request_type(path)
    answer = parse_request(kind, example_arguments(kind)).answer(WorkContext())
    for whole in (False, True):
        text = to_json(answer, whole)
        values = json.loads(text)
        assert BY_PATH[values["schema"].partition("/")[0]].path == path
        jsonschema.validate(values, msgspec.json.schema(kind.answer_type()))
        back = msgspec.json.decode(text, type=kind.answer_type())
        assert to_json(back, whole) == text
    assert list(answer.exhibits())
    assert answer.explain().headline


@pytest.mark.parametrize("path", PATHS)
def test_command_batch_and_link_read_to_the_same_request(path: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    kind = request_type(path)
    given = example_arguments(kind)
    request = parse_request(kind, given)
    assert parse_request(kind, json.loads(json.dumps(given))) == request  # a batch line
    documents = [value for field in request_fields(kind).values() for value in _documents(getattr(request, field.name))]
    for document in documents:
        Path(document.name).write_bytes(document.content)
    command = QuestionCommand(BY_PATH[path].name, kind, "")
    with command.make_context(path, command_line(request)) as context:
        typed = parse_request(kind, parse_command_line(context, kind)[1])
    assert without_bytes(typed) == without_bytes(request)
    if not documents:
        link = to_query(request)
        assert from_query(kind, link).with_defaults() == request.with_defaults()
        assert to_query(from_query(kind, link)) == link


def _documents(value: object) -> list[Document]:
    values = value if isinstance(value, tuple) else (value,)
    return [each for each in values if isinstance(each, Document)]


def without_bytes(request: Request) -> list[object]:
    """The fields of a request, documents as name and content: a file is read as bytes, a line carries text."""
    return [
        [(d.name, d.content) for d in result]
        if (result := _documents(getattr(request, name)))
        else getattr(request, name)
        for name in request_fields(type(request))
    ]


BAD: list[object] = [{"x": 1}, [[[]]], "\x00", "/etc/passwd", "x" * 2_000_000, float("nan"), -(10**400), "NaN", [None]]


@pytest.mark.parametrize("path", PATHS)
def test_every_bad_field_gives_one_sentence_that_names_it(path: str) -> None:
    kind = request_type(path)
    given = example_arguments(kind)
    for field in request_fields(kind).values():
        complaints = [complaint for bad in BAD if (complaint := refusal(kind, {**given, field.option: bad}))]
        assert len(complaints) >= len(BAD) - 2, f"{field.option} takes nearly anything"
        for complaint in complaints:
            assert complaint.startswith(f"{field.option}: ")
            assert "\n" not in complaint
            assert len(complaint) < 400


def refusal(kind: type[Request], values: dict[str, object]) -> str:
    """The sentence with which arguments are refused; empty where they are taken."""
    try:
        parse_request(kind, values)
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("path", PATHS)
def test_unknown_and_missing_arguments_are_named(path: str) -> None:
    kind = request_type(path)
    with pytest.raises(InputError, match="unknown argument"):
        parse_request(kind, {**example_arguments(kind), "no-such-thing": 1})
    for field in request_fields(kind).values():
        if field.required:
            rest = {name: value for name, value in example_arguments(kind).items() if name != field.option}
            with pytest.raises(InputError, match=f"{field.option}: missing"):
                parse_request(kind, rest)


@pytest.mark.parametrize("path", PATHS)
def test_no_field_can_name_a_path_and_every_text_is_bounded(path: str) -> None:
    kind = request_type(path)
    for field in request_fields(kind).values():
        assert field.help, f"{field.option} has no help"
        inner = words_type(field.type)
        if isinstance(inner, inspect.StrType):
            assert inner.max_length is not None, f"{field.option} has no length"
            assert inner.pattern is not None, f"{field.option} has no pattern"
            for bad in ("/etc/passwd", "..\\secret"):
                with pytest.raises(InputError):
                    parse_request(kind, {**example_arguments(kind), field.option: bad})
        if isinstance(inner, inspect.StructType) and inner.cls is Document:
            with pytest.raises(InputError):
                parse_request(kind, {**example_arguments(kind), field.option: "/etc/passwd"})


@pytest.mark.parametrize("path", PATHS)
def test_fields_answers_and_costs_are_typed(path: str) -> None:
    kind = request_type(path)
    assert issubclass(kind.answer_type(), Answer)
    assert isinstance(parse_request(kind, example_arguments(kind)).cost(), Cost)
    assert "something else" not in [accepted_values(field.type) for field in request_fields(kind).values()]
    schema = json.dumps(msgspec.json.schema(kind.answer_type()))
    assert "{}" not in schema.replace('"default": {}', ""), "an answer holds something without a type"


def test_names_titles_and_groups_are_complete_and_unique() -> None:
    assert len(set(PATHS)) == len(PATHS)
    assert {entry.group for entry in ENTRIES} == set(GROUPS)
    assert all(entry.title.endswith(".") and len(entry.title) <= 80 for entry in (*ENTRIES, *SESSIONS))


@pytest.mark.parametrize(("former", "path"), FORMER_PATHS.items())
def test_a_question_that_moved_answers_under_its_former_path(former: str, path: str) -> None:
    assert request_type(former) is request_type(path)
    assert BY_PATH[former].path == path
    group, _, name = former.partition(".")
    result = CliRunner().invoke(cli, [group, name, "--help"])
    assert result.exit_code == 0
    assert "Usage" in result.output


def test_former_groups_are_not_listed() -> None:
    shown = CliRunner().invoke(cli, ["--help"]).output
    assert "theory" in shown
    assert not any(line.split()[:1] == [group] for line in shown.splitlines() for group in FORMER_GROUPS)
    assert "solve" not in CliRunner().invoke(cli, ["parlour", "--help"]).output


def test_a_question_that_is_not_there_suggests_one_that_is() -> None:
    with pytest.raises(InputError, match=r"did you mean jeopardy\.final"):
        request_type("jeopardy.finals")


def test_reading_questions_loads_no_numpy() -> None:
    script = (
        "import sys\nfrom kibitz.app.catalogue import ENTRIES, request_type\nfrom kibitz.app.sessions import SESSIONS\n"
        "from kibitz.app.request_parsing import request_fields\n"
        "[request_fields(request_type(e.path)) for e in ENTRIES]\n"
        "[request_fields(s.request_type()) for s in SESSIONS]\n"
        "heavy = {'numpy', 'scipy', 'numba', 'rich', 'chess', 'sqlite3'} & set(sys.modules)\nassert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def shape(kind: type[msgspec.Struct]) -> Any:
    """The JSON schema of a type with every reference filled in and without names of classes and descriptions."""
    schema = msgspec.json.schema(kind)

    def expand(value: Any, inside: tuple[str, ...] = ()) -> Any:
        if isinstance(value, list):
            return [expand(each, inside) for each in value]
        if not isinstance(value, dict):
            return value
        if reference := value.get("$ref"):
            name = reference.rpartition("/")[2]
            return "recursive" if name in inside else expand(schema["$defs"][name], (*inside, name))
        # A description is text; under "properties" it is a field of that name.
        return {
            key: expand(each, inside)
            for key, each in value.items()
            if key not in ("title", "description") or isinstance(each, dict)
        }

    return expand({key: value for key, value in schema.items() if key != "$defs"})


def test_the_shape_of_an_answer_changes_only_with_its_number() -> None:
    """After a deliberate change, raise the number in the tag and save what is printed here to the file."""
    shapes = {}
    for path in PATHS:
        kind = request_type(path).answer_type()
        text = json.dumps(shape(kind), sort_keys=True)
        shapes[str(kind.__struct_config__.tag)] = hashlib.sha256(text.encode()).hexdigest()[:16]
    known = json.loads(SHAPES.read_text("utf-8")) if SHAPES.exists() else {}
    assert shapes == known, json.dumps(shapes, indent=1)


def test_click_shows_every_field_in_help() -> None:
    for path in PATHS:
        command = QuestionCommand(BY_PATH[path].name, request_type(path), "")
        with click.Context(command, info_name=path) as context:
            shown = command.get_help(context)
        for field in request_fields(request_type(path)).values():
            assert (field.name.upper() if field.extra.get("argument") else f"--{field.option}") in shown


def test_half_a_character_in_the_bytes_of_a_file_is_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match="games: must be a list"):
        parse_request(request_type("chess.rate"), {"games": [{"name": "x", "data": "ab\ud800"}]})


OLD_OPTIONS = [
    (path, field.old_option, field.option)
    for path in PATHS
    for field in request_fields(request_type(path)).values()
    if field.old_option
]


def test_options_that_were_renamed_are_those_of_the_changelog() -> None:
    assert {old for _, old, _ in OLD_OPTIONS} == {
        "among",
        "parts",
        "own",
        "alike",
        "sure",
        "seen",
        "seen1",
        "seen2",
        "finals",
    }


@pytest.mark.parametrize(("path", "old", "new"), OLD_OPTIONS)
def test_old_spellings_of_options_still_work(path: str, old: str, new: str) -> None:
    kind = request_type(path)
    command = QuestionCommand(BY_PATH[path].name, kind, "")
    assert old not in request_fields(kind)
    for spelled in (f"--{old}", f"--{old}=1"):
        assert command._current_spelling(spelled) == spelled.replace(old, new, 1)
    with pytest.raises(InputError, match=f"^{new}: "):  # its value is checked, so the name was understood
        parse_request(kind, {**example_arguments(kind), old: {"no": "value"}})


def test_the_old_edition_and_the_old_flag_for_all_choices_still_work(capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for words in (["--edition", "printed", "--curve"], ["--edition", "published", "--all-choices"]):
        assert run(["rules", "apply", "final-5-3", "--at", "p1=0.7", "--at", "p2=2/5", "--json", *words]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert answers[0]["edition"] == "published"

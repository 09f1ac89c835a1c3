"""The command made from a request: JSON, batches, files, and one plain sentence for wrong input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar

import click
import pytest
from click.testing import CliRunner, Result
from msgspec import Meta

from kibitz.app.catalogue import GROUPS, request_type
from kibitz.app.request_parsing import parse_request
from kibitz.cli.commands import QuestionCommand, answer_with_progress
from kibitz.cli.main import PLAIN_COMMANDS, cli, run
from kibitz.cli.progress import TerminalProgress, show_progress
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import POSITIONAL_ARGUMENT, Answer, File, Request
from kibitz.core.work import WorkContext, ignore_partial


class Tone(StrEnum):
    """How it is said."""

    SOFT = "soft"
    LOUD = "loud"


class Doubled(Answer, frozen=True, kw_only=True, tag="test.double/1"):
    files: ClassVar = {"note": "Write a note here."}

    twice: int
    p: float
    pair: tuple[int, int] | None
    tone: Tone
    words: tuple[str, ...]
    bytes_given: int

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(f"twice is {self.twice}", "strong")
        yield Table(("name", "value"), (("a [bold]name[/bold]", "1"),))

    def file(self, kind: str) -> File:
        return File("note.txt", "text/plain", f"twice is {self.twice}".encode())


Whole = Annotated[int, Meta(ge=-100, le=30_000)]


class Double(Request, frozen=True, kw_only=True):
    """Twice a number."""

    number: Annotated[Whole, Meta(description="The number.", examples=[4], extra=POSITIONAL_ARGUMENT)]
    p: Annotated[float, Meta(ge=0, le=1, description="A chance.")] = 0.5
    pair: Annotated[tuple[Whole, Whole], Meta(description="Two numbers.")] | None = None
    tone: Annotated[Tone, Meta(description="How.")] = Tone.SOFT
    shout: Annotated[bool, Meta(description="Loud.")] = False
    word: Annotated[tuple[Annotated[str, Meta(pattern="^[a-z]*$", max_length=9)], ...], Meta(description="Words.")] = ()
    file: Annotated[Document, Meta(description="A file.")] | None = None

    def __post_init__(self) -> None:
        if self.number == 13:
            raise InputError("number: must not be 13")

    def answer(self, work: WorkContext) -> Doubled:
        return Doubled(
            twice=2 * self.number,
            p=self.p,
            pair=self.pair,
            tone=Tone.LOUD if self.shout else self.tone,
            words=self.word,
            bytes_given=0 if self.file is None else len(self.file.content),
        )


def ask(*arguments: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(QuestionCommand("double", Double, ""), arguments, input=given, standalone_mode=False)


def complaint(*arguments: str) -> str:
    result = ask(*arguments)
    assert isinstance(result.exception, InputError), result.output
    return str(result.exception)


def test_people_read_words_and_programs_read_json() -> None:
    assert ask("4").output.startswith("twice is 8\n")
    assert "a [bold]name[/bold]" in ask("4").output
    assert json.loads(ask("4", "--json").output) == {
        "schema": "test.double/1",
        "twice": 8,
        "p": 0.5,
        "pair": None,
        "tone": "soft",
        "words": [],
        "bytes_given": 0,
    }


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("18,400", 18_400),
        ("$18,400", 18_400),
        ("18.400", 18_400),
        ("18.4k", 18_400),
        ("-7", -7),
        ("\N{MINUS SIGN}7", -7),
        ("+7", 7),
    ],
)
def test_whole_numbers_are_read_as_people_write_them(typed: str, meant: int) -> None:
    assert json.loads(ask(typed, "--json").output)["twice"] == 2 * meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("70%", 0.7), ("70 %", 0.7), ("70", 0.7), ("0,7", 0.7), ("7/10", 0.7), (".25", 0.25), ("1", 1.0)],
)
def test_chances_are_read_as_people_write_them(typed: str, meant: float) -> None:
    assert json.loads(ask("4", "--p", typed, "--json").output)["p"] == pytest.approx(meant)


@pytest.mark.parametrize("value", ["nan", "inf", "-0.1", "1.1", "x", "1/0", "", "1e999", "9" * 50])
def test_a_chance_outside_its_range_is_refused(value: str) -> None:
    assert complaint("4", "--p", value).startswith("p: must be a number from 0 to 1, such as 0.7 or 70 %, not ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "number: missing; The number"),
        (("4.5",), "number: must be a whole number from -100 to 30,000, not '4.5'"),
        (("30001",), "number: must be a whole number from -100 to 30,000, not '30001'"),
        (("4", "--tone", "shrill"), "tone: must be one of soft, loud, not 'shrill'"),
        (("4", "--word", "No"), "word: must be a list (text of at most 9 characters), not 'No'"),
        (("13",), "number: must not be 13"),
    ],
)
def test_a_sentence_names_the_field_what_is_accepted_and_what_was_given(
    arguments: tuple[str, ...], sentence: str
) -> None:
    assert complaint(*arguments) == sentence


def test_a_misspelt_option_gets_the_right_one_suggested() -> None:
    result = ask("4", "--wrod", "a")
    assert isinstance(result.exception, click.NoSuchOption)
    assert "--word" in result.exception.format_message()


def test_a_batch_answers_every_line_and_numbers_the_bad_ones(tmp_path: Path) -> None:
    questions = [
        {"number": 1},
        {"number": 2, "p": 0.25, "pair": [3, 4], "shout": True, "word": ["a", "b"], "id": "second"},
        {"number": 13, "id": 3},
        {"number": 1, "p": 1.5},
        {"nmber": 1},
        {"number": [1, 2]},
        {"p": 0.5},
        {"number": -7, "file": {"name": "x.txt", "text": "hello"}},
        {"number": 1, "file": "/etc/passwd"},
        {"number": 1, "note": "x.svg"},
        {"number": 1, "id": float("nan")},
        {"number": 1, "word": ["\udc80"]},
    ]
    lines = [json.dumps(question) for question in questions]
    lines += ["nonsense", "[1]", "", "[" * 5000, '{"number": 1, "id": "\\udcff"}']
    result = ask("--batch", "-", "--tone", "loud", given="\n".join(lines))
    assert result.return_value == 1
    replies = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(replies) == 16
    assert replies[0]["twice"] == 2
    assert replies[0]["tone"] == "loud"
    assert replies[1]["id"] == "second"
    assert replies[1]["pair"] == [3, 4]
    assert replies[2] == {"id": 3, "line": 3, "error": "number: must not be 13"}
    assert "must be a number from 0 to 1, such as 0.7 or 70 %, not 1.5" in replies[3]["error"]
    assert replies[4]["error"] == "nmber: unknown argument; did you mean number?"
    assert all("error" in reply for reply in (*replies[5:7], *replies[8:]))
    assert replies[7]["bytes_given"] == 5
    assert [reply["line"] for reply in replies[8:]] == [9, 10, 11, 12, 13, 14, 16, 17]
    assert not list(tmp_path.iterdir())


def test_a_batch_without_errors_ends_well_and_writes_no_files(tmp_path: Path) -> None:
    assert ask("--batch", "-", given='{"number": 1}\n').return_value == 0
    result = ask("--batch", "-", "--note", str(tmp_path / "note"), given='{"number": 1}\n')
    assert isinstance(result.exception, InputError)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", ["no/such/file", "a\x00b", "."])
def test_a_batch_that_cannot_be_read_is_refused(path: str) -> None:
    assert "cannot be read" in complaint("--batch", path)


def test_files_come_in_as_documents_and_go_out_whole(tmp_path: Path) -> None:
    source, target = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_bytes(b"\xff\x00abc")
    result = ask("4", "--file", str(source), "--note", str(target), "--json")
    assert json.loads(result.stdout)["bytes_given"] == 5
    assert target.read_text() == "twice is 8"
    assert "Saved " in result.stderr


@pytest.mark.parametrize("path", ["no/such/file", "a\x00b", "."])
def test_a_file_that_cannot_be_read_is_refused(path: str) -> None:
    assert "cannot be read" in complaint("4", "--file", path)


def test_an_unknown_verb_is_answered_with_the_nearest_or_with_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jeopardise"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "did you mean jeopardy?" in captured.err
    assert run(["xyzzy"]) == 2
    assert all(name in capsys.readouterr().err for name in ["tour"])
    assert run(["jeopardy", "finale"]) == 2
    assert "did you mean final?" in capsys.readouterr().err


def test_no_verb_at_all_prints_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "Commands" in capsys.readouterr().out


@pytest.mark.parametrize("name", [*PLAIN_COMMANDS, *GROUPS])
def test_every_verb_has_help_and_its_own_verbs_take_json(name: str) -> None:
    context = click.Context(cli)
    command = cli.get_command(context, name)
    assert command is not None
    assert command.help
    is_group = isinstance(command, click.Group)
    leaves = [command.get_command(context, verb) for verb in command.list_commands(context)] if is_group else [command]
    assert leaves
    for leaf in leaves:
        assert leaf is not None
        assert leaf.help
        speaks = leaf.name in (
            "warm",
            "serve",
            "mcp",
            "ubgi",
            "backup",
            "restore",
            "completion",
            "deck",
        )  # they end in no answer
        assert speaks or any("--json" in param.opts for param in leaf.params), leaf.name


FINAL = ["jeopardy", "final", "20000", "14000", "8000", "--me", "2"]


def started(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "kibitz", *arguments]
    return subprocess.run(command, capture_output=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_output_in_a_narrow_code_page_degrades_instead_of_failing() -> None:
    result = started(*FINAL, env={"PYTHONIOENCODING": "cp1252", "PYTHONPATH": ":".join(sys.path)})
    assert result.returncode == 0
    assert b"$2,000" in result.stdout
    result = started(*FINAL, env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)})
    assert result.returncode == 0
    assert b"Traceback" not in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_one_sentence_and_status_2() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "kibitz", *FINAL, "--json"]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1
    assert b"No space left" in result.stderr


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    command = [sys.executable, "-m", "kibitz", *FINAL, "--json", "--curve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_cache_lists_what_lies_there_clears_it_and_leaves_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert run(["cache"]) == 0
    assert "0.0 MB" in capsys.readouterr().out
    table, library = tmp_path / "cache" / "kibitz" / "tables" / "a.bin", tmp_path / "data" / "kibitz" / "library.sqlite"
    for path in (table, library):
        path.parent.mkdir(parents=True)
        path.write_bytes(b"x" * 2_000_000)
    assert run(["cache", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["bytes"], told["library_bytes"], told["cleared"]) == ({"tables": 2_000_000}, 2_000_000, False)
    assert table.exists()
    assert run(["cache", "--clear"]) == 0
    assert "tables: 2.0 MB" in capsys.readouterr().out
    assert not table.exists()
    assert library.exists()


def test_no_question_waits_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is answered without a bar compiles nothing; everything else has a bar that says what is done."""
    script = (
        "import sys\n"
        "from kibitz.app.catalogue import ENTRIES, request_type\n"
        "from kibitz.app.request_parsing import example_arguments, parse_request\n"
        "from kibitz.core.question import Cost\n"
        "from kibitz.core.work import WorkContext\n"
        "asked = [parse_request(request_type(e.path), example_arguments(request_type(e.path))) for e in ENTRIES]\n"
        "instant = [request for request in asked if request.cost() is Cost.INSTANT]\n"
        "assert len(instant) > 10\n"
        "for request in instant:\n"
        "    request.answer(WorkContext())\n"
        "    assert 'numba' not in sys.modules, request\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    shown: list[str] = []

    @contextmanager
    def bar() -> Iterator[TerminalProgress]:
        yield TerminalProgress(lambda done, total, note: shown.append(note), ignore_partial)

    monkeypatch.setattr("kibitz.cli.progress.show_progress", bar)
    answer_with_progress(parse_request(request_type("jeopardy.simulate"), {"games": 100}), {})
    assert shown
    assert all(shown)


class Early(Answer, frozen=True, kw_only=True, tag="test.early/1"):
    def explain(self) -> Explanation:
        return Explanation("dp gains most.")


def test_a_terminal_shows_what_is_known_so_far_and_a_pipe_never_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[str] = []

    def making() -> Early:
        made.append("made")
        return Early()

    monkeypatch.delenv("FORCE_COLOR", raising=False)
    with show_progress() as (report, look):
        report(1, 12, "playing")
        look("1 deal of 12", making)
    assert (made, capsys.readouterr().err) == ([], "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    with show_progress() as (report, look):
        report(3, 12, "playing")
        look("3 deals of 12", making)
        look("4 deals of 12", making)
    assert made == ["made"], "figures a moment ago are new enough"
    assert "Partial result (3 deals of 12): dp gains most." in capsys.readouterr().err

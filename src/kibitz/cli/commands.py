"""Click commands from the catalogue: a field becomes an option with its help and its range.

Click only splits the words. `kibitz.app.request_parsing` parses them, in the same way as a batch line or a link.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from msgspec import inspect

from kibitz.app.request_parsing import RequestField, parse_request, request_fields, to_json
from kibitz.app.settings import load_settings
from kibitz.cli.documents import documents
from kibitz.core.errors import InputError
from kibitz.core.question import Answer, Cost, Request
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NEGATIVE_NUMBER = re.compile(r"-(?=[$.]?\d)")
BATCH_HELP = (
    "Answer many questions: one JSON object of arguments per line in, one answer per line out (- for standard input)."
)
WORKER_COUNT = click.IntRange(1, 256)
SCHEDULER = click.Option(
    ["--scheduler"],
    metavar="ADDRESS",
    default="",
    help="Address of a Dask cluster to use instead of local processes, such as tcp://host:8786.",
)


class FieldType(click.ParamType[Any]):
    """Words of a field; ``choices`` are all its values, or some of many, or it is a file."""

    name = "text"

    def __init__(self, choices: Sequence[str] = (), is_file: bool = False) -> None:
        self.choices = tuple(choices)
        self.is_file = is_file

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The word as typed: `kibitz.app.request_parsing` parses it."""
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The values that begin like the word, or the files of the folder."""
        from click.shell_completion import CompletionItem

        if self.is_file:
            return [CompletionItem(incomplete, type="file")]
        return [CompletionItem(choice) for choice in self.choices if choice.startswith(incomplete)]


FILE_TYPE = FieldType(is_file=True)
"""A file to read or write."""


RESOURCES = {
    "workers": [
        click.Option(["--workers"], type=WORKER_COUNT, default=1, show_default=True, help="Number of processes."),
        SCHEDULER,
    ],
    "engines": [
        click.Option(
            ["--workers"],
            type=WORKER_COUNT,
            default=1,
            show_default=True,
            help="Number of engines that run at the same time.",
        ),
        SCHEDULER,
    ],
    "cache": [
        click.Option(
            ["--cache"],
            type=click.Path(dir_okay=False, path_type=Path),
            help="File that stores finished analyses.  [default: in your cache folder]",
        ),
    ],
    "engine": [
        click.Option(["--engine"], default="stockfish", show_default=True, help="Name or path of the UCI engine."),
        click.Option(
            ["--timeout", "patience"],
            type=click.FloatRange(1, 86_400),
            default=60.0,
            show_default=True,
            help="Restart the engine after this many seconds without output.",
        ),
    ],
}
"""Options for the parts of `WorkContext` that a question uses."""
RESOURCE_NAMES: frozenset[str] = frozenset({"workers", "scheduler", "engine", "patience", "cache"})


def metavar(kind: inspect.Type) -> tuple[str, str]:
    """The placeholder of a field in the help, and the range after its help."""
    match kind:
        case inspect.Metadata(type=inner):
            return metavar(inner)
        case inspect.IntType(ge=low, le=high) | inspect.FloatType(ge=low, le=high, gt=None) if (low, high) == (0, 1):
            return "CHANCE", ""
        case inspect.IntType(gt=above, ge=low, le=high) | inspect.FloatType(gt=above, ge=low, le=high):
            word = "INTEGER" if isinstance(kind, inspect.IntType) else "FLOAT"
            least = f"{low}<=" if low is not None else f"{above}<" if above is not None else ""
            most = f"<={high}" if high is not None else ""
            return (f"{word} RANGE", f"{least}x{most}") if least or most else (word, "")
        case inspect.LiteralType(values=values):
            return f"[{'|'.join(map(str, values))}]", ""
        case inspect.EnumType(cls=cls):
            return f"[{'|'.join(str(member.value) for member in cls)}]", ""
        case inspect.StructType():
            return "FILE", ""
    return "TEXT", ""


def field_type(kind: inspect.Type) -> FieldType:
    """The values or files that a shell completes for a field."""
    match kind:
        case inspect.Metadata(type=inner):
            return field_type(inner)
        case inspect.LiteralType(values=values):
            return FieldType([str(value) for value in values])
        case inspect.EnumType(cls=cls):
            return FieldType([str(member.value) for member in cls])
        case inspect.StructType():
            return FILE_TYPE
    return FieldType()


def defaults_of(command: click.Command) -> dict[str, str]:
    """The settings of the user that are options of a command."""
    names = {str(param.name) for param in command.params}
    return {name: value for name, value in load_settings().items() if name in names}


def click_parameter(field: RequestField) -> click.Parameter:
    """The argument or option of a field; click passes on its words as typed."""
    kind: inspect.Type = field.type
    several, size = False, 1
    word, span = "TEXT", ""
    if not field.extra.get("words"):  # a list written as one word, with commas
        match field.type:
            case inspect.VarTupleType(item_type=item):
                kind, several = item, True
            case inspect.TupleType(item_types=items):
                kind, size = items[0], len(items)
        word, span = metavar(kind)
    if field.extra.get("argument"):
        nargs = -1 if several else size
        return click.Argument([field.name], required=False, nargs=nargs, type=field_type(kind))
    name, default = f"--{field.option}", field.default
    if isinstance(kind, inspect.BoolType):
        names = f"{name}/--no-{field.option}" if default is not False else name
        return click.Option([names, field.name], is_flag=True, default=default, help=field.help)
    usual = ",".join(map(str, default)) if isinstance(default, tuple) else default
    shown = f"default: {usual}" if not field.required and default not in (None, (), "") else ""
    notes = "; ".join(filter(None, [shown, span, "required" if field.required else ""]))
    return click.Option(
        [name, field.name],
        multiple=several,
        nargs=size,
        type=field_type(kind),
        metavar=str(field.extra.get("metavar", word + "..." * (size > 1))),
        help=field.help + (f"  [{notes}]" if notes else ""),
    )


class QuestionCommand(click.Command):
    """One question of the catalogue as a command, with ``--json`` and ``--batch``."""

    def __init__(self, name: str, kind: type[Request], short: str) -> None:
        self.kind, self.answers = kind, kind.answer_type()
        params = [click_parameter(field) for field in request_fields(kind).values()]
        params += [
            click.Option([f"--{file.replace('_', '-')}", file], metavar="FILE", type=FILE_TYPE, help=line)
            for file, line in self.answers.files.items()
        ]
        params += [option for use in sorted(kind.uses) for option in RESOURCES[use]]
        params += [
            click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object on standard output."),
            click.Option(
                ["--all-choices"],
                is_flag=True,
                help="Show all rows of a long table. With --json, include the value of every choice.",
            ),
            click.Option(["--batch"], metavar="FILENAME", type=FILE_TYPE, help=BATCH_HELP),
        ]
        super().__init__(name, params=params, help=kind.__doc__, short_help=short, callback=None)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        return super().make_context(info_name, args, parent, default_map=defaults_of(self), **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # A true minus sign keeps click from taking a negative score for an option.
        signed = ["\N{MINUS SIGN}" + arg[1:] if NEGATIVE_NUMBER.match(arg) else arg for arg in args]
        return super().parse_args(ctx, [self._current_spelling(arg) for arg in signed])

    def _current_spelling(self, arg: str) -> str:
        """The current spelling of an old option; any other argument unchanged."""
        renamed = {f"--{field.old_option}": f"--{field.option}" for field in request_fields(self.kind).values()}
        name, equals, value = arg.partition("=")
        return (renamed | {"--curve": "--all-choices"}).get(name, name) + equals + value

    def invoke(self, ctx: click.Context) -> int:
        given, values = parse_command_line(ctx, self.kind)
        files = {name: given[name] for name in self.answers.files if name in given}
        resources = {name: value for name, value in ctx.params.items() if name in RESOURCE_NAMES}
        if "batch" in given:
            from kibitz.cli.batch import answer_lines

            if files:
                raise InputError(f"{min(files)}: cannot be combined with --batch")
            return answer_lines(self.kind, ctx.params["batch"], values, resources, ctx.params["all_choices"])
        answer = answer_with_progress(self._parse_request(values), resources)
        written = save_files(answer, files)
        if ctx.params["as_json"]:
            click.echo(to_json(answer, ctx.params["all_choices"]))
        elif not files.keys() & answer.replaces_output:
            from kibitz.cli.show import show

            show(answer, all_rows=ctx.params["all_choices"])
        for path in written:
            click.echo(f"Saved {path}", err=True)
        return 0

    def _parse_request(self, values: dict[str, object]) -> Request:
        """The request; the error for a missing option shows how to write it."""
        for field in request_fields(self.kind).values():
            if field.required and not field.extra.get("argument") and field.option not in values:
                example = field.example if isinstance(field.example, list | tuple) else [field.example]
                written = " ".join([f"--{field.option}", *map(str, example)])
                raise InputError(f"{field.option}: missing; add {written}. {field.help}")
        return parse_request(self.kind, values)


def parse_command_line(ctx: click.Context, kind: type[Request]) -> tuple[dict[str, Any], dict[str, object]]:
    """The options given on the command line, and the arguments of the request with its files read."""
    given = {
        name: value
        for name, value in ctx.params.items()
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT and value != ()
    }
    known = request_fields(kind)
    for name in [name for name in given if name in known and "or_file" in known[name].extra]:
        file = known[name].extra["or_file"]
        if isinstance(file, tuple) and str(given[name]).endswith(file[1]):
            given[file[0]] = given.pop(name)
    values = {
        known[name].option: value if _plain(known[name]) else documents(known[name], value)
        for name, value in given.items()
        if name in known
    }
    return given, values


def _plain(field: RequestField) -> bool:
    kind = field.type.item_type if isinstance(field.type, inspect.VarTupleType) else field.type
    return not isinstance(kind, inspect.StructType)


def answer_with_progress(request: Request, resources: dict[str, Any]) -> Answer:
    """The answer, with a progress bar if it takes long."""
    if request.cost() is Cost.INSTANT:
        return request.answer(WorkContext(**resources))
    from kibitz.cli.progress import show_progress
    from kibitz.files import FileCheckpointStore

    with show_progress() as (report, look):
        return request.answer(
            WorkContext(on_progress=report, on_partial=look, store=FileCheckpointStore(), **resources)
        )


def save_files(answer: Answer, files: dict[str, str]) -> list[str]:
    """Write the requested files atomically and return their paths."""
    from kibitz.app.decision_output import save_as_parquet, wants_parquet
    from kibitz.files import write_bytes

    written = []
    for kind, path in files.items():
        for number, file in enumerate(answer.all_files(kind), 1):
            written.append(path if number == 1 else f"{path}.{number}")
            if wants_parquet(written[-1]):
                save_as_parquet(written[-1], file)
            else:
                write_bytes(written[-1], file.data)
    return written

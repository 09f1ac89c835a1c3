"""Write the reference of all commands: ``python checks/make_reference.py [--check]``.

The page comes from the catalogue of questions, so it has the same fields, bounds and help as the command and
``kibitz.ask``. With ``--check`` nothing is written, and the exit status is 1 if the page is stale.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click
from msgspec import inspect

from kibitz.app.request_parsing import RequestField, accepted_values, request_fields
from kibitz.cli.commands import QuestionCommand
from kibitz.cli.main import cli
from kibitz.cli.sessions import SessionCommand

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "commands.md"
INTRODUCTION = """\
# Commands

*Reference. All commands with their arguments, bounds and help. `python checks/make_reference.py` writes this page.*

The same names work everywhere. For example, `kibitz jeopardy final --me 2` is `kibitz.ask("jeopardy.final", me=2)` in
Python. It is `/api/jeopardy/final` in the web app.

Every question also takes these options:

- `--json`: Print one JSON object on standard output.
- `--all-choices`: With `--json`, include the value of every choice.
- `--batch FILENAME`: Read one JSON object of arguments per line and print one answer per line.
- `--help`: Show the help.

Numbers may be written as `18,400`, `$18,400`, `70%` or `1/2`.
"""
COMMON_OPTIONS = frozenset({"as_json", "all_choices", "batch", "help"})


def escape_markdown(text: str) -> str:
    """Text of a help message as Markdown: options and placeholders as code, nothing lost to emphasis."""
    marked = re.sub(r"(?<![\w`-])(--[a-z][a-z0-9-]*)", r"`\1`", " ".join(text.split()))
    outside_code = re.split(r"(`[^`]*`)", marked)
    return "".join(part if part.startswith("`") else re.sub(r"([*_<\[])", r"\\\1", part) for part in outside_code)


def describe_values(field: RequestField) -> str:
    """The values of a field, with named ones as code."""
    kind: inspect.Type = field.type
    if isinstance(kind, inspect.VarTupleType) and not field.extra.get("words"):
        kind = kind.item_type
    match kind:
        case inspect.BoolType():
            return ""
        case inspect.LiteralType(values=values):
            return f"`{'|'.join(map(str, values))}`"
        case inspect.EnumType(cls=cls):
            return f"`{'|'.join(str(member.value) for member in cls)}`"
        case inspect.StructType():
            return "a file"
        case inspect.StrType() if field.extra.get("number"):
            return "a number"
    return accepted_values(field.type)


def describe_default(field: RequestField) -> str:
    """Whether a field is required, or its default."""
    if field.required:
        return "required"
    if field.default in (None, (), "", False) or "[default:" in field.help:
        return ""
    value = ",".join(map(str, field.default)) if isinstance(field.default, tuple) else field.default
    return f"default `{getattr(value, 'value', value)}`"


def describe_field(field: RequestField) -> str:
    """One item of the list of arguments."""
    name = field.option if field.extra.get("argument") else f"--{field.option}"
    notes = [note for note in (describe_values(field), describe_default(field)) if note]
    if field.old_option:
        notes.append(f"formerly `--{field.old_option}`")
    return f"- `{name}`{' (' + '; '.join(notes) + ')' if notes else ''}: {escape_markdown(field.help)}"


def describe_option(option: click.Parameter) -> str:
    """One item for an option that is no field of a request, such as a file to write."""
    if not isinstance(option, click.Option):
        return f"- `{option.make_metavar(click.Context(cli))}`: the argument"
    placeholder = f" {option.metavar}" if option.metavar else ""
    return f"- `{'/'.join([*option.opts, *option.secondary_opts])}{placeholder}`: {escape_markdown(option.help or '')}"


def describe_command(command: click.Command, path: str) -> Iterator[str]:
    """Heading, help and arguments of one command."""
    yield f"### `{path}`"
    yield from (escape_markdown(paragraph) for paragraph in cleandoc(command.help or "").split("\n\n"))
    fields = request_fields(command.kind) if isinstance(command, QuestionCommand | SessionCommand) else {}
    items = [describe_field(field) for field in fields.values()]
    for parameter in command.params:
        if parameter.name not in fields and parameter.name not in COMMON_OPTIONS:
            items.append(describe_option(parameter))
    if items:
        yield "\n".join(items)
    if isinstance(command, QuestionCommand):
        yield f"Answer: `{command.answers.__struct_config__.tag}`."


def reference_page() -> str:
    """The whole page."""
    context = click.Context(cli, info_name="kibitz")
    blocks = [INTRODUCTION.strip(), "## General commands"]
    groups: list[tuple[str, click.Group]] = []
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            groups.append((name, command))
        else:
            blocks += describe_command(command, f"kibitz {name}")
    for name, group in groups:
        blocks.append(f"## {name}")
        blocks += [escape_markdown(paragraph) for paragraph in cleandoc(group.help or "").split("\n\n")]
        for each in group.list_commands(context):
            command = group.get_command(context, each)
            assert command is not None
            blocks += describe_command(command, f"kibitz {name} {each}")
    return "\n\n".join(block for block in blocks if block) + "\n"


def main() -> None:
    page = reference_page()
    if "--check" in sys.argv[1:]:
        is_stale = not PAGE.exists() or PAGE.read_text("utf-8") != page
        if is_stale:
            print(f"{PAGE.name} is stale; run: python checks/make_reference.py")
        raise SystemExit(is_stale)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page, "utf-8")
    print(f"Saved {PAGE}")


if __name__ == "__main__":
    main()

"""Sessions in a terminal or from piped input: messages go to standard error, the result to standard output."""

from __future__ import annotations

import sys
from typing import Any

import click

from kibitz.app.request_parsing import parse_request, request_fields, to_json
from kibitz.app.sessions import ProtocolEntry
from kibitz.cli.commands import (
    FILE_TYPE,
    RESOURCE_NAMES,
    RESOURCES,
    click_parameter,
    defaults_of,
    parse_command_line,
    save_files,
)
from kibitz.core.errors import InputError
from kibitz.core.session import SessionRequest
from kibitz.core.work import WorkContext

MAX_ACTION_CHARACTERS = 1_000


class SessionCommand(click.Command):
    """A session as a command."""

    def __init__(self, name: str, kind: type[SessionRequest], short: str) -> None:
        self.kind, self.result = kind, kind.result_type()
        params = [click_parameter(field) for field in request_fields(kind).values()]
        params += [
            click.Option([f"--{file.replace('_', '-')}", file], metavar="FILE", type=FILE_TYPE, help=line)
            for file, line in self.result.files.items()
        ]
        params += [option for use in sorted(kind.uses) for option in RESOURCES[use]]
        params += [click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object on standard output.")]
        super().__init__(name, params=params, help=kind.__doc__, short_help=short)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        return super().make_context(info_name, args, parent, default_map=defaults_of(self), **extra)

    def invoke(self, ctx: click.Context) -> int:
        given, values = parse_command_line(ctx, self.kind)
        work = WorkContext(**{name: value for name, value in ctx.params.items() if name in RESOURCE_NAMES})
        answer = run_session(parse_request(self.kind, values), work)
        written = save_files(answer, {name: given[name] for name in self.result.files if name in given})
        if ctx.params["as_json"]:
            click.echo(to_json(answer))
        else:
            from kibitz.cli.show import show

            show(answer)
        for path in written:
            click.echo(f"Saved {path}", err=True)
        return 0


class ProtocolCommand(click.Command):
    """A protocol as a command: lines in, lines out, nothing else."""

    def __init__(self, name: str, talk: ProtocolEntry) -> None:
        self.talk = talk
        super().__init__(name, help=talk.title, short_help=talk.title)

    def invoke(self, ctx: click.Context) -> int:
        conversation = self.talk.begin()
        while not conversation.over and (line := sys.stdin.readline(MAX_ACTION_CHARACTERS)):
            for reply in conversation.answer(line):
                click.echo(reply)
            sys.stdout.flush()
        return 0


def run_session(request: SessionRequest, work: WorkContext) -> Any:
    """Read actions until the session is over or the input ends."""
    state = request.begin(work)
    print_lines(state.said)
    while not state.over:
        order = read_action(state.prompt)
        if order is None:
            break
        try:
            state = request.step(state, order, work)
        except InputError as error:
            print_lines((f"{error}.",))
            continue
        print_lines(state.said)
    return request.finish(state, work)


def print_lines(lines: tuple[str, ...]) -> None:
    """Print messages on standard error, so that standard output has only the answer."""
    for line in lines:
        click.echo(line, err=True)


def read_action(prompt: str) -> str | None:
    """The next line, with a prompt on a terminal; ``None`` at the end of input."""
    if sys.stdin.isatty():
        click.echo(f"{prompt}> ", nl=False, err=True)
    line = sys.stdin.readline(MAX_ACTION_CHARACTERS)
    return line if line else None

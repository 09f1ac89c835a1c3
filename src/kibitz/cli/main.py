"""The ``kibitz`` command: finds and imports the question, and reports invalid input in one sentence."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from kibitz.cli.interrupts import interruptible
from kibitz.cli.plain_signs import PLAIN_SIGNS
from kibitz.version import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

PLAIN_COMMANDS = {
    "serve": ("kibitz.web.command:serve", "Start the web app in your browser: a page for every question."),
    "mcp": ("kibitz.cli.mcp:mcp", "Answer questions of language models (Model Context Protocol)."),
    "tour": ("kibitz.cli.tour:tour", "Answer and explain a few real decisions from each game."),
    "cache": ("kibitz.cli.cache:cache", "Show or clear the cache; show the size of the library."),
    "library": ("kibitz.cli.library:library", "Back up, restore and check the library of the web app."),
    "config": ("kibitz.cli.config:config", "Show your settings: engine, era, workers, word list."),
    "completion": ("kibitz.cli.completion:completion", "Complete commands, options, values and files in your shell."),
    "warm": ("kibitz.cli.warm:warm", "Compile all kernels now, so that no question waits for it later."),
}
"""Commands that are not questions: their location and their line of help."""

MAX_HELP_WIDTH = 100
"""Help is never wider than this many characters."""

WRONG_INPUT = 2
INTERRUPTED = 130


def suggest(ctx: click.Context, word: str, known: Mapping[str, object] | Sequence[str]) -> None:
    """Fail with a sentence that suggests the closest command, or lists all of them."""
    import difflib

    near = difflib.get_close_matches(word, list(known), 1)
    hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(known)}."
    ctx.fail(f"Unknown command {word[:40]!r}; {hint}")


def _import_command(where: str) -> click.Command:
    module, _, name = where.partition(":")
    command: click.Command = getattr(importlib.import_module(module), name)
    return command


class KibitzCommand(click.Group):
    """The root command: all groups of questions, and the plain commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from kibitz.app.catalogue import GROUPS

        return [*PLAIN_COMMANDS, *GROUPS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        from kibitz.app.catalogue import FORMER_GROUPS, GROUPS

        if cmd_name in PLAIN_COMMANDS:
            return _import_command(PLAIN_COMMANDS[cmd_name][0])
        name = FORMER_GROUPS.get(cmd_name, cmd_name)
        return QuestionGroupCommand(name) if name in GROUPS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            self._suggest_question(ctx, args[0])
            suggest(ctx, args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def _suggest_question(self, ctx: click.Context, word: str) -> None:
        """Fail with the whole command if the word is a question or session without its group."""
        from kibitz.app.catalogue import ENTRIES
        from kibitz.app.sessions import SESSIONS

        known = [f"{each.group} {each.name}" for each in (*ENTRIES, *SESSIONS) if each.name == word]
        if known:
            ctx.fail(f"Unknown command {word!r}; did you mean {' or '.join(f'kibitz {each}' for each in known)}?")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from kibitz.app.catalogue import GROUPS

        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, line) for name, (_, line) in PLAIN_COMMANDS.items()]
                + [(name, group.line) for name, group in GROUPS.items()]
            )


class QuestionGroupCommand(click.Group):
    """The questions and sessions of one group; each is imported when it is run."""

    def __init__(self, name: str) -> None:
        from kibitz.app.catalogue import BY_PATH, ENTRIES, FORMER_PATHS, GROUPS
        from kibitz.app.sessions import PROTOCOLS, SESSIONS

        self.entries = {entry.name: entry for entry in ENTRIES if entry.group == name}
        former = [path.partition(".") for path in FORMER_PATHS]
        self.former = {question: BY_PATH[f"{group}.{question}"] for group, _, question in former if group == name}
        self.sessions = {session.name: session for session in SESSIONS if session.group == name}
        self.talks = {talk.name: talk for talk in PROTOCOLS if talk.group == name}
        self.default = GROUPS[name].default
        super().__init__(name, help=GROUPS[name].help, no_args_is_help=True)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.entries, *self.sessions, *self.talks]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if entry := self.entries.get(cmd_name) or self.former.get(cmd_name):
            from kibitz.app.catalogue import request_type
            from kibitz.cli.commands import QuestionCommand

            return QuestionCommand(cmd_name, request_type(entry.path), entry.title)
        if cmd_name in self.sessions:
            from kibitz.cli.sessions import SessionCommand

            return SessionCommand(cmd_name, self.sessions[cmd_name].request_type(), self.sessions[cmd_name].title)
        if cmd_name in self.talks:
            from kibitz.cli.sessions import ProtocolCommand

            return ProtocolCommand(cmd_name, self.talks[cmd_name])
        return None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Options before the file belong to the default question; help does not.
        if self.default and args and args[0].startswith("-") and args[0] not in {"-h", "--help", "-"}:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands of the group, or else the options and files of its default question."""
        items = super().shell_complete(ctx, incomplete)
        if items or not self.default or (command := self.get_command(ctx, self.default)) is None:
            return items
        from click.shell_completion import CompletionItem

        return command.shell_complete(ctx, incomplete) or [CompletionItem(incomplete, type="file")]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.list_commands(ctx) and args[0] not in self.former:
            if self.default:
                args = [self.default, *args]
            else:
                suggest(ctx, args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(
                [(entry.name, entry.title) for entry in self.entries.values()]
                + [(session.name, session.title) for session in self.sessions.values()]
                + [(talk.name, talk.title) for talk in self.talks.values()]
            )


def help_width() -> int:
    """Columns of the terminal minus a margin. click would use `shutil`, whose imports take a tenth of the start."""
    try:
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size(sys.stdout.fileno()).columns
    except (ValueError, AttributeError, OSError):
        columns = 80
    return max(min(columns, MAX_HELP_WIDTH) - 2, 50)


@click.group(
    cls=KibitzCommand, context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "KIBITZ"}
)
@click.version_option(__version__, prog_name="kibitz")
def cli() -> None:
    """Decisions in games of skill: what each option is worth, what to do and why, which rule of thumb applies, and how
    well you play.

    Every command takes --json to print one JSON object. Start with: kibitz tour
    """


def format_error(error: click.ClickException) -> str:
    """The error in one line, with a full stop."""
    message = " ".join(error.format_message().split())
    return message if message.endswith((".", "?", "!")) else message + "."


def log_to_stderr(level: str) -> None:
    """Show what kibitz and its libraries log from a level on, such as ``info``, on standard error."""
    import logging

    known = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    logging.basicConfig(level=known, format="%(asctime)s %(levelname)s %(name)s: %(message)s")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its status: 0, 1 if a line of a batch failed, 2 for invalid input."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAIN_SIGNS)
    if level := os.environ.get("KIBITZ_LOG"):
        log_to_stderr(level)
    try:
        with interruptible():
            status = cli.main(
                args=list(arguments) if arguments is not None else None,
                standalone_mode=False,
                complete_var="_KIBITZ_COMPLETE",
                terminal_width=help_width(),
            )
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "")
        return 0
    except (click.exceptions.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.ClickException as error:
        return _print_error(format_error(error))
    except BrokenPipeError:
        # The reader went away (``kibitz ... | head``); point the descriptor elsewhere so that exit stays silent.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _print_error(f"{error.filename or 'standard output'}: {error.strerror}.")
    except ValueError as error:
        from kibitz.core.errors import InputError

        if not isinstance(error, InputError):
            raise
        text = " ".join(str(error).split())
        return _print_error(text if text.endswith((".", "?", "!")) else text + ".")


def _print_error(text: str) -> int:
    click.echo(f"kibitz: {text}", err=True)
    return WRONG_INPUT

"""The ``kibitz`` command: finds the verb, imports it, and turns wrong input into one sentence."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from kibitz import __version__

COMMANDS = {
    "tour": ("kibitz.cli.tour:tour", "A few real decisions from each game, answered and explained."),
    "parlour": ("kibitz.cli.parlour:parlour", "Small games: Final for two, n-card Kuhn poker, Weakest Link, 2x2."),
    "jeopardy": (
        "kibitz.cli.jeopardy:jeopardy",
        "Jeopardy!: wagers, endgames and whole games, fitted to recorded shows.",
    ),
    "sevens": ("kibitz.cli.sevens:sevens", "Seven-letter words: what to bid for a letter, tournaments of bidders."),
    "rules": ("kibitz.cli.rules:rules", "Decision lists that fit on a card: learn, check, print."),
    "rate": ("kibitz.cli.rate:rate", "Rate the decision-makers of any game from files of decisions, with intervals."),
    "chess": (
        "kibitz.cli.chess:chess",
        "Games of chess: what each move cost, ratings with intervals, an opponent of your strength.",
    ),
}
"""Each verb: where it lives and its line of help, so that ``--help`` imports nothing."""

WRONG_INPUT = 2
INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group whose sub-commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            ctx.fail(f"No such command {args[0]!r}; choose one of {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="kibitz")
def cli() -> None:
    """Decisions in games of skill: what each option is worth, what to do and why, which rule to remember, and how
    good you are.

    Every command takes --json for one JSON object on standard output. Start with: kibitz tour
    """


def sentence(error: click.ClickException) -> str:
    """What went wrong and what is accepted, in one line."""
    message = " ".join(error.format_message().split())
    if isinstance(error, click.MissingParameter) and error.param is not None:
        accepted = error.param.help if isinstance(error.param, click.Option) and error.param.help else None
        message = f"{message.rstrip('.')}" + (f": {accepted}" if accepted else "")
    return message if message.endswith((".", "?", "!")) else message + "."


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its status: 0, or 2 after wrong input."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    try:
        status = cli.main(args=list(arguments) if arguments is not None else None, standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "")
        return 0
    except click.exceptions.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        click.echo(f"kibitz: {sentence(error)}", err=True)
        return WRONG_INPUT
    except ValueError as error:
        from kibitz.core.errors import InputError  # not at the top: NumPy comes with it, and --help needs none

        if not isinstance(error, InputError):
            raise
        text = " ".join(str(error).split())
        click.echo(f"kibitz: {text if text.endswith('.') else text + '.'}", err=True)
        return WRONG_INPUT
    except BrokenPipeError:
        # The reader went away (``kibitz ... | head``); point the descriptor elsewhere so that exit stays silent.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0

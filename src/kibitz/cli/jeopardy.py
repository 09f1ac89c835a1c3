"""``kibitz jeopardy``: the group of its verbs, each in a file of its own and imported when called."""

from __future__ import annotations

import importlib

import click

VERBS = {
    "final": ("kibitz.cli.jeopardy_final:final", "What to wager in Final Jeopardy, and why."),
    "final-card": ("kibitz.cli.jeopardy_final_card:final_card", "Cheat sheets for Final Jeopardy, to print."),
    "daily-double": (
        "kibitz.cli.jeopardy_daily_double:daily_double",
        "What to wager on the last Daily Double, and why.",
    ),
    "simulate": ("kibitz.cli.jeopardy_simulate:simulate", "Play many whole games between three contestants."),
    "fit": ("kibitz.cli.jeopardy_fit:fit", "Fit the shipped tables anew from recorded games."),
}
"""Each verb: where it lives and its line of help."""


class Verbs(click.Group):
    """A group whose verbs are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module, _, name = VERBS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in VERBS.items()])


@click.group(cls=Verbs)
def jeopardy() -> None:
    """Jeopardy!: wagers, endgames and whole games, with contestants fitted to recorded shows."""

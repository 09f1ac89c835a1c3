"""``kibitz tour``: a few real decisions from each finished game, answered and explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kibitz.cli.answers import Answer, answers

if TYPE_CHECKING:
    from rich.console import Console


def show(answer: Answer, console: Console) -> None:
    from rich.padding import Padding
    from rich.rule import Rule

    for stop in answer["stops"]:
        console.print(Rule(f"[bold]{stop['game']}[/bold]", align="left"))
        console.print(Padding(f"[italic]{stop['question']}[/italic]", (0, 0, 0, 2)))
        console.print(Padding(stop["answer"], (0, 0, 0, 2)), markup=False)
        for reason in stop["reasons"]:
            console.print(Padding(f"· {reason}", (0, 0, 0, 4)), markup=False)
        console.print(Padding(f"[dim]$ {stop['command']}[/dim]", (0, 0, 1, 2)))


@click.command()
@answers(show)
def tour() -> Answer:
    """A few real decisions from each finished game, answered and explained."""
    from kibitz.app.tour import stops

    return {"stops": [stop.to_json() for stop in stops()]}

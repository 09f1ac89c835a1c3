"""``kibitz tour``: real decisions from each game, answered and explained."""

from __future__ import annotations

import click

from kibitz.app.request_parsing import to_json
from kibitz.app.tour import ITEMS, run_tour
from kibitz.cli.progress import show_progress
from kibitz.core.work import WorkContext


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on standard output.")
def tour(as_json: bool) -> None:
    """Answer and explain a few real decisions from each game."""
    from rich.console import Console
    from rich.markup import escape
    from rich.padding import Padding
    from rich.rule import Rule

    console = Console(highlight=False)
    result = []
    with show_progress() as (report, _):
        for number, stop in enumerate(run_tour(WorkContext(on_progress=report)), start=1):
            report(number, len(ITEMS), stop.game)
            result.append(stop)
            if not as_json:
                console.print(Rule(f"[bold]{escape(stop.game)}[/bold]", align="left"))
                console.print(Padding(f"[italic]{escape(stop.question)}[/italic]", (0, 0, 0, 2)))
                console.print(Padding(escape(stop.answer), (0, 0, 0, 2)))
                for reason in stop.reasons:
                    console.print(Padding(escape(f"· {reason}"), (0, 0, 0, 4)))
                console.print(Padding(f"[dim]$ {escape(stop.command)}[/dim]", (0, 0, 1, 2)))
    if as_json:
        click.echo(to_json({"stops": tuple(result)}))

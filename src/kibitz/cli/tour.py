"""``kibitz tour``: real decisions from each game, asked and answered on the spot."""

from __future__ import annotations

import click

from kibitz.app.reading import to_json
from kibitz.app.tour import ITEMS, stops
from kibitz.cli.progress import reporting
from kibitz.core.work import Work


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on standard output.")
def tour(as_json: bool) -> None:
    """A few real decisions from each finished game, answered and explained."""
    from rich.console import Console

    console = Console(highlight=False)
    found = []
    with reporting() as report:
        for number, stop in enumerate(stops(Work(report=report)), start=1):
            report(number, len(ITEMS), stop.game)
            found.append(stop)
            if not as_json:
                console.print(f"[bold]{stop.game}[/bold]\n{stop.question}", soft_wrap=True)
                console.print(f"[green]{stop.answer}[/green]", soft_wrap=True)
                for reason in stop.reasons:
                    console.print(f"  · {reason}", markup=False, soft_wrap=True)
                console.print(f"[dim]{stop.command}[/dim]\n", soft_wrap=True)
    if as_json:
        click.echo(to_json({"stops": tuple(found)}))

"""``kibitz warm``: compile everything now, so that no question waits for it later."""

from __future__ import annotations

import click

from kibitz.app.warm import warm as warmed
from kibitz.cli.progress import reporting
from kibitz.core.work import Work


@click.command()
def warm() -> None:
    """Compile what is compiled on first use, so that no question waits for it later."""
    with reporting() as (report, _):
        answered = warmed(Work(report=report))
    click.echo(f"Ready: {', '.join(answered)}", err=True)

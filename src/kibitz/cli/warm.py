"""``kibitz warm``: compile all kernels now, so that no question waits for it later."""

from __future__ import annotations

import click

from kibitz.app.warm import record_warm
from kibitz.app.warm import warm as warmed
from kibitz.cli.progress import show_progress
from kibitz.core.work import WorkContext


@click.command()
def warm() -> None:
    """Compile all kernels now, so that no question waits for it later."""
    with show_progress() as (report, _):
        answered = warmed(WorkContext(on_progress=report))
    record_warm()
    click.echo(f"Ready: {', '.join(answered)}", err=True)

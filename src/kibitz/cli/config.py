"""``kibitz config``: show the settings of the user and where they come from."""

from __future__ import annotations

import click

from kibitz.app.settings import PREFIX, SETTINGS, settings_file, settings_with_sources


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on standard output.")
def config(as_json: bool) -> None:
    """Show your settings, which are defaults of options, and the file that can hold them.

    Write NAME = VALUE into the file (TOML), or set the environment variable KIBITZ_NAME, which comes first. An option
    on the command line comes before both. KIBITZ_CONFIG names another file.
    """
    values, path = settings_with_sources(), settings_file()
    if as_json:
        import json

        click.echo(json.dumps({"file": path, "settings": {name: value for name, (value, _) in values.items()}}))
        return
    click.echo(f"file: {path}")
    for name, text in SETTINGS.items():
        value, source = values.get(name, ("not set", f"{PREFIX}{name.upper()}"))
        click.echo(f"  {name}: {value} ({source}). {text}")

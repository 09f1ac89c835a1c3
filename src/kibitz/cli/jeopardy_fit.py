"""``kibitz jeopardy fit``: the shipped tables fitted anew from a folder of recorded games, beside the old ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.answers import Answer, answers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

MAX_SHOWN = 60


def show(answer: Answer, console: Console) -> None:
    """Old and new figures that differ, by table."""
    from rich.table import Table

    for name, table in answer["tables"].items():
        changed = table["changed"]
        console.print(f"[bold]{name}[/bold]: {table['figures']} figures, {len(changed)} changed")
        if changed:
            rows = Table("figure", "old", "new")
            for row in changed[:MAX_SHOWN]:
                rows.add_row(row["figure"], str(row["old"]), str(row["new"]))
            console.print(rows)
            if len(changed) > MAX_SHOWN:
                console.print(f"... and {len(changed) - MAX_SHOWN} more; --json prints all")
    if answer["written"]:
        console.print(f"Written to {answer['written']}")


def figures(table: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """All figures of a table with their path, such as ``eras.1996.spread``; provenance is left out."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key != "provenance":
                yield from figures(value, f"{path}.{key}" if path else str(key))
    elif isinstance(table, list):
        for index, value in enumerate(table):
            yield from figures(value, f"{path}[{index}]")
    else:
        yield path, table


def compared(old: Any, new: Any) -> dict[str, Any]:
    """How many figures a table holds and which of them changed."""
    before, after = dict(figures(old)), dict(figures(new))
    changed = [
        {"figure": name, "old": before.get(name), "new": after.get(name)}
        for name in before | after
        if before.get(name) != after.get(name)
    ]
    return {"figures": len(after), "changed": changed}


@click.command()
@click.argument("data_dir", type=click.Path(exists=True, file_okay=False))
@click.option(
    "--simulated/--no-simulated",
    default=True,
    show_default=True,
    help="Also fit what needs millions of simulated games: the population and the machine (minutes).",
)
@click.option("--write", type=click.Path(file_okay=False), help="Folder to write the new tables to; none by default.")
@answers(show)
def fit(data_dir: str, simulated: bool, write: str | None) -> Answer:
    """Fit the shipped tables anew from recorded games in DATA_DIR, and print old and new."""
    from pathlib import Path

    from kibitz.core.errors import InputError
    from kibitz.files import write_text
    from kibitz.games.jeopardy.fit.tables import (
        fitted_machine_table,
        fitted_population_table,
        fitted_tables,
        format_table,
    )
    from kibitz.games.jeopardy.people.contestant import load_table
    from kibitz.games.jeopardy.recorded.games import Folder

    def report(line: str) -> None:
        click.echo(line, err=True)

    folder = Folder(Path(data_dir))
    try:
        tables = fitted_tables(folder)
    except (ValueError, KeyError, IndexError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{data_dir}: a table there holds something else than recorded games") from None
    if simulated:
        tables["population"] = fitted_population_table(folder, report)
        report("machine: calibrating to Table 2")
        tables["machine"] = fitted_machine_table()
    if write is not None:
        try:
            target = Path(write)
            target.mkdir(parents=True, exist_ok=True)
            for name, table in tables.items():
                write_text(target / f"{name}.json", format_table(table))
        except OSError as error:
            raise InputError(f"write: {write} cannot be written ({error.strerror})") from None
    return {
        "tables": {name: compared(load_table(name), table) for name, table in tables.items()},
        "written": write,
    }

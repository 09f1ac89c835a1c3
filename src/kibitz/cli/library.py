"""``kibitz library``: back up, restore and check the library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kibitz.core.errors import InputError
from kibitz.core.units import format_count
from kibitz.files import data_folder, write_lines

if TYPE_CHECKING:
    from kibitz.app.library import Library

DAMAGED = 1
"""Exit status of a check that found damage."""


def _open_library() -> Library:
    from kibitz.app.library import Library

    return Library(data_folder() / "library.sqlite")


@click.group()
def library() -> None:
    """Back up, restore, check and learn from the library of the web app: results, sessions, uploads and drills."""


@library.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--skip-damaged", is_flag=True, help="Leave out damaged rows and name them.")
def backup(file: str, skip_damaged: bool) -> None:
    """Write the whole library to FILE as JSON lines, or to standard output for "-".

    The file appears only when it is whole. Deleted items are not in it. A server may be running.
    """
    lines = _open_library().export_lines(skip=_report_problem if skip_damaged else None)
    if file == "-":
        for line in lines:
            click.echo(line)
        return
    count = write_lines(file, lines)
    click.echo(f"{file}: {format_count(count - 2, 'row')}")


@library.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--skip-damaged", is_flag=True, help="Leave out wrong lines and name them.")
def restore(file: str, skip_damaged: bool) -> None:
    """Add the rows of a backup to the library. Rows that are there already stay as they are.

    A file that was cut or changed is refused, and nothing is added.
    """
    new = _open_library().import_lines(_read_lines(file), _report_problem if skip_damaged else None)
    click.echo(f"{file}: {format_count(new, 'new row')}")


@library.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on standard output.")
def check(as_json: bool) -> int:
    """Compare every row of the library with its checksum, and name the damaged ones.

    The exit status is 1 if there is damage.
    """
    import msgspec

    result = _open_library().check()
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        for each in result.damaged:
            click.echo(f"damaged {each.kind}: {each.name}{f' ({each.title})' if each.title else ''}")
        for problem in result.problems:
            click.echo(f"damaged file: {problem}")
        click.echo(f"{format_count(result.rows, 'row')}, {len(result.damaged)} damaged")
    return 0 if result.is_whole else DAMAGED


@library.command()
@click.argument("file", type=click.Path(dir_okay=False))
def deck(file: str) -> None:
    """Write your errors and saved positions to FILE.apkg, a deck for Anki (extra anki).

    The front has the board, the back the recommendation. Importing a newer deck updates the cards.
    """
    from pathlib import Path

    from kibitz.app.anki_deck import make_cards, save_deck

    count = save_deck(Path(file), make_cards(_open_library()))
    click.echo(f"{file}: {format_count(count, 'card')}")


def _report_problem(sentence: str) -> None:
    click.echo(f"left out: {sentence}", err=True)


def _read_lines(file: str) -> Iterator[str]:
    """The lines of a file, one at a time."""
    from kibitz.app.library_rows import MAX_LINE_CHARACTERS

    try:
        with click.open_file(file, encoding="utf-8", errors="replace") as stream:
            while line := stream.readline(MAX_LINE_CHARACTERS):
                yield line
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{file}: cannot be read ({getattr(error, 'strerror', None) or error})") from None

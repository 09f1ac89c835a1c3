"""``kibitz cache``: show the cache and the library with their sizes, and clear the cache."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz.files import CACHE_LIMITS_BYTES, cache_folder, data_folder


def folder_bytes(path: Path) -> int:
    """Size of a file, or of all files in a folder, in bytes."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink())


def format_size(bytes_: int) -> str:
    """A size in megabytes."""
    return f"{bytes_ / 1_000_000:,.1f} MB"


@click.command()
@click.option("--clear", is_flag=True, help="Delete the cache. The library stays.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on standard output.")
def cache(clear: bool, as_json: bool) -> None:
    """Show the cache folder of analyses, tables and checkpoints, and its size.

    The library is listed but never cleared.
    """
    import json
    import shutil

    folder, library = cache_folder(), data_folder() / "library.sqlite"
    parts = {path.name: folder_bytes(path) for path in sorted(folder.iterdir())} if folder.is_dir() else {}
    if clear and folder.is_dir():
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
    stored = folder_bytes(library) if library.exists() else 0
    if as_json:
        click.echo(
            json.dumps(
                {
                    "cache": str(folder),
                    "bytes": parts,
                    "limits": CACHE_LIMITS_BYTES,
                    "cleared": clear,
                    "library": str(library),
                    "library_bytes": stored,
                }
            )
        )
        return
    click.echo(f"cache: {folder}, {format_size(sum(parts.values()))}{', cleared' if clear else ''}")
    for name, bytes_ in parts.items():
        limit = f" of at most {format_size(CACHE_LIMITS_BYTES[name])}" if name in CACHE_LIMITS_BYTES else ""
        click.echo(f"  {name}: {format_size(bytes_)}{limit}")
    click.echo(f"library: {library}, {format_size(stored)}")

"""Decisions that a command writes, as Parquet if the name of the file says so."""

from __future__ import annotations

from pathlib import Path

from kibitz.core.errors import InputError
from kibitz.core.question import File

JSON_LINES = "application/jsonl"


def wants_parquet(path: str) -> bool:
    """Whether a path names a Parquet file, or a folder of parts."""
    return path.endswith((".parquet", "/"))


def save_as_parquet(path: str, file: File) -> str:
    """Write the decisions of a file of JSON lines to a Parquet file or to parts of a folder, and return the path."""
    from kibitz.core.decision import read_decisions
    from kibitz.rate.records.decision_columns import save_decision_parts

    if file.media_type != JSON_LINES:
        raise InputError(f"{path}: only decisions can be written as Parquet, not {Path(file.name).suffix or file.name}")
    save_decision_parts(path, read_decisions(file.data.decode().splitlines()))
    return path

"""Whether a Parquet file of a stranger can be read: a program of its own, because pyarrow ends the process on some
damaged files, and because a small file may say that a value is repeated a billion times.

``python parquet_check.py LIMITS`` reads the file from standard input, with little memory, and throws away what it read.
It imports nothing of kibitz. Exit status 1 means that the file is refused, with the reason on standard error.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any, NamedTuple

CHECKED_BATCH_ROWS = 1_000


class Limits(NamedTuple):
    """What a file may have: columns that are read, rows, options of a row, values in all lists, bytes after unpacking,
    rows that are read at a time, and bytes of memory."""

    columns: tuple[str, ...]
    rows: int
    options: int
    values: int
    unpacked_bytes: int
    batch_rows: int
    memory_bytes: int


class RefusedError(Exception):
    """The file is not read; the text says why."""


def check_file(data: bytes, limits: Limits) -> None:
    """Read a whole file, a batch at a time. Texts stay in their dictionary until their lengths are known."""
    import pyarrow
    from pyarrow import parquet

    parts = parquet.ParquetFile(io.BytesIO(data))
    if parts.metadata.num_rows > limits.rows:
        raise RefusedError(f"more than {limits.rows:,} decisions; split the file")
    groups = [parts.metadata.row_group(k) for k in range(parts.metadata.num_row_groups)]
    if sum(group.total_byte_size for group in groups) > limits.unpacked_bytes:
        raise RefusedError(f"unpacked it has more than {limits.unpacked_bytes // 1_000_000} MB; split the file")
    counts = [group.column(k).num_values for group in groups for k in range(parts.metadata.num_columns)]
    if min(counts, default=0) < 0 or sum(counts) > limits.values:
        raise RefusedError(f"it has more than {limits.values:,} values; split the file")
    fields = [field for field in parts.schema_arrow if field.name in limits.columns]
    texts = [field.name for field in fields if pyarrow.types.is_string(field.type)]
    table = parquet.ParquetFile(io.BytesIO(data), read_dictionary=texts)
    names = [field.name for field in fields]
    found = 0
    for batch in table.iter_batches(batch_size=CHECKED_BATCH_ROWS, columns=names, use_threads=False):
        batch.validate(full=True)
        for column in batch.columns:
            found += _count_values(column, limits)
    if found > limits.values:
        raise RefusedError(f"it has more than {limits.values:,} values; split the file")


def _count_values(column: Any, limits: Limits) -> int:
    """The values of a column, with those inside lists; texts must not be long and repeated often."""
    import pyarrow
    from pyarrow import compute

    if isinstance(column, pyarrow.DictionaryArray):
        longest = compute.max(compute.binary_length(column.dictionary)).as_py() or 0
        if longest * limits.batch_rows > limits.unpacked_bytes:
            raise RefusedError(f"a text has {longest:,} characters; shorten it")
    if not pyarrow.types.is_list(column.type):
        return len(column)
    if (compute.max(compute.list_value_length(column)).as_py() or 0) > limits.options:
        raise RefusedError(f"a decision may have at most {limits.options:,} options")
    return len(column) + len(column.flatten())


def main() -> int:
    import resource

    limits = Limits(*json.loads(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        check_file(sys.stdin.buffer.read(), limits)
    except RefusedError as error:
        reason = str(error)
    except MemoryError:
        reason = f"unpacked it needs more than {limits.memory_bytes // 1_000_000} MB"
    except Exception as error:  # damaged files fail in many ways
        reason = f"not a Parquet file ({' '.join(str(error).split())[:200] or type(error).__name__})"
    else:
        return 0
    sys.stderr.write(reason)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())

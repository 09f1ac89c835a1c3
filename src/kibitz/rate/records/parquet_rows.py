"""The rows of a Parquet file as JSON lines: a program of its own, because pyarrow ends the process on some damaged
files.

``python parquet_rows.py LIMITS`` reads the file from standard input. Its memory is limited, since a small file may say
that a value is repeated a billion times. It imports nothing of kibitz. Exit status 1 means that the file is refused,
with the reason on standard error.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

BATCH_ROWS = 1_000


class Limits(NamedTuple):
    """What a file may have: columns to read, rows, bytes after unpacking, and bytes of memory for all of it."""

    columns: tuple[str, ...]
    rows: int
    unpacked_bytes: int
    memory_bytes: int


class RefusedError(Exception):
    """The file is not read; the text says why."""


def read_rows(data: bytes, limits: Limits) -> Iterator[dict[str, Any]]:
    """The rows of a file, a batch at a time. Texts stay in their dictionary until their lengths are known."""
    import pyarrow
    from pyarrow import compute, parquet

    parts = parquet.ParquetFile(io.BytesIO(data))
    if parts.metadata.num_rows > limits.rows:
        raise RefusedError(f"more than {limits.rows:,} decisions; split the file")
    groups = (parts.metadata.row_group(k) for k in range(parts.metadata.num_row_groups))
    if sum(group.total_byte_size for group in groups) > limits.unpacked_bytes:
        raise RefusedError(f"unpacked it has more than {limits.unpacked_bytes // 1_000_000} MB; split the file")
    fields = [field for field in parts.schema_arrow if field.name in limits.columns]
    texts = [field.name for field in fields if pyarrow.types.is_string(field.type)]
    table = parquet.ParquetFile(io.BytesIO(data), read_dictionary=texts)
    names = [field.name for field in fields]
    for batch in table.iter_batches(batch_size=BATCH_ROWS, columns=names, use_threads=False):
        for column in batch.columns:
            if isinstance(column, pyarrow.DictionaryArray):
                longest = compute.max(compute.binary_length(column.dictionary)).as_py() or 0
                if longest * len(batch) > limits.unpacked_bytes:
                    raise RefusedError(f"a text has {longest:,} characters; shorten it")
        yield from batch.to_pylist()


def main() -> int:
    import resource

    limits = Limits(*json.loads(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        for row in read_rows(sys.stdin.buffer.read(), limits):
            sys.stdout.write(json.dumps(row, default=str) + "\n")
    except RefusedError as error:
        reason = str(error)
    except MemoryError:
        reason = f"unpacked it needs more than {limits.memory_bytes // 1_000_000} MB"
    except Exception as error:  # damaged files fail in many ways
        reason = f"not a parquet file ({' '.join(str(error).split())[:200] or type(error).__name__})"
    else:
        return 0
    sys.stderr.write(reason)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())

"""Reading decisions from Parquet, against pyarrow alone.

    python benchmarks/bench_decision_files.py [--short]

Processor seconds, the least of five runs, to read 200,000 decisions of eight options: by kibitz as checked columns, by
pyarrow as a table without checks, and by pyarrow as the matrix and codes that a rating needs, also without checks. The
bar is 3 times the time of the second. Saves results/decision_files.json.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow
from pyarrow import parquet
from results import save_result

from kibitz.rate.records.decision_columns import load_decision_columns
from kibitz.rate.records.decision_files import load_decisions

DECISIONS, SHORT_DECISIONS, OPTIONS, PLAYERS = 200_000, 5_000, 8, 200
MAX_RATIO = 3.0
RUNS = 5


def write_file(path: Path, n: int) -> None:
    """Random decisions, written without kibitz."""
    rng = np.random.default_rng(1)
    values = np.sort(rng.random((n, OPTIONS)), axis=1)[:, ::-1].copy()
    starts = np.arange(0, n * OPTIONS + 1, OPTIONS, dtype=np.int32)
    table = {
        "utilities": pyarrow.ListArray.from_arrays(starts, values.reshape(-1)),
        "chosen": np.minimum(rng.geometric(0.6, n) - 1, OPTIONS - 1).astype(np.int32),
        "player": [f"player {code}" for code in rng.integers(0, PLAYERS, n)],
        "event": [f"game {i // 20}" for i in range(n)],
        "unit": ["win"] * n,
    }
    parquet.write_table(pyarrow.table(table), path)


def least_cpu(work: Callable[[], object], runs: int = RUNS) -> float:
    """The least processor time of a few runs, in seconds, of all threads."""
    times = []
    for _ in range(runs):
        before = time.process_time()
        work()
        times.append(time.process_time() - before)
    return min(times)


def measure(n: int) -> dict[str, float]:
    """The figures for a file of ``n`` decisions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "decisions.parquet"
        write_file(path, n)

        def matrix() -> object:
            table = parquet.read_table(path)
            values = table["utilities"].combine_chunks().values.to_numpy().reshape(n, OPTIONS)
            codes = [table[name].combine_chunks().dictionary_encode() for name in ("player", "event", "unit")]
            return values.copy(), table["chosen"].to_numpy(), codes

        columns = load_decision_columns(path)
        figures = {
            "decisions": n,
            "kibitz_columns_s": least_cpu(lambda: load_decision_columns(path)),
            "kibitz_sample_s": least_cpu(columns.to_sample),
            "kibitz_records_s": least_cpu(lambda: load_decisions(path), 1),
            "pyarrow_table_s": least_cpu(lambda: parquet.read_table(path)),
            "pyarrow_matrix_s": least_cpu(matrix),
        }
    figures["ratio"] = figures["kibitz_columns_s"] / figures["pyarrow_matrix_s"]
    figures["ratio_to_table"] = figures["kibitz_columns_s"] / figures["pyarrow_table_s"]
    return {name: round(value, 4) for name, value in figures.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Time reading decisions from Parquet.")
    parser.add_argument("--short", action="store_true")
    short = parser.parse_args().short
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    figures = measure(SHORT_DECISIONS if short else DECISIONS)
    for name, value in figures.items():
        print(f"{name:20} {value:,}")
    print(f"at most {MAX_RATIO:g} times the time of pyarrow: {figures['ratio'] <= MAX_RATIO}")
    if not short:
        save_result("decision_files", dict(figures))


if __name__ == "__main__":
    main()

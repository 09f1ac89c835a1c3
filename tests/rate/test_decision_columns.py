"""Decisions as columns: the same samples and the same refusals as from records, for files, folders and any size."""

from __future__ import annotations

import io
import json
import math
import re
import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from kibitz.cli.main import run
from kibitz.core import ChoiceIndex, ChoiceList, Decision, Document, InputError, Provenance, Unit
from kibitz.core.ids import EventId, PlayerId
from kibitz.rate.records.decision_columns import SCHEMA, load_decision_columns, save_decision_parts
from kibitz.rate.records.decision_files import load_decisions
from kibitz.rate.records.sample import Sample

VALUES = st.integers(-500, 500).map(lambda tenths: tenths / 10)
NAMES = st.sampled_from(["", "ann", "bob", "Ünal"])


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    values = [draw(VALUES), *draw(st.lists(VALUES | st.just(-math.inf), max_size=4))]
    chosen = draw(st.sampled_from([i for i, value in enumerate(values) if value > -math.inf]))
    return Decision(
        tuple(values),
        ChoiceIndex(chosen),
        Unit.PAWNS,
        player=PlayerId(draw(NAMES)),
        event=EventId(draw(NAMES)),
        perceived=draw(st.none() | st.just(tuple(value - 1 for value in values))),
        rating=draw(st.none() | st.floats(0, 3000)),
        weight=draw(st.sampled_from([1.0, 0.5, 2.0])),
        choices=ChoiceList(tuple(f"c{i}" for i in range(len(values)))),
        provenance=draw(st.none() | st.just(Provenance("engine", settings=(("depth", "9"),)))),
    )


def assert_same(a: Sample, b: Sample) -> None:
    for name in ("deltas", "mask", "chosen", "values", "order", "weights", "events", "ratings"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name), name)
    assert list(a.players) == list(b.players)
    assert (a.event_names, a.unit, a.scaling, a.provenance) == (b.event_names, b.unit, b.scaling, b.provenance)
    assert (a.perceived is None) == (b.perceived is None)
    if a.perceived is not None:
        np.testing.assert_array_equal(a.perceived, b.perceived)


@settings(max_examples=40, deadline=None)
@given(rows=st.lists(decisions(), min_size=1, max_size=12))
def test_columns_give_the_sample_of_the_records(rows: list[Decision], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("parquet") / "decisions.parquet"
    assert save_decision_parts(path, rows) == len(rows)
    records = load_decisions(path)
    assert [replace(row, id=row.id) for row in records] == rows
    columns = load_decision_columns(path)
    assert_same(columns.to_sample(), Sample.from_decisions(records))
    first = columns.players == columns.players[0]
    taken, expected = columns.take(first).to_sample(), Sample.from_decisions(records).take(first)
    for name in ("losses", "counts", "weights", "ratings"):
        np.testing.assert_array_equal(getattr(taken, name), getattr(expected, name), name)


def test_a_folder_of_parts_is_one_set_of_decisions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.rate.records.decision_columns.PART_ROWS", 3)
    rows = [
        Decision((0.5, 0.25, i / 100), ChoiceIndex(i % 3), Unit.WIN, player=PlayerId("ab"[i % 2])) for i in range(7)
    ]
    save_decision_parts(f"{tmp_path}/parts/", rows)
    assert sorted(path.name for path in (tmp_path / "parts").iterdir()) == [f"part-0000{i}.parquet" for i in range(3)]
    columns = load_decision_columns(tmp_path / "parts")
    assert (len(columns), columns.player_names) == (7, ("a", "b"))
    assert_same(columns.to_sample(), Sample.from_decisions(rows))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"empty: the folder has no files ending in \.parquet"):
        load_decision_columns(tmp_path / "empty")


GOOD: dict[str, Any] = {"utilities": [0.5, 0.25], "chosen": 1, "unit": "win"}
WRONG_ROWS: tuple[dict[str, Any], ...] = (
    {"utilities": None},
    {"utilities": []},
    {"utilities": [0.5, None]},
    {"utilities": [0.5, math.nan]},
    {"utilities": [0.5, math.inf]},
    {"utilities": [-math.inf, -math.inf]},
    {"utilities": [50.0, 25.0]},
    {"chosen": None},
    {"chosen": 2},
    {"chosen": -1},
    {"unit": "percent"},
    {"perceived": [0.5]},
    {"perceived": [0.5, math.nan]},
    {"weight": -1.0},
    {"rating": math.inf},
    {"provenance": "{"},
)


@pytest.mark.parametrize("wrong", WRONG_ROWS, ids=str)
def test_a_row_is_refused_with_the_sentence_of_its_record(wrong: dict[str, Any]) -> None:
    stream = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist([{**dict.fromkeys(wrong), **GOOD}, GOOD | wrong]), stream)
    source = Document(name="x.parquet", data=stream.getvalue())
    with pytest.raises(InputError) as by_columns:
        load_decision_columns(source)
    with pytest.raises(InputError) as by_records:
        load_decisions(source)
    assert str(by_columns.value) == str(by_records.value)
    assert str(by_columns.value).startswith("x.parquet: row 2: ")


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([{"chosen": 1}], "utilities: missing"),
        ([{"utilities": [1.0]}], "chosen: missing"),
        ([GOOD, {**GOOD, "unit": "pawns"}], "unit: decisions in pawns and win"),
    ],
)
def test_a_file_that_lacks_columns_or_mixes_units_is_refused(rows: list[dict[str, Any]], sentence: str) -> None:
    stream = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(rows), stream)
    with pytest.raises(InputError, match=sentence):
        load_decision_columns(Document(name="x.parquet", data=stream.getvalue()))


def test_what_is_no_parquet_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a Parquet file"):
        load_decision_columns(Document(name="x.parquet", data=b"PAR1 and more"))
    with pytest.raises(InputError, match="not a Parquet file"):
        load_decision_columns(tmp_path / "missing.parquet")


def write_random(path: Path, n: int, options: int = 8, players: int = 200) -> None:
    """Random decisions as a program without kibitz writes them, in row groups of 100,000."""
    rng = np.random.default_rng(1)
    with parquet.ParquetWriter(path, pyarrow.schema(
        [("utilities", pyarrow.list_(pyarrow.float64())), ("chosen", pyarrow.int32()), ("player", pyarrow.string()),
         ("event", pyarrow.string()), ("unit", pyarrow.string())]
    )) as writer:  # fmt: skip
        for start in range(0, n, 100_000):
            m = min(100_000, n - start)
            values = np.sort(rng.random((m, options)), axis=1)[:, ::-1]
            starts = np.arange(0, m * options + 1, options, dtype=np.int32)
            columns = [
                pyarrow.ListArray.from_arrays(starts, values.reshape(-1).copy()),
                pyarrow.array(np.minimum(rng.geometric(0.6, m) - 1, options - 1).astype(np.int32)),
                pyarrow.array([f"player {code}" for code in rng.integers(0, players, m)]),
                pyarrow.array([f"game {(start + i) // 20}" for i in range(m)]),
                pyarrow.array(["win"] * m),
            ]
            writer.write_table(pyarrow.Table.from_arrays(columns, schema=writer.schema))


READ = """
import resource, sys
from kibitz.rate.records.decision_columns import load_decision_columns
columns = load_decision_columns(sys.argv[1])
sample = columns.take(columns.players == 0).to_sample()
print(len(columns), len(sample), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000)
"""


@pytest.mark.slow
def test_five_million_decisions_are_read_within_a_gigabyte(tmp_path: Path) -> None:
    write_random(tmp_path / "many.parquet", 5_000_000)

    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (1_000_000_000, 1_000_000_000))

    done = subprocess.run(
        [sys.executable, "-c", READ, str(tmp_path / "many.parquet")],
        capture_output=True,
        text=True,
        preexec_fn=limit_memory,
    )
    assert done.returncode == 0, done.stderr
    n, n_own, megabytes = map(int, done.stdout.split())
    assert n == 5_000_000
    assert 20_000 < n_own < 30_000
    assert megabytes < 1_000


def test_the_documented_schema_is_the_one_that_is_written(tmp_path: Path) -> None:
    save_decision_parts(tmp_path / "x.parquet", [Decision((1.0,), ChoiceIndex(0))])
    written = parquet.read_schema(tmp_path / "x.parquet")
    assert [field.name for field in written] == list(SCHEMA)
    guide = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "rate-many-decisions.md").read_text("utf-8")
    for name, kind in SCHEMA.items():
        assert f"| `{name}` | {kind.replace('<', ' of ').replace('>', '')} |" in guide
    assert json.dumps([str(field.type) for field in written]).count("list") == 2


def queries() -> list[str]:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "rate-many-decisions.md").read_text("utf-8")
    return re.findall(r"(?s)```sql\n(.*?)```", guide)


def test_the_documented_queries_say_what_kibitz_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_random(tmp_path / "random.parquet", 1_200, players=2)
    rows = [replace(row, position=f"{i}") for i, row in enumerate(load_decisions(tmp_path / "random.parquet"))]
    save_decision_parts("season/", rows)
    means, costliest, _ = (duckdb.execute(query).fetchall() for query in queries())
    sample = load_decision_columns(tmp_path / "season").to_sample()
    losses = {name: own.raw_losses.mean() for name, own in sample.by_player().items()}
    assert {row[0]: pytest.approx(row[2]) for row in means} == losses
    assert costliest[0][3] == pytest.approx(sample.raw_losses.max())
    counts = {name: len(own) for name, own in sample.by_player().items()}
    regulars = load_decision_columns("regulars.parquet")
    assert len(regulars) == sum(n for n in counts.values() if n >= 500) > 0


def test_a_command_writes_parquet_and_rates_a_folder_of_parts_with_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tmp_path / "decisions.jsonl"
    lines.write_text(
        "".join(
            f'{{"utilities": [0.6, 0.55, 0.4], "chosen": {i * i % 3}, "unit": "win", "player": "{"ab"[i % 2]}"}}\n'
            for i in range(80)
        )
    )
    parts = f"{tmp_path}/parts/"
    assert run(["rate", "simulate", str(lines), "--s", "0.1", "--c", "0.5", "--out", parts]) == 0
    assert [path.name for path in Path(parts).iterdir()] == ["part-00000.parquet"]
    capsys.readouterr()
    assert run(["rate", parts, "--interval", "formula", "--json"]) == 0
    alone = capsys.readouterr().out
    assert [row["player"] for row in json.loads(alone)["players"]]
    assert run(["rate", parts, "--interval", "formula", "--json", "--workers", "2"]) == 0
    assert capsys.readouterr().out == alone

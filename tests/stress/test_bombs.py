"""Files of some megabytes that unpack to gigabytes are refused in little memory, on every path that unpacks."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from fuzz import made
from fuzz.harness import bounded, cases, run
from fuzz.packed import parquet_parser

from kibitz.app.uploads import detect_file
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.backgammon.neurogammon.expert import expert_plays
from kibitz.games.backgammon.play.entrants import linear_player
from kibitz.games.backgammon.train.labelled_positions import read_labelled
from kibitz.games.chess.annotated_games import stream_games
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.learn.checkpoint import unpack_arrays
from kibitz.rate.ratings.scale_file import load_scale
from kibitz.rate.records.decision_files import load_decisions

FINALS = b"air_date,game_type,player,score_before,wager,correct,score_after\n"


@cache
def gzip_bomb(line: bytes) -> bytes:
    """Four gigabytes of a line, or of one line without end, in four megabytes."""
    return gzip.compress(line * (10_000_000 // len(line))) * 400


@cache
def zstd_bomb() -> bytes:
    zstandard = pytest.importorskip("zstandard")
    return bytes(zstandard.compress(b"x" * 50_000_000) * 80)


def npz_bomb() -> bytes:
    """Arrays of three gigabytes, packed."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.npy", "w", force_zip64=True) as part,
    ):
        np.lib.format.write_array_header_1_0(part, {"descr": "<f4", "fortran_order": False, "shape": (750_000_000,)})
        for _ in range(300):
            part.write(bytes(10_000_000))
    return stream.getvalue()


def parquet_of(rows: dict[str, object]) -> Document:
    import pyarrow
    import pyarrow.parquet

    stream = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(rows), stream, compression="zstd")
    return Document(name="d.parquet", data=stream.getvalue())


def scale_with(data: bytes) -> Document:
    import base64
    import hashlib

    record = json.loads(made.scale())
    record["reference"] |= {"npz": base64.b64encode(data).decode(), "sha256": hashlib.sha256(data).hexdigest()}
    return Document(name="scale.json", text=json.dumps(record))


def refuse(read: Callable[[], object]) -> None:
    with bounded(), pytest.raises(InputError):
        read()


@pytest.mark.slow
@pytest.mark.parametrize("line", [b"x", b"x,y\n"], ids=["one line", "many lines"])
@pytest.mark.parametrize(
    "read",
    [
        lambda data: DatasetFolder({"games.csv.gz": data}).rows("games"),
        lambda data: linear_player(data, "p.csv", "p"),
        lambda data: list(expert_plays(data, "p.csv")),
        lambda data: list(stream_games(Document(name="g.pgn.gz", data=data))),
        lambda data: _describe(Document(name="g.pgn.gz", data=data)),
    ],
    ids=["recorded games", "linear player", "expert plays", "annotated games", "upload"],
)
def test_a_gzip_bomb_is_refused(read: Callable[[bytes], object], line: bytes) -> None:
    header = {b"x": b""}.get(line, FINALS)
    data = (gzip.compress(header) if header else b"") + gzip_bomb(line)
    refuse(lambda: read(data))


@pytest.mark.slow
def test_a_zstandard_bomb_is_refused() -> None:
    data = zstd_bomb()
    refuse(lambda: list(stream_games(Document(name="g.pgn.zst", data=data))))
    refuse(lambda: _describe(Document(name="g.pgn.zst", data=data)))


@pytest.mark.slow
def test_a_bomb_of_arrays_is_refused() -> None:
    data = npz_bomb()
    assert len(data) < 5_000_000
    refuse(lambda: unpack_arrays(data, "w.npz"))
    refuse(lambda: read_labelled(data, "l.npz"))
    scale = scale_with(data)
    refuse(lambda: load_scale(scale))


def test_an_array_that_claims_a_shape_beyond_its_bytes_is_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive, archive.open("about.npy", "w") as part:
        np.lib.format.write_array_header_1_0(part, {"descr": "<f8", "fortran_order": False, "shape": (10**15,)})
    for read in (unpack_arrays, read_labelled):
        refuse(lambda read=read: read(stream.getvalue(), "w.npz"))  # type: ignore[misc]
    scale = scale_with(stream.getvalue())
    refuse(lambda: load_scale(scale))


def test_parquet_files_that_repeat_long_texts_or_lists_are_refused() -> None:
    """A dictionary stores a repeated value once."""
    import pyarrow

    names = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 2_000, pyarrow.int32()), ["x" * 2_000_000])
    text = parquet_of({"utilities": [[0.5, 0.25]] * 2_000, "chosen": [0] * 2_000, "player": names})
    assert len(text.content) < 100_000
    refuse(lambda: load_decisions(text))


@pytest.mark.slow
def test_a_parquet_file_with_a_list_of_millions_is_refused() -> None:
    long = parquet_of({"utilities": [np.zeros(25_000_000, np.float32)], "chosen": [0]})
    assert len(long.content) < 100_000
    refuse(lambda: load_decisions(long))


def _describe(document: Document) -> object:
    """What an upload is; a file that is none of ours is described as wrong."""
    result = detect_file(document)
    if result.wrong:
        raise InputError(result.words)
    return result


def test_a_packed_file_cut_or_damaged_in_the_middle_is_refused() -> None:
    game = b'[Event "x"]\n\n1. e4 { [%eval 0.2] } e5 { [%eval 0.3] } 1-0\n\n' * 2_000
    packed = {"g.pgn.gz": gzip.compress(game)}
    if zstandard := pytest.importorskip("zstandard"):
        packed["g.pgn.zst"] = zstandard.compress(game)
    for name, data in packed.items():
        assert len(list(stream_games(Document(name=name, data=data)))) == 2_000
        for place in range(0, len(data), max(1, len(data) // 40)):
            for damaged in (data[:place], data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]):
                if damaged:
                    _stream_or_refuse(Document(name=name, data=damaged))


def _stream_or_refuse(document: Document) -> None:
    try:
        list(stream_games(document))
    except InputError:
        return


def test_a_table_on_disk_is_bounded_like_an_upload(tmp_path: Path) -> None:
    (tmp_path / "games.csv.gz").write_bytes(gzip.compress(FINALS + b"x" * 2_000_000))
    refuse(lambda: DatasetFolder.at(tmp_path).rows("games"))


@pytest.mark.parametrize("count", [100, pytest.param(100_000, marks=pytest.mark.stress)])
def test_altered_parquet_files_end_in_decisions_or_a_sentence(count: int) -> None:
    parser = parquet_parser()
    outcome = run(parser, [*enumerate(parser.examples), *cases(parser, count)])
    assert outcome.failures == []
    assert outcome.taken >= len(parser.examples)

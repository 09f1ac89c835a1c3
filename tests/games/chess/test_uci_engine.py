"""The engine driver against a fake engine that crashes, hangs and babbles, and against Stockfish."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import chess
import pytest

from kibitz.core import InputError
from kibitz.games.chess.analysis import analysis_from_lines, cache_position
from kibitz.games.chess.engine import (
    MATE_CENTIPAWNS,
    EngineError,
    EngineId,
    EngineSettings,
    EngineTimeouts,
    UciEngine,
    _read_info,
    find_engine,
)

START = cache_position(chess.STARTING_FEN)
HASTY = EngineTimeouts(silence=1.0, answer=2.0, greeting=120.0)
"""For engines that fall silent; one that ends is waited for as usual, however busy this machine is."""
Maker = Callable[..., str]


def unlucky_position() -> str:
    """A position on which the fake engine's one-in-four modes strike, found with the fake's own rule."""
    import zlib

    board = chess.Board()
    for move in list(board.legal_moves):
        board.push(move)
        fen = cache_position(board.fen())
        if zlib.crc32(f"{chess.Board(fen).fen()} unlucky".encode()) / 2**32 < 0.25:
            return fen
        board.pop()
    raise AssertionError("the fake engine has no unlucky reply")


def test_every_legal_move_is_valued_at_every_depth(make_engine: Maker) -> None:
    with UciEngine(make_engine("ok"), EngineSettings(depth=4)) as engine:
        lines = engine.search(START)
    assert engine.id == EngineId("Fakefish", "2.5")
    assert list(lines.by_depth) == [1, 2, 3, 4]
    legal = {move.uci() for move in chess.Board().legal_moves}
    assert all({move for move, _ in ranks} == legal for ranks in lines.by_depth.values())


def test_the_same_position_gives_the_same_values_twice(make_engine: Maker) -> None:
    with UciEngine(make_engine("ok"), EngineSettings(depth=3)) as engine:
        assert engine.search(START) == engine.search(START)


def test_one_move_can_be_searched_alone(make_engine: Maker) -> None:
    with UciEngine(make_engine("ok"), EngineSettings(depth=3)) as engine:
        lines = engine.search(START, only="a2a3")
    assert [move for move, _ in lines.by_depth[3]] == ["a2a3"]


def test_an_engine_that_does_not_exist_is_named_in_one_sentence() -> None:
    with pytest.raises(InputError, match=r"found no program '/nowhere/fish'; install one .* or give its path"):
        find_engine("/nowhere/fish")


def test_a_file_that_is_no_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not an engine")
    with pytest.raises(InputError, match="not executable"):
        find_engine(str(file))
    file.chmod(0o755)
    with pytest.raises(InputError, match=r"cannot run|does not answer like a UCI engine"):
        UciEngine(find_engine(str(file)), patience=HASTY)


@pytest.mark.parametrize("mode", ["garbage", "mute"])
def test_a_program_that_never_greets_is_no_uci_engine(make_engine: Maker, mode: str) -> None:
    with pytest.raises(InputError, match="does not answer like a UCI engine"):
        UciEngine(make_engine(mode), patience=EngineTimeouts(silence=0.3, answer=1.0, greeting=0.5))


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("crash", "exited unexpectedly"),
        ("hang", "printed nothing more"),
        ("babble", "printed nothing more|no bestmove"),
    ],
)
def test_a_dead_hanging_or_babbling_engine_raises_and_is_gone_after_close(
    make_engine: Maker, mode: str, reason: str
) -> None:
    engine = UciEngine(make_engine(mode), EngineSettings(depth=2), EngineTimeouts() if mode == "crash" else HASTY)
    with engine, pytest.raises(EngineError, match=reason):
        engine.search(unlucky_position())
    assert engine._process.poll() is not None


def test_settings_outside_their_bounds_are_refused() -> None:
    for wrong in ({"depth": 0}, {"depth": None}, {"nodes": 10_000}, {"multipv": 0}, {"multipv": 500}, {"hash_mb": 0}):
        with pytest.raises(InputError, match=r"exactly one|must be"):
            EngineSettings(**wrong)
    assert EngineSettings(depth=None, nodes=50_000).budget == "nodes 50000"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("info depth 7 multipv 2 score cp -31 nodes 9 pv e7e8q d8e8", (7, 2, "e7e8q", -31, 9)),
        ("info depth 7 score mate 3 pv e2e4", (7, 1, "e2e4", MATE_CENTIPAWNS - 3, 0)),
        ("info depth 7 score mate -2 pv e2e4", (7, 1, "e2e4", -MATE_CENTIPAWNS + 2, 0)),
        ("info depth 7 score mate 0 pv e2e4", (7, 1, "e2e4", -MATE_CENTIPAWNS, 0)),
        ("info depth 7 score cp 12 lowerbound pv e2e4", None),
        ("info depth 7 score cp 12 pv", None),
        ("info depth x score cp 12 pv e2e4", None),
        ("info depth 7 score cp pv e2e4", None),
        ("info depth 7 score elo 12 pv e2e4", None),
        ("info depth 7 score cp 12 pv 0000", None),
        ("info string depth score pv", None),
        ("bestmove e2e4", None),
        ("", None),
    ],
)
def test_lines_of_analysis_are_read_and_others_ignored(line: str, expected: object) -> None:
    assert _read_info(line) == expected


@pytest.mark.parametrize(
    ("line", "name", "version"),
    [
        ("Stockfish 15.1", "Stockfish", "15.1"),
        ("Stockfish dev-20231101-abcdef", "Stockfish dev", "20231101-abcdef"),
        ("Komodo 14.1 64-bit", "Komodo", "14.1"),
        ("Lc0 v0.30.0+git.abc", "Lc0", "v0.30.0+git.abc"),
        ("Nameless", "Nameless", ""),
        ("", "unnamed", ""),
    ],
)
def test_name_and_version_are_told_apart(line: str, name: str, version: str) -> None:
    assert EngineId.from_line(line) == EngineId(name, version)


@pytest.mark.needs("stockfish")
def test_stockfish_reproduces_itself_and_values_a_mate_explicitly() -> None:
    position = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    settings = EngineSettings(depth=5)
    result = []
    for _ in range(2):
        with UciEngine(find_engine("stockfish"), settings) as engine:
            result.append(analysis_from_lines(position, engine.search(position)))
            result.append(analysis_from_lines(position, engine.search(position)))
    assert len({analysis.to_text() for analysis in result}) == 1
    assert result[0].moves[0] == "d1d8"
    assert result[0].mate(0) == 1
    assert result[0].best == 10.0


@pytest.mark.slow
@pytest.mark.needs("stockfish")
def test_a_deeper_search_tells_what_a_shallower_one_says() -> None:
    for position in (
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1",
        "8/5pk1/6p1/8/3R4/5PKP/r7/8 b - - 0 1",
    ):
        result = {}
        for depth in (4, 7):
            with UciEngine(find_engine("stockfish"), EngineSettings(depth=depth)) as engine:
                result[depth] = analysis_from_lines(position, engine.search(position))
        cut = result[7].at_depth(4)
        assert cut is not None
        assert cut.depths == result[4].depths
        values = [dict(zip(each.moves, each.centipawns[-1].tolist(), strict=True)) for each in (cut, result[4])]
        assert values[0] == values[1]
        assert cut.best == result[4].best


@pytest.mark.needs("stockfish")
@pytest.mark.needs("shared data")
def test_debian_stockfish_gives_the_recorded_values_of_the_pilot(shared_data: Path) -> None:
    with (shared_data / "chess" / "sample_100.jsonl").open() as stream:
        rows = [json.loads(line) for line in stream][:4]
    with UciEngine(find_engine("stockfish"), EngineSettings(depth=11, multipv=30)) as engine:
        if engine.id != EngineId("Stockfish", "15.1"):
            pytest.skip("the values were recorded with Stockfish 15.1")
        for row in rows:
            position = cache_position(row["fen"])
            analysis = analysis_from_lines(position, engine.search(position))
            assert list(analysis.moves) == row["moves"]
            assert analysis.centipawns[-1].tolist() == row["cp"]

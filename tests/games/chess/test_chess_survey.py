"""Analysing many positions: nothing twice, nothing lost, failing engines counted, a killed run resumed."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import chess
import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.chess.analysis import UNSEEN, Analysis
from kibitz.games.chess.batch_analysis import (
    AnalysisRequest,
    EngineSpec,
    SearchTask,
    WrongEngineError,
    analyse_batch,
    describe_engine_time,
    engine_hours,
    run_search,
)
from kibitz.games.chess.cache import AnalysisCache, default_cache
from kibitz.games.chess.engine import EngineId, EngineSettings, EngineTimeouts
from kibitz.games.chess.pgn import parse_games
from kibitz.games.chess.turns import game_turns
from kibitz.simulate.executors import process_pool

Maker = Callable[..., str]
HASTY = EngineTimeouts(silence=1.0, answer=2.0, greeting=120.0)
"""For engines that fall silent; one that ends is waited for as usual, however busy this machine is."""
SETTINGS = EngineSettings(depth=3)


@pytest.fixture
def requests_of_game(short_game: str) -> list[AnalysisRequest]:
    (game,) = parse_games(short_game.encode()).games
    return [turn.analysis_request for turn in game_turns(game) if turn.skip is None]


def unlucky(request: AnalysisRequest) -> bool:
    """Whether the fake engine's one-in-four modes strike here, by its own rule."""
    return zlib.crc32(f"{chess.Board(request.position).fen()} unlucky".encode()) / 2**32 < 0.25


def texts(analyses: dict[AnalysisRequest, Analysis]) -> dict[str, str]:
    return {request.position: analysis.to_text() for request, analysis in analyses.items()}


def test_nothing_is_searched_twice(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], search_log: Callable[[], list[str]], tmp_path: Path
) -> None:
    spec = EngineSpec(make_engine("ok"), SETTINGS)
    first = analyse_batch(requests_of_game[:6] * 2, spec, tmp_path / "cache.sqlite")
    second = analyse_batch(requests_of_game[:8], spec, tmp_path / "cache.sqlite")
    assert (first.searched, second.searched) == (6, 2)
    assert len(search_log()) == len(set(search_log())) == 8
    assert texts(first.analyses).items() <= texts(second.analyses).items()


def test_other_settings_are_other_analyses(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], tmp_path: Path
) -> None:
    cache = tmp_path / "cache.sqlite"
    path = make_engine("ok")
    for settings in (SETTINGS, EngineSettings(depth=4), EngineSettings(depth=3, multipv=5)):
        result = analyse_batch(requests_of_game[:2], EngineSpec(path, settings), cache)
        assert result.searched == 2
        assert all(len(analysis.moves) <= settings.multipv for analysis in result.analyses.values())
    with AnalysisCache(cache) as stored:
        assert len(stored) == 6
        request = requests_of_game[0]
        assert stored.get(request.position, "", EngineId("Fakefish", "2.5"), SETTINGS) is not None
        assert stored.get(request.position, "", EngineId("Fakefish", "2.6"), SETTINGS) is None
        assert stored.get(request.position, "e2e4", EngineId("Fakefish", "2.5"), SETTINGS) is None


def test_an_engine_that_crashes_once_costs_nothing(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], tmp_path: Path
) -> None:
    spec = EngineSpec(make_engine("crash-once", tmp_path / "crashed"), SETTINGS)
    result = analyse_batch(requests_of_game[:4], spec, ":memory:")
    assert (tmp_path / "crashed").exists()
    assert len(result.analyses) == 4
    assert not result.failures


@pytest.mark.parametrize("mode", ["crash", "hang", "babble"])
def test_positions_on_which_the_engine_fails_twice_are_counted_and_the_others_done(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], tmp_path: Path, mode: str
) -> None:
    good = analyse_batch(requests_of_game, EngineSpec(make_engine("ok"), SETTINGS), ":memory:")
    few = requests_of_game[:3] + [request for request in requests_of_game if unlucky(request)][:1]
    wanted = requests_of_game if mode == "crash" else few
    patience = EngineTimeouts() if mode == "crash" else HASTY
    result = analyse_batch(wanted, EngineSpec(make_engine(mode), SETTINGS, patience), ":memory:")
    assert result.failures
    assert len(result.analyses) + len(result.failures) == len(wanted)
    assert texts(result.analyses).items() <= texts(good.analyses).items()


@pytest.mark.parametrize(
    ("mode", "reason"),
    [("crash-always", "exited unexpectedly"), ("illegal", "illegal move"), ("one-line", "analysed only 1 of")],
)
def test_an_engine_that_always_fails_ends_the_run_with_its_reason(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], mode: str, reason: str
) -> None:
    with pytest.raises(InputError, match=f"in a row .*{reason}"):
        analyse_batch(requests_of_game, EngineSpec(make_engine(mode), SETTINGS), ":memory:")


def test_two_workers_give_what_one_gives(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], tmp_path: Path
) -> None:
    spec = EngineSpec(make_engine("ok"), SETTINGS)
    seen: list[tuple[int, int]] = []
    one = analyse_batch(requests_of_game[:8], spec, ":memory:", progress=lambda done, total: seen.append((done, total)))
    with process_pool(2) as pool:
        two = analyse_batch(requests_of_game[:8], spec, tmp_path / "cache.sqlite", executor=pool)
    assert texts(one.analyses) == texts(two.analyses)
    assert seen == [(done, 8) for done in range(9)]


def test_a_worker_with_another_engine_is_refused_in_one_sentence(
    make_engine: Maker, requests_of_game: list[AnalysisRequest]
) -> None:
    asked_of = SearchTask(
        requests_of_game[0], EngineSpec(make_engine("ok"), SETTINGS), EngineId("Fakefish", "2.6"), True
    )
    with pytest.raises(WrongEngineError, match=r"is Fakefish 2\.6 here and Fakefish 2\.5 on a worker"):
        run_search(asked_of)


def test_a_decided_position_is_broken_off_and_finished_when_everything_is_asked_for(
    make_engine: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.games.chess.engine.SCREEN_PAWNS", 0.0)
    spec = EngineSpec(make_engine("ok"), EngineSettings(depth=8))
    request = AnalysisRequest("7k/8/8/8/8/8/8/K7 w - - 0 1", legal=("a1a2", "a1b1", "a1b2"))
    cut = analyse_batch([request], spec, tmp_path / "cache.sqlite").analyses[request]
    assert cut.depths == tuple(range(1, 7))
    assert cut.broken_off
    assert analyse_batch([request], spec, tmp_path / "cache.sqlite").searched == 0
    whole = analyse_batch([request], spec, tmp_path / "cache.sqlite", screen=False)
    assert whole.searched == 1
    assert whole.analyses[request].depths == tuple(range(1, 9))
    assert analyse_batch([request], spec, tmp_path / "cache.sqlite").analyses[request].depths == tuple(range(1, 9))


def test_a_mirage_of_many_moves_is_confirmed_by_a_deeper_look_before_a_turn_is_left_out(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], tmp_path: Path, search_log: Callable[[], list[str]]
) -> None:
    settings = EngineSettings(depth=8)
    for request in requests_of_game[:5]:
        honest = analyse_batch([request], EngineSpec(make_engine("ok"), settings), ":memory:").analyses[request]
        before = len(search_log())
        result = analyse_batch([request], EngineSpec(make_engine("mirage"), settings), ":memory:").analyses[request]
        assert len(search_log()) - before == 3  # broken off, looked at alone, and then in full
        assert result.depths == tuple(range(1, 9))
        assert not result.broken_off
        assert result.moves == honest.moves
        assert (result.values == honest.values).all()


def test_searches_that_an_older_version_broke_off_without_a_deeper_look_are_done_again(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], tmp_path: Path
) -> None:
    spec, request = EngineSpec(make_engine("ok"), EngineSettings(depth=8)), requests_of_game[0]
    whole = analyse_batch([request], spec, tmp_path / "cache.sqlite")
    known = whole.analyses[request]
    table = known.centipawns[:6].copy()
    table[-1] = 750
    with AnalysisCache(tmp_path / "cache.sqlite") as cache:
        cache.put(Analysis(request.position, known.moves, known.depths[:6], table), "", whole.engine, spec.settings)
    assert analyse_batch([request], spec, tmp_path / "cache.sqlite").searched == 1


def engines_running(path: str) -> int:
    """How many fake engines started by this script live (Linux)."""
    folder, count = str(Path(path).parent).encode(), 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            # The log named in its environment lies beside the script.
            count += (
                folder in (process / "environ").read_bytes() and b"fake_engine" in (process / "cmdline").read_bytes()
            )
    return count


def kept(cache: Path) -> int:
    """How many analyses a cache holds."""
    with AnalysisCache(cache) as result:
        return len(result)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_run_goes_on_where_it_stopped_and_leaves_no_engine_behind(
    make_engine: Maker,
    requests_of_game: list[AnalysisRequest],
    tmp_path: Path,
    search_log: Callable[[], list[str]],
    workers: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache, program, hold = tmp_path / "cache.sqlite", tmp_path / "run.py", tmp_path / "hold"
    hold.touch()
    monkeypatch.setenv("FAKE_ENGINE_HOLD", str(hold))  # so that the run cannot end before it is killed
    engine = make_engine("slow")
    program.write_text(
        "import sys\n"
        "from kibitz.games.chess.engine import EngineSettings\n"
        "from kibitz.games.chess.batch_analysis import AnalysisRequest, EngineSpec, analyse_batch\n"
        "from kibitz.simulate.executors import process_pool\n"
        "if __name__ == '__main__':\n"
        "    requests = [AnalysisRequest(line) for line in sys.stdin.read().splitlines()]\n"
        f"    spec = EngineSpec({engine!r}, EngineSettings(depth=3))\n"
        f"    pool = process_pool({workers}) if {workers} > 1 else None\n"
        f"    analyse_batch(requests, spec, {str(cache)!r}, pool)\n"
    )
    run = subprocess.Popen([sys.executable, str(program)], stdin=subprocess.PIPE, text=True)
    assert run.stdin is not None
    run.stdin.write("\n".join(request.position for request in requests_of_game))
    run.stdin.close()
    deadline = time.monotonic() + 600
    while engines_running(engine) < workers or len(search_log()) < 6 or kept(cache) < 1:
        assert time.monotonic() < deadline, "it does not get anywhere"
        time.sleep(0.05)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    hold.unlink()
    finished = kept(cache)
    assert 1 <= finished < len(requests_of_game)
    while engines_running(engine) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert engines_running(engine) == 0
    resumed = analyse_batch(requests_of_game, EngineSpec(engine, SETTINGS), cache)
    assert resumed.searched == len(requests_of_game) - finished
    assert len(resumed.analyses) == len(requests_of_game)
    if workers == 1:
        # Only the position the run was killed at may have been searched twice.
        assert len(search_log()) <= len(set(search_log())) + 1


def test_a_file_that_is_no_cache_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cache.sqlite"
    file.write_bytes(b"this is not a database, however long it goes on " * 100)
    with pytest.raises(InputError, match="not a cache of analyses"):
        AnalysisCache(file)
    with pytest.raises(InputError, match="cannot open"):
        AnalysisCache(tmp_path / "cache.sqlite" / "below.sqlite")


def test_a_damaged_record_counts_as_none(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], tmp_path: Path
) -> None:
    cache = tmp_path / "cache.sqlite"
    spec = EngineSpec(make_engine("ok"), SETTINGS)
    analyse_batch(requests_of_game[:2], spec, cache)
    with sqlite3.connect(cache) as connection:
        connection.execute(
            "UPDATE analyses SET analysis = 'nonsense' WHERE position = ?", [requests_of_game[0].position]
        )
    connection.close()
    assert analyse_batch(requests_of_game[:2], spec, cache).searched == 1


def test_the_default_cache_is_in_the_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/some/where")
    assert default_cache() == Path("/some/where/kibitz/chess.sqlite")


def test_a_deeper_analysis_answers_for_a_shallower_one_but_not_the_reverse(tmp_path: Path) -> None:
    position, name = "8/8/8/8/8/8/8/K1k5 w - - 0 1", EngineId("Stockfish", "15.1")
    table = np.array([[10, 20], [30, UNSEEN], [5, 25]], dtype=np.int32)
    deep = Analysis(position, ("a1a2", "a1b2"), (3, 4, 5), table)
    with AnalysisCache(tmp_path / "cache.sqlite") as cache:
        cache.put(deep, "", name, EngineSettings(depth=5))
        third = cache.get(position, "", name, EngineSettings(depth=3))
        assert third is not None
        assert (third.moves, third.centipawns.tolist()) == (("a1b2", "a1a2"), [[20, 10]])
        fourth = cache.get(position, "", name, EngineSettings(depth=4))
        assert fourth is not None
        assert (fourth.moves, fourth.centipawns.tolist()) == (("a1a2",), [[10], [30]])
        assert cache.get(position, "", name, EngineSettings(depth=2)) is None
        assert cache.get(position, "", name, EngineSettings(depth=6)) is None
        assert cache.get(position, "", name, EngineSettings(depth=3, multipv=2)) is None
        assert cache.get(position, "", name, EngineSettings(depth=None, nodes=1000)) is None
        cache.put(third, "", name, EngineSettings(depth=3))
        shallow = Analysis(position, ("a1a2",), (3,), np.array([[7]], dtype=np.int32))
        cache.put(shallow, "", name, EngineSettings(depth=3))
        own = cache.get(position, "", name, EngineSettings(depth=3))
        assert own is not None
        assert own.centipawns.tolist() == [[7]]


def test_the_engine_time_is_said_before_the_first_search_and_counts_only_what_is_missing(
    make_engine: Maker, requests_of_game: list[AnalysisRequest], tmp_path: Path
) -> None:
    spec, said = EngineSpec(make_engine("ok"), SETTINGS), list[int]()
    for part in (3, len(requests_of_game)):
        analyse_batch(requests_of_game[:part], spec, tmp_path / "cache.sqlite", announce=said.append)
    assert said == [3, len(requests_of_game) - 3]


def test_engine_time_grows_with_positions_depth_and_lines() -> None:
    plain = engine_hours(3600, EngineSettings(depth=11))
    assert plain == pytest.approx(1.0)
    assert engine_hours(7200, EngineSettings(depth=11)) == pytest.approx(2.0)
    assert engine_hours(3600, EngineSettings(depth=9)) < plain / 3
    assert engine_hours(3600, EngineSettings(depth=11, multipv=3)) < plain
    assert engine_hours(3600, EngineSettings(depth=None, nodes=600_000)) == pytest.approx(1.0)
    assert describe_engine_time(3600, EngineSettings(depth=11)) == "about 1.0 engine hours for 3,600 positions"
    assert describe_engine_time(1, EngineSettings(depth=11)) == "about 1 engine minute for 1 position"

"""Long work interrupted fifty times at random moments, by Ctrl-C and by kill -9: nothing half is ever taken for whole,
nothing runs on, and what is resumed ends as if nobody had interrupted it."""

from __future__ import annotations

import json
import os
import random
import re
import runpy
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest

HERE = Path(__file__).parent
CHESS = HERE.parent / "games" / "chess"
TIMES = {"jeopardy": 12, "backgammon": 10, "sevens": 12, "chess": 10}
SERVED = 6
WORDS = [
    "retains",
    "nastier",
    "stainer",
    "eat",
    "tea",
    "rate",
    "tear",
    "stare",
    "trains",
    "cat",
    "dog",
    "birds",
    "cars",
]


def interrupted(job: str, times: int, folder: Path, engine: str = "") -> dict[str, object]:
    """What `interrupted.py` found."""
    (folder / "words.txt").write_text("\n".join(WORDS) + "\n")
    (folder / "games.pgn").write_text(runpy.run_path(str(CHESS / "conftest.py"))["SHORT"])
    command = [
        sys.executable,
        str(HERE / "interrupted.py"),
        job,
        str(times),
        str(folder),
        *([engine] if engine else []),
    ]
    done = subprocess.run(
        command, env=os.environ | {"XDG_CACHE_HOME": str(folder / "cache")}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    result: dict[str, object] = json.loads(done.stdout)
    return result


def fake_engine(folder: Path) -> str:
    script = folder / "engine-slow"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} {CHESS / 'fake_engine.py'} slow\n")
    script.chmod(0o755)
    return str(script)


@pytest.mark.slow
@pytest.mark.parametrize("job", TIMES)
def test_interrupted_work_leaves_nothing_half_and_resumes_to_the_same_result(job: str, tmp_path: Path) -> None:
    result = interrupted(job, TIMES[job], tmp_path, fake_engine(tmp_path) if job == "chess" else "")
    assert result["wrong"] == []
    assert result["hits"] == TIMES[job], "too many runs ended before they were interrupted"
    assert result["same"]


@pytest.mark.slow
@pytest.mark.needs("stockfish")
def test_an_interrupted_analysis_leaves_no_stockfish_behind(tmp_path: Path, require: object) -> None:
    program = next(path for path in ("/usr/games/stockfish", "/usr/bin/stockfish") if Path(path).exists())
    script = tmp_path / "stockfish-of-this-test"
    script.symlink_to(program)
    result = interrupted("chess", 4, tmp_path, str(script))
    assert result["wrong"] == []
    assert result["hits"] == 4
    assert result["same"]


def test_there_are_fifty_interrupts_in_all() -> None:
    assert sum(TIMES.values()) + SERVED == 50


@pytest.mark.slow
def test_a_server_interrupted_at_any_moment_keeps_its_library_whole_and_leaves_no_worker(
    tmp_path: Path, gone: Callable[[int], bool]
) -> None:
    rng = random.Random(1)
    for number in range(SERVED):
        server = subprocess.Popen(
            [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--workers", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
            start_new_session=True,
        )
        try:
            assert server.stdout is not None
            line = next(line for line in server.stdout if "http://" in line)
            address = re.search(r"http://[0-9.:]+", line)
            assert address is not None
            with httpx.Client(base_url=address[0], timeout=600) as client:
                client.post("/jeopardy/simulate", data={"games": str(3_000_000 + number)})
                time.sleep(rng.uniform(0, 0.6))
                server.send_signal((signal.SIGINT, signal.SIGKILL)[number % 2])
            _, said = server.communicate(timeout=600)
            assert "Traceback" not in said
            assert gone(server.pid), "a worker outlived its server"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)
            server.wait()
        with closing(sqlite3.connect(next(tmp_path.rglob("*.sqlite"), next(tmp_path.rglob("*.db"), "")))) as library:
            assert library.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert library.execute("SELECT count(*) FROM items").fetchone() == (number + 1,)

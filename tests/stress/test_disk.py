"""A disk that is full and a home that cannot be written to: one sentence and status 2, and never a traceback."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kibitz.core.errors import InputError
from kibitz.games.chess.analysis import Analysis
from kibitz.games.chess.cache import AnalysisCache
from kibitz.games.chess.engine import EngineId, EngineSettings

NOWHERE = "/proc/none"
"""A home in which nobody can make a folder."""
HOMELESS = {"HOME": NOWHERE, "XDG_CACHE_HOME": NOWHERE, "XDG_DATA_HOME": NOWHERE}
FINAL = ["jeopardy", "final", "18400", "14600", "9000", "--me", "2"]


def kibitz(words: list[str], folder: Path, full_at: int | None = None, **home: str) -> subprocess.CompletedProcess[str]:
    """The command where no file can grow beyond ``full_at`` bytes.

    It writes no bytecode: Python before 3.14 takes a file that was cut short for whole, and every later import fails.
    """

    def limit() -> None:
        if full_at is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (full_at, full_at))

    surroundings = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | home
    return subprocess.run(
        [sys.executable, "-m", "kibitz", *words],
        cwd=folder,
        env=surroundings,
        text=True,
        capture_output=True,
        check=False,
        preexec_fn=limit,
        timeout=300,
    )


def is_one_sentence(done: subprocess.CompletedProcess[str]) -> bool:
    return (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1) and done.stderr.startswith("kibitz: ")


def test_a_chart_that_does_not_fit_on_the_disk_is_one_sentence_and_no_file(tmp_path: Path) -> None:
    done = kibitz([*FINAL, "--chart", "chart.svg"], tmp_path, full_at=100)
    assert is_one_sentence(done), done
    assert "chart.svg: cannot be written" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("full_at", "home"), [(None, HOMELESS), (0, {}), (5_000, {})], ids=["read-only", "full", "nearly"]
)
def test_a_workbench_without_room_for_its_library_is_one_sentence(
    full_at: int | None, home: dict[str, str], tmp_path: Path
) -> None:
    done = kibitz(["serve", "--port", "0"], tmp_path, full_at, **({"XDG_DATA_HOME": str(tmp_path)} | home))
    assert is_one_sentence(done), done
    assert "library.sqlite" in done.stderr


def test_caches_that_cannot_be_written_change_no_answer(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("retains\nnastier\ncat\ndog\n")
    command = ["sevens", "words", "--words", "words.txt", "--json"]
    usual = kibitz(command, tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert usual.returncode == 0, usual.stderr
    for done in (
        kibitz(command, tmp_path, **HOMELESS),
        kibitz(command, tmp_path, 0, XDG_CACHE_HOME=str(tmp_path / "c2")),
    ):
        assert (done.returncode, done.stdout, done.stderr) == (0, usual.stdout, "")


@pytest.mark.slow
def test_an_analysis_without_room_for_its_cache_is_one_sentence(tmp_path: Path) -> None:
    here = Path(__file__).resolve().parents[1] / "games" / "chess"
    engine = tmp_path / "engine"
    engine.write_text(f"#!/bin/sh\nexec {sys.executable} {here / 'fake_engine.py'} ok\n")
    engine.chmod(0o755)
    (tmp_path / "games.pgn").write_text(
        '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Bc5 '
        "5. O-O d6 6. c3 a6 "
        "7. Bb3 Ba7 8. a4 Be6 9. Bxe6 fxe6 10. Bd2 Ne7 *\n"
    )
    command = ["chess", "analyse", "games.pgn", "--depth", "3", "--engine", str(engine)]
    for done in (kibitz([*command, "--cache", "full.sqlite"], tmp_path, 20_000), kibitz(command, tmp_path, **HOMELESS)):
        assert is_one_sentence(done), done
        assert "cache: " in done.stderr


def test_a_cache_that_fills_the_disk_is_wrong_input(tmp_path: Path) -> None:
    with AnalysisCache(tmp_path / "cache.sqlite") as cache:
        cache._connection.execute("PRAGMA max_page_count = 3")
        analysis = Analysis("x" * 9_000, ("e2e4",), (1,), np.array([[30]], dtype=np.int32), 5)
        with pytest.raises(InputError, match="cannot be written"):
            cache.put(analysis, "", EngineId("fake", "1"), EngineSettings(depth=3))
        assert len(cache) == 0

"""The web app without sessions of processes and limits of memory, as on Windows; and the user's folders."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import platformdirs
import pytest

from kibitz import files
from kibitz.app.settings import settings_file

ROOT = Path(__file__).resolve().parents[2]
REMOVE_NAMES = """
import os, sys
for name in ("setsid", "killpg", "nice", "getpgid", "fork"):
    delattr(os, name)
sys.modules["resource"] = sys.modules["fcntl"] = None
"""
"""Python runs a module of this name at its start, also in workers."""


@pytest.fixture
def bare_workbench(tmp_path: Path) -> Iterator[str]:
    """The address of a web app whose processes lack these names."""
    (tmp_path / "sitecustomize.py").write_text(REMOVE_NAMES)
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src")])
    env = {**os.environ, "PYTHONPATH": path, "XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--workers", "2"]
    server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert server.stdout is not None
    address = next(found[0] for line in server.stdout if (found := re.search(r"http://[\d.:]+", line)))
    yield address
    server.terminate()
    server.communicate(timeout=30)


@pytest.mark.slow
def test_pages_and_jobs_work_without_sessions_and_limits(bare_workbench: str) -> None:
    with httpx.Client(base_url=bare_workbench, timeout=120, headers={"origin": bare_workbench}) as client:
        assert "Bet $3,801" in client.get("/jeopardy/final?scores=18400,14600,9000&me=2").text
        started = client.post("/jeopardy/simulate", data={"games": "2000"})
        assert started.status_code == 303, started.text
        result = f"{started.headers['location']}/result"
        until(lambda: client.get(result).status_code == 200)
        assert client.get(result).json()["schema"].startswith("jeopardy.simulate/")
        long = client.post("/jeopardy/simulate", data={"games": "10000000"}).headers["location"]
        assert client.post(f"{long}/cancel").status_code == 303
        until(lambda: "Cancelled" in client.get(long).text)


def until(holds: object, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    assert callable(holds)
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_folders_follow_the_rules_of_the_system(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert files.cache_folder() == platformdirs.user_cache_path("kibitz", appauthor=False)
    assert files.data_folder() == platformdirs.user_data_path("kibitz", appauthor=False)


@pytest.mark.parametrize("value", ["", "/elsewhere"])
def test_folders_are_those_of_platformdirs_here_too(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIBITZ_CONFIG", raising=False)
    for kind in ("CACHE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", value)
    if sys.platform not in ("win32", "darwin"):
        assert files.cache_folder() == platformdirs.user_cache_path("kibitz")
        assert files.data_folder() == platformdirs.user_data_path("kibitz")
        assert settings_file() == str(platformdirs.user_config_path("kibitz") / "config.toml")

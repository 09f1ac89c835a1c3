"""The template of a game as a wheel, in an environment of its own: asked by command, page, API, Python and MCP."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORDS = "Take 2 from 3: you win against best play"
ASK = "import kibitz; print(kibitz.ask.nim.move(heaps=(3, 4, 5)).explain().headline)"
MCP = """
import asyncio, sys
from mcp import Client, StdioServerParameters

async def talk():
    server = StdioServerParameters(command=sys.argv[1], args=["mcp", "--group", "nim"])
    async with Client(server, read_timeout_seconds=120) as client:
        answer = await client.call_tool("ask", {"question": "nim.move", "arguments": {"heaps": [3, 4, 5]}})
        print(answer.structured_content["headline"])

asyncio.run(talk())
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheels of kibitz and of the game. `.ci/run` installs their needs too."""
    folder = tmp_path_factory.mktemp("plugin")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    for source in (ROOT, ROOT / "templates" / "kibitz-game"):
        run(*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(source))
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    wheels = sorted(map(str, folder.glob("*.whl")))
    run(str(programs / "python"), *pip[1:], "install", "--no-deps", *wheels)
    lent = sysconfig.get_path("purelib")  # what they need comes from here: installing it again takes a minute
    site = run(str(programs / "python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(site) / "lent.pth").write_text(f"{lent}\n")
    where = run(str(programs / "python"), "-c", "import kibitz; print(kibitz.__file__)", folder=folder)
    assert where.startswith(site), "kibitz must come from its wheel"
    return programs


def run(*command: str, folder: Path | None = None) -> str:
    """The output of a program that knows nothing of this checkout."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KIBITZ"))}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the web app of that environment."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env |= {"XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(
        [installed / "kibitz", "serve", "--port", "0"], env=env, stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert server.stdout is not None
    yield next(found[0] for line in server.stdout if (found := re.search(r"http://[\d.:]+", line)))
    server.terminate()
    server.communicate(timeout=30)


@pytest.mark.slow
def test_an_installed_game_is_asked_by_command_python_models_api_and_page(
    installed: Path, address: str, tmp_path: Path
) -> None:
    assert WORDS in run(str(installed / "kibitz"), "nim", "move", "3", "4", "5", folder=tmp_path)
    assert WORDS in run(str(installed / "python"), "-c", ASK, folder=tmp_path)
    assert WORDS in run(str(installed / "python"), "-c", MCP, str(installed / "kibitz"), folder=tmp_path)
    body = json.dumps({"heaps": [3, 4, 5]}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{address}/api/nim/move", body)) as answer:
        assert json.load(answer)["counsel"]["choice"] == "2 from 3"
    with urllib.request.urlopen(f"{address}/nim/move?heaps=3,4,5") as page:
        text = page.read().decode()
    assert WORDS.partition(":")[0] in text
    assert 'href="/nim' in text
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    shutil.copy(ROOT / "templates" / "kibitz-game" / "tests" / "test_nim.py", tmp_path)
    shown = run(str(installed / "python"), "-m", "pytest", "-q", "-c", "pytest.ini", ".", folder=tmp_path)
    assert " passed" in shown

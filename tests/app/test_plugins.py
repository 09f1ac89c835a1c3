"""Games as packages: an installed package adds its questions everywhere, and a bad one is skipped with its name."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.app.plugins import RESERVED_NAMES

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "templates" / "kibitz-game" / "src"


def install(folder: Path, name: str, where: str, code: str = "") -> None:
    """A package in this folder as an installer leaves it: its module and its metadata."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[kibitz.plugins]\n{name} = {where}\n", "utf-8")
    if code:
        (folder / f"{where.partition(':')[0]}.py").write_text(code, "utf-8")


def run_python(code: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([*map(str, folders), str(ROOT / "src")])
    env = {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "default"}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, timeout=120)


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    install(tmp_path / "nim", "nim", "kibitz_nim.plugin:PLUGIN")
    return tmp_path / "nim"


EVERYWHERE = """
import io, json, sys, warnings
warnings.simplefilter("error", UserWarning)
import kibitz
from kibitz.app.catalogue import GROUPS, PAGE_ORDER
from kibitz.app.drills import DRILLS
from kibitz.app.search import search
from kibitz.app.tour import ITEMS, run_tour
from kibitz.cli.main import run
from kibitz.cli.mcp import ask_question, find_questions
from kibitz.web.openapi import openapi_document
from kibitz.web.pages import GAME_NAMES, tabs_of
assert kibitz.ask.nim.move(heaps=(3, 4, 5)).counsel.choice == "2 from 3"
assert kibitz.ask("nim.move", heaps="1,1").nim_sum == 0
assert run(["nim", "move", "3", "4", "5", "--move", "1 from 5"]) == 0
assert run(["nim", "move", "0"]) == 2
sys.stdin = io.TextIOWrapper(io.BytesIO(b'{"heaps": [7], "id": 1}'))
assert run(["nim", "move", "--batch", "-"]) == 0
assert ask_question("nim.move", {"heaps": [3, 4, 5]})["headline"].startswith("Take 2 from 3")
assert {"question": "nim.move", "title": "What to take in a game of Nim."} in find_questions("nim")
assert "/api/nim/move" in json.loads(openapi_document())["paths"]
assert GAME_NAMES["nim"] == "Nim" and PAGE_ORDER[-1] == "nim" and tabs_of("nim", "move").first == [("move", "Move")]
assert "nim" in DRILLS and search("nim 3 4 5")[0].link == "/nim/move?heaps=3,4,5" and search("3 nim") == []
print("seen everywhere")
"""


def test_an_installed_game_is_seen_by_command_batch_page_api_python_and_models(nim: Path) -> None:
    result = run_python(EVERYWHERE, nim, TEMPLATE)
    assert result.returncode == 0, result.stderr
    assert "Take 2 from 3: you win against best play." in result.stdout
    assert "blunder" in result.stdout
    assert '"id": 1, "schema": "nim.move/1"' in result.stdout
    assert "heaps: no counters are left" in result.stderr
    assert result.stdout.rstrip().endswith("seen everywhere")


BAD_PLUGINS = {
    "broken": ("raise RuntimeError('no engine')", "broken: it is skipped, because RuntimeError: no engine"),
    "wrong": ("PLUGIN = 7", "must be a kibitz.app.entries.Plugin, not a int"),
    "chess": ("{}PLUGIN = Plugin(groups={{'chess': GROUP}})", "chess: it is skipped, because the group chess is taken"),
    "former": ("{}PLUGIN = Plugin(groups={{'rules': GROUP}})", "the group rules is taken"),
    "reserved": ("{}PLUGIN = Plugin(groups={{'api': GROUP}})", "the group api is taken"),
    "spelling": ("{}PLUGIN = Plugin(groups={{'My game': GROUP}})", "must be named by small letters and digits"),
    "question": (
        "{}PLUGIN = Plugin(entries=(QuestionEntry('chess', 'rate', 'x:y', 'T.'),))",
        "the question chess.rate is taken",
    ),
    "homeless": ("{}PLUGIN = Plugin(entries=(QuestionEntry('go', 'a', 'x:y', 'T.'),))", "needs a group go"),
    "session": (
        "{}PLUGIN = Plugin(sessions=(SessionEntry('chess', 'play', 'x:y', 'T.'),))",
        "session: a part of it is skipped, because chess.play is taken",
    ),
}
IMPORTS = "from kibitz.app.entries import *\nGROUP = QuestionGroup('L.', 'H.', 'T', {}, 'M0 0')\n"


def test_a_plugin_that_fails_or_clashes_is_skipped_with_its_name_and_the_others_stay(nim: Path, tmp_path: Path) -> None:
    for name, (code, _) in BAD_PLUGINS.items():
        install(tmp_path / "bad", name, f"bad_{name}:PLUGIN", code.format(IMPORTS))
    code = "import kibitz, kibitz.app.sessions as s\nprint(dir(kibitz.ask), [e.path for e in s.SESSIONS])"
    result = run_python(code, nim, TEMPLATE, tmp_path / "bad")
    assert result.returncode == 0, result.stderr
    for _, sentence in BAD_PLUGINS.values():
        assert sentence in result.stderr
    assert "'nim'" in result.stdout
    assert result.stdout.count("chess.play") == 1
    assert "'My game'" not in result.stdout


def test_without_plugins_nothing_is_imported_to_look_for_them() -> None:
    result = run_python("import sys, kibitz.app.catalogue as c\nprint(c.PLUGINS, 'importlib.metadata' in sys.modules)")
    assert result.stdout.split() == ["[]", "False"], result.stderr


def test_every_command_and_page_that_is_no_group_is_reserved() -> None:
    from kibitz.cli.main import PLAIN_COMMANDS

    pages = {
        match
        for path in (ROOT / "src" / "kibitz" / "web").glob("*.py")
        for match in re.findall(r'@(?:get|post)\("/(\w+)', path.read_text("utf-8"))
    }
    assert pages | set(PLAIN_COMMANDS) <= RESERVED_NAMES
    assert len(pages) > 5


def test_the_answer_of_an_installed_game_is_json_of_its_schema(nim: Path) -> None:
    code = "from kibitz.cli.main import run\nrun(['nim', 'move', '3', '4', '5', '--json'])"
    values = json.loads(run_python(code, nim, TEMPLATE).stdout)
    assert values["schema"] == "nim.move/1"
    assert values["counsel"]["choice"] == "2 from 3"

"""What the package loads when it is imported, and what the command loads to print its help."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

ALLOWED_BY_IMPORT = {"kibitz", "kibitz.version"}
ALLOWED_BY_HELP = {
    "click",
    "kibitz",
    "kibitz.app",
    "kibitz.app.catalogue",
    "kibitz.app.entries",
    "kibitz.app.forms",
    "kibitz.app.plugins",
    "kibitz.app.sessions",
    "kibitz.cli",
    "kibitz.cli.interrupts",
    "kibitz.cli.main",
    "kibitz.cli.plain_signs",
    "kibitz.core",
    "kibitz.core.errors",
    "kibitz.lazy_exports",
    "kibitz.version",
}
HEAVY = {"numpy", "scipy", "numba", "rich", "plotly", "chess", "sqlite3"}


def modules_after(code: str) -> set[str]:
    script = (
        f"import sys, json\nbefore = set(sys.modules)\n{code}\nprint(json.dumps(sorted(set(sys.modules) - before)))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(result.stdout.splitlines()[-1]))


def foreign(modules: set[str]) -> set[str]:
    """Without the standard library, and without the inner modules of other packages."""
    top = {name if name.startswith("kibitz") else name.partition(".")[0] for name in modules}
    return {name for name in top if name not in sys.stdlib_module_names and not name.startswith("_")}


def test_importing_kibitz_loads_nothing_else() -> None:
    assert foreign(modules_after("import kibitz")) == ALLOWED_BY_IMPORT


def test_help_loads_only_click_and_the_command() -> None:
    loaded = modules_after("from kibitz.cli.main import run\nassert run(['--help']) == 0")
    assert foreign(loaded) <= ALLOWED_BY_HELP
    assert not loaded & {"shutil", "bz2", "lzma", "dataclasses", "typing_extensions"}, "help became slower to start"


@pytest.mark.parametrize(
    ("package", "heavy"),
    [
        ("kibitz.core", set()),
        ("kibitz.core.advice", {"numpy"}),
        ("kibitz.simulate", {"numpy"}),
        ("kibitz.rules", set()),
        ("kibitz.rate", set()),
        ("kibitz.solve", set()),
    ],
)
def test_the_ground_floor_needs_numpy_at_most(package: str, heavy: set[str]) -> None:
    assert foreign(modules_after(f"import {package}")) & HEAVY == heavy


CALCULATORS: dict[str, dict[str, object]] = {
    "parlour.final": {"scores": (5, 3), "p": (0.7, 0.4)},
    "parlour.vote": {"p1": 0.6, "p2": 0.4, "y1": 0.3, "y2": 0.5},
    "parlour.kuhn": {"cards": 13},
    "parlour.solve": {"text": "[[0, -1, 1], [1, 0, -1], [-1, 1, 0]]"},
    "jeopardy.final": {"scores": (20_000, 14_000, 8_000), "me": 2},
    "jeopardy.final-card": {},
    "jeopardy.placement": {"round": 2},
    "jeopardy.buzz": {"scores": (25_200, 12_800, 2_600), "me": 2, "value": 2_000},
    "backgammon.move": {"position": "4HPwATDgc/ABMA", "dice": "31"},
    "backgammon.cube": {"position": "4HPwATDgc/ABMA"},
    "rules.apply": {"game": "final-5-3", "at": ("p1=0.7", "p2=0.4")},
    "sevens.bid": {"rack": "EST", "tile": "R", "players": 3, "words": {"name": "w.txt", "text": "retains\nstearin\n"}},
}
"""Questions that a newcomer asks first: none of them may wait for a compiler."""


def test_calculators_that_need_no_kernel_never_import_numba() -> None:
    asking = "".join(
        f"ask({path!r}, **{arguments!r})\nassert 'numba' not in sys.modules, {path!r}\n"
        for path, arguments in CALCULATORS.items()
    )
    assert "numba" not in foreign(modules_after(f"from kibitz import ask\n{asking}"))


def test_a_typed_question_loads_no_tables_and_no_pages() -> None:
    loaded = modules_after("import kibitz\nkibitz.ask.jeopardy.final(scores=(20_000, 14_000, 8_000), me=2)")
    assert not loaded & {"kibitz.core.data_table", "kibitz.core.arrow_stream", "kibitz.app.ask_many", "litestar"}
    assert not {name for name in loaded if name.startswith(("kibitz.web", "kibitz.cli"))}

"""The package imports without python-chess, and starts no engine."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
sys.modules["chess"] = None
import importlib, pkgutil
import kibitz.games.chess as package
for module in pkgutil.iter_modules(package.__path__):
    importlib.import_module(f"kibitz.games.chess.{module.name}")
from kibitz.app.ask import ask
assert "Elo" in ask("chess.trial").explain().headline
print("fine")
"""


def test_every_module_and_the_stop_of_the_tour_work_without_python_chess() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.stdout == "fine\n", done.stderr

"""What `kibitz warm` leaves for others to wait for: nothing but training."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.app import warm as module
from kibitz.core.errors import InputError
from kibitz.core.work import WorkContext

SOURCE = Path(__file__).resolve().parents[2] / "src"
TRAINING = {"kibitz.learn.kernels", "kibitz.games.backgammon.train.kernels"}
"""Kernels of jobs that take minutes anyway."""
SCRIPT = """
import json, sys
from kibitz.app.warm import warm
from kibitz.core.work import WorkContext
seen = []
answered = warm(WorkContext(on_progress=lambda *far: seen.append(far)))
print(json.dumps([answered, seen, [name for name in sys.modules if name.startswith("kibitz")]]))
"""


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_every_compiled_kernel_that_answers_use_is_loaded_with_progress_to_the_end(tmp_path: Path) -> None:
    # With no table kept from before, as a newcomer has none: a kept one needs no kernel.
    surroundings = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, env=surroundings)
    answered, seen, loaded = json.loads(run.stdout.splitlines()[-1])
    assert answered == [path for path, _ in module.QUESTIONS]
    assert [done for done, _, _ in seen] == list(range(len(module.QUESTIONS) + 1))
    kernels = {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for path in SOURCE.rglob("*.py")
        if "import njit" in (text := path.read_text("utf-8")) or "import numba" in text
    }
    assert kernels - TRAINING <= set(loaded)


def test_what_a_machine_lacks_is_skipped_and_the_bar_still_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []

    def lacking(path: str) -> object:
        raise InputError(f"{path}: not here")

    monkeypatch.setattr(module, "request_type", lacking)
    assert module.warm(WorkContext(on_progress=lambda done, total, note: seen.append((done, total)))) == []
    assert seen[-1] == (len(module.QUESTIONS), len(module.QUESTIONS))

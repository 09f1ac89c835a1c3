"""Every write, synchronisation and rename of the stores fails in turn: each is as before or as after, never between."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None or sys.platform != "linux", reason="needs a C compiler and LD_PRELOAD")
def test_after_any_failed_call_a_store_is_in_the_state_before_or_after(tmp_path: Path) -> None:
    assert COMPILER is not None
    shim = tmp_path / "fault.so"
    subprocess.run([COMPILER, "-shared", "-fPIC", "-o", str(shim), str(HERE / "fault.c"), "-ldl"], check=True)
    done = subprocess.run(
        [sys.executable, str(HERE / "faults.py"), str(tmp_path / "stores")],
        env=os.environ | {"LD_PRELOAD": str(shim)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 60, "the calls that failed"

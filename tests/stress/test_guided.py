"""The search led by coverage judges as the other stress tests do, and comes upon what chance does not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from fuzz.harness import cases, run
from fuzz.parsers import parsers
from fuzz.planted import PARSER
from guided import EXPOSED

SCRIPT = Path(__file__).with_name("guided.py")


def test_chance_does_not_come_upon_the_planted_mistake() -> None:
    assert run(PARSER, cases(PARSER, 2_000)).failures == []


def test_the_most_exposed_parsers_are_among_those_of_the_stress_tests() -> None:
    assert set(EXPOSED) <= set(parsers())


@pytest.mark.slow
def test_a_search_led_by_coverage_comes_upon_the_planted_mistake(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="the extra fuzz is not installed (pip install 'kibitz[fuzz]')")
    command = [sys.executable, str(SCRIPT), "--seconds", "20", "--found", str(tmp_path), "planted"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 1, done.stderr
    (outcome,) = json.loads(done.stdout).values()
    assert any("IndexError at planted.py" in failure for failure in outcome["failures"])
    assert (tmp_path / "planted-0").read_bytes().startswith(b"kib!")

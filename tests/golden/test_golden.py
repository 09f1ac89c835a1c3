"""Answers of today, leaf by leaf: numbers, choices and keys must not change by accident.

``answers.json`` holds the answers of some fifty commands without their sentences, which have tests of their own; of
long lists only some entries. After a deliberate change: ``python tests/golden/test_golden.py`` writes the file again,
and the diff shows what has changed.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli.main import run

FILE = Path(__file__).with_name("answers.json")
ROOT = Path(__file__).resolve().parents[2]
LONG = (["rules", "learn"], ["rules", "card"], ["jeopardy", "simulate"])
"""Commands that take seconds: their tests are slow ones."""
NEEDS = {"sevens": "scowl"}
NOISE = {"backgammon": 3e-6}
"""Networks in single precision add up in another order where the processor's vectors are longer."""
EFFORT = (".templates",)
"""Counts of what a search tried, which ties in the last digit change from one processor to another."""
MAX_LIST_ENTRIES = 8
"""Of longer lists evenly spaced entries are compared, and the length."""
SAVED: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Numbers, short texts and lengths of lists with their paths."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        yield f"{path}.length", len(value)
        step = -(-len(value) // MAX_LIST_ENTRIES) or 1
        for index in range(0, len(value), step):
            yield from leaves(value[index], f"{path}.{index}")
    elif not (isinstance(value, str) and " " in value.strip()):
        yield path, float(f"{value:.10g}") if isinstance(value, float) else value


def answer(command: list[str]) -> dict[str, Any]:
    with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.chdir(ROOT):
        assert run([*command, "--json"]) == 0
    return dict(leaves(json.loads(output.getvalue())))


def same(old: Any, new: Any, noise: float = 1e-9) -> bool:
    """Optimisers differ by 1e-7 from one processor to another, values by up to ``noise``."""
    if isinstance(old, float) and isinstance(new, int | float):
        return new == pytest.approx(old, rel=1e-6, abs=noise)
    return bool(old == new)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(each, id=" ".join(each["command"])[:70], marks=[pytest.mark.slow] * (each["command"][:2] in LONG))
        for each in SAVED
    ],
)
def test_answers_are_those_of_the_file(record: dict[str, Any], request: pytest.FixtureRequest) -> None:
    if need := NEEDS.get(record["command"][0]):
        request.getfixturevalue("require")(need)
    now, saved = answer(record["command"]), record["leaves"]
    noise = NOISE.get(record["command"][0], 1e-9)
    changed = [
        f"{path}: {saved.get(path)!r} is now {now.get(path)!r}"
        for path in {**saved, **now}
        if not path.endswith(EFFORT) and not same(saved.get(path), now.get(path), noise)
    ]
    assert not changed, "\n".join(changed[:20])


def test_a_changed_number_is_noticed() -> None:
    record = next(each for each in SAVED if each["command"][:2] == ["parlour", "vote"])
    assert not same(record["leaves"]["counsel.worth"], record["leaves"]["counsel.worth"] + 1e-5)
    assert not same(0.18, 0.18 + 1e-5, NOISE["backgammon"])


if __name__ == "__main__":
    records = [{"command": each["command"], "leaves": answer(each["command"])} for each in SAVED]
    FILE.write_text(json.dumps(records, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

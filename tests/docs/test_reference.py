"""The reference of commands is up to date with the catalogue."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.request_parsing import request_fields

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def make_reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_reference", ROOT / "checks" / "make_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_not_stale(make_reference: ModuleType) -> None:
    assert make_reference.PAGE.read_text("utf-8") == make_reference.reference_page(), (
        "run: python checks/make_reference.py"
    )


def test_the_reference_has_every_field_of_every_question(make_reference: ModuleType) -> None:
    page = make_reference.reference_page()
    for entry in ENTRIES:
        section = page.split(f"### `kibitz {entry.group} {entry.name}`\n")[1].split("\n### ")[0]
        for field in request_fields(request_type(entry.path)).values():
            assert f"`{field.option}`" in section or f"`--{field.option}`" in section, f"{entry.path}: {field.option}"


def test_help_loses_nothing_to_markdown(make_reference: ModuleType) -> None:
    assert make_reference.escape_markdown("p1*p2, a_b and --me [x]") == "p1\\*p2, a\\_b and `--me` \\[x]"

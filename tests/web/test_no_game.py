"""Front ends name no game: tabs, forms, signs, keys and samples come from the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kibitz.app.catalogue import BY_PATH, GROUPS, PAGE_ORDER
from kibitz.app.request_parsing import request_fields
from kibitz.app.sessions import BY_PATH as SESSIONS

SOURCE = Path(__file__).resolve().parents[2] / "src" / "kibitz"
FRONT_ENDS = [
    path
    for folder in ("cli", "web")
    for path in sorted((SOURCE / folder).rglob("*"))
    if path.suffix in (".py", ".html", ".js") and path.name != "boards.js"  # it drags the pieces of drawn boards
]
GAME = re.compile(
    r"\b(" + "|".join(sorted(GROUPS)) + r")[./]\w|[\"'](" + "|".join(sorted(set(GROUPS) - {"rules"})) + r")[\"']"
)


@pytest.mark.parametrize("path", FRONT_ENDS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_front_ends_name_no_game(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    named = [line.strip() for line in lines if GAME.search(re.sub(r"kibitz\.\w+|templates/\S+", "", line))]
    assert not [line for line in named if not line.startswith(("#", '"""', "//", "{#"))]


def test_every_group_has_a_place_in_the_header_and_its_tabs_exist() -> None:
    assert sorted(PAGE_ORDER) == sorted(GROUPS)
    for name, group in GROUPS.items():
        assert group.title
        assert group.sign
        assert all(f"{name}.{tab}" in {**BY_PATH, **SESSIONS} for tab in group.tabs)
    keys = [group.key for group in GROUPS.values() if group.key]
    assert len(keys) == len(set(keys))


def test_the_fields_of_every_form_are_fields_of_its_question() -> None:
    for entry in BY_PATH.values():
        if entry.form is None:
            continue
        options = {field.option for field in request_fields(_request_type(entry.path)).values()}
        for fields in (getattr(entry.form, name, ()) for name in ("fields", "slider_fields")):
            assert set(fields) <= options, entry.path


def _request_type(path: str):  # type: ignore[no-untyped-def]
    from kibitz.app.catalogue import request_type

    return request_type(path)

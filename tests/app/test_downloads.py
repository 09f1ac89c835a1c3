"""What is downloaded is safe to open: pictures without scripts, tables without formulas, whatever the names are."""

from __future__ import annotations

import csv
import io
from xml.etree import ElementTree

import pytest

from kibitz.app.ask import answer_question
from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.request_parsing import example_arguments, parse_request
from kibitz.core.csv_text import FORMULA_STARTS, format_csv
from kibitz.core.question import Answer, Cost, File

HOSTILE = ("=cmd|' /C calc'!A0", "@SUM(1)", "+1+cmd", "-2+3", "<script>alert(1)</script>", '"><img src=x onerror=a()>')
ACTIVE = {"script", "foreignObject", "iframe", "object", "embed", "animate", "set", "handler"}


def require_safe(file: File) -> None:
    """Refuse scripts, handlers and addresses in a picture, and formulas in a table."""
    if file.media_type.startswith("image/svg"):
        for element in ElementTree.fromstring(file.data).iter():
            assert element.tag.rpartition("}")[2] not in ACTIVE, file.name
            for name, value in element.attrib.items():
                assert not name.lower().startswith("on"), (file.name, name)
                assert not name.endswith("href") or value.startswith("#"), (file.name, value)
                assert "javascript:" not in value.lower()
    if file.media_type.startswith("text/csv"):
        for row in csv.reader(io.StringIO(file.data.decode())):
            for cell in row:
                assert not cell.startswith(FORMULA_STARTS) or is_number(cell), (file.name, cell)


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def require_safe_files(answer: Answer) -> int:
    files = [file for kind in answer.files for file in answer.all_files(kind)]
    for file in files:
        require_safe(file)
    for title in answer.tables():
        require_safe(File(title, "text/csv", answer.to_csv(title=title).encode()))
    return len(files)


def costs(cost: Cost) -> list[str]:
    kinds = {entry.path: request_type(entry.path) for entry in ENTRIES}
    return [path for path, kind in kinds.items() if parse_request(kind, example_arguments(kind)).cost() is cost]


@pytest.mark.slow
@pytest.mark.parametrize("path", costs(Cost.INSTANT))
def test_files_of_an_answer_are_safe(path: str) -> None:
    require_safe_files(answer_question(path, example_arguments(request_type(path))))


@pytest.mark.parametrize("name", [HOSTILE[0], HOSTILE[-1]])
def test_a_player_with_a_hostile_name_reaches_no_formula_and_no_script(name: str) -> None:
    row = io.StringIO()
    writer = csv.writer(row)
    writer.writerow(("utilities", "chosen", "unit", "player"))
    writer.writerows([f"0.{6 + k % 3} 0.5 0.3", k % 2, "win", player] for k in range(30) for player in (name, "ann"))
    answer = answer_question(
        "rate.players", {"file": {"name": "d.csv", "text": row.getvalue()}, "draws": 20, "interval": "formula"}
    )
    assert require_safe_files(answer)


@pytest.mark.parametrize("name", [*HOSTILE[:4], "＝1", "\n=1", "\t=1"])
def test_a_cell_or_a_heading_that_would_be_a_formula_has_an_apostrophe_in_front(name: str) -> None:
    rows = list(csv.reader(io.StringIO(format_csv((name,), [(name,), (-2.5,), ("-2.5",)]).decode())))
    assert rows == [[f"'{name}"], [f"'{name}"], ["-2.5"], ["-2.5"]]

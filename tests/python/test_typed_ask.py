"""Questions as typed functions: the stub is fresh, a type checker agrees, and arguments may come from NumPy."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import duckdb
import numpy as np
import pandas
import pytest

import kibitz
from kibitz.app.catalogue import BY_PATH, ENTRIES
from kibitz.core.errors import InputError

ROOT = Path(__file__).resolve().parents[2]
PYTHON_PAGES = ("README.md", "docs/how-to/python.md", "docs/architecture.md", "docs/api.md")


def test_the_types_of_all_questions_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, "checks/make_typed_ask.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_both_ways_to_ask_give_the_same_answer() -> None:
    by_name = kibitz.ask("jeopardy.daily-double", scores=(19800, 13000, 14300), me=1, left="400,800")
    by_attribute = kibitz.ask.jeopardy.daily_double(scores=(19800, 13000, 14300), me=1, left="400,800")
    assert by_name == by_attribute


def test_arguments_may_be_numpy_values_fractions_and_text() -> None:
    plain = kibitz.ask.jeopardy.final(scores=(18400, 14600, 9000), me=2, confidence=0.5)
    numpy = kibitz.ask.jeopardy.final(scores=np.array([18400, 14600, 9000]), me=np.int64(2), confidence=np.float32(0.5))
    text = kibitz.ask.jeopardy.final(scores="$18400,14600,9000", me="2", confidence="50%")
    assert (
        plain
        == numpy
        == text
        == kibitz.ask.jeopardy.final(scores=iter([18400, 14600, 9000]), me=2, confidence=Fraction(1, 2))
    )


def test_a_file_may_be_given_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "game.csv"
    file.write_text("0,-1\n1,0\n", "utf-8")
    assert kibitz.ask.parlour.solve(file=file) == kibitz.ask.parlour.solve(file=str(file))
    with pytest.raises(InputError, match="cannot be read"):
        kibitz.ask.parlour.solve(file=tmp_path / "no-such.csv")


def test_every_question_has_a_signature_and_help() -> None:
    for entry in ENTRIES:
        function = getattr(getattr(kibitz.ask, entry.group), entry.name.replace("-", "_"))
        signature = inspect.signature(function)
        assert set(signature.parameters) <= set(re.findall(r"(?m)^(\w+): ", function.__doc__)), entry.path
        assert entry.group in dir(kibitz.ask)
    assert len(dir(kibitz.ask.jeopardy)) == sum(path.startswith("jeopardy.") for path in BY_PATH)


def test_unknown_names_are_refused_with_those_that_exist() -> None:
    with pytest.raises(AttributeError, match=r"use one of .*jeopardy"):
        kibitz.ask.checkers  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"use one of .*daily_double"):
        kibitz.ask.jeopardy.finals  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(InputError, match=r"did you mean jeopardy\.final"):
        kibitz.ask("jeopardy.finall")


WRONG = """
import kibitz
kibitz.ask.jeopardy.final(scores=(1, 2, 3), me=2).wagers
kibitz.ask.jeopardy.final(scores=(1, 2, 3))
kibitz.ask.jeopardy.final(scores=(1, 2, 3), me=2, seat=1)
kibitz.ask.jeopardy.final(scores=(1, 2, 3), me=2, cover="yes")
kibitz.ask("jeopardy.final", scores=(1, 2, 3), me=2).wagers
"""


COMPLETIONS = {
    "import kibitz\nkibitz.ask.je": {"jeopardy"},
    "import kibitz\nkibitz.ask.jeopardy.fi": {"final", "final_card"},
    "import kibitz\nkibitz.ask.jeopardy.final(sco": {"scores="},
    "import kibitz\na = kibitz.ask.jeopardy.final(scores=(1, 2, 3), me=2)\na.wa": {"wager"},
    "import kibitz\na = kibitz.ask.jeopardy.final(scores=(1, 2, 3), me=2)\na.counsel.expl": {"explanation"},
    "import kibitz\nkibitz.ask.jeopardy.final(scores=(1, 2, 3), me=2).to_": {"to_csv"},
}


@pytest.mark.slow
def test_an_editor_completes_questions_arguments_and_fields() -> None:
    """By jedi, which completes in IPython, JupyterLab and several editors."""
    import jedi

    for text, expected in COMPLETIONS.items():
        found = {each.name for each in jedi.Script(text, path="example.py").complete()}
        assert expected <= found, (text, sorted(found)[:10])


def test_rows_and_values_of_pandas_are_arguments() -> None:
    frame = pandas.DataFrame({"scores": ["18400,14600,9000"], "me": [2], "confidence": [0.5], "wager": [float("nan")]})
    row = frame.iloc[0]
    by_row = kibitz.ask("jeopardy.final", scores=row["scores"], me=row["me"], confidence=row["confidence"])
    assert by_row == kibitz.ask.jeopardy.final(scores=(18400, 14600, 9000), me=2, confidence=0.5)
    series = pandas.Series([18400, 14600, 9000])
    assert kibitz.ask.jeopardy.final(scores=series, me=2, confidence=0.5) == by_row
    many = kibitz.ask_many("jeopardy.final", frame)
    assert many["choice"] == (by_row.counsel.choice,)
    assert list(pandas.DataFrame.from_arrow(many).columns) == list(many)
    choices = by_row.table()
    assert duckdb.sql("select count(*), max(worth) from choices").fetchall() == [(14_601, max(choices["worth"]))]


@pytest.mark.slow
def test_a_strict_type_checker_accepts_the_pages_and_refuses_mistakes(tmp_path: Path) -> None:
    for page in PYTHON_PAGES:
        lines = re.findall(r"(?m)^(?:>>>|\.\.\.) ?(.*)$", (ROOT / page).read_text("utf-8"))
        (tmp_path / f"{re.sub(r'[^a-z]', '_', page.lower())}.py").write_text("\n".join(lines) + "\n", "utf-8")
    for notebook in (ROOT / "examples").glob("*.ipynb"):
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        (tmp_path / f"{notebook.stem.replace('-', '_')}.py").write_text(code + "\n", "utf-8")
    (tmp_path / "mypy.ini").write_text("[mypy]\n[mypy-pandas.*]\nignore_missing_imports = true\n")  # it has no types
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(ROOT / ".mypy_cache"), "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    problems = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert not [line for line in problems if not line.startswith("wrong.py")]
    assert {int(line.split(":")[1]) for line in problems} == set(range(3, 8))

"""The report of `python -m papers`: verdicts, every table and figure by number, and runs that continue."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from papers.comparison import Comparison, Row, Verdict
from papers.report import write_html, write_markdown
from papers.runs import PAPERS, Run, compute_all, load_comparisons

ROOT = Path(__file__).resolve().parents[2]

NUMBERED = {
    "watson": [f"Figure {n}" for n in range(1, 11)] + ["Figures 11 and 12"] + [f"Table {n}" for n in range(1, 7)],
    "parametrized_games": ["Figure 1"],
    "seven_letters": ["Tables of sections 4.2 and 4.3", "Charts of sections 4.1 to 4.5"],
    "neurogammon": ["Table 1"],
    "psychometrics": ["Table I and equation 8", "Table of section VII"],
}


def test_every_table_and_figure_of_the_five_papers_has_a_module() -> None:
    places = {(paper, module.PLACE) for paper, module in load_comparisons(tuple(PAPERS))}
    for paper, numbered in NUMBERED.items():
        for place in numbered:
            assert (paper, place) in places


@pytest.mark.parametrize("paper", PAPERS)
def test_the_page_of_a_paper_lists_exactly_its_modules(paper: str) -> None:
    page = (ROOT / "docs" / "papers" / f"{paper}.md").read_text("utf-8")
    listed = re.findall(r"^\| [^|]+ \| `(papers\.[a-z0-9_.]+)` \|", page, re.MULTILINE)
    assert listed == [module.__name__ for name, module in load_comparisons((paper,)) if name == paper]
    assert "open" not in re.findall(r"\| (\w+) \| [^|]*\|$", page, re.MULTILINE)


def test_a_difference_within_the_tolerance_is_reproduced() -> None:
    assert Row("a", 0.65, 0.64, 0.01).verdict is Verdict.REPRODUCED
    assert Row("a", 0.651, 0.64, 0.01).verdict is Verdict.OPEN


def test_a_difference_beyond_the_tolerance_needs_a_reason() -> None:
    assert Row("a", 2, 1).verdict is Verdict.OPEN
    assert Row("a", 2, 1, explained="another engine").verdict is Verdict.EXPLAINED
    assert Row("a", 2, 1, refuted="a sign is wrong").verdict is Verdict.REFUTED
    assert Row("a", 1, 1, refuted="a sign is wrong").reason == ""


def test_a_row_has_a_number_or_says_why_it_has_none() -> None:
    assert Row("a", None, 1, missing="needs recorded games").verdict is Verdict.NOT_RUN
    with pytest.raises(ValueError, match="says why"):
        Row("a", None, 1)
    with pytest.raises(ValueError, match="not both"):
        Row("a", 2, 1, explained="x", refuted="y")


def test_the_report_shows_ours_next_to_the_published_number_and_says_what_was_saved() -> None:
    rows = (Row("mean | bet", 1234.5, 1200, 10, 0, se=3, saved_on="2026-01-02", explained="<b>other</b> games"),)
    item = Comparison("watson", "papers.watson.x", "Table 9", "Bets", rows, 0.1)
    text = write_markdown([item], "today")
    assert "| mean \\| bet | 1,234 ± 3 (saved 2026-01-02) | 1,200 | +34 | 10 | explained |" in text
    assert "&lt;b&gt;other" in write_html([item], "today")


def test_a_run_that_is_started_again_computes_only_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    modules = []
    for name in ("first", "second"):
        source = tmp_path / f"{name}.py"
        source.write_text(name)
        module = ModuleType(name)
        module.__file__ = str(source)
        module.PLACE, module.TITLE = name, name  # type: ignore[attr-defined]
        module.compute = lambda run, name=name: calls.append(name) or [Row(name, 1, 1)]  # type: ignore[attr-defined]
        modules.append(("watson", module))
    monkeypatch.setattr("papers.runs.load_comparisons", lambda papers: modules)
    folder = tmp_path / "parts"
    run = Run(short=False, data=None)
    unfinished = compute_all(run, ("watson",), folder, lambda text: None)
    first = next(unfinished)
    unfinished.close()
    both = list(compute_all(run, ("watson",), folder, lambda text: None))
    assert calls == ["first", "second"]
    assert both[0] == first
    (tmp_path / "first.py").write_text("changed")
    list(compute_all(run, ("watson",), folder, lambda text: None))
    assert calls == ["first", "second", "first"]
    assert json.loads((folder / "second.json").read_text())["rows"][0]["label"] == "second"


def test_kibitz_never_imports_the_papers() -> None:
    sources = {path: path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")}
    assert not [path for path, text in sources.items() if re.search(r"^\s*(from|import) papers\b", text, re.MULTILINE)]

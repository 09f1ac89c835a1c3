"""The table of benchmarks: its verdicts are strict, and the pages show the saved figures."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from results import load_result, replace_between

ROOT = Path(__file__).resolve().parents[1]
BENCHMARKS = ROOT / "benchmarks"
FIGURE = st.floats(1e-9, 1e9)


def line(*arguments: Any) -> Any:
    return importlib.import_module("benchmark_table").Line("what", *arguments)


def saved_figures(name: str) -> Any:
    return load_result(name)["figures"]


@given(FIGURE, st.none() | FIGURE, st.booleans())
def test_a_missing_anchor_is_never_passed_nor_failed(ours: float, bar: float | None, more: bool) -> None:
    missing = line(ours, "s", "peer", None, bar, more)
    assert missing.verdict == "missing"
    assert missing.cells()[2] == "peer: missing"


@given(FIGURE, FIGURE, FIGURE)
def test_a_bar_is_passed_exactly_where_the_ratio_reaches_it(ours: float, theirs: float, bar: float) -> None:
    cost, rate = line(ours, "s", "peer", theirs, bar), line(ours, "a second", "peer", theirs, bar, True)
    assert (cost.verdict == "pass") == (theirs / ours >= bar)
    assert (rate.verdict == "pass") == (ours / theirs >= bar)
    assert {cost.verdict, rate.verdict} <= {"pass", "fail"}
    assert line(ours, "s", "peer", theirs).verdict == ""


def test_a_fixed_bar_is_an_anchor_whose_ratio_is_one() -> None:
    assert [line(seconds, "s", "at most", 2.0, 1).verdict for seconds in (1.9, 2.0, 2.1)] == ["pass", "pass", "fail"]
    assert [line(n, "", "at least", 6, 1, True).verdict for n in (5, 6)] == ["fail", "pass"]


def test_every_benchmark_in_the_table_has_lines() -> None:
    everything = importlib.import_module("all")
    for name in everything.MODULES:
        text = (BENCHMARKS / f"bench_{name}.py").read_text("utf-8")
        assert "def lines(short: bool) -> Iterator[Line]:" in text, name


def test_a_benchmark_that_does_not_run_is_named_and_the_status_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    everything = importlib.import_module("all")

    def measure(name: str, short: bool) -> list[Any]:
        if name == "kuhn":
            raise ImportError("moved")
        return [line(1.0, "s", "peer", None, 1)]

    monkeypatch.setattr(everything, "measure", measure)
    monkeypatch.setattr(sys, "argv", ["all.py", "--short"])
    with pytest.raises(SystemExit) as ended:
        everything.main()
    assert ended.value.code == 1
    assert f"0 pass, 0 fail, {len(everything.MODULES) - 1} missing; did not run: kuhn" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("page", "result", "module"), [("benchmarks", "benchmark_table", "all"), ("clusters", "scale", "bench_scale")]
)
def test_pages_show_the_saved_figures(page: str, result: str, module: str) -> None:
    """Stale: run the benchmark with --page."""
    maker = importlib.import_module(module)
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    tables = {"table": maker.table(saved_figures(result))} if module == "all" else maker.pages(saved_figures(result))
    for name, table in tables.items():
        assert replace_between(text, name, table) == text


def test_the_picture_of_growth_shows_the_saved_figures() -> None:
    """Stale: run benchmarks/growth.py --page."""
    growth = importlib.import_module("growth")
    assert growth.PICTURE.read_text("utf-8") == growth.picture(saved_figures("growth"))


def test_the_model_is_no_faster_than_any_of_its_parts_and_names_what_saturates() -> None:
    scale = importlib.import_module("bench_scale")
    cost = scale.Dispatch(1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0)
    job = scale.Figures("", 1_000, 0.5, 1_000.0, 1_000.0, 0, 10.0)
    times = [scale.elapsed_s(job, cost, workers) for workers in (1, 2, 8, 80, 1_000, 10_000)]
    assert times == sorted(times, reverse=True)
    assert times[-1] >= 10.0 + 0.5
    assert all(scale.speed_up(job, cost, workers) <= workers for workers in (1, 8, 80))
    assert scale.saturates(job, cost) == ("one process", 51)
    heavy = scale.Figures("", 1_000, 0.5, 25e6, 0.0, 0, 0.0)
    assert scale.saturates(heavy, cost)[0] == "the network"

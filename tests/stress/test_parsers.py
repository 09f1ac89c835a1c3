"""Every parser on wrong input made from right input: no crash, nothing over a second, no memory over the limit.

``pytest -m stress tests/stress`` gives each 100,000 cases and saves the outcome in ``benchmarks/results/stress.json``.
"""

from __future__ import annotations

import fcntl
import re
from pathlib import Path

import pytest
from fuzz.harness import MEMORY, SECONDS, Outcome, Parser, bounded, cases, run, trial
from fuzz.mutation import NUMBERS, ODD
from fuzz.parsers import parsers
from hypothesis import given, settings
from hypothesis import strategies as st
from results import load_figures, load_result, save_result

ROOT = Path(__file__).resolve().parents[2]
NAMES = list(parsers())
FEW, MANY, GENERATED = 60, 100_000, 1_000


def generated(parser: Parser, count: int, outcome: Outcome) -> None:
    """Inputs put together by hypothesis from the parser's own words, odd ones and any text."""
    word = st.sampled_from(parser.mutator().words) | st.sampled_from(NUMBERS[:25] + ODD)
    inputs = st.lists(word | st.text(max_size=8).map(lambda text: text.encode("utf-8", "surrogatepass")), max_size=30)

    @settings(max_examples=count, database=None)
    @given(inputs.map(b"".join) | st.binary(max_size=200))
    def give(data: bytes) -> None:
        trial(parser, data, outcome, "made by hypothesis")

    with bounded():
        give()


@pytest.mark.parametrize("name", NAMES)
def test_right_examples_are_taken(name: str) -> None:
    parser = parsers()[name]
    outcome = run(parser, enumerate(parser.examples))
    assert outcome.failures == []
    assert outcome.taken == len(parser.examples)


@pytest.mark.parametrize("name", NAMES)
def test_wrong_input_ends_in_a_value_or_a_sentence(name: str) -> None:
    parser = parsers()[name]
    outcome = run(parser, cases(parser, FEW))
    generated(parser, 10, outcome)
    assert outcome.failures == []
    assert outcome.cases >= FEW


@pytest.mark.stress
@pytest.mark.parametrize("name", NAMES)
def test_a_hundred_thousand_cases_end_in_a_value_or_a_sentence(name: str) -> None:
    parser = parsers()[name]
    outcome = run(parser, cases(parser, MANY))
    generated(parser, GENERATED, outcome)
    assert outcome.failures == []
    assert outcome.cases >= MANY
    save(parser, outcome)


def save(parser: Parser, outcome: Outcome) -> None:
    """Add the outcome to those of the other parsers."""
    with (Path(__file__).parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        figures = {name: each for name, each in load_figures("stress").get("parsers", {}).items() if name in NAMES}
        figures[parser.name] = {
            "cases": outcome.cases,
            "taken": outcome.taken,
            "refused": outcome.refused,
            "slowest": round(outcome.slowest, 3),
        }
        limits = {"seconds of processor time a case": SECONDS, "megabytes beyond the start": MEMORY >> 20}
        save_result("stress", {"limits": limits, "parsers": dict(sorted(figures.items()))})


def test_every_parser_has_a_result_of_a_hundred_thousand_cases() -> None:
    """Missing: run pytest -m stress tests/stress, with -k for single parsers."""
    figures = load_result("stress")["figures"]["parsers"]
    assert set(figures) == set(NAMES)
    assert all(each["cases"] >= MANY and each["slowest"] <= SECONDS for each in figures.values())


def broken(kind: str) -> Parser:
    """A parser that does what none may."""
    endless = re.compile(r"(x+x+)+y")

    def parse(data: bytes) -> object:
        if kind == "crash":
            return [][len(data)]
        if kind == "hang":
            return endless.match("x" * 40)
        return bytearray(2 * MEMORY)

    return Parser(kind, parse, [b"x"])


@pytest.mark.parametrize(("kind", "said"), [("crash", "IndexError"), ("hang", "hung"), ("memory", "took more than")])
def test_the_harness_notices_a_parser_that_crashes_hangs_or_takes_too_much(kind: str, said: str) -> None:
    outcome = run(broken(kind), [(1, b"x")])
    (failure,) = outcome.failures
    assert said in failure


def test_a_case_is_told_by_its_number_alone() -> None:
    parser = parsers()["XGID"]
    assert list(cases(parser, 5, first=20)) == list(cases(parser, 30))[20:25]

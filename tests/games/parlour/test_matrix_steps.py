"""Equilibria of small games step by step, the best-response picture, and the games to pick on the page."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import ask
from kibitz.app.catalogue import CLASSIC_GAMES
from kibitz.core.exhibits import Table
from kibitz.draw.best_responses import BestResponseChart, response_line
from kibitz.games.parlour.answers.solve import SolveAnswer
from kibitz.games.parlour.matrix_steps import derive, to_fractions

PAYOFFS = st.integers(-3, 3)


def solved(text: str) -> SolveAnswer:
    answer = ask("theory.solve", text=text)
    assert isinstance(answer, SolveAnswer)
    return answer


def steps(answer: SolveAnswer) -> list[tuple[str, str]]:
    return [(each.name, each.sentence) for each in derive(answer.rows, answer.columns, to_fractions(answer.payoffs))]


def test_the_prisoners_dilemma_is_solved_by_dominance_alone() -> None:
    result = steps(solved(dict(CLASSIC_GAMES)["Prisoner's dilemma"]))
    assert [name for name, _ in result] == ["Dominance, row", "Dominance, column", "Pure equilibria"]
    assert result[0][1] == "defect is always better than cooperate, so delete cooperate."
    assert result[-1][1].endswith("in the cell (defect, defect).")


def test_pennies_have_no_pure_equilibrium_and_the_equations_of_the_mix() -> None:
    result = dict(steps(solved("3 -1 / -1 1")))
    assert "in no cell" in result["Pure equilibria"]
    assert "(−3)·p + 1·(1 − p) = 1·p + (−1)·(1 − p), so p = 1/3." in result["Mix, p"]


@given(st.lists(st.tuples(PAYOFFS, PAYOFFS), min_size=4, max_size=4))
def test_the_steps_name_the_equilibria_that_the_solver_finds(cells: list[tuple[int, int]]) -> None:
    answer = solved(json.dumps([[list(c) for c in cells[:2]], [list(c) for c in cells[2:]]]))
    text = " ".join(sentence for _, sentence in steps(answer))
    for each in answer.equilibria:
        assert each.exactly is not None
        p, q = Fraction(each.exactly.row["row 1"]), Fraction(each.exactly.column["column 1"])
        if {p, q} <= {0, 1}:
            assert f"(row {2 - int(p)}, column {2 - int(q)})" in text
        elif 0 < p < 1 and 0 < q < 1 and len(answer.components) == len(answer.equilibria):
            assert f"so p = {p}." in text
            assert f"so q = {q}." in text


@given(PAYOFFS, PAYOFFS, st.fractions(0, 1, max_denominator=20))
def test_every_point_of_the_line_is_a_best_response(at_zero: int, at_one: int, other: Fraction) -> None:
    gain = at_zero + other * (at_one - at_zero)
    line = response_line(at_zero, at_one)
    assert (line == ()) == (at_zero == at_one == 0)
    for (x, own), (end, after) in pairwise(line):
        if own == after and x < other < end:
            assert gain * (1 if own else -1) >= 0
        if own != after:
            assert x == pytest.approx(end)
            assert at_zero + x * (at_one - at_zero) == pytest.approx(0)


@pytest.mark.parametrize("text", [text for _, text in CLASSIC_GAMES], ids=[name for name, _ in CLASSIC_GAMES])
def test_every_classic_game_is_solved_exactly_with_its_steps(text: str) -> None:
    answer = solved(text)
    assert answer.complete
    tables = [each for each in answer.exhibits() if isinstance(each, Table)]
    assert [table.title for table in tables] == ["Step by step"]
    charts = [each for each in answer.exhibits() if isinstance(each, BestResponseChart)]
    assert len(charts) == (len(answer.rows) == 2)
    for chart in charts:
        assert chart.svg().count('class="best"') == len(answer.equilibria)
        assert len(chart.table().rows) == len(answer.equilibria)


def test_large_games_have_no_steps() -> None:
    answer = solved(json.dumps([[(3 * i + 7 * j) % 11 for j in range(5)] for i in range(5)]))
    assert list(answer.derivation()) == []

"""Learning lists: small games with known answers, honest bounds, clear refusals, the same result on any executor."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.core.work import MemoryCheckpointStore, WorkCancelled, WorkContext
from kibitz.games.parlour import final, two_by_two
from kibitz.games.parlour.kuhn import family
from kibitz.rules.answers.learning import learn_templates
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.language.notation import format_list
from kibitz.rules.learning.lists import LearnedLists, learn
from kibitz.rules.proof.verification import verify_proof

PENNIES = PolynomialGame(
    "pennies",
    "Matching pennies with a stake",
    ("row", "column"),
    parse_domain("s in [-1, 1]"),
    Objective.EXPLOITABILITY,
    ("heads", "tails"),
    ("heads", "tails"),
    tuple(tuple(parse_expression(text) for text in line) for line in (("s", "0"), ("0", "1"))),
)
"""The first role mixes for a positive stake; for a negative one tails is enough."""


@pytest.fixture(scope="module")
def pennies() -> LearnedLists:
    return learn(PENNIES, samples=60)


def test_a_game_with_a_kink_is_learnt_exactly(pennies: LearnedLists) -> None:
    assert pennies.implementation == (2, 1, 0)
    for learned in pennies.roles:
        assert learned.proof is not None
        assert verify_proof(learned.proof, PENNIES, learned.decision_list).epsilon == 0
        assert learned.undefined == ()
        assert learned.worst < 1e-12
    for point in PENNIES.domain.exact_grid(9):
        strategies = {r.role: r.decision_list.apply(point)[0] for r in pennies.roles}
        assert set(PENNIES.losses(strategies, point).values()) == {0}


def test_any_executor_gives_the_same_lists(pennies: LearnedLists) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert learn(PENNIES, samples=60, executor=executor) == pennies


def test_one_role_can_be_learnt_alone(pennies: LearnedLists) -> None:
    alone = learn(PENNIES, samples=60, roles=("column",))
    assert [learned.role for learned in alone.roles] == ["column"]
    assert alone["column"].decision_list == pennies["column"].decision_list
    with pytest.raises(InputError, match="role"):
        alone["row"]


def test_a_tolerance_buys_a_shorter_list_with_an_honest_bound() -> None:
    result = learn(PENNIES, samples=60, epsilon=Fraction(1, 4), roles=("row",))["row"]
    assert result.depth == 1
    assert result.epsilon is not None
    assert 0 < result.epsilon <= Fraction(1, 4)
    points = PENNIES.domain.sample(np.random.default_rng(9), 3_000)
    assert PENNIES.check_losses([result.decision_list], points)["row"].max() <= float(result.epsilon) + 1e-12


def test_too_little_depth_gives_the_best_list_of_that_depth_with_its_bound() -> None:
    result = learn(PENNIES, samples=60, depth=1, roles=("row",))["row"]
    assert result.depth == 1
    assert not result.is_exact
    assert result.epsilon is not None
    assert result.worst <= float(result.epsilon) < 1


def test_progress_runs_to_the_end(pennies: LearnedLists) -> None:
    seen: list[tuple[int, int]] = []
    learn(PENNIES, samples=60, progress=lambda done, total: seen.append((done, total)))
    assert seen[0][0] == 0
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_an_interrupt_passes_through() -> None:
    def interrupt(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn(PENNIES, samples=60, progress=interrupt)


def test_a_question_that_was_stopped_goes_on_with_the_role_it_had_not_learnt(pennies: LearnedLists) -> None:
    effort = {
        "depth": None,
        "width": None,
        "epsilon": 0.0,
        "samples": 60,
        "cells": 400,
        "seconds": 60.0,
        "roles": (),
        "seed": 0,
    }
    seen: list[int] = []

    def stopping(done: int, total: int, note: str) -> None:
        if 2 * done > total:  # the second role is under way
            raise WorkCancelled

    store = MemoryCheckpointStore()
    with pytest.raises(WorkCancelled):
        learn_templates(PENNIES, WorkContext(stopping, store=store), **effort)
    assert len(store.data) == 1
    result, proofs = learn_templates(
        PENNIES, WorkContext(lambda done, total, note: seen.append(2 * done - total), store=store), **effort
    )
    assert min(seen) >= 0
    assert [each.list for each in result] == [format_list(each.decision_list) for each in pennies.roles]
    assert len(proofs) == 2
    assert store.data == {}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"depth": 0}, "depth: must be a whole number from 1"),
        ({"depth": 99}, "depth"),
        ({"width": 9}, "width"),
        ({"samples": 1}, "samples"),
        ({"samples": 10**9}, "samples"),
        ({"epsilon": -0.1}, "epsilon"),
        ({"epsilon": float("nan")}, "epsilon"),
        ({"roles": ("nobody",)}, "role"),
        ({"max_cells": 0}, "max_cells"),
    ],
)
def test_senseless_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        learn(PENNIES, **options)


def test_games_that_cannot_be_learnt_are_refused() -> None:
    with pytest.raises(InputError, match="learnt together"):
        learn(two_by_two.game(), roles=("row",))
    with pytest.raises(InputError, match="polynomials"):
        learn(family.KuhnGame())
    bent = replace(PENNIES, row_payoffs=((parse_expression("abs(s)"), parse_expression("0")),) * 2)
    with pytest.raises(InputError, match="functions"):
        learn(bent)
    many = ", ".join(f"x{i} in [0, 1]" for i in range(9))
    wide = replace(PENNIES, domain=parse_domain(f"s in [0, 1], {many}"))
    with pytest.raises(InputError, match="parameters"):
        learn(wide)
    with pytest.raises(InputError, match="actions"):
        learn(final.game(60, 3))

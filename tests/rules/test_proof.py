"""Proofs: they survive being written down, and one that was tampered with is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from kibitz.core import InputError
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.language.notation import parse_list
from kibitz.rules.learning.partition import partition
from kibitz.rules.proof.proof import Proof, ProofCell
from kibitz.rules.proof.search import certify
from kibitz.rules.proof.verification import ProofError, verify_proof

MATCHING = PolynomialGame(
    "pennies",
    "Matching pennies with stakes",
    ("row", "column"),
    parse_domain("s in [1, 2], t in [1, 2]"),
    Objective.EXPLOITABILITY,
    ("heads", "tails"),
    ("heads", "tails"),
    tuple(tuple(parse_expression(text) for text in line) for line in (("s", "-1"), ("-1", "t"))),
)
ROW = parse_list("list: mix\nfor: row\nelse: heads with (t + 1)/(s + t + 2), otherwise tails\n")
BOTH = parse_list(
    "list: mix\nfor: row; column\n"
    "else: heads with (t + 1)/(s + t + 2), otherwise tails; heads with (t + 1)/(s + t + 2), otherwise tails\n"
)
CHOICE = PolynomialGame(
    "choice",
    "Take the better one",
    ("you",),
    parse_domain("u in [0, 1], v in [0, 1]"),
    Objective.PAYOFF,
    ("first", "second"),
    ("worth",),
    ((parse_expression("u"),), (parse_expression("v^2"),)),
)
CHOOSE = parse_list("list: choose\nfor: you\nif u >= v^2: first\nelse: second\n")


@pytest.fixture(scope="module")
def both_proof() -> Proof:
    proof = certify(MATCHING, BOTH)
    assert proof is not None
    return proof


@pytest.fixture(scope="module")
def choice_proof() -> Proof:
    proof = certify(CHOICE, CHOOSE)
    assert proof is not None
    return proof


@pytest.fixture(scope="module")
def box_proof() -> Proof:
    return partition(MATCHING, leaves=4).proof


def test_the_exact_equilibrium_is_proved_to_lose_nothing(both_proof: Proof) -> None:
    assert verify_proof(both_proof, MATCHING, BOTH).epsilon == 0
    assert both_proof.undefined == ()


def test_a_guard_serves_as_multiplier_where_the_loss_has_its_sign(choice_proof: Proof) -> None:
    assert verify_proof(choice_proof, CHOICE, CHOOSE).epsilon == 0
    assert any(entry.multipliers for cell in choice_proof.cells for entry in cell.entries)


def test_a_list_for_one_role_needs_a_witness_of_the_other(both_proof: Proof) -> None:
    proof = certify(MATCHING, ROW, witnesses=[BOTH.default[1]])
    assert proof is not None
    assert verify_proof(proof, MATCHING, ROW).epsilon == 0
    assert all(entry.witness is not None for cell in proof.cells for entry in cell.entries)


@pytest.mark.parametrize("name", ["both_proof", "choice_proof", "box_proof"])
def test_a_proof_survives_json(name: str, request: pytest.FixtureRequest) -> None:
    proof = request.getfixturevalue(name)
    again = Proof.from_json(proof.to_json())
    assert again == proof
    verify_proof(again, CHOICE if name == "choice_proof" else MATCHING)


def tampered(proof: Proof, change: Callable[[Any], None]) -> Proof:
    data = json.loads(proof.to_json())
    change(data)
    return Proof.from_json(json.dumps(data))


def smaller_epsilon(data: Any) -> None:
    data["epsilon"] = str(Fraction(data["epsilon"]) / 2)


def lost_cell(data: Any) -> None:
    data["cells"].pop()


def lost_entry(data: Any) -> None:
    data["cells"][0]["entries"].pop()


def shrunk_cell(data: Any) -> None:
    low, high = data["cells"][0]["box"][0]
    data["cells"][0]["box"][0] = [low, str((Fraction(low) + Fraction(high)) / 2)]


def other_claim(data: Any) -> None:
    data["claim"] = "row"


@pytest.mark.parametrize("change", [smaller_epsilon, lost_cell, lost_entry, shrunk_cell, other_claim])
def test_a_tampered_partition_is_refused(change: Callable[[Any], None], box_proof: Proof) -> None:
    with pytest.raises(InputError):
        verify_proof(tampered(box_proof, change), MATCHING)


def test_a_doubled_cell_is_refused(box_proof: Proof) -> None:
    cells = (*box_proof.cells[:-1], box_proof.cells[0])
    with pytest.raises(ProofError):
        verify_proof(replace(box_proof, cells=cells), MATCHING)


def test_a_cell_outside_the_domain_is_refused(box_proof: Proof) -> None:
    wide = ((Fraction(0), Fraction(2)), (Fraction(1), Fraction(2)))
    with pytest.raises(ProofError, match="do not cover the domain"):
        verify_proof(replace(box_proof, cells=(ProofCell(wide, box_proof.cells[0].entries),)), MATCHING)


def test_a_list_that_loses_more_than_the_proof_says_is_refused(both_proof: Proof) -> None:
    worse = parse_list("list: mix\nfor: row; column\nelse: heads; tails\n")
    with pytest.raises(ProofError, match="shows only"):
        verify_proof(replace(both_proof, decision_list=worse), MATCHING)


def test_a_proof_about_another_list_or_game_is_refused(both_proof: Proof) -> None:
    with pytest.raises(ProofError, match="another decision list"):
        verify_proof(both_proof, MATCHING, ROW)
    with pytest.raises(ProofError, match="about the game pennies"):
        verify_proof(both_proof, replace(MATCHING, name="other"))


def changed_multiplier(data: Any) -> None:
    for cell in data["cells"]:
        for entry in cell["entries"]:
            for multiplier in entry.get("multipliers", []):
                multiplier["polynomial"] = [[e, str(-Fraction(c))] for e, c in multiplier["polynomial"]]


def lost_multipliers(data: Any) -> None:
    for cell in data["cells"]:
        for entry in cell["entries"]:
            entry.pop("multipliers", None)


def foreign_inequality(data: Any) -> None:
    data["cells"][0]["entries"][0]["multipliers"][0]["product"] = [7]


def spare_multiplier(data: Any) -> None:
    data["cells"][0]["entries"][0]["multipliers"][0]["inequality"] = 99


@pytest.mark.parametrize("change", [changed_multiplier, lost_multipliers, foreign_inequality, spare_multiplier])
def test_tampered_multipliers_are_refused(change: Callable[[Any], None], choice_proof: Proof) -> None:
    with pytest.raises(ProofError):
        verify_proof(tampered(choice_proof, change), CHOICE)


def test_a_rule_that_fires_cannot_be_called_impossible(choice_proof: Proof) -> None:
    cells = tuple(
        ProofCell(cell.box, tuple(replace(entry, empty=True, multipliers=()) for entry in cell.entries))
        for cell in choice_proof.cells
    )
    with pytest.raises(ProofError, match="cannot fire"):
        verify_proof(replace(choice_proof, cells=cells), CHOICE)


def test_a_false_level_proves_nothing(choice_proof: Proof) -> None:
    def lower(data: Any) -> None:
        for cell in data["cells"]:
            for entry in cell["entries"]:
                if "level" in entry:
                    entry["level"] = "-1"

    with pytest.raises(ProofError):
        verify_proof(tampered(choice_proof, lower), CHOICE)


def test_a_hole_must_be_declared() -> None:
    game = replace(MATCHING, domain=parse_domain("s in [-1, 2], t in [-1, 2]"))
    proof = certify(game, BOTH)
    assert proof is not None
    assert proof.epsilon == 0
    assert proof.undefined == ("2 + s + t = 0",), "at s = t = -1 the formula is 0/0"
    assert verify_proof(proof, game).undefined == proof.undefined
    with pytest.raises(ProofError, match="does not mention"):
        verify_proof(replace(proof, undefined=()), game)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"version": 1}', '{"version": 2}', "{" * 100_000, '{"version": 1, "game": 3}']
)
def test_what_is_no_proof_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(InputError, match="proof") as caught:
        Proof.from_json(text)
    assert "\n" not in str(caught.value)


def test_multipliers_of_the_wrong_shape_are_refused(choice_proof: Proof) -> None:
    def longer(data: Any) -> None:
        data["cells"][0]["entries"][0]["multipliers"][0]["polynomial"][0][0] = [1, 2, 3]

    with pytest.raises(InputError, match="one exponent"):
        tampered(choice_proof, longer)


def test_polynomials_of_other_parameters_are_refused_as_multipliers(choice_proof: Proof) -> None:
    entry = choice_proof.cells[0].entries[0]
    foreign = replace(entry.multipliers[0], polynomial=Polynomial.constant(("x", "y"), 1))
    cell = ProofCell(
        choice_proof.cells[0].box, (replace(entry, multipliers=(foreign,)), *choice_proof.cells[0].entries[1:])
    )
    with pytest.raises(ProofError):
        verify_proof(replace(choice_proof, cells=(cell,)), CHOICE)

"""Proofs by exact cells are accepted by an independent checker, and tampered ones are refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from independent_checker import Game, RefusedError, check_certificate
from small_games import CYCLIC, FOUR_LINES, random_game, zero_sum

from kibitz.core import InputError
from kibitz.rules.games.game import PolynomialGame
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.language.notation import parse_list
from kibitz.rules.learning.lists import learn
from kibitz.rules.proof.proof import Proof
from kibitz.rules.proof.verification import verify_proof

NUMBER = re.compile(r"(?<![A-Za-z_0-9.])\d+(?![A-Za-z_0-9.])")


def as_text(game: PolynomialGame) -> Game:
    """The game for the checker, which reads texts alone."""
    payoffs = PolynomialPayoffs.of(game)
    box = [(str(low), str(high)) for low, high in payoffs.box]
    result = Game(list(payoffs.names), box, [[str(entry) for entry in line] for line in payoffs.row])
    result.actions = [list(labels) for labels in payoffs.actions]
    result.roles = list(payoffs.roles)
    return result


def certificates(game: PolynomialGame) -> list[str]:
    proofs = [role.proof for role in learn(game, seed=1).roles]
    return [proof.to_json() for proof in proofs if proof is not None and proof.pairs]


@pytest.mark.parametrize("seed", [1, 4])
def test_certificates_of_one_parameter_are_accepted(seed: int) -> None:
    game = random_game(seed, 2 + seed % 3, 1)
    found = certificates(game)
    assert len(found) == 2
    for text in found:
        assert check_certificate(as_text(game), text) >= 3


def test_the_certificate_with_irrational_breakpoints_is_accepted() -> None:
    for text in certificates(zero_sum(FOUR_LINES, 1)):
        assert check_certificate(as_text(zero_sum(FOUR_LINES, 1)), text) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("rows", [CYCLIC[:2], CYCLIC])
def test_certificates_of_two_parameters_are_accepted(rows: tuple[tuple[str, ...], ...]) -> None:
    game = zero_sum(rows, 2)
    found = certificates(game)
    assert found
    for text in found:
        assert check_certificate(as_text(game), text) > 4


def loses_somewhere(game: PolynomialGame, text: str) -> bool:
    """Whether the list of a certificate really loses, or has no answer, at some exact point."""
    decision_list = parse_list(json.loads(text)["list"])
    for k in range(1, 40):
        point = {"p1": Fraction(k, 40)}
        try:
            [strategy] = decision_list.apply(point)
        except InputError:
            return True
        if game.losses({decision_list.roles[0]: strategy}, point)[decision_list.roles[0]] > 0:
            return True
    return False


def tamper(text: str, rng: np.random.Generator) -> Iterator[str]:
    """Certificates for lists with another number in a rule."""
    data = json.loads(text)
    head, *lines = data["list"].split("\n")
    while True:
        body = "\n".join(lines)
        places = [m for m in NUMBER.finditer(body) if m.start() > body.index("\n")]
        if not places:
            return
        place = places[int(rng.integers(len(places)))]
        changed = body[: place.start()] + str(int(place[0]) + int(rng.integers(1, 4))) + body[place.end() :]
        yield json.dumps(data | {"list": f"{head}\n{changed}"})


def refuse_tampered(seeds: range, wanted: int) -> int:
    refused, n_lists = 0, 0
    rng = np.random.default_rng(1)
    for seed in seeds:
        game = random_game(seed, 3, 1)
        checked = as_text(game)
        for text in certificates(game):
            if Proof.from_json(text).decision_list.depth < 2:
                continue
            n_lists += 1
            for _, other in zip(range(wanted // 10 + 5), tamper(text, rng), strict=False):
                try:
                    is_wrong = loses_somewhere(game, other)
                except InputError:
                    continue
                if is_wrong:
                    with pytest.raises(RefusedError):
                        check_certificate(checked, other)
                    refused += 1
                    if refused == wanted:
                        return refused
    return refused


@pytest.mark.slow
def test_tampered_certificates_are_refused() -> None:
    assert refuse_tampered(range(20), 25) == 25


@pytest.mark.slow
def test_a_certificate_with_another_list_pairs_or_claim_is_refused() -> None:
    game = zero_sum(FOUR_LINES, 1)
    data = json.loads(certificates(game)[0])
    later = {"list": data["list"].replace("p1 <= 1/2", "p1 <= 3/4")}
    assert later["list"] != data["list"]
    for change in (later, {"pairs": data["pairs"][1:]}, {"claim": "column"}, {"epsilon": "-1"}, {"witnesses": []}):
        with pytest.raises(RefusedError):
            check_certificate(as_text(game), json.dumps(data | change))
        with pytest.raises(InputError):
            verify_proof(Proof.from_json(json.dumps(data | change)), game)

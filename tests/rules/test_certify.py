"""Finding proofs: right lists are proved, wrong ones are not, and no sample ever exceeds what is proved."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.parlour import final, two_by_two, weakest_link
from kibitz.rules.games.slacks import Claim
from kibitz.rules.language.notation import parse_list
from kibitz.rules.proof.search import certify
from kibitz.rules.proof.verification import verify_proof

FINAL = final.game(5, 3)
TOTAL = """
list: Final 5 v 3, defined everywhere
for: player 1; player 2
let D = 1 - p1 + p1*p2
if (1 - p1)*(1 - 2*p2) <= 0: 2; 3
else: 1 with (1 - p1)*(1 - 2*p2)/D, otherwise 2; 0 with p1*p2/D, otherwise 3
"""


def test_both_roles_of_final_are_proved_at_once_by_the_gap() -> None:
    decisions = parse_list(TOTAL)
    proof = certify(FINAL, decisions)
    assert proof is not None
    assert proof.claim is Claim.GAP
    verified = verify_proof(proof, FINAL, decisions)
    assert (verified.epsilon, verified.undefined) == (0, ())


def test_a_list_that_loses_is_never_proved_to_lose_nothing() -> None:
    decisions = parse_list(TOTAL.replace("1 - 2*p2)/D", "1 - 3*p2)/D").replace("(1 - 2*p2) <= 0", "(1 - 3*p2) <= 0"))
    points = FINAL.domain.sample(np.random.default_rng(0), 4_000)
    losses = FINAL.check_losses([decisions], points)
    worst = float((losses["player 1"] + losses["player 2"]).max())
    assert worst > 0.01
    proof = certify(FINAL, decisions, max_cells=60)
    assert proof is not None
    assert worst - 1e-12 <= float(proof.epsilon) < 4 * worst


def test_without_a_target_the_bound_comes_close_to_the_measured_loss() -> None:
    decisions = parse_list("list: halves\nfor: player 1\nif p2 >= 1/2: 2\nelse: 1 with 1/2, otherwise 2\n")
    points = FINAL.domain.sample(np.random.default_rng(0), 4_000)
    worst = float(FINAL.check_losses([decisions], points)["player 1"].max())
    proof = certify(FINAL, decisions, max_cells=120)
    assert proof is not None
    assert verify_proof(proof, FINAL).epsilon == proof.epsilon
    assert worst - 1e-12 <= float(proof.epsilon) <= 1.6 * worst


def test_a_formula_that_leaves_the_simplex_has_no_proof() -> None:
    decisions = parse_list("list: bad\nfor: player 1\nelse: 1 with 2*p1 - 1/2, otherwise 2\n")
    assert certify(FINAL, decisions, max_cells=12) is None


def test_the_right_vote_is_proved_and_the_printed_one_is_not() -> None:
    game = weakest_link.game()
    editions = game.lists()
    [right], [printed] = editions["corrected"], editions["published"]
    proof = certify(game, right)
    assert proof is not None
    assert verify_proof(proof, game).epsilon == 0
    loose = certify(game, printed, max_cells=20)
    assert loose is not None
    points = game.domain.sample(np.random.default_rng(0), 20_000)
    worst = max(loss.max() for loss in game.check_losses([printed], points).values())
    assert float(loose.epsilon) >= worst > 0.1


def test_zero_sum_two_by_two_needs_guards_of_two_conditions_and_the_proof_uses_them() -> None:
    game = two_by_two.zero_sum_game()
    a, c, e, g = game.domain.names
    decisions = parse_list(
        "list: saddle points, then the mix\nfor: row; column\n"
        f"if {a} >= {e} and {a} <= {c}: {game.rows[0]}; {game.columns[0]}\n"
        f"else if {c} >= {g} and {c} <= {a}: {game.rows[0]}; {game.columns[1]}\n"
        f"else if {e} >= {a} and {e} <= {g}: {game.rows[1]}; {game.columns[0]}\n"
        f"else if {g} >= {c} and {g} <= {e}: {game.rows[1]}; {game.columns[1]}\n"
        f"else: {game.rows[0]} with ({g} - {e})/({a} - {c} + {g} - {e}), otherwise {game.rows[1]}; "
        f"{game.columns[0]} with ({g} - {c})/({a} - {c} + {g} - {e}), otherwise {game.columns[1]}\n"
    )
    proof = certify(game, decisions, epsilon=0, max_cells=1)
    assert proof is not None
    verified = verify_proof(proof, game, decisions)
    assert (verified.epsilon, verified.undefined, verified.n_cells) == (0, (), 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("list: x\nfor: player 1\nif min(p1, p2) > 0: 1\nelse: 2\n", "functions"),
        ("list: x\nfor: player 1\nelse: 9\n", "action '9'"),
        ("list: x\nfor: player 7\nelse: 1\n", "player 7"),
        ("list: x\nfor: player 1\nif 1/p1 > 2: 1\nelse: 2\n", "polynomial"),
        ("list: x\nfor: player 1\nif r > 2: 1\nelse: 2\n", "r: the parameters"),
    ],
)
def test_lists_that_cannot_be_certified_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        certify(FINAL, parse_list(text))


@pytest.mark.parametrize(("name", "value"), [("epsilon", -1), ("epsilon", float("nan")), ("max_cells", 0)])
def test_senseless_options_are_refused(name: str, value: float) -> None:
    with pytest.raises(InputError, match=name):
        certify(FINAL, parse_list(TOTAL), **{name: value})


def test_progress_is_reported_and_an_interrupt_passes_through() -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    decisions = parse_list("list: halves\nfor: player 1\nelse: 1 with 1/2, otherwise 2\n")
    with pytest.raises(KeyboardInterrupt):
        certify(FINAL, decisions, epsilon=Fraction(1, 1000), max_cells=200, progress=interrupt)

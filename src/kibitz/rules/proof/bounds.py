"""Proved bounds on the loss of lists: find a proof for each list, verify it, and report the bound for each role."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from kibitz.core import InputError
from kibitz.core.step_limit import StepLimitError
from kibitz.rules.algebra.regions import substitute
from kibitz.rules.games.game import Objective, ParametrizedGame, PolynomialGame, ProvingFamily
from kibitz.rules.games.slacks import list_definitions
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.losses import LossCheck
from kibitz.rules.proof.proof import Proof
from kibitz.simulate.executors import Progress, no_progress

DEFAULT_CELLS = 20
"""Default for the maximum number of cells in the search for a proof."""


def is_quick_to_prove(game: ParametrizedGame) -> bool:
    """Whether the search for a proof takes seconds: two parameters, or up to five against given opponents."""
    if not isinstance(game, PolynomialGame):
        return False
    return len(game.domain.names) <= (5 if game.objective is Objective.PAYOFF else 2)


def find_proofs(
    game: ParametrizedGame,
    lists: Sequence[DecisionList],
    max_cells: int = DEFAULT_CELLS,
    progress: Progress = no_progress,
) -> tuple[Proof, ...]:
    """Proofs of bounds on the loss of the lists, for those where one is found.

    The strategies of the other roles' lists are witnesses of the game's value, so two optimal lists prove each other.
    """
    from kibitz.rules.proof.search import certify

    result = []
    for at, decisions in enumerate(lists):
        others = [each for i, each in enumerate(lists) if i != at]
        witnesses = tuple(mix for each in others for mix in _witnesses(each, game))
        proof = certify(game, decisions, max_cells=max_cells, witnesses=witnesses, progress=progress)
        if proof is not None:
            result.append(proof)
    return tuple(result)


def _witnesses(decisions: DecisionList, game: ParametrizedGame) -> Iterable[Mix]:
    """The strategies of a list for one role, with definitions expanded."""
    if len(decisions.roles) != 1:
        return []
    known = list_definitions(decisions)
    mixes = dict.fromkeys(
        Mix(tuple((label, substitute(weight, known)) for label, weight in mix.weights), mix.rest)
        for (mix,) in decisions.outcomes
    )
    return [mix for mix in mixes if mix.names <= set(game.domain.names)]


def verify_bounds(proofs: Iterable[Proof], game: ParametrizedGame) -> dict[str, Fraction]:
    """The proved bound on each role's loss; every proof is verified from scratch against ``game``."""
    from kibitz.rules.proof.verification import verify_proof

    bounds: dict[str, Fraction] = {}
    for proof in proofs:
        verified = verify_proof(proof, game, proof.decision_list)
        for role in proof.decision_list.roles:
            bounds[role] = min(verified.epsilon, bounds.get(role, verified.epsilon))
    return bounds


def check_with_proofs(
    check: LossCheck,
    game: ParametrizedGame,
    lists: Sequence[DecisionList],
    proofs: Sequence[Proof],
    seek: bool = True,
    progress: Progress = no_progress,
) -> LossCheck:
    """The check with the bounds of verified proofs, or with those that the game proves itself."""
    if not isinstance(game, ProvingFamily) or not seek:
        return check.with_bounds(verify_bounds(proofs, game))
    try:
        bounds = game.prove(lists, progress)
    except StepLimitError:
        raise
    except InputError:
        return check
    return replace(check.with_bounds(bounds), proved_for=game.proved_for)


def format_proofs(proofs: Iterable[Proof]) -> str:
    """Proofs as text, one JSON object per line."""
    return "".join(json.dumps(json.loads(proof.to_json())) + "\n" for proof in proofs)


def parse_proofs(text: str) -> tuple[Proof, ...]:
    """The proofs written by `format_proofs`."""
    proofs = tuple(Proof.from_json(line) for line in text.splitlines() if line.strip())
    if not proofs:
        raise InputError("proof: must be a file with one JSON object per line")
    return proofs

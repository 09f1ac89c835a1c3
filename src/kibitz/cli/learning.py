"""What ``kibitz rules learn`` computes: small lists with formulas, or constant strategies on boxes, with proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.cli.answers import Answer
from kibitz.cli.progress import progress_bar

if TYPE_CHECKING:
    from kibitz.rules.games.game import ParametrizedGame
    from kibitz.rules.language.decision_list import DecisionList
    from kibitz.rules.proof.proof import Proof

Learnt = tuple[Answer, tuple["DecisionList", ...], tuple["Proof", ...]]


def learned_lists(game: ParametrizedGame, **options: Any) -> Learnt:
    """The shortest lists found, one a role, with the bounds that their proofs give when verified again."""
    from kibitz.rules.language.notation import format_list
    from kibitz.rules.learning.lists import learn
    from kibitz.rules.proof.proved import proved_bounds

    with progress_bar("learning") as progress:
        learned = learn(
            game,
            depth=options["depth"],
            width=options["width"],
            epsilon=options["epsilon"],
            samples=options["samples"],
            max_cells=options["cells"],
            seconds=options["seconds"],
            roles=options["roles"] or None,
            seed=options["seed"],
            progress=progress,
        )
    proofs = tuple(each.proof for each in learned.roles if each.proof is not None)
    bounds = proved_bounds(proofs, game)
    found = [
        {
            "role": each.role,
            "list": format_list(each.decision_list),
            "depth": each.depth,
            "width": each.width,
            "epsilon": None if each.role not in bounds else float(bounds[each.role]),
            "exact": bounds.get(each.role) == 0,
            "undefined": list(each.undefined),
            "mean": each.mean,
            "mean_se": each.mean_se,
            "worst": each.worst,
            "n": each.n_measured,
            "samples": each.n_samples,
            "templates": each.n_templates,
            "guards": each.n_guards,
            "cells": None if each.proof is None else len(each.proof.cells),
        }
        for each in learned.roles
    ]
    return _answer(game, "templates", found, options["seed"]), learned.lists, proofs


def constant_lists(game: ParametrizedGame, **options: Any) -> Learnt:
    """One list of constant strategies on boxes, with the bound on the sum of the roles' losses."""
    from kibitz.rules.language.notation import format_list
    from kibitz.rules.learning.partition import partition
    from kibitz.rules.proof.proved import proved_bounds

    with progress_bar("cutting") as progress:
        cut = partition(game, leaves=options["leaves"], progress=progress)
    decisions = cut.decision_list
    bound = max(proved_bounds((cut.proof,), game).values())
    found = {
        "role": " and ".join(decisions.roles),
        "list": format_list(decisions),
        "depth": decisions.depth,
        "width": decisions.width,
        "epsilon": float(bound),
        "exact": bound == 0,
        "undefined": list(cut.proof.undefined),
        "cells": len(cut.proof.cells),
        "bounds": list(cut.bounds),
    }
    return _answer(game, "constants", [found], options["seed"]), (decisions,), (cut.proof,)


def _answer(game: ParametrizedGame, kind: str, found: list[Answer], seed: int) -> Answer:
    bounds = [each["epsilon"] for each in found]
    return {
        "game": game.name,
        "title": game.title,
        "kind": kind,
        "seed": seed,
        "depth": max(each["depth"] for each in found),
        "width": max(each["width"] for each in found),
        "epsilon": None if None in bounds else max(bounds),
        "roles": found,
    }

"""Random zero-sum games by class: is the list of the row exact, proved, shortest, without holes, and how long it takes.

Run ``python benchmarks/bench_parametric.py FOLDER``. Every game is stored in FOLDER when it is done, so that a stopped
run goes on, and the result is saved after every twenty games: ``games`` counts those with the seeds 0, 1, 2, ... that
are done. ``--short`` learns a few games and saves nothing. Payoffs are affine with constants from -1 to 1 and slopes
from -3 to 3 in each parameter, parameters from 0 to 1. The baseline is a tree of constants with as many leaves as the
list has lines, on the same fresh points.
"""

from __future__ import annotations

import json
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from results import save_result

from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import Domain, Parameter
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.learning.baselines import tree_lists
from kibitz.rules.learning.lists import learn
from kibitz.rules.proof.proof import Proof
from kibitz.rules.proof.verification import verify_proof

CLASSES = {
    "3x3, 1 parameter": (3, 1),
    "4x4, 1 parameter": (4, 1),
    "5x5, 1 parameter": (5, 1),
    "3x3, 2 parameters": (3, 2),
    "2x2, 3 parameters": (2, 3),
    "4x4, 2 parameters": (4, 2),
}
"""Actions and parameters; the games of a class have the seeds 0, 1, 2, ..."""
N_GAMES, N_SHORT = 200, 3
SAVE_EVERY = 20
SECONDS, SECONDS_OF_LARGE = 10.0, 25.0
"""Step limit of a role, in seconds of steps; the larger one for 4x4 games with two parameters."""


def random_game(seed: int, actions: int, parameters: int) -> PolynomialGame:
    """A random zero-sum game."""
    rng = np.random.default_rng([seed, actions, parameters])

    def entry() -> str:
        slopes = (f"({rng.integers(-3, 4)})*p{k + 1}" for k in range(parameters))
        return " + ".join((f"({rng.integers(-1, 2)})", *slopes))

    rows = tuple(tuple(parse_expression(entry()) for _ in range(actions)) for _ in range(actions))
    domain = Domain(tuple(Parameter(f"p{k + 1}", Fraction(0), Fraction(1)) for k in range(parameters)))
    labels = tuple("abcdefgh"[:actions])
    roles = ("row", "column")
    return PolynomialGame("random", "Random", roles, domain, Objective.EXPLOITABILITY, labels, labels, rows)


def measure_game(seed: int, actions: int, parameters: int) -> dict[str, object]:
    """What is learnt for one game, and how long it takes in seconds of processor time."""
    game = random_game(seed, actions, parameters)
    start = time.process_time()
    limit = SECONDS_OF_LARGE if (actions, parameters) == (4, 2) else SECONDS
    learned = learn(game, seed=1, seconds=limit, roles=("row",))["row"]
    seconds = time.process_time() - start
    proof = None if learned.proof is None else Proof.from_json(learned.proof.to_json())
    bound = None if proof is None else verify_proof(proof, game, learned.decision_list).epsilon
    points = game.domain.sample(np.random.default_rng(2), 1_000)
    tree = tree_lists(game, points, min(learned.depth, 12))[0]
    fresh = game.domain.sample(np.random.default_rng(3), 5_000)
    return {
        "seed": seed,
        "kind": "proved exact" if bound == 0 else "exact unproved" if learned.worst < 1e-9 else "lossy",
        "holes": learned.n_undefined,
        "curve": list(learned.undefined),
        "shortest": learned.is_shortest,
        "worst": learned.worst,
        "depth": learned.depth,
        "tree": float(game.check_losses([tree], fresh)["row"].mean()),
        "seconds": seconds,
    }


def summarize(games: list[dict[str, Any]]) -> dict[str, object]:
    """The figures of a class of games."""
    kinds = [game["kind"] for game in games]
    seconds = [game["seconds"] for game in games]
    depths = [game["depth"] for game in games]
    return {
        "games": len(games),
        **{kind: kinds.count(kind) for kind in ("proved exact", "exact unproved", "lossy")},
        "with holes": sum(game["holes"] > 0 for game in games),
        "shortest": sum(game["shortest"] for game in games),
        "no answer on a curve": sum(bool(game["curve"]) for game in games),
        "not proved": [
            (game["seed"], game["kind"], game["depth"], round(game["worst"], 6))
            for game in games
            if game["kind"] != "proved exact"
        ],
        "median depth": float(np.median(depths)),
        "largest depth": max(depths),
        "worst loss": max(game["worst"] for game in games),
        "mean loss of a tree of constants": float(np.mean([game["tree"] for game in games])),
        "cpu seconds, median": round(float(np.median(seconds)), 2),
        "cpu seconds, 95th percentile": round(float(np.quantile(seconds, 0.95)), 2),
        "cpu seconds, largest": round(max(seconds), 2),
    }


def load_games(store: Path) -> dict[str, list[dict[str, Any]]]:
    """The games of each class that are done."""
    done: dict[str, list[dict[str, Any]]] = {name: [] for name in CLASSES}
    for line in store.read_text("utf-8").splitlines() if store.exists() else ():
        game = json.loads(line)
        done[game["class"]].append(game)
    return done


def main() -> int:
    """Measure all classes; exit status 1 where a game of one parameter is not exact, proved and shortest."""
    short = "--short" in sys.argv
    store = None if short else Path(sys.argv[1]) / "parametric.jsonl"
    done = {name: [] for name in CLASSES} if store is None else load_games(store)
    for name, (actions, parameters) in CLASSES.items():
        for seed in range(len(done[name]), N_SHORT if short else N_GAMES):
            done[name].append({"class": name} | measure_game(seed, actions, parameters))
            if store is not None:
                with store.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(done[name][-1]) + "\n")
                if (seed + 1) % SAVE_EVERY == 0:
                    save_result("parametric", {each: summarize(games) for each, games in done.items() if games})
        print(f"{name}: {summarize(done[name])}", flush=True)
    ones = [done[name] for name in CLASSES if name.endswith("1 parameter")]
    return int(not all(game["shortest"] for games in ones for game in games))


if __name__ == "__main__":
    sys.exit(main())

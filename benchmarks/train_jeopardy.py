"""Train every shipped evaluator of Jeopardy!, write it into the package, and save the time that each took.

Run ``python benchmarks/train_jeopardy.py``, with ``--only NAME`` for some of them and ``--games N`` for quick ones. It
is ``kibitz jeopardy train --all`` with the files written into the package.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from results import ROOT, load_result, save_result

from kibitz.files import write_bytes
from kibitz.games.jeopardy.train.evaluator_training import GenerationPlan, train_evaluator
from kibitz.games.jeopardy.value.evaluator import pack_evaluator
from kibitz.games.jeopardy.value.matchups import MATCHUPS

NETS = ROOT / "src" / "kibitz" / "games" / "jeopardy" / "data" / "nets"


def main() -> None:
    """Train the evaluators one after the other."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", nargs="*", default=[])
    arguments.add_argument("--games", type=int, default=GenerationPlan().games[-1])
    chosen = arguments.parse_args()
    usual = GenerationPlan()
    course = GenerationPlan((*usual.games[:-1], chosen.games), usual.epochs, usual.hidden, usual.seed)
    seconds: dict[str, float] = load_result("jeopardy_nets")["figures"]["seconds"]
    for matchup in MATCHUPS:
        if chosen.only and matchup.name not in chosen.only:
            continue
        result = train_evaluator(matchup, course)
        write_bytes(Path(NETS) / f"{matchup.name}.npz", pack_evaluator(result.network, result.about))
        seconds[matchup.name] = result.about["seconds"]
        print(matchup.name, result.about["seconds"], [point["loss"] for point in result.about["curve"]], flush=True)
        ours = {matchup.name: seconds[matchup.name] for matchup in MATCHUPS if matchup.name in seconds}
        weights = [f"src/kibitz/games/jeopardy/data/nets/{name}.npz" for name in ours]
        figures = {"seconds": ours, "minutes": round(sum(ours.values()) / 60, 1), "course": repr(course)}
        save_result("jeopardy_nets", figures, weights)


if __name__ == "__main__":
    main()

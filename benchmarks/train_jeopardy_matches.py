"""Train the evaluators of both games of matches, write them into the package, and save the time that each took.

Run ``python benchmarks/train_jeopardy_matches.py``, with ``--only NAME`` for some match-ups and ``--short`` for a short
training. Game 2 comes first, since the training of game 1 uses it. Existing files stay unless they are named.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from results import ROOT, save_result

from kibitz.files import write_bytes
from kibitz.games.jeopardy.match.evaluator import MatchEvaluator, unpack_match_evaluator
from kibitz.games.jeopardy.value.evaluator import pack_evaluator
from kibitz.games.jeopardy.value.matchups import MATCHUPS, EvaluatorRole, Matchup
from papers.watson.experiments.match_training import MatchGenerationPlan, train_match_evaluator

NETS = Path("src/kibitz/games/jeopardy/data/match_nets")
MATCHES = tuple(matchup for matchup in MATCHUPS if matchup.role is not EvaluatorRole.PEOPLE)
SHORT = MatchGenerationPlan((20_000, 70_000), (2, 4))


def file_of(matchup: Matchup, game: int) -> Path:
    """The file of an evaluator, relative to the root of the repository."""
    return NETS / f"{matchup.name}-game{game}.npz"


def train(matchup: Matchup, game: int, following: MatchEvaluator | None, course: MatchGenerationPlan) -> MatchEvaluator:
    """Train one evaluator and write it."""
    result = train_match_evaluator(matchup, game, following, course, lambda note: print(note, flush=True))
    data = pack_evaluator(result.network, result.about)
    write_bytes(ROOT / file_of(matchup, game), data)
    print(matchup.name, game, result.about["seconds"], result.about["curve"][-1], flush=True)
    return unpack_match_evaluator(data)


def main() -> None:
    """Train the evaluators one after the other."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", nargs="*", default=[])
    arguments.add_argument("--short", action="store_true")
    chosen = arguments.parse_args()
    course = SHORT if chosen.short else MatchGenerationPlan()
    for matchup in MATCHES:
        missing = not all((ROOT / file_of(matchup, game)).exists() for game in (1, 2))
        if matchup.name not in chosen.only if chosen.only else not missing:
            continue
        following = train(matchup, 2, None, course)
        train(matchup, 1, following, course)
        save_times()


def save_times() -> None:
    """Save the time that each training took."""
    paths = [file_of(matchup, game) for matchup in MATCHES for game in (1, 2)]
    there = [path for path in paths if (ROOT / path).exists()]
    about = [unpack_match_evaluator((ROOT / path).read_bytes()).about for path in there]
    seconds = {path.stem: each["seconds"] for path, each in zip(there, about, strict=True)}
    figures = {
        "seconds": seconds,
        "minutes": round(sum(seconds.values()) / 60, 1),
        "games": {path.stem: each["games"] for path, each in zip(there, about, strict=True)},
    }
    save_result("jeopardy_match_nets", figures, [str(path) for path in there])
    print(figures["minutes"], "minutes", flush=True)


if __name__ == "__main__":
    main()

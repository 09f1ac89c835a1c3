"""CPU time of ratings: 4,000 decisions of one player, and 40 players, with 500 bootstrap samples each.

nice python benchmarks/bench_rating_speed.py      (saves results/rating_speed.json)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from chess_pilot import pilot
from results import save_result

from kibitz.games.chess.elo_scales import OTHER_SCALE_FILES, load_shipped_scale
from kibitz.rate import Sample, Scale, intrinsic_rating
from kibitz.rate.agents import agent_of_rating, draw_choices

DECISIONS, PLAYERS, DRAWS = 4_000, 40, 500
ONE_BAR, MANY_BAR = 5.0, 60.0


def cpu(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def choices(positions: Sample, scale: Scale, n: int, seed: int) -> Sample:
    """``n`` decisions of a simulated player of 2300, in events of 40."""
    rng = np.random.default_rng(seed)
    some = positions.take(rng.integers(0, len(positions), n))
    agent = agent_of_rating(some, scale, 2300.0)
    played = some.with_choices(draw_choices(agent.chances(some), some, rng))
    return replace(played, events=np.arange(n) // 40, event_names=tuple(str(k) for k in range(n // 40 + 1)))


def main() -> None:
    figures = {}
    for name, scale, positions in (
        ("one depth", load_shipped_scale(), load_shipped_scale().reference),
        ("11 depths", load_shipped_scale(OTHER_SCALE_FILES[0]), pilot()),
    ):
        intrinsic_rating(choices(positions, scale, 50, 0), scale)  # load the kernels
        sample = choices(positions, scale, DECISIONS, 1)
        people = [choices(positions, scale, DECISIONS // PLAYERS, seed) for seed in range(PLAYERS)]
        figures[name] = {
            "options": int(sample.deltas.shape[1]),
            "one_player_seconds": round(cpu(lambda s=sample, m=scale: intrinsic_rating(s, m, draws=DRAWS)), 2),
            "players_seconds": round(
                cpu(lambda p=people, m=scale: [intrinsic_rating(s, m, draws=DRAWS) for s in p]), 2
            ),
            "ff_one_player_seconds": round(
                cpu(lambda s=sample, m=scale: intrinsic_rating(s, m, draws=DRAWS, method="ff")), 2
            ),
        }
        print(name, figures[name], flush=True)
    figures |= {"decisions": DECISIONS, "players": PLAYERS, "draws": DRAWS, "bars": [ONE_BAR, MANY_BAR]}
    save_result("rating_speed", figures)


if __name__ == "__main__":
    main()

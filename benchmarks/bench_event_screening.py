"""Screening of events: false alarms among honest players, and how often help in a part of the moves is found.

nice python benchmarks/bench_event_screening.py      (saves results/event_screening.json)

Honest players are those of the development positions (groups of five games at one mark) and of the championship matches
(each player of each match against the Elo tag). The scales were fitted with these games among others, so that these
figures are in sample: twelve numbers, shared by all. Help replaces a share of an honest group's choices by a best move.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from bench_championship import rate
from chess_pilot import MARKS, pilot
from results import save_result
from scipy.stats import binomtest

from kibitz.games.chess.elo_scales import OTHER_SCALE_FILES, load_shipped_scale
from kibitz.rate import Sample, Scale
from kibitz.rate.agents import agent_of_rating, draw_choices
from kibitz.rate.ratings.field_screening import ALARM_Z, MIN_SCREENED_DECISIONS, screen_one
from kibitz.rate.ratings.mixture import best_option_chances, estimate_share

GROUPS = 9
"""Groups of five games at each mark."""
SHARES = (0.05, 0.1, 0.2)
SIZES = (200, 500)
RUNS = 400
DATA_FILES = [
    "src/kibitz/games/chess/data/stockfish-15.1-depth-11.json",
    "src/kibitz/games/chess/data/stockfish-15.1-depth-11-multipv-30.json",
]


def false_alarms(rows: list[tuple[Sample, Scale, float]]) -> dict[str, Any]:
    """How many honest groups have a p of at most 1 %, with the 95 % upper bound of that rate, and the spread of z."""
    z = np.array([screen_one(own, scale, rating).z_help for own, scale, rating in rows])
    alarms = int((z > ALARM_Z).sum())
    upper = binomtest(alarms, len(z)).proportion_ci(0.95, method="exact").high
    return {
        "n": len(z),
        "alarms": alarms,
        "upper_bound": round(float(upper), 4),
        "z_mean": round(float(z.mean()), 3),
        "z_sd": round(float(z.std(ddof=1)), 3),
        "z_largest": round(float(z.max()), 2),
    }


def pilot_groups() -> list[tuple[Sample, Scale, float]]:
    scale, sample = load_shipped_scale(OTHER_SCALE_FILES[0]), pilot()
    result = []
    for mark in MARKS:
        own = scale.conform(sample.take(sample.ratings == mark))
        for first in range(GROUPS):
            names = np.unique(own.events)[first::GROUPS]
            result.append((own.take(np.isin(own.events, names)), scale, float(mark)))
    return result


def match_players() -> list[tuple[Sample, Scale, float]]:
    scale, result = load_shipped_scale(), []
    for pattern in ("wch_matches_1972*.pgn", "wch_matches_2013*.pgn"):
        matches = rate(pattern)
        for (match, player), elos in matches.elos.items() if matches else ():
            own = matches.everything.take((matches.of_match == match) & (matches.everything.players == player))
            if len(own) >= MIN_SCREENED_DECISIONS:
                result.append((own, scale, float(np.mean(elos))))
    return result


def power(mark: int, moves: int, share: float, rng: np.random.Generator) -> dict[str, float]:
    """Groups drawn from the honest choices of a mark, with help: how often the alarm rings, and the estimated share."""
    scale, sample = load_shipped_scale(OTHER_SCALE_FILES[0]), pilot()
    own = scale.conform(sample.take(sample.ratings == mark))
    chances, best = agent_of_rating(own, scale, float(mark)).chances(own), best_option_chances(own)
    helped = draw_choices(best, own, rng)
    alarms, shares, covered, by_best = 0, [], 0, 0
    expected = (chances * ((own.deltas == 0) & own.mask)).sum(axis=1)
    for _ in range(RUNS):
        rows = rng.choice(len(own), moves, replace=False)
        chosen = np.where(rng.random(moves) < share, helped[rows], own.chosen[rows])
        result = estimate_share(np.maximum(chances[rows, chosen], 1e-300), best[rows, chosen])
        alarms += result.z > ALARM_Z
        shares.append(result.share)
        covered += result.low <= share <= result.high
        agreed, spread = (own.deltas[rows, chosen] == 0).sum(), (expected[rows] * (1 - expected[rows])).sum()
        by_best += (agreed - expected[rows].sum()) / np.sqrt(spread) / 1.15 > ALARM_Z
    return {
        "found": float(alarms) / RUNS,
        "found_by_agreement": float(by_best) / RUNS,
        "share_mean": round(float(np.mean(shares)), 4),
        "coverage": covered / RUNS,
    }


def main() -> None:
    rng = np.random.default_rng(1)
    figures: dict[str, Any] = {
        "honest, five games at a mark": false_alarms(pilot_groups()),
        "honest, player of a match": false_alarms(match_players()),
    }
    for moves in SIZES:
        for share in (0.0, *SHARES):
            figures[f"2300, {moves} moves, help {share:g}"] = power(2300, moves, share, rng)
    for name, row in figures.items():
        print(name, row, flush=True)
    print(save_result("event_screening", figures, DATA_FILES))


if __name__ == "__main__":
    main()

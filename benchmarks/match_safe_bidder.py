"""Matches of the safe bidder: python benchmarks/match_safe_bidder.py [--rounds 400] [--only mirror] [--workers 1].

Two seats, nothing hidden, duplicate deals in both seatings, games of 25 rounds. Then guarded plays alone among five
others with three hidden letters. Against reserve prices it plays fewer rounds. Against loss-based players it plays the
five deals of 50 rounds on which benchmarks/match_sevens.py measures dp; dp plays them again, so that the difference
between the two is free of luck. Each finished batch is added to benchmarks/results/safe_bidder.json with date and
commit, and a second run plays only what is missing. Delete the file to measure other code.
"""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from datetime import UTC, datetime
from math import sqrt
from typing import Any

from results import current_commit, load_figures, save_result

from kibitz.games.sevens.contest.match import sevens_match
from kibitz.simulate.executors import process_pool
from kibitz.simulate.tournament import head_to_head, invasion, play_tournament

RESULT = "safe_bidder"
ROUNDS, BATCH = 25, 200
"""Rounds of a game, and rounds dealt before figures are saved."""
MATCHES = {
    "saddle v increment": ("saddle", "increment"),
    "saddle v loss": ("saddle", "loss"),
    "saddle v reserve": ("saddle", "reserve"),
    "saddle v reserve:12": ("saddle", "reserve:12"),
    "saddle v mirror:saddle": ("saddle", "mirror:saddle"),
    "saddle v dp": ("saddle", "dp"),
    "saddle v mirror:dp": ("saddle", "mirror:dp"),
    "mirror:dp v dp": ("mirror:dp", "dp"),
    "guarded v mirror:dp": ("guarded", "mirror:dp"),
    "guarded v 5 loss": ("guarded", "loss"),
    "guarded v 5 reserve": ("guarded", "reserve"),
    "guarded v 5 reserve:12": ("guarded", "reserve:12"),
    "dp v 5 loss": ("dp", "loss"),
}
SAME_DEALS = {"guarded v 5 loss", "dp v 5 loss"}
"""Played on the deals of the first cell of match_sevens.py: seed 501, five games of 50 rounds, six rotations."""
LEAST = {"guarded v 5 loss": 13.0, "guarded v 5 reserve": -2.0, "guarded v 5 reserve:12": -2.0, "dp v 5 loss": 13.0}
"""Bars in points per round at the table of six: the whole interval must lie above."""


def holds(name: str, row: dict[str, Any]) -> bool:
    """The claim of a match: the safe bidder is at most two standard errors behind, the mirror of dp is ahead of dp."""
    if name in LEAST:
        return bool(row["low"] >= LEAST[name])
    if name == "guarded v mirror:dp":
        return bool(row["difference"] > -10)
    return bool(row["difference"] >= -2 * row["se"] if name.startswith("saddle") else row["low"] > 0)


def play(name: str, seed: int, rounds: int, workers: int) -> dict[str, Any]:
    """Play one batch of a match; its figures."""
    left, right = MATCHES[name]
    line_up = invasion(left, right, 5) if name in LEAST else head_to_head(left, right)
    if name in SAME_DEALS:
        match = sevens_match(line_up, 3, 50, 5)
        seed = 501
    else:
        match = sevens_match(line_up, 3 if name in LEAST else 0, ROUNDS, -(-rounds // ROUNDS))
    with process_pool(workers) if workers > 1 else nullcontext() as pool:
        results = play_tournament([match], seed, pool)
    ahead, p, blocks = results.compare(left, right, "gain", per="rounds")
    return {
        "difference": round(ahead.value, 3),
        "se": round(ahead.se, 3),
        "low": round(ahead.low, 3),
        "high": round(ahead.high, 3),
        "p": p,
        "blocks": blocks,
        "rounds": match.contest.rules.rounds * match.deals,
        "seed": seed,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": current_commit(),
    }


def together(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Pool two batches of a match on different deals; the interval is two standard errors on either side."""
    n, m = first["rounds"], second["rounds"]
    value = (n * first["difference"] + m * second["difference"]) / (n + m)
    se = sqrt((n * first["se"]) ** 2 + (m * second["se"]) ** 2) / (n + m)
    return second | {
        "difference": round(value, 3),
        "se": round(se, 3),
        "low": round(value - 2 * se, 3),
        "high": round(value + 2 * se, 3),
        "blocks": first["blocks"] + second["blocks"],
        "rounds": n + m,
        "seed": first["seed"],
        "p": None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=400, help="rounds dealt per match, each in both seatings")
    parser.add_argument("--only", default="", help="only matches whose name contains this")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    done = load_figures(RESULT)
    failed = 0
    for seed, name in enumerate(MATCHES, start=900):
        if options.only not in name:
            continue
        row = done.get(name)
        if name in SAME_DEALS and row is not None and row["rounds"] != 250:
            row = None
        wanted = 250 if name in SAME_DEALS else options.rounds // (8 if name in LEAST else 1)
        while row is None or row["rounds"] < wanted:
            played = row["rounds"] if row else 0
            batch = play(name, seed + 100 * (played // BATCH), min(BATCH, wanted - played), options.workers)
            row = done[name] = together(row, batch) if row else batch
            save_result(RESULT, done)
        failed += not holds(name, row)
        verdict = "PASS" if holds(name, row) else "FAIL"
        ahead = f"{row['difference']:+6.2f} ± {row['se']:.2f} points per round"
        print(
            f"{verdict}  {name:<26} {ahead}, {row['rounds']} rounds",
            flush=True,
        )
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()

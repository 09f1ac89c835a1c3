"""Figure 1 of the parametrized-games paper: what nearest-neighbour play loses after k solved 2x2 zero-sum games.

Run ``python benchmarks/bench_figure1.py`` (``--full`` for k = 100,000). Payoffs are uniform in [-1, 1]. As in
section 5, each k uses the first k training games, and 10,000 new games test them. The paper's distance is L2 on raw
payoffs. It is compared with L2 on features that ignore shift and scale of the payoffs, for random training games and
for the centres of k-means clusters. ``--chart FILE`` draws the curves as SVG.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import Name
from kibitz.rules.learning.distance import L2, Distance, shift_scale_invariant
from kibitz.rules.learning.sampling import cluster_samples, draw_samples

A, C, E, G = (Name(name) for name in "aceg")
GAME = PolynomialGame(
    "two-by-two-zero-sum",
    "2x2 zero-sum game",
    ("row", "column"),
    parse_domain("a in [-1, 1], c in [-1, 1], e in [-1, 1], g in [-1, 1]"),
    Objective.EXPLOITABILITY,
    ("top", "bottom"),
    ("left", "right"),
    ((A, C), (E, G)),
)
DISTANCES: dict[str, Distance] = {"l2": L2, "invariant": shift_scale_invariant(2, 2)}
KS = (1, 2, 3, 20, 100, 1_000, 10_000)
FULL_K = 100_000
N_TEST = 10_000
CLUSTERED = (20, 100)
"""Values of k for k-means, which clusters 20,000 games."""

PAPER = {2: 0.0129, 20: 0.159, 100_000: 0.0077}
"""Numbers in the text of section 5; Figure 1 itself has none."""
EARLIER = {1: 0.312, 2: 0.260, 3: 0.245, 20: 0.104, 100: 0.0567, 1_000: 0.0251, 10_000: 0.0120, 100_000: 0.0061}
"""An earlier measurement for L2 with 30 other seeds. New values must agree within four standard errors."""
EARLIER_SEEDS = 30


def measure(ks: tuple[int, ...], seeds: int) -> dict[str, dict[int, list[float]]]:
    """Mean exploitability of the row player over the test games: by curve and k, one value per seed."""
    curves: dict[str, dict[int, list[float]]] = {name: {k: [] for k in ks} for name in DISTANCES}
    curves["k-means"] = {k: [] for k in CLUSTERED}
    for seed in range(seeds):
        rng = np.random.default_rng([seed, 1])
        samples = draw_samples(GAME, ks[-1], rng)
        for k in ks:
            points = GAME.domain.sample(rng, N_TEST)
            for name, distance in DISTANCES.items():
                loss = samples.first(k).with_distance(distance).losses(points)["row"]
                curves[name][k].append(float(loss.mean()))
            if k in CLUSTERED:
                clusters = cluster_samples(GAME, k, 20_000, rng, DISTANCES["invariant"])
                curves["k-means"][k].append(float(clusters.losses(points)["row"].mean()))
        if sys.stderr.isatty():
            print(f"\rseed {seed + 1} of {seeds}", end="\n" if seed + 1 == seeds else "", file=sys.stderr, flush=True)
    return curves


def summary(losses: list[float]) -> dict[str, float]:
    """Mean over seeds, its standard error, and the range."""
    array = np.array(losses)
    error = float(array.std(ddof=1) / math.sqrt(len(array))) if len(array) > 1 else math.nan
    return {"mean": float(array.mean()), "se": error, "least": float(array.min()), "most": float(array.max())}


def verdicts(curves: dict[str, dict[int, dict[str, float]]], seeds: int) -> list[tuple[str, bool]]:
    """The claims to check, and whether each holds."""
    l2, invariant = curves["l2"], curves["invariant"]
    means = [l2[k]["mean"] for k in l2]
    near = [
        abs(row["mean"] - EARLIER[k]) <= 4 * math.hypot(row["se"], row["se"] * (seeds / EARLIER_SEEDS) ** 0.5) + 5e-4
        for k, row in l2.items()
    ]
    ratio = l2[1_000]["mean"] / invariant[1_000]["mean"]
    return [
        ("the L2 curve falls from each k to the next", all(a > b for a, b in pairwise(means))),
        (f"no seed comes near the printed .0129 at k = 2 (least {l2[2]['least']:.3f})", l2[2]["least"] > 0.09),
        ("all L2 means agree with an earlier measurement within four standard errors", all(near)),
        (f"invariant features lose {ratio:.1f} times less than L2 at k = 1,000 (bar 3)", ratio >= 3),
    ]


def table(curves: dict[str, dict[int, dict[str, float]]]) -> str:
    """The curves next to the numbers of the paper and of the earlier measurement."""
    lines = [f"{'k':>8}  {'L2':>17}  {'range':>13}  {'earlier':>7}  {'paper':>6}  {'invariant':>17}  {'k-means':>17}"]
    for k, row in curves["l2"].items():
        spread = (
            f"{row['least']:.3f}-{row['most']:.3f}" if row["mean"] > 0.02 else f"{row['least']:.4f}-{row['most']:.4f}"
        )
        cells = [
            f"{k:>8,}",
            with_error(row),
            f"{spread:>13}",
            f"{EARLIER[k]:>7.4f}",
            f"{PAPER[k]:>6.4f}" if k in PAPER else " " * 6,
            with_error(curves["invariant"][k]),
            with_error(curves["k-means"][k]) if k in curves["k-means"] else "",
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def with_error(row: dict[str, float]) -> str:
    """``0.02510 ± 0.00014`` in 17 columns."""
    return f"{row['mean']:.5f} ± {row['se']:.5f}".rjust(17)


STYLES = {
    "l2": ("#1f5fa8", "L2 on raw payoffs"),
    "invariant": ("#b3541e", "invariant features"),
    "k-means": ("#3d7a4a", "k-means centres"),
}
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 460, 86, 64, 56, 40


def chart(curves: dict[str, dict[int, dict[str, float]]], seeds: int) -> str:
    """Draw the curves on logarithmic axes: means over seeds, bars of two standard errors, crosses for the paper."""
    ks = list(curves["l2"])
    low = min(row["mean"] for curve in curves.values() for row in curve.values())
    first, last = 0.0, math.log10(ks[-1])
    floor, ceiling = math.floor(math.log10(low)), 0

    def x(k: float) -> float:
        return LEFT + (math.log10(k) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(loss: float) -> float:
        return HEIGHT - BOTTOM - (math.log10(loss) - floor) / (ceiling - floor) * (HEIGHT - BOTTOM - TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="13" fill="#222">',
        "<title>Exploitability against number of training games</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="26" font-size="16" font-weight="bold">What the nearest of k solved games loses</text>',
        f'<text x="{LEFT}" y="44" fill="#555">mean exploitability of the row player, {seeds} seeds</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 16}" text-anchor="middle">training games k</text>',
    ]
    for power in range(floor, ceiling + 1):
        at = y(10.0**power)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 10}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for k in (10**power for power in range(int(last) + 1)):
        parts.append(f'<line x1="{x(k):.1f}" x2="{x(k):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>')
        parts.append(f'<text x="{x(k):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{k:,}</text>')
    for name, curve in curves.items():
        colour, label = STYLES[name]
        places = [(x(k), row) for k, row in curve.items()]
        path = " ".join(f"{at:.1f},{y(row['mean']):.1f}" for at, row in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for at, row in places:
            ends = y(row["mean"] + 2 * row["se"]), y(max(row["mean"] - 2 * row["se"], 10.0**floor))
            parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{ends[0]:.1f}" y2="{ends[1]:.1f}" stroke="{colour}"/>')
            parts.append(f'<circle cx="{at:.1f}" cy="{y(row["mean"]):.1f}" r="3.5" fill="{colour}"/>')
    for number, (colour, label) in enumerate([*STYLES.values(), ("#b00020", "× printed in the paper")]):
        at = HEIGHT - BOTTOM - 84 + 19 * number
        parts.append(f'<text x="{LEFT + 16}" y="{at}" fill="{colour}">{"" if label[0] == "×" else "● "}{label}</text>')
    for k, printed in PAPER.items():
        if k in curves["l2"]:
            place = f'x="{x(k):.1f}" y="{y(printed) + 6:.1f}"'
            parts.append(f'<text {place} text-anchor="middle" font-size="18" fill="#b00020">×</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    """Print the table and PASS or FAIL, and write the chart if requested."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="go on to k = 100,000")
    parser.add_argument("--seeds", type=int, default=10, help="independent repetitions (default 10)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--chart", metavar="FILE", help="write the curves as SVG")
    options = parser.parse_args()
    if options.seeds < 2:
        parser.error("--seeds: give a whole number from 2")
    losses = measure((*KS, FULL_K) if options.full else KS, options.seeds)
    curves = {name: {k: summary(each) for k, each in curve.items()} for name, curve in losses.items()}
    result = verdicts(curves, options.seeds)
    if options.chart:
        Path(options.chart).write_text(chart(curves, options.seeds), encoding="utf-8")
    if options.json:
        answer: dict[str, Any] = {
            "seeds": options.seeds,
            "curves": curves,
            "paper": PAPER,
            "earlier": EARLIER,
            "verdicts": dict(result),
        }
        print(json.dumps(answer))
    else:
        print(table(curves))
        for claim, holds in result:
            print(f"{'PASS' if holds else 'FAIL'}  {claim}")
    return 0 if all(holds for _, holds in result) else 1


if __name__ == "__main__":
    sys.exit(main())

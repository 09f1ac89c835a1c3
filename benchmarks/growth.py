"""Chart of how the time of an answer grows: with clues left, plies, players, decisions and samples.

    python benchmarks/growth.py [--short] [--page]

Measures processor seconds of one answer with loaded kernels, the least of a few runs. Saves results/growth.json and
draws docs/images/growth.svg. ``--page`` only draws the saved figures. ``--short`` measures small sizes and saves
nothing.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator

import numpy as np
from bench_jeopardy_final import LEFT, SCORES
from benchmark_table import amount, least
from results import ROOT, load_result, save_result

from kibitz import ask
from kibitz.draw.axes import svg_text
from kibitz.draw.style import standalone_svg
from kibitz.games.backgammon.board.position import START
from kibitz.games.backgammon.search.searcher import shipped_searcher
from kibitz.rate import fit, simulate_choices
from kibitz.rate.records.simulated import simulated_positions

PICTURE = ROOT / "docs" / "images" / "growth.svg"
Cost = Callable[[int], Callable[[], object]]
"""Given a size, the function to time."""


def daily_double(clues: int) -> Callable[[], object]:
    """A last Daily Double with ``clues`` clues after it."""
    return lambda: ask("jeopardy.daily-double", scores=SCORES, me=1, left=LEFT[clues], confidence=0.6)


def move(plies: int) -> Callable[[], object]:
    """Rank the plays of an opening roll at ``plies`` plies, with an empty cache."""
    searcher = shipped_searcher()

    def rank_plays() -> None:
        searcher.clear_cache()
        searcher.rank(START, (3, 1), plies)

    return rank_plays


def auction(players: int) -> Callable[[], object]:
    """Two rounds of the word auction at a table of ``players``."""
    names = ",".join(("g1", "loss", "streak", "sequence")[seat % 4] for seat in range(players))
    return lambda: ask("sevens.tournament", players=names, rounds=2, deals=1)


def rating(decisions: int) -> Callable[[], object]:
    """Fit a player to ``decisions`` decisions with thirty options each."""
    rng = np.random.default_rng(4)
    sample = simulate_choices(simulated_positions(decisions, 30, rng, events=45), 0.15, 0.5, rng, lapse=0.01)
    return lambda: fit(sample, "ml-lapse")


def learning(samples: int) -> Callable[[], object]:
    """Learn and prove lists for two roles from ``samples`` solved games."""
    return lambda: ask("rules.learn", game="final-5-3", samples=samples)


GROWTH: dict[str, tuple[str, Cost, tuple[int, ...]]] = {
    "clues left": ("jeopardy daily-double", daily_double, (4, 8, 15)),
    "plies": ("backgammon move", move, (0, 1, 2)),
    "players": ("sevens tournament, 2 rounds", auction, (2, 3, 4, 6, 8)),
    "positions": ("one fit of a rating", rating, (500, 2_000, 8_000, 32_000)),
    "samples": ("theory learn final-5-3", learning, (60, 150, 300, 600)),
}
"""What grows: the question, the function to time, and the sizes."""


def measure(short: bool) -> Iterator[tuple[str, list[tuple[int, float]]]]:
    """Seconds at each size, after one run of the smallest."""
    for name, (_, cost, sizes) in GROWTH.items():
        cost(sizes[0])()
        points = [
            (size, least(cost(size), 1 if short or at > 1 else 3))
            for at, size in enumerate(sizes[: 2 if short else None])
        ]
        print(name, ", ".join(f"{size}: {amount(seconds, 's')}" for size, seconds in points), flush=True)
        yield name, points


WIDE, TALL, MARGIN, TOP, BOTTOM = 200, 260, 52, 64, 52


def panel(number: int, name: str, points: list[tuple[int, float]]) -> Iterator[str]:
    """One panel: seconds on a logarithmic scale over evenly spaced sizes."""
    left, right = number * WIDE + MARGIN, (number + 1) * WIDE - 14
    powers = range(
        math.floor(math.log10(min(s for _, s in points))), math.ceil(math.log10(max(s for _, s in points))) + 1
    )
    low, high = powers[0], max(powers[-1], powers[0] + 1)

    def x(at: int) -> float:
        return left + 8 + at / max(len(points) - 1, 1) * (right - left - 16)

    def y(seconds: float) -> float:
        return TALL - BOTTOM - (math.log10(seconds) - low) / (high - low) * (TALL - BOTTOM - TOP)

    yield svg_text(left, 28, name, "title", size=13)
    yield svg_text(left, 46, GROWTH[name][0], "tick", size=10)
    for power in range(low, high + 1):
        yield f'<path class="grid" d="M{left} {y(10.0**power):.1f}H{right}"/>'
        yield svg_text(left - 6, y(10.0**power) + 4, amount(10.0**power, "s"), "tick", "end", 10)
    line = " ".join(f"{'ML'[bool(at)]}{x(at):.1f} {y(seconds):.1f}" for at, (_, seconds) in enumerate(points))
    yield f'<path class="curve" d="{line}"/>'
    for at, (size, seconds) in enumerate(points):
        yield f'<circle class="dot" cx="{x(at):.1f}" cy="{y(seconds):.1f}" r="3"/>'
        yield svg_text(x(at), TALL - BOTTOM + 18, f"{size:,}", "tick", "middle", 10)


def picture(figures: dict[str, list[tuple[int, float]]]) -> str:
    """All panels side by side, as a standalone SVG."""
    parts = [part for number, (name, points) in enumerate(figures.items()) for part in panel(number, name, points)]
    parts.append(svg_text(MARGIN, TALL - 10, "processor time of one answer, logarithmic", "axis-name", size=10))
    return standalone_svg(WIDE * len(figures), TALL, "How the time of an answer grows with its size", parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="measure small sizes only, save nothing")
    parser.add_argument("--page", action="store_true", help="only draw the saved figures")
    options = parser.parse_args()
    if options.page:
        figures = load_result("growth")["figures"]
    else:
        figures = dict(measure(options.short))
    svg = picture(figures)
    if not options.short:
        if not options.page:
            save_result("growth", figures)
        PICTURE.write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()

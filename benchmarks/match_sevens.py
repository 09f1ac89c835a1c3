"""Matches behind the claims about sevens: python benchmarks/match_sevens.py [--out FILE] [--scale 1] [--only 1v5].

Every finished cell is written to --out, and a second run with the same file plays only what is missing. At scale 1 this
takes about half an hour of one core. Intervals are Student's, over blocks of duplicate deals with rotated seats. A cell
"is not behind" if its point estimate and its 95 % interval do not lie below zero.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from kibitz.games.sevens.contest.match import sevens_match
from kibitz.games.sevens.contest.standings import calibration, compute_comparisons, compute_standings
from kibitz.simulate.executors import process_pool
from kibitz.simulate.tournament import (
    LineUp,
    TournamentMatch,
    TournamentResults,
    head_to_head,
    invasion,
    one_of_each,
    play_tournament,
)

REPORT_FIELD = ("g1", "loss", "plainloss", "escalate", "sequence", "increment")
"""One strategy from each section of the report: 3.3.3 final, 3.3.2, 3.3.1, 3.3.3 tactic, 3.2.3, 3.1."""
RANKING_FIELD = ("g1", "loss", "plainloss", "wordcount", "summed", "sequence")
OTHER_FIELDS = (
    ("g1", "loss", "periodic", "escalate", "sequence", "statistics"),
    ("g1", "loss", "escalate", "statistics", "sequence", "increment"),
    ("g1", "loss", "escalate", "increment", "summed", "sequence"),
    ("g1", "escalate", "streak", "periodic", "summed", "sequence"),
    ("g1", "periodic", "pace", "streak", "escalate", "statistics"),
)
"""Other fields of the report's strategies, to see how G1's results depend on its opponents; without a bar."""
HIDDEN = (3, 5, 0)
ROUNDS = 50


@dataclass(frozen=True)
class Cell:
    name: str
    seed: int
    matches: tuple[TournamentMatch, ...]


def cells(scale: float) -> list[Cell]:
    """All cells, the most important first; ``scale`` multiplies the number of deals."""

    def deals(n: int) -> int:
        return max(1, round(n * scale))

    def match(line_up: LineUp, hidden: int, n: int, label: str | None = None) -> TournamentMatch:
        return sevens_match(line_up, hidden, ROUNDS, deals(n), label=label)

    result = [Cell("1v5, 3 hidden", 501, (match(invasion("dp", "loss", 5), 3, 5),))]
    sizes = {1: {0: 3, 3: 16, 5: 16}, 3: {0: 1, 3: 4, 5: 6}, 5: {0: 1, 3: 2, 5: 3}}
    for hidden in HIDDEN[:2]:
        for copies, n in sizes.items():
            line_up = head_to_head("dp", "loss", copies)
            result.append(
                Cell(f"{copies}v{copies}, {hidden} hidden", 510 + hidden, (match(line_up, hidden, n[hidden]),))
            )
    result.append(Cell("report's conditions", 530, report_matches(REPORT_FIELD, ROUNDS, deals(1))))
    result.append(Cell("ranking, 3 hidden", 540, (match(one_of_each(RANKING_FIELD), 3, 3),)))
    for copies, n in sizes.items():
        line_up = head_to_head("dp", "loss", copies)
        result.append(Cell(f"{copies}v{copies}, 0 hidden", 510, (match(line_up, 0, n[0]),)))
    return result


def report_matches(field: tuple[str, ...], rounds: int, deals: int) -> tuple[TournamentMatch, ...]:
    """The report's first two tournaments: one and two of each, 0 to 6 hidden letters."""
    return tuple(
        sevens_match(one_of_each(field, copies), hidden, rounds, deals, label=f"{copies} each, {hidden} hidden")
        for copies in (1, 2)
        for hidden in range(7)
    )


def figures(results: TournamentResults) -> dict[str, Any]:
    """The figures of a cell to save."""
    stored: dict[str, Any] = {
        "standings": [msgspec.structs.asdict(row) for row in compute_standings(results)],
        "comparisons": [msgspec.structs.asdict(row) for row in compute_comparisons(results)],
    }
    if "dp" in results.entrants:
        stored["calibration"] = calibration(results, "dp").to_json()
    return stored


def verdicts(name: str, stored: dict[str, Any]) -> list[tuple[bool, str]]:
    """The claims of a cell: whether each holds, and a sentence with its figures."""
    by_player = {row["player"]: row for row in stored["standings"]}
    pairs = {(row["left"], row["right"]): row for row in stored["comparisons"]}
    result = []
    if "dp" in by_player:
        row = pairs["dp", "loss"]
        text = (
            f"dp - loss {row['difference']:+.1f} [{row['low']:.1f}, {row['high']:.1f}] points per round "
            f"(dp {by_player['dp']['gain']:.1f}, seven {by_player['dp']['sevens']:.2f}; "
            f"loss {by_player['loss']['gain']:.1f}, {by_player['loss']['sevens']:.2f})"
        )
        if name.startswith("1v5"):
            result.append((row["difference"] >= 8 and row["low"] > 0, f"at least 8 ahead: {text}"))
        else:
            result.append((row["high"] >= 0 and row["difference"] >= 0, f"not behind: {text}"))
        error = stored["calibration"]
        fits = abs(error["value"]) <= 2 * error["se"]
        text = f"actual minus predicted gain {error['value']:+.2f} ± {error['se']:.2f}"
        result.append((fits, f"within two standard errors: {text}") if name.startswith("1v5") else (True, text))
    if name.startswith("field"):
        g1 = by_player["g1"]
        result.append(
            (True, f"G1 makes a seven in {g1['sevens']:.3f} of rounds and pays {g1['seven_paid']:.2f} a letter")
        )
    if name.startswith("report"):
        g1 = by_player["g1"]
        result.append(
            (0.60 <= g1["sevens"] <= 0.72, f"G1 makes a seven in {g1['sevens']:.3f} of rounds (report 0.663)")
        )
        result.append((3.2 <= g1["seven_paid"] <= 3.9, f"G1 pays {g1['seven_paid']:.2f} a letter (report 3.52)"))
        text = f"G1 gains {g1['seven_gain']:.1f} with a seven, {g1['other_gain']:.2f} without (report 44.9, 6.38)"
        result.append((True, f"{text}; {g1['gain']:.1f} ± {g1['gain_se']:.1f} overall (31.7)"))
    if name.startswith("ranking"):
        for low in ("wordcount", "summed", "sequence"):
            for high in ("plainloss", "loss", "g1"):
                row = pairs[high, low]
                text = f"{high} above {low}: {row['difference']:+.1f} [{row['low']:.1f}, {row['high']:.1f}]"
                result.append((row["low"] > 0 and row["p_holm"] < 0.05, text))
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="JSON file of finished cells")
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies the number of deals")
    parser.add_argument("--only", default="", help="only cells whose name starts with this")
    parser.add_argument("--fields", action="store_true", help="also play G1 in other fields, 20 rounds per game")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    done: dict[str, Any] = json.loads(options.out.read_text()) if options.out and options.out.exists() else {}
    failed = 0
    with process_pool(options.workers) if options.workers > 1 else nullcontext() as executor:
        extra = [
            Cell(f"field {','.join(field)}", 550, report_matches(field, 20, 1))
            for field in OTHER_FIELDS
            if options.fields
        ]
        for cell in cells(options.scale) + extra:
            if not cell.name.startswith(options.only):
                continue
            key = f"{cell.name}, scale {options.scale:g}"
            if key not in done:
                began = time.process_time()
                done[key] = figures(play_tournament(cell.matches, cell.seed, executor))
                done[key]["cpu_seconds"] = round(time.process_time() - began, 1)
                if options.out:
                    options.out.write_text(json.dumps(done, indent=1))
            print(f"{cell.name} ({done[key]['cpu_seconds']} s of this process)")
            for held, text in verdicts(cell.name, done[key]):
                failed += not held
                print(f"  {'PASS' if held else 'FAIL'}  {text}", flush=True)
    print("all claims hold" if not failed else f"{failed} claims do not hold")
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()

"""Cube decisions by score class: kibitz at 0, 1 and 2 plies, and GNU Backgammon at 2 plies in the same run.

    python benchmarks/bench_backgammon_cube.py [--gnubg PROGRAM] [--list]

The table has 224 decisions rolled out by bgsage, five groups: money, redouble, post-Crawford, 2-away, other. A player
who doubles loses max(0, nd - min(dt, dp)), one who does not max(0, min(dt, dp) - nd), in thousandths of normalised
equity. Because of the table's standard errors a perfect player seems to lose something too: the noise floor. Saves
benchmarks/results/backgammon_cube.json.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from results import ROOT, save_result

from kibitz.games.backgammon.advice import position_value
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.notation.position_id import parse_position_id
from kibitz.games.backgammon.notation.situation import Situation, format_situation
from kibitz.games.backgammon.search.searcher import shipped_searcher

DATA = ROOT.parent / "shared" / "data" / "backgammon"
WEIGHTS = "src/kibitz/games/backgammon/data/weights.npz"
GROUPS = ("money", "redouble", "post-Crawford", "2-away", "other")
LARGE_LOSS = 0.10


def group_of(row: dict[str, Any]) -> str:
    """The group of a decision."""
    name = row["class"]
    if name == "money" or "redouble" in name:
        return "redouble" if "redouble" in name else "money"
    if name.startswith("post-Crawford"):
        return "post-Crawford"
    return "2-away" if 2 in row["away"] else "other"


def situation_of(row: dict[str, Any]) -> tuple[Position, CubeState]:
    """Position and cube state of a row."""
    own, other = row["away"]
    length = max(own, other)
    owner = Owner.OWN if row["owner"] else Owner.CENTRED
    state = CubeState(length, length - own, length - other, row["cube"], owner)
    return parse_position_id(row["id"]), state


def gnubg_decisions(program: str, rows: list[dict[str, Any]]) -> tuple[list[tuple[float, float, float]], float]:
    """No double, double/take and double/pass by GNU Backgammon at 2 plies, and its processor seconds."""
    commands = ["set threads 1", "set player 0 human", "set player 1 human", "set automatic roll off"]
    commands += ["set jacoby off", "set evaluation cubedecision evaluation plies 2"]
    commands += ["set evaluation cubedecision evaluation cubeful on", "new match 5"]
    for row in rows:
        commands += [f"set gnubgid {format_gnubg_id(row)}", "hint"]
    with tempfile.TemporaryDirectory() as home:
        script = Path(home) / "commands"
        script.write_text("\n".join(commands) + "\n")
        run = subprocess.run(
            ["bash", "-c", f"TIMEFORMAT=%U; time {program} -t -q -r -c {script} < /dev/null"],
            capture_output=True,
            text=True,
            env={"HOME": home, "PATH": "/usr/bin:/bin"},
            check=False,
            timeout=1200,
        )
    seconds = float(run.stderr.strip().splitlines()[-1])
    found = []
    for block in run.stdout.split("Cube analysis")[1:]:
        values = [
            float(re.search(rf"{name}\s+([+-]\d+\.\d+)", block).group(1))  # type: ignore[union-attr]
            for name in ("No (?:re)?double", "(?:Red|D)ouble, take", "(?:Red|D)ouble, pass")
        ]
        found.append((values[0], values[1], values[2]))
    if len(found) != len(rows):
        raise RuntimeError(f"{program} answered {len(found)} of {len(rows)} positions")
    return found, seconds


def format_gnubg_id(row: dict[str, Any]) -> str:
    """PositionID:MatchID of a row."""
    position, state = situation_of(row)
    text = format_situation(Situation(position, state, None))
    return text if ":" in text else f"{text}:cAkAAAAAAAAE"


def lost(row: dict[str, Any], doubles: bool) -> float:
    """What a decision loses by the table."""
    gain = min(row["dt"], row["dp"]) - row["nd"]
    return float(max(0.0, -gain) if doubles else max(0.0, gain))


def noise_floor(rows: list[dict[str, Any]], seed: int = 1, draws: int = 2000) -> float:
    """What a perfect player seems to lose: true values drawn about the table's, decisions by them."""
    rng, total = np.random.default_rng(seed), 0.0
    for row in rows:
        gain = min(row["dt"], row["dp"]) - row["nd"]
        # Where the opponent passes, only the error of no double counts.
        error = row["se_nd"] if row["dt"] > row["dp"] else np.hypot(row["se_nd"], row["se_dt"])
        true = gain + error * rng.standard_normal(draws)
        total += float(np.where((true >= 0) == (gain >= 0), 0.0, abs(gain)).mean())
    return total / len(rows)


def kibitz_decisions(rows: list[dict[str, Any]], plies: int) -> tuple[list[tuple[float, float, float]], float]:
    """The same by kibitz."""
    searcher, found = shipped_searcher(), []
    position_value(searcher, *situation_of(rows[0]), plies)
    begun = time.process_time()
    for row in rows:
        searcher.clear_cache()
        cube = position_value(searcher, *situation_of(row), plies).cube
        found.append((cube.no_double, cube.double_take, cube.double_pass))
    return found, time.process_time() - begun


def summarise(rows: list[dict[str, Any]], found: list[tuple[float, float, float]]) -> dict[str, Any]:
    """Mean loss by group in thousandths, decisions above 0.10, and the bias of no double and double/take."""
    result = {}
    for group in GROUPS:
        chosen = [i for i, row in enumerate(rows) if group_of(row) == group]
        losses = np.array([lost(rows[i], min(found[i][1], found[i][2]) >= found[i][0] - 1e-6) for i in chosen])
        bias = np.array([[found[i][0] - rows[i]["nd"], found[i][1] - rows[i]["dt"]] for i in chosen])
        result[group] = {
            "n": len(chosen),
            "loss": 1000 * float(losses.mean()),
            "se": 1000 * float(losses.std(ddof=1) / np.sqrt(len(losses))),
            "above_100": int((losses > LARGE_LOSS).sum()),
            "worst": float(losses.max()),
            "bias_no_double": 1000 * float(bias[:, 0].mean()),
            "bias_double_take": 1000 * float(bias[:, 1].mean()),
        }
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--gnubg", default="/usr/games/gnubg", help="GNU Backgammon's program; empty for none")
    parser.add_argument("--list", action="store_true", help="print the decisions that lose more than .005")
    options = parser.parse_args()
    with gzip.open(DATA / "cube_by_score_dev.jsonl.gz", "rt") as stream:
        rows = [json.loads(line) for line in stream]
    floor = {group: 1000 * noise_floor([row for row in rows if group_of(row) == group]) for group in GROUPS}
    players: dict[str, Any] = {}
    for plies in (0, 1, 2):
        players[f"kibitz {plies}-ply"] = kibitz_decisions(rows, plies)
    if options.gnubg:
        players["gnubg 2-ply"] = gnubg_decisions(options.gnubg, rows)
    figures: dict[str, Any] = {"noise_floor": floor}
    for name, (found, seconds) in players.items():
        figures[name] = {**summarise(rows, found), "cpu_seconds": seconds}
        for group in GROUPS:
            f = figures[name][group]
            print(
                f"{name:14s} {group:14s} n {f['n']:3d}  loss {f['loss']:6.2f} ± {f['se']:.2f}  floor {floor[group]:.2f}"
                f"  worst {f['worst']:.3f}  bias {f['bias_no_double']:+.0f} {f['bias_double_take']:+.0f}"
            )
        print(f"{name}: {seconds:.1f} s")
        for row, (none, take, drop) in zip(rows, found, strict=True):
            loss = lost(row, min(take, drop) >= none - 1e-6)
            if options.list and loss > 0.005:
                print(
                    f"  {row['class']} {row['id']} {row['nd']:.3f} {row['dt']:.3f}, {none:.3f} {take:.3f}: {loss:.3f}"
                )
    if options.gnubg:
        save_result("backgammon_cube", figures, (WEIGHTS,))


if __name__ == "__main__":
    main()

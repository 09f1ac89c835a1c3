"""Strength of the shipped backgammon weights on development data: referee table, rollouts, human plays, cube.

    python benchmarks/bench_backgammon.py [--plies 0 1 2] [--rows 1000] [--referee PYTHON]

Saves benchmarks/results/backgammon_strength.json. Errors are in thousandths of a point per decision.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
from results import ROOT, add_to_result

from kibitz.games.backgammon.advice import move_advice
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.cube.decision import position_cube_decision
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.moves.dice import parse_dice
from kibitz.games.backgammon.nets.probabilities import Probabilities, swap_sides, weighted_value
from kibitz.games.backgammon.notation.match_id import parse_match_id
from kibitz.games.backgammon.notation.play import parse_play
from kibitz.games.backgammon.notation.position_id import format_position_id, parse_position_id
from kibitz.games.backgammon.search.searcher import Searcher, shipped_searcher

DATA = ROOT.parent / "shared" / "data" / "backgammon"
WEIGHTS = "src/kibitz/games/backgammon/data/weights.npz"
NEUROGAMMON = "src/kibitz/games/backgammon/data/neurogammon.npz"
READING = np.array([2.0, 1, 1, -1, -1])


def mean_se(values: np.ndarray) -> dict[str, float]:
    return {"mean": float(values.mean()), "se": float(values.std(ddof=1) / np.sqrt(len(values))), "n": len(values)}


def referee_table(path: Path, rows: int) -> list[tuple[Position, tuple[int, int], dict[Position, float]]]:
    """Load the decisions of a referee table: position, dice, loss of each result in thousandths of a point."""
    table = []
    with gzip.open(path, "rt") as stream:
        for line in stream:
            record = json.loads(line)
            deepest = max(c[2] for c in record["c"])
            best = max(c[1] for c in record["c"] if c[2] == deepest)
            losses = {parse_position_id(c[0]): 1000 * max(0.0, best - c[1]) for c in record["c"]}
            table.append((parse_position_id(record["id"]), parse_dice(record["d"]), losses))
            if len(table) >= rows:
                break
    return table


def table_errors(searcher: Searcher, table: list[Any], plies: int) -> dict[str, Any]:
    """Mean error on a table, also by contact and race, with CPU seconds per decision."""
    losses, contact = [], []
    begun = time.process_time()
    for position, dice, known in table:
        searcher.clear_cache()
        losses.append(known[searcher.rank(position, dice, plies)[0].after])
        contact.append(position.has_contact)
    seconds = (time.process_time() - begun) / len(table)
    values, mask = np.array(losses), np.array(contact)
    return {
        **mean_se(values),
        "contact": float(values[mask].mean()),
        "race": float(values[~mask].mean()),
        "agree": float((values == 0).mean()),
        "above_80": float((values > 80).mean()),
        "cpu_seconds": seconds,
    }


def rollouts(searcher: Searcher) -> dict[str, float]:
    """Root mean square error in equity of the static evaluation on rolled-out positions (after the move)."""
    result = {}
    with gzip.open(DATA / "sage_rollouts_cubeless.csv.gz", "rt") as stream:
        rows = list(csv.reader(stream))
    header, rows = rows[0], rows[1:]
    result["general"] = rmse(searcher, rows, header)
    for name in ("player", "opponent"):
        with gzip.open(DATA / f"sage_{name}_backgame_rollouts.txt.gz", "rt") as stream:
            lines = [line.split() for line in stream if line.strip() and not line.startswith("#")]
        result[f"{name}_backgame"] = rmse(searcher, lines, None)
    return result


def rmse(searcher: Searcher, rows: list[list[str]], header: list[str] | None) -> float:
    boards, equities = [], []
    for row in rows:
        if header is not None:
            record = dict(zip(header, row, strict=True))
            men = [int(x) for x in record[next(k for k in header if "board" in k)].split()]
            p = [float(record[k]) for k in header if k in ("win", "win_g", "win_bg", "lose_g", "lose_bg")]
        else:
            men, p = [int(x) for x in row[:26]], [float(x) for x in row[26:31]]
        own = [max(0, men[i]) for i in range(1, 25)] + [men[25]]
        other = [max(0, -men[25 - i]) for i in range(1, 25)] + [abs(men[0])]
        boards.append((other, own))
        equities.append(np.array(p) @ READING - 1)
    ours = weighted_value(swap_sides(searcher.static(np.array(boards, dtype=np.int8))))
    return float(np.sqrt(np.mean((ours - np.array(equities)) ** 2)))


def human_plays(searcher: Searcher, every: int, plies: int = 0, sides: str = "") -> dict[str, Any]:
    """Share of plays in the test games that agree with kibitz, and with the recorded best candidate, by player.

    Plays are ranked with the cube at the score, as the recorded candidates are.
    """
    agree: dict[str, list[tuple[float, float]]] = {}
    with gzip.open(DATA / "bglab_checker_4ply.csv.gz", "rt") as stream:
        test = [row for row in csv.DictReader(stream) if row["game"][0] in "01" and row["side"] in (sides or "LOP")]
    for row in test[::every]:
        position, dice = parse_position_id(row["position_id"]), parse_dice(row["dice"])
        state = parse_match_id(row["match_id"]).cube_state()
        played = parse_play(row["candidates"].split(";")[int(row["played"])].split("|")[1], position, dice).after
        best = move_advice(searcher, position, dice, state, plies).best.play.after
        agree.setdefault(row["side"], []).append((float(best == played), float(row["played"] == "0")))
    return {
        side: {
            "ours": float(np.mean([a for a, _ in v])),
            "best_candidate": float(np.mean([b for _, b in v])),
            "n": len(v),
        }
        for side, v in sorted(agree.items())
    }


GNUBG_CUBE = """
import json, sys
import gnubg_nn
for line in sys.stdin:
    id, own, other, crawford, cube, owner = json.loads(line)
    gnubg_nn.set.score(own, other, crawford)
    gnubg_nn.set.cube(cube, owner.encode()) if owner else gnubg_nn.set.cube(cube)
    key = gnubg_nn.key_of_board(gnubg_nn.board_from_position_id(id))
    found = gnubg_nn.evaluate_cube_decision(key, 0, -1, b"O", 1)
    print(json.dumps([bool(found[0]), bool(found[1])]), flush=True)
"""
"""GNU Backgammon's cube at 0 plies (GPL, development only): whether to double, whether to take."""


def gnubg_cube(python: str, cases: list[tuple[Position, CubeState]]) -> list[tuple[bool, bool]]:
    """Cube decisions of GNU Backgammon's networks in matches; it calls the player on roll O."""
    owners = {Owner.CENTRED: "", Owner.OWN: "O", Owner.OPPONENT: "X"}
    lines = [json.dumps([format_position_id(p), *s.away, int(s.crawford), s.cube, owners[s.owner]]) for p, s in cases]
    run = subprocess.run([python, "-c", GNUBG_CUBE], input="\n".join(lines), capture_output=True, text=True, check=True)
    return [tuple(json.loads(line)) for line in run.stdout.splitlines()]


def cube(searcher: Searcher, referee: str = "") -> dict[str, Any]:
    """Mean loss of cube decisions on the test games: kibitz, GNU Backgammon, and never doubling with always taking."""
    with gzip.open(DATA / "bglab_cube_4ply.csv.gz", "rt") as stream:
        rows = [row for row in csv.DictReader(stream) if row["game"][0] in "01" and row["eq_double_take"]]
    states = [parse_match_id(row["match_id"]).cube_state() for row in rows]
    keep = [i for i, state in enumerate(states) if state.may_double and state.length]
    rows, states = [rows[i] for i in keep], [states[i] for i in keep]
    positions = [parse_position_id(row["position_id"]) for row in rows]
    chances = searcher.static(np.stack([position.to_array() for position in positions]))
    decisions = [
        position_cube_decision(position, Probabilities.from_array(p), state)
        for position, p, state in zip(positions, chances, states, strict=True)
    ]
    players = {
        "ours": [(d.should_double, d.should_take) for d in decisions],
        "never_double_always_take": [(False, True)] * len(rows),
    }
    if referee:
        players["gnubg_0ply"] = gnubg_cube(referee, list(zip(positions, states, strict=True)))
    losses: dict[str, dict[str, list[float]]] = {}
    for player, actions in players.items():
        for row, (doubles, takes) in zip(rows, actions, strict=True):
            none, take, drop = (float(row[f"eq_{name}"]) for name in ("no_double", "double_take", "double_pass"))
            best = max(none, min(take, drop))
            lost = best - (min(take, drop) if doubles else none)
            wrong_answer = abs(take - drop) if takes != (take <= drop) else 0.0
            kind = "double" if min(take, drop) > none else "too good" if none > drop and take > drop else "no double"
            for name, loss in (("all", lost), (kind, lost), ("take" if take <= drop else "pass", wrong_answer)):
                losses.setdefault(name, {}).setdefault(player, []).append(loss)
    return {
        kind: {**{player: float(np.mean(v)) for player, v in result.items()}, "n": len(result["ours"])}
        for kind, result in losses.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--plies", type=int, nargs="*", default=[0, 1, 2])
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--deep", default="LOP", help="players whose plays are also compared at 2 plies")
    parser.add_argument("--referee", default="", help="a Python with gnubg_nn, for its cube in the same run")
    options = parser.parse_args()
    searcher = shipped_searcher()
    table = referee_table(DATA / "bench_gnubg2ply_dev.jsonl.gz", options.rows)
    searcher.rank(*table[0][:2], 2)
    figures: dict[str, Any] = {}
    for plies in options.plies:
        figures[f"referee_{plies}ply"] = table_errors(searcher, table, plies)
        print(plies, "plies", json.dumps(figures[f"referee_{plies}ply"]), flush=True)
    figures["rollout_rmse"] = rollouts(searcher)
    print(json.dumps(figures["rollout_rmse"]), flush=True)
    figures["human_plays"] = human_plays(searcher, options.every)
    print(json.dumps(figures["human_plays"]), flush=True)
    if options.deep:
        figures["human_plays_2ply"] = human_plays(searcher, options.every, 2, options.deep)
        print(json.dumps(figures["human_plays_2ply"]), flush=True)
    figures["cube"] = cube(searcher, options.referee)
    print(json.dumps(figures["cube"]))
    add_to_result("backgammon_strength", figures, [WEIGHTS])


if __name__ == "__main__":
    main()

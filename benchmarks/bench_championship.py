"""World championship matches rated by their moves, beside the paper's table (section VII).

nice python benchmarks/bench_championship.py      (keeps results/chess_championship.json)

Values come from a file of finished analyses (205 of the 328 games of fifteen matches, the same share of each match):
no engine is needed. A turn that the file does not hold is left out.
"""

from __future__ import annotations

import csv
import lzma
import math
import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from chess_pilot import FOLDER
from results import keep

from kibitz.core import Document
from kibitz.games.chess.cache import AnalysisCache
from kibitz.games.chess.decisions import AnalysedTurn, AnalysedTurns
from kibitz.games.chess.elo import sample_of, shipped_scale
from kibitz.games.chess.engine import EngineId, EngineSettings
from kibitz.games.chess.pgn import load_collection
from kibitz.games.chess.positions import skip_reason, turns
from kibitz.rate import Rating, intrinsic_rating

WHOLE = 0.9
"""Share of a game's turns that must be known for it to count as analysed."""
ENGINE, SETTINGS = EngineId("Stockfish", "15.1"), EngineSettings(depth=11, multipv=50)
RESTS_ON = ["src/kibitz/rate/fitting", "src/kibitz/rate/model/kernels.py", "src/kibitz/rate/ratings/resampling.py",
            "src/kibitz/rate/ratings/adjusted.py", "src/kibitz/rate/seeing",
            "src/kibitz/games/chess/positions.py", "src/kibitz/games/chess/data/stockfish-15.1-depth-11.json",
            "benchmarks/bench_championship.py"]  # fmt: skip


def known_turns() -> tuple[AnalysedTurns, dict[str, str]]:
    """The turns whose positions are in the file of analyses, and the match of each game."""
    path = FOLDER / "pgn" / "wch_matches_1972-2010.pgn"
    text = path.read_bytes()
    games = load_collection((Document(name=path.name, data=text),)).games
    tags = re.findall(r'^\[Match "(.*)"\]', text.decode("utf-8"), re.MULTILINE)
    assert len(tags) == len(games)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "analyses.sqlite"
        file.write_bytes(lzma.decompress((FOLDER / "wch_analyses.sqlite.xz").read_bytes()))
        with AnalysisCache(file) as cache:
            for game in games:
                wanted = [turn for turn in turns(game) if turn.skip is None]
                there = sum(cache.get(turn.position, "", ENGINE, SETTINGS) is not None for turn in wanted)
                if there < WHOLE * len(wanted):
                    continue  # positions that happen to occur in another game
                for turn in wanted:
                    analysis = cache.get(turn.position, "", ENGINE, SETTINGS)
                    if analysis is None:
                        continue
                    if turn.played not in analysis.moves and skip_reason(turn, analysis) is None:
                        alone = cache.get(turn.position, turn.played, ENGINE, SETTINGS)
                        if alone is None:
                            continue
                        analysis = analysis.with_move(turn.played, alone)
                    found.append(AnalysedTurn(turn, analysis, skip_reason(turn, analysis)))
    return AnalysedTurns(tuple(found), ENGINE, SETTINGS, 0, {}), {g.id: m for g, m in zip(games, tags, strict=True)}


def row(rating: Rating) -> dict[str, Any]:
    return {"ipr": round(rating.value) if rating.value is not None else None, "n": rating.n, "games": rating.n_events,
            "low": round(rating.low) if math.isfinite(rating.low) else None,
            "high": round(rating.high) if math.isfinite(rating.high) else None, "method": rating.method}  # fmt: skip


def main() -> None:
    found, matches = known_turns()
    decisions = found.decisions()
    scale = shipped_scale()
    everything = sample_of(decisions, scale)
    of_match = np.array([matches[str(d.event)] for d in decisions])
    paper = list(csv.DictReader((FOLDER / "ref_paper_wch_iprs.csv").open()))
    rows: list[dict[str, Any]] = []
    for line in paper:
        keep_rows = of_match == line["match"]
        if not keep_rows.any():
            continue
        if line["player"]:
            keep_rows &= everything.players == line["player"]
        sample = everything.take(keep_rows)
        by_ff = intrinsic_rating(sample, scale, method="ff", interval="bootstrap" if line["player"] else "robust")
        by_error = intrinsic_rating(sample, scale)
        rows.append({"match": line["match"], "player": line["player"], "elo": int(line["elo"]),
                     "paper": int(line["ipr"]), "paper_low": int(line["lo_2sigma_a"]),
                     "paper_high": int(line["hi_2sigma_a"]), "ff": row(by_ff), "adjusted": row(by_error)})  # fmt: skip
        print(rows[-1], flush=True)
    one = replace(everything, players=np.full(len(everything), "", dtype=object))
    omni = {"ff": row(intrinsic_rating(one, scale, method="ff", interval="robust")),
            "adjusted": row(intrinsic_rating(one, scale)), "paper": 2728, "elo": 2730}  # fmt: skip
    players = [r for r in rows if r["player"]]
    figures = {"decisions": len(everything), "games": everything.n_events, "rows": rows, "omni": omni,
               "summary": {way: summary(players, way) for way in ("ff", "adjusted")}}  # fmt: skip
    keep("chess_championship", figures, RESTS_ON)
    print(figures["omni"], figures["summary"])


def summary(players: list[dict[str, Any]], way: str) -> dict[str, Any]:
    """Our IPR against the paper's and against Elo, plain and weighted by moves; agreement of the order in matches."""
    ours = np.array([p[way]["ipr"] for p in players], dtype=float)
    theirs, elo = (np.array([p[name] for p in players], dtype=float) for name in ("paper", "elo"))
    n = np.array([p[way]["n"] for p in players], dtype=float)
    inside = [p[way]["low"] <= p["paper"] <= p[way]["high"] for p in players]
    elo_inside = [p[way]["low"] <= p["elo"] <= p[way]["high"] for p in players]
    pairs = [(i, i + 1) for i in range(0, len(players), 2)]
    same = sum((ours[i] > ours[j]) == (theirs[i] > theirs[j]) for i, j in pairs)
    by_elo = sum((ours[i] > ours[j]) == (elo[i] > elo[j]) for i, j in pairs)
    tail = sum(math.comb(len(pairs), k) for k in range(int(same), len(pairs) + 1)) / 2 ** len(pairs)
    return {
        "players": len(players), "paper_inside": int(sum(inside)), "elo_inside": int(sum(elo_inside)),
        "minus_paper": round(float((ours - theirs).mean())),
        "sd_minus_paper": round(float((ours - theirs).std(ddof=1))),
        "minus_elo": round(float((ours - elo).mean())), "sd_minus_elo": round(float((ours - elo).std(ddof=1))),
        "minus_elo_by_moves": round(float(n @ (ours - elo) / n.sum())), "matches": len(pairs),
        "same_order": int(same), "order_by_elo": int(by_elo), "chance_of_so_many": round(tail, 3),
        "correlation": round(float(np.corrcoef(ours, theirs)[0, 1]), 2),
    }  # fmt: skip


if __name__ == "__main__":
    main()

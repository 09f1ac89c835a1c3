"""Make the pools of positions that `kibitz rate me` asks from: drill positions, and chess positions of games that an
engine plays against itself at low depth.

Each pool begins with a random sample, the reference, whose mean loss is that of a drill. The others are those of many
further draws that say most about players of some level.

    python benchmarks/make_position_pools.py FOLDER [POOL ...]
"""

from __future__ import annotations

import gzip
import json
import math
import sys
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import numpy as np

from kibitz.app.ask import ask
from kibitz.app.drills import DRILLS, Drill, thin_choices
from kibitz.app.position_pools import CHESS, MAX_POOL_CHOICES, POOL_NAMES, PositionPool, make_test
from kibitz.core.choices import format_choices

CANDIDATES = {
    "final": 2_000,
    "vote": 2_000,
    "square": 1_200,
    "checker-play": 600,
    "buzz": 400,
    "daily-double": 250,
    "bid": 160,
    "cube": 150,
    CHESS: 300,
}
"""Positions drawn for each pool."""
REFERENCE = 150
"""The first positions drawn: their mean loss is that of the drill."""
MOST_INFORMATIVE, POSTERIOR_SD_STEPS = 20, 3.0
"""Positions added for every second level: the most informative ones about players near that level."""
CHESS_PLIES = (16, 70)
BALANCED_PAWNS = 3.0
ENGINE, ENGINE_DEPTH, ENGINE_LINES = "/usr/games/stockfish", 9, 50


def drill_pool(drill: Drill, size: int, draw: Random) -> dict[str, Any]:
    """The pool of a drill."""
    rows: list[dict[str, Any]] = []
    unit, game = "", ""
    origin: dict[str, Any] = {}
    while len(rows) < size:
        request = drill.draw(draw)
        recommendation = cast(Any, ask)(drill.path, **request).counsel
        decision = thin_choices(recommendation.to_decision(), MAX_POOL_CHOICES)
        if sum(math.isfinite(worth) for worth in decision.utilities) < 2:
            continue
        assert decision.provenance is not None
        assert decision.choices is not None
        unit, game, origin = decision.unit.value, decision.game, decision.provenance.to_json()
        rows.append(
            {
                "request": request,
                "choices": format_choices(decision.choices),
                "worth": [round(worth, 6) if math.isfinite(worth) else None for worth in decision.utilities],
            }
        )
        if len(rows) % 100 == 0:
            print(drill.name, len(rows), flush=True)
    return {"name": drill.name, "unit": unit, "game": game, "provenance": origin, "positions": rows}


def with_informative_positions(pool: dict[str, Any]) -> dict[str, Any]:
    """The pool with its reference, and of the other positions only the informative ones."""
    held = msgspec.convert(pool | {"reference": min(REFERENCE, len(pool["positions"]))}, PositionPool)
    test = make_test(held)
    stored = set(range(held.reference))
    for level in range(0, len(test.levels), 2):
        near = np.exp(-0.5 * ((np.arange(len(test.levels)) - level) / POSTERIOR_SD_STEPS) ** 2)[:, None] * test.prior
        stored |= set(np.argsort(-test.information(near / near.sum()))[:MOST_INFORMATIVE].tolist())
    rows = [pool["positions"][row] for row in sorted(stored)]
    return pool | {"reference": held.reference, "positions": rows}


def chess_pool(size: int, draw: Random) -> dict[str, Any]:
    """Balanced middlegame positions of games in which the engine errs, with values at all depths."""
    import chess
    import chess.engine

    from kibitz.games.chess.agent import analyse_position
    from kibitz.games.chess.analysis import UNSEEN
    from kibitz.games.chess.batch_analysis import engine_spec, running_engine
    from kibitz.games.chess.decisions import provenance
    from kibitz.games.chess.engine import EngineSettings

    spec = engine_spec(ENGINE, 60.0, EngineSettings(depth=ENGINE_DEPTH, multipv=ENGINE_LINES))
    rows: list[dict[str, Any]] = []
    with chess.engine.SimpleEngine.popen_uci(ENGINE) as player:
        while len(rows) < size:
            board, plies = chess.Board(), draw.randint(*CHESS_PLIES)
            while board.ply() < plies and not board.is_game_over():
                lines = player.analyse(board, chess.engine.Limit(depth=4), multipv=8, game=object())
                scores = [line["score"].relative.score(mate_score=2_000) / 100 for line in lines]
                weights = [math.exp((score - scores[0]) / 0.35) for score in scores]
                board.push(draw.choices([line["pv"][0] for line in lines], weights)[0])
            if board.is_game_over() or board.legal_moves.count() < 2:
                continue
            values = analyse_position(board.fen(), spec)
            if abs(values.best) > BALANCED_PAWNS or values.centipawns.shape[0] != ENGINE_DEPTH:
                continue
            depths = [[None if x == UNSEEN else int(x) for x in row] for row in values.centipawns.tolist()]
            moves = [board.parse_uci(move) for move in values.moves]
            rows.append(
                {
                    "fen": board.fen(),
                    "moves": list(values.moves),
                    "san": [board.san(move) for move in moves],
                    "worth": [round(float(x), 2) for x in values.values],
                    "by_depth": depths,
                }
            )
            if len(rows) % 100 == 0:
                print("chess", len(rows), flush=True)
    origin = provenance(running_engine(spec).id, spec.settings).to_json()
    return {"name": CHESS, "unit": "pawns", "game": "chess", "provenance": origin, "positions": rows}


def main() -> None:
    """Write the named pools, or all, to a folder."""
    folder = Path(sys.argv[1])
    for name in sys.argv[2:] or POOL_NAMES:
        draw, size = Random(f"kibitz {name}"), CANDIDATES[name]
        pool = chess_pool(size, draw) if name == CHESS else drill_pool(DRILLS[name], size, draw)
        pool = with_informative_positions(json.loads(json.dumps(pool)))
        text = json.dumps(pool, separators=(",", ":"), ensure_ascii=False).encode()
        (folder / f"{name}.json.gz").write_bytes(gzip.compress(text, mtime=0))
        print(name, len(text), flush=True)


if __name__ == "__main__":
    main()

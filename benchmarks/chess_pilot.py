"""The development positions: Stockfish 15.1, depth 11, 30 lines, 45 games at each of 1900, 2300 and 2700."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core import FloatArray, Provenance, Unit
from kibitz.rate import Sample, perceived_values
from kibitz.rate.depth_model.parameters import UNIT_ELO, ZERO_ELO
from kibitz.rate.model.scaling import PAWNS

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "chess"
MARKS = (1900, 2300, 2700)
DEPTHS = tuple(range(1, 12))
ORIGIN = Provenance("Stockfish", "15.1", settings=(("cap", "10"), ("depth", "11"), ("hash", "16"), ("multipv", "30")))


def usable_rows() -> list[dict[str, Any]]:
    """The positions in the order of the sample, as the file has them."""
    import pyarrow.parquet as parquet

    rows = parquet.read_table(FOLDER / "pilot_sf151_d11_mpv30.parquet").to_pylist()
    return [
        row for row in rows if row["in_range"] and not row["rep_before"] and not row["rep_after"] and len(row["cp"]) > 1
    ]


def pilot(deepest: int = 11, lines: int = 30, blend: bool = False) -> Sample:
    """Load all usable positions with more than one move, with values by depth and the mark as rating.

    ``deepest`` and ``lines`` give another setting from the same values: a shallower search, or fewer moves (always with
    the move played). With ``blend`` the choice model sees the blend over depths (`perceived_values`).
    """
    import pyarrow.parquet as parquet

    rows = usable_rows()
    deep = {
        (row["game"], row["ply"]): row
        for row in parquet.read_table(FOLDER / "by_depth_sf151_d1-11.parquet").to_pylist()
    }
    width = max(len(row["cp"]) for row in rows)
    values = np.full((len(rows), width), -np.inf)
    by_depth = np.full((len(rows), deepest, width), np.nan)
    perceived = np.full_like(values, -np.inf)
    for i, row in enumerate(rows):
        known = deep[row["game"], row["ply"]]
        table = np.array(known["cp_by_depth"], dtype=float)[:deepest] / 100
        place = {move: k for k, move in enumerate(known["moves"])}
        columns = [place[move] for move in row["moves"]]
        n = len(columns)
        by_depth[i, :, :n] = np.clip(table[:, columns], -10, 10)
        last = np.array(row["cp"]) / 100 if deepest == 11 else table[-1, columns]
        values[i, :n] = np.where(np.isnan(last), np.nanmin(last), last)
        perceived[i, :n] = perceived_values(table[:, columns], PAWNS)
        best = np.argsort(-values[i, :n], kind="stable")
        for k in best[lines:]:
            if k != row["played_idx"]:
                values[i, k] = -np.inf
    return Sample.from_arrays(
        np.clip(values, -np.inf, 10),
        [row["played_idx"] for row in rows],
        by_depth=by_depth,
        perceived=perceived if blend else None,
        unit=Unit.PAWNS,
        scaling=PAWNS,
        events=[row["game"] for row in rows],
        ratings=[float(row["elo_mark"]) for row in rows],
        provenance=ORIGIN,
    )


def skills(sample: Sample) -> FloatArray:
    """Skill theta of each decision, by the mark of its game."""
    return np.asarray((sample.ratings - ZERO_ELO) / UNIT_ELO)

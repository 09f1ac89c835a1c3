"""CPU time of `kibitz rate` for 200,000 decisions of 200 players, without a scale.

nice python benchmarks/bench_field_rating.py      (saves results/field_rating.json)
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

import numpy as np
from results import save_result

from kibitz.core import Document, Unit
from kibitz.core.work import WorkContext
from kibitz.rate.fallible import simulate_choices
from kibitz.rate.questions import RatePlayersRequest
from kibitz.rate.records.sample import Sample

DECISIONS, PLAYERS, OPTIONS, EVENT, BAR = 200_000, 200, 8, 20, 60.0


def decisions() -> str:
    """The decisions of simulated players whose sensitivity differs, as JSON lines."""
    rng, each, lines = np.random.default_rng(1), DECISIONS // PLAYERS, []
    for player in range(PLAYERS):
        values = np.clip(rng.normal(0.5, 0.1, size=(each, OPTIONS)), 0, 1).round(4)
        sample = Sample.from_arrays(values, np.zeros(each, dtype=int), unit=Unit.WIN)
        chosen = simulate_choices(sample, 0.02 * np.exp(rng.normal(0, 0.5)), 0.5, rng)
        for row in range(each):
            record = {
                "player": f"player {player}",
                "event": f"{player}.{row // EVENT}",
                "unit": "win",
                "utilities": chosen.values[row].tolist(),
                "chosen": int(chosen.chosen[row]),
            }
            lines.append(json.dumps(record))
    return "\n".join(lines) + "\n"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "field.jsonl"
        path.write_text(decisions())
        start = time.process_time()
        answer = RatePlayersRequest(file=Document(name=path.name, text=path.read_text())).answer(WorkContext())
        seconds = time.process_time() - start
    by_formula = sum("formula" in row.note for row in answer.players)
    figures = {
        "decisions": DECISIONS,
        "players": len(answer.players),
        "by_formula": by_formula,
        "seconds": round(seconds, 1),
        "bar": BAR,
    }
    print(figures)
    save_result("field_rating", figures)


if __name__ == "__main__":
    main()

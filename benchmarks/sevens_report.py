"""The report's tournaments at full size: python benchmarks/sevens_report.py [--rounds 50] [--page report.html].

Plays what `kibitz sevens report --rounds 50 --page report.html` plays; a stopped run continues. Saves our figures and
those of section 4.3 in benchmarks/results/sevens_report.json.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec
from results import save_result

from kibitz.core.work import WorkContext
from kibitz.files import FileCheckpointStore
from kibitz.games.sevens.questions import ReportRequest

SEVENS = "src/kibitz/games/sevens"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    last = ""

    def report_progress(done: int, total: int, note: str) -> None:
        nonlocal last
        if note != last:
            last = note
            print(note, flush=True)

    answer = ReportRequest(rounds=options.rounds).answer(
        WorkContext(on_progress=report_progress, store=FileCheckpointStore())
    )
    if options.page:
        options.page.write_bytes(answer.file("page").data)
    plain = msgspec.to_builtins(answer)
    standings = {
        part["name"]: {
            row["player"]: {name: round(row[name], 3) for name in ("gain", "gain_se", "sevens", "paid")}
            for row in part["tables"]["standings"]
        }
        for part in plain["parts"]
    }
    figures = {"rounds": options.rounds, "printed": plain["printed"], "claims": plain["claims"], "standings": standings}
    save_result("sevens_report", figures)
    for row in answer.printed:
        print(f"{row.player:<10} {row.figure:<36} {row.printed:7.3f} {row.ours:7.3f} ± {row.se:.3f}")
    for claim in answer.claims:
        print(f"{'yes' if claim.holds else 'no ':<4} {claim.claim}: {claim.here}")


if __name__ == "__main__":
    main()

"""The report's tournaments at full size: python benchmarks/sevens_report.py [--rounds 50].

Plays what `python -m papers.seven_letters.tournaments` plays; a stopped run continues. Saves our figures and those of
section 4.3 in benchmarks/results/sevens_report.json.
"""

from __future__ import annotations

import argparse

import msgspec
from results import save_result

from kibitz.core.work import WorkContext
from kibitz.files import FileCheckpointStore
from papers.seven_letters.tournaments import play_report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50)
    options = parser.parse_args()
    work = WorkContext(on_progress=lambda done, total, note: print(note, flush=True), store=FileCheckpointStore())
    plain = msgspec.to_builtins(play_report(options.rounds, work=work))
    standings = {
        part["name"]: {
            row["player"]: {name: round(row[name], 3) for name in ("gain", "gain_se", "sevens", "paid")}
            for row in part["tables"]["standings"]
        }
        for part in plain["parts"]
    }
    figures = {"rounds": options.rounds, "printed": plain["printed"], "claims": plain["claims"], "standings": standings}
    save_result("sevens_report", figures)


if __name__ == "__main__":
    main()

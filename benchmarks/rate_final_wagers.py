"""People's Final Jeopardy wagers, rated by standing and era with the code that rates chess.

    OMP_NUM_THREADS=1 python benchmarks/rate_final_wagers.py FOLDER [--sample 600] [--json] [--write FILE.jsonl]

FOLDER holds ``final_jeopardy.csv.gz`` (see `kibitz.games.jeopardy.datasets.games`). ``--write`` saves the decisions
as JSON lines for ``kibitz rate FILE.jsonl``. Losses are in points of win chance. "expected" is the loss per decision of
a player with the fitted (s, c, lapse) on all decisions of both eras, so that harder decisions do not count against a
group. Intervals are by bootstrap over whole games. First-choice-and-falloff (FF), which rates chess, has no solution
where people lose more than its tail allows, so all groups are fitted by likelihood with a lapse. ``--keep`` saves
results/final_wagers.json.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from results import save_result

from kibitz.core import Decision
from kibitz.core.decision import format_decision
from kibitz.games.jeopardy.datasets.final_decisions import ASSUMED_CONFIDENCE, recorded_decisions
from kibitz.games.jeopardy.datasets.finals import RecordedFinals, recorded_finals
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.jeopardy.final.equities import NEAR_BEST_LOSS
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.show import Era
from kibitz.rate import Sample, Scaling, ScalingLaw, fit, hold_out_nats, intrinsic_rating, loss_scale, mean_loss
from kibitz.rate.fitting.bounds import blind_loss
from kibitz.rate.ratings.intrinsic import student_95
from kibitz.rate.ratings.resampling import event_counts, refit_draws

Group = tuple[Era, str]
LAWS = (Scaling(), Scaling(ScalingLaw.LOG), Scaling(ScalingLaw.LOG, 0.1))
SURES = (None, 0.7, 0.8, ASSUMED_CONFIDENCE, 1.0)
FOLDS = 3


def samples(decisions: dict[Era, list[Decision]], scaling: Scaling | None = None) -> dict[Group, Sample]:
    """Decisions by era and standing; wagers within a tenth of a point of the best count as best."""
    return {
        (era, role): Sample.from_decisions([d for d in own if d.player == role], scaling, tie_tolerance=NEAR_BEST_LOSS)
        for era, own in decisions.items()
        for role in ROLES
    }


def rate(sample: Sample, reference: Sample, draws: int, seed: int) -> dict[str, Any]:
    """One row of the table: observed loss, fit, and expected loss on the reference set with its interval."""
    result = fit(sample, "ml-lapse")
    expected = mean_loss(reference, result.s, result.c, result.lapse)
    again = refit_draws(sample, result, reference, event_counts(sample.n_events, draws, np.random.default_rng(seed)))
    logs = np.log(again.expected_loss[np.isfinite(again.expected_loss)])
    # As in `intrinsic_rating`, the interval is never narrower than the model's own formula.
    formula = result.projection.error_se / result.projection.error
    width = student_95(len(logs) - 1) * max(float(logs.std(ddof=1)), formula)
    losses = sample.raw_losses
    falloff = intrinsic_rating(sample, loss_scale(reference), interval="robust")
    return {
        "n": len(sample),
        "best": float((sample.losses == 0).mean()),
        "loss": float(losses.mean()),
        "loss_se": float(losses.std(ddof=1) / math.sqrt(len(losses))),
        "blind_loss": blind_loss(sample),
        "s": result.s,
        "c": result.c,
        "lapse": result.lapse,
        "projected_loss": result.projection.error,
        "expected": expected,
        "low": expected * math.exp(-width),
        "high": expected * math.exp(width),
        "draws": len(logs),
        "ff": falloff.value,
        "ff_low": falloff.low,
        "ff_high": falloff.high,
    }


def nats(groups: dict[Group, Sample], method: str = "ml-lapse") -> dict[str, float]:
    """Hold-out nats per decision of each group, and of all together."""
    each = {f"{int(era)} {role}": hold_out_nats(s, method, folds=FOLDS).nats for (era, role), s in groups.items()}
    total = sum(len(sample) for sample in groups.values())
    return each | {"all": sum(each[f"{int(e)} {r}"] * len(s) for (e, r), s in groups.items()) / total}


def result(folder: Path, games: int, draws: int, seed: int) -> tuple[dict[str, Any], list[Decision]]:
    """All tables, and the decisions behind them."""
    finals: dict[Era, RecordedFinals] = {era: recorded_finals(DatasetFolder.at(folder), era) for era in Era}

    def decisions(sure: float | None) -> dict[Era, list[Decision]]:
        return {era: list(recorded_decisions(finals[era], era, games, sure)) for era in Era}

    used = decisions(ASSUMED_CONFIDENCE)
    groups = samples(used)
    reference = Sample.union(list(groups.values()))
    rows = [
        {"era": int(era), "standing": role} | rate(sample, reference, draws, seed)
        for (era, role), sample in groups.items()
    ]
    scaling = {f"{law.law.value}:{law.unit:g}": nats(samples(used, law)) for law in LAWS}
    sures = {
        "average" if sure is None else f"{sure:.0%}": scaling["linear:1"]
        if sure == ASSUMED_CONFIDENCE
        else nats(samples(decisions(sure)))
        for sure in SURES
    }
    tables = {
        "ratings": rows,
        "blind_on_reference": blind_loss(reference),
        "reference_decisions": len(reference),
        "scaling_nats": scaling,
        "confidence_nats": sures,
        "baseline_nats": {method: nats(groups, method) for method in ("uniform", "logit")},
    }
    return tables, [d for own in used.values() for d in own]


def show(tables: dict[str, Any]) -> None:
    print(
        "era  standing    n   best  loss (se)    blind  projected     s      c   lapse  expected (95 %)    by FF (95 %)"
    )
    for r in tables["ratings"]:
        print(
            f"{r['era']}    {r['standing']}    {r['n']:5d}  {100 * r['best']:4.1f}%  {100 * r['loss']:5.2f} "
            f"({100 * r['loss_se']:.2f})  {100 * r['blind_loss']:5.2f}  {100 * r['projected_loss']:8.2f}   "
            f"{r['s']:7.2g}  {r['c']:5.2f}  {r['lapse']:5.2f}  {100 * r['expected']:6.2f} ({100 * r['low']:.2f}-"
            f"{100 * r['high']:.2f})  {'none' if r['ff'] is None else format(100 * r['ff'], '.2f')} "
            f"({100 * r['ff_low']:.2f}-{100 * r['ff_high']:.2f})"
        )
    print(
        f"reference set: {tables['reference_decisions']:,} decisions, a blind choice loses "
        f"{100 * tables['blind_on_reference']:.2f} points; losses in points of win probability"
    )
    for title, name in (
        ("scaling", "scaling_nats"),
        ("perceived chance of a right answer", "confidence_nats"),
        ("baselines", "baseline_nats"),
    ):
        print(f"\nhold-out nats a wager, {FOLDS} folds by game: {title}")
        for label, values in tables[name].items():
            print(f"  {label:10s}" + "".join(f"  {group} {value:.3f}" for group, value in values.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description="Rate recorded Final Jeopardy wagers by standing and era.")
    default = Path(__file__).resolve().parents[2] / "shared" / "data" / "jeopardy"
    parser.add_argument("folder", type=Path, nargs="?", default=default)
    parser.add_argument(
        "--sample", type=int, default=300, help="number of games of each era, spread evenly over its years"
    )
    parser.add_argument("--draws", type=int, default=40, help="bootstrap fits of each interval")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", type=Path, help="save the decisions as JSON lines")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", action="store_true", help="save the figures in benchmarks/results")
    options = parser.parse_args()
    tables, decisions = result(options.folder, options.sample, options.draws, options.seed)
    if options.write is not None:
        options.write.write_text("".join(format_decision(d) + "\n" for d in decisions), encoding="utf-8")
    if options.keep:
        data = "src/kibitz/games/jeopardy/data/"
        data_files = [data + "final_wagers.json", data + "contestants.json"]
        save_result("final_wagers", tables, data_files)
    if options.json:
        print(json.dumps(tables))
    else:
        show(tables)


if __name__ == "__main__":
    main()

"""The depth model on the development positions: nats of held-out games, compared with the depth blend.

nice python benchmarks/bench_depth_model.py      (about four minutes of one core; saves results/chess_seeing.json)
"""

from __future__ import annotations

import numpy as np
from chess_pilot import MARKS, pilot, skills
from results import save_result

from kibitz.core import FloatArray
from kibitz.rate import hold_out_nats
from kibitz.rate.depth_model.fitting import depth_model_hold_out, fit_depth_parameters
from kibitz.rate.depth_model.parameters import PARAMETER_NAMES, DepthParameters, initial_parameters
from kibitz.rate.fitting.holdout import mean_by_event
from kibitz.rate.records.sample import Sample

NATS_BAR, GAIN_BAR, PARAMETERS_BAR = 1.425, -0.05, 12
SEEDS = (0, 1)


def blend(sample: Sample, seed: int) -> FloatArray:
    """Held-out nats of each decision by ``ml-lapse`` on the depth blend, fitted at each mark, with the same folds."""
    nats = np.empty(len(sample))
    for mark in MARKS:
        rows = np.flatnonzero(sample.ratings == mark)
        nats[rows] = hold_out_nats(sample.take(rows), "ml-lapse", seed=seed).each
    return nats


def numbers(shape: DepthParameters) -> dict[str, float]:
    """Rounded parameters by name."""
    return {name: round(getattr(shape, name), 3) for name in PARAMETER_NAMES}


def main() -> None:
    sample, seen = pilot(), pilot(blend=True)
    theta = skills(sample)
    held, other, one = [], [], []
    for seed in SEEDS:
        held.append(depth_model_hold_out(sample, theta, strata=sample.ratings, seed=seed)[0].each)
        other.append(blend(seen, seed))
        one.append(depth_model_hold_out(sample, theta, initial_parameters(), strata=sample.ratings, seed=seed)[0].each)
        print(seed, held[-1].mean(), other[-1].mean(), one[-1].mean(), flush=True)
    ours, theirs, single = (np.mean(each, axis=0) for each in (held, other, one))
    gain, error = mean_by_event(sample, ours - theirs)
    result = fit_depth_parameters(sample, theta)
    figures = {
        "decisions": len(sample),
        "games": sample.n_events,
        "parameters": len(result.shape.free_names),
        "nats": [round(float(each.mean()), 4) for each in held],
        "nats_bar": NATS_BAR,
        "by_mark": {str(m): round(float(ours[sample.ratings == m].mean()), 3) for m in MARKS},
        "blend": [round(float(each.mean()), 4) for each in other],
        "one_depth": [round(float(each.mean()), 4) for each in one],
        "one_depth_parameters": 5,
        "one_depth_against_seeing": [round(x, 4) for x in mean_by_event(sample, single - ours)],
        "against_blend": round(gain, 4),
        "against_blend_se": round(error, 4),
        "gain_bar": GAIN_BAR,
        "shape": numbers(result.shape),
        "one_depth_shape": numbers(fit_depth_parameters(sample, theta, initial_parameters()).shape),
        "other_settings": {},
    }
    for name, deepest, lines in (("depth 9", 9, 30), ("MultiPV 10", 11, 10)):
        some = pilot(deepest, lines)
        at = fit_depth_parameters(some, skills(some))
        figures["other_settings"][name] = {"decisions": at.n, "nats": round(at.nats, 4), "shape": numbers(at.shape)}
    print(save_result("chess_seeing", figures).read_text())
    passed = max(figures["nats"]) <= NATS_BAR and gain <= GAIN_BAR and gain + 2 * error < 0
    print("PASS" if passed and figures["parameters"] <= PARAMETERS_BAR else "FAIL")


if __name__ == "__main__":
    main()

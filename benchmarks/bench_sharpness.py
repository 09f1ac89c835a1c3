"""The depth model and the default rating of chess: losses, calibration and nats on games that the model has not seen.

nice python benchmarks/bench_sharpness.py      (about six minutes of one core; saves results/chess_sharpness.json)

The model learns from nine marks and from championship matches. Matches are left out whole, games of the marks by game,
both in five folds. ``before`` is the model of eight numbers by likelihood alone, fitted to the marks. Then players of
the shipped model are rated by the default method, and both rating methods are compared on the paper's table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from chess_marks import analyses, listed_turns
from make_chess_analyses import DRAWING, MAIN, draw
from make_chess_scales import match_positions
from results import load_result, save_result

from kibitz.core import FloatArray
from kibitz.games.chess.elo_scales import load_shipped_scale, sample_of
from kibitz.rate import Sample, intrinsic_rating
from kibitz.rate.agents import agent_of_rating, draw_choices
from kibitz.rate.depth_model.depth_sample import depth_model_probabilities, depth_sample
from kibitz.rate.depth_model.fitting import fit_depth_parameters, hold_out_folds, likelihood
from kibitz.rate.depth_model.parameters import DepthParameters
from kibitz.rate.fitting.holdout import mean_by_event
from kibitz.rate.ratings.scale import AdjustedLine

FOLDS = 5
BEFORE = DepthParameters(
    -3.7578675769425143, 1.6672740463698992, 4.3630553738700195, 0.3676944467163042, 0.46764695556380437,
    0.6616089579561909, -2.7606702655512967, -1.1450455599783507, tuple(range(1, 12)), 0.3,
)  # fmt: skip
"""The model of eight numbers by likelihood alone, fitted to the same nine marks; skill is 0 at 2100 and 1 at 2800."""
BANDS = {"1400 to 1800": (1400, 1800), "1900 to 2300": (1900, 2300), "2500 to 2800": (2500, 2800)}
PLAYED_AT = (1500.0, 1800.0, 2100.0, 2400.0, 2600.0, 2700.0)
RUNS = 4


def known_positions() -> tuple[Sample, FloatArray]:
    """All positions with the rating of the player, and the mark of those that belong to one (NaN for matches)."""
    marks = []
    for mark in MAIN:
        decisions = listed_turns(draw(mark, DRAWING), analyses()).decisions()[: DRAWING.positions]
        own = sample_of(decisions)
        marks.append(replace(own, ratings=np.full(len(own), float(mark))))
    matches = match_positions()
    matches = replace(matches, ratings=np.round(matches.ratings / 25) * 25)
    sample = Sample.union([*marks, matches])
    which = np.where(np.arange(len(sample)) < sum(map(len, marks)), sample.ratings, np.nan)
    return sample, which


def folds_of(sample: Sample, mark: FloatArray) -> FloatArray:
    """Whole matches, and games of marks."""
    fold = np.empty(len(sample), dtype=np.intp)
    rows = np.flatnonzero(np.isfinite(mark))
    fold[rows] = hold_out_folds(sample.take(rows), mark[rows])
    others = np.flatnonzero(~np.isfinite(mark))
    names = np.array([sample.event_names[e] for e in sample.events[others]], dtype=object)
    # Games of a match follow one another in the file: blocks of whole games, so that no match is in two folds.
    pairs = np.array([" ".join(sorted(set(sample.players[others][names == name]))) for name in np.unique(names)])
    match = dict(zip(np.unique(names), pairs, strict=True))
    labels = np.array([match[name] for name in names])
    kinds = np.unique(labels)
    dealt = dict(zip(kinds, np.random.default_rng(0).permutation(len(kinds)) % FOLDS, strict=True))
    fold[others] = [dealt[label] for label in labels]
    return fold


def skills_of(line: AdjustedLine, ratings: FloatArray) -> FloatArray:
    known = {rating: line.skill(float(rating)) for rating in np.unique(ratings)}
    return np.array([known[rating] for rating in ratings])


class HeldOutChances:
    """Nats, expected losses and chances of every position under parameters that have not seen it."""

    def __init__(self, sample: Sample) -> None:
        self.nats, self.expected = np.empty(len(sample)), np.empty(len(sample))
        self.chances: list[FloatArray] = []
        self.taken: list[FloatArray] = []
        self.rows: list[FloatArray] = []

    def add(self, sample: Sample, rows: FloatArray, shape: DepthParameters, skills: FloatArray) -> None:
        at = likelihood(depth_sample(sample.take(rows), shape), shape, skills)
        self.nats[rows], self.expected[rows] = -at.log_chosen, at.expected
        for skill in np.unique(skills):
            own = rows[skills == skill]
            part = sample.take(own)
            p = depth_model_probabilities(part, shape, float(skill))
            taken = np.zeros_like(p)
            taken[np.arange(len(part)), part.chosen] = 1
            self.chances.append(p[part.mask])
            self.taken.append(taken[part.mask])
            self.rows.append(np.repeat(own, part.counts))

    def calibration(self, rows: FloatArray) -> list[dict[str, float]]:
        """Predicted and seen frequency by tenths of the chance, with z."""
        inside = np.isin(np.concatenate(self.rows), rows)
        p, seen = np.concatenate(self.chances)[inside], np.concatenate(self.taken)[inside]
        result = []
        for tenth in range(10):
            own = (p >= tenth / 10) & (p < (tenth + 1) / 10)
            error = np.sqrt((p[own] * (1 - p[own])).sum()) / own.sum()
            result.append(
                {
                    "n": int(own.sum()),
                    "predicted": round(float(p[own].mean()), 4),
                    "seen": round(float(seen[own].mean()), 4),
                    "z": round(float((seen[own].mean() - p[own].mean()) / error), 1),
                }
            )
        return result


def loss_row(sample: Sample, judged: HeldOutChances, rows: FloatArray) -> dict[str, float]:
    own = sample.take(rows)
    mean, error = mean_by_event(own, judged.expected[rows] - own.losses)
    ratio = judged.expected[rows].mean() / own.losses.mean()
    return {"n": len(rows), "expected_over_seen": round(float(ratio), 3), "z": round(mean / error, 1)}


def cross_validate(sample: Sample, mark: FloatArray, line: AdjustedLine) -> dict[str, Any]:
    fold, skills = folds_of(sample, mark), skills_of(line, sample.ratings)
    new, old = HeldOutChances(sample), HeldOutChances(sample)
    for f in range(FOLDS):
        train, test = np.flatnonzero(fold != f), np.flatnonzero(fold == f)
        shape = fit_depth_parameters(sample.take(train), skills[train], line.shape).shape
        new.add(sample, test, shape, skills[test])
        print(f, shape, flush=True)
    old.add(sample, np.arange(len(sample)), BEFORE, (sample.ratings - 2100) / 700)
    in_marks, in_matches = np.flatnonzero(np.isfinite(mark)), np.flatnonzero(~np.isfinite(mark))
    figures: dict[str, Any] = {}
    for name, rows in (("marks", in_marks), ("matches", in_matches)):
        gain, error = mean_by_event(sample.take(rows), new.nats[rows] - old.nats[rows])
        figures[name] = {
            "decisions": len(rows),
            "nats": round(float(new.nats[rows].mean()), 4),
            "nats_before": round(float(old.nats[rows].mean()), 4),
            "gain": [round(gain, 4), round(error, 4)],
            "loss": loss_row(sample, new, rows),
            "loss_before": loss_row(sample, old, rows),
            "calibration": new.calibration(rows),
            "calibration_before": old.calibration(rows),
        }
    figures["by mark"] = {
        str(int(m)): loss_row(sample, new, np.flatnonzero(mark == m)) for m in np.unique(mark[np.isfinite(mark)])
    }
    figures["by band"] = {
        name: loss_row(sample, new, np.flatnonzero((mark >= a) & (mark <= b))) for name, (a, b) in BANDS.items()
    }
    return figures


def played_ratings(sample: Sample) -> dict[str, Any]:
    """What plays like people at a rating, rated by the default method, on positions of the marks."""
    scale, figures = load_shipped_scale(), {}
    for rating in PLAYED_AT:
        chances = agent_of_rating(sample, scale, rating).chances(sample)
        values, errors = [], []
        for run in range(RUNS):
            played = sample.with_choices(draw_choices(chances, sample, np.random.default_rng([run, int(rating)])))
            result = intrinsic_rating(played, scale, draws=100)
            values.append(result.value)
            errors.append(result.standard_error)
        figures[str(int(rating))] = {
            "rated": round(float(np.mean(values))),
            "error_of_mean": round(float(np.std(values, ddof=1) / np.sqrt(RUNS))),
            "standard_error": round(float(np.mean(errors))),
        }
    return figures


def table_errors() -> dict[str, Any]:
    """Squared distance of both methods to the paper's ratings and to Elo, on the players of its championship table."""
    rows = [row for row in load_result("chess_championship")["figures"]["rows"] if row["player"]]
    figures = {}
    for target in ("paper", "elo"):
        gap = {way: np.array([row[way]["ipr"] - row[target] for row in rows]) for way in ("ff", "adjusted")}
        more = gap["adjusted"] ** 2 - gap["ff"] ** 2
        figures[target] = {
            **{f"rms_{way}": round(float(np.sqrt((off**2).mean()))) for way, off in gap.items()},
            "squared_difference": [round(float(more.mean())), round(float(more.std(ddof=1) / np.sqrt(len(rows))))],
        }
    return figures


def main() -> None:
    sample, mark = known_positions()
    line = load_shipped_scale().adjusted
    assert line is not None
    figures = cross_validate(sample, mark, line)
    figures["what plays at a rating is rated"] = played_ratings(sample.take(np.isfinite(mark)))
    figures["championship table"] = table_errors()
    save_result("chess_sharpness", figures, ["src/kibitz/games/chess/data/stockfish-15.1-depth-11.json"])
    print(figures)


if __name__ == "__main__":
    main()

"""Ratings by adjusted error on the development positions: accuracy, coverage, transfer to other players, misfits.

nice python benchmarks/bench_adjusted_error.py      (about five minutes of one core; saves results/chess_adjusted.json)

Depth parameters are cross-fitted: none has seen the games it judges. Samples are whole games of one mark. Elo is
regressed on the logarithm of the error plus .001, the line for few decisions, and for comparison on the error itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from chess_pilot import MARKS, pilot, skills
from results import save_result

from kibitz.core import FloatArray
from kibitz.rate import NoSolutionError, fit, mean_loss, probabilities
from kibitz.rate.depth_model.adjusted_error import (
    LOG_OFFSET,
    EventTable,
    adjusted_errors,
    event_table,
    sharpness,
    sharpness_cuts,
)
from kibitz.rate.depth_model.depth_sample import SKILL_GRID, SkillTable, depth_model_probabilities, skill_table
from kibitz.rate.depth_model.fitting import depth_model_hold_out, fit_depth_parameters, hold_out_folds
from kibitz.rate.depth_model.parameters import DepthParameters, initial_parameters
from kibitz.rate.ratings.adjusted import (
    AdjustedEstimate,
    estimate_adjusted,
    explains_better,
    fit_adjusted_line,
    is_misfit,
)
from kibitz.rate.ratings.scale import AdjustedLine
from kibitz.rate.records.sample import Sample

SPLITS, FF_SPLITS, RUNS, PEOPLE_RUNS = 20, 10, 20, 200
DECISIONS, EVENTS = 500, 20


@dataclass(frozen=True)
class Setting:
    """The games, event tables from parameters that have not seen them, the line through the marks, the parameters."""

    sample: Sample
    table: EventTable
    marks: FloatArray
    sizes: FloatArray
    line: AdjustedLine
    shape: DepthParameters
    errors_by_mark: FloatArray


def rows_of(table: EventTable, rows: FloatArray) -> EventTable:
    return EventTable(*(getattr(table, name)[rows] for name in EventTable.__slots__))


def setting(start: DepthParameters | None) -> Setting:
    sample = pilot()
    theta, cuts = skills(sample), sharpness_cuts(sample)
    _, shapes = depth_model_hold_out(sample, theta, start, strata=sample.ratings)
    fold = hold_out_folds(sample, sample.ratings)
    names = np.unique(sample.events)
    parts: dict[str, Any] = {}
    expected = np.zeros(len(SKILL_GRID))
    for f, shape in enumerate(shapes):
        rows = np.flatnonzero(fold == f)
        result = event_table(sample.take(rows), shape, cuts)
        places = np.searchsorted(names, np.unique(sample.events[rows]))
        for name in EventTable.__slots__:
            values = getattr(result, name)
            parts.setdefault(name, np.zeros((len(names), *values.shape[1:])))[places] = values
        expected += skill_table(sample, shape).expected.mean(axis=0) / len(shapes)
    table = EventTable(**parts)
    marks = np.array([sample.ratings[sample.events == e][0] for e in names])
    groups = np.stack([marks == m for m in MARKS]).astype(float)
    errors = adjusted_errors(table, groups, expected).adjusted
    shape = fit_depth_parameters(sample, theta, start).shape
    line = fit_adjusted_line(shape, (2300.0, 400.0), np.array(MARKS, dtype=float), errors, cuts, expected)
    return Setting(sample, table, marks, table.weights, line, shape, errors)


def samples(marks: FloatArray, games: int, rng: np.random.Generator) -> list[FloatArray]:
    """Disjoint random samples of ``games`` games of one mark."""
    result = []
    for mark in MARKS:
        order = rng.permutation(np.flatnonzero(marks == mark))
        result += [order[i : i + games] for i in range(0, len(order) - games + 1, games)]
    return result


def left_out_rms(x: FloatArray, y: FloatArray) -> float:
    """Leave-one-out root mean square error in Elo of the line through all other samples."""
    design = np.stack([np.ones(len(x)), x], axis=1)
    hat = design @ np.linalg.pinv(design)
    residual = y - hat @ y
    return float(np.sqrt(np.mean((residual / (1 - np.diag(hat))) ** 2)))


def accuracy(at: Setting, games: int, with_ff: bool) -> dict[str, Any]:
    ours, straight, same, theirs, theirs_straight, unsolved = [], [], [], [], [], 0
    inside, widths, off, tried = 0, [], [], 0
    names = np.unique(at.sample.events)
    for split in range(SPLITS):
        groups = samples(at.marks, games, np.random.default_rng([split, games]))
        counts = np.zeros((len(groups), len(at.marks)))
        for i, group in enumerate(groups):
            counts[i, group] = 1
        elo = np.array([at.marks[group[0]] for group in groups])
        adjusted = adjusted_errors(at.table, counts, at.line.expected).adjusted
        rms = left_out_rms(np.log(adjusted + LOG_OFFSET), elo)
        ours.append(rms)
        straight.append(left_out_rms(adjusted, elo))
        for group, known in zip(groups, elo, strict=True):
            found = estimate_adjusted(rows_of(at.table, group), float(at.sizes[group].sum()), at.line, 200, split)
            inside += bool(found.ends[0] <= known <= found.ends[1])
            widths.append((found.ends[1] - found.ends[0]) / 2)
            off.append((found.value - known) / found.standard_error)
            tried += 1
        if with_ff and split < FF_SPLITS:
            losses = []
            for group in groups:
                some = at.sample.take(np.isin(at.sample.events, names[group]))
                try:
                    player = fit(some)
                    losses.append(mean_loss(at.sample, player.s, player.c))
                except NoSolutionError:
                    unsolved += 1
                    losses.append(float(some.losses.mean()))
            theirs.append(left_out_rms(np.log(np.array(losses) + LOG_OFFSET), elo))
            theirs_straight.append(left_out_rms(np.array(losses), elo))
            same.append(rms)
    result = {
        "rms": round(float(np.mean(ours)), 1),
        "rms_straight": round(float(np.mean(straight)), 1),
        "rms_sd_of_splits": round(float(np.std(ours)), 1),
        "cover": round(inside / tried, 4),
        "half_width": round(float(np.mean(widths))),
        "sd_of_z": round(float(np.std(off)), 3),
        "samples": tried,
    }
    if theirs:
        result |= {
            "rms_ff": round(float(np.mean(theirs)), 1),
            "rms_ff_straight": round(float(np.mean(theirs_straight)), 1),
            "rms_same_splits": round(float(np.mean(same)), 1),
            "ff_unsolved": unsolved,
        }
    return result


Chances = Callable[[Sample], FloatArray]


def softmax(temperature: float, raw: bool = False) -> Chances:
    def chances(sample: Sample) -> FloatArray:
        gaps = sample.values[:, :1] - sample.values if raw else sample.deltas
        p = np.where(sample.mask, np.exp(-np.where(sample.mask, gaps, 0) / temperature), 0.0)
        return np.asarray(p / p.sum(axis=1, keepdims=True))

    return chances


def noisy(sd: float) -> Chances:
    def chances(sample: Sample) -> FloatArray:
        rng, wins = np.random.default_rng(5), np.zeros(sample.deltas.shape)
        for _ in range(400):
            seen = np.where(sample.mask, -sample.deltas + rng.normal(0, sd, sample.deltas.shape), -np.inf)
            wins[np.arange(len(sample)), seen.argmax(axis=1)] += 1
        return wins / wins.sum(axis=1, keepdims=True)

    return chances


def players(shape: DepthParameters, lapse_of: tuple[float, float] = (0.12, 0.54)) -> dict[str, Chances]:
    like = {f"paper {s} {c}": (lambda x, s=s, c=c: probabilities(x, s, c)) for s, c in ((0.18, 0.54), (0.08, 0.5))}
    like |= {f"lapse {e}": (lambda x, e=e: probabilities(x, *lapse_of, lapse=e)) for e in (0.03, 0.10)}
    like |= {f"shape {t:+.0f}": (lambda x, t=t: depth_model_probabilities(x, shape, t)) for t in (-1.0, 1.0)}
    other = {
        "softmax .15": softmax(0.15),
        "softmax .07": softmax(0.07),
        "softmax raw .3": softmax(0.3, True),
        "noisy .10": noisy(0.10),
        "noisy .22": noisy(0.22),
    }
    return like | other


PEOPLE_LIKE = 6


@dataclass(frozen=True)
class Explanation:
    """All options of the games under one line: log chances and expected losses by skill, and its expected loss."""

    shape: DepthParameters
    line: AdjustedLine
    by_option: FloatArray
    expected: FloatArray

    def table(self, part: Sample, rows: FloatArray) -> EventTable:
        chosen = SkillTable(self.by_option[rows, part.chosen, :], self.expected[rows])
        return event_table(part, self.shape, self.line.cuts, chosen)


def explanation(at: Setting) -> Explanation:
    chances = np.stack([depth_model_probabilities(at.sample, at.shape, t) for t in SKILL_GRID], axis=2)
    expected = skill_table(at.sample, at.shape).expected
    return Explanation(
        at.shape, replace(at.line, expected=expected.mean(axis=0)), np.log(chances.clip(1e-300)), expected
    )


def transport(at: Setting, last: Setting | None = None) -> dict[str, Any]:
    """Bias and coverage on other positions; with ``last``, difficulty is by that line where it explains more."""
    sample, ways = at.sample, [explanation(each) for each in (at, last) if each is not None]
    sharp, cuts = sharpness(sample), at.line.cuts
    sets = {
        "quiet": np.flatnonzero(sharp <= cuts[0]),
        "normal": np.arange(len(sample)),
        "sharp": np.flatnonzero(sharp > cuts[1]),
    }
    losses = np.where(sample.mask, sample.deltas, 0.0)
    result = {}
    for place, (name, chances) in enumerate(players(at.shape).items()):
        p = chances(sample)
        truth = float((p * losses).sum(axis=1).mean())
        edges = np.cumsum(p, axis=1)
        row: dict[str, Any] = {"people_like": place < PEOPLE_LIKE}
        for kind, rows in sets.items():
            bias, inside, flagged = [], 0, 0
            for run in range(RUNS):
                rng = np.random.default_rng([place, run])
                some = rng.permutation(rows)[:DECISIONS]
                chosen = (edges[some] <= rng.random(len(some))[:, None] * edges[some][:, -1:]).sum(axis=1)
                chosen = np.minimum(chosen, sample.counts[some] - 1)
                part = replace(sample.take(some), events=np.arange(len(some)) * EVENTS // len(some), chosen=chosen)
                tables = [way.table(part, some) for way in ways]
                used = int(len(ways) > 1 and explains_better(tables[1], tables[0]))
                found: AdjustedEstimate = estimate_adjusted(tables[used], float(len(some)), ways[used].line, 200, run)
                bias.append(np.log(found.adjusted / truth))
                inside += bool(found.losses[0] <= truth <= found.losses[1])
                flagged += bool(is_misfit(found.adjustment))
            row[kind] = {"bias": round(float(np.mean(bias)), 3), "cover": inside, "flagged": flagged}
        result[name] = row
        print(name, row, flush=True)
    return result


def people_flagged(at: Setting) -> dict[str, Any]:
    """How often people are flagged in 200 draws of 20 games of a mark, and their quiet minus sharp difference."""
    flags, contrasts = {}, {}
    for mark in MARKS:
        games = np.flatnonzero(at.marks == mark)
        count = 0
        for run in range(PEOPLE_RUNS):
            some = np.random.default_rng([run, mark]).choice(games, 20, replace=False)
            result = estimate_adjusted(rows_of(at.table, some), float(at.sizes[some].sum()), at.line, 200, run)
            count += bool(is_misfit(result.adjustment))
        flags[str(mark)] = count
        whole = estimate_adjusted(rows_of(at.table, games), float(at.sizes[games].sum()), at.line, 500, 1)
        contrasts[str(mark)] = [round(whole.adjustment.contrast or 0.0, 3), round(whole.adjustment.gap, 3)]
    return {"flagged_of_200": flags, "contrast_and_gap": contrasts}


def measure_all(at: Setting, last: Setting | None, with_ff: bool) -> dict[str, Any]:
    line = at.line
    figures: dict[str, Any] = {
        "line": [round(line.intercept, 1), round(line.slope, 1)],
        "log_line": [round(line.log_intercept, 1), round(line.log_slope, 1)],
        "residuals": [round(float(x), 1) for x in line.residuals],
        "adjusted_errors": [round(float(x), 4) for x in at.errors_by_mark],
    }
    for games in (1, 3, 9):
        figures[f"{games} games"] = accuracy(at, games, with_ff and games > 1)
        print(games, figures[f"{games} games"], flush=True)
    return figures | {"people": people_flagged(at), "players": transport(at, last)}


def main() -> None:
    began = time.process_time()
    usual, last = setting(None), setting(initial_parameters())
    figures: dict[str, Any] = {"depths": measure_all(usual, last, True), "one_depth": measure_all(last, None, False)}
    figures["cpu_seconds"] = round(time.process_time() - began)
    print(save_result("chess_adjusted", figures).read_text())


if __name__ == "__main__":
    main()

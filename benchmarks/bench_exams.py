"""Exams: how often intervals of abilities and difficulties hold simulated truth, and girth as a referee.

nice python benchmarks/bench_exams.py      (about three minutes of one core; saves results/exams.json)

girth is compared where it is installed; without it the saved figures of the referee are kept.
"""

from __future__ import annotations

import importlib.util
import time
from typing import Any

import numpy as np
from results import load_result, result_names, save_result

from kibitz.core import FloatArray
from kibitz.rate.exams.item_response import Credits, fit_exam

SETTINGS = (
    ("rasch", 8, 8, 400),
    ("partial credit", 8, 8, 400),
    ("rasch", 25, 20, 200),
    ("partial credit", 25, 20, 200),
    ("2pl", 200, 20, 80),
    ("2pl guessing", 500, 30, 60),
)
SLOPE_SD, GUESSING = 0.4, 0.2


def simulate_exam(
    model: str, people: int, items: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray, Credits]:
    """Abilities and difficulties in logits (spread 1, mean log slope 0), and the credits of the answers."""
    ability, level = rng.normal(size=people), rng.normal(size=items)
    if model == "partial credit":
        steps = np.sort(rng.normal(0, 0.8, (items, 3)), axis=1) + level[:, None]
        total = np.concatenate([np.zeros((items, 1)), np.cumsum(steps, axis=1)], axis=1)
        p = np.exp(np.arange(4)[:, None] * ability - total[:, :, None])
        p /= p.sum(axis=1, keepdims=True)
        return ability, steps.mean(axis=1), (np.cumsum(p, axis=1) < rng.random((items, 1, people))).sum(axis=1).T
    slopes = np.exp(rng.normal(0, SLOPE_SD, items)) if model.startswith("2pl") else np.ones(items)
    slopes /= np.exp(np.log(slopes).mean())
    g = GUESSING if model == "2pl guessing" else 0.0
    p = g + (1 - g) / (1 + np.exp(-slopes * (ability[:, None] - level)))
    return ability, level, (rng.random((people, items)) < p).astype(np.intp)


def coverage(model: str, people: int, items: int, runs: int, seed: int = 1) -> dict[str, Any]:
    """Share of 95 % intervals that hold the truth, root mean square errors, models chosen, and processor time a fit."""
    rng = np.random.default_rng([seed, people, items, len(model)])
    abilities, levels, complete, off, chosen = [], [], [], [], dict[str, int]()
    seconds = 0.0
    for _ in range(runs):
        ability, level, credits = simulate_exam(model, people, items, rng)
        start = time.process_time()
        result = fit_exam(credits)
        seconds += time.process_time() - start
        chosen[result.model] = chosen.get(result.model, 0) + 1
        known = np.isfinite(result.difficulties)
        abilities += (np.abs(result.abilities - ability) < 1.96 * result.abilities_se).tolist()
        held = np.abs(result.difficulties - level) < 1.96 * result.difficulties_se
        levels += held[known].tolist()
        every = np.array([len(np.unique(column)) for column in credits.T]) == (4 if model == "partial credit" else 2)
        complete += held[every].tolist()
        off.append([np.mean((result.abilities - ability) ** 2), np.mean((result.difficulties - level)[known] ** 2)])
    rms = np.sqrt(np.mean(off, axis=0))
    return {
        "runs": runs,
        "ability_cover": round(float(np.mean(abilities)), 4),
        "difficulty_cover": round(float(np.mean(levels)), 4),
        "items": len(levels),
        "difficulty_cover_every_credit_given": round(float(np.mean(complete)), 4) if complete else None,
        "items_with_every_credit_given": len(complete),
        "ability_rms": round(float(rms[0]), 3),
        "difficulty_rms": round(float(rms[1]), 3),
        "chosen": chosen,
        "cpu_seconds": round(seconds / runs, 3),
    }


def referee() -> dict[str, Any]:
    """girth's marginal likelihood on the same answers: root mean square difference of difficulties and slopes to ours,
    and of both to the truth."""
    from girth import rasch_mml, twopl_mml

    rng = np.random.default_rng(7)
    figures = {}
    for model, people, items in (("rasch", 500, 30), ("2pl", 500, 30)):
        _, level, credits = simulate_exam(model, people, items, rng)
        ours = fit_exam(credits, "rasch" if model == "rasch" else "2pl")
        theirs = (rasch_mml if model == "rasch" else twopl_mml)(credits.T)
        # girth's Rasch fixes the slope at 1 and the spread of ability too; its difficulties stand on our logit scale.
        other = np.asarray(theirs["Difficulty"])
        if model == "2pl":
            other = other * float(np.exp(np.log(theirs["Discrimination"]).mean()))
        figures[model] = {
            "rms_difference": round(float(np.sqrt(np.mean((ours.difficulties - other) ** 2))), 4),
            "correlation": round(float(np.corrcoef(ours.difficulties, other)[0, 1]), 5),
            "ours_to_truth": round(float(np.sqrt(np.mean((ours.difficulties - level) ** 2))), 4),
            "girth_to_truth": round(float(np.sqrt(np.mean((other - level) ** 2))), 4),
        }
    return figures


def main() -> None:
    figures: dict[str, Any] = {}
    for model, people, items, runs in SETTINGS:
        figures[f"{model} {people} x {items}"] = coverage(model, people, items, runs)
        print(model, people, items, figures[f"{model} {people} x {items}"], flush=True)
    if importlib.util.find_spec("girth") is not None:
        figures["girth"] = referee()
    elif "exams" in result_names():
        figures["girth"] = load_result("exams")["figures"].get("girth")
    print(save_result("exams", figures).read_text())


if __name__ == "__main__":
    main()

"""Whether the code still computes what the saved results of long benchmarks rest on, in less than a minute.

    python benchmarks/short_figures.py [NAME ...]    compare with the saved short figures; exit status 1 if one moved
    python benchmarks/short_figures.py --save        save the short figures; date, commit and figures stay

Every result has a short form: figures of the same kind, from a small case with fixed seeds and shipped data only. A
result is stale when one of its short figures moves by more than its noise. `results.save_result` saves them with every
new result. Set ``OMP_NUM_THREADS=1``: the matrices are too small for several threads.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from results import load_result, result_names, write_record

ABSOLUTE_NOISE = 1e-9
"""Differences below this never count: a duality gap of 0 is 1e-17 on another processor."""
NETWORK_NOISE = 1e-4
"""For values of networks and of games played with them: the order of 32-bit sums depends on the processor."""
TRAINING_NOISE = 1e-2
"""For trained networks: every step of a training adds to the rounding of the steps before."""
FIT_NOISE = 1e-4
"""For fits and their intervals: an optimizer stops within its own tolerance."""

WAGER_NOISE = 3e-3
"""For best wagers: where a curve is flat, rounding moves its peak by a few dollars. Their labels begin with "best"."""


class ShortForm(NamedTuple):
    """Functions that compute the short figures of a result, and how far a figure may move, relative to its value.

    ``parts`` are names such as ``jeopardy.network_values``, a function of ``short_jeopardy.py``, separated by spaces.
    """

    parts: str
    noise: float = 1e-6


SHORT: dict[str, ShortForm] = {
    "backgammon_cube": ShortForm("backgammon.match_cubes", NETWORK_NOISE),
    "backgammon_duels": ShortForm("backgammon.duel_games", NETWORK_NOISE),
    "backgammon_levels": ShortForm("backgammon.level_errors", NETWORK_NOISE),
    "backgammon_neurogammon": ShortForm("backgammon.comparison_training backgammon.doubling_training", TRAINING_NOISE),
    "backgammon_questions": ShortForm("backgammon.old_cube backgammon.comparison_training", TRAINING_NOISE),
    "backgammon_second_table": ShortForm("backgammon.network_decisions", NETWORK_NOISE),
    "backgammon_speed": ShortForm("backgammon.generated_moves", NETWORK_NOISE),
    "backgammon_strength": ShortForm("backgammon.network_decisions", NETWORK_NOISE),
    "backgammon_td": ShortForm("backgammon.td_training", TRAINING_NOISE),
    "benchmark_table": ShortForm(
        "ratings.solved_games ratings.rating_fits ratings.learned_lists ratings.sevens_bids ratings.chess_ratings "
        "jeopardy.lesson_figures jeopardy.model_figures backgammon.generated_moves",
        NETWORK_NOISE,
    ),
    "chess_adjusted": ShortForm("ratings.adjusted_error ratings.chess_ratings", FIT_NOISE),
    "chess_championship": ShortForm("ratings.chess_ratings", FIT_NOISE),
    "chess_seeing": ShortForm("ratings.depth_model", FIT_NOISE),
    "chess_sharpness": ShortForm("ratings.depth_model ratings.chess_ratings", FIT_NOISE),
    "event_screening": ShortForm("ratings.event_screening", FIT_NOISE),
    "exams": ShortForm("ratings.exam_fits", FIT_NOISE),
    "field_rating": ShortForm("ratings.field_ratings", FIT_NOISE),
    "final_wagers": ShortForm("jeopardy.final_losses ratings.rating_fits", FIT_NOISE),
    "growth": ShortForm("ratings.growing_answers", FIT_NOISE),
    "jeopardy_alpha": ShortForm("jeopardy.strategy_games", NETWORK_NOISE),
    "jeopardy_bench": ShortForm("jeopardy.strategy_games jeopardy.known_confidence", NETWORK_NOISE),
    "jeopardy_buzz_anchors": ShortForm("jeopardy.anchor_thresholds"),
    "jeopardy_buzz_early": ShortForm("jeopardy.early_thresholds", NETWORK_NOISE),
    "jeopardy_buzz_everywhere": ShortForm("jeopardy.buzzing_gains", NETWORK_NOISE),
    "jeopardy_buzz_near": ShortForm("jeopardy.anchor_thresholds jeopardy.early_thresholds", NETWORK_NOISE),
    "jeopardy_buzz_speed": ShortForm("jeopardy.anchor_thresholds"),
    "jeopardy_buzz_tip_off": ShortForm("jeopardy.early_thresholds", NETWORK_NOISE),
    "jeopardy_buzz_worth": ShortForm("jeopardy.anchor_thresholds jeopardy.buzzing_gains", NETWORK_NOISE),
    "jeopardy_course": ShortForm("jeopardy.review_figures", NETWORK_NOISE),
    "jeopardy_endgame_bets": ShortForm("jeopardy.last_wagers", NETWORK_NOISE),
    "jeopardy_endings": ShortForm("jeopardy.ending_values", NETWORK_NOISE),
    "jeopardy_evaluator": ShortForm("jeopardy.network_values jeopardy.ending_values", NETWORK_NOISE),
    "jeopardy_evaluator_classes": ShortForm("jeopardy.network_values", NETWORK_NOISE),
    "jeopardy_habits": ShortForm("jeopardy.live_confidences"),
    "jeopardy_last_doubles": ShortForm("jeopardy.review_figures", NETWORK_NOISE),
    "jeopardy_lessons": ShortForm("jeopardy.lesson_figures jeopardy.anchor_thresholds", NETWORK_NOISE),
    "jeopardy_losses": ShortForm("jeopardy.network_values jeopardy.ending_values", NETWORK_NOISE),
    "jeopardy_match_evaluators": ShortForm("jeopardy.match_figures", NETWORK_NOISE),
    "jeopardy_match_ladder": ShortForm("jeopardy.match_figures", NETWORK_NOISE),
    "jeopardy_match_losses": ShortForm("jeopardy.match_losses", NETWORK_NOISE),
    "jeopardy_match_nets": ShortForm("jeopardy.match_training", TRAINING_NOISE),
    "jeopardy_match_rules": ShortForm("jeopardy.match_finals"),
    "jeopardy_match_tables": ShortForm("jeopardy.match_figures", NETWORK_NOISE),
    "jeopardy_match_wagers": ShortForm("jeopardy.match_figures jeopardy.match_finals", NETWORK_NOISE),
    "jeopardy_models": ShortForm("jeopardy.model_figures"),
    "jeopardy_nets": ShortForm("jeopardy.network_values jeopardy.evaluator_training", TRAINING_NOISE),
    "jeopardy_recorded": ShortForm("jeopardy.recorded_figures", NETWORK_NOISE),
    "jeopardy_series": ShortForm("jeopardy.series_figures", NETWORK_NOISE),
    "jeopardy_squares": ShortForm("jeopardy.strategy_games", NETWORK_NOISE),
    "jeopardy_temporal": ShortForm("jeopardy.evaluator_training jeopardy.td_training", TRAINING_NOISE),
    "jeopardy_today": ShortForm("jeopardy.recent_games", NETWORK_NOISE),
    "jeopardy_wagers": ShortForm("jeopardy.strategy_games jeopardy.figure_6_wagers", NETWORK_NOISE),
    "neurogammon_paradigms": ShortForm("backgammon.comparison_training", TRAINING_NOISE),
    "neurogammon_phases": ShortForm("backgammon.phase_errors", NETWORK_NOISE),
    "online_scale": ShortForm("ratings.online_rating", FIT_NOISE),
    "parametric": ShortForm("ratings.parametric_depths"),
    "rate_me": ShortForm("ratings.adaptive_estimates", FIT_NOISE),
    "rating_experiments": ShortForm("ratings.personal_depth ratings.depth_model ratings.chess_ratings", FIT_NOISE),
    "rating_speed": ShortForm("ratings.chess_ratings", FIT_NOISE),
    "rules_learning": ShortForm("ratings.learned_lists"),
    "safe_bidder": ShortForm("ratings.safe_bids"),
    "scale": ShortForm("ratings.job_answers", NETWORK_NOISE),
    "sevens_bid": ShortForm("ratings.sevens_bids"),
    "sevens_report": ShortForm("ratings.sevens_games"),
    "sevens_tracking": ShortForm("ratings.sevens_games"),
    "workbench": ShortForm("ratings.page_answers", FIT_NOISE),
}
"""The short form of each result, by its name."""

NO_SHORT_FORM = {
    "ask_many": "times a loop and a table; the fast tests compare their answers",
    "decision_files": "times two readers; the fast tests compare what they read",
    "guided": "counts inputs that crashed a parser; nothing is computed",
    "certificates": "counts certificates; the fast tests tamper with some of the same",
    "jeopardy_forecast": "compares with recorded games; the tests of the forecast check the same model without them",
    "load": "times a server; nothing is computed",
    "oracle": "counts legal requests and their outcomes; the slow tests ask some of the same",
    "stored_results": "counts altered results that were drawn or refused; the fast tests alter some of the same",
    "stress": "counts inputs that crashed a parser; the fast tests give every parser fewer of the same inputs",
}
"""Results without short figures, and why."""


@cache
def compute_part(part: str) -> dict[str, float]:
    """The figures of one function; several results share it."""
    module, name = part.split(".")
    compute: Callable[[], dict[str, float]] = getattr(import_module(f"short_{module}"), name)
    return {f"{name}: {label}": value for label, value in compute().items()}


def compute_short(name: str) -> dict[str, list[float]]:
    """The short figures of a result as they are saved: value and noise of each label."""
    if name in NO_SHORT_FORM:
        return {}
    parts, noise = SHORT[name]
    figures = [each for part in parts.split() for each in compute_part(part).items()]
    return {
        label: [float(f"{value:.12g}"), max(noise, WAGER_NOISE) if ": best " in label else noise]
        for label, value in figures
    }


def find_moved(saved: dict[str, list[float]], current: dict[str, list[float]]) -> Iterator[str]:
    """A sentence for each short figure that is no longer what was saved."""
    for label in {**saved, **current}:
        if label not in current:
            yield f"{label}: no longer computed"
        elif label not in saved:
            yield f"{label}: not saved"
        else:
            (old, noise), (new, _) = saved[label], current[label]
            if not abs(new - old) <= max(noise * abs(old), ABSOLUTE_NOISE):
                yield f"{label}: {old:.8g} is now {new:.8g}, noise {noise:g}"


def stale_figures(name: str, record: dict[str, Any]) -> list[str]:
    """What has moved in the short figures of a result."""
    return list(find_moved(record["short"], compute_short(name)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="check only these results")
    parser.add_argument("--save", action="store_true", help="save the short figures in the result files")
    options = parser.parse_args()
    moved = 0
    start = time.process_time()
    for name in options.names or result_names():
        record = load_result(name)
        if options.save:
            write_record(name, record | {"short": compute_short(name)})
            continue
        problems = stale_figures(name, record)
        moved += bool(problems)
        for problem in problems:
            print(f"{name}: {problem}", flush=True)
    print(f"{moved} results moved, {time.process_time() - start:.0f} s of processor time")
    raise SystemExit(bool(moved))


if __name__ == "__main__":
    main()

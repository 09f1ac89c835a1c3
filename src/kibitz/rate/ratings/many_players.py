"""Ratings of many players, in tasks of several players each that run on any executor with the same result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from kibitz.core.work import WorkContext
from kibitz.rate.ratings.intrinsic import intrinsic_rating
from kibitz.rate.ratings.result import Rating
from kibitz.rate.ratings.scale import Scale
from kibitz.rate.records.sample import Sample
from kibitz.simulate.executors import iter_results, open_executor

MAX_TASKS = 16
"""Tasks of one request. Each takes the scale with its reference set along, so that few are better than one a player."""

Method = Literal["adjusted", "ff"] | None
Players = list[tuple[str, Sample]]


@dataclass(frozen=True, slots=True)
class RatingPlan:
    """How players are rated: the scale, the interval with its bootstrap samples, and the methods."""

    scale: Scale
    interval: Literal["bootstrap", "robust", "formula"]
    draws: int
    seed: int
    methods: tuple[Method, ...]


def rate_players(players: Mapping[str, Sample], plan: RatingPlan, work: WorkContext) -> Iterator[tuple[str, Rating]]:
    """The ratings of each player by each method, in their order. Every player has the seed of the plan."""
    listed = list(players.items())
    if work.workers == 1 and not work.scheduler:
        for done, player in enumerate(listed):
            work.progress(done, len(listed), "rating players")
            yield from rate_task([player], plan)
        return
    size = -(-len(listed) // MAX_TASKS)
    tasks = [listed[start : start + size] for start in range(0, len(listed), size)]
    results: dict[int, list[tuple[str, Rating]]] = {}
    with open_executor(work) as executor:
        for number, rows in iter_results(partial(rate_task, plan=plan), tasks, executor):
            results[number] = rows
            work.progress(min(len(results) * size, len(listed)), len(listed), "rating players")
    for number in range(len(tasks)):
        yield from results[number]


def rate_task(players: Players, plan: RatingPlan) -> list[tuple[str, Rating]]:
    """The ratings of some players."""
    return [
        (
            name,
            intrinsic_rating(own, plan.scale, interval=plan.interval, draws=plan.draws, seed=plan.seed, method=method),
        )
        for name, own in players
        for method in plan.methods
    ]

"""Tournaments of any game: line-ups, duplicate deals with rotated seats, paired comparisons.

A game provides a `Contest`: a picklable object that plays a line-up on a seeded deal and returns numbers by
seat. Every deal is replayed with the seats rotated, so that luck of the deal and of the seat affects all
entrants equally. One deal with all its rotations is a block, the unit of all standard errors; a contest may divide a
long game into stretches, which are then separate blocks. Tasks are deals and rotations, whatever the number of workers,
so any executor gives the same result. All matches play their first deal, then all their second. So partial results,
which cover whole deals, compare all entrants on the same number of deals.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import accumulate, combinations
from typing import Any, Protocol

import numpy as np

from kibitz.core import FloatArray, InputError, frozen_array
from kibitz.simulate.blocks import difference_estimate, ratio_estimate
from kibitz.simulate.executors import OnPartial, Progress, ignore_partial, no_progress, run_all, spawn_seeds
from kibitz.simulate.intervals import Estimate, holm_adjusted
from kibitz.simulate.line_up import LineUp as LineUp
from kibitz.simulate.line_up import head_to_head as head_to_head
from kibitz.simulate.line_up import invasion as invasion
from kibitz.simulate.line_up import one_of_each as one_of_each

MAX_DEALS = 100_000


class Contest(Protocol):
    """Interface of a game to tournaments; must be picklable for other processes."""

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the numbers returned for each seat; sums of them over blocks must make sense."""
        ...

    def play(self, line_up: LineUp, seed: np.random.SeedSequence) -> FloatArray:
        """Results of one game on the deal of this seed: stretches by seats by measures."""
        ...


@dataclass(frozen=True, slots=True)
class TournamentMatch:
    """One line-up in one contest, on ``deals`` deals; the label identifies the match in the results."""

    label: str
    contest: Contest
    line_up: LineUp
    deals: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MAX_DEALS:
            raise InputError(f"deals: must be a whole number from 1 to {MAX_DEALS:,}, not {self.deals}")


@dataclass(frozen=True, slots=True)
class PairComparison:
    """Lead of ``left`` over ``right`` per seat and stretch, paired by block; ``p_holm`` is corrected for all pairs."""

    left: str
    right: str
    difference: Estimate
    p: float
    p_holm: float
    n_blocks: int

    def to_json(self) -> dict[str, Any]:
        return {
            "left": self.left,
            "right": self.right,
            "difference": self.difference.value,
            "se": self.difference.se,
            "low": self.difference.low,
            "high": self.difference.high,
            "p": self.p,
            "p_holm": self.p_holm,
            "blocks": self.n_blocks,
        }


@dataclass(frozen=True, slots=True, eq=False)
class TournamentResults:
    """Results of a tournament: ``totals`` by block, entrant and measure, and ``seats``, the seats of each entrant in a
    block.

    ``labels`` names the match of each block. Arrays are read-only.
    """

    entrants: tuple[str, ...]
    measures: tuple[str, ...]
    labels: tuple[str, ...]
    totals: FloatArray
    seats: FloatArray
    seed: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "totals", frozen_array(self.totals))
        object.__setattr__(self, "seats", frozen_array(self.seats))

    def for_match(self, label: str) -> TournamentResults:
        """The blocks of one match."""
        rows = [i for i, name in enumerate(self.labels) if name == label]
        if not rows:
            raise InputError(f"match: {label!r} is not one of {', '.join(dict.fromkeys(self.labels))}")
        here = [i for i in range(len(self.entrants)) if self.seats[rows, i].any()]
        return TournamentResults(
            tuple(self.entrants[i] for i in here),
            self.measures,
            (label,) * len(rows),
            self.totals[rows][:, here],
            self.seats[rows][:, here],
            self.seed,
        )

    def column(self, measure: str) -> FloatArray:
        """Sums of one measure by block and entrant; ``seats`` counts the seats themselves."""
        if measure == "seats":
            return self.seats
        if measure not in self.measures:
            raise InputError(f"measure: {measure!r} is not one of {', '.join(self.measures)}")
        return np.asarray(self.totals[:, :, self.measures.index(measure)])

    def total(self, entrant: str, measure: str) -> float:
        """The sum of a measure over the whole tournament."""
        return float(self.column(measure)[:, self._entrant_index(entrant)].sum())

    def estimate(self, entrant: str, measure: str, per: str = "seats") -> Estimate:
        """A measure divided by another one (by default per seat and stretch), with its standard error over blocks."""
        place = self._entrant_index(entrant)
        return ratio_estimate(self.column(measure)[:, place], self.column(per)[:, place])

    def compare(self, left: str, right: str, measure: str, per: str = "seats") -> tuple[Estimate, float, int]:
        """Lead of ``left`` in the blocks where both play: estimate, p-value, number of blocks."""
        first, second = self._entrant_index(left), self._entrant_index(right)
        both = (self.seats[:, first] > 0) & (self.seats[:, second] > 0)
        value, unit = self.column(measure)[both], self.column(per)[both]
        estimate, p = difference_estimate((value[:, first], unit[:, first]), (value[:, second], unit[:, second]))
        return estimate, p, int(both.sum())

    def comparisons(self, measure: str, per: str = "seats") -> tuple[PairComparison, ...]:
        """All pairs that met, with Holm's correction over them."""
        met = [
            (left, right)
            for left, right in combinations(self.entrants, 2)
            if ((self.seats[:, self._entrant_index(left)] > 0) & (self.seats[:, self._entrant_index(right)] > 0)).sum()
            >= 2
        ]
        rows = [self.compare(left, right, measure, per) for left, right in met]
        adjusted = holm_adjusted([p for _, p, _ in rows])
        return tuple(
            PairComparison(left, right, estimate, p, float(adjusted[i]), n)
            for i, ((left, right), (estimate, p, n)) in enumerate(zip(met, rows, strict=True))
        )

    def _entrant_index(self, entrant: str) -> int:
        if entrant not in self.entrants:
            raise InputError(f"entrant: {entrant!r} is not one of {', '.join(self.entrants)}")
        return self.entrants.index(entrant)


@dataclass(frozen=True, slots=True)
class _Task:
    contest: Contest
    line_up: LineUp
    seed: np.random.SeedSequence


def _play_task(task: _Task) -> FloatArray:
    result = np.asarray(task.contest.play(task.line_up, task.seed), dtype=np.float64)
    if result.ndim != 3 or result.shape[1:] != (len(task.line_up.seats), len(task.contest.measures)):
        raise ValueError(f"a contest must return stretches by seats by measures, not an array of shape {result.shape}")
    return result


def deal_seeds(
    seed: int, matches: Sequence[TournamentMatch]
) -> Iterator[tuple[TournamentMatch, np.random.SeedSequence]]:
    """Every deal of every match with its seed; the same match on the same place gets the same deals again."""
    for match, root in zip(matches, spawn_seeds(seed, len(matches)), strict=True):
        for deal in spawn_seeds(root, match.deals):
            yield match, deal


@dataclass(frozen=True, slots=True)
class _Deal:
    """One deal of one match: its number from 0, its block's place in the results."""

    match: TournamentMatch
    number: int
    place: int
    seed: np.random.SeedSequence
    rotations: tuple[LineUp, ...]


def _deals(matches: Sequence[TournamentMatch], seed: int) -> list[_Deal]:
    """All deals in the order in which they are played: the first of every match, the second of every match..."""
    numbers = (number for match in matches for number in range(match.deals))
    result = [
        _Deal(match, number, place, deal, match.line_up.rotations())
        for place, ((match, deal), number) in enumerate(zip(deal_seeds(seed, matches), numbers, strict=True))
    ]
    return sorted(result, key=lambda deal: deal.number)


def playing_order(matches: Sequence[TournamentMatch]) -> list[tuple[TournamentMatch, int]]:
    """Of every game in the order in which they are played: its match, and the number of its deal from 1."""
    return [(deal.match, deal.number + 1) for deal in _deals(matches, 0) for _ in deal.rotations]


def play_tournament(
    matches: Sequence[TournamentMatch],
    seed: int,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    on_partial: OnPartial[TournamentResults] = ignore_partial,
) -> TournamentResults:
    """Play every match on its deals, each deal with all rotations of the seats.

    After every whole deal but the last, ``on_partial`` gets the number of deals that all matches have played. It also
    gets a function that builds their results, which equal those of a tournament with that number of deals.
    """
    if not matches:
        raise InputError("matches: give at least one")
    measures = matches[0].contest.measures
    if any(match.contest.measures != measures for match in matches):
        raise InputError("matches: all contests must report the same measures")
    deals = _deals(matches, seed)
    tasks = [_Task(deal.match.contest, turned, deal.seed) for deal in deals for turned in deal.rotations]
    ends = list(
        accumulate(
            sum(len(deal.rotations) for deal in deals if deal.number == number)
            for number in range(max(match.deals for match in matches))
        )
    )
    n_reported = 0

    def report_deals(played: Sequence[FloatArray]) -> None:
        nonlocal n_reported
        whole = bisect_right(ends, len(played))
        if whole > n_reported:
            n_reported = whole
            on_partial(whole, lambda: _results([deal for deal in deals if deal.number < whole], played, seed))

    return _results(deals, run_all(_play_task, tasks, executor, progress, report_deals), seed)


def _results(deals: Sequence[_Deal], played: Sequence[FloatArray], seed: int) -> TournamentResults:
    """Results of deals in the order in which they were played, put into the order of the matches."""
    games = iter(played)
    by_place = {deal.place: (deal, [next(games) for _ in deal.rotations]) for deal in deals}
    blocks = [by_place[place] for place in sorted(by_place)]
    entrants = tuple(dict.fromkeys(name for deal, _ in blocks for name in deal.match.line_up.entrants))
    totals, seats, labels = [], [], []
    for deal, results in blocks:
        sits = [
            np.array([[name == entrant for name in turned.seats] for entrant in entrants], dtype=np.float64)
            for turned in deal.rotations
        ]
        block = [np.einsum("es,psm->pem", who, result) for who, result in zip(sits, results, strict=True)]
        totals.append(np.sum(block, axis=0))
        seats.append(np.tile(np.sum(sits, axis=(0, 2)), (len(results[0]), 1)))
        labels += [deal.match.label] * len(results[0])
    measures = deals[0].match.contest.measures
    return TournamentResults(entrants, measures, tuple(labels), np.concatenate(totals), np.concatenate(seats), seed)

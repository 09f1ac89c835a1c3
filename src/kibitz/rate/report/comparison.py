"""Compare two files of decisions: on one reference set, or separately where their games differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_count
from kibitz.core.work import WorkContext
from kibitz.rate.report.answers import sample_and_scale
from kibitz.rate.report.ratings import PlayerRating, describe_rating, format_rating_difference, to_player_rating

if TYPE_CHECKING:
    from kibitz.rate import questions
    from kibitz.rate.records.sample import Sample


N_AGENTS = 100
"""Simulated agents in the comparison group of a file."""


class CrossGameStanding(Struct, frozen=True, kw_only=True):
    """What carries over from one game to another: the share of best choices, the share of a random chooser's loss
    that the player avoided, and the percentile among simulated agents on the same decisions."""

    unit: str
    best_rate: float
    avoided: float
    percentile: float | None


class CompareAnswer(Answer, frozen=True, kw_only=True, tag="rate.compare/3"):
    """Player a minus player b in points of the scale, with its 95 % interval; ``a_better`` is the share of resampled
    pairs in which a loses less. Where the values of the two files cannot be compared, ``apart`` says why, the
    difference is null, each rating is on its own scale, and ``standings`` hold what can be compared."""

    scale: str
    a: PlayerRating
    b: PlayerRating
    difference: float | None
    low: float | None
    high: float | None
    a_better: float | None
    shared_events: int
    resampled_together: bool
    """Whether shared events are resampled together; with few events, each player's decisions are resampled alone."""
    apart: str = ""
    standings: tuple[CrossGameStanding, ...] = ()

    def explain(self) -> Explanation:
        rows = tuple(f"{row.player}: {describe_rating(row, self.scale)}" for row in (self.a, self.b))
        if self.difference is None or self.low is None or self.high is None or self.a_better is None:
            places = [standing.percentile for standing in self.standings]
            if None in places:
                return Explanation(f"Losses cannot be compared: {self.apart}.", rows)
            first, second = (f"{place:.0f}" for place in places)
            where = f"{self.a.player} is at percentile {first} and {self.b.player} at percentile {second}"
            return Explanation(f"Losses cannot be compared: {self.apart}. Among simulated agents, {where}.", rows)
        low, high = (format_rating_difference(value, self.scale) for value in (self.low, self.high))
        verb = "is" if self.shared_events == 1 else "are"
        together = " and resampled together" if self.resampled_together else ""
        shared = f"; {format_count(self.shared_events, 'event')} {verb} shared{together}" if self.shared_events else ""
        return Explanation(
            f"Difference: {format_rating_difference(self.difference, self.scale)} ({low} to {high})",
            (*rows, f"{self.a.player} loses less in {100 * self.a_better:.1f} % of resampled pairs{shared}"),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        yield Headline(explanation.headline)
        yield from (Note(f"{reason}.") for reason in explanation.reasons)
        if self.standings:
            yield Table(
                ("file", "unit", "best", "random loss avoided", "percentile"),
                tuple(
                    (
                        row.player,
                        own.unit,
                        format_chance(own.best_rate),
                        format_chance(own.avoided),
                        "-" if own.percentile is None else f"{own.percentile:.0f}",
                    )
                    for row, own in zip((self.a, self.b), self.standings, strict=True)
                ),
                left=(0, 1),
            )
            yield Note(
                "The agents are simulated on the decisions of each file, and their spread is a convention. A "
                "percentile shows who ranks higher among them, not whose game is harder.",
                "quiet",
            )


def answer_compare(request: questions.CompareRequest, work: WorkContext) -> CompareAnswer:
    """The answer to `questions.CompareRequest`."""
    from kibitz.rate.ratings.comparison import compare
    from kibitz.rate.records.sample import check_comparable

    first, scale = sample_and_scale(request.a, request.scale, request.scaling)
    second, _ = sample_and_scale(request.b, request.scale, request.scaling)
    try:
        check_comparable(first, second)
        _check_same_game(request)
    except InputError as error:
        if scale is not None:
            raise
        return _compare_separately(request, (first, second), str(error).partition(": ")[2], work)
    work.progress(0, 0, "comparing")
    result = compare(first, second, scale, draws=request.draws, seed=request.seed)
    return CompareAnswer(
        scale=result.scale,
        a=to_player_rating(request.a.name, result.a),
        b=to_player_rating(request.b.name, result.b),
        difference=result.difference,
        low=result.low,
        high=result.high,
        a_better=result.a_better,
        shared_events=result.shared_events,
        resampled_together=result.resampled_together,
    )


def _check_same_game(request: questions.CompareRequest) -> None:
    """Raise where the files name different games: losses in one say nothing about the other."""
    from kibitz.rate.records.decision_files import load_decisions

    games = [{str(d.game) for d in load_decisions(source) if d.game} for source in (request.a, request.b)]
    if all(games) and not games[0] & games[1]:
        first, second = (", ".join(sorted(each)) for each in games)
        raise InputError(f"game: {first} and {second} are different games")


def _compare_separately(
    request: questions.CompareRequest, samples: tuple[Sample, Sample], why: str, work: WorkContext
) -> CompareAnswer:
    """Rate each file on its own decisions, and collect what can be compared across games."""
    import numpy as np

    from kibitz.rate.fitting.bounds import blind_loss
    from kibitz.rate.ratings.intrinsic import intrinsic_rating
    from kibitz.rate.ratings.population import simulated_population
    from kibitz.rate.ratings.scale import loss_scale

    rows, standings = [], []
    for done, (source, sample) in enumerate(zip((request.a, request.b), samples, strict=True)):
        work.progress(done, 2, "rating each file separately")
        own = loss_scale(sample)
        rating = intrinsic_rating(sample, own, draws=request.draws, seed=request.seed)
        place = None
        if rating.expected_loss is not None:
            agents = simulated_population(sample, np.random.default_rng(request.seed), N_AGENTS)
            place = agents.percentile(rating.expected_loss)
        rows.append(to_player_rating(source.name, rating, percentile=place))
        blind = blind_loss(sample)
        avoided = 1 - rating.average_error / blind if blind else 0.0
        standings.append(
            CrossGameStanding(unit=sample.unit.value, best_rate=rating.best_rate, avoided=avoided, percentile=place)
        )
    return CompareAnswer(
        scale="expected loss",
        a=rows[0],
        b=rows[1],
        difference=None,
        low=None,
        high=None,
        a_better=None,
        shared_events=0,
        resampled_together=False,
        apart=why,
        standings=tuple(standings),
    )

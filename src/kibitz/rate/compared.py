"""Two files of decisions compared: on one reference set, or where their games differ each on its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_count
from kibitz.core.work import Work
from kibitz.rate.answers import sample_and_scale
from kibitz.rate.rated import Rated, rated, rating_words, signed

if TYPE_CHECKING:
    from kibitz.rate import questions
    from kibitz.rate.records.sample import Sample


AGENTS = 100
"""Simulated agents that a file is placed among."""


class Standing(Struct, frozen=True, kw_only=True):
    """What carries over from one game to another: the share of best choices, the share of a blind chooser's loss that
    was avoided on the own decisions, and the percentile among simulated agents of the same decisions."""

    unit: str
    best_rate: float
    avoided: float
    percentile: float | None


class CompareAnswer(Answer, frozen=True, kw_only=True, tag="rate.compare/3"):
    """Player a minus player b in points of the scale, with its 95 % interval; ``a_better`` is the share of resampled
    pairs in which a loses less. Where values of the two files cannot stand side by side, ``apart`` says why, the
    difference is null, each rating is on a scale of its own, and ``standings`` hold what can be compared."""

    scale: str
    a: Rated
    b: Rated
    difference: float | None
    low: float | None
    high: float | None
    a_better: float | None
    shared_events: int
    resampled_together: bool
    """Whether shared events are; where there are few events, decisions are resampled, each player's apart."""
    apart: str = ""
    standings: tuple[Standing, ...] = ()

    def told(self) -> Explanation:
        rows = tuple(f"{row.player}: {rating_words(row, self.scale)}" for row in (self.a, self.b))
        if self.difference is None or self.low is None or self.high is None or self.a_better is None:
            places = [standing.percentile for standing in self.standings]
            if None in places:
                return Explanation(f"Losses cannot be compared: {self.apart}.", rows)
            first, second = (f"{place:.0f}" for place in places)
            where = f"{self.a.player} stands at {first} and {self.b.player} at {second} of 100"
            return Explanation(f"Losses cannot be compared ({self.apart}); among simulated agents {where}.", rows)
        low, high = (signed(value, self.scale) for value in (self.low, self.high))
        verb = "is" if self.shared_events == 1 else "are"
        together = " and resampled together" if self.resampled_together else ""
        shared = f"; {format_count(self.shared_events, 'event')} {verb} shared{together}" if self.shared_events else ""
        return Explanation(
            f"Difference: {signed(self.difference, self.scale)} ({low} to {high})",
            (*rows, f"{self.a.player} loses less in {100 * self.a_better:.1f} % of resampled pairs{shared}"),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        told = self.told()
        yield Note(told.headline, "strong")
        yield from (Note(f"{reason}.") for reason in told.reasons)
        if self.standings:
            yield Table(
                ("file", "unit", "best", "of blind loss avoided", "among agents"),
                tuple(
                    (
                        row.player,
                        own.unit,
                        format_chance(own.best_rate),
                        format_chance(own.avoided),
                        "-" if own.percentile is None else f"{own.percentile:.0f} of 100",
                    )
                    for row, own in zip((self.a, self.b), self.standings, strict=True)
                ),
                left=(0, 1),
            )
            yield Note(
                "Agents are simulated on the decisions of each file, with a spread that is a convention: a "
                "percentile says who stands higher among them, not whose game is harder.",
                "quiet",
            )


def answer_compare(asked: questions.Compare, work: Work) -> CompareAnswer:
    """The answer to `questions.Compare`."""
    from kibitz.rate.ratings.comparison import compare
    from kibitz.rate.records.sample import check_comparable

    first, scale = sample_and_scale(asked.a, asked.scale, asked.scaling)
    second, _ = sample_and_scale(asked.b, asked.scale, asked.scaling)
    try:
        check_comparable(first, second)
        _same_game(asked)
    except InputError as error:
        if scale is not None:
            raise
        return _apart(asked, (first, second), str(error).partition(": ")[2], work)
    work.progress(0, 0, "comparing")
    found = compare(first, second, scale, draws=asked.draws, seed=asked.seed)
    return CompareAnswer(
        scale=found.scale,
        a=rated(asked.a.name, found.a),
        b=rated(asked.b.name, found.b),
        difference=found.difference,
        low=found.low,
        high=found.high,
        a_better=found.a_better,
        shared_events=found.shared_events,
        resampled_together=found.resampled_together,
    )


def _same_game(asked: questions.Compare) -> None:
    """Refuse two files that name different games: losses of one say nothing in the other."""
    from kibitz.rate.records.reading import load_decisions

    games = [{str(d.game) for d in load_decisions(source) if d.game} for source in (asked.a, asked.b)]
    if all(games) and not games[0] & games[1]:
        first, second = (", ".join(sorted(each)) for each in games)
        raise InputError(f"game: {first} and {second} are different games")


def _apart(asked: questions.Compare, samples: tuple[Sample, Sample], why: str, work: Work) -> CompareAnswer:
    """Each file rated on its own decisions, and what carries over."""
    import numpy as np

    from kibitz.rate.fitting.bounds import blind_loss
    from kibitz.rate.ratings.population import simulated_population
    from kibitz.rate.ratings.rating import intrinsic_rating
    from kibitz.rate.ratings.scale import loss_scale

    rows, standings = [], []
    for done, (source, sample) in enumerate(zip((asked.a, asked.b), samples, strict=True)):
        work.progress(done, 2, "rating each by itself")
        own = loss_scale(sample)
        rating = intrinsic_rating(sample, own, draws=asked.draws, seed=asked.seed)
        place = None
        if rating.expected_loss is not None:
            agents = simulated_population(sample, np.random.default_rng(asked.seed), AGENTS)
            place = agents.percentile(rating.expected_loss)
        rows.append(rated(source.name, rating, percentile=place))
        blind = blind_loss(sample)
        avoided = 1 - rating.average_error / blind if blind else 0.0
        standings.append(
            Standing(unit=sample.unit.value, best_rate=rating.best_rate, avoided=avoided, percentile=place)
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

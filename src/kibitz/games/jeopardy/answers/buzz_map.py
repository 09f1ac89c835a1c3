"""Answer with the buzz threshold on the last clue over one's own score (Figure 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import Unit, format_chance, format_money
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Curve, CurveMark
from kibitz.games.jeopardy.answers.buzz import format_threshold
from kibitz.games.jeopardy.fields import resolve_era
from kibitz.games.jeopardy.show import SEATS, Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import buzz_map as questions

NO_GAIN = 1e-3
"""Gain from buzzing, in win chance, below which a threshold means never."""


class ScoreThreshold(Struct, frozen=True):
    """The confidence from which to buzz first at a score of yours: 0 always, 1 never."""

    score: int
    threshold: float


class BuzzMapAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.buzz-map/1"):
    """Buzz thresholds on the last clue over your own score."""

    files: ClassVar = {"chart": "Also draw the curve to this SVG file."}

    others: tuple[int, int]
    value: int
    thresholds: tuple[ScoreThreshold, ...]
    opponents: str
    machine: bool
    finals: str
    era: Era
    ties: Ties

    def runs(self) -> Iterator[tuple[int, int, float, float]]:
        """Stretches of scores that differ by at most ten points: first and last score, least and highest threshold."""
        group: list[ScoreThreshold] = []
        for each in self.thresholds:
            values = [one.threshold for one in (*group, each)]
            if group and max(values) - min(values) > 0.1:
                yield group[0].score, group[-1].score, min(values[:-1]), max(values[:-1])
                group = []
            group.append(each)
        values = [one.threshold for one in group]
        yield group[0].score, group[-1].score, min(values), max(values)

    def explain(self) -> Explanation:
        lowest = min(self.thresholds, key=lambda each: each.threshold)
        highest = max(self.thresholds, key=lambda each: each.threshold)
        one, two = (format_money(score) for score in self.others)
        return Explanation(
            f"Last clue for {format_money(self.value)} against {one} and {two}: buzz most easily with "
            f"{format_money(lowest.score)} ({format_threshold(lowest.threshold)}), least with "
            f"{format_money(highest.score)} ({format_threshold(highest.threshold)})."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        yield self.chart()
        rows = tuple(
            (
                format_money(first) if first == last else f"{format_money(first)} to {format_money(last)}",
                _range(low, high),
            )
            for first, last, low, high in self.runs()
        )
        yield Table(("your score", "buzz"), rows, "Thresholds by score", (0, 1))
        who = "a machine" if self.machine else "an average player"
        yield Note(
            f"Assumes shows {self.era.words}, ties {self.ties.value}, you are {who}, opponents {self.opponents}, bets "
            f"in Final {self.finals}. Abilities do not depend on the scores. No clue is left after this one.",
            "quiet",
        )

    def chart(self) -> Curve:
        """Threshold over my score, the opponents' scores marked."""
        scores = tuple(each.score for each in self.thresholds)
        near = {min(scores, key=lambda score: abs(score - other)): other for other in self.others}
        return Curve(
            f"How sure to be before you buzz on the last clue for {format_money(self.value)}",
            "your score",
            "threshold",
            scores,
            tuple(each.threshold for each in self.thresholds),
            Unit.WIN,
            None,
            tuple(CurveMark(at, f"opponent {format_money(other)}") for at, other in near.items()),
            Unit.DOLLARS,
        )

    def file(self, kind: str) -> File:
        from kibitz.draw.curve_plot import curve_svg

        return File("buzz-map.svg", "image/svg+xml", curve_svg(self.chart()).encode())


def _range(low: float, high: float) -> str:
    one, two = format_threshold(low), format_threshold(high)
    if one == two:
        return one
    return f"from {format_chance(low, 0)} to {format_chance(high, 0)}"


def answer_buzz_map(request: questions.BuzzMapRequest, work: WorkContext) -> BuzzMapAnswer:
    """Answer to `questions.BuzzMapRequest`."""
    from kibitz.games.jeopardy.buzz.clue_in_play import buzzer_of, final_setup_for
    from kibitz.games.jeopardy.buzz.ending import end_equities, row_of
    from kibitz.games.jeopardy.buzz.final_prices import final_price
    from kibitz.games.jeopardy.buzz.thresholds import buzz_curves
    from kibitz.games.jeopardy.value.players import players_of

    era, ties = resolve_era(request)
    me = 0
    players = players_of(era, ties, me, None, request.opponents, request.machine)
    buzzer = buzzer_of(players, me)
    row = row_of(request.value)
    tree, joint = buzzer.tree(2, row), buzzer.joint(2, row)
    price = final_price(final_setup_for(players, me, request.final_bets), few=0)
    result = []
    scores = range(request.step, request.top + 1, request.step)
    for done, score in enumerate(scores):
        work.progress(done, len(scores), "scores")
        ends = end_equities((score, *request.others), buzzer, request.value, (), price)
        curves = buzz_curves(tree, joint, ends)
        never = float(curves.gains()[0].max()) < NO_GAIN and float(abs(curves.gains()[0]).max()) >= NO_GAIN
        result.append(ScoreThreshold(score, 1.0 if never else curves.thresholds()[0]))
    assert len(request.others) == SEATS - 1
    return BuzzMapAnswer(
        others=request.others,
        value=request.value,
        thresholds=tuple(result),
        opponents=players.name,
        machine=request.machine,
        finals=request.final_bets,
        era=era,
        ties=ties,
    )

"""How people play in both eras: figures 1 to 5 of the Watson paper, from the fitted models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.exhibits.grids import HeatMap
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import Unit, format_chance, format_money
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Curve, CurveMark, Series
from kibitz.games.jeopardy.show import COLUMNS, ROUNDS, ROWS, Era

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import people as questions

BANKROLLS = tuple(range(1_000, 30_001, 1_000))
RATIOS = tuple(range(50, 101, 2))
LEADER_DOLLARS = 20_000
SHARE_OF_C = 0.3
"""C's share of A where figure 3 varies B."""
OUTCOME_WORDS = {
    "none": "nobody answers",
    "w": "one wrong answer",
    "ww": "two wrong answers",
    "www": "three wrong answers",
    "r": "the first is right",
    "wr": "the second is right",
    "wwr": "the third is right",
}
PLACES = ("leader", "second", "third")


class EraHabits(Struct, frozen=True):
    """How people of one era play.

    ``placement`` is the chance of a Daily Double by round, row and column. ``double_bets`` are mean Daily Double bets
    in round 2 by place and score (`scores`), ``final_bets`` mean Final bets of A and B as shares of their scores over
    B/A (`ratios`). ``outcomes`` are shares of the ends of a regular clue, ``attempts`` and ``precision`` are by round
    and row.
    """

    era: Era
    placement: tuple[tuple[tuple[float, ...], ...], ...]
    double_bets: tuple[tuple[float, ...], ...]
    final_bets: tuple[tuple[float, ...], ...]
    outcomes: tuple[float, ...]
    attempts: tuple[tuple[float, ...], ...]
    precision: tuple[tuple[float, ...], ...]


class PeopleAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.people/1"):
    """Habits of people until 2014 and since 2015."""

    eras: tuple[EraHabits, ...]
    scores: tuple[int, ...]
    ratios: tuple[int, ...]

    def explain(self) -> Explanation:
        then, now = self.eras
        at = self.scores.index(10_000)
        recent, early = (format_money(round(era.double_bets[0][at], -2)) for era in (now, then))
        return Explanation(
            f"With $10,000 a leader bets {recent} on average on a Daily Double of round 2 {now.era.words}, and {early} "
            f"in {then.era.words}."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        now = self.eras[-1]
        for round_, table in zip(ROUNDS, now.placement, strict=True):
            yield HeatMap(
                tuple(f"row {row}" for row in range(1, ROWS + 1)),
                tuple(str(column) for column in range(1, COLUMNS + 1)),
                table,
                f"Where Daily Doubles are in round {round_}, {now.era.words} (figure 1)",
            )
        yield self._rows_table()
        yield self._double_bets(0)
        yield self._double_bets(1)
        yield self._final_bets(0)
        yield self._final_bets(1)
        yield self._outcomes()
        yield self._rates()
        yield Note(
            "All are models fitted to recorded games, those that other questions use. Bets on Daily Doubles are at "
            f"half the round. Finals have A at {format_money(LEADER_DOLLARS)} and C at {format_chance(SHARE_OF_C, 0)} "
            "of it.",
            "quiet",
        )

    def _rows_table(self) -> Table:
        rows = tuple(
            (
                f"row {row + 1}",
                *(format_chance(sum(era.placement[r][row]) / (r + 1)) for r in range(len(ROUNDS)) for era in self.eras),
            )
            for row in range(ROWS)
        )
        columns = ("", *(f"round {r}, {era.era.words}" for r in ROUNDS for era in self.eras))
        return Table(columns, rows, "Share of Daily Doubles by row (figure 1)")

    def _double_bets(self, place: int) -> Curve:
        then, now = (each.double_bets[place] for each in self.eras)
        return Curve(
            f"Mean Daily Double bet of the {PLACES[place]} in round 2 (figure 2)",
            "score",
            f"mean Daily Double bet of the {PLACES[place]}",
            self.scores,
            now,
            Unit.DOLLARS,
            None,
            choice_unit=Unit.DOLLARS,
            beside=(Series(self.eras[0].era.words, then),),
            name=self.eras[1].era.words,
        )

    def _final_bets(self, role: int) -> Curve:
        then, now = (each.final_bets[role] for each in self.eras)
        who = ("the leader's", "second's")[role]
        return Curve(
            f"Mean Final bet, as a share of {who} score, by B in per cent of A (figure 3)",
            "B in per cent of A",
            f"share of {who} score bet in Final",
            self.ratios,
            now,
            Unit.WIN,
            None,
            (CurveMark(66, "two-thirds"),),
            beside=(Series(self.eras[0].era.words, then),),
            name=self.eras[1].era.words,
        )

    def _outcomes(self) -> Table:
        rows = tuple(
            (words, *(format_chance(era.outcomes[i]) for era in self.eras))
            for i, words in enumerate(OUTCOME_WORDS.values())
        )
        return Table(
            ("", *(era.era.words for era in self.eras)),
            rows,
            "How a regular clue ends, three average players (figure 4)",
        )

    def _rates(self) -> Table:
        rows = tuple(
            (
                f"round {r}, row {row + 1}",
                *(
                    format_chance(getattr(era, kind)[r - 1][row])
                    for kind in ("attempts", "precision")
                    for era in self.eras
                ),
            )
            for r in ROUNDS
            for row in range(ROWS)
        )
        columns = ("", *(f"{kind}, {era.era.words}" for kind in ("attempts", "right") for era in self.eras))
        return Table(columns, rows, "Attempts and right answers by row, average player (figure 5)")


def answer_people(request: questions.PeopleRequest, work: WorkContext) -> PeopleAnswer:
    """Answer to `questions.PeopleRequest`."""
    return PeopleAnswer(eras=tuple(describe_era(era) for era in Era), scores=BANKROLLS, ratios=RATIOS)


def describe_era(era: Era) -> EraHabits:
    """The habits of an era, from the fitted tables."""
    import numpy as np

    from kibitz.games.jeopardy.board import ALL_SQUARES
    from kibitz.games.jeopardy.final.people_wagers import wager_distribution
    from kibitz.games.jeopardy.people.contestant import contestant
    from kibitz.games.jeopardy.play.clue import clue_outcomes
    from kibitz.games.jeopardy.play.daily_double_bets import bet_model, confidence_levels, rounded_bet
    from kibitz.games.jeopardy.play.placement import load_placement

    placement, bets, me = load_placement(era), bet_model(era), contestant("average", era)

    def mean_bet(place: int, most: int) -> float:
        amounts = [bets.amount(2, place, 0.5, most, z) for z in confidence_levels()]
        share = bets.thousands[1]
        return float(
            np.mean([share * rounded_bet(a, most, True) + (1 - share) * rounded_bet(a, most, False) for a in amounts])
        )

    def final_share(role: int, ratio: int) -> float:
        scores = (LEADER_DOLLARS, LEADER_DOLLARS * ratio // 100, round(LEADER_DOLLARS * SHARE_OF_C))
        wagers, chances = wager_distribution(role, scores, era)
        return float(np.asarray(wagers) @ np.asarray(chances) / scores[role])

    outcomes = sum(np.asarray(clue_outcomes((me, me, me), r, row).seven) for r in ROUNDS for row in range(1, ROWS + 1))
    return EraHabits(
        era,
        tuple(
            tuple(
                tuple(float(x) for x in line) for line in placement.chances(r, ALL_SQUARES, ()).reshape(ROWS, COLUMNS)
            )
            for r in ROUNDS
        ),
        tuple(tuple(mean_bet(place, most) for most in BANKROLLS) for place in range(len(PLACES))),
        tuple(tuple(final_share(role, ratio) for ratio in RATIOS) for role in range(2)),
        tuple((np.asarray(outcomes) / (len(ROUNDS) * ROWS)).tolist()),
        tuple(tuple(me.attempt_rate(r, row) for row in range(1, ROWS + 1)) for r in ROUNDS),
        tuple(tuple(me.precision_rate(r, row) for row in range(1, ROWS + 1)) for r in ROUNDS),
    )

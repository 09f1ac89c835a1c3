"""The answer to `questions.final`: how much to wager in Final for two players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.exhibits import Exhibit, options_table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.recommendation import Recommendation
from kibitz.core.work import WorkContext
from kibitz.games.parlour.answers.final_exhibits import (
    MAX_MATRIX_SCORE,
    form_hints,
    mixing_reasons,
    payoff_matrix_exhibit,
    rule_map,
    rule_of_thumb,
)
from kibitz.games.parlour.answers.observed_wagers import ObservedWagers, observed_wagers
from kibitz.games.parlour.fields import omitted_choices_note, parse_chance

if TYPE_CHECKING:
    from kibitz.games.parlour.questions import final as questions


class PlayerRecommendations(Struct, frozen=True):
    """Recommendations for player 1 (row) and player 2 (column), each against the other's optimal strategy."""

    row: Recommendation
    column: Recommendation


class FinalAnswer(Answer, frozen=True, kw_only=True, tag="parlour.final/2"):
    """``value`` is player 1's chance to win minus 1/2; losses are in chance to win of the player who wagers.

    ``me`` is the player who asks, ``exactly`` the chances as fractions, ``seen`` the best response to observed wagers.
    """

    scores: tuple[int, int]
    p: tuple[float, float]
    exactly: tuple[str, str]
    me: int
    value: float
    win_chance: float
    row: dict[str, float]
    column: dict[str, float]
    losses: dict[str, dict[str, float]]
    rule: dict[str, str | None]
    players: PlayerRecommendations
    seen: ObservedWagers | None = None

    @property
    def own(self) -> Recommendation:
        """The recommendation for the player who asks."""
        return self.players.row if self.me == 1 else self.players.column

    @property
    def other(self) -> Recommendation:
        """The recommendation for the opponent."""
        return self.players.column if self.me == 1 else self.players.row

    def explain(self) -> Explanation:
        mine, theirs = self.own.explanation, self.other.explanation
        return Explanation(mine.headline, (*mine.reasons, f"player {3 - self.me}: {theirs.headline}"), mine.rule)

    def exhibits(self) -> Iterator[Exhibit]:
        reason = mixing_reasons(self)[self.me - 1]
        explanation = self.own.explanation
        yield form_hints(self)
        own = self.own if not reason else replace(self.own, explanation=_with_first_reason(explanation, reason))
        facts = () if self.seen is None else (self.seen.fact,)
        yield AdviceExhibit(own, rule_of_thumb(self), facts)
        yield from rule_map(self)
        other = f"player {3 - self.me}, your opponent"
        title = f"\nYou with {self.scores[self.me - 1]} against {self.scores[2 - self.me]}"
        table = replace(options_table(self.own, "wager", title), remark=f"{other}: {self.other.explanation.headline}")
        if max(self.scores) <= MAX_MATRIX_SCORE:
            yield payoff_matrix_exhibit(self, table)
        else:
            yield replace(table, title=title.strip(), remark="")
            yield from omitted_choices_note(self.own)
            yield options_table(self.other, "wager", other[0].upper() + other[1:])
            yield from omitted_choices_note(self.other)
        if self.seen is not None:
            yield from self.seen.exhibits()


def _with_first_reason(explanation: Explanation, reason: str) -> Explanation:
    """The explanation with ``reason`` before its other reasons."""
    return Explanation(explanation.headline, (reason, *explanation.reasons), explanation.rule)


def wager_columns(recommendation: Recommendation) -> tuple[dict[str, float], dict[str, float]]:
    """The win chance of each wager, and the probability with which it is played."""
    assert recommendation.curve is not None
    assert recommendation.curve.mix is not None
    wagers = [str(wager) for wager in range(recommendation.options)]
    values = [float(value) for value in recommendation.curve.worth]
    return dict(zip(wagers, values, strict=True)), dict(zip(wagers, recommendation.curve.mix, strict=True))


def answer_final(request: questions.FinalRequest, work: WorkContext) -> FinalAnswer:
    """The answer to `questions.FinalRequest`."""
    from kibitz.games.parlour.advice import recommend_in_position
    from kibitz.games.parlour.position import FinalPosition

    p1, p2 = (parse_chance(text, "p") for text in request.p)
    own = {request.me: None if request.wager is None else str(request.wager)}
    players = PlayerRecommendations(
        recommend_in_position(FinalPosition(request.scores, (p1, p2), 1), own.get(1)),
        recommend_in_position(FinalPosition(request.scores, (p1, p2), 2), own.get(2)),
    )
    row_values, row = wager_columns(players.row)
    column_values, column = wager_columns(players.column)
    win_chance = sum(value * chance for value, chance in zip(row_values.values(), row.values(), strict=True))
    return FinalAnswer(
        scores=request.scores,
        p=(float(p1), float(p2)),
        exactly=(str(p1), str(p2)),
        me=request.me,
        value=win_chance - 0.5,
        win_chance=win_chance,
        row=row,
        column=column,
        losses={
            side: {wager: max(each.values()) - value for wager, value in each.items()}
            for side, each in (("row", row_values), ("column", column_values))
        },
        rule={"row": players.row.explanation.rule or None, "column": players.column.explanation.rule or None},
        players=players,
        seen=observed_wagers(request, FinalPosition(request.scores, (p1, p2), 1 if request.me == 1 else 2)),
    )

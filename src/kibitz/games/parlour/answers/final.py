"""How much to wager in Final for two players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.counsel import Counsel
from kibitz.core.exhibits import Exhibit, Note, options_table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance
from kibitz.core.work import Work
from kibitz.games.parlour.answers.final_pictures import guessing, pictures
from kibitz.games.parlour.fields import chance, more

if TYPE_CHECKING:
    from kibitz.games.parlour.questions import final as questions


class Players(Struct, frozen=True):
    """Counsel for player 1 (row) and player 2 (column), each against the other's best play."""

    row: Counsel
    column: Counsel


class FinalAnswer(Answer, frozen=True, kw_only=True, tag="parlour.final/1"):
    """``value`` is player 1's chance to win minus 1/2; losses are in chance to win, of the player who wagers."""

    scores: tuple[int, int]
    p: tuple[float, float]
    value: float
    win_chance: float
    row: dict[str, float]
    column: dict[str, float]
    losses: dict[str, dict[str, float]]
    rule: dict[str, str | None]
    players: Players

    def told(self) -> Explanation:
        first, second = self.players.row.explanation, self.players.column.explanation
        return Explanation(first.headline, (*first.reasons, f"player 2: {second.headline}"), first.rule)

    def exhibits(self) -> Iterator[Exhibit]:
        first, second = self.scores
        yield Note(f"Final, {first} v {second}; player 1 wins {format_chance(self.win_chance)}\n", "quiet")
        both = guessing(self)
        for (player, told), why in zip(
            (("Player 1", self.players.row), ("Player 2", self.players.column)), both, strict=True
        ):
            counsel = told if not why else replace(told, explanation=_first(told.explanation, why))
            yield options_table(counsel, "wager", player)
            yield from more(counsel)
            yield counsel
            yield Note("")
        yield from pictures(self)


def _first(said: Explanation, why: str) -> Explanation:
    """An explanation that begins with a reason in plain words."""
    return Explanation(said.headline, (why, *said.reasons), said.rule)


def columns(counsel: Counsel) -> tuple[dict[str, float], dict[str, float]]:
    """What each wager is worth, and how often it is played."""
    assert counsel.curve is not None
    assert counsel.curve.mix is not None
    wagers = [str(wager) for wager in range(counsel.options)]
    worth = [float(value) for value in counsel.curve.worth]
    return dict(zip(wagers, worth, strict=True)), dict(zip(wagers, counsel.curve.mix, strict=True))


def answer_final(asked: questions.Final, work: Work) -> FinalAnswer:
    """The answer to `questions.Final`."""
    from kibitz.games.parlour.advice import counsel
    from kibitz.games.parlour.position import FinalPosition

    p1, p2 = (chance(text, "p") for text in asked.p)
    own = {asked.me or 1: None if asked.wager is None else str(asked.wager)}
    players = Players(
        counsel(FinalPosition(asked.scores, (p1, p2), 1), own.get(1)),
        counsel(FinalPosition(asked.scores, (p1, p2), 2), own.get(2)),
    )
    worth, row = columns(players.row)
    others, column = columns(players.column)
    win_chance = sum(value * often for value, often in zip(worth.values(), row.values(), strict=True))
    return FinalAnswer(
        scores=asked.scores,
        p=(float(p1), float(p2)),
        value=win_chance - 0.5,
        win_chance=win_chance,
        row=row,
        column=column,
        losses={
            side: {wager: max(each.values()) - value for wager, value in each.items()}
            for side, each in (("row", worth), ("column", others))
        },
        rule={"row": players.row.explanation.rule or None, "column": players.column.explanation.rule or None},
        players=players,
    )

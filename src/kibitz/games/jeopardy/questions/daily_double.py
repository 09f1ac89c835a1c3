"""What to wager on the last Daily Double."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.counsel import counsel_on
from kibitz.core.question import Cost, Request
from kibitz.core.units import Unit
from kibitz.core.work import Work
from kibitz.games.jeopardy.answers.daily_double import DailyDoubleAnswer, PlayedOut
from kibitz.games.jeopardy.fields import (
    GAME,
    Chance,
    CluesLeft,
    LevelName,
    Me,
    Opponents,
    OwnWager,
    Scores,
    Seed,
    TieRule,
    WhichEra,
    three,
)
from kibitz.games.jeopardy.show import Era


class DailyDouble(Request, frozen=True, kw_only=True):
    """The chance to win with every wager on the last Daily Double, given three SCORES by player.

    Exact: score changes over the clues left on their lattice, then Final Jeopardy. The curve lists wagers with the
    chance to win when right, when wrong, and at your confidence.
    """

    scores: Scores
    me: Me
    left: CluesLeft = ()
    confidence: Annotated[Chance, Meta(description="Your chance to be right on the Daily Double.", examples=[0.65])]
    opponents: Opponents = "average"
    era: WhichEra = Era.PAPER
    ties: TieRule | None = None
    level: Annotated[LevelName, Meta(description="How good you are on clues and in Final Jeopardy.")] = "average"
    own_final: Annotated[
        Literal["best", "people"],
        Meta(description="How you will bet in Final Jeopardy: the best response, or as people do."),
    ] = "best"
    step: Annotated[int, Meta(ge=1, le=10_000, description="Dollars between wagers.")] = 100
    wager: OwnWager | None = None
    check: Annotated[
        int,
        Meta(ge=0, le=1_000_000, description="Also play it out so many times by chance, to check the exact figure."),
    ] = 0
    seed: Seed = 1

    def resolved(self) -> Self:
        return replace(self, ties=self.era.ties if self.ties is None else self.ties)

    def cost(self) -> Cost:
        return Cost.INSTANT if not self.left else Cost.SECONDS

    def answer(self, work: Work) -> DailyDoubleAnswer:
        from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, format_daily_double, wager_curve
        from kibitz.games.jeopardy.endgame.explain import explanation
        from kibitz.games.jeopardy.endgame.standings import OwnFinal, Standing
        from kibitz.games.jeopardy.final.equities import final_model
        from kibitz.games.jeopardy.people.contestant import contestant

        ties = self.resolved().ties or self.era.ties
        position = LastDailyDouble(three(self.scores), self.me - 1, self.left, ties)
        mine, others = contestant(self.level, self.era), contestant(self.opponents, self.era)
        players = tuple(mine if seat == position.me else others for seat in range(3))
        model = final_model(position.me, self.opponents, self.era, mine.final)
        standing = Standing(model, position.me, ties, OwnFinal(self.own_final))
        also = () if self.wager is None else (self.wager,)
        curve = wager_curve(position, players, standing, self.step, also, work.noting("my scores"))
        advice = curve.advice(self.confidence)
        best, choices = int(advice.best), advice.equities.choices
        played_out = None
        if self.check:
            import numpy as np

            from kibitz.games.jeopardy.endgame.rollout import win_rate

            rng = np.random.default_rng(self.seed)
            own, bet = position.scores[position.me], int(curve.wagers[best])
            games = max(self.check // 2, 2)
            (right, right_se), (wrong, wrong_se) = (
                win_rate(rng, position, players, standing, mine, games) for mine in (own + bet, own - bet)
            )
            p = self.confidence
            error = ((p * right_se) ** 2 + ((1 - p) * wrong_se) ** 2) ** 0.5
            played_out = PlayedOut(2 * games, p * right + (1 - p) * wrong, error)
        return DailyDoubleAnswer(
            scores=three(self.scores),
            me=self.me,
            left=position.left,
            era=self.era,
            ties=ties,
            confidence=self.confidence,
            opponents=standing.model.name,
            wager=int(curve.wagers[best]),
            right=float(curve.right[best]),
            wrong=float(curve.wrong[best]),
            counsel=counsel_on(
                GAME,
                format_daily_double(position),
                advice,
                explanation(curve, advice, self.confidence),
                choice_unit=Unit.DOLLARS,
                chosen=None if self.wager is None else choices.index(str(self.wager)),
                more={"right": tuple(curve.right.tolist()), "wrong": tuple(curve.wrong.tolist())},
            ),
            played_out=played_out,
        )

"""What to wager in Final Jeopardy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.counsel import counsel_on
from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.units import Unit
from kibitz.core.work import Work
from kibitz.games.jeopardy.answers.final import equilibrium, finite, own_wager, sensitivity, spread
from kibitz.games.jeopardy.fields import (
    GAME,
    Chance,
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

if TYPE_CHECKING:
    pass
from kibitz.games.jeopardy.answers.final import FinalAnswer, NamedBet


class Final(Request, frozen=True, kw_only=True):
    """The chance to win Final Jeopardy with every legal wager, given three SCORES by player.

    Opponents bet as people do in their place; answers are correlated. The curve holds the chance to win with each
    whole-dollar wager from $0 up.
    """

    scores: Scores
    me: Me
    confidence: (
        Annotated[Chance, Meta(description="Your chance to be right; by default the average player's.")] | None
    ) = None
    opponents: Opponents = "average"
    era: WhichEra = Era.PAPER
    ties: TieRule | None = None
    cover: Annotated[bool, Meta(description="As first, only bets that cover the second's doubled score.")] = False
    wager: OwnWager | None = None
    randomise: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=100,
                description="Also name all bets that lose at most this many points of win chance, such as 0.5.",
            ),
        ]
        | None
    ) = None
    draws: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=10_000,
                description="Also draw the models' figures this often from their uncertainty, "
                "to see how firm the wager is.",
            ),
        ]
        | None
    ) = None
    equilibrium: Annotated[bool, Meta(description="Also find an equilibrium of the three players' wagers.")] = False
    seed: Seed = 1

    def resolved(self) -> Self:
        return replace(self, ties=self.era.ties if self.ties is None else self.ties)

    def cost(self) -> Cost:
        return Cost.INSTANT if not self.equilibrium and (self.draws or 0) <= 50 else Cost.SECONDS

    def answer(self, work: Work) -> FinalAnswer:
        from kibitz.games.jeopardy.final.equities import (
            FinalPosition,
            advice_from_tables,
            final_model,
            final_tables,
            format_final,
        )
        from kibitz.games.jeopardy.final.explain import final_answer

        position = FinalPosition(three(self.scores), self.me - 1, self.resolved().ties or self.era.ties)
        if self.cover and position.role != 0:
            raise InputError("cover: only the player in first place can cover, so it is accepted for that one alone")
        model = final_model(position.me, self.opponents, self.era, self.confidence)
        tables = final_tables(position, model)
        advice = advice_from_tables(tables, model.name, cover=self.cover)
        found = final_answer(tables, advice)
        choices = advice.equities.choices
        chosen = None if self.wager is None else own_wager(self.wager, len(choices) - 1)
        counsel = counsel_on(
            GAME,
            format_final(position),
            advice,
            found.explanation,
            choice_unit=Unit.DOLLARS,
            choice=choices.index(str(found.wager)),
            chosen=None if chosen is None else choices.index(str(chosen)),
        )
        return FinalAnswer(
            scores=three(self.scores),
            me=self.me,
            role=("A", "B", "C")[position.role],
            era=self.era,
            ties=position.ties,
            confidence=model.accuracies[position.me],
            opponents=model.name,
            wager=found.wager,
            counsel=counsel,
            names=tuple(NamedBet(n.name, n.wager, n.meaning, finite(n.equity), finite(n.loss)) for n in found.names),
            randomised=None if self.randomise is None else spread(counsel, self.randomise / 100),
            sensitivity=None
            if self.draws is None
            else sensitivity(position, model, found.wager, self.draws, self.seed),
            equilibrium=equilibrium(position, model) if self.equilibrium else None,
        )

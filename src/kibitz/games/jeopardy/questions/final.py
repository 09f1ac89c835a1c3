"""What to wager in Final Jeopardy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.counsel import Counsel, counsel_on
from kibitz.core.errors import InputError
from kibitz.core.exhibits import SHOWN
from kibitz.core.question import Cost, Request
from kibitz.core.units import Unit, format_money
from kibitz.core.work import Work
from kibitz.games.jeopardy.questions.fields import (
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
    from kibitz.games.jeopardy.final.equities import FinalModel, FinalPosition
from kibitz.games.jeopardy.answers.final import BestBet, Equilibrium, FinalAnswer, Mixer, NamedBet, Sensitivity, Spread


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
        chosen = None if self.wager is None else _own_wager(self.wager, len(choices) - 1)
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
            names=tuple(NamedBet(n.name, n.wager, n.meaning, _finite(n.equity), _finite(n.loss)) for n in found.names),
            randomised=None if self.randomise is None else _spread(counsel, self.randomise / 100),
            sensitivity=None if self.draws is None else _sensitivity(self, position, model, found.wager),
            equilibrium=_equilibrium(position, model) if self.equilibrium else None,
        )


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None


def _own_wager(wager: int, most: int) -> int:
    if wager > most:
        raise InputError(f"wager: $0 to {format_money(most)} is accepted, not {format_money(wager)}")
    return wager


def _spread(counsel: Counsel, tolerance: float) -> Spread:
    """The bets that lose at most the tolerance, as unbroken runs of whole dollars."""
    assert counsel.curve is not None
    worth = [-1.0 if isinstance(value, str) else value for value in counsel.curve.worth]
    played = [wager for wager, value in enumerate(worth) if max(worth) - value <= tolerance + 1e-12]
    starts = [wager for i, wager in enumerate(played) if i == 0 or played[i - 1] < wager - 1]
    ends = [wager for i, wager in enumerate(played) if i == len(played) - 1 or played[i + 1] > wager + 1]
    mean = sum(worth[wager] for wager in played) / len(played)
    return Spread(tolerance, tuple(zip(starts, ends, strict=True)), mean)


def _sensitivity(request: Final, position: FinalPosition, model: FinalModel, wager: int) -> Sensitivity:
    from collections import Counter

    import numpy as np

    from kibitz.games.jeopardy.final.sensitivity import sensitivity

    draws = request.draws or 1
    found = sensitivity(np.random.default_rng(request.seed), position, model, wager, draws)
    often = sorted(((times, best) for best, times in Counter(map(int, found.best)).items()), reverse=True)[:SHOWN]
    low, high = found.interval
    best = tuple(BestBet(wager, times / draws) for times, wager in often)
    return Sensitivity(draws, request.seed, (low, high), found.holds, float(found.losses.mean()), best)


def _equilibrium(position: FinalPosition, model: FinalModel) -> Equilibrium:
    from kibitz.games.jeopardy.final.equilibrium import equilibrium

    found = equilibrium(position.scores, model.accuracies, model.correlations[position.me], position.ties)
    players = (
        Mixer(seat + 1, found.win_chances[seat], found.gains[seat],
              {str(w): round(float(p), 6) for w, p in zip(wagers, mix, strict=True) if p > 0})
        for seat, (wagers, mix) in enumerate(zip(found.wagers, found.mixes, strict=True))
    )  # fmt: skip
    return Equilibrium(tuple(players), found.exploitability)

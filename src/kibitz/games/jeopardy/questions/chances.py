"""Every seat's chance to win from a standing near the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, Cost, Request
from kibitz.core.units import format_chance, format_money
from kibitz.core.work import Work
from kibitz.games.jeopardy.questions.fields import CluesLeft, LevelName, Scores, TieRule, WhichEra
from kibitz.games.jeopardy.show import Era, Ties, check_scores


class ChancesAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.chances/1"):
    """Chances to win by seat, exact; shared wins count in full for each, so that they may sum to more than 1."""

    scores: tuple[int, ...]
    left: tuple[int, ...]
    seats: tuple[str, ...]
    era: Era
    ties: Ties
    chances: tuple[float, ...]

    def told(self) -> Explanation:
        best = max(range(len(self.chances)), key=self.chances.__getitem__)
        clues = "no clue" if not self.left else "1 clue" if len(self.left) == 1 else f"{len(self.left)} clues"
        headline = f"Player {best + 1} wins {format_chance(self.chances[best])} with {clues} left before Final."
        words = (
            f"player {i + 1}, {format_money(self.scores[i])}: {format_chance(p)}" for i, p in enumerate(self.chances)
        )
        return Explanation(headline, tuple(words))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline, "strong")
        rows = tuple(
            (f"{i + 1}: {seat}", format_money(self.scores[i]), format_chance(self.chances[i]))
            for i, seat in enumerate(self.seats)
        )
        yield Table(("player", "score", "to win"), rows, f"people of {int(self.era)}, ties {self.ties.value}")


class Chances(Request, frozen=True, kw_only=True):
    """The chance of each player to win when no Daily Double is left, given three SCORES by player.

    Exact: score changes over the clues left on their lattice, then Final Jeopardy with people's bets.
    """

    scores: Scores
    left: CluesLeft = ()
    seats: Annotated[
        tuple[LevelName, LevelName, LevelName],
        Meta(
            description="How good they are, left to right: average, champion or grand-champion.",
            extra={"words": True, "accepts": "three of average, champion or grand-champion"},
        ),
    ] = ("average", "average", "average")
    era: WhichEra = Era.PAPER
    ties: TieRule | None = None

    def resolved(self) -> Self:
        return replace(self, ties=self.era.ties if self.ties is None else self.ties)

    def cost(self) -> Cost:
        return Cost.INSTANT if not self.left else Cost.SECONDS

    def answer(self, work: Work) -> ChancesAnswer:
        from kibitz.games.jeopardy.endgame.equities import endgame_win_chances
        from kibitz.games.jeopardy.people.contestant import contestant

        ties = self.resolved().ties or self.era.ties
        players = tuple(contestant(level, self.era) for level in self.seats)
        chances = endgame_win_chances(check_scores(self.scores), self.left, players, self.era, ties)
        return ChancesAnswer(
            scores=self.scores, left=self.left, seats=self.seats, era=self.era, ties=ties, chances=chances
        )

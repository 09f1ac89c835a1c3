"""Every seat's chance to win, as an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_money
from kibitz.core.work import Work
from kibitz.games.jeopardy.fields import three
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import chances as questions


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


def answer_chances(asked: questions.Chances, work: Work) -> ChancesAnswer:
    """The answer to `questions.Chances`."""
    from kibitz.games.jeopardy.endgame.equities import endgame_win_chances
    from kibitz.games.jeopardy.people.contestant import contestant

    ties = asked.resolved().ties or asked.era.ties
    players = tuple(contestant(level, asked.era) for level in asked.seats)
    chances = endgame_win_chances(three(asked.scores), asked.left, players, asked.era, ties)
    return ChancesAnswer(
        scores=three(asked.scores), left=asked.left, seats=asked.seats, era=asked.era, ties=ties, chances=chances
    )

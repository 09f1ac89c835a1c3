"""Answer with every seat's win chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Exhibit, Headline, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_money
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.fields import (
    ReturningChampion,
    check_names,
    describe_champion,
    pad_to_three,
    resolve_era,
    seat_name,
)
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import chances as questions


ABILITY_DESCRIPTIONS = {"scores": "abilities estimated from scores", "equal": "equal abilities"}
"""Assumed abilities of average players, as text."""


def describe_abilities(abilities: str, champion: ReturningChampion | None, names: tuple[str, ...] = ()) -> str:
    """Assumed abilities of average players and the returning champion, as text."""
    text = describe_champion(champion, names)
    return ABILITY_DESCRIPTIONS[abilities] + (text and f", {text}")


class ChancesAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.chances/3"):
    """Chances to win by seat, exact; shared wins count in full for each, so that they may sum to more than 1."""

    scores: tuple[int, ...]
    left: tuple[int, ...]
    seats: tuple[str, ...]
    era: Era
    ties: Ties
    chances: tuple[float, ...]
    names: tuple[str, ...] = ()
    abilities: str = "equal"
    champion: ReturningChampion | None = None
    """The returning champion of the prior; none where abilities come from no prior."""

    def explain(self) -> Explanation:
        best = max(range(len(self.chances)), key=self.chances.__getitem__)
        clues = "no clue" if not self.left else "1 clue" if len(self.left) == 1 else f"{len(self.left)} clues"
        who = seat_name(self.names, best)
        chance = format_chance(self.chances[best])
        headline = f"{who[0].upper()}{who[1:]} has a win chance of {chance} with {clues} left before Final."
        reasons = (
            f"{seat_name(self.names, i)}, {format_money(self.scores[i])}: {format_chance(p)}"
            for i, p in enumerate(self.chances)
        )
        if self.chances[best] <= 0:
            headline = "Nobody wins: no player has money for Final Jeopardy."
        return Explanation(headline, tuple(reasons))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        rows = tuple(
            (
                f"{self.names[i] if self.names else i + 1}: {seat}",
                format_money(self.scores[i]),
                format_chance(self.chances[i]),
            )
            for i, seat in enumerate(self.seats)
        )
        yield Table(
            ("player", "score", "to win"),
            rows,
            f"Contestants {self.era.words}, {describe_abilities(self.abilities, self.champion, self.names)}, "
            f"Final bets of recorded players, ties {self.ties.value}",
        )


def answer_chances(request: questions.ChancesRequest, work: WorkContext) -> ChancesAnswer:
    """The answer to `questions.ChancesRequest`."""
    from kibitz.games.jeopardy.endgame.equities import endgame_win_chances
    from kibitz.games.jeopardy.endgame.lattice import check_clues
    from kibitz.games.jeopardy.people.contestant import contestant
    from kibitz.games.jeopardy.people.posterior import late_record, line_up, posterior_contestants

    era, ties = resolve_era(request)
    check_clues(request.left)
    if request.abilities == "scores":
        lineup = line_up(request.seats, request.champion.seat)
        players = posterior_contestants(late_record(pad_to_three(request.scores), request.left), era, lineup)
    else:
        players = tuple(contestant(level, era) for level in request.seats)
    chances = endgame_win_chances(pad_to_three(request.scores), request.left, players, era, ties)
    return ChancesAnswer(
        scores=pad_to_three(request.scores),
        left=request.left,
        seats=request.seats,
        era=era,
        ties=ties,
        chances=chances,
        names=check_names(request.names, request.scores),
        abilities=request.abilities,
        champion=request.prior_champion,
    )

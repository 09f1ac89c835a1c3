"""Whole games between three contestants, and what they add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import Work
from kibitz.games.jeopardy.fields import Chance, Seed
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.people.population import SeatModel
from kibitz.games.jeopardy.answers.simulation import Figure, SimulateAnswer

SeatName = Literal["average", "champion", "grand-champion", "machine", "you"]


class Simulate(Request, frozen=True, kw_only=True):
    """Play many whole games between three contestants.

    Every figure comes with its standard error. The same seed gives the same games, however many workers.
    """

    uses: ClassVar = frozenset({"workers"})

    games: Annotated[int, Meta(ge=1, le=100_000_000, description="How many games.")] = 100_000
    seats: Annotated[
        tuple[SeatName, SeatName, SeatName],
        Meta(
            description="Who plays, left to right: average, champion, grand-champion, machine or you; "
            "the first is the champion's.",
            extra={"words": True, "accepts": "three of average, champion, grand-champion, machine or you"},
        ),
    ] = ("average", "average", "average")
    you: (
        Annotated[
            tuple[Chance, Chance, Chance, Chance],
            Meta(
                description="Your attempt rate, precision, Daily Double and Final accuracy: 0.7,0.9,0.7,0.6.",
                extra={"words": True, "accepts": "four chances such as 0.7,0.9,0.7,0.6"},
            ),
        ]
        | None
    ) = None
    era: Annotated[
        Era,
        Meta(description="Which shows the contestants come from: September 1996 to February 2011, or 2015 on."),
    ] = Era.PAPER
    ties: Annotated[Ties, Meta(description="Tie rule; by default the one of the era.")] | None = None
    ability: Annotated[
        Literal["drawn", "equal", "printed"],
        Meta(
            description="Average contestants differ as on the show (drawn), are all equal (equal), "
            "or are as printed in the paper."
        ),
    ] = "drawn"
    seed: Seed = 1

    def __post_init__(self) -> None:
        if ("you" in self.seats) != (self.you is not None):
            raise InputError(
                "you: a seat called you and its four chances are accepted together, not one without the other"
            )

    def resolved(self) -> Self:
        return replace(self, ties=self.era.ties if self.ties is None else self.ties)

    def cost(self) -> Cost:
        return Cost.JOB if self.games > 1_000_000 else Cost.SECONDS

    def answer(self, work: Work) -> SimulateAnswer:
        from kibitz.games.jeopardy.play.game_tables import game_tables
        from kibitz.games.jeopardy.play.machine import calibrated_machine
        from kibitz.games.jeopardy.play.statistics import simulate
        from kibitz.games.jeopardy.show import rules_of
        from kibitz.simulate.executors import workers_of

        rules = rules_of(self.era, self.ties)
        models = tuple(self._seat(seat) for seat in range(3))
        tables = game_tables(models, rules, calibrated_machine().bets)
        with workers_of(work) as executor:
            tally = simulate(tables, self.games, self.seed, rules, executor, work.noting("games, in batches"))

        def figures(field: str) -> tuple[Figure, ...]:
            return tuple(Figure(each.mean, each.se if self.games > 1 else None) for each in tally.estimates(field))

        return SimulateAnswer(
            games=self.games,
            seats=tuple(model.name for model in models),
            era=self.era,
            ties=rules.ties,
            ability=self.ability,
            seed=self.seed,
            win_rates=figures("win_rates"),
            lockouts=figures("lockouts"),
            final_leads=figures("final_leads"),
            mean_scores=figures("mean_scores"),
            scores_entering_final=figures("scores_entering_final"),
            daily_doubles_found=figures("daily_doubles_found"),
            board_control=figures("board_control"),
            scores_by_standing=figures("scores_by_standing"),
            locked_games=figures("locked_games")[0],
            winning_scores=figures("winning_scores")[0],
            broke_before_final=figures("broke_before_final")[0],
        )

    def _seat(self, seat: int) -> SeatModel:
        from kibitz.games.jeopardy.people.contestant import contestant, paper_contestant
        from kibitz.games.jeopardy.people.population import drawn_seats, single, you
        from kibitz.games.jeopardy.play.machine import calibrated_machine

        name = self.seats[seat]
        if name == "machine":
            return single(calibrated_machine().contestant)
        if name == "you":
            assert self.you is not None
            return single(you(*self.you, self.era))
        if self.ability == "printed":
            return single(paper_contestant(name))
        if self.ability == "drawn" and name == "average":
            return drawn_seats(self.era)[seat]
        return single(contestant(name, self.era))

"""Simulated games between three contestants, and their statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.simulation import answer_simulate
from kibitz.games.jeopardy.fields import (
    PROFILE_FORMS,
    TODAY,
    Champion,
    OwnFigures,
    ProfileText,
    ReturningChampion,
    Seed,
    StateText,
    TieRule,
    WhichEra,
    resolve_era,
)
from kibitz.games.jeopardy.show import era_of

if TYPE_CHECKING:
    from kibitz.games.jeopardy.people.population import SeatModel
    from kibitz.games.jeopardy.rollout.seating import Seating
from kibitz.games.jeopardy.answers.simulation import SimulateAnswer

SeatName = ProfileText
SelectName = Literal["usual", "lrtb", "rows", "bayes", "bayes+control"]
BetName = Literal["usual", "safe", "calibrated", "network", "live", "endgame"]
BuzzName = Literal["usual", "default", "exact", "delta"]
FinalName = Literal["usual", "cover", "rules", "best"]
MODULES = {"words": True, "accepts": "three modules such as bayes,usual,usual"}
Selects = Annotated[
    tuple[SelectName, SelectName, SelectName],
    Meta(description="How each player picks squares: usual, lrtb, rows, bayes or bayes+control.", extra=MODULES),
]


class SimulateRequest(Request, frozen=True, kw_only=True):
    """Play many full games between three contestants.

    Every number comes with its standard error. The same seed gives the same games with any number of workers.
    """

    uses: ClassVar = frozenset({"workers"})

    games: Annotated[int, Meta(ge=1, le=100_000_000, description="Number of games.")] = 100_000
    seats: Annotated[
        tuple[SeatName, SeatName, SeatName],
        Meta(
            description="Who plays, left to right: a level, machine, you, or a profile such as coryat:24000:12.",
            extra={"words": True, "accepts": f"three of machine, you, or a player such as {PROFILE_FORMS}"},
        ),
    ] = ("average", "average", "average")
    you: OwnFigures | None = None
    era: WhichEra = TODAY
    ties: TieRule | None = None
    ability: Annotated[
        Literal["drawn", "equal", "printed"],
        Meta(
            description="Ability of average contestants: drawn as on the show, equal for all, "
            "or printed for the numbers of the paper."
        ),
    ] = "drawn"
    champion: Champion = ReturningChampion.NONE
    select: Selects = ("usual", "usual", "usual")
    double: Annotated[
        tuple[BetName, BetName, BetName],
        Meta(
            description="How each player bets Daily Doubles: usual, safe, calibrated, network, live or endgame. "
            "The choice live is the network with the record in the category. The choice endgame is for one player: "
            "live, and exact near the end (about 0.2 s each).",
            extra=MODULES,
        ),
    ] = ("usual", "usual", "usual")
    final: Annotated[
        tuple[FinalName, FinalName, FinalName],
        Meta(description="How each player bets in Final: usual, cover, rules or best.", extra=MODULES),
    ] = ("usual", "usual", "usual")
    buzz: Annotated[
        tuple[BuzzName, BuzzName, BuzzName],
        Meta(
            description="How each player buzzes: usual or default. One may buzz exact (last clues) or delta (all).",
            extra=MODULES,
        ),
    ] = ("usual", "usual", "usual")
    start: Annotated[StateText, Meta(description="Start all games from this state.")] | None = None
    seed: Seed = 1

    def __post_init__(self) -> None:
        if ("you" in self.seats) != (self.you is not None):
            raise InputError("you: give your four rates together with a seat called you, not one without the other")
        if self.modular and self.ability == "drawn" and set(self.seats) == {"average"} and self.start is not None:
            raise InputError("start: needs contestants of known ability; add --ability equal")
        if sum(name in ("exact", "delta") for name in self.buzz) + self.double.count("endgame") > 1:
            raise InputError(
                "buzz: use only one of buzz exact, buzz delta and double endgame, for one of the three seats"
            )

        if self.prior_champion is None and self.champion.seat is not None:
            raise InputError("champion: name the seat of an average contestant whose ability is drawn, or none")

    @property
    def prior_champion(self) -> ReturningChampion | None:
        """The returning champion of the prior; ``None`` where abilities come from no prior."""
        seat = self.champion.seat
        drawn = "average" in self.seats if seat is None else self.seats[seat] == "average"
        return self.champion if self.ability == "drawn" and drawn else None

    @property
    def modular(self) -> bool:
        """Whether the request names modules or a start."""
        return self.start is not None or {*self.select, *self.double, *self.final, *self.buzz} != {"usual"}

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        return Cost.JOB if self.games > (1_000 if "endgame" in self.double else 1_000_000) else Cost.SECONDS

    def answer(self, work: WorkContext) -> SimulateAnswer:
        return answer_simulate(self, work)

    def _seat(self, seat: int) -> SeatModel:
        from dataclasses import replace as replace_name

        from kibitz.games.jeopardy.people.contestant import contestant, paper_contestant
        from kibitz.games.jeopardy.people.population import fixed_seat, population_seats
        from kibitz.games.jeopardy.people.profile import own_profile, parse_profile
        from kibitz.games.jeopardy.play.machine import load_machine

        name, era = self.seats[seat], era_of(self.era)
        if name == "machine":
            return fixed_seat(load_machine().contestant)
        if name == "you":
            assert self.you is not None
            return fixed_seat(replace_name(own_profile(self.you).contestant(era), name="you"))
        if self.ability == "printed":
            return fixed_seat(paper_contestant(name))
        if parse_profile(name, "seats").level is None:
            return fixed_seat(replace_name(parse_profile(name).contestant(era), name=name))
        if self.ability == "drawn" and name == "average":
            return population_seats(era, champion=self.champion.seat)[seat]
        return fixed_seat(contestant(name, era))

    def _seating(self) -> Seating:
        """The seats with their modules."""
        from kibitz.games.jeopardy.rollout.named_seating import named_seating
        from kibitz.games.jeopardy.show import rules_of

        models = (self._seat(0), self._seat(1), self._seat(2))
        rules = rules_of(era_of(self.era), self.ties)
        return named_seating(models, self.seats, self.select, self.double, self.final, rules, buzz=self.buzz)

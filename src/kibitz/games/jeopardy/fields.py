"""Fields that several questions about Jeopardy! share: type, bounds, help and example."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, Protocol

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import POSITIONAL_ARGUMENT
from kibitz.games.jeopardy.show import (
    COLUMNS,
    FIRST_YEAR,
    LAST_YEAR,
    MAX_SCORE,
    ROUNDS,
    SEATS,
    SQUARES,
    Era,
    Rules,
    Seat,
    Ties,
    check_scores,
    era_of,
)

GAME = "jeopardy"
PODIUMS = ("Left", "Middle", "Right")
"""Podiums from left to right, as the audience sees them."""

LevelName = Literal["average", "champion", "grand-champion"]
Score = Annotated[int, Meta(ge=-MAX_SCORE, le=MAX_SCORE)]
Scores = Annotated[
    tuple[Score, ...],
    Meta(
        min_length=2,
        max_length=3,
        description="Scores of the players, left to right. Two scores mean a game of two players.",
        examples=[[18400, 14600, 9000]],
        extra=POSITIONAL_ARGUMENT | {"accepts": f"two or three scores in whole dollars up to {MAX_SCORE:,}"},
    ),
]
Me = Annotated[
    int,
    Meta(
        ge=1,
        le=3,
        description="Which player you are: 1 left, 2 middle or 3 right.",
        examples=[2],
        extra={"label": "Who you are"},
    ),
]
Chance = Annotated[float, Meta(ge=0, le=1)]
PROFILE_FORMS = "average, 0.7/0.9/0.7/0.6, coryat:24000:12, score:18000:5 or box:250-30:12"
"""How a player is written: a level, four rates, or a record of games (`people.profile`)."""
ProfileText = Annotated[str, Meta(max_length=60, pattern=r"^([a-z][a-z-]*|[\d.]+(/[\d.]+){3}|[\d.]+|[a-z]+:[\d.:-]+)$")]
Opponents = Annotated[
    tuple[ProfileText, ...],
    Meta(
        min_length=1,
        max_length=4,
        description="The opponents, one for both or one each: average, champion, grand-champion, four rates such as "
        "0.7/0.9/0.7/0.6, or a record such as coryat:24000:12 (see `profile`).",
        extra={
            "words": True,
            "number": True,
            "accepts": f"a player for both or one each, such as {PROFILE_FORMS}",
        },
    ),
]
Names = Annotated[
    tuple[Annotated[str, Meta(max_length=40, pattern=r"^[^\W\d_][\w .'\u2019-]*$")], ...],
    Meta(
        max_length=3,
        description="Names of the players, left to right, such as Ann,Ben,Cas.",
        extra={"words": True, "accepts": "a name for each player, such as Ann,Ben,Cas"},
    ),
]
WhichEra = Annotated[
    int,
    Meta(
        ge=FIRST_YEAR,
        le=LAST_YEAR,
        description="Year of the show. It selects the player model and tie rule: before 2015, or since.",
        extra={"label": "Year of the show", "accepts": f"a year from {FIRST_YEAR} on"},
    ),
]
TODAY = int(Era.RECENT)
Abilities = Annotated[
    Literal["scores", "equal"],
    Meta(
        description="Ability of average players: estimated from their scores in this game, or equal for all.",
        extra={"label": "Ability of average players"},
    ),
]


class ReturningChampion(StrEnum):
    """Which player was said to be the returning champion; the order of the scores never says it."""

    NONE = "none"
    LEFT = "1"
    MIDDLE = "2"
    RIGHT = "3"

    @property
    def seat(self) -> Seat | None:
        """The champion's seat, from 0."""
        return None if self is ReturningChampion.NONE else Seat(int(self.value) - 1)


Champion = Annotated[
    ReturningChampion,
    Meta(
        description="Returning champion: player 1, 2 or 3. With none, all three have the same prior.",
        extra={"label": "Returning champion"},
    ),
]
AnswerCounts = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=2 * SQUARES)], ...],
    Meta(
        min_length=SEATS,
        max_length=SEATS,
        extra={"accepts": "three numbers such as 7,4,5"},
    ),
]
RightAnswers = Annotated[
    AnswerCounts,
    Meta(
        description="Right answers of each player on regular clues, left to right, such as 7,4,5. "
        "Abilities then come from answers instead of scores.",
        extra={"label": "Right answers"},
    ),
]
WrongAnswers = Annotated[
    AnswerCounts,
    Meta(
        description="Wrong answers of each player on regular clues, left to right, such as 1,0,2.",
        extra={"label": "Wrong answers"},
    ),
]
TieRule = Annotated[Ties, Meta(description="Tie rule. Default: that of the era.", extra={"label": "Tie rule"})]
OwnWager = Annotated[
    int,
    Meta(ge=0, le=MAX_SCORE, description="Your own wager, to be judged.", extra={"label": "Your own wager"}),
]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Random seed.")]
Squares = Annotated[
    tuple[Annotated[str, Meta(pattern="^c[1-6]r[1-5]$", max_length=4)], ...],
    Meta(max_length=30, extra={"words": True, "accepts": "a list of squares such as c1r1,c4r5"}),
]
CluesLeft = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=MAX_SCORE)], ...],
    Meta(
        max_length=30,
        description="Values of the clues left after this one, such as 400,800,2000. Default: none.",
        extra={
            "label": "Clues left",
            "accepts": "a list of dollar values such as 400,800,1200",
            "words": True,
            "squares": (COLUMNS, {round_: Rules().values(round_) for round_ in ROUNDS}),
        },
    ),
]

StateText = Annotated[
    str,
    Meta(
        max_length=400,
        pattern=r"^[0-9a-z_.-]+$",
        description="Scores, player in control, round, open rows of the six columns, Daily Doubles found. "
        "Example: 6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4, with a Daily Double in column 6, row 4. "
        "Write two as c6r4c1r2.",
    ),
]
OwnFigures = Annotated[
    tuple[ProfileText, ...],
    Meta(
        min_length=1,
        max_length=4,
        description="You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, "
        "or a record such as coryat:24000:12 (see `profile`).",
        extra={
            "label": "Your own rates",
            "words": True,
            "number": True,
            "accepts": f"four chances such as 0.7,0.9,0.7,0.6, or one of {PROFILE_FORMS}",
        },
    ),
]

MatchGame = Annotated[
    int,
    Meta(
        ge=1,
        le=2,
        description="Game 1 or 2 of a two-game match. Values are then match equities.",
        extra={"label": "Game of the match"},
    ),
]
MatchTotals = Annotated[
    tuple[Score, Score, Score],
    Meta(
        description="In game 2 of a match: what each player won in game 1, left to right.",
        extra={"label": "Totals of game 1"},
    ),
]

Places = Annotated[
    tuple[Annotated[float, Meta(ge=0, le=1_000)], ...],
    Meta(
        min_length=SEATS,
        max_length=SEATS,
        description="Play for places: what first, second and third place are worth, such as 1,0.33,0.",
        extra={"label": "Value of places", "words": True, "accepts": "three numbers such as 1,0.33,0"},
    ),
]
WildCard = Annotated[
    str,
    Meta(
        max_length=15,
        pattern=r"^\d{1,7}(-\d{1,7})?$",
        description="Play to advance: by a win, or by a final score of at least this, such as 15000 or 12000-18000.",
        extra={"label": "Wild-card score", "accepts": "a score such as 15000, or a range such as 12000-18000"},
    ),
]
SeriesWins = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=2)], ...],
    Meta(
        min_length=SEATS,
        max_length=SEATS,
        description="Play to be first with three wins: games won before by each player, such as 2,1,0.",
        extra={"label": "Games won before", "accepts": "three numbers from 0 to 2, such as 2,1,0"},
    ),
]
Prize = Annotated[int, Meta(ge=0, le=MAX_SCORE)]
Prizes = Annotated[
    tuple[Prize, Prize],
    Meta(
        description="Play for money. The winner keeps the score; second and third win prizes such as 3000,2000.",
        extra={"words": True, "accepts": "the prizes of second and third place, such as 3000,2000"},
    ),
]
Comeback = Annotated[
    Prize,
    Meta(
        description="With prizes: dollars that returning as champion is worth. Default: a champion's average.",
        extra={"label": "Value of returning"},
    ),
]
RiskAversion = Annotated[
    float,
    Meta(
        ge=0,
        le=10,
        description="With prizes: aversion to risk, 0 for none, 1 for the logarithm of your wealth.",
        extra={"label": "Risk aversion"},
    ),
]

SecondPlace = Annotated[
    Chance,
    Meta(
        description="In a match: value of second place, where first place is worth 1.",
        extra={"label": "Value of second place"},
    ),
]


def match_game(game: int | None, totals: tuple[int, int, int] | None) -> int | None:
    """The game of the match, 1 or 2, or ``None`` for a single game; totals imply game 2."""
    if totals is None and game == 2:
        raise InputError("totals: give what each player won in game 1, such as 21000 14000 9000")
    if totals is not None and game == 1:
        raise InputError("totals: belong to game 2 of a match; leave them out in game 1")
    return 2 if totals is not None else game


class _HasEra(Protocol):
    @property
    def era(self) -> int: ...

    @property
    def ties(self) -> Ties | None: ...


def resolve_era(request: _HasEra) -> tuple[Era, Ties]:
    """Era of a request, and its tie rule unless the request names another."""
    era = era_of(request.era)
    return era, era.ties if request.ties is None else request.ties


def seat_name(names: tuple[str, ...], seat: int) -> str:
    """What a seat is called: by its name, or ``player 2``."""
    return names[seat] if seat < len(names) else f"player {seat + 1}"


def check_names(names: tuple[str, ...], scores: tuple[int, ...]) -> tuple[str, ...]:
    """``names``, if there are none or one for each player."""
    if names and len(names) != len(scores):
        raise InputError(f"names: give one for each of the {len(scores)} players, not {len(names)}")
    return names


def pad_to_three(scores: tuple[int, ...]) -> tuple[int, int, int]:
    """Scores by seat. With two players the third seat is empty and has $0."""
    return check_scores((*scores, 0)[:3])


def describe_champion(champion: ReturningChampion | None, names: tuple[str, ...] = ()) -> str:
    """What an answer assumed about the returning champion, as text; empty where it played no part."""
    if champion is None:
        return ""
    seat = champion.seat
    return "no returning champion named" if seat is None else f"{seat_name(names, seat)} is the returning champion"


def check_answer_counts(
    right: tuple[int, ...] | None, wrong: tuple[int, ...] | None
) -> tuple[tuple[int, int, int] | None, tuple[int, int, int] | None]:
    """Right and wrong answers of three players, if both or neither are given."""
    if (right is None) != (wrong is None):
        raise InputError("right: give right and wrong answers together, or neither")
    if right is None or wrong is None:
        return None, None
    return (right[0], right[1], right[2]), (wrong[0], wrong[1], wrong[2])


def check_champion(champion: ReturningChampion, players: int) -> None:
    """Refuse a champion who is not among the players."""
    if champion.seat is not None and champion.seat >= players:
        raise InputError(f"champion: must be none or a player from 1 to {players}, not {champion.value}")

"""Fields that several questions about Jeopardy! share: type, bounds, help and example."""

from __future__ import annotations

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
    Era,
    Rules,
    Ties,
    check_scores,
    era_of,
)

GAME = "jeopardy"
PODIUMS = ("Left", "Middle", "Right")
"""The players by where they stand, as the audience sees them."""

LevelName = Literal["average", "champion", "grand-champion"]
Score = Annotated[int, Meta(ge=-MAX_SCORE, le=MAX_SCORE)]
Scores = Annotated[
    tuple[Score, ...],
    Meta(
        min_length=2,
        max_length=3,
        description="Scores of the players, left to right; two scores mean two players.",
        examples=[[18400, 14600, 9000]],
        extra=POSITIONAL_ARGUMENT | {"accepts": "two or three players, each with whole dollars,"},
    ),
]
Me = Annotated[int, Meta(ge=1, le=3, description="Which of the three players you are.", examples=[2])]
Chance = Annotated[float, Meta(ge=0, le=1)]
Opponents = Annotated[
    tuple[LevelName, ...],
    Meta(
        min_length=1,
        max_length=2,
        description="How good the other two are: average, champion or grand-champion, for both or one each.",
        extra={"words": True, "accepts": "average, champion or grand-champion, for both or one each,"},
    ),
]
Names = Annotated[
    tuple[Annotated[str, Meta(max_length=40, pattern=r"^[^\W\d_][\w .'\u2019-]*$")], ...],
    Meta(
        max_length=3,
        description="Names of the players, left to right, such as Ann,Ben,Cas.",
        extra={"words": True, "accepts": "a name for each player, such as Ann,Ben,Cas,"},
    ),
]
WhichEra = Annotated[
    int,
    Meta(
        ge=FIRST_YEAR,
        le=LAST_YEAR,
        description="Year of the show: to 2014 people and tie rule of 1996 to 2011, from 2015 on those of today.",
        extra={"accepts": f"a year from {FIRST_YEAR} on"},
    ),
]
TODAY = int(Era.RECENT)
Abilities = Annotated[
    Literal["scores", "equal"],
    Meta(description="How good average players are: as their scores so far suggest, or all equal."),
]
TieRule = Annotated[Ties, Meta(description="Tie rule; by default that of the era.")]
OwnWager = Annotated[int, Meta(ge=0, le=MAX_SCORE, description="A wager of your own to judge.")]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed of the random numbers.")]
Squares = Annotated[
    tuple[Annotated[str, Meta(pattern="^c[1-6]r[1-5]$", max_length=4)], ...],
    Meta(max_length=30, extra={"words": True, "accepts": "a list of squares such as c1r1,c4r5"}),
]
CluesLeft = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=MAX_SCORE)], ...],
    Meta(
        max_length=30,
        description="Values of the clues left after it, such as 400,800,2000; none by default.",
        extra={
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
        description="Scores, seat in control, round, and open rows of the six columns, such as "
        "6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4 with a Daily Double found in column 6, row 4.",
    ),
]
OwnFigures = Annotated[
    tuple[Chance, Chance, Chance, Chance],
    Meta(
        description="Your attempt rate, precision, Daily Double and Final accuracy: 0.7,0.9,0.7,0.6.",
        extra={"words": True, "accepts": "four chances such as 0.7,0.9,0.7,0.6"},
    ),
]

MatchGame = Annotated[
    int, Meta(ge=1, le=2, description="Which game of a match of two this is; figures are then match equities.")
]
MatchTotals = Annotated[
    tuple[Score, Score, Score], Meta(description="In game 2 of a match: what each won in game 1, left to right.")
]

SecondPlace = Annotated[Chance, Meta(description="In a match: what second place is worth beside first.")]


def match_game(game: int | None, totals: tuple[int, int, int] | None) -> int | None:
    """The game of a match that is asked about, 1 or 2, or none; totals belong to game 2."""
    if totals is None and game == 2:
        raise InputError("totals: what each player won in game 1 is needed in game 2, such as 21000 14000 9000")
    if totals is not None and game == 1:
        raise InputError("totals: they belong to game 2 of a match, so game 1 has none")
    return 2 if totals is not None else game


class _HasEra(Protocol):
    @property
    def era(self) -> int: ...

    @property
    def ties(self) -> Ties | None: ...


def resolve_era(request: _HasEra) -> tuple[Era, Ties]:
    """The era that a question is about, and its tie rule unless another is asked for."""
    era = era_of(request.era)
    return era, era.ties if request.ties is None else request.ties


def seat_name(names: tuple[str, ...], seat: int) -> str:
    """What a seat is called: by its name, or ``player 2``."""
    return names[seat] if seat < len(names) else f"player {seat + 1}"


def check_names(names: tuple[str, ...], scores: tuple[int, ...]) -> tuple[str, ...]:
    """``names``, if there are none or one for each player."""
    if names and len(names) != len(scores):
        raise InputError(f"names: one for each of {len(scores)} players is accepted, not {len(names)}")
    return names


def pad_to_three(scores: tuple[int, ...]) -> tuple[int, int, int]:
    """Scores by seat; of two players the third seat is empty and has nothing."""
    return check_scores((*scores, 0)[:3])

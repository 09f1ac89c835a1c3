"""Fields shared by the requests about backgammon."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kibitz.core.question import POSITIONAL_ARGUMENT

OPENING = "4HPwATDgc/ABMA"
Where = Annotated[
    str,
    Meta(
        max_length=4_000,
        pattern=(
            r"^\s*([A-Za-z0-9+/]{14}|[A-Za-z0-9+]+ ?/ ?[A-Za-z0-9+]+)(\s*:\s*[A-Za-z0-9+/]{12})?"
            r"(\s+[1-6][- ,]?[1-6])?\s*$|^\s*(XGID=)?[-A-Pa-p]{26}(:[-0-9DBR]{1,5}){9}(\s+[1-6][- ,]?[1-6])?\s*$"
            r"|XGID\s*=|([Gg][Nn][Uu] ?[Bb][Gg]|[Pp]osition) *ID|board:"
        ),
        description="The position: a Position ID, PositionID:MatchID, or an XGID.",
        examples=[OPENING],
        extra=POSITIONAL_ARGUMENT | {"accepts": "a Position ID such as 4HPwATDgc/ABMA, PositionID:MatchID or an XGID"},
    ),
]
Plies = Annotated[int, Meta(ge=0, le=3, description="Plies to look ahead.")]
Roller = Annotated[
    bool,
    Meta(
        description="Roll out the best candidates, with the cube alive, until the best is clear. Takes up to a minute."
    ),
]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed for the random numbers.")]
Jacoby = Annotated[bool, Meta(description="Money play with the Jacoby rule: gammons count only after a double.")]
Beavers = Annotated[
    bool,
    Meta(description="Money play with beavers: a player who is doubled may double again at once and keep the cube."),
]
Score = Annotated[
    str,
    Meta(
        max_length=8,
        pattern=r"^(money|\d{1,2}-\d{1,2}/[1-9]\d?)$",
        description="The score: your points, the opponent's and the match length, such as 3-5/7, or money.",
        extra={"accepts": "a score such as 3-5/7, or money"},
    ),
]
CubeValue = Annotated[int, Meta(ge=1, le=1 << 15, description="The value of the cube.")]
CubeOwner = Annotated[Literal["centred", "own", "opponent"], Meta(description="Who owns the cube, seen by you.")]
Crawford = Annotated[bool, Meta(description="Whether this is the Crawford game, in which nobody may double.")]
Equities = Annotated[
    Literal["kazaross-xg2", "model"],
    Meta(
        description="Match equity table: the published one, or the one that kibitz computes from a model of one game."
    ),
]
MATCH_LENGTH = 64

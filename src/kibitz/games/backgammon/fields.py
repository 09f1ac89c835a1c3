"""Fields that questions about backgammon share."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kibitz.core.question import POSITIONAL_ARGUMENT

OPENING = "4HPwATDgc/ABMA"
Where = Annotated[
    str,
    Meta(
        max_length=120,
        pattern=r"^\s*([A-Za-z0-9+/]{14}(:[A-Za-z0-9+/]{12})?|(XGID=)?[-A-Pa-p]{26}(:[-0-9DBR]{1,5}){9})\s*$",
        description="The position: a Position ID, PositionID:MatchID, or an XGID.",
        examples=[OPENING],
        extra=POSITIONAL_ARGUMENT | {"accepts": "a Position ID such as 4HPwATDgc/ABMA, PositionID:MatchID or an XGID"},
    ),
]
Plies = Annotated[int, Meta(ge=0, le=3, description="How many plies to look ahead.")]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed of the random numbers.")]
Jacoby = Annotated[bool, Meta(description="Money play with the Jacoby rule: gammons count only after a double.")]
Beavers = Annotated[bool, Meta(description="Money play with beavers: a player doubled may double again at once.")]
MATCH_LENGTH = 64

"""Fields that several questions about sevens share: type, bounds, help and example."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.games.sevens.auction.record import RACK_SIZE
from kibitz.games.sevens.roster import MAX_SEATS, PLAYER_DESCRIPTIONS

GAME = "sevens"
NAMES = r"^[a-z0-9][a-z0-9:., -]*$"
WordList = Annotated[Document, Meta(description="Your own list, one word a line.")]
Letters = Annotated[str, Meta(pattern="^[A-Za-z]*$")]
Names = Annotated[
    str,
    Meta(
        max_length=600,
        pattern=NAMES,
        extra={"accepts": "names with commas between them, such as g1,loss,dp,", "known": PLAYER_DESCRIPTIONS},
    ),
]
"""Players by name; ``known`` tells a form who there are, and what each does in a line."""
Hidden = Annotated[int, Meta(ge=0, le=RACK_SIZE, description="Hidden letters a player.")]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed of the random numbers.")]
Rounds = Annotated[int, Meta(ge=1, le=500)]
Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
HiddenRange = Annotated[
    str,
    Meta(
        max_length=4,
        pattern=r"^[0-7](\.\.[0-7])?$",
        description="Hidden letters: a number or a range such as 0..6.",
        extra={"number": True, "accepts": "a number from 0 to 7, or a range such as 0..6,"},
    ),
]

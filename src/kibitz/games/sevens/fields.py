"""Fields that several questions about sevens share: type, bounds, help and label."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.games.sevens.auction.record import RACK_SIZE
from kibitz.games.sevens.roster import MAX_SEATS, PLAYER_DESCRIPTIONS

GAME = "sevens"
NAMES = r"^[a-z0-9][a-z0-9:., -]*$"
WordList = Annotated[
    Document, Meta(description="Your own word list, one word at the start of each line.", extra={"label": "Word list"})
]
TilesName = Annotated[
    Literal["english", "french", "german", "spanish"],
    Meta(description="Tiles of this language: how many of each letter, and what they score.", extra={"label": "Tiles"}),
]
TilesFile = Annotated[
    Document,
    Meta(description="Your own tiles: 26 lines such as E 12 1 (letter, copies, points).", extra={"label": "Own tiles"}),
]
Letters = Annotated[str, Meta(pattern="^[A-Za-z ,]*$")]
"""Letters, with spaces or commas between them or without."""
Names = Annotated[
    str,
    Meta(
        max_length=600,
        pattern=NAMES,
        extra={"accepts": "names separated by commas, such as g1,loss,dp", "known": PLAYER_DESCRIPTIONS},
    ),
]
"""Players by name; ``known`` lists them for a form, with a one-line description each."""
Hidden = Annotated[
    int, Meta(ge=0, le=RACK_SIZE, description="Hidden letters per player.", extra={"label": "Hidden letters"})
]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Random seed.")]
Rounds = Annotated[int, Meta(ge=1, le=500)]
Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
HiddenRange = Annotated[
    str,
    Meta(
        max_length=4,
        pattern=r"^[0-7](\.\.[0-7])?$",
        description="Hidden letters per player: a number or a range such as 0..6.",
        extra={"label": "Hidden letters", "number": True, "accepts": "a number from 0 to 7, or a range such as 0..6"},
    ),
]

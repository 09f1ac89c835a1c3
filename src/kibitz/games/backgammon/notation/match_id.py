"""Match IDs: 67 bits of cube, score and dice as 12 letters of base64, the companion of the Position ID."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass

from kibitz.core.errors import InputError
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.moves.dice import Dice

LENGTH = 12
CENTRED = 3
PLAYING = 1
_FIELDS = (
    ("log_cube", 4),
    ("owner", 2),
    ("on_roll", 1),
    ("crawford", 1),
    ("state", 3),
    ("turn", 1),
    ("doubled", 1),
    ("resigned", 2),
    ("die_1", 3),
    ("die_2", 3),
    ("length", 15),
    ("score_0", 15),
    ("score_1", 15),
    ("no_jacoby", 1),
)
"""Names and bits, from the low end."""


@dataclass(frozen=True, slots=True)
class MatchId:
    """The fields of a Match ID as they are stored, by players 0 and 1.

    ``on_roll`` is the player on roll, ``turn`` the one who has to decide (the other one after a double), ``owner`` 0,
    1 or 3 for a centred cube, ``state`` 1 while playing, ``doubled`` whether a double is on offer. IDs of old
    programs have 0 in ``no_jacoby``, which reads as money play with the Jacoby rule.
    """

    log_cube: int = 0
    owner: int = CENTRED
    on_roll: int = 0
    crawford: int = 0
    state: int = PLAYING
    turn: int = 0
    doubled: int = 0
    resigned: int = 0
    die_1: int = 0
    die_2: int = 0
    length: int = 0
    score_0: int = 0
    score_1: int = 0
    no_jacoby: int = 1

    def __post_init__(self) -> None:
        for name, bits in _FIELDS:
            if not 0 <= getattr(self, name) < 1 << bits:
                raise InputError(f"match ID: {name} must be from 0 to {(1 << bits) - 1}")
        if self.owner == 2:
            raise InputError("match ID: the owner of the cube must be 0, 1 or 3")
        if max(self.die_1, self.die_2) > 6 or (self.die_1 == 0) != (self.die_2 == 0):
            raise InputError("match ID: dice must be two numbers from 1 to 6, or none")

    @property
    def dice(self) -> Dice | None:
        """The roll to be played, larger die first; ``None`` before the roll."""
        return (max(self.die_1, self.die_2), min(self.die_1, self.die_2)) if self.die_1 else None

    def cube_state(self) -> CubeState:
        """Cube and score seen by the player on roll; raises `InputError` for an impossible state."""
        scores = (self.score_0, self.score_1)
        owner = Owner.CENTRED if self.owner == CENTRED else Owner.OWN if self.owner == self.on_roll else Owner.OPPONENT
        return CubeState(
            self.length,
            scores[self.on_roll],
            scores[1 - self.on_roll],
            1 << self.log_cube,
            owner,
            bool(self.crawford),
            jacoby=not self.length and not self.no_jacoby,
        )


def match_id_of(state: CubeState, dice: Dice | None = None, on_roll: int = 0) -> MatchId:
    """The Match ID of a state in which player ``on_roll`` (0 or 1) decides."""
    owner = {Owner.CENTRED: CENTRED, Owner.OWN: on_roll, Owner.OPPONENT: 1 - on_roll}[state.owner]
    scores = (state.own_score, state.opponent_score)
    return MatchId(
        state.cube.bit_length() - 1,
        owner,
        on_roll,
        int(state.crawford),
        turn=on_roll,
        die_1=dice[0] if dice else 0,
        die_2=dice[1] if dice else 0,
        length=state.length,
        score_0=scores[on_roll],
        score_1=scores[1 - on_roll],
        no_jacoby=int(not state.jacoby),
    )


def format_match_id(match_id: MatchId) -> str:
    """The 12 letters; `parse_match_id` reads them back."""
    number, place = 0, 0
    for name, bits in _FIELDS:
        number |= getattr(match_id, name) << place
        place += bits
    return base64.b64encode(number.to_bytes(9, "little")).decode("ascii")


def parse_match_id(text: str) -> MatchId:
    """The fields of a Match ID such as ``QYkqASAAIAAA``."""
    word = text.strip()
    try:
        data = base64.b64decode(word, validate=True) if len(word) == LENGTH else b""
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != 9:
        raise InputError(f"match ID: must be 12 base64 characters, not {word[:40]!r}")
    number = int.from_bytes(data, "little")
    fields = {}
    for name, bits in _FIELDS:
        fields[name] = number & ((1 << bits) - 1)
        number >>= bits
    if number:
        raise InputError(f"match ID: {word[:40]!r} has bits beyond the last field")
    return MatchId(**fields)

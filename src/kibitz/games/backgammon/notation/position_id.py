"""Position IDs: 80 bits as 14 letters of base64, the notation of GNU Backgammon.

First the opponent's 25 slots, then those of the player on roll; each slot is a 1 for every checker and then a 0; bits
are filled from the low end of each byte.
"""

from __future__ import annotations

import base64
import binascii

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import SLOTS, Boards, Position, check_boards

LENGTH = 14
KEY_BYTES = 10


def position_key(position: Position) -> bytes:
    """The 10 bytes of a position."""
    bits = "".join("1" * n + "0" for men in (position.opponent, position.own) for n in men)
    return int(bits[::-1], 2).to_bytes(KEY_BYTES, "little")


def format_position_id(position: Position) -> str:
    """The Position ID; `parse_position_id` reads it back."""
    return base64.b64encode(position_key(position)).decode("ascii").rstrip("=")


def parse_position_id(text: str) -> Position:
    """The position of a Position ID such as ``4HPwATDgc/ABMA``; raises `InputError` for anything else."""
    word = text.strip()
    if len(word) != LENGTH:
        raise InputError(f"position: a Position ID must have 14 characters, but {word[:40]!r} has {len(word)}")
    try:
        key = base64.b64decode(word + "==", validate=True)
    except (binascii.Error, ValueError):
        raise InputError(f"position: {word[:40]!r} is not a Position ID: it has a character outside base64") from None
    if base64.b64encode(key).decode("ascii").rstrip("=") != word:
        raise InputError(f"position: {word[:40]!r} is not a Position ID: its last character has bits beyond the board")
    return position_from_key(key)


def position_from_key(key: bytes) -> Position:
    """The position of 10 bytes."""
    number = int.from_bytes(key, "little")
    sides: list[tuple[int, ...]] = []
    for _ in range(2):
        men = []
        for _ in range(SLOTS):
            n = 0
            while number & 1:
                n += 1
                number >>= 1
            number >>= 1
            men.append(n)
        sides.append(tuple(men))
    if number:
        raise InputError("position: the Position ID has checkers beyond the last slot")
    return Position(own=sides[1], opponent=sides[0])


def boards_from_keys(keys: NDArray[np.uint8]) -> Boards:
    """Boards ``(n, 2, 25)`` of keys ``(n, 10)``, all at once; keys are trusted."""
    bits = np.unpackbits(keys, axis=1, bitorder="little")
    # The k-th zero of a row closes slot k; the ones before it are that slot's checkers.
    n = len(keys)
    boards = np.zeros((n, 50), dtype=np.int8)
    zeros = np.cumsum(bits == 0, axis=1)
    rows, columns = np.nonzero((bits == 1) & (zeros < 50))
    np.add.at(boards, (rows, zeros[rows, columns]), 1)
    return np.ascontiguousarray(boards.reshape(n, 2, SLOTS)[:, ::-1])


def keys_from_boards(boards: Boards) -> NDArray[np.uint8]:
    """Keys ``(n, 10)`` of boards, the inverse of `boards_from_keys`."""
    check_boards(boards)
    flat = np.ascontiguousarray(boards[:, ::-1]).reshape(len(boards), 2 * SLOTS).astype(np.int64)
    ends = np.cumsum(flat + 1, axis=1)
    bits = np.ones((len(boards), 8 * KEY_BYTES + 1), dtype=np.uint8)
    np.put_along_axis(bits, ends - 1, 0, axis=1)
    after = np.arange(8 * KEY_BYTES + 1) >= ends[:, -1:]
    bits[after] = 0
    return np.packbits(bits[:, : 8 * KEY_BYTES], axis=1, bitorder="little")

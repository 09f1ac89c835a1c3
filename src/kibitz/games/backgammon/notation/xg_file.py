"""Matches of eXtreme Gammon: .xg files.

A file is a header of 8,232 bytes, a picture, compressed parts, their index and a trailer. The part ``temp.xg`` holds
records of 2,560 bytes: match, game, cube, move, end of game. The offsets are those of the format that its author
published (extremegammon.com/xgformat.aspx). Analyses in the file are not read.
"""

from __future__ import annotations

import struct
import zlib

from kibitz.core.errors import InputError
from kibitz.games.backgammon.match.record import Event, MatchAction, MatchRecord, RecordedGame
from kibitz.games.backgammon.moves.dice import Dice
from kibitz.games.backgammon.notation.play import NO_MOVE

MAGIC = b"RGMH"
HEADER_BYTES, TRAILER_BYTES, INDEX_ROW_BYTES, RECORD_BYTES = 8232, 36, 532, 2560
MAX_UNPACKED_BYTES = 64 << 20
MATCH, GAME, CUBE, MOVE, GAME_END = range(5)
BAR_CODE, MAX_STEPS = 24, 4
MONEY_LENGTH = 99_999
"""The match length that stands for money play."""


def is_xg_file(content: bytes) -> bool:
    """Whether these are the bytes of an eXtreme Gammon file."""
    return content.startswith(MAGIC)


def parse_xg(content: bytes) -> MatchRecord:
    """The match of an .xg file; raises `InputError` if it is damaged."""
    try:
        data = _unpack_part(content, "temp.xg")
        return _match([data[i : i + RECORD_BYTES] for i in range(0, len(data) - RECORD_BYTES + 1, RECORD_BYTES)])
    except (struct.error, zlib.error, IndexError):
        raise InputError("XG file: damaged or cut off; export the match again, or save it as .mat") from None


def _unpack_part(content: bytes, name: str) -> bytes:
    """One part of the archive, unpacked."""
    trailer = len(content) - TRAILER_BYTES
    _, parts, _, index_bytes, data_bytes, packed_index = struct.unpack_from("<6i", content, trailer)
    start = trailer - index_bytes - data_bytes
    if not (HEADER_BYTES <= start <= trailer - index_bytes <= trailer):
        raise InputError("XG file: damaged or cut off; export the match again, or save it as .mat")
    index = content[trailer - index_bytes : trailer]
    index = _unzip(index) if packed_index & 0xFF else index
    for row in range(0, min(parts * INDEX_ROW_BYTES, len(index)), INDEX_ROW_BYTES):
        entry = index[row : row + INDEX_ROW_BYTES]
        if entry[1 : 1 + entry[0]] == name.encode():
            _, packed_bytes, offset, _ = struct.unpack_from("<4i", entry, 512)
            part = content[start + offset : start + offset + packed_bytes]
            return part if entry[528] else _unzip(part)
    raise InputError("XG file: contains no match; open it in eXtreme Gammon and save the match")


def _unzip(data: bytes) -> bytes:
    """Unpacked bytes, up to a limit, so that a small file cannot fill the memory."""
    unpacker = zlib.decompressobj()
    result = unpacker.decompress(data, MAX_UNPACKED_BYTES)
    if unpacker.unconsumed_tail:
        raise InputError(f"XG file: must unpack to at most {MAX_UNPACKED_BYTES >> 20} MB")
    return result


def _match(records: list[bytes]) -> MatchRecord:
    if not records or records[0][8] != MATCH:
        raise InputError("XG file: the record of the match is missing; export the match again, or save it as .mat")
    head = records[0]
    length = struct.unpack_from("<i", head, 92)[0]
    names = _name(head, 880, 9, "Player 1"), _name(head, 1138, 50, "Player 2")
    games: list[RecordedGame] = []
    scores, cube, winner, points = (0, 0), 1, -1, 0
    events: list[Event] = []
    under_way = False
    for record in [*records[1:], bytes(8) + bytes([GAME]) + bytes(RECORD_BYTES - 9)]:
        kind = record[8]
        if kind == GAME:
            if under_way and events:
                games.append(RecordedGame(scores, tuple(events), winner, points))
            scores, events, cube, winner, points = struct.unpack_from("<2i", record, 12), [], 1, -1, 0
            under_way = True
        elif kind == CUBE:
            new = _cube_events(record, cube, events)
            cube = max((event.cube for event in new), default=0) or cube
            events += new
        elif kind == MOVE:
            events.append(_play_event(record))
        elif kind == GAME_END:
            won, points = struct.unpack_from("<2i", record, 24)
            winner = 0 if won > 0 else 1
    if not games:
        raise InputError("XG file: contains no moves; save the match after it was played")
    return MatchRecord(0 if length >= MONEY_LENGTH or length < 0 else length, names, tuple(games))


def _name(record: bytes, wide: int, plain: int, default: str) -> str:
    """A player's name: 16-bit characters in newer files, a Pascal string in older ones."""
    letters = record[wide : wide + 256].decode("utf-16-le", "replace").partition("\0")[0].strip()
    if letters and letters.isprintable():
        return letters
    count = min(record[plain], 40)
    return record[plain + 1 : plain + 1 + count].decode("cp1252", "replace").strip() or default


def _cube_events(record: bytes, cube: int, before: list[Event]) -> list[Event]:
    """The double of a record and its answer; records without a double are decisions not to double."""
    player, doubled, answer = struct.unpack_from("<3i", record, 12)
    seat = 0 if player == 1 else 1
    if doubled != 1:
        return []
    double = Event(seat, MatchAction.DOUBLE, cube=2 * cube)
    if answer == 2:
        return [double, Event(1 - seat, MatchAction.BEAVER, cube=4 * cube)]
    return [double, Event(1 - seat, MatchAction.TAKE if answer == 1 else MatchAction.DROP)]


def _play_event(record: bytes) -> Event:
    player = struct.unpack_from("<i", record, 64)[0]
    codes = struct.unpack_from(f"<{2 * MAX_STEPS}i", record, 68)
    one, two = struct.unpack_from("<2i", record, 100)
    if not (1 <= one <= 6 and 1 <= two <= 6):
        raise InputError(f"XG file: dice must be from 1 to 6, not {one} and {two}")
    steps = []
    for start, end in zip(codes[::2], codes[1::2], strict=True):
        if start < 0:
            break
        steps.append(f"{'bar' if start == BAR_CODE else start + 1}/{'off' if end < 0 else end + 1}")
    dice: Dice = (max(one, two), min(one, two))
    return Event(0 if player == 1 else 1, MatchAction.PLAY, dice, " ".join(steps) or NO_MOVE)

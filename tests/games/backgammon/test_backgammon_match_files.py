"""Matches in the formats of other programs: files made here are read back as the same match, wrong ones are named."""

from __future__ import annotations

import contextlib
import itertools
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.app.uploads import detect_file
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import START
from kibitz.games.backgammon.match.record import Event, MatchAction, MatchRecord, RecordedGame, replay
from kibitz.games.backgammon.moves.dice import format_dice
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.notation.mat import format_mat, parse_mat
from kibitz.games.backgammon.notation.match_file import FORMATS, load_match
from kibitz.games.backgammon.notation.play import NO_MOVE, format_play, parse_trips
from kibitz.games.backgammon.notation.xg_file import RECORD_BYTES
from kibitz.games.backgammon.questions.matches import SHORT_MATCH

PLAY, DOUBLE, TAKE, DROP, BEAVER = MatchAction


def document(data: bytes, name: str = "upload") -> Document:
    return Document(name=name, data=data)


def random_match(seed: int, length: int) -> MatchRecord:
    """One or two games of random legal plays, with a double somewhere and perhaps a pass."""
    rng, games = np.random.default_rng(seed), []
    for number in range(int(rng.integers(1, 3))):
        position, player, events, cube = START, int(rng.integers(2)), [], False
        winner = -1
        for turn in range(int(rng.integers(5, 25))):
            if turn > 2 and not cube and length != 1 and rng.random() < 0.1:
                cube = True
                drops = bool(rng.integers(2))
                events += [Event(player, DOUBLE, cube=2), Event(1 - player, DROP if drops else TAKE)]
                if drops:
                    winner = player
                    break
            one, two = (int(die) for die in rng.integers(1, 7, 2))
            dice = (max(one, two), min(one, two))
            plays = legal_plays(position, dice)
            chosen = plays[int(rng.integers(len(plays)))]
            events.append(Event(player, PLAY, dice, format_play(chosen.steps)))
            position, player = chosen.after, 1 - player
        games.append(RecordedGame((number, 0), tuple(events), winner, 1 if winner >= 0 else 0))
    return MatchRecord(length, ("ann", "bob"), tuple(games))


def as_sgf(match: MatchRecord) -> str:
    """The match as GNU Backgammon saves it."""
    text = ""
    for number, game in enumerate(match.games):
        result = f"RE[{'WB'[game.winner]}+{game.points}]" if game.winner >= 0 else ""
        own, other = game.scores
        info = f"MI[length:{match.length}][game:{number}][ws:{own}][bs:{other}]"
        text += f"(;FF[4]GM[6]CA[UTF-8]AP[a \\] b]{info}PW[{match.players[0]}]PB[{match.players[1]}]{result}"
        for event in game.events:
            text += f"\n;{'WB'[event.player]}[{_sgf_action(event)}]C[a (comment); W\\]x]"
        text += ")\n"
    return text


def _sgf_action(event: Event) -> str:
    words = {DOUBLE: "double", TAKE: "take", DROP: "drop"}
    if event.act in words:
        return words[event.act]
    letters = ""
    for slot, place in zip(_steps(event.play), itertools.cycle("yz"), strict=False):
        letters += chr(ord("a") + (slot if event.player == 0 else 23 - slot)) if 0 <= slot < 24 else place
    assert event.dice is not None
    return format_dice(event.dice) + letters


def _steps(play: str) -> list[int]:
    """Source and target of every step of a play, one after the other."""
    return [slot for trip in parse_trips(play) for leg in itertools.pairwise(trip) for slot in leg]


def as_gnubg_text(match: MatchRecord) -> str:
    """The last game as GNU Backgammon exports it, without its boards."""
    game, names = match.games[-1], match.players
    points = f" (match to {match.length} points)" if match.length else ""
    own, other = game.scores
    text = f"The score (after 1 game) is: {names[0]} {own}, {names[1]} {other}{points}\n\nMatch Information:\n"
    for number, event in enumerate(game.events, start=1):
        name = names[event.player]
        if event.act is PLAY:
            assert event.dice is not None
            text += (
                f"\nMove number {number}:  {name} to play {format_dice(event.dice)}\n\n Position ID: 4HPwATDgc/ABMA\n"
            )
            text += f"* {name} {'cannot move' if event.play == NO_MOVE else 'moves ' + event.play}\n*    8/5 6/5\n"
        else:
            text += f"* {name} { {DOUBLE: 'doubles', TAKE: 'accepts', DROP: 'rejects'}[event.act] }\n"
    return text + (f"\n{names[game.winner]} wins {game.points} point\n" if game.winner >= 0 else "")


def as_xg(match: MatchRecord) -> bytes:
    """The match as an .xg file, by the published layout."""
    head = bytearray(RECORD_BYTES)
    for at, name in zip((9, 50), match.players, strict=True):
        head[at : at + 1 + len(name)] = bytes([len(name)]) + name.encode()
    for at, name in zip((880, 1138), match.players, strict=True):
        head[at : at + 2 * len(name)] = name.encode("utf-16-le")
    struct.pack_into("<i", head, 92, match.length or 99_999)
    struct.pack_into("<ii", head, 552, 30, 0x494C4D44)
    records = [bytes(head)]
    replayed = iter(replay(match))
    for number, game in enumerate(match.games):
        records.append(_record(1, "<ii", 12, *game.scores))
        records[-1] = _record(1, "<i", 48, number + 1, base=records[-1])
        for event, following in zip(game.events, [*game.events[1:], None], strict=True):
            moment = next(replayed)
            side = 1 if event.player == 0 else -1
            if event.act is PLAY:
                assert event.dice is not None
                record = _record(3, "<i8i", 64, side, *(_steps(event.play) + [-1] * 8)[:8])
                record = _record(3, "<2i", 100, *event.dice, base=record)
                sides = moment.position if event.player == 0 else moment.position.swap_sides()
                lower, upper = sides.own, sides.opponent
                places = [-upper[24], *(lower[i] or -upper[23 - i] for i in range(24)), lower[24]]
                records.append(_record(3, "<26b", 9, *places, base=record))
            elif event.act is DOUBLE:
                assert following is not None
                records.append(_record(2, "<3i", 12, side, 1, int(following.act is TAKE)))
        if game.winner >= 0:
            records.append(_record(4, "<2i", 24, 1 if game.winner == 0 else -1, game.points))
    return pack_xg({"temp.xgi": records[0], "temp.xg": b"".join(records)})


def _record(kind: int, layout: str, at: int, *values: int, base: bytes = b"") -> bytes:
    record = bytearray(base or RECORD_BYTES)
    record[8] = kind
    struct.pack_into(layout, record, at, *values)
    return bytes(record)


def pack_xg(parts: dict[str, bytes]) -> bytes:
    """An archive of parts as eXtreme Gammon writes it."""
    blobs, index = b"", b""
    for name, data in parts.items():
        packed = zlib.compress(data)
        row = bytearray(532)
        row[: 1 + len(name)] = bytes([len(name)]) + name.encode()
        struct.pack_into("<iiii", row, 512, len(data), len(packed), len(blobs), 0)
        blobs, index = blobs + packed, index + bytes(row)
    packed_index = zlib.compress(index)
    check = zlib.crc32(blobs + packed_index)
    trailer = struct.pack("<Iiiii", check, len(parts), 1, len(packed_index), len(blobs)) + b"\1" + bytes(15)
    return b"RGMH" + bytes(8228) + blobs + packed_index + trailer


def content_of(match: MatchRecord) -> list[object]:
    """Everything that a review reads."""
    moments = [
        (m.game, m.event.player, m.event.act, m.event.dice, m.position, m.state, m.played) for m in replay(match)
    ]
    return [match.length, match.players, [(g.scores, g.winner, g.points) for g in match.games], moments]


@given(st.integers(0, 10_000), st.sampled_from([0, 5, 7, 63]))
@settings(max_examples=8)
def test_a_match_is_the_same_in_every_format(seed: int, length: int) -> None:
    match = random_match(seed, length)
    expected = content_of(match)
    for data in (format_mat(match).encode(), as_sgf(match).encode(), as_xg(match)):
        result, reason = load_match(document(data))
        assert reason == ""
        assert content_of(result) == expected
    last = MatchRecord(length, match.players, match.games[-1:])
    result, _ = load_match(document(as_gnubg_text(last).encode("cp1252")))
    assert content_of(result) == content_of(last)


@pytest.mark.parametrize("name", ["a.sgf", "a.xg", "a.txt"])
def test_the_sample_match_is_detected_in_every_format(name: str) -> None:
    match = parse_mat(SHORT_MATCH)
    data = {"a.sgf": as_sgf(match).encode(), "a.xg": as_xg(match), "a.txt": as_gnubg_text(match).encode()}[name]
    found = detect_file(document(data, name))
    assert (found.path, found.field, found.wrong) == ("backgammon.review", "match", False)
    assert found.words.startswith("match to 3, ")


def test_a_file_with_one_position_says_what_to_paste() -> None:
    with pytest.raises(InputError, match="XGID"):
        load_match(document(b"RGMH", "lesson.xgp"))


def test_a_game_after_the_crawford_game_may_be_doubled() -> None:
    match = MatchRecord(3, ("ann", "bob"), (RecordedGame((2, 0), parse_mat(SHORT_MATCH).games[0].events, 1, 1),))
    text = as_gnubg_text(match)
    assert load_match(document(text.encode()))[1].endswith("the rules do not allow this double")
    after = text.replace("(match to 3 points)", "(match to 3 points), post-Crawford play")
    assert len(list(replay(load_match(document(after.encode()))[0]))) == 8


def test_a_faulty_first_game_is_read_to_its_fault() -> None:
    match, reason = load_match(document(SHORT_MATCH.replace("31: 8/5* 6/5", "31: 1/5", 1).encode()))
    assert (len(match.games), match.games[0].winner) == (1, -1)
    assert len(list(replay(match))) == len(match.games[0].events) == 4
    assert "event 5" in reason


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04zip", "ZIP archive; unpack it first"),
        (b"%PDF-1.4", "PDF document"),
        (b"dear diary", "found no backgammon match"),
        (b"(;GM[1]FF[4];B[aa])", "found no backgammon match"),
        (b"(;GM[6]AW[a][b];W[31])", "must begin in the starting position"),
        (b"(;GM[6];W[31ab];W[quit])", "cannot read the action 'quit'"),
        (b"RGMH" + bytes(9000), "contains no match"),
        (as_xg(parse_mat(SHORT_MATCH))[:-200], "damaged or cut off"),
        (pack_xg({"temp.xg": bytes(RECORD_BYTES)}), "contains no moves"),
        (pack_xg({"other": b"x"}), "contains no match"),
    ],
)
def test_what_cannot_be_read_is_named(data: bytes, words: str) -> None:
    with pytest.raises(InputError) as error:
        load_match(document(data))
    assert words in str(error.value)
    assert "damaged" in words or "contains" in words or "GM[6]" in data.decode() or FORMATS in str(error.value)


@given(st.integers(0, 100_000), st.integers(0, 255))
@settings(max_examples=30)
def test_a_changed_byte_of_an_xg_file_ends_in_a_match_or_a_sentence(place: int, byte: int) -> None:
    data = bytearray(as_xg(parse_mat(SHORT_MATCH)))
    data[place % len(data)] = byte
    with contextlib.suppress(InputError):
        load_match(document(bytes(data)))


def test_an_sgf_file_is_reviewed_like_its_mat_file() -> None:
    one_game = parse_mat(SHORT_MATCH.partition(" Game 2")[0])
    answers = [
        ask("backgammon.review", match={"name": "m", "text": text}, plies=0, luck=False)
        for text in (format_mat(one_game), as_sgf(one_game))
    ]
    assert answers[0] == answers[1]

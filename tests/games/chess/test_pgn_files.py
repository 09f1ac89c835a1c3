"""PGN files: illegal moves, missing tags, variations, comments, broken encodings, and plain noise."""

from __future__ import annotations

import logging
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import Document, InputError
from kibitz.games.chess import pgn
from kibitz.games.chess.pgn import load_collection, load_games, parse_games


def game(moves: str, **tags: str) -> str:
    named = {"Event": "x", "White": "Ash", "Black": "Birch", "Result": "*"} | tags
    return "".join(f'[{key} "{value}"]\n' for key, value in named.items()) + f"\n{moves} *\n\n"


def test_a_game_is_read_with_its_tags(short_game: str) -> None:
    (found,) = parse_games(short_game.encode(), "spring.pgn").games
    assert (found.id, found.white, found.black) == ("spring.pgn#1", "Ash, Adam", "Birch, Bela")
    assert (found.white_elo, found.black_elo, found.result) == (1895, 1907, "1-0")
    assert len(found.moves) == 36
    assert found.moves[8] == "e1g1"


def test_variations_and_comments_are_ignored() -> None:
    plain = parse_games(game("1. e4 e5 2. Nf3 Nc6").encode()).games[0]
    noisy = (
        "1. e4! {best (by test) [%eval 0.3]} (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 $1 ; so far\n2. Nf3 (2. Qh5?!) Nc6"
    )
    assert parse_games(game(noisy).encode()).games[0].moves == plain.moves


def test_an_illegal_move_costs_its_game_only(caplog: pytest.LogCaptureFixture) -> None:
    text = game("1. e4 e5") + game("1. e4 e5 2. Ke3 Nc6", White="Wrong") + game("1. d4 d5")
    with caplog.at_level(logging.DEBUG):
        found = parse_games(text.encode(), "a.pgn")
    assert [kept.id for kept in found.games] == ["a.pgn#1", "a.pgn#3"]
    assert [skipped.id for skipped in found.skipped] == ["a.pgn#2"]
    assert "Ke3" in found.skipped[0].reason
    assert not caplog.records


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (game("1. e4 -- 2. d4"), "missing"),
        (game("1. e4 e5", Variant="Atomic"), "atomic"),
        (game("1. e4 e5", SetUp="1", FEN="nonsense"), "fen|FEN|position|expected"),
        (game("1. Kb1", SetUp="1", FEN="8/8/8/8/8/8/8/K7 w - - 0 1"), "not a legal one"),
        (game(""), "no moves"),
        (game("1. e9"), "no moves"),
        (game("1. e4 e5 2. Nd4"), "Nd4"),
    ],
)
def test_games_that_cannot_be_used_are_skipped_with_their_reason(text: str, reason: str) -> None:
    found = parse_games((text + game("1. d4 d5")).encode())
    assert len(found.games) == 1
    assert [skipped for skipped in found.skipped if re.search(reason, skipped.reason)]


def test_a_game_from_another_position_keeps_it() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    (found,) = parse_games(game("1. e4 Kd7", SetUp="1", FEN=fen).encode()).games
    assert found.start == fen


@pytest.mark.parametrize(
    ("text", "elo"),
    [("1895", 1895), ("", None), ("?", None), ("-", None), ("0", None), ("18x5", None), ("99999", None)],
)
def test_missing_and_odd_ratings_are_none(text: str, elo: int | None) -> None:
    assert parse_games(game("1. e4", WhiteElo=text).encode()).games[0].white_elo == elo


def test_games_without_rating_tags_are_kept() -> None:
    (found,) = parse_games(game("1. e4 e5").encode()).games
    assert found.white_elo is None


def test_latin_1_lines_among_utf_8_ones_are_read_and_counted() -> None:
    data = game("1. e4 e5", White="Müller").encode("latin-1") + game("1. d4", White="Łasker").encode()
    found = parse_games(data)
    assert [kept.white for kept in found.games] == ["Müller", "Łasker"]
    assert found.recoded_lines == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_are_understood(encoding: str) -> None:
    assert parse_games(game("1. e4", White="Żak").encode(encoding)).games[0].white == "Żak"


def test_a_game_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgn, "MAX_PLIES", 4)
    found = parse_games(game("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6").encode())
    assert "more than 4" in found.skipped[0].reason


def test_a_file_without_games_is_named() -> None:
    with pytest.raises(InputError, match=r"empty\.pgn: no game was found"):
        load_games(Document(name="empty.pgn", data=b"\x89PNG\r\n\x1a\n\0\0\0"))


def test_games_of_several_files_are_named_after_them() -> None:
    files = [Document(name=name, text=game("1. e4 e5")) for name in ("a.pgn", "b.pgn")]
    assert [found.id for found in load_collection(files).games] == ["a.pgn#1", "b.pgn#1"]
    with pytest.raises(InputError, match="same name"):
        load_collection([*files, files[0]])


@given(st.binary(max_size=300))
def test_noise_never_breaks_the_reader(noise: bytes) -> None:
    parse_games(noise)


@given(st.text(alphabet='[]"(){};%$*.!?-+=# \n10eEdO4Nfx', max_size=200))
def test_noise_before_and_in_a_game_never_breaks_the_reader(noise: str) -> None:
    parse_games((noise + "\n\n" + game("1. e4 " + noise)).encode())


def test_without_python_chess_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(InputError, match=r"pip install kibitz\[chess\]"):
        parse_games(b"")

"""PGN files: illegal moves, missing tags, variations, comments, broken encodings, and plain noise."""

from __future__ import annotations

import gzip
import logging
import re
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import Document, InputError
from kibitz.games.chess import pgn
from kibitz.games.chess.pgn import SkippedGame, load_collection, parse_games
from kibitz.games.chess.turns import SkipReason, game_turns


def game(moves: str, **tags: str) -> str:
    named = {"Event": "x", "White": "Ash", "Black": "Birch", "Result": "*"} | tags
    return "".join(f'[{key} "{value}"]\n' for key, value in named.items()) + f"\n{moves} *\n\n"


def test_a_game_is_read_with_its_tags(short_game: str) -> None:
    (result,) = parse_games(short_game.encode(), "spring.pgn").games
    assert (result.id, result.white, result.black) == ("spring.pgn#1", "Ash, Adam", "Birch, Bela")
    assert (result.white_elo, result.black_elo, result.result) == (1895, 1907, "1-0")
    assert len(result.moves) == 36
    assert result.moves[8] == "e1g1"


def test_variations_and_comments_are_ignored() -> None:
    plain = parse_games(game("1. e4 e5 2. Nf3 Nc6").encode()).games[0]
    noisy = (
        "1. e4! {best (by test) [%eval 0.3]} (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 $1 ; so far\n2. Nf3 (2. Qh5?!) Nc6"
    )
    assert parse_games(game(noisy).encode()).games[0].moves == plain.moves


def test_an_illegal_move_costs_its_game_only(caplog: pytest.LogCaptureFixture) -> None:
    text = game("1. e4 e5") + game("1. e4 e5 2. Ke3 Nc6", White="Wrong") + game("1. d4 d5")
    with caplog.at_level(logging.DEBUG):
        result = parse_games(text.encode(), "a.pgn")
    assert [stored.id for stored in result.games] == ["a.pgn#1", "a.pgn#3"]
    assert [skipped.id for skipped in result.skipped] == ["a.pgn#2"]
    assert "Ke3" in result.skipped[0].reason
    assert not caplog.records


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (game("1. e4 e5 2. Qh5 d6 3. Qxf7+ --"), "missing"),
        (game("1. e4 {never closed"), "not closed"),
        (game("1. e4 (1. d4"), "not closed"),
        (game("1. e4 e5", Variant="Atomic"), "atomic"),
        (game("1. e4 e5", SetUp="1", FEN="nonsense"), "position"),
        (game("1. Kb1", SetUp="1", FEN="8/8/8/8/8/8/8/K7 w - - 0 1"), "position is not legal"),
        (game(""), "no moves"),
        (game("1. e9"), "no moves"),
        (game("1. e4 e5 2. Nd4"), "Nd4"),
    ],
)
def test_games_that_cannot_be_used_are_skipped_with_their_reason(text: str, reason: str) -> None:
    result = parse_games((text + game("1. d4 d5")).encode())
    assert len(result.games) == 1
    assert [skipped for skipped in result.skipped if re.search(reason, skipped.reason)]


def test_a_game_from_another_position_keeps_it() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    (result,) = parse_games(game("1. e4 Kd7", SetUp="1", FEN=fen).encode()).games
    assert result.start == fen


@pytest.mark.parametrize(
    ("text", "elo"),
    [("1895", 1895), ("", None), ("?", None), ("-", None), ("0", None), ("18x5", None), ("99999", None)],
)
def test_missing_and_odd_ratings_are_none(text: str, elo: int | None) -> None:
    assert parse_games(game("1. e4", WhiteElo=text).encode()).games[0].white_elo == elo


def test_games_without_rating_tags_are_kept() -> None:
    (result,) = parse_games(game("1. e4 e5").encode()).games
    assert result.white_elo is None


def test_latin_1_lines_among_utf_8_ones_are_read_and_counted() -> None:
    data = game("1. e4 e5", White="Müller").encode("latin-1") + game("1. d4", White="Łasker").encode()
    result = parse_games(data)
    assert [stored.white for stored in result.games] == ["Müller", "Łasker"]
    assert result.recoded_lines == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_are_understood(encoding: str) -> None:
    assert parse_games(game("1. e4", White="Żak").encode(encoding)).games[0].white == "Żak"


def test_a_game_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgn, "MAX_PLIES", 4)
    result = parse_games(game("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6").encode())
    assert "more than 4" in result.skipped[0].reason


def test_a_file_without_games_is_named() -> None:
    with pytest.raises(InputError, match=r"empty\.pgn: no game was found"):
        load_collection([Document(name="empty.pgn", data=b"\x89PNG\r\n\x1a\n\0\0\0")])


def test_games_of_several_files_are_named_after_them() -> None:
    files = [Document(name=name, text=game("1. e4 e5")) for name in ("a.pgn", "b.pgn")]
    assert [result.id for result in load_collection(files).games] == ["a.pgn#1", "b.pgn#1"]
    with pytest.raises(InputError, match="same name"):
        load_collection([*files, files[0]])


def test_one_empty_file_among_many_is_listed_and_not_fatal() -> None:
    files = [Document(name="a.pgn", text=game("1. e4 e5")), Document(name="b.pgn", text="\n\n")]
    result = load_collection(files)
    assert [stored.id for stored in result.games] == ["a.pgn#1"]
    assert result.skipped == (SkippedGame("b.pgn", "it contains no game"),)


LONG = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8"


@pytest.mark.parametrize(
    "moves",
    [
        LONG.replace("4. Ba4", "\n\n4. Ba4"),
        LONG.replace(" ", "\n\n"),
        LONG.replace("Nf3", "\N{WHITE CHESS KNIGHT}f3").replace("Bb5", "\N{BLACK CHESS BISHOP}b5"),
        LONG.replace("Ba4", "Ba4 +--").replace("b5", "b5 +- =/+"),
        LONG.replace("O-O", "0-0").replace(". ", "."),
        LONG.replace("Nf3", "Ng1-f3").replace("e4", "e2e4", 1),
        LONG.replace("Ba4", "Ba4!? $14 {a (b} (4. Bxc6 dxc6 (4... bxc6) 5. d3) ; to the end )\n"),
    ],
)
def test_moves_are_read_however_they_are_written(moves: str) -> None:
    plain, result = (parse_games(game(text).encode()).games[0] for text in (LONG, moves))
    assert result.moves == plain.moves
    assert len(result.moves) == 18


def test_games_end_with_their_result_whatever_the_lines_look_like() -> None:
    tags = '[White "Ash"]\n[Black "Birch"]\n'
    for between in ("\n", " ", "\n\n", "\r", "\r\n"):
        text = between.join(f'[Event "{k}"]{between}{tags}1. e4 e5 {k} 1-0' for k in (1, 2, 3))
        result = parse_games(text.encode())
        assert [stored.event for stored in result.games] == ["1", "2", "3"]
        assert {stored.white for stored in result.games} == {"Ash"}
        assert not result.skipped
    one_line = parse_games(b'[Event "x"] [White "Ash"] [Black "Birch"] 1. e4 e5 2. Nf3 1-0')
    assert len(one_line.games[0].moves) == 3


def test_after_an_unclosed_comment_the_next_game_is_read() -> None:
    result = parse_games((game("1. e4 {oh") + game("1. d4 d5 {fine}") + game("1. c4")).encode(), "a.pgn")
    assert [stored.id for stored in result.games] == ["a.pgn#2", "a.pgn#3"]
    assert "not closed" in result.skipped[0].reason


@pytest.mark.parametrize("word", ["Sf3", "Cf3", "Lb5"])
def test_letters_that_no_piece_has_are_said_and_never_read_as_pawns(word: str) -> None:
    (left_out,) = parse_games(game(f"1. e4 e5 2. {word} Nc6").encode()).skipped
    assert word in left_out.reason
    assert "is not a piece" in left_out.reason


def test_fewer_plies_than_the_tag_says_are_noted() -> None:
    (result,) = parse_games(game("1. e4 e5", PlyCount="106").encode()).games
    assert result.notes == ("it has 2 plies, but its PlyCount tag says 106",)
    assert not parse_games(game("1. e4 e5", PlyCount="2").encode()).games[0].notes


def test_a_result_behind_the_moves_is_the_result() -> None:
    assert parse_games(b'[White "A"]\n\n1. e4 e5 0-1').games[0].result == "0-1"
    assert parse_games(game("1. e4 e5 1/2-1/2").encode()).games[0].result == "1/2-1/2"
    assert parse_games(game("1. e4 e5", Result="1-0").encode()).games[0].result == "1-0"


def test_somebody_unknown_is_nobody_else() -> None:
    first, second = parse_games(b"1. e4 e5 1-0 1. d4 d5 0-1", "a.pgn").games
    assert len({first.white, first.black, second.white, second.black}) == 4


def test_a_null_move_in_a_long_game_is_read_with_a_note() -> None:
    (result,) = parse_games(game(f"{LONG} 10. -- Bb7 11. d4").encode()).games
    assert result.notes == ("a null move at 10.",)
    listed = game_turns(result)
    assert [turn.skip for turn in listed][18] is SkipReason.NULL
    assert len(listed) == 21


def test_old_encodings_and_line_ends_are_read() -> None:
    text = game("1. e4 e5", White="Ko\u0161\u010d\u00e1k \u2013 \u0160")
    assert parse_games(text.encode("utf-16-le")).games[0].white == parse_games(text.encode()).games[0].white
    assert parse_games(text.encode("utf-16-be")).games
    assert parse_games(text.replace("\n", "\r").encode()).games[0].moves == ("e2e4", "e7e5")
    western = game("1. e4 e5", White="Kor\u010dnoi \u2013 \u0160".replace("\u010d", "c"))
    result = parse_games(western.encode("cp1252"))
    assert result.games[0].white == "Korcnoi \u2013 \u0160"
    assert result.recoded_lines == 1


def test_chess960_from_the_usual_position_is_chess() -> None:
    (result,) = parse_games(game("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O", Variant="Chess960").encode()).games
    assert result.moves[-1] == "e1g1"
    assert result.notes == ("a game of Chess960 from the usual position",)
    fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"
    assert parse_games(game("1. e4", Variant="Chess960", SetUp="1", FEN=fen).encode()).skipped


def test_castling_that_a_position_does_not_allow_is_overlooked_with_a_note() -> None:
    (result,) = parse_games(game("1. e4 Kd7", SetUp="1", FEN="4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1").encode()).games
    assert result.start == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert "castling" in result.notes[0]


@given(
    st.lists(
        st.sampled_from(["1. e4 e5", "{", "}", "(", ")", '[Event "x"]', "\n\n", "1-0", "*", "Nf3", "--"]), max_size=12
    )
)
def test_every_tag_section_becomes_a_game_or_is_left_out_in_words(pieces: list[str]) -> None:
    text = " ".join(pieces)
    result = parse_games(text.encode())
    outside = re.sub(r"\{[^}]*(\}|$)", " ", text).replace("}", " ")  # one that closes nothing is no text
    if "{" not in text and "(" not in text:
        sections = len(re.findall(r'(?:\[Event "x"\]\s*)+', outside))
        assert len(result.entries) >= sections


@pytest.mark.parametrize(
    "bomb", ['[a "' * 200_000, "{" * 300_000, "{x} " * 200_000 + "1. e4", '[Event "x"]\n{' * 60_000, "(" * 500_000]
)
def test_no_text_takes_more_time_than_its_length_deserves(bomb: str) -> None:
    began = time.process_time()
    parse_games(bomb.encode())
    assert time.process_time() - began < 10


@given(st.binary(max_size=300))
def test_noise_never_breaks_the_reader(noise: bytes) -> None:
    parse_games(noise)


@given(st.text(alphabet='[]"(){};%$*.!?-+=# \n10eEdO4Nfx', max_size=200))
def test_noise_before_and_in_a_game_never_breaks_the_reader(noise: str) -> None:
    parse_games((noise + "\n\n" + game("1. e4 " + noise)).encode())


def test_without_python_chess_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(InputError, match=r"-m pip install chess"):
        parse_games(b"")


def test_packed_files_are_read_like_plain_ones(short_game: str) -> None:
    plain = parse_games(short_game.encode(), "spring.pgn")
    assert parse_games(gzip.compress(short_game.encode()), "spring.pgn") == plain
    zstandard = pytest.importorskip("zstandard")
    assert parse_games(zstandard.ZstdCompressor().compress(short_game.encode()), "spring.pgn") == plain


def test_a_packed_file_that_is_cut_off_or_too_large_is_refused(
    short_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = gzip.compress(short_game.encode())
    with pytest.raises(InputError, match="damaged or cut off"):
        parse_games(packed[:-12], "spring.pgn.gz")
    monkeypatch.setattr(pgn, "MAX_UNPACKED_BYTES", 100)
    with pytest.raises(InputError, match="unpacks to more than"):
        parse_games(packed, "spring.pgn.gz")

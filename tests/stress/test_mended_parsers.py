"""What the harness found in single parsers, each mended there: the smallest input that showed it."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest

from kibitz.app.families import find_game
from kibitz.app.finding import find
from kibitz.core.decision import parse_decision
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.backgammon.match.record import replay
from kibitz.games.backgammon.neurogammon.expert import csv_rows, expert_plays
from kibitz.games.backgammon.neurogammon.training import cube_rows
from kibitz.games.backgammon.notation.mat import parse_mat
from kibitz.games.backgammon.notation.position_id import parse_position_id
from kibitz.games.backgammon.train.labelled import read_labelled
from kibitz.games.jeopardy.recorded.finals import recorded_finals
from kibitz.games.jeopardy.recorded.games import Folder
from kibitz.games.jeopardy.taped.markup import pieces
from kibitz.games.parlour.kuhn_observed import parse_hands
from kibitz.games.sevens.auction.record import read_log
from kibitz.learn.checkpoint import MAX_UNPACKED, packed, unpacked
from kibitz.rules.learning.sampling import points_of_prior

MATCH = " 3 point match\n\n Game 1\n ann : 0                              bob : 0\n"
FINALS = "air_date,game_type,player,score_before,wager,correct,score_after\n"


def refused(read: Callable[[], object]) -> str:
    """The sentence with which an input is refused."""
    with pytest.raises(InputError) as error:
        read()
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400
    return str(error.value)


def test_a_match_file_with_a_line_of_blanks_without_end_is_refused_at_once() -> None:
    assert "characters" in refused(lambda: parse_mat(f"{MATCH} ann : 1{' ' * 60_000}x\n"))


def test_a_match_file_with_a_number_of_thousands_of_digits_is_refused() -> None:
    refused(lambda: parse_mat(MATCH.replace("3 point", f"{'9' * 800} point")))


def test_an_answer_to_no_double_at_the_start_of_a_game_is_refused() -> None:
    match = parse_mat(f"{MATCH}  1)  Drops\n")
    assert "an answer without a double" in refused(lambda: list(replay(match)))


def test_an_entity_of_thousands_of_digits_in_a_page_is_text() -> None:
    (piece,) = pieces(f'<table><tr><td class="right">&#{"9" * 5_000};Ann</td></tr></table>')
    assert (piece.name, piece.text[:4]) == ("right", "&#99")


def test_numbers_beyond_all_measure_in_the_find_box_mean_nothing() -> None:
    assert find("1e400k 14600") == []
    assert find("1e999 2") == []


def test_half_a_character_in_the_find_box_makes_a_link_all_the_same() -> None:
    assert all("?" in each.link for each in find("8/8/8/8/8/5k2/6p1/6K1 w - - 0 1\udcff") if "chess" in each.link)


@pytest.mark.parametrize(
    "rows",
    ["2005-03-01,regular,ann,x,1,1,2\n", "2005-03-01,regular,ann,1\n", f"2005-03-01,regular,a,{'9' * 30},1,1,2\n"],
)
def test_a_recorded_final_that_holds_no_numbers_is_refused_where_it_is_read(rows: str) -> None:
    folder = Folder({"final_jeopardy.csv.gz": gzip.compress((FINALS + rows).encode())})
    assert "recorded" in refused(lambda: recorded_finals(folder))


def test_a_table_of_recorded_games_without_a_date_in_a_row_is_refused() -> None:
    text = "game_type,air_date\nregular,2005-03-01\nregular\n"
    folder = Folder({"final_jeopardy.csv.gz": gzip.compress(text.encode())})
    assert "not a table" in refused(lambda: folder.rows("final_jeopardy"))


def test_a_damaged_archive_of_expert_plays_is_refused() -> None:
    data = bytearray(gzip.compress(b"contact,race\n" + b"1,2\n" * 500))
    for place in range(20, len(data) - 8):
        data[place] ^= 0xFF
    refused(lambda: list(csv_rows(bytes(data), "p.csv", ("contact",))))


def test_candidates_that_are_not_understood_are_refused_with_their_line() -> None:
    table = b"game,side,position_id,dice,played,candidates\n0a,x,4HPwATDgc/ABMA,31,0,0|8/5 6/5\n"
    assert "line 2" in refused(lambda: list(expert_plays(table, "plays.csv")))


def test_chances_of_cube_decisions_beyond_one_are_refused() -> None:
    table = b"game,position_id,win,win_g,win_bg,lose_g,lose_bg\n0a,4HPwATDgc/ABMA,1e308,1,1,1,1\n"
    assert "from 0 to 1" in refused(lambda: cube_rows(table, "cube.csv"))


def test_hands_and_priors_that_are_no_csv_or_hold_endless_numbers_are_refused() -> None:
    refused(lambda: parse_hands(f"after,card,action\nbet,{'0' * 8}1{'9' * 5_000},call\n", 13, "B"))
    refused(lambda: parse_hands('after,card,action\n"' + "x" * 200_000, 13, "B"))
    refused(lambda: points_of_prior('"' + "x" * 200_000, find_game("final-5-3")))  # type: ignore[arg-type]
    for number in (".1e3080808", "nan", "inf", "1/0", "1e400", "x"):
        refused(lambda number=number: points_of_prior(f"p1,p2\n{number},0.5\n", find_game("final-5-3")))
    assert points_of_prior("p1,p2\n 2/5, 0.25\n", find_game("final-5-3")).tolist() == [[0.4, 0.25]]  # type: ignore[arg-type]


def test_networks_and_labels_in_damaged_archives_or_archives_that_unpack_without_end_are_refused() -> None:
    whole = packed({"race_w0": [[1.0, 2.0]] * 400}, {"seed": 1})
    for place in range(40, len(whole), 7):
        data = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        for read in (lambda data: unpacked(data, "nets.npz"), lambda data: read_labelled(data, "labels.npz")):
            try:
                read(data)
            except InputError:
                continue
    bomb = BytesIO()
    with zipfile.ZipFile(bomb, "w") as archive:
        archive.writestr("about.npy", b"x")
    stated = bytearray(bomb.getvalue())
    entry = stated.rindex(b"PK\x01\x02")
    stated[entry + 24 : entry + 28] = (MAX_UNPACKED + 1).to_bytes(4, "little")
    refused(lambda: unpacked(bytes(stated), "bomb.npz"))


def test_what_is_refused_is_quoted_in_short() -> None:
    refused(lambda: read_log(Document(name="game.json", text='{"schema": "seve\\ns.log/1"}')))
    refused(lambda: parse_position_id("x" * 50_000))
    refused(lambda: parse_decision('{"utilities": [1, 2], "chosen": 0, "position": [' + "[" * 300 + "]" * 300 + "]}"))

"""What the harness found in single parsers, each mended there: the smallest input that showed it."""

from __future__ import annotations

import gzip
import json
import re
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from fuzz.harness import Outcome, cases, run
from fuzz.made import LIBRARY, proofs
from fuzz.parsers import parsers
from hypothesis import given
from hypothesis import strategies as st

from kibitz.app.library import Library
from kibitz.app.rule_questions.game_families import find_game
from kibitz.app.search import search
from kibitz.core.decision import parse_decision
from kibitz.core.document import Document
from kibitz.core.errors import InputError, quote_value, shorten
from kibitz.games.backgammon.match.record import replay
from kibitz.games.backgammon.neurogammon.expert import csv_rows, expert_plays
from kibitz.games.backgammon.neurogammon.training import cube_rows
from kibitz.games.backgammon.notation.mat import parse_mat
from kibitz.games.backgammon.notation.position_id import parse_position_id
from kibitz.games.backgammon.train.labelled_positions import read_labelled
from kibitz.games.chess.pgn import parse_games
from kibitz.games.chess.scoresheet import _strip_annotations
from kibitz.games.jeopardy.archive.markup import iter_pieces
from kibitz.games.jeopardy.datasets.finals import recorded_finals
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.parlour.kuhn.observed_opponent import parse_hands
from kibitz.games.sevens.auction.record import load_log
from kibitz.learn.checkpoint import MAX_UNPACKED, pack_arrays, unpack_arrays
from kibitz.rules.games.game_file import parse_game
from kibitz.rules.learning.sampling import points_of_prior
from kibitz.rules.proof.bounds import parse_proofs

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
    assert "an answer needs a double before it" in refused(lambda: list(replay(match)))


def test_an_entity_of_thousands_of_digits_in_a_page_is_text() -> None:
    (piece,) = iter_pieces(f'<table><tr><td class="right">&#{"9" * 5_000};Ann</td></tr></table>')
    assert (piece.name, piece.text[:4]) == ("right", "&#99")


def test_numbers_beyond_all_measure_in_the_find_box_mean_nothing() -> None:
    assert search("1e400k 14600") == []
    assert search("1e999 2") == []


def test_half_a_character_in_the_find_box_makes_a_link_all_the_same() -> None:
    assert all("?" in each.link for each in search("8/8/8/8/8/5k2/6p1/6K1 w - - 0 1\udcff") if "chess" in each.link)


@pytest.mark.parametrize(
    "rows",
    ["2005-03-01,regular,ann,x,1,1,2\n", "2005-03-01,regular,ann,1\n", f"2005-03-01,regular,a,{'9' * 30},1,1,2\n"],
)
def test_a_recorded_final_that_holds_no_numbers_is_refused_where_it_is_read(rows: str) -> None:
    folder = DatasetFolder({"final_jeopardy.csv.gz": gzip.compress((FINALS + rows).encode())})
    assert "recorded" in refused(lambda: recorded_finals(folder))


def test_a_table_of_recorded_games_without_a_date_in_a_row_is_refused() -> None:
    text = "game_type,air_date\nregular,2005-03-01\nregular\n"
    folder = DatasetFolder({"final_jeopardy.csv.gz": gzip.compress(text.encode())})
    assert "must be a table" in refused(lambda: folder.rows("final_jeopardy"))


def test_a_damaged_archive_of_expert_plays_is_refused() -> None:
    data = bytearray(gzip.compress(b"contact,race\n" + b"1,2\n" * 500))
    for place in range(20, len(data) - 8):
        data[place] ^= 0xFF
    refused(lambda: list(csv_rows(bytes(data), "p.csv", ("contact",))))


def test_candidates_that_are_not_understood_are_refused_with_their_line() -> None:
    table = b"game,side,position_id,dice,played,candidates\n0a,x,4HPwATDgc/ABMA,31,0,0|8/5 6/5\n"
    assert "line 2" in refused(lambda: list(expert_plays(table, "plays.csv")))


def test_chances_of_cube_decisions_below_zero_or_beyond_one_are_refused() -> None:
    table = b"game,position_id,win,win_g,win_bg,lose_g,lose_bg\n0a,4HPwATDgc/ABMA,1e308,1,1,1,1\n"
    assert "from 0 to 1" in refused(lambda: cube_rows(table, "cube.csv"))
    below = table.replace(b"1e308", b"-0.5")
    assert "from 0 to 1" in refused(lambda: cube_rows(below, "cube.csv"))


def test_hands_and_priors_that_are_no_csv_or_hold_endless_numbers_are_refused() -> None:
    refused(lambda: parse_hands(f"after,card,action\nbet,{'0' * 8}1{'9' * 5_000},call\n", 13, "B"))
    refused(lambda: parse_hands('after,card,action\n"' + "x" * 200_000, 13, "B"))
    refused(lambda: points_of_prior('"' + "x" * 200_000, find_game("final-5-3")))  # type: ignore[arg-type]
    for number in (".1e3080808", "nan", "inf", "1/0", "1e400", "x"):
        refused(lambda number=number: points_of_prior(f"p1,p2\n{number},0.5\n", find_game("final-5-3")))
    assert points_of_prior("p1,p2\n 2/5, 0.25\n", find_game("final-5-3")).tolist() == [[0.4, 0.25]]  # type: ignore[arg-type]


def test_networks_and_labels_in_damaged_archives_or_archives_that_unpack_without_end_are_refused() -> None:
    whole = pack_arrays({"race_w0": [[1.0, 2.0]] * 400}, {"seed": 1})
    for place in range(40, len(whole), 7):
        data = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        for read in (lambda data: unpack_arrays(data, "nets.npz"), lambda data: read_labelled(data, "labels.npz")):
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
    refused(lambda: unpack_arrays(bytes(stated), "bomb.npz"))


def test_what_is_refused_is_quoted_in_short() -> None:
    refused(lambda: load_log(Document(name="game.json", text='{"schema": "seve\\ns.log/1"}')))
    refused(lambda: parse_position_id("x" * 50_000))
    refused(lambda: parse_decision('{"utilities": [1, 2], "chosen": 0, "position": [' + "[" * 300 + "]" * 300 + "]}"))


@pytest.mark.parametrize("claim", [[[]], "9" * 5_000, [1] * 200])
def test_a_proof_of_something_else_is_refused_without_quoting_all_of_it(claim: object) -> None:
    record = json.loads(proofs().splitlines()[0]) | {"claim": [claim] * 100}
    assert "a JSON object as kibitz writes it" in refused(lambda: parse_proofs(json.dumps(record)))


def test_words_and_values_are_quoted_on_one_line_and_in_short() -> None:
    assert shorten(" a\n b ") == "a b"
    assert shorten("x" * 60) == "x" * 60
    assert shorten("x" * 61) == "x" * 57 + "..."
    assert len(shorten("x y " * 10**6)) == 60
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert quote_value(deep) == "a list"
    assert quote_value(10**5_000) == "a int"
    assert quote_value("a") == "'a'"
    while deep:  # a value as deep as this is also taken apart step by step
        deep = deep[0]  # type: ignore[assignment]


def own_game(**lines: str) -> str:
    """A game in TOML with some lines exchanged."""
    usual = {
        "roles": '["a", "b"]',
        "let": "",
        "name": '"mine"',
        "constraints": "[]",
        "types": "",
        "actions": 'a = ["u", "v"]\nb = ["l", "r"]',
        "payoffs": 'a = [["p", "1"], ["0", "p"]]',
    }
    given = usual | lines
    return (
        f"name = {given['name']}\nroles = {given['roles']}\nconstraints = {given['constraints']}\n"
        f'[parameters]\np = "[0, 1]"\n[let]\n{given["let"]}\n[actions]\n{given["actions"]}\n{given["types"]}\n'
        f"[payoffs]\n{given['payoffs']}\n"
    )


def test_a_game_of_ones_own_that_is_right_is_taken() -> None:
    assert parse_game(own_game()).name == "mine"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ({"name": "9" * 5_000}, "too many digits"),
        ({"roles": f'["{"x" * 5_000}", "b"]'}, "one line of at most"),
        ({"roles": '["a\\nb", "b"]'}, "one line of at most"),
        ({"name": f'"{"x" * 5_000}"'}, "name: must be one line"),
        ({"constraints": "5"}, "a list of comparisons"),
        ({"let": "x" * 5_000 + "=" + '"q"'}, "is not one of"),
        ({"actions": 'a = ["u", "v"]\nb = ["l", "r"]\n' + "c" * 5_000 + " = 1"}, "is not one of the roles"),
    ],
)
def test_a_game_of_ones_own_is_refused_without_quoting_all_of_it(lines: dict[str, str], said: str) -> None:
    assert said in refused(lambda: parse_game(own_game(**lines)))


def test_a_key_of_thousands_of_parts_in_a_game_is_refused_before_it_is_read() -> None:
    for text in ("a." * 50_000 + "a = 1", "a = {" + '"b" . ' * 30_000 + "c = 1}", "[" + "'x'." * 30_000 + "x]"):
        assert "line 3: a key has too many parts" in refused(lambda text=text: parse_game(f"\n\n{text}\n"))


def test_definitions_that_double_each_other_without_end_are_refused() -> None:
    doubled = "\n".join(['x0 = "p + 1"'] + [f'x{k} = "x{k - 1} * x{k - 1}"' for k in range(1, 60)])
    assert "definitions expanded" in refused(lambda: parse_game(own_game(let=doubled)))


@pytest.mark.parametrize("acts", ['a = ["u", "v"]\nb = ["l"]', 'a = ["u"]\nb = ["l"]'])
def test_plans_and_types_without_end_are_refused_before_they_are_made(acts: str) -> None:
    types = "[types]\na = [" + ", ".join(f'"t{k}"' for k in range(2_000)) + ']\nb = ["s"]'
    assert "types of a role" in refused(lambda: parse_game(own_game(actions=acts, types=types)))


def outcome_of(name: str, number: int) -> Outcome:
    """What one case of the long run brings."""
    return run(parsers()[name], cases(parsers()[name], 1, first=number))


def test_cases_are_made_within_the_memory_that_a_parser_may_have() -> None:
    assert outcome_of("scale", 62_350).cases == 1


def test_move_numbers_without_end_in_a_game_of_chess_are_read() -> None:
    assert parse_games(b"1.1.1." * 20_000 + b"e4 e5 *").games[0].moves == ("e2e4", "e7e5")


def test_marks_without_end_behind_a_move_are_taken_off_at_once() -> None:
    assert parse_games(b"1. e4" + b"+" * 50_000 + b"x *").games == ()
    assert parse_games(b"1. e4" + b"++ep.!?" * 10_000 + b" e5 *").games[0].moves == ("e2e4", "e7e5")


@given(st.lists(st.sampled_from(["e4", "+", "++", "#", "!", "e.p.", "ep", "e", ".", "p", "=", "Q"]), max_size=8))
def test_marks_behind_a_move_are_those_of_the_pattern(parts: list[str]) -> None:
    word = "".join(parts)
    assert _strip_annotations(word) == re.sub(r"(?:[+#!?=~□]|e\.?p\.?)+$", "", word)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"done": 1', b'"done": -9223372036854775809'),
        (b'"total": 2', b'"total": 99999999999999999999'),
        (b'"grade": "best"', b'"grade": "\\ud800"'),
        (b'"loss": 0.0', b'"loss": NaN'),
        (b'{"drill": {', b'{"item": null, "drill": null, "x": {'),
    ],
)
def test_a_library_with_what_no_library_holds_is_refused_with_its_line(old: bytes, new: bytes, tmp_path: Path) -> None:
    library = Library(tmp_path / "library.db")
    assert library.import_lines(LIBRARY[0].decode().splitlines()) == 2
    text = LIBRARY[0].replace(old, new).decode()
    assert text != LIBRARY[0].decode()
    assert "not a line of an exported library" in refused(lambda: library.import_lines(text.splitlines()))


def test_an_xgid_takes_little_more_memory_than_its_length_and_keeps_none() -> None:
    parser = parsers()["XGID"]
    inputs = [data for _, data in cases(parser, 300)]
    inputs += [b"XGID=" + b"-" * 100_000, b"XGID=" + b":".join([b"9" * 10_000] * 10)]
    run(parser, enumerate(inputs))  # what is imported or remembered once is no part of it
    tracemalloc.start()
    try:
        for data in inputs:
            before = tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            with suppress(InputError):
                parser.parse(data)
            assert tracemalloc.get_traced_memory()[1] - before < 100_000 + 12 * len(data)
        assert tracemalloc.get_traced_memory()[0] < 200_000
    finally:
        tracemalloc.stop()

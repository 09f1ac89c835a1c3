"""What a terminal shows: boards as text, five plays, plain signs on old code pages, and hints how to go on."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from kibitz import ask
from kibitz.cli.main import run
from kibitz.cli.plain_signs import PLAIN_SIGNS, SIGNS, to_plain_sign
from kibitz.cli.show import show
from kibitz.games.chess.people.position_answer import LikelyMove, PositionAnswer, text_board

OPENING = "4HPwATDgc/ABMA"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_code_pages_without_the_signs_get_plain_ones_and_never_a_question_mark(encoding: str) -> None:
    command = [sys.executable, "-m", "kibitz", "jeopardy", "final-card", "--role", "A"]
    environment = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    shown = subprocess.run(command, capture_output=True, check=True, env=environment).stdout.decode(encoding)
    assert "?" not in shown
    times = "*" if encoding == "ascii" else "·"
    at_least = ">=" if encoding != "cp437" else "≥"
    assert f"if B {at_least} 2{times}C: 2{times}B - A + 1" in shown.replace("\N{NO-BREAK SPACE}", " ")


@given(st.characters(min_codepoint=128, exclude_categories=("Cs",)))
def test_every_sign_has_a_plain_form_without_a_question_mark(sign: str) -> None:
    plain = sign.encode("ascii", PLAIN_SIGNS).decode("ascii")
    assert plain == to_plain_sign(sign)
    assert plain
    assert sign not in SIGNS or plain == SIGNS[sign]


def test_plain_forms_of_accents_and_fractions_can_be_read() -> None:
    assert (
        "Müller, ½, 3\N{NO-BREAK SPACE}000, … \N{SNOWMAN}".encode("ascii", PLAIN_SIGNS) == b"Muller, 1/2, 3 000, ... *"
    )


def refuse(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 2
    return capsys.readouterr().err


def test_a_question_without_its_group_is_suggested_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert "kibitz jeopardy final" in refuse(capsys, "final", "18400", "14600", "9000")
    assert "did you mean kibitz sevens bid?" in refuse(capsys, "bid")
    assert "did you mean jeopardy?" in refuse(capsys, "jepardy")


def test_a_missing_option_says_how_to_write_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "me: missing; add --me 2." in refuse(capsys, "jeopardy", "final", "18400", "14600", "9000")
    assert "position: missing" in refuse(capsys, "backgammon", "move")


def test_a_chance_in_per_cent_is_read_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jeopardy", "final", "18.4k", "14.600", "9000", "--me", "2", "--confidence", "70"]) == 0
    assert "your confidence 70.0 %" in capsys.readouterr().out


def print_answer(answer: object, width: int = 100, **settings: bool) -> str:
    screen = Console(file=io.StringIO(), width=width, highlight=False)
    show(answer, screen, **settings)  # type: ignore[arg-type]
    return screen.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_a_backgammon_play_is_shown_with_its_board_and_the_five_best() -> None:
    answer = ask("backgammon.move", position=OPENING, dice="31", plies=0)
    lines = print_answer(answer).splitlines()
    assert lines[0] == " 13 14 15 16 17 18|   | 19 20 21 22 23 24"
    assert lines[1] == "  X           O   |   |  O              X"
    assert "5 of 16 plays" in lines
    table = lines[lines.index("Ranked plays") + 2 : lines.index("5 of 16 plays")]
    assert table[0].startswith("8/5 6/5 ")
    assert len(table) == 5
    everything = print_answer(answer, all_rows=True).splitlines()
    assert "12 of 16 plays" in everything


def test_your_own_play_stays_in_the_short_table() -> None:
    answer = ask("backgammon.move", position=OPENING, dice="31", plies=0, play="8/4")
    lines = print_answer(answer).splitlines()
    assert "6 of 16 plays" in lines
    assert lines[lines.index("6 of 16 plays") - 1].startswith("8/4 ")


def test_a_chess_position_is_shown_with_its_board() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    board = text_board(fen).splitlines()
    assert board[0] == "8 r n b q k b n r"
    assert board[4] == "4 . . . . P . . ."
    assert board[8:] == ["  a b c d e f g h", "Black to move"]
    moves = (
        LikelyMove(move="e5", uci="e7e5", chance=0.6, value=-0.3, loss=0.0),
        LikelyMove(move="a6", uci="a7a6", chance=0.4, value=-0.6, loss=0.3),
    )
    answer = PositionAnswer(fen=fen, elo=2000, moves=moves, best_rate=0.6, expected_loss=0.1, basis="an engine")
    assert "\n".join(board) in print_answer(answer)


def test_nothing_wraps_in_a_pipe() -> None:
    command = [sys.executable, "-m", "kibitz", "jeopardy", "final", "18400", "14600", "9000", "--me", "2"]
    shown = subprocess.run(command, capture_output=True, check=True, text=True, encoding="utf-8").stdout
    assert max(map(len, shown.splitlines())) > 200  # a long reason is one line
    assert all(line.endswith((".", ".)")) for line in shown.splitlines() if line.startswith("·"))

"""Tables of one's own that are wrong, and the saved pages whose games are known."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.archive.game import replay
from kibitz.games.jeopardy.archive.game_file import load_recorded_game
from kibitz.games.jeopardy.archive.game_table import format_table, parse_table

TABLE_ERRORS = {
    "1,6,1,,,1": "row",
    "1,1,1,,4,": "1, 2 or 3",
    "1,1,1,,1,1": "once",
    "1,1,1,500,,": "one player",
    "3,1,1,,,1": "first column: must be",
    "final,1,x,right": "whole number",
    "final,1,500,maybe": "right or wrong",
    "players,Ann,Ann,Bo": "different names",
    "date,yesterday": "2018-01-16",
    "after 1,1,2": "whole number",
    "tiebreaker,0": "1, 2 or 3",
    "show,-1": "whole number",
}


@pytest.mark.parametrize("line", TABLE_ERRORS)
def test_a_wrong_line_of_a_table_is_named(line: str) -> None:
    with pytest.raises(InputError, match=rf"tape.csv, line 2: .*{TABLE_ERRORS[line]}"):
        parse_table(f"1,1,2,,,1\n{line}\n", "tape.csv")


@given(st.text(max_size=200))
@settings(max_examples=30)
def test_any_text_is_read_as_a_table_or_refused(text: str) -> None:
    try:
        parse_table(text)
    except InputError:
        return


def test_the_same_square_twice_or_clues_out_of_order_are_refused() -> None:
    with pytest.raises(InputError, match="at most once"):
        parse_table("1,1,1,,,1\n1,1,1,,,2\n")
    with pytest.raises(InputError, match="put those of round 1 before"):
        parse_table("2,1,1,,,1\n1,1,1,,,2\n")
    with pytest.raises(InputError, match="lines"):
        parse_table("1,1,1,,,1\n" * 300)


PAGES = Path(__file__).resolve().parents[4] / "shared" / "data" / "jeopardy" / "html"


def expected(row: dict[str, str], stage: str) -> tuple[int, ...]:
    return tuple(int(row[f"{stage}_{seat}"]) for seat in ("left", "middle", "right"))


@pytest.mark.needs("shared data")
def test_saved_pages_agree_with_what_is_known_of_their_games() -> None:
    with (PAGES / "expected.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == len(list(PAGES.glob("*.html"))) == 7
    for row in rows:
        game = load_recorded_game(Document(name=row["file"], data=(PAGES / row["file"]).read_bytes()))
        assert (game.round_1, game.round_2, game.final) == tuple(expected(row, s) for s in ("r1", "r2", "final"))
        assert game.date == row["air_date"]
        assert game.notes == ()
        told = sorted(each.split(":") for each in row["daily_doubles(round:row:col:wager:correct)"].split())
        result = sorted(
            [str(c.round_), str(c.row), str(c.column), str(c.wager), str(int(c.right is not None))]
            for c in game.clues
            if c.is_daily_double
        )
        assert len(result) == len(told)
        columns = [0, 3, 4] if row["file"].startswith("showscores") else [0, 1, 2, 3, 4]
        read = [[each[i] for i in columns] for each in sorted(result, key=lambda each: (each[0], each[3], each[1:3]))]
        known = [[each[i] for i in columns] for each in sorted(told, key=lambda each: (each[0], each[3], each[1:3]))]
        for mine, theirs in zip(read, known, strict=True):
            assert mine[:-1] == theirs[:-1]
            assert theirs[-1] in ("", mine[-1])
        clues = [clue for clue in game.clues if not clue.is_daily_double]
        assert parse_table(format_table(game)) == game
        assert replay(game)[-1].position.scores == tuple(game.scale * score for score in game.round_2)
        assert len(clues) >= 50


@pytest.mark.needs("shared data")
def test_the_clues_of_saved_pages_add_up_to_the_scores_they_print() -> None:
    """All but those of the game whose first clues were not recorded, and one whose ruling was changed."""
    off = []
    for path in sorted(PAGES.glob("*.html")):
        game = load_recorded_game(Document(name=path.name, data=path.read_bytes()))
        noted = format_table(game).splitlines()
        try:
            added = parse_table("\n".join(line for line in noted if not line.startswith("after")))
        except InputError:
            continue  # running scores: rows of clues that nobody answered are not told
        if (added.round_1, added.round_2, added.final) != (game.round_1, game.round_2, game.final):
            off.append(path.name[:17])
    assert off == []

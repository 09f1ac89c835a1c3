"""The screening of an event as people see it: sentences, table, moves and file."""

from __future__ import annotations

import csv
import io

from msgspec.structs import replace

import kibitz
from kibitz.core import Document
from kibitz.core.exhibits import Table
from kibitz.games.chess.people.event_screening import ScreenAnswer
from kibitz.rate.ratings.screened_player import ScreenedPlayer

ROW = ScreenedPlayer(
    player="=Ash",
    claimed=2300.0,
    n=200,
    events=8,
    z_best=1.0,
    z_equal=1.1,
    z_error=-0.5,
    share=0.1,
    share_low=0.0,
    share_high=0.2,
    z_help=1.5,
    p=0.067,
    q=0.2,
    power=0.17,
    extrapolated=False,
)


def answer_with(*rows: ScreenedPlayer) -> ScreenAnswer:
    return ScreenAnswer(players=rows, skipped=(), scale="a scale", source=None)


def test_nobody_is_unusual_above_the_rate() -> None:
    explanation = answer_with(ROW, replace(ROW, player="Birch", q=0.051)).explain()
    assert explanation.headline.startswith("Nobody is unusual for the own rating among 2 players, at a false-discovery")
    assert "about 17 of 100 cases" in explanation.reasons[0]


def test_players_at_the_rate_are_named_without_a_verdict() -> None:
    explanation = answer_with(replace(ROW, player="Birch", q=0.05), ROW).explain()
    assert explanation.headline.startswith("Birch is unusual for the own rating among 2 players, at a false-discovery")
    assert any("not a verdict" in reason for reason in explanation.reasons)
    words = " ".join((explanation.headline, *explanation.reasons)).lower()
    assert not any(word in words for word in ("cheat", "guilty", "suspect"))


def test_an_event_without_ratings_says_so() -> None:
    assert answer_with().explain().headline == "Nobody can be screened."


def test_the_file_has_a_row_for_each_player_and_no_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(answer_with(ROW).file("csv").data.decode())))
    assert [row["player"] for row in rows] == ["'=Ash"]
    assert float(rows[0]["share_high"]) == 0.2


def test_the_table_shows_losses_and_shares_as_people_write_them() -> None:
    (table,) = [each for each in answer_with(ROW).exhibits() if isinstance(each, Table)]
    assert table.rows[0][:7] == (
        "=Ash",
        "2300",
        "200",
        "+1.00",
        "+1.10",
        "\N{MINUS SIGN}0.50",
        "10.0 % (0.0 % to 20.0 %)",
    )


def test_players_with_values_of_an_unknown_engine_are_named_with_the_reason() -> None:
    text = '{"utilities": [0.3, 0.1], "chosen": 0, "unit": "pawns", "player": "Ash", "rating": 2300}\n' * 40
    answer = kibitz.ask("chess.screen", games=(Document(name="a.jsonl", data=text.encode()),))
    assert answer.players == ()
    assert [(row.player, row.n) for row in answer.skipped] == [("Ash", 40)]
    assert "no Elo scale fits" in answer.skipped[0].reason

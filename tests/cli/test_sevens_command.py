"""``kibitz sevens`` from the outside."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli.main import run
from kibitz.core import read_decisions

WORDS = """
at eat tea ten net rat tar art star rats east seat teas sent nest rest tear rate stare tears rates stain train
trains strain retain retains retinas nastier tension intones senator treason nations tonight letters settler
trestle queenly zymurgy euchres
"""

Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lists") / "words.txt"
    path.write_text("\n".join(WORDS.split()), encoding="ascii")
    return path


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Run ``kibitz sevens``: the JSON answer, the printed words with ``plain``, or the sentence of an error."""

    def command(*arguments: object, plain: bool = False, fails: bool = False) -> Any:
        status = run(["sevens", *map(str, arguments), *([] if plain or fails else ["--json"])])
        out, err = capsys.readouterr()
        if fails:
            assert status == 2
            assert err.count("\n") == 1
            assert "Traceback" not in err
            return err
        assert status == 0, err
        return out if plain else json.loads(out)

    return command


def test_the_word_list_is_counted(ask: Ask, words: Path) -> None:
    answer = ask("words", "--words", words)
    assert answer["words"] == len(set(WORDS.split()))
    assert answer["seven_letter_classes"] < answer["classes"] < answer["words"]
    assert f"{answer['racks']:,} racks" in ask("words", "--words", words, plain=True)


def test_malformed_lists_are_refused_in_one_sentence(ask: Ask, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\x00\x01\x02")
    for path in (bad, tmp_path / "missing.txt"):
        assert path.name in ask("bid", "--tile", "R", "--players", 3, "--words", path, fails=True)


def test_help_and_requests_load_no_numpy() -> None:
    code = "import sys, kibitz.games.sevens.questions, kibitz.games.sevens.session; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_players_are_listed(ask: Ask) -> None:
    names = [row["player"] for row in ask("players")["players"]]
    assert {"nothing", "increment", "loss", "g1", "exact", "dp", "fallible"} <= set(names)
    assert "final player" in ask("players", plain=True)


def test_a_bid_comes_with_value_outcomes_words_and_reason(ask: Ask, words: Path) -> None:
    question = ("bid", "--rack", "nit", "--tile", "r", "--players", 4, "--left", 20, "--words", words)
    answer = ask(*question)
    assert {"bid", "value", "outcomes", "words", "counsel"} <= set(answer)
    assert answer["schema"] == "sevens.bid/1"
    assert answer["counsel"]["position"] == "INT.R.4.20.0.100.-"
    assert answer["counsel"]["choice"] == str(answer["bid"])
    assert sum(row["chance"] for row in answer["outcomes"]) == pytest.approx(1)
    assert "R is worth" in ask(*question, plain=True)


def test_auctions_left_are_counted_from_the_letters_where_they_are_not_given(ask: Ask, words: Path) -> None:
    question = ("bid", "--rack", "NIT", "--tile", "R", "--players", 4, "--words", words)
    assert ask(*question)["counsel"]["position"] == "INT.R.4.25.0.100.-"
    assert ask(*question, "--seen", "AE")["counsel"]["position"] == "INT.R.4.23.0.100.AE"
    assert "left: must be from 4 " in ask(*question, "--left", 26, fails=True)


def test_a_bid_of_ones_own_is_judged_in_points(ask: Ask, words: Path) -> None:
    question = ("bid", "--rack", "nit", "--tile", "r", "--players", 4, "--left", 20, "--words", words)
    best = ask(*question)["bid"]
    assert ask(*question, "--bid", best)["counsel"]["judgement"]["grade"] == "best"
    far = ask(*question, "--bid", 90)["counsel"]["judgement"]
    assert (far["choice"], far["grade"]) == ("90", "inaccuracy")  # whoever wins pays the second bid, seldom 90
    assert 0.5 <= far["loss"] < 1.5
    assert f"inaccuracy ?! (costs {far['loss']:.1f} points)" in ask(*question, "--bid", 90, plain=True)
    assert "bid" in ask(*question, "--score", 10, "--bid", 11, fails=True)


def test_the_difference_is_another_question_with_another_answer(ask: Ask, words: Path) -> None:
    question = ("bid", "--rack", "AERS", "--tile", "T", "--players", 2, "--taken", "INV", "--words", words)
    points, difference = ask(*question), ask(*question, "--aim", "difference", "--bid", 0)
    assert (points["aim"], difference["aim"]) == ("points", "difference")
    assert points["rival_value"] is None
    assert difference["win_chance"] is None
    assert difference["counsel"]["judgement"]["choice"] == "0"
    assert "Whatever your opponent bids" in ask(*question, "--aim", "difference", plain=True)
    assert "aim" in ask(*question, "--aim", "glory", fails=True)
    assert "taken" in ask(*question, "--aim", "difference", "--left", 5, fails=True)


def test_the_curve_of_a_bid_is_drawn_on_request(ask: Ask, words: Path, tmp_path: Path) -> None:
    chart = tmp_path / "bid.svg"
    ask("bid", "--rack", "nit", "--tile", "r", "--players", 4, "--words", words, "--chart", chart)
    assert "what should INT bid for R?" in chart.read_text(encoding="utf-8")


def test_bids_are_answered_in_a_batch(words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = {"name": "own.txt", "text": words.read_text(encoding="ascii")}
    lines = [
        {"id": 1, "rack": "NRST", "tile": "A", "players": 3, "left": 12, "words": own},
        {"id": 2, "rack": "NRST", "tile": "?", "players": 3, "words": own},
        {"id": 3, "tile": "A"},
        {"id": 4, "tile": "A", "players": 3, "words": str(words)},
    ]
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert run(["sevens", "bid", "--batch", str(batch)]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4]
    assert "bid" in answers[0]
    assert "tile" in answers[1]["error"]
    assert "players" in answers[2]["error"]
    assert "a file" in answers[3]["error"]  # a line carries a list, it never names one


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (["--tile", "RR"], "tile"),
        (["--rack", "E5T"], "rack"),
        (["--left", "2"], "left"),
        (["--players", "20"], "players"),
        (["--hidden", "4"], "rack"),
        (["--score", "-3"], "score"),
        (["--seat", "9"], "seat"),
        (["--history", "no-such-file"], "no-such-file"),
    ],
)
def test_wrong_questions_are_refused_in_one_sentence(ask: Ask, words: Path, change: list[str], word: str) -> None:
    good = ["--rack", "EST", "--tile", "R", "--players", "4", "--left", "20", "--words", str(words)]
    assert word in ask("bid", *good, *change, fails=True)


def test_a_tournament_gives_standings_comparisons_and_a_page(ask: Ask, words: Path, tmp_path: Path) -> None:
    page = tmp_path / "charts.html"
    question = ("tournament", "--players", "g1,loss,dp", "--rounds", 10, "--hidden", "2..3", "--words", words)
    answer = ask(*question, "--charts", page)
    assert {row["player"] for row in answer["standings"]} == {"g1", "loss", "dp"}
    assert {"gain", "gain_se", "sevens", "paid"} <= set(answer["standings"][0])
    assert len(answer["comparisons"]) == 3
    assert len(answer["matches"]) == 2
    assert page.read_text(encoding="utf-8").count("<svg") == 3
    assert answer == ask(*question, "--charts", page, "--workers", 1)
    assert "Head to head" in ask(*question, plain=True)
    one = ("tournament", "--players", "g1", "--rounds", 1, "--deals", 2, "--words", words)
    assert ask(*one)["description"].startswith("g1: 1 seat, 1 round per game")


def test_records_hold_every_game_and_can_be_replayed_and_rated(ask: Ask, words: Path, tmp_path: Path) -> None:
    records, decisions = tmp_path / "records.jsonl", tmp_path / "bids.jsonl"
    common = ("--rounds", 2, "--hidden", 4, "--deals", 2, "--words", words)
    answer = ask("tournament", "--players", "g1,loss", *common, "--records", records)
    rows = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()]
    assert [(row["deal"], row["rotation"]) for row in rows] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    gains = {"g1": 0, "loss": 0}
    for row in rows:
        for played in row["log"]["rounds"]:
            for name, earned, paid in zip(row["log"]["players"], played["earned"], played["paid"], strict=True):
                gains[name] += earned - paid
    for row in answer["standings"]:
        assert row["gain"] * row["rounds"] == pytest.approx(gains[row["player"]])
    third = ask("replay", "--game", records, "--record", 3, "--round", 2, "--words", words, "--decisions", decisions)
    assert third["log"]["rounds"] == rows[2]["log"]["rounds"]
    assert list(read_decisions(decisions.read_text().splitlines()))
    assert "record" in ask("replay", "--game", records, "--record", 9, "--words", words, fails=True)
    assert "record" in ask("replay", "--players", "loss,g1", "--record", 2, "--words", words, fails=True)


def test_a_name_given_twice_takes_two_seats(ask: Ask, words: Path) -> None:
    answer = ask("tournament", "--players", "dp,loss,loss", "--rounds", 2, "--hidden", 5, "--words", words)
    assert {row["player"]: row["rounds"] for row in answer["standings"]} == {"dp": 2 * 3, "loss": 2 * 6}


def test_charts_that_cannot_be_written_are_refused(ask: Ask, words: Path, tmp_path: Path) -> None:
    question = ("tournament", "--players", "nothing,increment", "--rounds", 2, "--words", words)
    assert "cannot be written" in ask(*question, "--charts", tmp_path / "no" / "page.html", fails=True)


def test_a_round_without_auctions_is_only_a_deal(ask: Ask, words: Path) -> None:
    answer = ask("tournament", "--players", "dp,loss", "--rounds", 4, "--hidden", 7, "--words", words)
    assert {row["paid"] for row in answer["standings"]} == {0}


def test_pairs_and_players_alike_are_line_ups_of_their_own(ask: Ask, words: Path) -> None:
    common = ("--rounds", 4, "--hidden", 4, "--words", words)
    pairs = ask("tournament", "--players", "g1,loss,increment", "--pairs", "--copies", 2, *common)
    assert [match["match"] for match in pairs["matches"]] == [
        "g1 v loss, 4 hidden",
        "g1 v increment, 4 hidden",
        "loss v increment, 4 hidden",
    ]
    alike = ask("tournament", "--players", "g1,loss", "--alike", *common)
    assert alike["comparisons"] == []
    assert {row["rounds"] for row in alike["standings"]} == {6 * 4}


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--players", "champion"], "champion"),
        (["--players", ","], "players"),
        (["--players", "loss,g1", "--hidden", "8"], "hidden"),
        (["--players", "loss,g1", "--hidden", "x"], "hidden"),
        (["--players", "loss", "--pairs"], "two"),
        (["--players", "loss,g1", "--pairs", "--alike"], "cannot be combined"),
        (["--players", "loss,g1", "--copies", "8"], "players"),
    ],
)
def test_wrong_tournaments_are_refused_in_one_sentence(ask: Ask, words: Path, arguments: list[str], word: str) -> None:
    assert word in ask("tournament", *arguments, "--words", words, fails=True)


def test_a_replay_shows_a_round_and_writes_history_and_decisions(ask: Ask, words: Path, tmp_path: Path) -> None:
    history, decisions = tmp_path / "history.jsonl", tmp_path / "decisions.jsonl"
    common = ("--players", "loss,g1,dp", "--hidden", 3, "--words", words)
    answer = ask("replay", *common, "--round", 2, "--history", history, "--decisions", decisions, "--seat", 1)
    assert len(answer["sales"]) == 12
    assert [len(rack) for rack in answer["racks"]] == [7, 7, 7]
    assert len(history.read_text().splitlines()) == 24
    rated = list(read_decisions(decisions.read_text().splitlines()))
    assert {decision.player for decision in rated} == {"g1"}
    assert "gain" in ask("replay", *common, plain=True)
    learnt = ask(
        "bid",
        "--rack",
        "RST",
        "--tile",
        "A",
        "--players",
        3,
        "--hidden",
        3,
        "--left",
        10,
        "--history",
        history,
        "--words",
        words,
    )
    assert learnt["auctions_seen"] > 15
    assert "seat" in ask("replay", *common, "--seat", 5, fails=True)


def play(monkeypatch: pytest.MonkeyPatch, orders: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(orders))


def test_a_person_can_take_a_seat_and_sees_bids_prices_words_and_points(
    words: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, "2\nx\n1\n" + "0\n" * 20 + "\n")
    status = run(["sevens", "play", "--against", "loss", "--hidden", "5", "--tutor", "--words", str(words), "--json"])
    out, err = capsys.readouterr()
    assert status == 0
    answer = json.loads(out)
    assert [row["player"] for row in answer["seats"]] == ["you", "loss"]
    assert answer["over"]
    played = answer["log"]["rounds"][0]
    for sale in played["sales"]:
        assert f"{sale['letter']}: " in err
    assert "wins it for" in err or "win it for" in err
    assert "or help, hint or q, not 'x'" in err
    for rack in played["racks"]:
        assert f"{rack} -> " in err
    assert "was better; your bid costs" in err or "That was the best bid." in err
    assert answer["seats"][0]["score"] == 100 + played["earned"][0] - played["paid"][0]


def test_a_person_can_leave_the_table(
    words: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, "1\nq\n")
    assert run(["sevens", "play", "--against", "loss", "--words", str(words)]) == 0
    out, err = capsys.readouterr()
    assert "You left" in out
    assert "You left the table." in err


def test_the_log_of_a_game_is_replayed_and_rated(
    ask: Ask, words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, decisions = tmp_path / "game.json", tmp_path / "mine.jsonl"
    play(monkeypatch, "3\n" * 40)
    played = ask("play", "--against", "loss,g1", "--hidden", 3, "--words", words, "--log", log)
    again = ask("replay", "--game", log, "--words", words, "--decisions", decisions)
    assert again["players"] == ["you", "loss", "g1"]
    assert again["sales"] == played["log"]["rounds"][0]["sales"]
    assert again["log"] == played["log"]
    rated = list(read_decisions(decisions.read_text().splitlines()))
    assert {decision.player for decision in rated} == {"you"}
    assert "another word list" in ask("replay", "--game", log, fails=True)
    assert "seed" in ask("replay", "--game", log, "--seed", 4, "--words", words, fails=True)
    assert "round" in ask("replay", "--game", log, "--round", 2, "--words", words, fails=True)


@pytest.mark.parametrize(
    "change",
    [
        {"rounds": []},
        {"players": ["you"]},
        {"hidden": 9},
        {"digest": "x"},
        {"extra": 1},
    ],
)
def test_logs_that_cannot_be_are_refused(
    ask: Ask, words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, object]
) -> None:
    path = tmp_path / "game.json"
    play(monkeypatch, "0\n" * 40)
    good = ask("play", "--against", "nothing", "--hidden", 5, "--words", words)["log"]
    path.write_text(json.dumps(good | change), encoding="utf-8")
    assert "game.json" in ask("replay", "--game", path, "--words", words, fails=True)


def test_a_sale_that_breaks_the_rules_is_refused(
    ask: Ask, words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    play(monkeypatch, "4\n" * 40)
    good = ask("play", "--against", "nothing", "--hidden", 5, "--words", words)["log"]
    for key, value in (("price", 3), ("winner", 1), ("bids", [1]), ("letter", "AB"), ("letter", "a")):
        bad = json.loads(json.dumps(good))
        bad["rounds"][0]["sales"][0][key] = value
        path.write_text(json.dumps(bad), encoding="utf-8")
        assert "round 1" in ask("replay", "--game", path, "--words", words, fails=True)
    path.write_text("[" * 5000, encoding="utf-8")
    assert "not the log" in ask("replay", "--game", path, "--words", words, fails=True)

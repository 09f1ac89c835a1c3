"""Questions about matches: what they answer with a game and totals, that they agree with play, what they refuse."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from kibitz import ask
from kibitz.cli.main import run
from kibitz.cli.show import make_console, show
from kibitz.core import InputError
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.games.jeopardy.match.evaluator import load_shipped_match_evaluator
from kibitz.games.jeopardy.match.final import MatchFinalRule, game_2_final
from kibitz.games.jeopardy.match.value import (
    MatchContext,
    ending_places,
    evaluate_in_match,
    final_answer_chances,
    match_equity,
    places_after_final,
    places_of,
)
from kibitz.games.jeopardy.people.contestant import Level
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.rollout.state_rows import TOTALS, opening_row, row_of_position
from kibitz.games.jeopardy.show import Era, Ties
from kibitz.games.jeopardy.value.matchups import MATCHUPS, EvaluatorRole, Matchup
from kibitz.games.jeopardy.value.players import players_of
from kibitz.games.jeopardy.value.state_value import ValueMethod
from kibitz.web.panels.advice import advice_panel
from papers.watson.experiments.equity_tables import TOTAL_STEP_DOLLARS, equity_tables, interpolate_equity

STATE = "6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4"
ENDING = "16200_14800_8000.2.2.5-0-4-0-0-0.c6r4c1r3"
WON = (21_000, 14_000, 9_000)
MACHINE = players_of(Era.PAPER, Ties.TIEBREAKER, 0, None, Level.GRAND_CHAMPION, machine=True)
ASKED = {"era": 1996, "opponents": "grand-champion", "machine": True}


@pytest.mark.parametrize("matchup", [m for m in MATCHUPS if m.role is not EvaluatorRole.PEOPLE], ids=lambda m: m.name)
def test_both_networks_of_every_match_up_ship_and_game_1_was_learnt_against_its_game_2(matchup: Matchup) -> None:
    first, second = load_shipped_match_evaluator(matchup, 1), load_shipped_match_evaluator(matchup, 2)
    assert (first.about["game"], second.about["game"]) == (1, 2)
    assert first.about["matchup"] == second.about["matchup"] == matchup.name
    assert first.about["follows"] == second.hash


def test_win_takes_the_totals_as_option_or_in_the_notation() -> None:
    request = ask("jeopardy.win", state=STATE, me=2, game=2, totals=WON, **ASKED)
    written = ask("jeopardy.win", state=request.state, me=2, **ASKED)
    assert request.state.endswith(".21000_14000_9000")
    assert written == request
    assert request.match is not None
    for figures in (request.match.firsts, request.match.seconds):
        assert sum(figures) == pytest.approx(1)
    assert request.match.equities[1] == pytest.approx(request.match.firsts[1] + 0.5 * request.match.seconds[1])
    assert request.chances == request.match.firsts
    assert "match equity" in request.explain().headline
    assert list(request.exhibits())
    third = ask("jeopardy.win", state=STATE, me=2, game=2, totals=WON, second=0.0, **ASKED)
    assert third.match is not None
    assert third.match.equities == third.match.firsts


def test_more_dollars_from_game_1_are_worth_more_and_game_1_leaves_more_open() -> None:
    worth = [
        ask("jeopardy.win", state=STATE, me=2, totals=(20_000, mine, 9_000), **ASKED).match.equities[1]
        for mine in (0, 10_000, 20_000, 40_000)
    ]
    assert worth == sorted(worth)
    ahead = "26200_4800_3000.2.2.5-0-4-0-5-0.c6r4"
    first = ask("jeopardy.win", state=ahead, me=1, game=1, **ASKED)
    last = ask("jeopardy.win", state=ahead, me=1, totals=(0, 0, 0), **ASKED)
    assert 0.6 < first.chances[0] < last.chances[0]


@pytest.mark.slow
def test_network_and_matches_played_out_agree_in_both_games() -> None:
    for game, won in ((1, (0, 0, 0)), (2, WON)):
        row = row_of_position(parse_position("8200_7800_5000.1.2.345-2345-45-12345-5-12345"))
        row[TOTALS] = won
        network = evaluate_in_match(row, MACHINE, MatchContext(game))
        played = evaluate_in_match(row, MACHINE, MatchContext(game), games=3_000)
        assert (network.method, played.method) == (ValueMethod.NETWORK, ValueMethod.ROLLOUT)
        assert played.errors is not None
        np.testing.assert_allclose(network.places[0], played.places[0], atol=0.03 + 4 * played.errors[0].max())


@pytest.mark.slow
def test_an_ending_of_game_2_is_exact_and_played_out_matches_agree() -> None:
    row = row_of_position(parse_position(ENDING))
    row[TOTALS] = WON
    exact = evaluate_in_match(row, MACHINE, MatchContext(2))
    assert exact.method is ValueMethod.EXACT
    played = evaluate_in_match(row, MACHINE, MatchContext(2), games=20_000)
    assert played.errors is not None
    np.testing.assert_allclose(exact.places, played.places, atol=0.004 + 4 * played.errors.max())
    np.testing.assert_allclose(exact.places.sum(axis=0), 1)
    assert ending_places(row, MACHINE, MatchContext(2)) is not None


@pytest.mark.slow
def test_before_the_last_final_the_best_bet_decides_and_after_game_1_its_network() -> None:
    scores, won = np.array([[12_000, 9_000, 7_000]]), np.array([WON])
    last = places_after_final(scores, won, MACHINE, MatchContext(2))
    styles = (MatchFinalRule.BEST, MatchFinalRule.PEOPLE, MatchFinalRule.PEOPLE)
    np.testing.assert_array_equal(
        last, game_2_final(scores, won, final_answer_chances(MACHINE, MatchContext(2)), styles)[0]
    )
    first = match_equity(places_after_final(scores, won, MACHINE, MatchContext(1)))[0, 0]
    assert 0.5 < first < 1
    surely = match_equity(places_after_final(scores, won, MACHINE, MatchContext(1, confidence=1.0)))[0, 0]
    never = match_equity(places_after_final(scores, won, MACHINE, MatchContext(1, confidence=0.0)))[0, 0]
    assert never < first < surely


@pytest.mark.slow
def test_a_daily_double_in_a_match_is_priced_by_match_equity() -> None:
    answer = ask("jeopardy.daily-double", state=STATE, totals=WON, confidence=0.7, **ASKED)
    row = row_of_position(parse_position(STATE))
    row[TOTALS], row[20], row[3] = WON, 0, 1
    players = players_of(Era.PAPER, Ties.TIEBREAKER, 1, None, Level.GRAND_CHAMPION, machine=True)
    row[1] += answer.wager
    assert answer.right == pytest.approx(
        float(match_equity(places_of(row[None], players, MatchContext(2)))[0, 1]), abs=1e-6
    )
    assert answer.counsel.worth == pytest.approx(0.7 * answer.right + 0.3 * answer.wrong)
    assert "match equity" in answer.counsel.explanation.headline
    assert answer.match is not None
    assert list(answer.exhibits())
    bolder = ask("jeopardy.daily-double", state=STATE, game=1, confidence=0.99, **ASKED)
    timid = ask("jeopardy.daily-double", state=STATE, game=1, confidence=0.01, **ASKED)
    assert timid.wager < 100 < bolder.wager
    last = ask(
        "jeopardy.daily-double", state="16200_14800_8000.2.2.0-0-0-0-0-0.c6r4c1r3.0.2n", totals=WON, check=400, **ASKED
    )
    assert last.method == "exact"
    assert abs(last.played_out.wins - last.counsel.worth) < 0.01 + 4 * last.played_out.se


def test_a_square_in_a_match_is_picked_by_match_equity() -> None:
    answer = ask("jeopardy.select", state=STATE, totals=WON, **ASKED)
    single = ask("jeopardy.select", state=STATE, **ASKED)
    assert answer.match is not None
    assert single.match is None
    assert answer.counsel.worth != pytest.approx(single.counsel.worth, abs=1e-3)
    assert {each.square for each in answer.squares} == {each.square for each in single.squares}


def test_buzzing_in_game_2_is_exact_on_the_last_clues_and_in_game_1_by_its_network() -> None:
    request = {"scores": (14_000, 4_000, 3_000), "me": 1, "value": 2_000, "confidence": 0.5, **ASKED}
    single = ask("jeopardy.buzz", **request)
    level = ask("jeopardy.buzz", totals=(0, 0, 0), **request)
    assert single.lockout
    assert level.lockout
    ahead = ask("jeopardy.buzz", totals=(20_000, 10_000, 9_000), **request)
    assert (level.method, ahead.method) == ("exact", "exact")
    held, won = np.array([[14_000, 4_000, 3_000]]), np.array([[20_000, 10_000, 9_000]])
    silent = match_equity(places_after_final(held, won, MACHINE, MatchContext(2)))[0, 0]
    unanswered = next(end for end in ahead.ends if end.changes == (0, 0, 0))
    assert unanswered.worth == pytest.approx(float(silent), abs=1e-9)
    first = ask("jeopardy.buzz", game=1, **request)
    assert first.method == "network"
    assert not first.lockout
    assert first.match is not None
    assert "match equity" in first.counsel.explanation.headline
    early = ask("jeopardy.buzz", state=STATE, value=2_000, totals=WON, **ASKED)
    assert early.method == "network"
    assert list(early.exhibits())


def test_silence_keeps_a_lockout_of_the_match() -> None:
    request = {"me": 1, "value": 2_000, "confidence": 0.5, "totals": (30_000, 10_000, 9_000), **ASKED}
    stored = ask("jeopardy.buzz", scores=(4_000, 9_000, 3_000), **request)
    assert stored.lockout  # 34,000 against 10,000 + 2 x 11,000, and 32,000 would not do
    assert stored.thresholds[0] > 0.9
    safe = ask("jeopardy.buzz", scores=(8_000, 9_000, 3_000), **request)
    assert not safe.lockout


def test_the_last_final_of_a_match_names_its_bet_and_what_the_rules_cost() -> None:
    request = {
        "scores": (20_000, 19_000, 8_000),
        "totals": (20_000, 15_000, 5_000),
        "era": 1996,
        "opponents": "champion",
    }
    second = ask("jeopardy.final", me=2, **request)
    assert second.role == "B"
    assert {"two-thirds", "keep C out", "pass A"} <= {bet.name for bet in second.names}
    assert second.match.rules[0].cost == pytest.approx(second.match.equities[0] - second.match.rules[0].worth, abs=1e-3)
    leader = ask("jeopardy.final", me=1, confidence=0.05, **request)
    covering = ask("jeopardy.final", me=1, confidence=0.05, cover=True, **request)
    assert leader.wager < 13_001 <= covering.wager
    assert covering.counsel.worth < leader.counsel.worth
    unsure = ask("jeopardy.final", me=1, confidence=0.05, cover_unless=0.4, **request)
    assert unsure.wager == leader.wager
    free = ask("jeopardy.final", me=2, free_pass=True, second=0.0, **request)
    win = ask("jeopardy.final", me=2, second=0.0, **request)
    assert free.counsel.worth <= win.counsel.worth
    assert list(leader.exhibits())
    judged = ask("jeopardy.final", me=2, wager=19_000, **request)
    assert judged.counsel.judgement.grade == "blunder"


def test_reasons_in_a_match_name_both_answers_the_break_points_and_the_outcomes_that_pay() -> None:
    request = {"scores": (12_000, 14_000, 9_000), "totals": (20_000, 15_000, 8_000), "confidence": 0.5}
    leader = ask("jeopardy.final", me=1, **request)
    text = " ".join(leader.counsel.explanation.reasons)
    # A has 32,000 in all and B can reach 43,000; a missed cover leaves A with 20,999, and B has 29,000.
    assert "You are A by G1 + 2 G2: A can reach $44,000, B can reach $43,000, C can reach $26,000." in text
    assert "A covers B's doubled score with $11,001." in text
    assert "If A covers and misses, B stays ahead with bets of up to $8,000." in text
    assert "B keeps C out with a bet of up to $2,999." in text
    assert "Right (50.0 %): $32,000 in all" in text
    second = ask("jeopardy.final", me=2, wager=5_000, **request)
    for contrast in second.against:
        other = next((bet.worth for bet in second.names if bet.wager == contrast.wager), second.counsel.judgement.worth)
        assert sum(each.gain for each in contrast.outcomes) == pytest.approx(second.counsel.worth - other, abs=1e-9)
    assert second.against[-1].name == "yours"
    first = ask("jeopardy.final", me=2, scores=(12_000, 14_000, 9_000), game=1)
    assert any(reason.startswith("Against") for reason in first.counsel.explanation.reasons)
    lock = ask("jeopardy.final", me=1, scores=(12_000, 4_000, 0), totals=(20_000, 5_000, 1_000))
    assert any("Lock game" in reason for reason in lock.counsel.explanation.reasons)


def test_no_answer_about_a_match_calls_match_equity_a_chance_to_win() -> None:
    match = {"totals": (20_000, 15_000, 8_000)}
    answers = (
        ask("jeopardy.final", scores=(12_000, 14_000, 9_000), me=1, **match),
        ask("jeopardy.buzz", scores=(12_000, 14_000, 9_000), me=1, value=1_200, **match),
        ask("jeopardy.buzz", state=STATE, value=2_000, **match),
        ask("jeopardy.daily-double", state=STATE, **match),
        ask("jeopardy.select", state=STATE, **match),
    )
    for answer in answers:
        advice, *_ = (each for each in answer.exhibits() if isinstance(each, AdviceExhibit))
        assert advice_panel(advice, None).unit == "match equity"
        console = make_console()
        with console.capture() as shown_text:
            show(answer, console)
        shown = shown_text.get().lower()
        assert "match equity" in shown
        assert not re.search("to win|you win|win chance", shown)


def test_the_final_of_game_1_is_a_daily_double_for_the_match() -> None:
    request = {"scores": (20_000, 19_000, 8_000), "game": 1, "era": 1996, "opponents": "grand-champion"}
    timid = ask("jeopardy.final", me=2, confidence=0.05, **request)
    sure = ask("jeopardy.final", me=2, confidence=0.98, **request)
    assert timid.wager < 3_000
    assert sure.wager > 15_000
    assert "champions' bet" in {bet.name for bet in sure.names}


def test_the_tables_after_game_1_meet_the_network_on_the_grid_and_nearly_between() -> None:
    evaluator = load_shipped_match_evaluator(Matchup(Era.PAPER, EvaluatorRole.MACHINE, Level.GRAND_CHAMPION), 2)
    tables = equity_tables(evaluator, 0)
    assert tables.largest == 72_000
    rng = np.random.default_rng(1)
    on = TOTAL_STEP_DOLLARS * rng.integers(0, 12, (300, 3))
    between = rng.integers(0, 60_000, (300, 3))
    for totals, near in ((on, 2e-3), (between, 0.03)):
        direct = evaluator.of_totals(totals, 0)[:, 0] @ np.array([1, 0.5])
        np.testing.assert_allclose(interpolate_equity(tables, totals, 0), direct, atol=near)
    assert (np.diff(tables.values["first"], axis=0) > -5e-3).all()


def test_match_counts_places_equity_and_daily_doubles_the_same_however_often_asked() -> None:
    answer = ask("jeopardy.match", count=300, era=1996)
    assert answer == ask("jeopardy.match", count=300, era=1996)
    for figures in (answer.firsts, answer.seconds, answer.thirds, answer.daily_doubles_found, answer.board_control):
        assert sum(each.mean for each in figures) == pytest.approx(1)
    for first, second, worth in zip(answer.firsts, answer.seconds, answer.equities, strict=True):
        assert worth.mean == pytest.approx(first.mean + 0.5 * second.mean)
        assert worth.se > 0
    assert answer.firsts[0].mean > 0.5
    assert list(answer.exhibits())
    baseline = ask(
        "jeopardy.match",
        count=300,
        era=1996,
        select=["lrtb", "usual", "usual"],
        double=["safe", "usual", "usual"],
        final=["cover", "usual", "usual"],
    )
    assert baseline.firsts[0].mean < answer.firsts[0].mean
    assert baseline.seats[0] == "machine lrtb safe cover"


@pytest.mark.slow
def test_match_prices_bets_in_both_games() -> None:
    answer = ask("jeopardy.match", count=10, era=1996, losses=3)
    assert [each.game for each in answer.losses] == [1, 2]
    assert all(each.bets == 3 and abs(each.loss.mean) < 0.2 for each in answer.losses)
    with pytest.raises(InputError, match="bet by its networks"):
        ask("jeopardy.match", count=10, era=1996, losses=3, double=["safe", "usual", "usual"])


def test_one_match_has_no_error_and_no_division_by_zero() -> None:
    answer = ask("jeopardy.match", count=1, era=1996)
    assert answer.firsts[0].se is None


@pytest.mark.parametrize(
    ("path", "arguments", "words"),
    [
        ("win", {"state": STATE, "me": 1, "game": 2}, "give what each player won in game 1"),
        ("win", {"state": STATE, "me": 1, "game": 1, "totals": WON}, "leave them out in game 1"),
        ("win", {"state": STATE, "totals": WON}, "say which player you are"),
        ("daily-double", {"scores": (1000, 900, 800), "me": 1, "game": 1}, "give a state instead of scores"),
        ("final", {"scores": (1000, 900, 800), "me": 1, "game": 2}, "give what each player won in game 1"),
        ("final", {"scores": (1000, 900, 800), "me": 1, "free_pass": True}, "game 2 of a match"),
        ("final", {"scores": (1000, 900, 800), "me": 1, "game": 1, "draws": 5}, "leave out randomise"),
        ("final", {"scores": (0, 900, 800), "me": 1, "game": 1}, "takes no part"),
        ("final", {"scores": (1000, 900, 800), "me": 2, "totals": WON, "cover": True}, "first place"),
        ("final", {"scores": (1000, 900, 800), "me": 1, "totals": WON, "free_pass": True}, "second place"),
        ("match", {"seats": ("you", "average", "average")}, "together with a seat called you"),
    ],
)
def test_what_is_no_match_is_refused_in_words(path: str, arguments: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        ask(f"jeopardy.{path}", **arguments)


def test_the_command_takes_the_game_and_three_totals(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", "2", "--totals", "$21,000", "14000", "9000", "--era", "1996", "--machine"]
    assert run(["jeopardy", "win", STATE, "--me", "2", *words, "--opponents", "grand-champion", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["match"]["totals"] == list(WON)
    assert run(["jeopardy", "win", STATE, "--me", "2", "--game", "3"]) == 2
    assert "1 to 2" in capsys.readouterr().err


def test_a_position_of_a_match_keeps_its_totals_on_the_way_to_play() -> None:
    row = row_of_position(parse_position("6200_4800_3000.2.2.1f3cb288.c6r4.0.2s.21000_14000_9000"))
    assert row[TOTALS].tolist() == list(WON)
    assert opening_row()[TOTALS].tolist() == [0, 0, 0]

"""Questions about any state: what they answer, and what they refuse in words."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz import ask
from kibitz.core import InputError
from kibitz.core.exhibits.grids import HeatMap
from kibitz.core.work import MemoryCheckpointStore, WorkContext
from kibitz.games.jeopardy.people.contestant import Level
from kibitz.games.jeopardy.questions.simulation import SimulateRequest
from kibitz.games.jeopardy.questions.training import TrainRequest
from kibitz.games.jeopardy.show import Era
from kibitz.games.jeopardy.train.evaluator_training import GenerationPlan, train_evaluator
from kibitz.games.jeopardy.value.evaluator import unpack_evaluator
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from papers.watson.experiments.td_training import lambda_targets

STATE = "6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4"


def test_win_tells_three_chances_that_sum_to_one_whoever_asks() -> None:
    for extra in ({}, {"me": 2}, {"me": 1, "opponents": "champion"}, {"me": 3, "machine": True}):
        answer = ask("jeopardy.win", state=STATE, **extra)
        assert sum(answer.chances) == pytest.approx(1)
        assert answer.method == "network"
        assert list(answer.exhibits())


def test_win_is_exact_before_final() -> None:
    answer = ask("jeopardy.win", state="20000_9000_3000.1.2.0-0-0-0-0-0.c6r4c1r3", me=1)
    assert answer.method == "exact"
    assert answer.chances[0] == pytest.approx(1)


def test_a_better_player_wins_more() -> None:
    weak = ask("jeopardy.win", state=STATE, me=2, you=(0.45, 0.8, 0.5, 0.4))
    strong = ask("jeopardy.win", state=STATE, me=2, you=(0.8, 0.92, 0.8, 0.65))
    assert strong.chances[1] > weak.chances[1] + 0.05


def test_own_figures_need_a_player() -> None:
    with pytest.raises(InputError, match="say which player you are"):
        ask("jeopardy.win", state=STATE, machine=True)


@pytest.mark.parametrize("state", ["nonsense", "1_2_3.4.2.0", "6200_4800_3000.2.2.3456-2345-45-12345-5-0"])
def test_a_state_that_is_none_is_refused_with_a_sentence(state: str) -> None:
    with pytest.raises(InputError, match=r"position: .* must be "):
        ask("jeopardy.win", state=state)


def test_a_match_of_two_games_is_valued_for_somebody() -> None:
    with pytest.raises(InputError, match="say which player you are"):
        ask("jeopardy.win", state="6200_4800_3000.2.2.1f3cb288.c6r4.0.2s.20000_10000_5000")


def test_select_names_a_square_with_its_reasons() -> None:
    answer = ask("jeopardy.select", state=STATE, era=1996)
    assert answer.square == answer.counsel.choice == answer.squares[0].square
    assert len(answer.squares) == 15
    assert "Daily Double" in answer.counsel.explanation.headline
    assert list(answer.exhibits())


def test_nothing_can_be_picked_before_final() -> None:
    with pytest.raises(InputError, match="square to pick"):
        ask("jeopardy.select", state="20000_9000_3000.1.2.0-0-0-0-0-0.c6r4c1r3")


def test_the_board_shades_open_squares_and_leaves_played_ones_empty() -> None:
    answer = ask("jeopardy.board", state=STATE)
    assert sum(answer.chances) == pytest.approx(1)
    assert sum(answer.open) == 15
    assert all(chance == 0 for chance, is_open in zip(answer.chances, answer.open, strict=True) if not is_open)
    heat = next(exhibit for exhibit in answer.exhibits() if isinstance(exhibit, HeatMap))
    shown = [cell for row in heat.shares for cell in row]
    assert [cell is None for cell in shown] == [not is_open for is_open in answer.open]
    assert ask("jeopardy.board", state=STATE + "c1r1").explain().headline == "No Daily Double is hidden on this board."


def test_a_daily_double_is_bet_in_any_state_and_caution_costs_and_saves() -> None:
    answer = ask("jeopardy.daily-double", state=STATE, risk=0.5, wager=1000, era=1996)
    assert answer.method == "network"
    assert answer.me == 2
    assert answer.confidence == pytest.approx(0.63, abs=0.05)
    assert answer.counsel.judgement is not None
    assert answer.caution is not None
    assert answer.caution.cost >= 0
    assert answer.caution.wager <= answer.wager
    assert answer.caution.saves >= 0
    words = " ".join(getattr(exhibit, "text", "") for exhibit in answer.exhibits())
    assert "The cautious wager is" in words


def test_more_confidence_bets_more() -> None:
    bets = [ask("jeopardy.daily-double", state=STATE, confidence=p, machine=True).wager for p in (0.35, 0.6, 0.9)]
    assert bets == sorted(bets)


def test_a_limit_on_downside_risk_is_kept() -> None:
    answer = ask("jeopardy.daily-double", state=STATE, limit=0.1, machine=True)
    assert answer.caution is not None
    assert answer.caution.wrong > answer.wrong or answer.risk <= 0.1


def test_scores_and_state_exclude_each_other() -> None:
    with pytest.raises(InputError, match="either scores or a state"):
        ask("jeopardy.daily-double", state=STATE, scores=(1, 2, 3))
    with pytest.raises(InputError, match="either scores or a state"):
        ask("jeopardy.daily-double", confidence=0.5, me=1)
    with pytest.raises(InputError, match="with scores, say which player"):
        ask("jeopardy.daily-double", scores=(1000, 2000, 3000), confidence=0.5)
    with pytest.raises(InputError, match="leave out me and left"):
        ask("jeopardy.daily-double", state=STATE, me=1)
    with pytest.raises(InputError, match="must contain the Daily Double"):
        ask("jeopardy.daily-double", state="6200_4800_3000.2.2.345-2345-45-12345-5-0")


@pytest.mark.slow
def test_rollouts_come_with_errors_and_agree_with_the_network() -> None:
    plain = ask("jeopardy.win", state=STATE, me=2, opponents="grand-champion", machine=True, era=1996)
    played = ask("jeopardy.win", state=STATE, me=2, opponents="grand-champion", machine=True, era=1996, rollouts=10_000)
    assert played.errors is not None
    assert abs(played.chances[1] - plain.chances[1]) < 0.03 + 4 * played.errors[1]
    few = ask("jeopardy.win", state="6200_4800_3000.2.2.5-0-45-0-5-0.c6r4", me=2)
    assert few.method == "rollout"


@pytest.mark.slow
def test_simulate_follows_modules_and_starts_from_a_state() -> None:
    seats = ("machine", "grand-champion", "grand-champion")
    rates = {}
    for module in ("safe", "live"):
        answer = ask(
            "jeopardy.simulate",
            games=8_000,
            seats=seats,
            double=(module, "usual", "usual"),
            final=("best",) * 1 + ("usual",) * 2,
            era=1996,
        )
        rates[module] = answer.win_rates[0].mean
    assert rates["live"] > rates["safe"] + 0.02
    late = ask("jeopardy.simulate", games=500, seats=seats, start="30000_4800_3000.2.2.5-0-0-0-0-0.c6r4c1r3")
    assert late.win_rates[0].mean == pytest.approx(1)
    with pytest.raises(InputError, match="ability equal"):
        SimulateRequest(games=10, start=STATE)


@pytest.mark.slow
def test_training_goes_on_after_the_last_finished_generation_and_gives_the_same_weights() -> None:
    matchup = Matchup(Era.PAPER, EvaluatorRole.MACHINE, Level.GRAND_CHAMPION)
    course = GenerationPlan((800, 800), (1, 1), 8)
    store = MemoryCheckpointStore()
    whole = train_evaluator(matchup, course, store)
    assert len(store.data) == 2
    del store.data[sorted(store.data)[-1]]
    again = train_evaluator(matchup, course, store)
    for one, two in zip(whole.network.parameters(), again.network.parameters(), strict=True):
        np.testing.assert_array_equal(one, two)
    assert [point["loss"] for point in whole.about["curve"]] == [point["loss"] for point in again.about["curve"]]


@pytest.mark.slow
def test_train_answers_with_a_curve_and_a_file_that_reads_back() -> None:
    answer = TrainRequest(role="person", games=1_000, hidden=8, you=("0.7", "0.9", "0.7", "0.6")).answer(WorkContext())
    assert len(answer.learnt[0].losses) == 18
    (file,) = answer.all_files("weights")
    assert unpack_evaluator(file.data).network.sizes == (48, 8, 2)
    with pytest.raises(InputError, match="own rates"):
        TrainRequest(role="machine", you=(0.7, 0.9, 0.7, 0.6))


def test_lambda_targets_run_from_the_outcome_to_the_next_value() -> None:
    values = np.array([[0.2], [0.4], [0.6], [0.5]], dtype=np.float32)
    ends = np.array([[1.0], [1.0], [1.0], [0.0]], dtype=np.float32)
    games = np.array([0, 0, 0, 1])
    np.testing.assert_allclose(lambda_targets(values, ends, games, 1.0), ends)
    np.testing.assert_allclose(lambda_targets(values, ends, games, 0.0)[:, 0], [0.4, 0.6, 1.0, 0.0])
    half = lambda_targets(values, ends, games, 0.5)[:, 0]
    np.testing.assert_allclose(half, [0.5 * 0.4 + 0.5 * 0.8, 0.8, 1.0, 0.0], rtol=1e-6)


def test_the_map_of_final_shows_the_breakpoints_of_figure_9(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.games.jeopardy.answers import final_map

    monkeypatch.setattr(final_map, "SECOND_SHARES", (0.5, 0.6, 0.7, 0.9))
    monkeypatch.setattr(final_map, "THIRD_SHARES", (0.6, 0.1))
    second = ask("jeopardy.final-map", place=2, era=1996)
    assert second.bets[1][0] == "lock-tie"
    assert second.bets[0][1] == "all-in"
    assert second.bets[0][3] == "cover C within two-thirds"
    assert len(second.explain().reasons) == 6
    assert list(second.exhibits())
    leader = ask("jeopardy.final-map", place=1, era=1996)
    assert leader.bets[1][0] == "zero bet"
    assert leader.bets[1][1] in ("cover", "shut-out")


def test_the_rule_of_series_2_covers_unless_confidence_is_low() -> None:
    scores = (20_000, 14_000, 2_000)
    free = {p: ask("jeopardy.final", scores=scores, me=1, era=1996, confidence=p).wager for p in (0.2, 0.45)}
    ruled = {
        p: ask("jeopardy.final", scores=scores, me=1, era=1996, confidence=p, cover_unless=0.4).wager
        for p in (0.2, 0.45)
    }
    assert ruled[0.2] == free[0.2] < 8_000
    assert ruled[0.45] >= 8_000
    with pytest.raises(InputError, match="only for the player in first place"):
        ask("jeopardy.final", scores=scores, me=2, cover_unless=0.4)

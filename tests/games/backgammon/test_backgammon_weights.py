"""The shipped weights: their size and provenance, that results were measured with them, and the bars they pass."""

from __future__ import annotations

import math
from importlib.resources import files
from typing import Any

import pytest
from results import load_result

from kibitz.games.backgammon.nets.weights import load_shipped_weights

WEIGHTS = "src/kibitz/games/backgammon/data/weights.npz"
MEASURED = ("strength", "duels", "levels", "second_table", "speed")
"""Result files that belong to the shipped weights; Neurogammon's belong to its own."""


def figures(name: str) -> Any:
    return load_result(f"backgammon_{name}")["figures"]


def test_the_weights_are_small_and_say_where_they_come_from() -> None:
    file = files("kibitz.games.backgammon") / "data" / "weights.npz"
    assert len(file.read_bytes()) < 3_000_000
    about = load_shipped_weights().about
    for key in ("teacher", "data", "seed", "stages", "cpu_seconds", "excluded"):
        assert about[key], key


@pytest.mark.parametrize("name", MEASURED)
def test_results_were_measured_with_the_shipped_weights(name: str) -> None:
    measured = load_result(f"backgammon_{name}")["data_files"][WEIGHTS]
    assert load_shipped_weights().hash.startswith(measured)


def test_decisions_on_the_referee_table_pass_their_bars() -> None:
    result = figures("strength")
    assert result["referee_0ply"]["n"] == 1000
    assert result["referee_0ply"]["mean"] <= 2.7
    assert result["referee_0ply"]["race"] <= 0.4
    assert result["referee_1ply"]["mean"] < 2.1
    assert result["referee_2ply"]["mean"] < 1.0
    second = figures("second_table")
    assert second["kibitz_0ply"]["n"] == 1000
    assert second["difference"]["mean"] < 2 * second["difference"]["se"]


GNUBG_RMSE = {"general": 0.0378, "player_backgame": 0.0647, "opponent_backgame": 0.0693}
"""GNU Backgammon's static errors on the same rollouts, at 0 plies."""


@pytest.mark.parametrize("kind", GNUBG_RMSE)
def test_static_errors_on_rollouts_are_at_most_gnu_backgammons_and_a_twentieth(kind: str) -> None:
    assert figures("strength")["rollout_rmse"][kind] <= 1.05 * GNUBG_RMSE[kind]


def test_plays_agree_with_people_as_much_as_the_recorded_best_candidate_does() -> None:
    """Within 0.02 of it: two of three groups without look-ahead, the strongest player with two plies of it."""
    result = figures("strength")
    for side in ("L", "O"):
        row = result["human_plays"][side]
        assert row["ours"] >= row["best_candidate"] - 0.02, side
    deep = result["human_plays_2ply"]["P"]
    assert deep["ours"] >= deep["best_candidate"] - 0.02


def test_cube_decisions_lose_at_most_half_of_never_doubling_and_always_taking() -> None:
    cube = figures("strength")["cube"]
    for kind in ("all", "double", "pass"):
        assert cube[kind]["ours"] <= 0.5 * cube[kind]["never_double_always_take"], kind
    assert cube["too good"]["ours"] < 0.005
    assert cube["take"]["ours"] < 0.005
    assert "gnubg_0ply" in cube["all"], "GNU Backgammon's cube stands beside it"


def test_duels_pass_their_bars() -> None:
    result = figures("duels")
    assert result["pubeval_0ply"]["games"] == 2000
    assert result["pubeval_0ply"]["raw"]["value"] >= 0.60
    assert result["gnubg_0ply"]["games"] == 1000
    assert result["gnubg_0ply"]["luck_adjusted"]["value"] >= -0.02
    samples = [result[name]["luck_adjusted"] for name in ("gnubg_2ply", "gnubg_2ply_seed2")]
    mean = sum(sample["value"] for sample in samples) / 2
    assert mean > 2 * math.hypot(*(sample["se"] for sample in samples)) / 2, "two samples of 80 games, pooled"


@pytest.mark.parametrize("pair", ["kibitz_pubeval", "kibitz_hand", "kibitz_neurogammon", "neurogammon_hand"])
def test_matches_to_eleven_are_won_by_two_standard_errors(pair: str) -> None:
    result = figures("duels")[f"match11_{pair}"]
    assert result["games"] == 200
    assert result["raw"]["value"] - 2 * result["raw"]["se"] > 0.5
    assert "match11_neurogammon_pubeval" in figures("duels"), "printed, whatever it is"


def test_levels_were_measured_to_play_at_their_named_error_rate() -> None:
    result = figures("levels")
    assert result["games"] == 300
    for name, level in result["levels"].items():
        assert level["played"] == pytest.approx(level["named"], rel=0.15), name


def test_speed_beside_gnu_backgammon_passes_its_bars() -> None:
    result = figures("speed")
    assert result["ratio"]["evaluations"] >= 1
    assert result["ratio"]["moves"] >= 1
    assert result["ratio"]["two_ply"] >= 0.5
    assert result["self_play_games_a_second"] >= 100
    assert result["cold"]["ratio"] <= 2.5
    assert result["warm_move_ms"] < 5


def test_from_nothing_nine_thousandths_are_reached_in_twenty_cpu_minutes() -> None:
    """Self-play and own look-ahead labels by one command, ``kibitz backgammon train scratch``, no teacher."""
    result = figures("td")
    assert result["referee_0ply"]["n"] == 1000
    assert result["referee_0ply"]["mean"] <= 9
    assert result["cpu_seconds"] <= 1200

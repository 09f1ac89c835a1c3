"""Tesauro 1990, Neurogammon: what the paper states about its method, held against the rebuilt program."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from results import load_result

from kibitz.games.backgammon.board import START, Position
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.moves.sampling import random_position, random_reachable_position
from kibitz.games.backgammon.neurogammon.doubling import (
    blended_chance,
    category_targets,
    doubling_category,
    network_chance,
    score_accuracy,
)
from kibitz.games.backgammon.neurogammon.expert import (
    ExpertPlay,
    comparison_choices,
    read_expert_plays,
    relative_scores,
    transition_choices,
)
from kibitz.games.backgammon.neurogammon.inputs import (
    CUBE_INPUTS,
    MOVE_INPUTS,
    SCORE_INPUTS,
    contact_measure,
    cube_inputs,
    move_inputs,
    score_inputs,
)
from kibitz.games.backgammon.neurogammon.phases import Phase, phase_of
from kibitz.games.backgammon.neurogammon.program import load_shipped_neurogammon

WEIGHTS = "src/kibitz/games/backgammon/data/neurogammon.npz"


def men(**points: int) -> tuple[int, ...]:
    counts = [0] * 25
    for name, n in points.items():
        counts[24 if name == "bar" else int(name[1:]) - 1] = n
    return tuple(counts)


def test_networks_have_the_sizes_of_the_paper() -> None:
    program = load_shipped_neurogammon()
    assert len(program.moves) == 6
    assert {network.sizes for network in program.moves.values()} == {(289, 12, 1)}
    assert program.doubling.sizes == (243, 24, 9)
    assert (MOVE_INPUTS, CUBE_INPUTS, SCORE_INPUTS) == (289, 243, 651)
    board = START.to_array()[None]
    assert move_inputs(board).shape == (1, 289)
    assert cube_inputs(board).shape == (1, 243)
    assert score_inputs(board, board).shape == (1, 651)


def test_every_position_belongs_to_exactly_one_phase() -> None:
    rng = np.random.default_rng(4)
    seen = {phase_of(random_position(rng)) for _ in range(300)}
    seen |= {phase_of(random_reachable_position(rng, int(rng.integers(0, 80)))) for _ in range(30)}
    assert phase_of(START) is Phase.OTHER
    assert phase_of(Position(men(p3=2), men(p8=2))) is Phase.BEAROFF
    assert phase_of(Position(men(p8=2), men(p3=2))) is Phase.RACE
    assert phase_of(Position(men(p8=2, p24=2), men(p3=2))) is Phase.OPPONENT_BEAROFF
    assert phase_of(Position(men(p10=2, p3=2), men(p13=2, p20=2))) is Phase.BEARIN
    assert phase_of(Position(men(p13=2, p20=2), men(p10=2, p3=2))) is Phase.OPPONENT_BEARIN
    assert len(seen) >= 3


def test_the_network_judges_a_final_position_so_comparisons_are_transitive() -> None:
    program = load_shipped_neurogammon()
    rng = np.random.default_rng(1)
    boards = np.stack([random_position(rng).to_array() for _ in range(40)])
    f = program.moves[Phase.OTHER].outputs(move_inputs(boards))[:, 0].astype(np.float64)
    beats = f[:, None] > f[None, :]
    assert not (beats & beats.T).any()
    chain = (beats[:, :, None] & beats[None, :, :]).any(axis=1)
    assert (beats | ~chain).all()


def test_the_nine_outputs_sum_to_the_score_and_a_tenth_of_it_is_a_chance() -> None:
    categories = doubling_category(np.array([-1.0, -0.2, 0.0, 0.52, 3.0]))
    assert categories.tolist() == [1, 4, 5, 8, 9]
    targets = category_targets(categories)
    assert targets.sum(axis=1).tolist() == categories.tolist()
    assert network_chance(targets).max() == pytest.approx(0.9), "too good to double is out of reach"
    assert score_accuracy(targets, categories) == (1.0, 0.0)


def test_the_blend_is_the_network_in_contact_and_the_race_without() -> None:
    assert blended_chance(0.7, 0.4, 1.0) == 0.7
    assert blended_chance(0.7, 0.4, 0.0) == 0.4
    assert contact_measure(START) == 1.0
    assert contact_measure(Position(men(p3=2), men(p8=2))) == 0.0


def test_relative_scores_run_from_plus_to_minus_one_over_the_listed_candidates() -> None:
    results = np.stack([START.to_array()] * 4)
    play = ExpertPlay(
        "a", "P", Phase.OTHER, START.to_array(), results, 1, np.array([2, 0, 1]), np.array([0.3, 0.2, -0.1])
    )
    x, scores = relative_scores([play])
    assert x.shape == (3, SCORE_INPUTS)
    assert scores.tolist() == pytest.approx([1.0, 0.5, -1.0])
    assert comparison_choices([play]).chosen.tolist() == [1]
    assert transition_choices([play]).inputs.shape == (4, SCORE_INPUTS)


@pytest.mark.slow
def test_neurogammon_plays_legal_games_and_handles_the_cube() -> None:
    from kibitz.games.backgammon.play.conventional import HandPlayer
    from kibitz.games.backgammon.play.duel import match_duel

    program = load_shipped_neurogammon()
    result = match_duel(lambda: (program, HandPlayer()), 3, 4, seed=1)
    assert result.games == 4
    ahead = Position(men(p1=2), men(p6=2, p5=2)).to_array()
    assert program.doubles(ahead, CubeState(), np.random.default_rng(0)) in (True, False)
    assert program.chance(ahead) > 0.8


@pytest.mark.needs("shared data")
def test_expert_plays_are_read_with_all_alternatives(shared_data: Path) -> None:
    file = shared_data / "backgammon" / "bglab_checker_4ply.csv.gz"
    plays = list(read_expert_plays(file, limit=40, every=500))
    assert len(plays) == 40
    assert all(len(play.results) >= len(play.listed) for play in plays)
    assert all(play.chosen in play.listed for play in plays)


def test_the_result_file_belongs_to_the_shipped_networks_and_shows_table_1() -> None:
    record = load_result("backgammon_neurogammon")
    assert list(record["data_files"]) == [WEIGHTS]
    result = record["figures"]
    for row in result["table"]:
        assert row["difference"] > -2 * row["se"], row  # in no phase worse by two standard errors
    assert result["pooled_difference"] > 2 * result["pooled_se"]


def test_comparison_beats_relative_scores_over_the_board_too_and_makes_fewer_large_errors() -> None:
    result = load_result("neurogammon_paradigms")["figures"]
    assert result["points_a_game"]["value"] > 2 * result["points_a_game"]["se"]
    assert result["difference"]["mean"] < -2 * result["difference"]["se"]
    assert result["comparison"]["large"] < result["relative"]["large"]

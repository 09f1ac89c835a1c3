"""What players of a rating would play, phases of a game, annotated games, and decisions with values by depth."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import chess.pgn
import numpy as np
import pytest

from kibitz.core import InputError, format_decision, parse_decision
from kibitz.core.work import WorkContext
from kibitz.games.chess.batch_analysis import EngineSpec
from kibitz.games.chess.decisions import analyse_turns
from kibitz.games.chess.elo_scales import OTHER_SCALE_FILES, SHIPPED_SCALE_FILE, load_shipped_scale, scale_for
from kibitz.games.chess.engine import EngineSettings
from kibitz.games.chess.people.annotated_pgn import annotated_pgn
from kibitz.games.chess.people.phases import phase_of_position, split_players_by
from kibitz.games.chess.pgn import parse_games
from kibitz.games.chess.questions import PositionRequest
from kibitz.games.chess.review import review_game
from kibitz.games.chess.turns import game_turns
from kibitz.rate import Sample, format_scale
from kibitz.rate.report.ratings import PlayerRating, RatingsAnswer

ITALIAN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


@pytest.fixture
def analysed(make_engine: Callable[..., str], short_game: str):
    (game,) = parse_games(short_game.encode(), "spring.pgn").games
    spec = EngineSpec(make_engine("ok"), EngineSettings(depth=3))
    return game, analyse_turns(game_turns(game), spec, ":memory:", everything=True)


def test_chances_of_all_moves_sum_to_one_and_stronger_players_find_the_best_more_often(
    make_engine: Callable[..., str], calibration, tmp_path: Path
) -> None:
    work = WorkContext(engine=make_engine("ok"), cache=tmp_path / "cache.sqlite")
    scale = format_scale(calibration[1])
    weak, strong = (
        PositionRequest(fen=ITALIAN, elo=elo, depth=3, multipv=50, scale=scale).answer(work) for elo in (1500.0, 2500.0)
    )
    for answer in (weak, strong):
        assert len(answer.moves) == chess.Board(ITALIAN).legal_moves.count()
        assert sum(row.chance for row in answer.moves) == pytest.approx(1)
        assert [row.chance for row in answer.moves] == sorted((row.chance for row in answer.moves), reverse=True)
        assert answer.expected_loss == pytest.approx(sum(row.chance * row.loss for row in answer.moves))
    assert strong.best_rate > weak.best_rate
    assert "values at 3 depths" in weak.basis
    with pytest.raises(InputError, match="no Elo scale is known"):
        PositionRequest(fen=ITALIAN, depth=3).answer(work)
    for wrong in ("8/8/8/8/8/8/8/8 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
        with pytest.raises(InputError, match="fen"):
            PositionRequest(fen=wrong, depth=3, scale=scale).answer(work)


def test_an_annotated_game_reads_back_with_the_same_moves_values_and_glyphs(analysed, calibration) -> None:
    game, result = analysed
    review = review_game(game, result, calibration[1], 2000)
    text = annotated_pgn(review)
    again = chess.pgn.read_game(io.StringIO(text))
    assert again.errors == []
    assert again.headers["White"] == game.white
    nodes = list(again.mainline())
    assert [node.move.uci() for node in nodes] == list(game.moves)
    nags = {"inaccuracy": 6, "mistake": 2, "blunder": 4}
    for node, row in zip(nodes, review.moves, strict=True):
        assert node.nags == ({nags[row.judgement]} if row.judgement in nags else set())
        if row.value is not None and row.mate is None:
            sign = 1 if row.side == "white" else -1
            assert node.eval().white().score() == pytest.approx(100 * sign * row.value, abs=1)
    assert review.file("pgn").data.decode() == text
    quoted = annotated_pgn(
        type(review)(**{n: getattr(review, n) for n in review.__struct_fields__} | {"white": 'A "B"'})
    )
    assert parse_games(quoted.encode()).games[0].white == 'A "B"'


def test_a_phase_is_told_by_the_pieces_left_and_each_part_is_rated_by_itself(analysed) -> None:
    assert phase_of_position(chess.STARTING_FEN) == "opening"
    assert phase_of_position("r2q1rk1/ppp2ppp/3p4/8/8/3P4/PPP2PPP/R2Q1RK1 w - - 0 1") == "endgame"
    assert phase_of_position("r1bq1rk1/ppp2ppp/3p4/8/8/3P4/PPP2PPP/R1BQ1RK1 w - - 0 1") == "middle game"
    decisions = analysed[1].decisions()
    by_phase = split_players_by(decisions, "phase")
    assert {str(d.player) for d in by_phase} >= {"Ash, Adam, opening", "Birch, Bela, opening"}
    assert {str(d.player) for d in split_players_by(decisions, "game")} == {
        "Ash, Adam, spring.pgn#1",
        "Birch, Bela, spring.pgn#1",
    }
    assert split_players_by(decisions, "player") == decisions


def test_records_keep_values_by_depth_and_the_sample_holds_their_differences(analysed) -> None:
    decisions = analysed[1].decisions()
    first = decisions[0]
    assert len(first.by_depth) == 3
    assert parse_decision(format_decision(first)) == first
    sample = Sample.from_decisions(decisions)
    assert sample.by_depth.shape == (len(decisions), 3, sample.deltas.shape[1])
    np.testing.assert_allclose(sample.by_depth[:, -1][sample.mask], sample.deltas[sample.mask], atol=1e-12)
    early = replace(first, by_depth=first.by_depth[:2])
    assert Sample.from_decisions([early, *decisions[1:]]).by_depth.shape[1] == 3
    assert Sample.from_decisions([replace(first, by_depth=None), *decisions[1:]]).by_depth is None
    for wrong in ([[1.0]], [["x"] * len(first.utilities)], 3, [[None]] * 200):
        record = json.loads(format_decision(first)) | {"by_depth": wrong}
        with pytest.raises(InputError, match="by_depth"):
            parse_decision(json.dumps(record))


ONE_MARK = 0.07
"""Relative error of a mean over 1,000 decisions of a mark."""


def test_every_mark_of_a_shipped_scale_is_within_two_errors_of_its_line() -> None:
    for path in (SHIPPED_SCALE_FILE, *OTHER_SCALE_FILES):
        line = load_shipped_scale(path).adjusted
        off = -line.residuals / line.slope
        assert (np.abs(off) < 2 * ONE_MARK * np.array(line.errors)).all()


def test_marks_200_points_apart_are_in_order_on_every_shipped_scale() -> None:
    for path in (SHIPPED_SCALE_FILE, *OTHER_SCALE_FILES):
        line = load_shipped_scale(path).adjusted
        marks = list(zip(line.ratings, line.errors, strict=True))
        assert all(error > other for mark, error in marks for higher, other in marks if higher >= mark + 200)


def test_shipped_scales_see_all_depths_and_the_usual_ones_rate_decisions_without_them_too() -> None:
    result = {}
    for path in (SHIPPED_SCALE_FILE, *OTHER_SCALE_FILES):
        scale = load_shipped_scale(path)
        assert scale_for(scale.reference.provenance) is scale
        settings = dict(scale.reference.provenance.settings)
        result[settings["depth"], settings["multipv"]] = scale
        assert scale.adjusted.shape.depths == tuple(range(1, int(settings["depth"]) + 1))
    assert set(result) == {("11", "50"), ("9", "50"), ("11", "30"), ("9", "30")}
    for (_, lines), scale in result.items():
        if lines == "50":
            assert [mark.rating for mark in scale.marks] == [1400, 1600, 1800, 1900, 2100, 2300, 2500, 2700, 2800]
            assert scale.at_last.shape.depths == (1,)
        else:
            assert np.abs(scale.adjusted.residuals).max() <= 30
    other = replace(
        load_shipped_scale().reference.provenance, settings=(("depth", "8"), ("hash", "16"), ("multipv", "50"))
    )
    assert scale_for(other) is None


def test_ratings_are_written_as_a_table() -> None:
    row = PlayerRating(
        player="Ash, A.",
        n=40,
        events=2,
        rating=1900.5,
        low=1700.0,
        high=2100.0,
        standard_error=100.0,
        expected_loss=0.1,
        expected_loss_low=0.05,
        expected_loss_high=0.2,
        extrapolated=False,
        best_rate=0.5,
        average_error=0.12,
        fit=None,
        note="a note",
    )
    answer = RatingsAnswer(
        scale="Elo", unit="pawns", scaling="log:1.0:10.0", engine=None, reference_decisions=5, players=(row,)
    )
    (read,) = csv.DictReader(io.StringIO(answer.file("csv").data.decode()))
    assert (read["player"], float(read["rating"]), read["method"], read["known_rating"]) == (
        "Ash, A.",
        1900.5,
        "ff",
        "",
    )

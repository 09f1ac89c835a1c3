"""Games with evaluations and clocks: reading, accuracy as lichess defines it, ratings without an engine."""

from __future__ import annotations

import gzip
import importlib.util
import io
import itertools
import math
import statistics
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import ask
from kibitz.core import Document, InputError
from kibitz.games.chess.accuracy import game_accuracy, move_accuracies, win_percentages
from kibitz.games.chess.annotated_games import format_eval, parse_eval, parse_games, stream_games
from kibitz.games.chess.kind_scale import KINDS, RatedMoves, fit_kind_scale, load_kind_scale
from kibitz.games.chess.loss_breakdown import group_by_kind, group_by_seconds, halving_cost, side_moves, trouble_cost
from kibitz.games.chess.online_scale import (
    RATING_GRID,
    RatedSides,
    collect_sides,
    fit_evaluation_scale,
    load_evaluation_scale,
    side_features,
)

PGN = """[Event "Rated rapid game"]
[White "ann"]
[Black "bob"]
[WhiteElo "1900"]
[BlackElo "1850"]
[TimeControl "600+5"]

1. e4 { [%eval 0.3] [%clk 0:10:00] } 1... e5 $1 { [%eval 0.25] [%clk 0:10:00] } (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3!?
{ good [%eval 0.31] [%clk 0:09:58] } 2... f6?? { [%eval 1.9] [%clk 0:00:40.5] } 3. Nxe5 { [%eval #-3] } 3... O-O 0-1

[Event "no comments"]
[FEN "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"]

1... Kd5 { [%eval 0.0] } 2. e4+ *
"""


def lichess_accuracy(scores: list[float], white: bool) -> float:
    """The definition written out plainly, one number after the other."""
    wins = [50 + 50 * (2 / (1 + math.exp(-0.00368208 * max(-1000, min(1000, x)))) - 1) for x in [15, *scores]]
    size = min(max(len(scores) // 10, 2), 8)
    windows = [wins[:size]] * (min(size, len(wins)) - 2) + [wins[i : i + size] for i in range(len(wins) - size + 1)]
    weights = [min(max(statistics.pstdev(window), 0.5), 12) for window in windows]
    own = []
    for i, weight in zip(range(len(scores)), weights, strict=False):
        if (i % 2 == 0) != white:
            continue
        fall = wins[i] - wins[i + 1] if white else wins[i + 1] - wins[i]
        raw = 103.1668100711649 * math.exp(-0.04354415386753951 * fall) - 3.166924740191411 + 1
        own.append((100.0 if fall <= 0 else min(max(raw, 0), 100), weight))
    weighted = sum(a * w for a, w in own) / sum(w for _, w in own)
    harmonic = len(own) / sum(1 / max(a, 1) for a, _ in own)
    return (weighted + harmonic) / 2


@given(st.lists(st.floats(-2500, 2500), min_size=2, max_size=120))
def test_accuracy_is_that_of_the_definition_written_out(scores):
    white, black = game_accuracy(np.array(scores))
    assert white.accuracy == pytest.approx(lichess_accuracy(scores, True), abs=1e-8)
    assert black.accuracy == pytest.approx(lichess_accuracy(scores, False), abs=1e-8)


def test_the_published_points_of_win_percentage_and_accuracy():
    assert win_percentages(np.array([0.0, 100.0, -100.0])) == pytest.approx([50, 59.1, 40.9], abs=0.1)
    assert move_accuracies(np.array([-3.0, 0.0, 10.0, 100.0])) == pytest.approx([100, 100, 64.6, 0.0], abs=0.1)
    white, black = game_accuracy(np.array([15.0, 15.0, -85.0, -85.0]))
    assert (white.acpl, black.acpl) == (50, 0)
    assert black.accuracy == pytest.approx(100)
    assert game_accuracy(np.empty(0))[0].accuracy is None


def test_evaluations_clocks_and_variations_are_read():
    first, second = parse_games(io.StringIO(PGN))
    assert first.moves == ("e4", "e5", "Nf3!?", "f6??", "Nxe5", "O-O")
    assert first.centipawns[:5].tolist() == [30, 25, 31, 190, -10000]
    assert first.n_evaluated == 5
    assert first.clocks[:4].tolist() == [600, 600, 598, 40.5]
    assert (first.speed, first.time_control, first.rating(False)) == ("rapid", (600.0, 5.0), 1850)
    assert not second.white_starts
    assert second.rating(True) is None
    assert second.speed is None
    white, black = game_accuracy(second.centipawns[:1], second.white_starts)
    assert (white.n_moves, black.n_moves) == (0, 1)


def test_packed_files_give_the_same_games_and_damaged_ones_a_sentence(tmp_path):
    plain, packed = tmp_path / "a.pgn", tmp_path / "a.pgn.gz"
    plain.write_text(PGN)
    packed.write_bytes(gzip.compress(PGN.encode()))
    for source in (plain, packed, Document(name="a.pgn", text=PGN)):
        assert [game.moves[0] for game in stream_games(source)] == ["e4", "Kd5"]
    packed.write_bytes(gzip.compress(PGN.encode() * 50)[:200])
    with pytest.raises(InputError, match="damaged or cut off"):
        list(stream_games(packed))
    with pytest.raises(InputError, match="No such file"):
        list(stream_games(tmp_path / "none.pgn"))


def test_zstandard_is_read_or_its_extra_is_named(tmp_path):
    other = tmp_path / "a.pgn.zst"
    if importlib.util.find_spec("zstandard") is None:
        other.write_bytes(b"")
        with pytest.raises(InputError, match="install zstandard"):
            list(stream_games(other))
        return
    import zstandard

    other.write_bytes(zstandard.ZstdCompressor().compress(PGN.encode()))
    assert [game.moves[0] for game in stream_games(other)] == ["e4", "Kd5"]


def test_games_are_streamed_one_by_one():
    class Endless(io.TextIOBase):
        lines = itertools.cycle(PGN.splitlines(keepends=True))

        def readline(self, size=-1):
            return next(self.lines)

    games = parse_games(Endless())
    assert [len(next(games).moves) for _ in range(4)] == [6, 2, 6, 2]


@given(st.floats(-80, 80))
def test_an_evaluation_reads_back_as_it_was_written(pawns):
    assert parse_eval(format_eval(pawns)) == pytest.approx(100 * pawns, abs=0.5)
    assert parse_eval(format_eval(99.97)) == 10_000
    assert format_eval(-99.97) == "#-3"


def rated_game(skill: float, rng: np.random.Generator, plies: int = 80):
    """A game in which White loses less the stronger."""
    scores, score = [], 0.0
    for ply in range(plies):
        score += rng.exponential(80 * math.exp(-skill)) * -1 if ply % 2 == 0 else rng.exponential(30)
        score *= 0.9
        scores.append(score)
    moves = " ".join(
        f"{i // 2 + 1}{'.' if i % 2 == 0 else '...'} e4 {{ [%eval {x / 100:.2f}] }}" for i, x in enumerate(scores)
    )
    head = f'[White "p"]\n[Black "q"]\n[WhiteElo "{1500 + 400 * skill:.0f}"]\n[TimeControl "300+3"]\n\n'
    return next(parse_games(io.StringIO(head + moves)))


def test_a_scale_is_fitted_rates_its_players_and_covers_them():
    rng = np.random.default_rng(3)
    skills = rng.uniform(-1, 2, 400)
    sides = collect_sides([rated_game(skill, rng) for skill in skills])
    named = RatedSides(sides.features, sides.ratings, sides.speeds, [f"p{i // 2}" for i in range(len(sides.ratings))])
    train, test = named.take(np.arange(300)), named.take(np.arange(300, len(named.ratings)))
    scale = fit_evaluation_scale(train)
    rated = [scale.rate(test.features[i : i + 1], "blitz") for i in range(len(test.ratings))]
    held = [row.low <= truth <= row.high for row, truth in zip(rated, test.ratings, strict=True)]
    assert np.mean(held) > 0.88
    assert np.corrcoef([row.value for row in rated], test.ratings)[0, 1] > 0.8
    five = scale.rate(test.features[:5], "blitz")
    one = scale.rate(test.features[:1], "blitz")
    assert five.high - five.low < one.high - one.low
    assert five.pool == "lichess blitz"


def test_the_shipped_scale_rates_better_play_higher_and_stays_on_its_grid():
    scale = load_evaluation_scale()
    rng = np.random.default_rng(4)
    values = []
    for skill in (0.0, 1.0, 2.5):
        own = [side_features(rated_game(skill, rng), True) for _ in range(5)]
        rated = scale.rate(np.array(own), "rapid")
        assert RATING_GRID[0] <= rated.low <= rated.value <= rated.high <= RATING_GRID[-1]
        values.append(rated.value)
    assert values == sorted(values)
    with pytest.raises(InputError, match="not bullet"):
        scale.rate(np.array(own), "bullet")


def test_losses_by_phase_and_time_add_up_to_the_moves():
    rng = np.random.default_rng(5)
    games = [(rated_game(0.0, rng), True) for _ in range(3)]
    groups = {group.name: group for group in group_by_kind([side_moves(*each) for each in games])}
    assert list(groups) == ["opening", "middle game", "endgame"]
    assert groups["opening"].n_games == 3
    assert groups["opening"].standard_error is not None
    first = next(parse_games(io.StringIO(PGN)))
    clocked = {group.name: group for group in group_by_kind([side_moves(first, False)])}
    assert clocked["opening"].n_moves == 2
    assert clocked["time left"].n_moves == 1
    assert clocked["opening"].standard_error is None


def clocked_game(rng: np.random.Generator, cost: float) -> str:
    """A game in which White loses ``cost`` centipawns more with each halving of the time left."""
    score, clock, text = 0.0, 600.0, ""
    for ply in range(80):
        if ply % 2 == 0:
            score = -20 - rng.exponential(10) - cost * math.log2(600 / clock)
            clock *= 0.9
        else:
            score = 15
        side = "." if ply % 2 == 0 else "..."
        text += (
            f"{ply // 2 + 1}{side} e4 {{ [%eval {score / 100:.2f}] [%clk 0:{int(clock // 60)}:{clock % 60:05.2f}] }} "
        )
    return f'[White "p"]\n[Black "q"]\n[WhiteElo "1700"]\n[TimeControl "600+0"]\n\n{text}*\n\n'


def test_half_the_time_left_costs_what_the_games_were_made_to_cost():
    rng = np.random.default_rng(8)
    text = "".join(clocked_game(rng, 20.0) for _ in range(12))
    sides = [side_moves(game, True) for game in parse_games(io.StringIO(text))]
    found = halving_cost(sides)
    per_centipawn = 25 * 0.00368208  # slope of the win percentage at 0
    assert found.drop == pytest.approx(20 * per_centipawn, rel=0.15)
    assert 0 < found.standard_error < 0.2
    assert halving_cost(sides[:2]) is None
    left, spent = group_by_seconds(sides), group_by_seconds(sides, spent=True)
    assert [group.name for group in left[:2]] == ["below 10 s", "10 s to 30 s"]
    assert [group.mean_drop for group in left] == sorted((group.mean_drop for group in left), reverse=True)
    assert sum(group.n_moves for group in spent) == sum(group.n_moves for group in left)
    assert trouble_cost(sides) > 0
    assert trouble_cost([side_moves(next(parse_games(io.StringIO(PGN))), True)]) is None


def test_a_kind_of_moves_is_rated_and_covers_players_of_known_rating():
    rng = np.random.default_rng(9)
    skills = rng.uniform(-1, 2, 400)
    games = [rated_game(skill, rng) for skill in skills]
    rated = RatedMoves(
        [side_moves(game, True) for game in games],
        1500 + 400 * skills,
        np.zeros(len(games), dtype=np.intp),
        [f"p{i}" for i in range(400)],
    )
    with pytest.raises(InputError, match="time left"):
        fit_kind_scale(rated)
    timed = RatedMoves(
        [replace(side, in_trouble=(np.arange(len(side.drops)) % 2).astype(float)) for side in rated.sides],
        rated.ratings,
        rated.speeds,
        rated.players,
    )
    scale, pool = fit_kind_scale(timed.take(np.arange(300))), load_evaluation_scale()
    pool = replace(pool, pool_means=(1700.0,) * 3, pool_sds=(350.0,) * 3)
    held = []
    for row in range(300, 400):
        for kind in KINDS:
            if (found := scale.rate([timed.sides[row]], kind, "blitz", pool)) is None:
                continue
            held.append(found.low <= timed.ratings[row] <= found.high)
            assert RATING_GRID[0] <= found.low <= found.value <= found.high <= RATING_GRID[-1]
    assert len(held) > 350
    assert np.mean(held) > 0.9
    assert (
        scale.rate([replace(timed.sides[0], phases=np.full(len(timed.sides[0].phases), 2))], "opening", "blitz", pool)
        is None
    )
    shipped = load_kind_scale()
    assert set(shipped.lines) == set(KINDS)
    for line in shipped.lines.values():
        assert 0 < line.kept <= line.common < 0.2
        assert line.slope < 0
        assert line.total_deviation(np.full(50, 20.0)) > math.sqrt(50) * line.deviation(np.array([20.0]))[0]


def test_play_beyond_every_rating_counts_as_that_of_the_nearest():
    scale = load_evaluation_scale()
    better = np.sign(np.array(scale.weights[3:])) * np.array(scale.widths)
    values = [
        scale.rate(np.repeat((np.array(scale.centres) + k * better)[None, :], 40, axis=0), "classical").value
        for k in (-6, -0.5, 0, 0.5, 6)
    ]
    assert values == sorted(values)
    for k in (-6, 6):
        one = scale.rate((np.array(scale.centres) + k * better)[None, :], "classical")
        assert one.high - one.low > 200


def review_file(name: str = "mine.pgn") -> Document:
    rng = np.random.default_rng(10)
    return Document(name=name, text="".join(clocked_game(rng, 20.0) for _ in range(6)) + PGN)


def test_a_review_has_accuracy_ratings_phases_games_and_time():
    answer = ask("chess.review", games=[review_file()])
    assert (answer.player, answer.speed, answer.n_games, answer.n_without_evaluations) == ("p", "rapid", 8, 1)
    row = answer.reviewed
    games = list(parse_games(io.StringIO(review_file().text)))[:6]
    own = [game_accuracy(game.centipawns)[0] for game in games]
    assert row.accuracy == pytest.approx(np.mean([side.accuracy for side in own]))
    assert (row.n_games, row.tag_rating, row.rating.pool) == (6, 1700, "lichess rapid")
    assert [game.number for game in answer.games] == [1, 2, 3, 4, 5, 6]
    assert [group.kind for group in answer.kinds] == list(KINDS)
    assert all(group.rating is not None for group in answer.kinds)
    assert answer.trouble_cost > 0
    assert "half the time left costs" in " ".join(answer.explain().reasons)
    table = answer.file("csv").data.decode().splitlines()
    assert len(table) == 7
    assert table[0].startswith("number,date,side")


def test_a_review_takes_part_of_a_name_and_says_who_there_is():
    files = [review_file()]
    assert ask("chess.review", games=files, player="Q").player == "q"
    with pytest.raises(InputError, match=r"nobody named 'zed'.*ann, bob"):
        ask("chess.review", games=files, player="zed")
    with pytest.raises(InputError, match=r"none with \[%eval\]"):
        ask("chess.review", games=[Document(name="a.pgn", text="1. e4 e5 *\n")])
    with pytest.raises(InputError, match=r"a\.pgn\.gz: the file is damaged"):
        ask("chess.review", games=[Document(name="a.pgn.gz", data=b"nothing")])


def test_a_review_of_games_without_a_time_control_has_accuracy_and_no_rating():
    text = review_file().text.replace('[TimeControl "600+0"]\n', "")
    answer = ask("chess.review", games=[Document(name="a.pgn", text=text)], player="p")
    assert answer.speed == "unknown"
    assert answer.reviewed.rating is None
    assert answer.reviewed.accuracy > 50
    assert "no rating" in answer.explain().headline


@pytest.mark.parametrize(
    "text",
    [
        "{" * 300_000,
        "(" * 300_000,
        "1. e4 {[%eval 0.1]" + "{" * 300_000,
        '[WhiteElo "' + "9" * 9_000 + '"]\n\n1. e4 *\n',
    ],
    ids=["comments", "variations", "open comment", "rating"],
)
def test_damaged_games_are_read_in_a_moment(text: str) -> None:
    for game in parse_games(io.StringIO(text)):
        assert game.rating(white=True) is None


def test_a_game_of_tags_or_one_endless_line_is_refused_before_it_is_held() -> None:
    for text in ("".join(f'[Tag{k} "x"]\n' for k in range(200_000)), "e4 " * 1_000_000):
        with pytest.raises(InputError, match="at most"):
            list(parse_games(io.StringIO(text)))

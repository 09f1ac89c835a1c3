"""Screening of a field: the mixture test, its interval, the correction for many players, and who is skipped."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from kibitz.core import InputError
from kibitz.core.csv_text import format_csv, safe_cell
from kibitz.games.chess.elo_scales import load_shipped_scale
from kibitz.rate import Sample, Scale
from kibitz.rate.agents import agent_of_rating, draw_choices
from kibitz.rate.ratings.field_screening import (
    MIN_SCREENED_DECISIONS,
    false_discovery_rates,
    screen_field,
    screen_one,
    telling_decisions,
)
from kibitz.rate.ratings.mixture import best_option_chances, estimate_share, share_deviates


@pytest.fixture(scope="module")
def scale() -> Scale:
    return load_shipped_scale()


def players(scale: Scale, shares: dict[str, float], moves: int = 300, rating: float = 2300.0, seed: int = 3) -> Sample:
    """Simulated players of one rating who take a best move in a share of their decisions."""
    rng = np.random.default_rng(seed)
    parts = []
    for name, share in shares.items():
        own = scale.reference.take(rng.integers(0, len(scale.reference), moves))
        chances = agent_of_rating(own, scale, rating).chances(own)
        mixed = (1 - share) * chances + share * best_option_chances(own)
        chosen = own.with_choices(draw_choices(mixed, own, rng))
        names = np.array([name] * moves, dtype=object)
        parts.append(replace(chosen, players=names, ratings=np.full(moves, rating)))
    return Sample.union(parts)


@given(st.lists(st.tuples(st.floats(0.01, 1.0), st.sampled_from([0.0, 0.5, 1.0])), min_size=2, max_size=40))
def test_the_share_maximises_the_likelihood_found_by_another_optimiser(choices: list[tuple[float, float]]) -> None:
    own, best = (np.array(column) for column in zip(*choices, strict=True))
    result = estimate_share(own, best)

    def cost(x: float) -> float:
        return -float(np.log(np.maximum((1 - x) * own + x * best, 1e-300)).sum())

    other = minimize_scalar(cost, bounds=(0, 1), method="bounded", options={"xatol": 1e-10})
    assert cost(result.share) <= cost(other.x) + 1e-7
    assert 0 <= result.low <= result.share <= result.high <= 1


def test_choices_that_no_person_would_change_say_nothing() -> None:
    certain = np.ones(50)
    result = estimate_share(certain, certain)
    assert (result.share, result.low, result.high, result.z) == (0.0, 0.0, pytest.approx(1.0, abs=1e-6), 0.0)


@pytest.mark.parametrize(("own", "best"), [([], []), ([0.0], [1.0]), ([0.5], [0.5, 0.5]), ([0.5], [2.0])])
def test_impossible_chances_are_refused(own: list[float], best: list[float]) -> None:
    with pytest.raises(InputError, match="chances"):
        estimate_share(np.array(own), np.array(best))


def test_honest_simulated_players_have_standard_deviates(scale: Scale) -> None:
    rng = np.random.default_rng(8)
    own = scale.reference.take(rng.integers(0, len(scale.reference), 200))
    chances, best = agent_of_rating(own, scale, 2200.0).chances(own), best_option_chances(own)
    rows = np.arange(len(own))
    drawn = [draw_choices(chances, own, rng) for _ in range(800)]
    z = share_deviates(np.stack([chances[rows, c] for c in drawn]), np.stack([best[rows, c] for c in drawn]))
    z *= 1.15  # without the widening for dependent moves
    assert z.mean() == pytest.approx(-0.1, abs=0.15)
    assert z.std() == pytest.approx(1.05, abs=0.12)
    assert (z > 2.326).mean() < 0.025


def test_intervals_hold_the_share_of_help(scale: Scale) -> None:
    rng = np.random.default_rng(5)
    own = scale.reference.take(rng.integers(0, len(scale.reference), 200))
    chances, best = agent_of_rating(own, scale, 2300.0).chances(own), best_option_chances(own)
    rows, held = np.arange(len(own)), 0
    for _ in range(150):
        chosen = draw_choices(0.75 * chances + 0.25 * best, own, rng)
        result = estimate_share(chances[rows, chosen], best[rows, chosen])
        held += result.low <= 0.25 <= result.high
    assert held / 150 > 0.92  # 95 % and more, since standard errors are widened


def test_a_helped_player_stands_out_and_honest_ones_do_not(scale: Scale) -> None:
    field = players(scale, {"Ash": 0.0, "Birch": 0.4, "Cedar": 0.0, "Dogwood": 0.0})
    result = screen_field(field, scale)
    assert result.players[0].player == "Birch"
    assert [row.player for row in result.players if row.q <= 0.05] == ["Birch"]
    first = result.players[0]
    assert first.share_low < 0.4 < first.share_high
    assert first.z_best > 2 < first.z_equal
    assert 0 <= first.power <= 1
    own = field.take(field.players == "Birch")
    telling = telling_decisions(own, scale, first)
    assert 0 < len(telling) <= 10
    assert (own.deltas[telling, own.chosen[telling]] == 0).all()


def test_the_order_of_players_changes_nothing(scale: Scale) -> None:
    field = players(scale, {"Ash": 0.0, "Birch": 0.2, "Cedar": 0.1}, moves=60)
    turned = field.take(np.arange(len(field))[::-1])
    for a, b in zip(screen_field(field, scale).players, screen_field(turned, scale).players, strict=True):
        assert (a.player, a.n) == (b.player, b.n)
        assert a.z_help == pytest.approx(b.z_help, abs=1e-9)
        assert a.q == pytest.approx(b.q, abs=1e-9)


def test_few_decisions_and_missing_ratings_are_named(scale: Scale) -> None:
    field = players(scale, {"Ash": 0.0}, moves=60)
    few = players(scale, {"Birch": 0.0}, moves=MIN_SCREENED_DECISIONS - 1)
    unrated = players(scale, {"Cedar": 0.0}, moves=40)
    unrated = replace(unrated, ratings=np.full(40, np.nan))
    result = screen_field(Sample.union([field, few, unrated]), scale)
    assert [row.player for row in result.players] == ["Ash"]
    assert {row.player: row.reason for row in result.skipped} == {
        "Birch": "fewer than 30 decisions",
        "Cedar": "no rating in the records",
    }


def test_stronger_play_than_claimed_moves_every_score_the_same_way(scale: Scale) -> None:
    own = players(scale, {"Ash": 0.0}, moves=400, rating=2500.0)
    weaker, right = screen_one(own, scale, 2000.0), screen_one(own, scale, 2500.0)
    assert weaker.z_best > right.z_best
    assert weaker.z_equal > right.z_equal
    assert weaker.z_error < right.z_error
    assert weaker.z_help > right.z_help


@given(st.lists(st.floats(0, 1), max_size=20))
def test_false_discovery_rates_follow_benjamini_and_hochberg(p: list[float]) -> None:
    q = false_discovery_rates(p)
    assert len(q) == len(p)
    for own, rate in zip(p, q, strict=True):
        expected = min(min(x * len(p) / sum(y <= x for y in p) for x in p if x >= own), 1.0)
        assert rate == pytest.approx(expected, abs=1e-12)


@given(st.text(max_size=20))
def test_no_cell_of_a_csv_file_is_a_formula(text: str) -> None:
    cell = safe_cell(text)
    assert isinstance(cell, str)
    assert cell in (text, f"'{text}")
    assert not cell.startswith(("=", "@")) or cell == text == ""
    if cell.startswith(("+", "-", "\t", "\r")):
        float(cell)


def test_a_csv_file_keeps_numbers_and_disarms_names() -> None:
    assert format_csv(("player", "z"), [("=1+1", -0.5), ("-2", "+3")]) == b"player,z\n'=1+1,-0.5\n-2,+3\n"

"""The long matches of the safe bidder hold what is promised."""

from __future__ import annotations

import pytest
from match_safe_bidder import holds
from results import load_result

SAVED = load_result("safe_bidder")["figures"]


@pytest.mark.parametrize("name", SAVED)
def test_results_of_long_matches_hold(name: str) -> None:
    assert SAVED[name]["commit"]
    assert holds(name, SAVED[name])


def test_every_rival_of_the_safe_bidder_was_met_in_400_rounds() -> None:
    """Deals are played in both seatings, so 200 of them are 400 rounds of duplicate deals."""
    rivals = {name.partition(" v ")[2]: row for name, row in SAVED.items() if name.startswith("saddle")}
    assert {"increment", "loss", "reserve", "reserve:12", "mirror:saddle", "dp", "mirror:dp"} <= set(rivals)
    assert all(2 * row["rounds"] >= 400 for row in rivals.values())
    assert all(row["rounds"] >= 50 for row in SAVED.values())


def test_guarded_keeps_what_dp_gains_on_the_same_deals() -> None:
    """Six seats, three hidden letters, 250 rounds in six rotations: at least 13 points over loss-based players."""
    guarded, dp = SAVED["guarded v 5 loss"], SAVED["dp v 5 loss"]
    assert guarded["seed"] == dp["seed"] == 501
    assert guarded["rounds"] == dp["rounds"] == 250
    assert guarded["difference"] == dp["difference"]
    assert guarded["low"] >= 13


def test_a_warm_bid_takes_less_than_three_tenths_of_a_second() -> None:
    """Processor time, from a rack without letters to three letters at a table of 14 (benchmarks/sevens_bid.py)."""
    warm = load_result("sevens_bid")["figures"]["warm"]
    assert len(warm) >= 8
    assert max(warm.values()) < 0.3

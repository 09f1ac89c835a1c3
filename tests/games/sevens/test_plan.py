"""Prices and values: both programs against the plain recursion, and cases that can be counted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.bidding.plan import (
    OPEN_PLACE_VALUE,
    draw_chances,
    opening_plans,
    solve_arrays,
    solve_plan,
)
from kibitz.games.sevens.bidding.prices import (
    MAX_BID_CELL,
    N_PHASES,
    Market,
    PriceModel,
    geometric_distribution,
    market_tables,
    phase_of,
)
from kibitz.games.sevens.bidding.rack_graph import sublattice
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.reach import reach_probabilities
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE, IntArray, counts_of, with_letter

RACKS = st.sampled_from(["", "E", "AN", "EST", "NRST", "AEINR", "OTT", "AEINRS"])


def random_market(seed: int, share: float = 0.2) -> Market:
    """Prices that differ by phase and letter."""
    rng = np.random.default_rng(seed)
    chances = rng.dirichlet(np.geomspace(1, 0.01, MAX_BID_CELL), size=(N_PHASES, 26))
    stray = chances.mean(axis=1)
    shares = np.full(N_PHASES, share)
    return Market(chances, market_tables(chances, shares[:, None]), market_tables(stray, shares))


def certain_market(bid: int) -> Market:
    """Somebody always bids exactly this."""
    chances = np.zeros((N_PHASES, 26, MAX_BID_CELL))
    chances[..., bid] = 1
    return Market(
        chances, market_tables(chances, np.zeros((N_PHASES, 1))), market_tables(chances[:, 0], np.zeros(N_PHASES))
    )


def recurse_values(
    lexicon: Lexicon, rack: str, unseen: IntArray, draws: int, auctions: int, market: Market
) -> dict[tuple[int, str], float]:
    """The recursion written out rack by rack: values by auctions to come and rack."""
    lattice = lexicon.lattice
    total, own = int(unseen.sum()), {letter: rack.count(letter) for letter in rack}
    values: dict[tuple[int, str], float] = {}

    def value(left: int, held: str) -> float:
        result = values.get((left, held))
        if result is None:
            result = values[left, held] = compute(left, held)
        return result

    def compute(left: int, held: str) -> float:
        room = RACK_SIZE - len(held)
        best = lexicon.best_word(held)[0]
        if room == 0 or left < room:
            return float(best)
        remaining = max(total - (len(held) - len(rack)), 1)
        now = 0.0 if left == room else value(left - 1, held)
        result, stray = now, 1.0
        phase = phase_of(left, auctions)
        for number in range(26):
            letter = chr(65 + number)
            larger = with_letter(held, letter)
            if lattice.find(larger) < 0:
                continue
            chance = max(int(unseen[number]) - held.count(letter) + own.get(letter, 0), 0) / remaining
            stray -= chance
            gain = value(left - 1, larger) - now
            result += chance * (gain if left == room else _best_profit(market.tables[phase, number], gain))
        gain = best + OPEN_PLACE_VALUE * room - now
        stray = max(stray, 0.0)
        return result + stray * (gain if left == room else _best_profit(market.stray[phase], gain))

    for left in range(draws + 1):
        value(left, rack)
        for number in range(26):
            if lattice.find(with_letter(rack, chr(65 + number))) >= 0:
                value(left, with_letter(rack, chr(65 + number)))
    return values


def _best_profit(table: NDArray[np.float32], worth: float) -> float:
    """The larger expected profit of the two bids around the value; that of a bid of 0 when the letter is unwanted."""
    bid = min(int(worth), MAX_BID_CELL - 1) if worth > 0 else 0
    profits: FloatArray = table[bid : bid + 2, 0].astype(np.float64) * worth - table[bid : bid + 2, 1]
    return float(profits.max() if worth > 0 else profits[0])


@settings(max_examples=25)
@given(RACKS, st.integers(0, 1000), st.integers(0, 9), st.integers(0, 12))
def test_both_programs_give_the_values_of_the_plain_recursion(
    small: Lexicon, rack: str, seed: int, draws: int, gone: int
) -> None:
    rng = np.random.default_rng(seed)
    unseen = SCRABBLE.bag() - counts_of(rack)
    for tile in rng.permutation(np.repeat(np.arange(26), unseen))[:gone]:
        unseen[tile] -= 1
    market, graph = random_market(seed), sublattice(small, rack)
    reference = recurse_values(small, rack, unseen, draws, 12, market)
    for plan in (
        solve_plan(graph, unseen, draws, 12, market),
        solve_arrays(graph, unseen, draws, 12, market),
    ):
        for left in range(draws + 1):
            assert plan.value(left) == pytest.approx(reference[left, rack], rel=2e-5, abs=2e-4)
            for letter in plan.next_racks:
                larger = "".join(sorted(rack + chr(65 + letter)))
                assert plan.value(left, letter) == pytest.approx(reference[left, larger], rel=2e-5, abs=2e-4)


def test_one_solution_of_the_whole_lattice_gives_the_plans_of_single_letters(small: Lexicon) -> None:
    market = random_market(3)
    plans = opening_plans(small, 14, market)
    assert set(plans) == {"", *(chr(65 + letter) for letter in sublattice(small, "").next_racks())}
    for rack in ("", "E", "T", "Q"):
        alone = solve_plan(sublattice(small, rack), SCRABBLE.bag() - counts_of(rack), 14, 14, market)
        for left in range(15):
            assert plans[rack].value(left) == pytest.approx(alone.value(left), rel=1e-5, abs=1e-4)
            for letter in alone.next_racks:
                assert plans[rack].value(left, letter) == pytest.approx(alone.value(left, letter), rel=1e-5, abs=1e-4)


@given(RACKS)
def test_when_alone_the_chance_of_a_seven_is_the_sum_of_exact_reaches(small: Lexicon, rack: str) -> None:
    unseen = SCRABBLE.bag() - counts_of(rack)
    room = 7 - len(rack)
    plan = solve_arrays(sublattice(small, rack), unseen, room, 42, random_market(1))
    assert plan.seven_chance(room) == pytest.approx(reach_probabilities(small, rack, unseen, room).sum(), rel=1e-4)


def test_a_seven_that_needs_one_letter_is_worth_the_chance_to_buy_it(small: Lexicon) -> None:
    """One open place, two auctions: at a certain price of 10 the first is worth the chance of a wanted tile times the
    gain over waiting, and waiting means that the last tile is ours for nothing."""
    rack, market = "AEINRS", certain_market(10)
    unseen = SCRABBLE.bag() - counts_of(rack)
    part = sublattice(small, rack)
    chance = {int(letter): float(unseen[letter]) / 92 for letter in part.next_racks() if unseen[letter]}
    words = {letter: small.best_word("".join(sorted(rack + chr(65 + letter))))[0] for letter in chance}
    best, stray = small.best_word(rack)[0], 1 - sum(chance.values())
    alone = sum(q * words[letter] for letter, q in chance.items()) + stray * (best + OPEN_PLACE_VALUE)
    wanted = sum(q * max(0.0, words[letter] - alone - 10) for letter, q in chance.items())
    plan = solve_plan(part, unseen, 2, 7, market)
    assert plan.value(1) == pytest.approx(alone, rel=1e-5)
    assert plan.value(2) == pytest.approx(alone + wanted, rel=1e-5)


def test_dear_letters_leave_only_what_comes_for_nothing(small: Lexicon) -> None:
    rack = "NRST"
    unseen = SCRABBLE.bag() - counts_of(rack)
    plan = solve_plan(sublattice(small, rack), unseen, 20, 42, certain_market(63))
    assert all(plan.value(left) == pytest.approx(plan.value(3) or 0, abs=1e-3) for left in range(3, 21))


def test_draw_chances_sum_to_one_everywhere(small: Lexicon) -> None:
    part = sublattice(small, "EST")
    chance, stray = draw_chances(part, SCRABBLE.bag() - counts_of("EST"))
    sums = np.add.reduceat(chance, part.first[:-1][np.diff(part.first) > 0])
    assert (sums + stray[np.diff(part.first) > 0]) == pytest.approx(1, abs=1e-5)


def test_a_rack_outside_the_lattice_has_no_plan(small: Lexicon) -> None:
    with pytest.raises(InputError, match="rack"):
        sublattice(small, "QXZ")


@given(st.integers(0, 500), st.floats(-5, 70), st.floats(0, 0.5))
def test_no_bid_does_better_than_the_worth_rounded(seed: int, worth: float, share: float) -> None:
    market = random_market(seed, share)
    profit = market.profit(1, 4, worth)
    best = market.best_bid(1, 4, worth)
    assert profit[min(best, MAX_BID_CELL)] == pytest.approx(profit.max() if worth > 0 else profit[0], abs=1e-5)


@given(st.integers(0, 500), st.floats(0, 40), st.integers(0, 63))
def test_the_tables_are_the_expected_profit_of_an_auction(seed: int, worth: float, bid: int) -> None:
    market = random_market(seed, 0.25)
    chances: FloatArray = market.chances[2, 7]
    expected = 0.0
    for highest, chance in enumerate(chances):
        if bid > highest:
            expected += chance * (worth - highest)
        elif bid == highest:
            expected += chance * (worth - bid) * (0.25 if bid == 0 else 0.5)
    assert market.profit(2, 7, worth)[bid] == pytest.approx(expected, rel=1e-4, abs=1e-4)


def test_prices_start_from_the_prior_and_follow_the_history() -> None:
    rules = Rules(players=3, hidden=0)
    model = PriceModel(rules, seat=1)
    before = model.market(SCRABBLE.bag())
    assert before.chances[0, 3] == pytest.approx(geometric_distribution(3.0))
    assert (geometric_distribution(3.0) * np.arange(MAX_BID_CELL)).sum() == pytest.approx(3, abs=1e-3)
    sales = [Sale("E", (9, 20, 2), 1, 9)] * 200
    model.observe(sales, [21] * 200)
    after = model.market(SCRABBLE.bag())
    assert after.chances.sum(axis=-1) == pytest.approx(1)
    assert after.chances[0, 4, 9] > 0.9  # our own 20 does not count
    assert after.chances[3, 25, 9] > after.chances[3, 25, 8]
    assert model.n_seen == 200


def test_full_opponents_and_forced_tiles_are_understood() -> None:
    model = PriceModel(Rules(players=3, hidden=0), seat=0)
    model.observe([Sale("Q", (0, None, None), 0, 0)], [1])
    assert model.n_seen == 0
    model.observe([Sale("Q", (0, 0, None), 1, 0)] * 100, [2] * 100)
    market = model.market(SCRABBLE.bag())
    wins = market.tables[phase_of(2, 21), 16, 0, 0]
    assert wins == pytest.approx(0.5 * market.chances[3, 16, 0], abs=0.02)


def test_phases_are_the_quarters_of_a_round() -> None:
    assert [phase_of(left, 8) for left in range(8, 0, -1)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert phase_of(0, 8) == 3

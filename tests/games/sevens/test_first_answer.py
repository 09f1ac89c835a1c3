"""The recursions in arrays, which a first answer uses: equal to the compiled ones, and exact off the lattice."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import FloatArray, InputError
from kibitz.games.sevens.auction.position import BidPosition
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.advice import advise, hold_out
from kibitz.games.sevens.bidding.plan import _opening, opening_plan, opening_plans, solve_arrays, solve_plan
from kibitz.games.sevens.bidding.prices import Market, PriceModel, market_tables, phase_of
from kibitz.games.sevens.bidding.rack_graph import MAX_OPEN_PLACES, sublattice, superset_graph
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.multisets import best_supersets, larger_multisets, multiset_numbers, multisets
from kibitz.games.sevens.words.reach import reach_chances, reach_probabilities
from kibitz.games.sevens.words.tiles import LETTERS, SCRABBLE, counts_of, with_letter

RACKS = st.sampled_from(["AER", "EST", "AENT", "BCDF", "QVX", "AEINR", "OSST", "BCDFG", "AEINRS", "BCDFGT"])


def some_market(seed: int) -> Market:
    rng = np.random.default_rng(seed)
    chances: FloatArray = rng.dirichlet(np.full(64, 0.1), size=(4, 26))
    share = rng.random((4, 1))
    return Market(chances, market_tables(chances, share), market_tables(chances.mean(axis=1), share[:, 0]))


def test_multisets_are_numbered_one_by_one() -> None:
    for size in range(4):
        assert multiset_numbers(multisets(size)).tolist() == list(range(len(multisets(size))))
        assert [tuple(row) for row in multisets(size)] == sorted(
            combinations_with_replacement(range(26), size), key=lambda letters: letters[::-1]
        )
    assert multisets(2)[larger_multisets(1)[4, 18]].tolist() == [4, 18]


@settings(max_examples=12)
@given(RACKS, st.integers(0, 9))
def test_best_words_above_a_rack_are_those_of_a_search(small: Lexicon, rack: str, seed: int) -> None:
    levels, sevens = best_supersets(small, rack)
    rng = np.random.default_rng(seed)
    assert [len(best) for best in levels] == [len(multisets(added)) for added in range(8 - len(rack))]
    for added, best in enumerate(levels):
        for number in rng.integers(len(best), size=8):
            letters = "".join(LETTERS[letter] for letter in multisets(added)[number])
            assert best[number] == small.best_word("".join(sorted(rack + letters)))[0]
    assert sevens.sum() == len(small.containing(rack))


@settings(max_examples=12)
@given(st.sampled_from(["AEINR", "BCDFG", "AEINRS", "BCDFGT", "OSSTT"]), st.integers(0, 9), st.integers(1, 5))
def test_values_above_a_rack_are_the_recursion_written_out(small: Lexicon, rack: str, seed: int, draws: int) -> None:
    """Rack by rack: every bid is tried, and no rack is left out."""
    market, unseen = some_market(seed), SCRABBLE.bag() - counts_of(rack + "W")
    room, total = 7 - len(rack), int(unseen.sum())
    draws = max(draws, room)

    @cache
    def value(left: int, held: str) -> tuple[float, float]:
        places = 7 - len(held)
        if not places or left < places:
            return float(small.best_word(held)[0]), float(not places and len(small.best_word(held)[1]) == 7)
        now, hope = (0.0, 0.0) if left == places else value(left - 1, held)
        gain, more = now, hope
        for letter in map(chr, range(65, 91)):
            number = ord(letter) - 65
            left_of_it = max(int(unseen[number]) - held.count(letter) + rack.count(letter), 0)
            chance = left_of_it / (total - (len(held) - len(rack)))
            then, then_hope = value(left - 1, with_letter(held, letter))
            profits = market.profit(phase_of(left, 20), number, then - now)
            bid = int(np.argmax(profits)) if then > now else 0
            won = 1.0 if left == places else float(market.tables[phase_of(left, 20), number, bid, 0])
            gain += chance * ((then - now) if left == places else profits[bid])
            more += chance * won * (then_hope - hope)
        return gain, more

    graph = superset_graph(small, rack)
    for plan in (solve_arrays(graph, unseen, draws, 20, market), solve_plan(graph, unseen, draws, 20, market, True)):
        for left in range(room, draws + 1):
            assert plan.value(left) == pytest.approx(value(left, rack)[0], abs=2e-4)
            assert plan.seven_chance(left) == pytest.approx(value(left, rack)[1], abs=2e-4)


def test_only_racks_with_few_open_places_are_followed_so_far(small: Lexicon) -> None:
    for rack in ("A" * (6 - MAX_OPEN_PLACES), "AEINRST"):
        with pytest.raises(InputError, match="3 to 6 letters"):
            superset_graph(small, rack)


@settings(max_examples=15)
@given(st.sampled_from(["", "E", "ST", "AER", "AEINRS"]), st.integers(0, 9), st.integers(7, 30))
def test_the_recursion_in_arrays_equals_the_compiled_one(small: Lexicon, rack: str, seed: int, draws: int) -> None:
    market, unseen = some_market(seed), SCRABBLE.bag() - counts_of(rack)
    graph = sublattice(small, rack)
    plain = solve_arrays(graph, unseen, draws, 35, market)
    fast = solve_plan(graph, unseen, draws, 35, market, True)
    for left in range(draws + 1):
        for letter in (None, *fast.next_racks):
            assert plain.value(left, letter) == pytest.approx(fast.value(left, letter), abs=1e-3)
            assert plain.seven_chance(left, letter) == pytest.approx(fast.seven_chance(left, letter), abs=1e-4)


def test_opening_plans_are_kept_and_equal_the_players_own(small: Lexicon) -> None:
    rules = Rules(players=3, hidden=2, rounds=1)
    own = opening_plans(small, rules.auctions, PriceModel(rules, 0).market(rules.tiles.bag()))
    for rack in ("", "E", "S"):
        stored = opening_plan(small, rack, rules)
        assert set(stored.next_racks) == set(own[rack].next_racks)
        for letter in (None, *stored.next_racks):
            assert stored.value(14, letter) == pytest.approx(own[rack].value(14, letter), abs=1e-3)
    first = _opening(small, 3, 2)
    _opening.cache_clear()
    again = _opening(small, 3, 2)  # from the disk
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))


@given(RACKS, st.integers(0, 42))
def test_chances_in_arrays_equal_the_compiled_ones(small: Lexicon, rack: str, draws: int) -> None:
    words, unseen = small.containing(rack), SCRABBLE.bag() - counts_of(rack)
    chances = reach_chances(small, rack, unseen, draws, words)
    assert chances == pytest.approx(reach_probabilities(small, rack, unseen, draws, words), abs=1e-12)
    with pytest.raises(InputError, match="draws"):
        reach_chances(small, rack, unseen, 99, words)


def test_a_letter_that_ends_all_hope_is_weighed_against_holding_out_by_recursion(small: Lexicon) -> None:
    """Section 5: with the end near the increment is taken, with many auctions left the seven is waited for."""
    late = BidPosition("AENORT", "I", 3, 2, 0, 100, "BCDFGHJLMOVWY")
    soon, early = advise(small, late), advise(small, BidPosition("AENORT", "I", 3, 14))
    assert soon.worth.with_letter == early.worth.with_letter == small.best_word("AEINORT")[0]
    assert soon.worth.gain > early.worth.gain
    assert early.bid == 0 > early.worth.gain
    choice = hold_out(small, late)
    assert choice is not None
    lost = {name: chance for name, chance in soon.outcomes.items() if name.startswith("tile lost")}
    assert 0 < lost["tile lost, seven-letter word"] / sum(lost.values()) <= choice.most_likely + 1e-6
    assert "bonus of 50" in str(soon.reason)


def test_a_bid_is_answered_without_a_compiler(small: Lexicon) -> None:
    text = "\\n".join(word for number in range(small.n_classes) for word in small.spellings(number))
    code = (
        "import sys; from kibitz import ask; from kibitz.core.document import Document\n"
        f"words = Document(name='own.txt', text={text!r}.replace('\\\\n', chr(10)))\n"
        "for rack in ('', 'E', 'ES', 'EST', 'BCDFGT'):\n"
        "    ask('sevens.bid', rack=rack, tile='A', players=3, words=words)\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)

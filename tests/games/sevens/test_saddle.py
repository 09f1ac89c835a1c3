"""The safe bid of the difference game: the theorem by full recursion on toys, and the bidders built on it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.auction.position import BidPosition
from kibitz.games.sevens.auction.referee import play_game
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.bidding.difference_game import DifferenceAuction, difference_stage
from kibitz.games.sevens.bidding.safe_bid import advise_safe, guaranteed_values
from kibitz.games.sevens.players import make_player
from kibitz.games.sevens.players.safe import MirrorPlayer
from kibitz.games.sevens.players.switching import BidPair, SwitchingPlayer, _outcome
from kibitz.games.sevens.roster import parse_strategy
from kibitz.games.sevens.words.best_words import best_words
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import SCRABBLE, counts_of, rack_of

BAG = rack_of(SCRABBLE.bag())
VALUES = st.integers(-400, 400).map(lambda n: Fraction(n, 4))


@given(st.permutations(list(BAG)))
def test_the_table_holds_the_best_word_of_every_full_rack(small: Lexicon, tiles: list[str]) -> None:
    rack = "".join(sorted(tiles[:7]))
    assert best_words(small).best(rack) == small.best_word(rack)[0]


def test_words_of_any_length_are_in_the_table(small: Lexicon) -> None:
    for number in range(small.n_classes):
        word = small.spellings(number)[0]
        rack = "".join(sorted(word + "VVVVVV"))[: 7 - len(word)] if len(word) < 7 else ""
        full = "".join(sorted(word + "V" * (7 - len(word)) if rack else word))
        assert best_words(small).best(full) == small.best_word(full)[0] >= small.score(word)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.permutations(list(BAG)), st.integers(0, 7), st.integers(0, 4))
def test_averages_are_those_of_writing_out_every_way_to_fill_the_rack(
    small: Lexicon, tiles: list[str], size: int, spare: int
) -> None:
    rack, rest = "".join(sorted(tiles[:size])), tiles[size : size + 7 - size + spare]
    ways = [small.best_word("".join(sorted(rack + "".join(fill))))[0] for fill in combinations(rest, 7 - size)]
    words = best_words(small)
    assert words.expected_best(rack, counts_of("".join(rest))) == pytest.approx(sum(ways) / len(ways), abs=1e-9)


def test_an_average_is_the_mean_over_the_next_tile(small: Lexicon) -> None:
    words, rack = best_words(small), "AERS"
    unseen = SCRABBLE.bag() - counts_of(rack)
    total = 0.0
    for letter in np.flatnonzero(unseen):
        rest = unseen.copy()
        rest[letter] -= 1
        total += unseen[letter] / unseen.sum() * words.expected_best("".join(sorted(rack + chr(65 + letter))), rest)
    assert words.expected_best(rack, unseen) == pytest.approx(total)


def test_a_rack_that_cannot_be_filled_is_refused(small: Lexicon) -> None:
    with pytest.raises(InputError, match="at least 3 tiles"):
        best_words(small).expected_best("AERS", counts_of("TT"))


@given(VALUES, VALUES, st.integers(0, 300))
def test_the_safe_bid_brings_its_value_against_every_bid(mine: Fraction, theirs: Fraction, other: int) -> None:
    stage = DifferenceAuction(float(mine), float(theirs))
    assert stage.payoff(stage.safe_bid, other) >= stage.value
    back = DifferenceAuction(-stage.theirs, -stage.mine)  # the same auction from the other side
    assert back.safe_bid == stage.safe_bid
    assert stage.payoff(other, back.safe_bid) <= stage.value
    reply = stage.best_reply(other, 400)
    assert stage.payoff(reply, other) == max(stage.payoff(bid, other) for bid in range(401))


def test_a_bid_that_is_cut_to_the_score_is_no_longer_safe() -> None:
    stage = DifferenceAuction(20.0, -20.0)
    assert stage.safe_bid == 20
    assert stage.payoff(3, 4) == -17 < stage.value == 0


Rack, Score = tuple[int, ...], Callable[[tuple[int, ...]], Fraction]


class Toy:
    """A small auction with racks of ``size`` and any scores, solved in fractions by full recursion."""

    def __init__(self, size: int, score: Score) -> None:
        self.size, self.score, self.stages = size, score, 0
        self.value = cache(self._value)
        self.reply = cache(self._reply)

    def average(self, rack: Rack, bag: Rack) -> Fraction:
        fills = [self.score(tuple(sorted(rack + fill))) for fill in combinations(bag, self.size - len(rack))]
        return sum(fills, Fraction(0)) / len(fills)

    def _next(self, bag: Rack) -> list[tuple[int, Rack]]:
        return [(tile, bag[:i] + bag[i + 1 :]) for i, tile in enumerate(bag)]

    def _sides(self, left: Rack, right: Rack, bag: Rack, value: Callable[..., Fraction]) -> Fraction:
        """The mean over the next tile; where only one has room it goes there, else the auction is solved."""
        if len(left) == len(right) == self.size:
            return self.score(left) - self.score(right)
        total = Fraction(0)
        for tile, rest in self._next(bag):
            won, lost = tuple(sorted((*left, tile))), tuple(sorted((*right, tile)))
            if len(left) == self.size:
                total += value(left, lost, rest)
            elif len(right) == self.size:
                total += value(won, right, rest)
            else:
                total += self._auction(left, right, tile, rest, value(won, right, rest), value(left, lost, rest), value)
        return total / len(bag)

    def _auction(
        self, left: Rack, right: Rack, tile: int, rest: Rack, x: Fraction, y: Fraction, value: object
    ) -> Fraction:
        def payoff(mine: int, other: int) -> Fraction:
            return (x + y) / 2 if mine == other else x - other if mine > other else y + mine

        bids = range(int(max(abs(x - y), 2)) + 3)
        if value is self.reply:  # the other bids safely, by the averages alone
            stage = (self.average(tuple(sorted((*left, tile))), rest) - self.average(left, rest)) + (
                self.average(tuple(sorted((*right, tile))), rest) - self.average(right, rest)
            )
            safe = max(0, -(-stage // 2))
            return max(payoff(bid, int(safe)) for bid in bids)
        self.stages += 1
        lower = max(min(payoff(bid, other) for other in bids) for bid in bids)
        upper = min(max(payoff(bid, other) for bid in bids) for other in bids)
        assert lower == upper == (x + y) / 2
        return lower

    def _value(self, left: Rack, right: Rack, bag: Rack) -> Fraction:
        result = self._sides(left, right, bag, self.value)
        assert result == self.average(left, bag) - self.average(right, bag)
        return result

    def _reply(self, left: Rack, right: Rack, bag: Rack) -> Fraction:
        """What the best reply to the safe bidder brings, auction by auction."""
        return self._sides(left, right, bag, self.reply)


TOYS = [
    (2, (0, 1, 2, 3), 1),
    (2, (0, 0, 1, 1, 2), 2),
    (2, (0, 1, 2, 3, 4, 5), 3),
    (3, (0, 0, 1, 1, 2, 2), 4),
    (3, (0, 1, 1, 2, 2, 3), 5),
    (3, (0, 0, 0, 1, 1, 1), 6),
    (3, (0, 1, 2, 3, 4, 4), 7),
    (2, (0, 0, 0, 1, 2, 3, 4), 8),
    (3, (0, 0, 1, 1, 2, 2, 3), 9),
]


@pytest.mark.parametrize(("size", "bag", "seed"), TOYS)
def test_full_recursion_confirms_value_saddle_point_and_best_reply(size: int, bag: tuple[int, ...], seed: int) -> None:
    """Every stage of every toy auction has the pure saddle point, the value is g(R1) - g(R2), and an exact best reply
    to the safe bidder gains nothing; in fractions."""
    rng = Random(seed)
    scores = {rack: Fraction(rng.randint(0, 120), 4) for rack in combinations(bag, size)}
    toy = Toy(size, lambda rack: scores[rack])
    assert toy.value((), (), bag) == 0
    assert toy.reply((), (), bag) == 0
    assert toy.stages > 10


def test_at_two_seats_safe_bidders_agree_on_every_bid(small: Lexicon) -> None:
    rules = Rules(players=2, hidden=0, rounds=2)
    record = play_game(rules, [make_player("saddle", small) for _ in range(2)], small, 3)
    assert not record.faults
    for played in record.rounds:
        for sale in played.sales:
            assert len({bid for bid in sale.bids if bid is not None}) == 1


@pytest.mark.parametrize("name", ["dp", "loss", "saddle", "increment"])
def test_a_mirror_foresees_every_bid(small: Lexicon, name: str) -> None:
    seen: list[int] = []

    class Watching(MirrorPlayer):
        def _their_view(self, view: SeatView) -> SeatView:
            theirs = super()._their_view(view)
            seen.append(min(make.bid(theirs), theirs.score))
            return theirs

    make = make_player(name, small)
    rules = Rules(players=2, hidden=0, rounds=4)
    make.start(rules, 1, np.random.default_rng(0))
    mirror = Watching(small, make_player(name, small))
    record = play_game(rules, [mirror, make_player(name, small)], small, 7)
    made = [
        s.bids[1] for played in record.rounds for s in played.sales if s.bids[0] is not None and s.bids[1] is not None
    ]
    assert not record.faults
    assert seen == made


def test_with_letters_hidden_or_more_seats_they_still_play(small: Lexicon) -> None:
    for hidden, names in ((3, ("saddle", "mirror:dp")), (2, ("saddle", "mirror", "reserve:7", "loss"))):
        rules = Rules(players=len(names), hidden=hidden, rounds=2)
        assert not play_game(rules, [make_player(name, small) for name in names], small, 3).faults


def test_a_stage_is_made_of_what_the_letter_adds_to_both(small: Lexicon) -> None:
    words, rest = best_words(small), SCRABBLE.bag() - counts_of("AERNIST")
    stage = difference_stage(words, "AER", "INS", "T", rest)
    assert stage.mine == pytest.approx(words.expected_best("AERT", rest) - words.expected_best("INS", rest))
    assert stage.theirs == pytest.approx(words.expected_best("AER", rest) - words.expected_best("INST", rest))


@pytest.mark.parametrize(
    "name", ["mirror:mirror", "mirror:nobody", "reserve:-1", "saddle:2", "fallible:1", "fallible:0:1"]
)
def test_names_with_wrong_arguments_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="players: "):
        parse_strategy(name)


@pytest.mark.needs("scowl")
def test_the_average_of_an_empty_rack_is_that_of_seven_random_tiles(scowl: Lexicon) -> None:
    words = best_words(scowl)
    assert words.expected_best("", SCRABBLE.bag()) == pytest.approx(14.760951353580047, abs=1e-9)
    rng, tiles = np.random.default_rng(1), np.array(list(BAG))
    drawn = [scowl.best_word("".join(sorted(rng.choice(tiles, 7, replace=False))))[0] for _ in range(3000)]
    assert np.mean(drawn) == pytest.approx(14.761, abs=4 * np.std(drawn) / 3000**0.5)


def test_guarded_is_dp_while_it_trusts_it_and_saddle_when_it_does_not(small: Lexicon) -> None:
    rules = Rules(players=2, hidden=4, rounds=3)
    for margin, name in ((float("inf"), "dp"), (float("-inf"), "saddle")):
        guarded = play_game(rules, [SwitchingPlayer(small, margin), make_player("loss", small)], small, 5)
        plain = play_game(rules, [make_player(name, small), make_player("loss", small)], small, 5)
        assert guarded.rounds == plain.rounds
        assert not guarded.faults


def test_what_another_bid_would_have_brought() -> None:
    sale = Sale("R", (6, 5, 2, None), 0, 5)
    considered = BidPair(6, 3, worth=9.0, gains={1: 7.0, 2: 1.0})
    assert _outcome(sale, 0, 6, considered) == 4  # worth 9, at the price of 5
    assert _outcome(sale, 0, 3, considered) == -(7 - 3) / 2  # seat 1 has it for 3, and two others share the gain
    assert _outcome(sale, 0, 0, considered) == -(7 - 2) / 2  # the third bid sets the price
    assert _outcome(sale, 0, 5, considered) == (4 - 1) / 2  # a coin decides


def test_guarded_turns_to_the_safe_bid_against_a_mirror(small: Lexicon) -> None:
    guarded = SwitchingPlayer(small, margin=5.0)
    play_game(Rules(players=2, hidden=0, rounds=12), [guarded, make_player("mirror:dp", small)], small, 5)
    assert guarded.lead < -5


@given(VALUES, VALUES)
def test_what_a_bid_brings_at_the_least_is_largest_at_the_safe_bid(mine: Fraction, theirs: Fraction) -> None:
    stage = DifferenceAuction(float(mine), float(theirs))
    least = guaranteed_values(stage, 220)
    worst = [min(stage.payoff(bid, other) for other in range(260)) for bid in (0, 1, stage.safe_bid, 220)]
    assert least[[0, 1, stage.safe_bid, 220]].tolist() == worst
    assert least[stage.safe_bid] == least.max() == stage.value


def test_advice_for_the_difference_needs_all_letters_of_the_other(small: Lexicon) -> None:
    position = BidPosition("AERS", "T", 2, 7, 0, 100, "INV")
    result = advise_safe(small, position)
    words, rest = best_words(small), position.unseen()
    gains = words.gain("AERS", "T", rest), words.gain("INV", "T", rest)
    assert result.bid == max(0, -int(-sum(gains) // 2))
    assert (result.worth.gain, result.rival_gain) == pytest.approx(gains)
    assert result.advice.equities.losses[result.bid] == 0
    with pytest.raises(InputError, match="taken: give all of the 4 letters"):
        advise_safe(small, BidPosition("AERS", "T", 2, 6, 0, 100, "INV"))
    with pytest.raises(InputError, match="aim"):
        advise_safe(small, BidPosition("AERS", "T", 3, 7, 0, 100, "INV"))
    assert "below the safe bid" in str(advise_safe(small, BidPosition("AERS", "T", 2, 7, 0, 0, "INV")).reason)
    alone = advise_safe(small, BidPosition("AERS", "T", 2, 3, 0, 100, "AINOVWY"))
    assert alone.bid == 0
    assert "no room" in alone.reason.headline

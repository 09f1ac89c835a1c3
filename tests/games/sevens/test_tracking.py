"""Rivals tracked, hidden letters weighed by bids, public scores, and stand-ins for the other groups."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.referee import GameRecord, Referee, play_game
from kibitz.games.sevens.auction.replay import views
from kibitz.games.sevens.auction.rules import Rules, deal_game
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.bidding.hidden_letters import bid_statistics, expected_gain_with_hidden, hidden_letter_weights
from kibitz.games.sevens.bidding.prices import MAX_BID_CELL, geometric_distribution
from kibitz.games.sevens.bidding.prospects import loss_worths, prospects, sequence_factors
from kibitz.games.sevens.bidding.rival_model import RivalModel, highest_bid_chances
from kibitz.games.sevens.players import make_player
from kibitz.games.sevens.players.loss import LossPlayer, LossTactic
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.players.safe import SafePlayer
from kibitz.games.sevens.players.tracking import TrackingPlayer
from kibitz.games.sevens.words.best_words import best_words
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import SCRABBLE, counts_of


class FixedBids(Player):
    """Bids by a table of letters."""

    def __init__(self, lexicon: Lexicon, bids: dict[str, int]) -> None:
        super().__init__(lexicon)
        self.bids = bids

    def bid(self, view: SeatView) -> int:
        return self.bids.get(view.letter, 1)


def tracked_game(small: Lexicon, rounds: int = 8) -> tuple[TrackingPlayer, GameRecord]:
    tracker = TrackingPlayer(small)
    rivals = [FixedBids(small, {"E": 9, "A": 5}), FixedBids(small, {"E": 0, "A": 2}), make_player("loss", small)]
    return tracker, play_game(Rules(players=4, hidden=1, rounds=rounds), [tracker, *rivals], small, 4)


def test_worths_of_all_letters_are_those_of_the_loss_bid(small: Lexicon) -> None:
    bag = SCRABBLE.bag() - counts_of("AER")
    worths = loss_worths(small, "AER", bag)
    for letter in "NSTIQ":
        sums = prospects(small, "AER", sequence_factors(bag))
        assert worths[ord(letter) - 65] == pytest.approx(
            50 * sums.needed[ord(letter) - 65] / sums.total / bag[ord(letter) - 65]
        )
    assert not loss_worths(small, "QVX", bag).any()


def test_rivals_with_habits_are_foretold_better_by_themselves_than_together(small: Lexicon) -> None:
    tracker, record = tracked_game(small)
    assert not record.faults
    losses = tracker.rivals.losses
    half = len(losses["pooled"]) // 2
    assert np.mean(losses["tracked"][half:]) < np.mean(losses["pooled"][half:]) - 0.3
    prices = tracker.price_losses
    assert np.mean(prices["tracked"]) < np.mean(prices["pooled"])


def test_chances_of_every_rival_sum_to_one_and_are_read_off_its_bids(small: Lexicon) -> None:
    rules = Rules(players=3, hidden=0, rounds=9)
    rivals = [FixedBids(small, {"E": 9}), FixedBids(small, {"E": 3})]
    record = play_game(rules, [make_player("nothing", small), *rivals], small, 2)
    learnt = RivalModel(small, rules, 0)
    for view, _ in views(record, 0):
        chances = learnt.chances(view)
        assert set(chances) == {seat for seat in (1, 2) if view.room[seat]}
        assert all(each.sum(axis=1) == pytest.approx(1) for each in chances.values())
        learnt.observe(record.rounds[view.round_number].sales[len(view.sales)], view)
    first = next(view for view, _ in views(record, 0))
    result = learnt.chances(first)
    assert result[1][4, 9] > 0.7
    assert result[2][4, 3] > 0.7


@given(st.integers(0, 99), st.integers(1, 5))
def test_the_highest_of_several_bids_is_that_of_writing_them_out(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    chances = [rng.dirichlet(np.full(5, 0.5), size=2) for _ in range(n)]
    result = highest_bid_chances(chances)
    assert result.sum(axis=1) == pytest.approx(1)
    # The highest is at most b when all are.
    for bid in range(5):
        all_below = np.prod([each[:, : bid + 1].sum(axis=1) for each in chances], axis=0)
        assert result[:, : bid + 1].sum(axis=1) == pytest.approx(all_below)


def test_prices_of_the_running_quarter_alone_are_the_rivals_own(small: Lexicon) -> None:
    _, record = tracked_game(small, 3)
    plain = MarginalPlayer(small)
    plain.start(record.rules, 0, np.random.default_rng(0))
    again = TrackingPlayer(small)
    again.start(record.rules, 0, np.random.default_rng(0))
    for view, bid in views(record, 0):
        plain._watch(view)
        assert again.bid(view) == bid
        if view.left == 3 * record.rules.auctions // 4 and len(again.rivals.chances(view)):
            assert np.array_equal(again.market.tables[2:], plain.market.tables[2:])
            assert not np.array_equal(again.market.tables[1], plain.market.tables[1])
            assert again.market.chances.sum(axis=-1) == pytest.approx(1)


def test_scores_are_seen_only_where_the_rules_make_them_public(small: Lexicon) -> None:
    for public in (False, True):
        seen: list[SeatView] = []

        class Watching(FixedBids):
            def bid(self, view: SeatView, seen: list[SeatView] = seen) -> int:
                seen.append(view)
                return super().bid(view)

        rules = Rules(players=3, hidden=4, rounds=2, scores_public=public)
        players = [Watching(small, {}), make_player("loss", small), make_player("g1", small)]
        referee = Referee(rules, players, small)
        record = referee.play(deal_game(rules, 3), 3)
        again = [view for view, _ in views(record, 0)]
        assert [view.scores for view in again] == [view.scores for view in seen]
        if public:
            assert seen[0].scores == (100, 100, 100)
            assert all(view.scores is not None and view.scores[0] == view.score for view in seen)
            paid = sum(sale.price for sale in seen[1].sales)
            assert seen[1].scores is not None
            assert sum(seen[1].scores) == 300 - paid
        else:
            assert {view.scores for view in seen} == {None}


def test_a_rival_is_not_thought_to_bid_more_than_its_public_score(small: Lexicon) -> None:
    rules = Rules(players=2, hidden=0, rounds=1, start=2, scores_public=True)
    view = SeatView(rules, 0, 0, "R", "", SCRABBLE.bag() - counts_of("R"), 14, 2, 0, (7, 7), (), (), (2, 2))
    result = RivalModel(small, rules, 0).chances(view)[1]
    assert not result[:, 3:].any()
    assert result.sum(axis=1) == pytest.approx(1)
    free = RivalModel(small, rules, 0).chances(SeatView(rules, 0, 0, "R", "", view.unseen, 14, 2, 0, (7, 7), (), ()))[1]
    assert free[0] == pytest.approx(0.999 * geometric_distribution(3.0) + 0.001 / MAX_BID_CELL)


def test_bids_speak_for_hidden_letters_that_want_the_letter(small: Lexicon) -> None:
    """A seat that bids much for T hides AERS sooner than VWXY; one that bids nothing for it the other way round."""
    words, racks = best_words(small), ["AERS", "UVWY"]
    for bid, likelier in ((20, 0), (0, 1)):
        sales = (Sale("T", (0, bid), 1, 0),)
        weights = hidden_letter_weights(words, racks, sales, 1, bid_statistics((sales,), 1))
        assert weights.sum() == pytest.approx(1)
        assert weights[likelier] > 0.5
    assert hidden_letter_weights(words, ["QVXZ", "AERS"], (Sale("Q", (1, 1), 0, 1),), 1, (0.9, 0.9)).tolist() == [0, 1]


def test_without_bids_or_hidden_letters_nothing_is_suspected(small: Lexicon) -> None:
    words, unseen, rng = best_words(small), SCRABBLE.bag() - counts_of("AERT"), np.random.default_rng(1)
    plain = words.gain("AER", "T", unseen)
    assert expected_gain_with_hidden(words, "AER", 3, "T", unseen, ((),), 1, rng) == plain
    sales = (Sale("S", (1, 30), 1, 1),)
    assert expected_gain_with_hidden(words, "AER", 0, "T", unseen, (sales,), 1, rng) == plain
    assert expected_gain_with_hidden(words, "AER", 3, "T", unseen, (sales,), 1, rng) != plain


@pytest.mark.slow
def test_the_safe_bidder_suspects_only_where_letters_are_hidden(small: Lexicon) -> None:
    for hidden in (0, 3):
        rules = Rules(players=2, hidden=hidden, rounds=4)
        record = play_game(rules, [make_player("saddle", small), make_player("loss", small)], small, 3)
        assert not record.faults
        plain, suspecting = SafePlayer(small), SafePlayer(small, infers=True)
        for player in (plain, suspecting):
            player.start(rules, 0, np.random.default_rng(0))
        open_ = [view for view, _ in views(record, 0) if view.left > view.open_places]
        pairs = [(plain.difference_auction(view), suspecting.difference_auction(view)) for view in open_]
        assert all(one.mine == other.mine for one, other in pairs)
        assert any(one.theirs != other.theirs for one, other in pairs) == bool(hidden)


def test_a_stand_in_bids_by_its_habits(small: Lexicon) -> None:
    rules = Rules(players=3, hidden=0, rounds=1)
    unseen = SCRABBLE.bag() - counts_of("AERT")
    view = SeatView(rules, 0, 0, "T", "AER", unseen, 15, 100, 0, (4, 7, 7), (), ())
    loss = LossPlayer(small).valuation(view)
    late = min(100, int(8 * loss))  # 128 to the power of three sevenths
    for tactic, bid in (
        (LossTactic(least=1e-9), int(loss)),
        (LossTactic(least=1e-9, scale=2), int(2 * loss)),
        (LossTactic(least=1e-9, late=128), late),
        (LossTactic(least=99), 0),
    ):
        player = LossPlayer(small, tactic)
        player.start(rules, 0, np.random.default_rng(0))
        assert player.bid(view) == bid

"""Positions, equities of bids, advice, histories and replays."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import Evaluator, InputError, Unit, format_decision, parse_decision
from kibitz.games.sevens.auction.history import format_history, parse_history
from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.position import BidPosition, format_position, parse_position, position_of
from kibitz.games.sevens.auction.referee import GameRecord, play_game
from kibitz.games.sevens.auction.replay import decisions, views
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.advice import advise, hold_out, reachable_words
from kibitz.games.sevens.bidding.evaluator import BidEvaluator
from kibitz.games.sevens.bidding.prices import PriceModel
from kibitz.games.sevens.players import make_player
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.reach import reach_probabilities
from kibitz.games.sevens.words.tiles import SCRABBLE
from kibitz.rate import FallibleAgent


@st.composite
def positions(draw: st.DrawFn) -> BidPosition:
    players, hidden = draw(st.integers(2, 14)), draw(st.integers(0, 6))
    tiles = draw(st.permutations(list("AAEEIINNRRSSTTOOLDGUBCQZ")))
    size = draw(st.integers(hidden, 6))
    rack, letter = "".join(sorted(tiles[:size])), tiles[size]
    seen = "".join(sorted(tiles[size + 1 : size + 1 + draw(st.integers(0, 8))]))
    most = players * (7 - hidden) - (size - hidden)
    seen = seen[: most - (7 - size)]
    left = draw(st.integers(7 - size, most - len(seen)))
    return BidPosition(rack, letter, players, left, hidden, draw(st.integers(0, 500)), seen)


@given(positions())
def test_positions_read_back_from_their_notation(position: BidPosition) -> None:
    assert parse_position(format_position(position)) == position
    assert position.unseen().sum() == 98 - len(position.rack) - 1 - len(position.seen)


@given(st.text("ABEST.0123456789-", max_size=30))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        position = parse_position(text)
    except InputError:
        return
    assert parse_position(format_position(position)) == position


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"rack": "EST1"}, "rack"),
        ({"rack": "AAEINRS"}, "rack"),
        ({"letter": ""}, "letter on offer"),
        ({"letter": "RS"}, "letter"),
        ({"players": 15}, "players"),
        ({"left": 3}, "left"),
        ({"left": 43}, "left"),
        ({"left": 40}, "left: must be from 4 .* to 39"),
        ({"left": 38, "seen": "AE"}, "left: must be from 4 .* to 37"),
        ({"players": 1, "left": 4, "seen": "AE"}, "seen"),
        ({"hidden": 4}, "rack"),
        ({"score": -1}, "score"),
        ({"seen": "ZZ"}, "Zs"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, object], word: str) -> None:
    good: dict[str, object] = {"rack": "EST", "letter": "R", "players": 6, "left": 30}
    with pytest.raises(InputError, match=word):
        BidPosition(**(good | fields))  # type: ignore[arg-type]


def evaluator(lexicon: Lexicon, position: BidPosition) -> BidEvaluator:
    return BidEvaluator(lexicon, PriceModel(position.rules(), 0).market(SCRABBLE.bag()))


@settings(max_examples=30)
@given(positions())
def test_equities_cover_every_bid_up_to_the_score(small: Lexicon, position: BidPosition) -> None:
    seat: Evaluator[BidPosition] = evaluator(small, position)
    equities = seat.equities(position)
    assert equities.unit is Unit.POINTS
    assert len(equities) == min(position.score, 64) + 1
    advice = advise(small, position)
    assert equities.losses[min(advice.bid, len(equities) - 1)] < 1e-4
    assert sum(advice.outcomes.values()) == pytest.approx(1)
    assert all(0 <= chance <= 1 + 1e-6 for chance in advice.outcomes.values())
    assert 0 <= advice.bid <= position.score


def test_a_fallible_agent_can_bid_with_the_evaluator(small: Lexicon) -> None:
    position = BidPosition("AEINR", "S", 4, 20)
    agent = FallibleAgent(0.3, 0.6, evaluator(small, position))
    rng = np.random.default_rng(2)
    assert all(0 <= agent.choose(position, rng) <= 64 for _ in range(20))


def test_advice_names_words_that_fit_the_rack_and_the_tile(small: Lexicon) -> None:
    position = BidPosition("AEINR", "S", 4, 20)
    advice = advise(small, position)
    assert advice.bid > 0
    assert advice.words[0].uses_tile
    for word in advice.words:
        assert sorted(word.word) == sorted("AEINRS" + word.missing)
        assert 0 < word.chance <= 1
        assert word.points == small.score(word.word)
    chances = [word.chance for word in advice.words]
    assert chances == sorted(chances, reverse=True)
    assert "S is worth" in advice.reason.headline
    unwanted = advise(small, BidPosition("AEINR", "Q", 4, 20))
    assert unwanted.bid == 0
    assert unwanted.worth.gain < 0
    assert not any(word.uses_tile for word in unwanted.words)
    assert not reachable_words(small, BidPosition("QVX", "J", 4, 20), True)


def test_advice_when_alone_or_without_hope(small: Lexicon) -> None:
    alone = advise(small, BidPosition("AEINRS", "T", 3, 1))
    assert (alone.bid, alone.win_chance) == (0, 1.0)
    assert alone.outcomes["tile won, seven-letter word"] == pytest.approx(1)
    hopeless = advise(small, BidPosition("BCDFGT", "A", 3, 12))
    assert (hopeless.bid, hopeless.worth.with_letter) == (2, 2.0)
    assert 0 < hopeless.worth.without < 2  # another A or E may still come, and cheaply
    assert "no seven-letter word" in hopeless.reason.headline


def test_an_increment_now_is_weighed_against_holding_out(small: Lexicon) -> None:
    """Section 5: "a Q that would boost us from 5 to 15 points, but rule out any possible seven-letter words"."""
    position = BidPosition("AENORT", "I", 3, 3, 0, 100, "BCDFGH")
    choice = hold_out(small, position)
    assert choice is not None
    assert choice.increment == small.increment("AENORT", "I") == 2
    missing = reach_probabilities(small, "AENORT", position.unseen(), 2)
    assert choice.most_likely == pytest.approx(min(1.0, float(missing.sum())))
    assert 0 < choice.hope <= choice.most_likely * (50 + 7 * 10)
    assert "rules out seven letters" in str(advise(small, position).reason)
    assert hold_out(small, BidPosition("AEINR", "S", 4, 20)) is None  # the letter fits a seven
    assert hold_out(small, BidPosition("BCDFGT", "A", 3, 12)) is None  # there is no hope to give up


def small_game(small: Lexicon, players: list[Player] | None = None) -> GameRecord:
    rules = Rules(players=3, hidden=2, rounds=3)
    return play_game(rules, players or [make_player(name, small) for name in ("loss", "dp", "g1")], small, 6)


def test_prices_are_learnt_from_the_history(small: Lexicon) -> None:
    record = small_game(small)
    past = parse_history(format_history(played.sales for played in record.rounds), 3)
    assert past == tuple(played.sales for played in record.rounds)
    advice = advise(small, BidPosition("AER", "S", 3, 10, 2), past, seat=1)
    assert advice.n_seen > 30
    assert "estimated from" in " ".join(advice.reason.reasons)


@given(st.text(max_size=60))
def test_any_text_is_a_history_or_refused_with_its_line(text: str) -> None:
    try:
        rounds = parse_history(text, 2)
    except InputError as error:
        refusal = str(error)
    else:
        refusal = ""
        assert parse_history(format_history(rounds), 2) == rounds
    assert not refusal or refusal.startswith("history, line")


@pytest.mark.parametrize(
    "change",
    [
        {"letter": "r"},
        {"bids": [1]},
        {"bids": [1, -2]},
        {"bids": [1, True]},
        {"winner": 2},
        {"price": 1.5},
        {"round": 900},
        {"letter": "QQ"},
        {"bids": [None, 3], "winner": 0},
    ],
)
def test_wrong_sales_are_refused(change: dict[str, object]) -> None:
    good = {"round": 0, "letter": "R", "bids": [3, 1], "winner": 0, "price": 1}
    assert parse_history(json.dumps(good), 2)[0][0].price == 1
    with pytest.raises(InputError, match="line 1"):
        parse_history(json.dumps(good | change), 2)


def test_a_history_that_the_bag_cannot_hold_is_refused() -> None:
    line = json.dumps({"round": 0, "letter": "Q", "bids": [3, 1], "winner": 0, "price": 1})
    later = line.replace('"round": 0', '"round": 1')
    assert len(parse_history(f"{line}\n{later}", 2)) == 2
    with pytest.raises(InputError, match="line 2: letter: the bag of a round has only 1 Q"):
        parse_history(f"{line}\n{line}", 2)


def test_one_auction_is_not_written_as_many(small: Lexicon) -> None:
    past = parse_history(json.dumps({"round": 0, "letter": "Q", "bids": [3, 1], "winner": 0, "price": 1}), 2)
    advice = advise(small, BidPosition("AER", "S", 2, 9, 2), past, seat=1)
    assert "estimated from 1 auction)" in " ".join(advice.reason.reasons)
    assert advice.advice.equities.provenance.opponents == "prices of 1 auction"


def test_a_replay_shows_what_the_seat_really_saw(small: Lexicon) -> None:
    seen: list[SeatView] = []

    class Watcher(Player):
        def bid(self, view: SeatView) -> int:
            seen.append(view)
            return 2

    record = small_game(small, [Watcher(small), make_player("loss", small), make_player("g1", small)])
    again = list(views(record, 0))
    assert len(again) == len(seen)
    for (view, bid), original in zip(again, seen, strict=True):
        assert bid == 2
        assert (view.unseen == original.unseen).all()
        for name in ("rack", "letter", "left", "score", "paid", "room", "sales", "past", "round_number"):
            assert getattr(view, name) == getattr(original, name)
        assert position_of(view).unseen().tolist() == view.unseen.tolist()
    with pytest.raises(InputError, match="seat"):
        next(views(record, 3))


def test_bids_become_decisions_for_rating(small: Lexicon) -> None:
    record = small_game(small)
    mine = list(decisions(record, 1, small, "dp", "g"))
    assert mine
    for decision in mine:
        assert parse_decision(format_decision(decision)) == decision
        assert decision.game == "sevens"
        assert parse_position(decision.position)
    assert np.mean([decision.loss for decision in mine]) < 0.01
    assert np.mean([d.loss for d in decisions(record, 0, small)]) > np.mean([d.loss for d in mine])

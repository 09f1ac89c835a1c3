"""The rules under hypothesis, and players that try to cheat."""

from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.referee import GameRecord, Referee, play_game
from kibitz.games.sevens.auction.rules import Rules, SoleBidderPrice, deal_game
from kibitz.games.sevens.auction.sale import Fault, check_bid, settle_sale
from kibitz.games.sevens.words.lexicon import Lexicon, build_lexicon
from kibitz.games.sevens.words.tiles import SCRABBLE, rack_of
from kibitz.games.sevens.words.wordlist import usable_words


class RandomPlayer(Player):
    """Bids anything up to twice its score, now and then below zero."""

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self._rng = rng

    def bid(self, view: SeatView) -> int:
        return int(self._rng.integers(-2, max(2, 2 * view.score // 10)))


class Scripted(Player):
    """Calls a function for every bid."""

    def __init__(self, lexicon: Lexicon, act) -> None:  # type: ignore[no-untyped-def]
        super().__init__(lexicon)
        self.act = act

    def bid(self, view: SeatView) -> int:
        return self.act(view)


def scripted_game(small: Lexicon, act, rules: Rules | None = None, **options) -> GameRecord:  # type: ignore[no-untyped-def]
    """A game in which seat 0 follows a script and the others bid 1."""
    rules = rules or Rules(players=3, hidden=3, rounds=2)
    others = [Scripted(small, lambda view: 1) for _ in range(rules.players - 1)]
    return Referee(rules, [Scripted(small, act), *others], small, **options).play(deal_game(rules, 5))


RULES = st.builds(
    Rules,
    players=st.integers(1, 14),
    hidden=st.integers(0, 7),
    rounds=st.integers(1, 3),
    start=st.integers(0, 120),
    alone_pays=st.sampled_from(SoleBidderPrice),
)


@settings(max_examples=60)
@given(rules=RULES, seed=st.integers(0, 10**6))
def test_no_tile_is_created_or_lost_and_scores_add_up(small: Lexicon, rules: Rules, seed: int) -> None:
    record = play_game(rules, [RandomPlayer(small) for _ in range(rules.players)], small, seed)
    bag = Counter(rack_of(np.array(SCRABBLE.counts)))
    scores = [rules.start] * rules.players
    for played in record.rounds:
        assert len(played.sales) == rules.auctions == rules.players * (7 - rules.hidden)
        assert all(len(rack) == 7 for rack in played.racks)
        assert not Counter("".join(played.racks)) - bag
        dealt = Counter("".join(played.hidden)) + Counter(sale.letter for sale in played.sales)
        assert dealt == Counter("".join(played.racks))
        room = [7 - rules.hidden] * rules.players
        for sale in played.sales:
            assert [bid is not None for bid in sale.bids] == [places > 0 for places in room]
            bids = [bid for bid in sale.bids if bid is not None]
            own = sale.bids[sale.winner]
            assert own == max(bids)
            assert 0 <= sale.price <= own <= scores[sale.winner]
            if len(bids) > 1:
                assert sale.price == sorted(bids)[-2]
            else:
                assert sale.price == (0 if rules.alone_pays is SoleBidderPrice.NOTHING else own)
            room[sale.winner] -= 1
            scores[sale.winner] -= sale.price
        for seat, word in enumerate(played.words):
            assert not Counter(word) - Counter(played.racks[seat])
            assert played.earned[seat] == small.score(word) == small.best_word(played.racks[seat])[0]
            scores[seat] += played.earned[seat]
            assert played.gains[seat] == played.earned[seat] - played.paid[seat]
    assert tuple(scores) == record.scores
    assert min(scores) >= 0


@given(st.lists(st.one_of(st.none(), st.integers(0, 9)), min_size=1, max_size=8), st.floats(0, 0.999))
def test_the_winner_pays_the_second_highest_bid(bids: list[int | None], tie: float) -> None:
    if all(bid is None for bid in bids):
        bids = [*bids, 4]
    sale = settle_sale("R", bids, tie)
    amounts = sorted((bid for bid in bids if bid is not None), reverse=True)
    assert bids[sale.winner] == amounts[0]
    assert sale.price == (amounts[1] if len(amounts) > 1 else 0)


def test_ties_are_settled_by_the_games_own_chance_evenly() -> None:
    rng = np.random.default_rng(4)
    winners = Counter(settle_sale("Q", [0, 0, None, 0], float(u)).winner for u in rng.random(3000))
    assert set(winners) == {0, 1, 3}
    assert all(abs(count - 1000) < 4 * (3000 * 2 / 9) ** 0.5 for count in winners.values())


def test_when_all_bid_nothing_the_tile_is_still_sold_for_nothing(small: Lexicon) -> None:
    rules = Rules(players=2, hidden=5, rounds=1)
    record = play_game(rules, [Scripted(small, lambda view: 0)] * 2, small)
    assert [sale.price for sale in record.rounds[0].sales] == [0] * 4


@pytest.mark.parametrize(
    ("offer", "counted", "fault"),
    [
        (7, 7, None),
        (np.int64(3), 3, None),
        (0, 0, None),
        (-1, 0, Fault.NEGATIVE),
        (101, 100, Fault.ABOVE_SCORE),
        (10**30, 100, Fault.ABOVE_SCORE),
        (2.5, 0, Fault.NOT_WHOLE),
        (3.0, 0, Fault.NOT_WHOLE),
        (float("nan"), 0, Fault.NOT_WHOLE),
        (True, 0, Fault.NOT_WHOLE),
        ("9", 0, Fault.NOT_WHOLE),
        (None, 0, Fault.NOT_WHOLE),
    ],
)
def test_bad_bids_are_clipped_or_zeroed(offer: object, counted: int, fault: Fault | None) -> None:
    assert check_bid(offer, 100) == (counted, fault)


@pytest.mark.parametrize("offer", [-5, 1000, 1.5, "all of it", None, True])
def test_bad_bids_are_recorded_with_the_seat(small: Lexicon, offer: object) -> None:
    record = scripted_game(small, lambda view: offer)
    assert record.faults
    assert {fault.seat for fault in record.faults} == {0}
    assert all(fault.detail == str(offer) for fault in record.faults)


def test_a_player_that_raises_an_error_bids_nothing_and_is_named(small: Lexicon) -> None:
    def act(view: SeatView) -> int:
        raise RuntimeError("no idea")

    record = scripted_game(small, act)
    assert {(fault.seat, fault.fault, fault.detail) for fault in record.faults} == {
        (0, Fault.ERROR, "RuntimeError: no idea")
    }
    assert all(sale.bids[0] in (0, None) for played in record.rounds for sale in played.sales)


def test_an_error_hidden_inside_the_bid_does_not_stop_the_game(small: Lexicon) -> None:
    class Trap:
        def __index__(self) -> int:
            raise RuntimeError("trap")

        def __str__(self) -> str:
            raise RuntimeError("trap")

    record = scripted_game(small, lambda view: Trap())
    assert {fault.fault for fault in record.faults} == {Fault.ERROR}


def test_late_bids_count_as_nothing(small: Lexicon) -> None:
    now = [0.0]

    def act(view: SeatView) -> int:
        now[0] += 1.5 if view.letter in "AEIOU" else 0.5
        return 5

    rules = Rules(players=2, hidden=2, rounds=2, bid_seconds=1.0)
    record = scripted_game(small, act, rules, clock=lambda: now[0])
    late = [(fault.round_number, fault.auction) for fault in record.faults if fault.fault is Fault.LATE]
    vowels = [
        (number, place)
        for number, played in enumerate(record.rounds)
        for place, sale in enumerate(played.sales)
        if sale.letter in "AEIOU" and sale.bids[0] is not None
    ]
    assert late == vowels != []
    assert all(record.rounds[number].sales[place].bids[0] == 0 for number, place in vowels)


def test_a_view_cannot_be_changed_and_shows_only_what_is_public(small: Lexicon) -> None:
    views: list[SeatView] = []

    def act(view: SeatView) -> int:
        views.append(view)
        with pytest.raises(FrozenInstanceError):
            view.score = 10**6  # type: ignore[misc]
        with pytest.raises(ValueError, match="read-only"):
            view.unseen[0] = 50
        return 2

    record = scripted_game(small, act, Rules(players=3, hidden=3, rounds=1))
    assert not record.faults
    played = record.rounds[0]
    for view in views:
        seen = Counter(view.rack) + Counter(sale.letter for sale in view.sales if sale.winner != 0)
        assert Counter(rack_of(view.unseen)) == Counter(rack_of(np.array(SCRABBLE.counts))) - seen - Counter(
            view.letter
        )
        assert view.left == 12 - len(view.sales)
        assert sum(view.room) == view.left
        assert view.sales == played.sales[: len(view.sales)]


@pytest.mark.parametrize("word", ["ZZZZ", "NOTAWORD", 7, None, b"AT"])
def test_words_that_do_not_fit_score_nothing_and_are_recorded(small: Lexicon, word: object) -> None:
    class Liar(Scripted):
        def word(self, rack: str) -> str:
            return word  # type: ignore[return-value]

    rules = Rules(players=1, hidden=7, rounds=1)
    record = Referee(rules, [Liar(small, lambda view: 0)], small).play(deal_game(rules, 1))
    assert record.rounds[0].earned == (0,)
    assert [fault.fault for fault in record.faults] == [Fault.BAD_WORD]


def test_text_that_changes_its_mind_is_no_word(small: Lexicon) -> None:
    class Chameleon(str):
        def count(self, *args) -> int:  # type: ignore[no-untyped-def, override]
            return 0

    class Liar(Scripted):
        def word(self, rack: str) -> str:
            return Chameleon("RETAINS")

    rules = Rules(players=1, hidden=7, rounds=3)
    record = Referee(rules, [Liar(small, lambda view: 0)], small).play(deal_game(rules, 1))
    assert {fault.fault for fault in record.faults} == {Fault.BAD_WORD}


def test_the_same_seed_gives_the_same_game_and_another_seat_the_same_tiles(small: Lexicon) -> None:
    rules = Rules(players=4, hidden=2, rounds=3)
    first = play_game(rules, [RandomPlayer(small) for _ in range(4)], small, 9)
    assert first == play_game(rules, [RandomPlayer(small) for _ in range(4)], small, 9)
    other = play_game(rules, [Scripted(small, lambda view: 0)] * 4, small, 9)
    for one, two in zip(first.rounds, other.rounds, strict=True):
        assert one.hidden == two.hidden
        assert [sale.letter for sale in one.sales] == [sale.letter for sale in two.sales]


def test_impossible_rules_are_refused(small: Lexicon) -> None:
    for options in (
        {"players": 15},
        {"hidden": 8},
        {"rounds": 0},
        {"start": -1},
        {"bid_seconds": 0.0},
        {"hidden": True},
    ):
        with pytest.raises(InputError):
            Rules(**options)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="players"):
        play_game(Rules(players=2), [RandomPlayer(small)], small)
    with pytest.raises(InputError, match="lexicon"):
        play_game(Rules(players=1, bonus=40), [RandomPlayer(small)], small)


def test_the_bonus_is_a_parameter() -> None:
    lexicon = build_lexicon(usable_words(["retains"], "list"), bonus=10)
    assert lexicon.score("RETAINS") == 17
    assert play_game(Rules(players=1, hidden=7, rounds=1, bonus=10), [RandomPlayer(lexicon)], lexicon).rules.bonus == 10

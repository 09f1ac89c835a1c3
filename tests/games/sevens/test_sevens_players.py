"""Every player: its formula where the report gives one, and a whole game without a fault."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.core.ids import ChoiceIndex
from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.referee import play_game
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.bidding.prospects import prospects, sequence_factors
from kibitz.games.sevens.players import MAKERS, make_player
from kibitz.games.sevens.players.fallible import FalliblePlayer, PolicyPlayer
from kibitz.games.sevens.players.gain import GainPlayer, share_of_word
from kibitz.games.sevens.players.loss import LOSS_TACTICS, LossPlayer
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.roster import PLAYER_DESCRIPTIONS
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import SCRABBLE, counts_of

RULES = Rules(players=3, hidden=0, rounds=4)


def view(rack: str = "", letter: str = "S", left: int = 21, **changes) -> SeatView:  # type: ignore[no-untyped-def]
    """What seat 0 sees; only its own tiles and the one on offer are known."""
    unseen = SCRABBLE.bag() - counts_of(rack + letter)
    base = SeatView(RULES, 0, 0, letter, rack, unseen, left, 100, 0, (7 - len(rack), 7, 7), (), ())
    return replace(base, **changes)


def sale(own: int, winner: int, price: int = 3) -> Sale:
    return Sale("Z", (own, 4, 0), winner, price)


def loss_player(lexicon: Lexicon, name: str) -> LossPlayer:
    player = make_player(name, lexicon)
    assert isinstance(player, LossPlayer)
    return player


@pytest.mark.parametrize("name", PLAYER_DESCRIPTIONS)
def test_every_player_plays_a_game_without_a_fault(small: Lexicon, name: str) -> None:
    for hidden in (0, 4):
        rules = Rules(players=3, hidden=hidden, rounds=3, start=30)
        players = [make_player(other, small) for other in (name, "loss", name)]
        record = play_game(rules, players, small, seed=hidden)
        # Gain-based bidders do not look at their score; the referee cuts their bids, and that is all.
        assert {fault.fault.name for fault in record.faults} <= {"ABOVE_SCORE"}


@pytest.mark.parametrize("name", PLAYER_DESCRIPTIONS)
def test_every_player_gives_the_same_game_for_the_same_seed(small: Lexicon, name: str) -> None:
    rules = Rules(players=3, hidden=3, rounds=3)
    games = [play_game(rules, [make_player(name, small) for _ in range(3)], small, 4) for _ in range(2)]
    assert games[0] == games[1]


def test_unknown_players_are_refused(small: Lexicon) -> None:
    for name in ("champion", "loss:1:2", "fallible:1", "fallible:a:b"):
        with pytest.raises(InputError, match="players"):
            make_player(name, small)


def test_the_increment_is_the_gain_of_the_best_word(small: Lexicon) -> None:
    player = make_player("increment", small)
    assert player.bid(view("AEINRS", "T", 15)) == small.best_word("AEINRST")[0] - small.best_word("AEINRS")[0]
    assert make_player("nothing", small).bid(view("AEINRS", "T", 15)) == 0


def test_the_gain_price_shares_what_is_not_yet_spent(small: Lexicon) -> None:
    """(50 + s - c) / (7 - n) of section 3.2: S scores 1, 12 are spent, 4 letters are held."""
    assert share_of_word(view("AEIN", "S", paid=12)) == int((50 + 1 - 12) / 3)
    assert share_of_word(view("AEIN", "S", paid=60)) == 0


def test_a_letter_below_the_cutoff_gets_no_bid(small: Lexicon) -> None:
    now = view("NT", "E", 15)
    sums = prospects(small, "NT", sequence_factors(now.copies_left()))
    share = sums.kept[ord("E") - 65] / sums.total
    assert 0 < share < 1
    assert GainPlayer(small, sequence_factors, share + 0.01, relaxed=True).bid(now) == 0
    assert GainPlayer(small, sequence_factors, share - 0.01, relaxed=True).bid(now) > 0


def test_the_cutoff_falls_away_when_auctions_run_out(small: Lexicon) -> None:
    player = GainPlayer(small, sequence_factors, 0.99, relaxed=True)
    assert player.bid(view("NT", "E", 10)) == 0
    assert player.bid(view("NT", "E", 9)) > 0
    assert player.bid(view("NT", "Q", 9)) == 0


def test_without_any_word_in_reach_the_reports_players_bid_increments(small: Lexicon) -> None:
    now = view("BCDFGHT", "A", 14)
    now = replace(now, rack="BCDTFG", unseen=SCRABBLE.bag())
    for name in ("wordcount", "summed", "ranked", "sequence", "loss", "exact", "dp"):
        player = make_player(name, small)
        player.start(RULES, 0, np.random.default_rng(0))
        assert player.bid(now) == small.increment("BCDFGT", "A") == 2


def test_the_loss_bid_is_fifty_times_the_lost_share(small: Lexicon) -> None:
    now = view("AE", "S", 10)
    before = prospects(small, "AE", sequence_factors(now.copies_left())).total
    after = prospects(small, "AE", sequence_factors(now.unseen)).total
    lost = (before - after) / before
    assert loss_player(small, "plainloss").valuation(now) == pytest.approx(50 * lost)
    assert loss_player(small, "loss").valuation(now) == pytest.approx(50 * lost * 1.1)
    assert loss_player(small, "plainloss").bid(now) == int(50 * lost)
    assert loss_player(small, "loss").bid(view("AE", "X", 10)) == 0


def test_the_final_player_doubles_after_three_failures_until_it_wins(small: Lexicon) -> None:
    player = loss_player(small, "g1")
    plain = loss_player(small, "loss")
    failures = [sale(3, 1), sale(0, 1), sale(2, 1)]
    now = view("AE", "S", 18, sales=tuple(failures))
    assert player.valuation(now) == pytest.approx(plain.valuation(now))  # a bid of nothing does not count
    now = view("AE", "S", 17, sales=(*failures, sale(2, 1)))
    assert player.valuation(now) == pytest.approx(2 * plain.valuation(now))
    now = view("AE", "S", 16, sales=(*failures, sale(2, 1), sale(9, 0)))
    assert player.valuation(now) == pytest.approx(plain.valuation(now))


def test_streak_doubles_one_bid_where_the_final_player_goes_on_doubling(small: Lexicon) -> None:
    """Section 3.3.3: the fourth tactic extends the third "by maintaining (or continuing to escalate)" the boost."""
    plain, final = loss_player(small, "loss"), loss_player(small, "g1")
    for failures, factor in ((2, 1), (3, 2), (4, 1), (6, 1), (7, 2), (8, 1)):
        now = view("AE", "S", 21 - failures, sales=(sale(3, 1),) * failures)
        assert loss_player(small, "streak").valuation(now) == pytest.approx(factor * plain.valuation(now))
        assert final.valuation(now) == pytest.approx((2 if failures >= 3 else 1) * plain.valuation(now))


def test_failures_run_on_from_round_to_round(small: Lexicon) -> None:
    player = loss_player(small, "g1")
    player.valuation(view("AE", "S", 19, sales=(sale(3, 1), sale(3, 1))))
    first = (sale(3, 1), sale(3, 1), sale(0, 1))
    assert player.failures(view("AE", "S", 20, round_number=1, past=(first,), sales=(sale(4, 2),))) == 3
    assert player.failures(view("AE", "S", 19, round_number=1, past=(first,), sales=(sale(4, 2), sale(5, 0)))) == 0


def test_the_other_market_tactics_raise_as_described(small: Lexicon) -> None:
    plain = loss_player(small, "loss")
    failures = (sale(3, 1),) * 5
    now = view("AE", "S", 16, sales=failures)
    assert loss_player(small, "escalate").valuation(now) == pytest.approx(1.3**3 * plain.valuation(now))
    assert loss_player(small, "periodic").valuation(now) == pytest.approx(1.5 * plain.valuation(now))
    assert loss_player(small, "periodic").valuation(view("AE", "S", 17, sales=failures[:4])) == pytest.approx(
        plain.valuation(view("AE", "S", 17, sales=failures[:4]))
    )
    fixed = loss_player(small, "periodic:4")
    assert fixed.valuation(now) == pytest.approx(plain.valuation(now) + 4)


@pytest.mark.parametrize(
    ("rack", "sold", "raised"),
    [
        ("", 3, False),
        ("", 4, True),
        ("A", 3, False),
        ("A", 4, True),
        ("AE", 4, False),
        ("AE", 6, False),
        ("AE", 7, True),
    ],
)
def test_pace_raises_with_one_letter_after_a_seventh_of_the_auctions(
    small: Lexicon, rack: str, sold: int, raised: bool
) -> None:
    """Section 3.3.3: "if more than 1/7 of letters have been auctioned off, but we have only 1 or 0 letters"; three
    players have 21 auctions, a seventh is three."""
    now = view(rack, "S", 21 - sold, sales=(sale(3, 1),) * sold)
    assert loss_player(small, "pace").valuation(now) == pytest.approx(
        (1.5 if raised else 1) * loss_player(small, "loss").valuation(now)
    )


def test_the_early_player_raises_as_auctions_run_out(small: Lexicon) -> None:
    plain, early = loss_player(small, "plainloss"), loss_player(small, "early")
    for rack, left, factor in (("", 21, 1.0), ("", 14, 1.5), ("AE", 15, 1.0), ("AE", 10, 1.5), ("AE", 5, 3.0)):
        now = view(rack, "S", left)
        assert early.valuation(now) == pytest.approx(factor * plain.valuation(now))


def test_the_statistics_player_stays_near_the_average_bid(small: Lexicon) -> None:
    cheap = tuple(Sale("E", (0, bid, None), 1, 0) for bid in (1, 2, 1, 2, 1, 2))
    now = view("AE", "S", 15, sales=cheap)
    assert loss_player(small, "loss").bid(now) > 2
    assert loss_player(small, "statistics").bid(now) == int(1.5 + 0.5)
    later = view("AE", "S", 21, round_number=1, past=(cheap,))
    assert loss_player(small, "statistics").bid(later) == 2


class Recorder(Player):
    """Bids nothing and keeps what it sees."""

    def bid(self, view: SeatView) -> int:
        return 0


def test_the_marginal_player_takes_what_is_free_and_never_exceeds_its_score(small: Lexicon) -> None:
    player = MarginalPlayer(small)
    player.start(RULES, 0, np.random.default_rng(0))
    assert player.bid(view("AEINRS", "T", 1, room=(1, 0, 0))) == 0
    rich = player.bid(view("AEINRS", "T", 10))
    assert rich > 20
    assert player.bid(view("AEINRS", "T", 10, score=5)) == 5


def test_the_marginal_player_pays_less_when_letters_are_cheap(small: Lexicon) -> None:
    """The same letter is worth less to wait-and-see when the history shows that it can be had for nothing later."""
    bids = []
    for price in (0, 25):
        player = MarginalPlayer(small)
        player.start(RULES, 0, np.random.default_rng(0))
        past = (tuple(Sale(letter, (0, price, price), 1, price) for letter in "AEINRSTAEINRSTAEINRST"),)
        bids.append(player.bid(view("AEINR", "S", 14, round_number=1, past=past)))
    assert bids[0] < bids[1]


def test_forecasts_are_made_once_a_round_and_learn_from_their_errors(small: Lexicon) -> None:
    player = MarginalPlayer(small)
    rules = Rules(players=2, hidden=5, rounds=6)
    play_game(rules, [player, Recorder(small)], small, 3)
    assert len(player.predicted) == 6
    assert all(value >= 0 for value in player.predicted[:1])


def test_smaller_sensitivity_means_fewer_errors(small: Lexicon) -> None:
    losses = []
    for s in (0.05, 20.0):
        player = FalliblePlayer(small, s, 0.6)
        player.start(RULES, 0, np.random.default_rng(1))
        equities = player.equities(view("AEINR", "S", 14))
        bids = [player.bid(view("AEINR", "S", 14)) for _ in range(200)]
        losses.append(float(np.mean(equities.losses[bids])))
    assert losses[0] < losses[1]


def test_every_name_has_a_player_and_a_line() -> None:
    assert {*MAKERS, *LOSS_TACTICS, "mirror"} == set(PLAYER_DESCRIPTIONS)
    assert not MAKERS.keys() & LOSS_TACTICS


def test_any_policy_can_take_a_seat(small: Lexicon) -> None:
    class Dice:
        """Bids up to three points, whatever is on offer."""

        def choose(self, position: SeatView, rng: np.random.Generator) -> ChoiceIndex:
            return ChoiceIndex(int(rng.integers(4)))

    rules = Rules(players=2, hidden=5, rounds=3)
    games = [play_game(rules, [PolicyPlayer(small, Dice()), Recorder(small)], small, 1) for _ in range(2)]
    assert games[0] == games[1]
    assert not games[0].faults
    bids = {sale.bids[0] for played in games[0].rounds for sale in played.sales}
    assert {0, 1} < bids <= {None, 0, 1, 2, 3}

"""What a contestant plays for: places, a wild card, a series and money, in Final, Daily Doubles and buzzing alike."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import ask
from kibitz.core.equities import FloatArray
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.endgame.before_final import FinalSetup
from kibitz.games.jeopardy.endgame.payoffs.prices import payoff_prices
from kibitz.games.jeopardy.final.equities import FinalPosition, final_model, final_tables, opponent_wagers
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.payoffs import (
    Payoff,
    payoff_by_outcome,
    payoff_for_money,
    payoff_for_places,
    payoff_for_series,
    payoff_for_wild_card,
    series_chances,
)
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.show import Era, Ties

WIN = Payoff("", "to win")
PAYOFFS = {
    "win": WIN,
    "places": payoff_for_places((3, 1, 0)),
    "wild card": payoff_for_wild_card(2_000, 3_500),
    "series": payoff_for_series((1, 2, 0), 0),
    "money": payoff_for_money((300, 200), 2_700),
    "averse": payoff_for_money((300, 200), 2_700, 2.0),
}


def curve(position: FinalPosition, payoff: Payoff) -> FloatArray:
    model = final_model(position.me, era=Era.RECENT)
    tables = final_tables(position, model)
    return tables.triples @ payoff_by_outcome(tables, model, payoff)


def by_hand(position: FinalPosition, payoff: Payoff, wager: int) -> float:
    """Every wager of both opponents and every outcome, one at a time; ties share the places they stand for."""
    model = final_model(position.me, era=Era.RECENT)
    tables = final_tables(position, model)
    bets = {each.seat: each for each in opponent_wagers(position, model)}
    utilities = payoff.utilities(2 * position.scores[position.me])
    total = 0.0
    one, two = position.opponents
    for chance, right in zip(tables.triples, TRIPLES, strict=True):
        mine = position.scores[position.me] + (wager if right[position.me] else -wager)
        lists = [
            [(w, p) for w, p in enumerate(bets[s].if_right if right[s] else bets[s].if_wrong) if p > 0]
            for s in (one, two)
        ]
        for (w1, p1), (w2, p2) in product(*lists):
            finals = {
                position.me: mine,
                one: position.scores[one] + (w1 if right[one] else -w1),
                two: position.scores[two] + (w2 if right[two] else -w2),
            }
            orders = [o for o in permutations(finals) if list(map(finals.get, o)) == sorted(finals.values())[::-1]]
            worth = 0.0
            for order in orders:
                place = order.index(position.me)
                if payoff.winners is not None:
                    worth += payoff.winners[order[0]] if max(finals.values()) > 0 else payoff.no_winner
                else:
                    place = 1 if place == 0 and mine == 0 else place
                    worth += utilities[place, mine]
            total += chance * p1 * p2 * worth / len(orders)
    return total


@pytest.mark.parametrize("name", PAYOFFS)
def test_a_payoff_is_that_of_all_outcomes_by_hand(name: str) -> None:
    """Small scores, so that every pair of the opponents' wagers can be tried."""
    position = FinalPosition((100, 70, 40), 0, Ties.TIEBREAKER)
    payoff = {"wild card": payoff_for_wild_card(60, 110)}.get(name, PAYOFFS[name])
    values = curve(position, payoff)
    for wager in (0, 1, 39, 41, 100):
        assert values[wager] == pytest.approx(by_hand(position, payoff, wager), abs=1e-9)


def test_winning_is_the_payoff_of_first_place_alone() -> None:
    for scores, ties in (((12_000, 9_000, 6_000), Ties.TIEBREAKER), ((9_000, 9_000, -200), Ties.SHARED)):
        position = FinalPosition(scores, 0, ties)
        tables = final_tables(position, final_model(0, era=Era.RECENT))
        assert curve(position, WIN) == pytest.approx(tables.win_chances(), abs=1e-12)


@pytest.mark.parametrize("name", PAYOFFS)
def test_prices_before_final_are_near_the_best_of_all_dollars(name: str) -> None:
    """Break points and evenly spaced wagers miss the best dollar by a hundredth of the span on rare occasions."""
    rng = np.random.default_rng(5)
    payoff, losses = PAYOFFS[name], []
    span = float(np.ptp(payoff.utilities(10_000))) if payoff.winners is None else float(np.ptp(payoff.winners))
    for ties in (Ties.TIEBREAKER, Ties.SHARED) if name != "series" else (Ties.TIEBREAKER,):
        for _ in range(12):
            scores = tuple((rng.integers(1, 40, 3) * 100).tolist())
            position = FinalPosition(scores, 0, ties)
            model = final_model(0, era=Era.RECENT)
            price = payoff_prices(np.array([scores]), FinalSetup(model, 0, ties, payoff=payoff))[0]
            losses.append((float(curve(position, payoff).max()) - price) / span)
    assert np.mean(losses) < 1e-3
    assert max(np.abs(losses)) < 0.01


@given(
    st.tuples(*[st.integers(-5, 200).map(lambda n: 100 * n)] * 3).filter(lambda scores: scores[0] > 0),
    st.sampled_from(("places", "wild card", "series", "money")),
)
def test_the_opponents_seats_change_no_price(scores: tuple[int, int, int], name: str) -> None:
    """The names of the two seats are exchanged together with what a win by each is worth."""
    payoff, (mine, one, two) = PAYOFFS[name], scores
    model = final_model(0, era=Era.RECENT)
    setup = FinalSetup(model, 0, Ties.TIEBREAKER, payoff=payoff)
    other = FinalSetup(model, 0, Ties.TIEBREAKER, payoff=payoff.with_opponents_exchanged(0))
    first = payoff_prices(np.array([(mine, one, two)]), setup)[0]
    second = payoff_prices(np.array([(mine, two, one)]), other)[0]
    # Who wins is counted at nodes of the first opponent's wagers, which differ between the two.
    assert first == pytest.approx(second, abs=6e-3 if name == "series" else 1e-9)


def test_a_series_is_even_at_the_start_and_won_at_three() -> None:
    assert series_chances((0, 0, 0)) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert series_chances((3, 2, 2)) == (1.0, 0.0, 0.0)
    # With 2 wins each the next game decides; with 2, 2 and 0 the third must win three in a row.
    assert series_chances((2, 2, 2)) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert series_chances((2, 2, 0))[2] == pytest.approx(1 / 27)


def test_a_leader_only_keeps_third_out_where_the_first_two_advance() -> None:
    """With $12,000 against $9,000 and $4,000, no bet of up to $3,999 falls to C's doubled score."""
    to_win = ask("jeopardy.final", scores=(12_000, 9_000, 4_000), me=1)
    two_advance = ask("jeopardy.final", scores=(12_000, 9_000, 4_000), me=1, places=(1, 1, 0))
    assert two_advance.wager <= 3_999
    assert two_advance.counsel.worth == pytest.approx(1, abs=1e-3)
    assert to_win.counsel.worth < 0.9
    assert two_advance.payoff is not None
    assert sum(two_advance.payoff.chances) == pytest.approx(1)


def test_third_bets_for_the_wild_card() -> None:
    answer = ask("jeopardy.final", scores=(18_400, 14_600, 9_000), me=3, wild_card="15000")
    assert answer.wager >= 6_000
    assert "to advance" in answer.counsel.explanation.headline
    assert answer.counsel.worth > ask("jeopardy.final", scores=(18_400, 14_600, 9_000), me=3).counsel.worth


def test_risk_aversion_lowers_the_bet_of_a_lock_game() -> None:
    lock: dict[str, Any] = {"scores": (41_000, 14_600, 9_000), "me": 1, "prizes": (3_000, 2_000), "confidence": 0.55}
    wagers = [ask("jeopardy.final", aversion=aversion, **lock).wager for aversion in (0, 3, 10)]
    assert wagers[0] > wagers[1] > wagers[2] >= 0


def test_daily_doubles_and_buzzing_play_for_the_same() -> None:
    """With no clue left a Daily Double and a clue are priced by the Final that follows."""
    scores = (12_000, 9_000, 8_000)
    places = (1, 0.5, 0)
    double = ask("jeopardy.daily-double", scores=scores, me=1, places=places, step=1000, confidence=0.6)
    assert double.payoff is not None
    after = (12_000 + double.wager, 9_000, 8_000)
    final = ask("jeopardy.final", scores=after, me=1, places=places)
    assert double.right == pytest.approx(final.counsel.worth, abs=2e-3)
    buzz = ask("jeopardy.buzz", scores=scores, me=1, value=800, places=places, abilities="equal")
    own = contestant("average", Era.RECENT).final
    right = ask("jeopardy.final", scores=(12_800, 9_000, 8_000), me=1, places=places, confidence=own)
    assert buzz.live[0].right == pytest.approx(right.counsel.worth, abs=2e-3)


def test_one_thing_is_played_for_at_a_time() -> None:
    base: dict[str, Any] = {"scores": (12_000, 9_000, 6_000), "me": 1}
    refused: tuple[tuple[dict[str, Any], str], ...] = (
        ({"places": (1, 0.5, 0), "prizes": (3, 2)}, "prizes"),
        ({"aversion": 1.0}, "aversion"),
        ({"comeback": 5}, "comeback"),
        ({"places": (0.5, 1, 0)}, "places"),
        ({"wild_card": "18000-12000"}, "wild-card"),
        ({"places": (1, 0.5, 0), "cover": True}, "cover"),
        ({"places": (1, 0.5, 0), "totals": (1, 2, 3)}, "places"),
    )
    for wrong, name in refused:
        with pytest.raises(InputError, match=f"^{name}"):
            ask("jeopardy.final", **base, **wrong)

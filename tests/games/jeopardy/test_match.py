"""Matches of two games: people's bets, Finals against brute force, inputs against their plain twins, shared luck."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.jeopardy.final.outcomes import TRIPLES, final_triples
from kibitz.games.jeopardy.match import kernels, reference
from kibitz.games.jeopardy.match.evaluator import OUTPUTS, MatchEvaluator, ordered_seats, unpack_match_evaluator
from kibitz.games.jeopardy.match.final import (
    MatchFinalRule,
    game_1_final,
    game_2_final,
    game_2_final_curve,
    totals_after,
)
from kibitz.games.jeopardy.match.named_seats import MatchSeat, match_seating
from kibitz.games.jeopardy.match.people_bets import game_1_final_bet, people_bets, seats_by_total
from kibitz.games.jeopardy.match.play import MatchSeating, play_matches, simulate_matches
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.rollout.reference import ReferenceRollout
from kibitz.games.jeopardy.rollout.rollout import IntArray, play_from
from kibitz.games.jeopardy.rollout.seating import SelectRule, WagerRule
from kibitz.games.jeopardy.rollout.state_rows import TOTALS, opening_row, remaining_after, row_of_position
from kibitz.games.jeopardy.show import Era, Rules
from kibitz.games.jeopardy.value import kernels as value_kernels
from kibitz.games.jeopardy.value.evaluator import pack_evaluator
from kibitz.games.jeopardy.value.features import KnownAbilities, RemainingClues, features_at
from kibitz.games.jeopardy.value.match_features import MATCH_INPUTS, NEXT_GAME, bold_wager, match_features_at
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.learn.network import Network, random_network
from papers.watson.experiments.match_training import MatchGenerationPlan, train_match_evaluator

pytestmark = pytest.mark.slow

MACHINE = fixed_seat(load_machine().contestant)
GRAND = fixed_seat(contestant("grand-champion"))
ANSWERS = final_triples((0.533, 0.66, 0.66), (0.0, 0.3, 0.3))
PEOPLE, BEST, RULES = MatchFinalRule.PEOPLE, MatchFinalRule.BEST, MatchFinalRule.RULES
SCORES = st.tuples(*[st.integers(-3000, 40_000)] * 3)
TOTALS_WON = st.tuples(*[st.integers(0, 60_000)] * 3)


def _network(seed: int = 3) -> Network:
    return random_network((MATCH_INPUTS, 16, OUTPUTS), np.random.default_rng(seed))


def _table(final: MatchFinalRule = BEST, bet: WagerRule = WagerRule.LIVE) -> MatchSeating:
    net = _network()
    other = MatchSeat(GRAND, SelectRule.ROWS)
    return match_seating(
        (MatchSeat(MACHINE, SelectRule.BAYES, bet=bet, final=final, networks=(net, net)), other, other), Rules()
    )


def _opened(totals: IntArray) -> IntArray:
    starts = np.tile(opening_row(), (len(totals), 1))
    starts[:, TOTALS] = totals
    return starts


def _merged(bets: tuple[tuple[int, float], ...]) -> dict[int, float]:
    result: dict[int, float] = {}
    for amount, chance in bets:
        result[amount] = round(result.get(amount, 0.0) + chance, 9)
    return result


@given(SCORES, TOTALS_WON)
def test_peoples_bets_are_legal_sum_to_one_and_the_kernel_has_the_same(
    scores: tuple[int, int, int], totals: tuple[int, int, int]
) -> None:
    own, total, double, order, n = (np.zeros(3, dtype=np.int64) for _ in range(5))
    bets, chances = np.zeros((3, kernels.MAX_BETS), dtype=np.int64), np.zeros((3, kernels.MAX_BETS))
    kernels.prepare_bets(np.array(scores), np.array(totals), own, total, double, order, bets, chances, n)
    assert order.tolist() == seats_by_total(scores, totals)
    for seat in range(3):
        plain = people_bets(scores, totals, seat)
        assert sum(chance for _, chance in plain) == pytest.approx(1)
        assert all(0 <= amount <= max(scores[seat], 0) for amount, _ in plain)
        compiled = tuple(zip(bets[seat, : n[seat]].tolist(), chances[seat, : n[seat]].tolist(), strict=True))
        assert _merged(compiled) == pytest.approx(_merged(plain))


def test_b_with_a_two_thirds_bet_who_can_keep_c_out_bets_as_section_2_6_says() -> None:
    # A 20,000 and 20,000, B 15,000 and 19,000, C 5,000 and 8,000: B may bet 7,000 two-thirds, 12,999 against C.
    bets = _merged(people_bets((20_000, 19_000, 8_000), (20_000, 15_000, 5_000), 1))
    assert bets[19_000] == pytest.approx(0.35)
    assert bets[12_999] == pytest.approx(0.22)
    assert sum(chance for amount, chance in bets.items() if amount <= 7_000) == pytest.approx(0.43)
    assert max(amount for amount in bets if amount < 12_999) == 7_000


def test_a_with_a_lockout_never_bets_it_away_and_else_mostly_covers() -> None:
    locked = people_bets((20_000, 5_000, 4_000), (30_000, 10_000, 9_000), 0)
    assert max(amount for amount, _ in locked) == 20_000  # 50,000 less that is still above 20,000
    tight = people_bets((20_000, 9_000, 4_000), (30_000, 30_000, 9_000), 0)
    assert all(50_000 - amount > 48_000 for amount, _ in tight)
    open_lead = _merged(people_bets((20_000, 15_000, 4_000), (20_000, 15_000, 9_000), 0))
    assert open_lead[45_000 - 40_000 + 1] == pytest.approx(0.90)


@given(SCORES, st.integers(0, NEXT_GAME))
def test_people_bet_nearly_everything_in_final_of_game_1_unless_they_cannot_be_caught(
    scores: tuple[int, int, int], coming: int
) -> None:
    for seat in range(3):
        bet = game_1_final_bet(scores, seat, coming)
        best = max(scores[other] for other in range(3) if other != seat)
        if scores[seat] <= 0:
            assert bet == 0
        elif scores[seat] - 2 * best - coming > 0:
            assert bet <= max(scores[seat] - 2 * best - coming, 5)
        else:
            assert bet == max(int(0.95 * scores[seat] / 100) * 100, min(5, scores[seat]))


def test_in_game_1_the_dollars_of_game_2_are_still_to_come() -> None:
    first, last = _table().games
    assert (first.how.coming, last.how.coming) == (NEXT_GAME, 0)
    assert sum(6 * value for round_ in (1, 2) for value in Rules().values(round_)) == NEXT_GAME
    start = row_of_position(parse_position("50000_9000_8000.2.2.12345-0-0-0-0-0.c6r4"))
    bets = {}
    for game, place in enumerate((first, last), start=1):
        played, _ = play_from(place, start[None], 200, 1)
        bets[game] = played.wagers[:, 2][played.found[:, 1:].any(axis=1)].max()
    assert bets[1] == bets[2] > 5_000  # behind, everybody bets nearly everything
    start[[0, 1]] = 9_000, 50_000
    for game, place in enumerate((first, last), start=1):
        played, _ = play_from(place, start[None], 200, 1)
        bets[game] = played.wagers[:, 2][played.found[:, 1] > 0].max()
    assert bets[1] > 42_000 > bets[2]


def test_an_overwhelming_match_lead_is_one_that_all_dollars_to_come_cannot_close() -> None:
    # 60,000 in all against 20,000 + 2 x 5,000 with 10,000 left: 20,000 may be lost.
    assert bold_wager((40_000, 5_000, 0), (20_000, 20_000, 0), 0, 10_000, 40_000) == 20_000
    assert bold_wager((40_000, 5_000, 0), (20_000, 20_000, 0), 0, 40_000, 40_000) == 38_000


@given(SCORES, TOTALS_WON, st.integers(0, 2), st.integers(-1, 2))
def test_inputs_in_matches_are_those_of_the_plain_version(
    scores: tuple[int, int, int], totals: tuple[int, int, int], me: int, control: int
) -> None:
    row = row_of_position(parse_position("0_0_0.1.2.345-2345-45-12345-5-0.c6r4"))
    row[:3], row[3], row[TOTALS] = scores, control, totals
    known = KnownAbilities((0.5, -0.2, 1.0), None)
    plain = match_features_at(np.array([scores[me]]), scores, totals, me, control, remaining_after(row), known)
    compiled = np.zeros((1, MATCH_INPUTS), dtype=np.float32)
    values = np.array([Rules().values(1), Rules().values(2)])
    value_kernels.write_feature_rows(
        row[None], np.array([me]), np.array([[0.5, -0.2, 1.0]]), np.array([[1.0, 1.0, -1.0]]), values, compiled
    )
    np.testing.assert_allclose(compiled, plain, atol=2e-5)


@given(SCORES, TOTALS_WON, st.integers(0, 2), st.integers(0, 30_000))
def test_what_everybody_won_besides_changes_no_input_and_no_place(
    scores: tuple[int, int, int], totals: tuple[int, int, int], me: int, more: int
) -> None:
    left = RemainingClues(12_000, (0, 9), (0, 1))
    raised = tuple(total + more for total in totals)
    own = np.array([scores[me]])
    before = match_features_at(own, scores, totals, me, me, left)
    np.testing.assert_array_equal(match_features_at(own, scores, raised, me, me, left), before)
    both = game_2_final(np.array([scores, scores]), np.array([totals, raised]), ANSWERS, (BEST, PEOPLE, PEOPLE))
    np.testing.assert_array_equal(both[0][0], both[0][1])


@given(st.tuples(*[st.integers(0, 40_000)] * 3), st.integers(0, 2), st.integers(0, 2))
def test_without_totals_the_inputs_are_those_of_a_single_game(
    scores: tuple[int, int, int], me: int, control: int
) -> None:
    left = RemainingClues(12_000, (0, 9), (0, 1))
    x = match_features_at(np.array([scores[me]]), scores, (0, 0, 0), me, control, left)
    single = features_at(np.array([scores[me]]), scores, me, control, left)[0]
    shared = [k for k in range(32) if k not in (12, 25)]  # the control of an opponent is told in another way
    np.testing.assert_allclose(x[0, shared], single[shared], atol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_places_and_the_best_bet_are_those_of_brute_force(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores, totals = rng.integers(-5, 40, 3), rng.integers(0, 60, 3)
    me = seed % 3
    bets = [people_bets(scores.tolist(), totals.tolist(), seat) for seat in range(3)]
    expected = reference.places(scores.tolist(), totals.tolist(), bets, ANSWERS.tolist())
    result, _ = game_2_final(scores[None], totals[None], ANSWERS, (PEOPLE, PEOPLE, PEOPLE))
    np.testing.assert_allclose(result[0], expected, atol=1e-12)
    np.testing.assert_allclose(result[0].sum(axis=0), 1)
    styles = tuple(BEST if seat == me else PEOPLE for seat in range(3))
    result, wagers = game_2_final(scores[None], totals[None], ANSWERS, styles)
    _, worth = reference.best_bet(scores.tolist(), totals.tolist(), bets, ANSWERS.tolist(), me)
    assert result[0, me] @ np.array([1, 0.5]) == pytest.approx(worth, abs=1e-12)
    by_answers = game_2_final_curve(tuple(scores.tolist()), tuple(totals.tolist()), me)
    curve = np.tensordot(ANSWERS, by_answers, axes=1)
    np.testing.assert_allclose(curve[wagers[0, me], :2], result[0, me], atol=1e-12)
    assert (curve[:, :2] @ np.array([1, 0.5])).max() == pytest.approx(worth, abs=1e-12)


@given(SCORES, TOTALS_WON)
def test_the_rules_cover_as_a_and_never_give_up_chances_against_c_as_b(
    scores: tuple[int, int, int], totals: tuple[int, int, int]
) -> None:
    order = seats_by_total(scores, totals)
    held, won = np.array([scores]), np.array([totals])
    for me in order[:2]:
        styles = tuple(RULES if seat == me else PEOPLE for seat in range(3))
        _, ruled = game_2_final(held, won, ANSWERS, styles)
        bet = int(ruled[0, me])
        if me == order[0]:
            total = {seat: totals[seat] + max(scores[seat], 0) for seat in range(3)}
            double = {seat: total[seat] + max(scores[seat], 0) for seat in range(3)}
            assert total[me] + bet > double[order[1]] or bet == max(scores[me], 0)
            _, unsure = game_2_final(held, won, ANSWERS, styles, unsure=(True,) * 3)
            _, best = game_2_final(held, won, ANSWERS, tuple(BEST if seat == me else PEOPLE for seat in range(3)))
            assert unsure[0, me] == best[0, me]
        else:
            curve = np.tensordot(ANSWERS, game_2_final_curve(scores, totals, me), axes=1)
            others = [seat for seat in range(3) if seat != me]
            against_c = curve[:, 2 + others.index(order[2])]
            assert against_c[bet] == pytest.approx(against_c.max(), abs=1e-6)


def test_the_b_rule_costs_nothing_where_second_place_is_worth_nearly_as_much_as_first() -> None:
    rng = np.random.default_rng(4)
    scores, totals = 100 * rng.integers(0, 300, (400, 3)), 100 * rng.integers(0, 400, (400, 3))
    order = np.array([seats_by_total(s, t) for s, t in zip(scores.tolist(), totals.tolist(), strict=True)])
    mine = order[:, 1] == 0
    costs = []
    for weights in ((1.0, 0.99), (1.0, 0.0)):
        free, _ = game_2_final(scores[mine], totals[mine], ANSWERS, (BEST, PEOPLE, PEOPLE), weights=weights)
        ruled, _ = game_2_final(scores[mine], totals[mine], ANSWERS, (RULES, PEOPLE, PEOPLE), weights=weights)
        costs.append(float(((free - ruled)[:, 0] @ np.array(weights)).mean()))
    assert 0 <= costs[0] < 0.01 < costs[1]


def test_games_of_a_match_are_played_as_the_plain_version_plays_them() -> None:
    starts = np.tile(opening_row(), (6, 1))
    starts[:, TOTALS] = 100 * np.random.default_rng(2).integers(0, 400, (6, 3))
    starts[0, TOTALS] = (200_000, 0, 0)
    for table in (_table(), _table(bet=WagerRule.SAFE)):
        for game, place in enumerate(table.games):
            played, _ = play_from(place, starts, 6, 5)
            for i in range(6):
                single_game = ReferenceRollout(place, starts[i], 5, i)
                end = single_game.play(1000)
                assert played.ends[i].tolist() == end.tolist(), (game, i)
                assert played.wagers[i].tolist() == single_game.wagers


def test_a_match_has_its_luck_whoever_plays_it_and_in_whatever_blocks() -> None:
    table = _table()
    whole, later = play_matches(table, 12, 3), play_matches(table, 6, 3, first=6)
    for name in ("places", "totals", "before", "wagers", "first_wagers", "found", "picks"):
        np.testing.assert_array_equal(getattr(whole, name)[6:], getattr(later, name))
    again, _ = play_from(table.games[1], _opened(whole.totals), 12, 3)
    assert (again.scores != whole.before - whole.totals).any(axis=1).all()  # game 2 has luck of its own
    tally = simulate_matches(table, 12, 3)
    np.testing.assert_allclose(tally.places[0, :2].T, whole.places.sum(axis=0))
    np.testing.assert_allclose(tally.places[0, :3].sum(axis=0), 12)
    np.testing.assert_allclose(tally.places[0, :3].sum(axis=1), 12)
    people = play_matches(_table(PEOPLE), 800, 3)
    others = play_matches(_table(PEOPLE, WagerRule.SAFE), 800, 3)
    together = np.corrcoef(people.places[:, 0, 0], others.places[:, 0, 0])[0, 1]
    apart = np.corrcoef(people.places[:, 0, 0], play_matches(_table(PEOPLE), 800, 4).places[:, 0, 0])[0, 1]
    assert together > 0.5 > 0.15 > abs(apart)


def test_the_final_of_game_1_is_bet_best_of_its_grid_against_the_first_state_of_game_2() -> None:
    net = _network(8)
    evaluator = MatchEvaluator(net, {})
    scores = np.array([[14_400, 9_000, -800], [2_000, 30_000, 16_000]])
    wagers, worth = game_1_final(scores, (BEST, PEOPLE, PEOPLE), (net, None, None), ANSWERS)
    for i in range(2):
        assert wagers[i, 1:].tolist() == [game_1_final_bet(scores[i].tolist(), seat, NEXT_GAME) for seat in (1, 2)]
        tried = {}
        for k in range(13):
            bet = int(scores[i, 0]) if k == 12 else int(scores[i, 0]) * k // 12 // 100 * 100
            bets = np.array([bet, *wagers[i, 1:]])
            ends = np.stack([totals_after(scores[i], bets, right) for right in TRIPLES])
            tried[bet] = float(ANSWERS @ (evaluator.of_totals(ends, 0)[:, 0] @ np.array([1, 0.5])))
        assert tried[int(wagers[i, 0])] == pytest.approx(max(tried.values()), abs=1e-5)
        assert worth[i, 0] == pytest.approx(max(tried.values()), abs=1e-5)


def test_a_score_below_zero_counts_as_nothing_in_totals_and_places() -> None:
    assert totals_after(
        np.array([[-800, 5000, 100]]), np.array([[0, 1000, 100]]), np.array([[1, 0, 0]]).astype(bool)
    ).tolist() == [[0, 4000, 0]]
    below, nothing = (
        game_2_final(np.array([[score, 9000, 4000]]), np.zeros((1, 3), dtype=np.int64), ANSWERS, (BEST, PEOPLE, PEOPLE))
        for score in (-800, 0)
    )
    np.testing.assert_array_equal(below[0], nothing[0])


@given(st.integers(0, 2), SCORES, TOTALS_WON)
def test_an_evaluator_gives_places_that_sum_to_one_whoever_looks(
    me: int, scores: tuple[int, int, int], totals: tuple[int, int, int]
) -> None:
    row = opening_row()
    row[:3], row[TOTALS] = scores, totals
    places = MatchEvaluator(_network(), {}).places(row[None], me)[0]
    np.testing.assert_allclose(places.sum(axis=0), 1)
    assert (places >= 0).all()
    first, high, low = ordered_seats(row[None], np.array([me]))[0].tolist()
    assert first == me
    assert 2 * scores[high] + totals[high] >= 2 * scores[low] + totals[low]


def test_level_players_share_their_places_by_lot() -> None:
    np.testing.assert_allclose(reference.shares((5, 5, 5)), 1 / 3)
    np.testing.assert_allclose(reference.shares((5, 5, 3)), [[0.5, 0.5], [0.5, 0.5], [0, 0]])
    np.testing.assert_allclose(reference.shares((5, 3, 3)), [[1, 0], [0, 0.5], [0, 0.5]])


@pytest.mark.slow
def test_a_short_training_repeats_itself_and_already_knows_who_is_ahead() -> None:
    matchup = Matchup(Era.PAPER, EvaluatorRole.MACHINE, Level.GRAND_CHAMPION)
    course = MatchGenerationPlan((2_000, 4_000), (4, 8), 16)
    second = train_match_evaluator(matchup, 2, None, course)
    again = train_match_evaluator(matchup, 2, None, course)
    for one, two in zip(second.network.parameters(), again.network.parameters(), strict=True):
        np.testing.assert_array_equal(one, two)
    worth = second.of_totals(np.array([[40_000, 10_000, 10_000], [10_000, 40_000, 10_000]]), 0)[:, 0, 0]
    assert worth[0] > 0.7 > 0.5 > worth[1]
    first = train_match_evaluator(matchup, 1, second, course)
    assert first.about["follows"] == second.hash
    row = opening_row()
    ahead, behind = row.copy(), row.copy()
    ahead[:3], behind[:3] = (20_000, 2_000, 2_000), (2_000, 20_000, 2_000)
    places = first.places(np.stack([ahead, behind]), 0)[:, 0, 0]
    assert places[0] > places[1] + 0.1
    assert unpack_match_evaluator(pack_evaluator(first.network, first.about)).about == first.about

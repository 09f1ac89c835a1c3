"""Profiles: players by level, rates or record, with a posterior, and used alike by every question."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.core import InputError
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.live import LiveSession
from kibitz.games.jeopardy.people import profile_posterior as profiles
from kibitz.games.jeopardy.people.profile import (
    PlayerRecord,
    Profile,
    format_profile,
    parse_profile,
    two_profiles,
)
from kibitz.games.jeopardy.people.profile_posterior import profile_posterior
from kibitz.games.jeopardy.show import Era

WEAK, STRONG = "box:100-40:12", "box:330-30:12"
STATE = "6200_4800_3000.1.2.345-2345-45-12345-5-0.c6r4"

rates = st.floats(0.05, 0.95).map(lambda rate: round(rate, 3))
texts = st.one_of(
    st.sampled_from(["average", "champion", "grand-champion"]),
    st.tuples(rates, rates, rates, rates).map(lambda four: "/".join(f"{rate:g}" for rate in four)),
    st.tuples(st.sampled_from(["coryat", "score"]), st.integers(-5_000, 40_000), st.integers(1, 80)).map(
        lambda each: ":".join(map(str, each))
    ),
    st.tuples(st.integers(0, 30), st.integers(0, 20), st.integers(1, 40), st.integers(0, 3), st.integers(1, 9)).map(
        lambda n: f"box:{n[0] * n[2]}-{n[1]}:{n[2]}:{min(n[3], n[2])}-{min(max(n[3], n[4]), 3 * n[2])}"
    ),
)


@given(text=texts)
@settings(max_examples=60, deadline=None)
def test_a_profile_is_the_same_after_it_was_written_and_read(text: str) -> None:
    profile = parse_profile(text)
    assert parse_profile(format_profile(profile)) == profile


@pytest.mark.parametrize("era", list(Era))
def test_a_longer_record_narrows_the_interval_and_a_better_one_raises_the_ability(era: Era) -> None:
    found = [profile_posterior(PlayerRecord(games, coryat=20_000.0), era) for games in (1, 5, 40)]
    usual = [profile_posterior(PlayerRecord(games, coryat=11_000.0), era).ability for games in (1, 5, 40)]
    widths = [high - low for _, low, high in usual]
    assert widths[0] > widths[1] > widths[2]
    assert found[0].ability[0] < found[1].ability[0] < found[2].ability[0]
    means = [profile_posterior(PlayerRecord(10, right, 30), era).ability[0] for right in range(80, 360, 20)]
    assert all(low < high for low, high in pairwise(means))
    missed, hit = (profile_posterior(PlayerRecord(10, 160, 30, finals=(right, 10)), era) for right in (1, 9))
    assert missed.rates[3][0] < hit.rates[3][0] - (0.02 if era is Era.RECENT else 0.001)
    for each in found:
        assert all(low <= mean <= high for mean, low, high in (each.ability, *each.rates))


def test_intervals_hold_for_players_drawn_from_the_population() -> None:
    """The dispersion of games widens the interval, so that at least 80 % of players are inside if only clues vary."""
    rng, grid = np.random.default_rng(3), profiles._grid(Era.RECENT)
    clues = profiles._game_clues()
    right, wrong = (np.einsum("prk,rk->p", each, clues) / clues.sum() for each in (grid.right, grid.wrong))
    inside = 0
    for at in rng.choice(len(grid.prior), size=400, p=grid.prior):
        n = int(6 * clues.sum())
        hits, misses, _ = rng.multinomial(n, (right[at], wrong[at], 1 - right[at] - wrong[at]))
        _, low, high = profile_posterior(PlayerRecord(6, int(hits), int(misses)), Era.RECENT).ability
        inside += low <= grid.abilities[at] <= high
    assert 0.76 < inside / 400 < 0.92


def test_the_mean_record_of_a_newcomer_leaves_the_prior_where_it_is() -> None:
    """Right, wrong, Coryat and score of the average newcomer agree with one another."""
    grid, clues = profiles._grid(Era.RECENT), profiles._game_clues()
    right, wrong = (float(grid.prior @ np.einsum("prk,rk->p", each, clues)) for each in (grid.right, grid.wrong))
    prior = float(grid.prior @ grid.abilities)
    box = profile_posterior(PlayerRecord(100, round(100 * right), round(100 * wrong)), Era.RECENT)
    assert box.ability[0] == pytest.approx(prior, abs=0.06)
    values = np.array([[200 * k for k in range(1, 6)], [400 * k for k in range(1, 6)]])
    dollars = float(grid.prior @ np.einsum("prk,rk->p", grid.right - grid.wrong, clues * values))
    doubles = float(grid.prior @ profiles._double_value(Era.RECENT, grid))
    coryat = profile_posterior(PlayerRecord(100, coryat=dollars + doubles), Era.RECENT)
    assert coryat.ability[0] == pytest.approx(prior, abs=0.1)


QUESTIONS = {
    "final": {"scores": (12_000, 14_000, 9_000), "me": 1},
    "final in a match": {"scores": (12_000, 14_000, 9_000), "me": 1, "totals": (5_000, 6_000, 7_000)},
    "daily-double": {"scores": (12_000, 14_000, 9_000), "me": 1, "left": (400, 800), "step": 1000},
    "daily-double in a state": {"state": STATE},
    "buzz": {"scores": (12_000, 14_000, 9_000), "me": 1, "value": 800},
    "select": {"state": STATE},
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_fears_a_stronger_record_and_trusts_ones_own(question: str) -> None:
    path, arguments = f"jeopardy.{question.split(' ')[0]}", QUESTIONS[question]
    worth = {
        (you, them): ask(path, **arguments, opponents=them, **({} if you is None else {"you": you})).counsel.worth
        for you, them in ((None, WEAK), (None, STRONG), (WEAK, WEAK), (STRONG, WEAK))
    }
    assert worth[None, STRONG] < worth[None, WEAK] - 0.01
    if question != "buzz":  # a confidence is given there, and a strong player's waiting is worth no less
        assert worth[STRONG, WEAK] > worth[WEAK, WEAK] + 0.01


def test_win_live_and_simulate_use_the_same_profiles() -> None:
    chances = {
        (you, them): ask("jeopardy.win", state=STATE, me=1, you=you, opponents=(them, "average")).chances
        for you, them in ((WEAK, STRONG), (STRONG, WEAK))
    }
    assert chances[STRONG, WEAK][0] > chances[WEAK, STRONG][0] + 0.2
    live = LiveSession(me=1, you=(WEAK,), opponents=(STRONG, "average"), start=STATE)
    shown = live.chances(live.opening_position(), (0, 0), WorkContext())  # type: ignore[arg-type]
    assert shown == chances[WEAK, STRONG]
    table = ask("jeopardy.simulate", games=4_000, seats=(STRONG, WEAK, "average"))
    assert table.win_rates[0].mean > 0.7 > table.win_rates[2].mean > table.win_rates[1].mean
    match = ask("jeopardy.match", count=200, seats=(STRONG, WEAK, "average"))
    assert match.firsts[0].mean > match.firsts[1].mean + 0.3


def test_profiles_go_with_their_seats() -> None:
    """Exchanging the opponents with their scores and profiles changes nothing for me."""
    one = ask("jeopardy.final", scores=(12_000, 14_000, 9_000), me=1, opponents=(STRONG, WEAK))
    two = ask("jeopardy.final", scores=(12_000, 9_000, 14_000), me=1, opponents=(WEAK, STRONG))
    assert one.wager == two.wager
    assert one.counsel.worth == pytest.approx(two.counsel.worth, abs=1e-12)
    first = ask("jeopardy.win", state=STATE, me=1, opponents=(STRONG, WEAK)).chances
    swapped = ask("jeopardy.win", state=STATE.replace("4800_3000", "3000_4800"), me=1, opponents=(WEAK, STRONG)).chances
    assert first[0] == pytest.approx(swapped[0], abs=1e-5)
    assert first[1] == pytest.approx(swapped[2], abs=1e-5)


def test_a_known_final_accuracy_is_not_moved_by_the_place() -> None:
    leading = ask("jeopardy.final", scores=(20_000, 4_000, 0), me=2, opponents="0.6/0.88/0.67/0.999")
    assert leading.counsel.worth < 0.01


def test_four_numbers_are_one_player_in_every_spelling() -> None:
    assert two_profiles(("0.7", "0.9", "0.7", "0.6")) == two_profiles("0.7/0.9/0.7/0.6")
    scores = {"scores": (12_000, 14_000, 9_000), "me": 1}
    spellings = ("0.7,0.9,0.7,0.6", "0.7/0.9/0.7/0.6", [0.7, 0.9, 0.7, 0.6])
    worths = {ask("jeopardy.final", **scores, opponents=each).counsel.worth for each in spellings}
    assert len(worths) == 1


def test_the_profile_question_gives_a_text_that_means_the_same() -> None:
    answer = ask("jeopardy.profile", games=12, right=250, wrong=30, doubles="9,12", finals="8,12")
    assert answer.text == "box:250-30:12:9-12:8-12"
    again = ask("jeopardy.profile", player=answer.text)
    assert again.rates == answer.rates
    assert list(answer.exhibits())
    mixed = ask("jeopardy.profile", games=12, coryat=20_000, finals="8,12")
    assert mixed.text == mixed.exact
    level = ask("jeopardy.profile", player="champion")
    assert level.ability == pytest.approx(1)
    assert level.rates[0].low is None
    assert list(level.exhibits())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"player": "coryat:24000"}, "must look like"),
        ({"player": "1.7/0.9/0.7/0.6"}, "between 0 and 1"),
        ({"player": "box:900-30:2"}, "do not have this many clues"),
        ({"player": "average", "games": 3}, "not both"),
        ({}, "give the number of games"),
        ({"games": 3}, "give right and wrong answers"),
        ({"games": 3, "right": 20}, "together"),
        ({"games": 3, "finals": (4, 3), "coryat": 9000}, "finals"),
        ({"games": 3, "doubles": (4, 12), "coryat": 9000}, "at most 9"),
    ],
)
def test_what_is_no_profile_is_refused_in_a_sentence(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        ask("jeopardy.profile", **arguments)


def test_too_many_players_are_refused() -> None:
    with pytest.raises(InputError, match="one player for both or one for each"):
        ask("jeopardy.final", scores=(3, 2, 1), me=1, opponents=("average", "average", "champion"))
    with pytest.raises(InputError, match="you: give four chances"):
        ask("jeopardy.final", scores=(3, 2, 1), me=1, you=("average", "champion"))
    with pytest.raises(InputError, match="say which player"):
        LiveSession(opponents=("champion",))
    with pytest.raises(InputError, match="a level, four rates or a record"):
        Profile()

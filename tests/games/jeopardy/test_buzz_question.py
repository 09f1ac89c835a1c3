"""The question when to buzz: standings and states, words and JSON, wrong input."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.app.request_parsing import to_json
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.answers.buzz import BuzzAnswer
from kibitz.games.jeopardy.buzz.clue_in_play import clue_in_play, solve_clue, standing_position
from kibitz.games.jeopardy.buzz.one_clue_step import default_equities, end_rows, network_equities, rollout_equities
from kibitz.games.jeopardy.buzz.tree import END_STATES
from kibitz.games.jeopardy.endgame.lattice import score_changes
from kibitz.games.jeopardy.position import format_position
from kibitz.games.jeopardy.show import Era, Ties
from kibitz.games.jeopardy.value.players import players_of

EARLY = "1800_-600_1000.1.1.0-12345-12345-12345-12345-12345"
WATSON: dict[str, object] = {"opponents": "champion", "era": 1996, "machine": True, "abilities": "equal"}


def buzz(*scores: int, **more: object) -> BuzzAnswer:
    answer = ask("jeopardy.buzz", **({"scores": scores} if scores else {}), **more)
    assert isinstance(answer, BuzzAnswer)
    return answer


def test_a_wrong_answer_on_purpose_is_told() -> None:
    answer = buzz(18800, 10000, 7600, me=2, value=1200, **WATSON)
    assert answer.thresholds[0] == answer.thresholds[2] == 1
    assert answer.counsel.choice == "wait"
    assert "answer wrongly on purpose" in str(answer.explain())
    assert answer.live[1].wrong_after == (1,)
    assert answer.live[3].wrong_after == (1, 3)


def test_json_holds_thresholds_every_end_and_the_reason() -> None:
    values = json.loads(to_json(buzz(28000, 13500, 12800, me=1, value=800, finals="all-in", **WATSON), False))
    assert values["schema"] == "jeopardy.buzz/4"
    assert values["thresholds"] == [0, 0, 0, 0]
    assert len(values["ends"]) == 20
    assert {"changes": [1, 0, 0], "worth": 1.0} in values["ends"]
    assert "free shot" in " ".join(values["counsel"]["explanation"]["reasons"])
    assert len(values["gains"]) == 101


def test_ends_are_told_by_seat_whoever_asks() -> None:
    """Player 3 right on the last clue gains player 3 the dollars, from every seat."""
    for me, at in ((1, 0), (3, 2)):
        answer = buzz(*((13000, 9000, 4000) if me == 1 else (4000, 9000, 13000)), me=me, value=2000, **WATSON)
        best = max(answer.ends, key=lambda end: end.worth)
        assert best.changes[at] == 1


def test_silence_keeps_a_lockout_and_the_rule_says_so() -> None:
    answer = buzz(28000, 13000, 5000, me=1, value=800, **WATSON)
    assert answer.lockout
    assert answer.thresholds[0] >= 0.99
    assert answer.counsel.explanation.rule == "keep the lock"
    assert not buzz(29000, 13000, 5000, me=1, value=400, **WATSON).lockout


def test_a_choice_of_ones_own_is_judged() -> None:
    answer = buzz(25200, 12800, 2600, me=2, value=2000, choice="buzz", confidence=0.3, **WATSON)
    assert answer.counsel.judgement is not None
    assert answer.counsel.judgement.loss == pytest.approx(answer.counsel.worth - answer.counsel.judgement.worth)
    assert answer.counsel.judgement.grade == "mistake"
    assert answer.counsel.to_decision().loss == pytest.approx(answer.counsel.judgement.loss)


def test_a_locked_game_does_not_matter() -> None:
    assert (
        buzz(40000, 1000, 800, me=1, value=400, **WATSON).explain().headline.startswith("It does not matter: 100.0 %")
    )


@given(st.lists(st.sampled_from([400, 800, 1200, 1600, 2000]), max_size=12), st.integers(0, 2))
@settings(max_examples=15)
def test_a_standing_is_a_position_with_the_same_clues(left: list[int], me: int) -> None:
    if any([*left, 800].count(value) > 6 for value in left):
        return
    clue = clue_in_play(None, (5000, 4000, 3000), me, 800, left, 2)
    assert sorted(clue.values_left) == sorted(left)
    assert clue.is_endgame
    again = clue_in_play(format_position(clue.position), None, None, 800, (), 2)
    assert again == clue


def test_a_state_near_the_end_is_solved_like_its_standing() -> None:
    state = format_position(standing_position((9000, 7000, 3000), 0, 800, (400,), 2))
    by_state, by_scores = (
        buzz(state=state, value=800, **WATSON),
        buzz(9000, 7000, 3000, me=1, value=800, left=[400], **WATSON),
    )
    assert by_state.thresholds == by_scores.thresholds
    assert by_state.method == "exact"


@pytest.mark.slow
def test_before_the_last_clues_games_are_played_on_or_the_network_is_asked() -> None:
    played = buzz(state=EARLY, value=1000, rollouts=30, seed=3, abilities="equal")
    assert (played.method, played.games) == ("rollout", 30)
    assert played.counsel.best[0].standard_error is not None
    request = buzz(state=EARLY, value=1000, rollouts=0, abilities="equal")
    assert request.method == "network"
    assert 0.3 < request.thresholds[0] < 0.6
    assert request.counsel.provenance.weights


@pytest.mark.slow
def test_end_states_share_the_games_that_follow() -> None:
    """Each end is the unanswered clue with its change added: twice the change of one is the change of the other."""
    clue = clue_in_play(EARLY, None, 0, 1000, (), 1)
    players = players_of(Era.PAPER, Ties.SHARED, 0)
    small, again = (rollout_equities(clue.state, players.seating, 0, 1000, 50, seed=2) for _ in range(2))
    assert small.equities.tolist() == again.equities.tolist()
    right, nothing, wrong = (small.equities[END_STATES[x, 0, 0]] for x in (1, 0, -1))
    assert right > nothing > wrong
    rows = end_rows(clue.state, 0, 1000)
    assert rows[END_STATES[0, 0, 1], :4].tolist() == [1800, -600, 2000, 2]
    assert rows[END_STATES[0, -1, 0], :4].tolist() == [1800, -1600, 1000, 0]
    assert network_equities(clue.state, players, 0, 1000).shape == (20,)


def test_games_played_on_with_no_daily_double_left_tend_to_the_sum_over_the_lattice() -> None:
    """The paper's approximation: habit on the clues left, played out and summed exactly."""
    clue = clue_in_play(None, (9000, 7000, 3000), 0, 800, (400, 1200), 2)
    players = players_of(Era.PAPER, Ties.SHARED, 0, opponents="champion", machine=True)
    exact = solve_clue(clue, players)
    from kibitz.games.jeopardy.buzz.final_prices import final_price

    default = default_equities(
        (9000, 7000, 3000),
        0,
        800,
        score_changes(players.contestants, clue.values_left),
        final_price(players.final_setup(0)),
    )
    assert (exact.equities >= default - 2e-5).all()
    assert np.abs(exact.equities - default).max() < 0.02


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"scores": [1, 2, 3], "value": 400}, "me: with scores, say which player"),
        ({"value": 400}, "scores: give either scores or a state"),
        ({"state": EARLY, "scores": [1, 2, 3], "me": 1, "value": 400}, "scores: give either scores or a state"),
        ({"state": EARLY, "left": [200], "value": 400}, "left: leave this out with a state"),
        ({"state": EARLY, "value": 500}, "value: must be a dollar value of round 1"),
        (
            {"state": "1_2_3.1.1.12345-0-0-0-0-0", "value": 200, "finals": "all-in", "abilities": "equal"},
            "final-bets: must be people",
        ),
        ({"state": "1_2_3.1.1.2345-0-0-0-0-0", "value": 200}, "value: no clue of .* is open"),
        ({"scores": [1, 2, 3], "me": 1, "value": 500}, "value: must be a dollar value of round 2"),
        ({"scores": [1, 2, 3], "me": 1, "value": 400, "left": [500]}, "left: must be a dollar value of round 2"),
        ({"scores": [1, 2, 3], "me": 1, "value": 400, "left": [400] * 6}, "left: give at most 6"),
    ],
)
def test_wrong_questions_are_refused_in_a_sentence(given: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        ask("jeopardy.buzz", **given)


@pytest.mark.slow
def test_the_card_tells_how_sure_to_be_and_what_last_clues_ask_for() -> None:
    card = ask("jeopardy.buzz-card", era=1996, format="markdown")
    lines = dict(card.lines)  # type: ignore[attr-defined]
    assert lines["round 1, $1,000"].startswith("first 45 %")
    purpose = next(play for when, play in lines.items() if "A was wrong" in when)
    assert purpose.startswith("answer wrongly on purpose (")
    assert next(play for when, play in lines.items() if "silence keeps a lock game" in when).startswith("never")
    assert "habit costs" in card.card  # type: ignore[attr-defined]
    assert card.file("out").name == "buzz-1996.md"


@pytest.mark.slow
def test_in_game_2_of_a_match_equities_count_places() -> None:
    """The last clue: each end of it is priced by Final of game 2, first place and half of second."""
    from kibitz.games.jeopardy.match.value import MatchContext, match_equity, places_after_final
    from kibitz.games.jeopardy.value.players import players_of as of

    totals = (20000, 24000, 9000)
    answer = buzz(13000, 12000, 6000, me=2, value=2000, game=2, totals=totals, **WATSON)
    assert answer.method == "exact"
    assert answer.match is not None
    assert "of match equity" in answer.explain().headline
    players = of(Era.PAPER, Ties.SHARED, 1, opponents="champion", machine=True)
    for end in (answer.ends[0], answer.ends[9]):
        scores = np.array([[13000, 12000, 6000]]) + 2000 * np.array([end.changes])
        places = places_after_final(scores, np.array([totals]), players, MatchContext(2))
        assert end.worth == pytest.approx(float(match_equity(places)[0, 1]), abs=1e-12)
    with pytest.raises(InputError, match="final-bets: must be people in a match"):
        buzz(13000, 12000, 6000, me=2, value=2000, game=2, totals=totals, finals="all-in", **WATSON)


@given(st.integers(2, 40), st.integers(0, 40), st.sampled_from([400, 1200, 2000]), st.integers(1, 5))
@settings(max_examples=5)
def test_where_silence_keeps_a_lockout_no_confidence_is_enough(second: int, third: int, value: int, over: int) -> None:
    best = 400 * max(second, third)
    own = 2 * (best + value) + over * value // 5
    answer = buzz(own, 400 * second, 400 * third, me=1, value=value, **WATSON)
    assert answer.lockout
    assert answer.live[0].silent == pytest.approx(1.0)
    assert answer.thresholds[0] >= 0.99 or max(answer.gains) < 1e-3

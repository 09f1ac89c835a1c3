"""Whole games with the last clues buzzed well by one seat."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz import ask
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.buzz.tree import POLICIES
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.play.clue import CHANGES
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.rollout import endgame_buzzing
from kibitz.games.jeopardy.rollout.endgame_buzzing import (
    EndgameBuzzing,
    contestant_on_board,
    play_with_buzzing,
    seat_order,
    with_threshold_buzzing,
)
from kibitz.games.jeopardy.rollout.final_chances import final_chances
from kibitz.games.jeopardy.rollout.rollout import play_from
from kibitz.games.jeopardy.rollout.seating import BuzzRule, FinalRule, Seating, seating, usual_seat
from kibitz.games.jeopardy.rollout.state_rows import opening_row

pytestmark = pytest.mark.slow

ALL, NONE = POLICIES.index((1, 1, 1, 1)), POLICIES.index((0, 0, 0, 0))


def table(me: int = 1) -> Seating:
    """The machine in a seat among Champions, buzzing last clues well."""
    champion = usual_seat(fixed_seat(contestant("champion")))
    machine = replace(usual_seat(fixed_seat(load_machine().contestant), FinalRule.BEST), buzz=BuzzRule.EXACT)
    seats = [machine if seat == me else champion for seat in range(3)]
    return seating((seats[0], seats[1], seats[2]), me=me)


class Habit(EndgameBuzzing):
    """Buzzes last clues as everybody buzzes all clues."""

    def chances(self, scores, types, ease, value, left):  # type: ignore[no-untyped-def]
        row = value // 400
        lines, masses = self.buzzer(types, ease).end_state_chances(2, row)
        confidence = self.buzzer(types, ease).confidence(2, row)
        policy = np.where(confidence.cells()[0] >= confidence.threshold, ALL, NONE)
        return masses @ lines.policies()[policy, np.arange(len(masses))]


def test_last_clues_buzzed_by_habit_once_more_end_as_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same squares, the same ease of the board, the same luck."""
    monkeypatch.setattr(endgame_buzzing, "EndgameBuzzing", Habit)
    seats = table()
    again = play_with_buzzing(seats, opening_row(), 25, seed=5)
    plain, _ = play_from(seats, opening_row()[None], 25, 5)
    for name in ("scores", "picks", "types", "ends", "first_round"):
        assert getattr(again, name).tolist() == getattr(plain, name).tolist(), name


@pytest.mark.slow
def test_buzzing_last_clues_well_wins_more() -> None:
    seats, games = table(), 120
    exact = final_chances(seats, play_with_buzzing(seats, opening_row(), games, seed=8).scores)[:, 1]
    plain = final_chances(seats, play_from(seats, opening_row()[None], games, 8)[0].scores)[:, 1]
    gain = exact - plain
    assert (gain != 0).any()
    assert gain.mean() > -gain.std(ddof=1) / np.sqrt(games)


def test_the_best_policy_leads_to_chances_that_sum_to_one_and_seats_keep_their_names() -> None:
    endings = EndgameBuzzing(table(), 1)
    chances = endings.chances((13000, 12000, 6600), (0, 0, 0), 1, 2000, [])
    assert chances.sum() == pytest.approx(1)
    order = seat_order(np.asarray(CHANGES), 1)
    k = CHANGES.tolist().index([1, 0, -1])
    assert CHANGES[order[k]].tolist() == [0, 1, -1]


def test_a_board_moves_attempts_and_takes_their_correlation() -> None:
    champion = contestant("champion")
    hard, easy = contestant_on_board(champion, 1.7), contestant_on_board(champion, -1.7)
    assert hard.attempt_rate(2, 3) < champion.attempt_rate(2, 3) < easy.attempt_rate(2, 3)
    assert hard.correlations.attempt == 0


def test_max_delta_thresholds_buzz_a_little_more_and_end_in_chances() -> None:
    seats = table(0)
    sure = with_threshold_buzzing(seats, 0)
    plain, more = (np.diff(each.tables.outcomes, axis=-1, prepend=0.0) for each in (seats, sure))
    assert more.min() > -1e-12
    silent = np.asarray(seats.tables.changes)[:, 0] == 0
    assert more[..., silent].sum() < plain[..., silent].sum()
    drawn = replace(seats, tables=seats.tables._replace(outcomes=np.tile(seats.tables.outcomes, (2, 1, 1, 1, 1, 1, 1))))
    with pytest.raises(InputError, match="delta needs contestants of known ability"):
        with_threshold_buzzing(drawn, 0)


def test_the_question_plays_games_with_one_exact_seat_only() -> None:
    request = {"games": 3, "seats": ["machine", "champion", "champion"], "era": 1996}
    answer = ask("jeopardy.simulate", **request, buzz=["exact", "usual", "usual"])
    assert answer.seats[0].endswith("exact")  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="use only one of buzz exact, buzz delta and double endgame"):
        ask("jeopardy.simulate", **request, buzz=["exact", "exact", "usual"])

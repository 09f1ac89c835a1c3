"""Whole games whose last Daily Double is bet exactly."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.app.ask import answer_question
from kibitz.core import InputError
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.rollout.endgame_wagers import play_with_exact_wagers
from kibitz.games.jeopardy.rollout.final_chances import seat_chances
from kibitz.games.jeopardy.rollout.named_seating import named_seating
from kibitz.games.jeopardy.rollout.rollout import KEEP_DOUBLES, play_from
from kibitz.games.jeopardy.rollout.seating import Seating
from kibitz.games.jeopardy.rollout.state_rows import SURE, opening_row
from kibitz.games.jeopardy.show import Era, rules_of
from kibitz.games.jeopardy.value.endings import is_ending


def _place(double: str) -> Seating:
    machine, grand = fixed_seat(load_machine().contestant), fixed_seat(contestant(Level.GRAND_CHAMPION, Era.PAPER))
    names = ("machine", "grand-champion", "grand-champion")
    others = ("usual", "usual")
    return named_seating(
        (machine, grand, grand), names, ("lrtb", *others), (double, *others), ("best", *others), rules_of(Era.PAPER)
    )


@pytest.mark.slow
def test_exact_bets_move_the_bettors_score_in_endings_only_and_lose_nothing() -> None:
    live, place = _place("live"), _place("endgame")
    before, stored = play_from(live, opening_row()[None], 500, 3, keep=1.0, kind=KEEP_DOUBLES)
    after = play_with_exact_wagers(place, opening_row(), 500, 3)
    endings = {
        int(game)
        for row, game in zip(stored.rows, stored.games, strict=True)
        if is_ending(np.where(np.arange(len(row)) == SURE, 0, row))
    }
    changed = {int(game) for game in np.flatnonzero((before.scores != after.scores).any(axis=1))}
    assert len(changed) >= 4
    assert changed <= endings
    assert (before.scores[:, 1:] == after.scores[:, 1:]).all()
    moved = after.scores[:, 0] - before.scores[:, 0]
    bets = after.wagers[:, 2] - before.wagers[:, 2]
    np.testing.assert_array_equal(moved, np.where(before.right[:, 2] == 1, bets, -bets))
    gain = seat_chances(place, 0, after.scores, after.types) - seat_chances(live, 0, before.scores, before.types)
    assert gain.std() > 0
    assert gain.mean() > -2 * gain.std() / len(gain) ** 0.5


def test_endgame_bets_are_for_one_seat_and_not_beside_exact_buzzing() -> None:
    seats = ["machine", "machine", "average"]
    for arguments in (
        {"double": ["endgame", "endgame", "usual"]},
        {"double": ["endgame", "usual", "usual"], "buzz": ["exact", "usual", "usual"]},
    ):
        with pytest.raises(InputError, match=r"use only one of .*, for one of the three seats"):
            answer_question("jeopardy.simulate", {"games": 10, "seats": seats, "ability": "equal", **arguments})

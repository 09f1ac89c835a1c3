"""Buzzes on the last clues judged, exactly (`buzz`): was an answer worth trying there?

Nobody else knows how sure a player was, so an answer is taken to have been as likely right as answers to such clues
are. Who did not buzz, or did and lost the race, leaves no trace and is not judged.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from kibitz.core import Decision, FloatArray, format_money
from kibitz.core.choices import ChoiceList
from kibitz.core.ids import ChoiceIndex, DecisionId, EventId, GameId, PlayerId
from kibitz.core.judgement import THRESHOLDS, Grade
from kibitz.core.units import Unit
from kibitz.games.jeopardy.board import row_of
from kibitz.games.jeopardy.buzz.clue import CluePlayed, Solved, solved
from kibitz.games.jeopardy.buzz.finals import seats_from_me
from kibitz.games.jeopardy.fields import GAME
from kibitz.games.jeopardy.final.equities import TOLERANCE
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.position import format_position
from kibitz.games.jeopardy.review.judged import BUZZ, Judged
from kibitz.games.jeopardy.review.wagers import made_by, shown_contestant
from kibitz.games.jeopardy.show import Rules
from kibitz.games.jeopardy.taped.game import Moment, TapedGame
from kibitz.games.jeopardy.value.players import asked_players

LAST = 3
"""Clues left after the one in play up to which buzzes are judged: beyond them hardly anything is thrown away."""
NEVER = 0.99
CHOICES = ("buzz", "wait", "wrong on purpose")
"""What could be done: try to answer, stay silent, or answer wrongly to reach a lock-tie (section 4.4)."""


def judged_buzzes(game: TapedGame, moments: tuple[Moment, ...], rules: Rules) -> list[Judged]:
    """Every answer given on the last clues, in order."""
    found = []
    for before, now in pairwise(moments):
        if now.move is None or now.placed is None or now.move.double:
            continue
        clue = CluePlayed(before.position, 0, Rules().value(before.position.round_, row_of(now.placed)))
        if clue.last_clues and len(clue.left) <= LAST:
            found += _judged(game, before, now, rules)
    return found


def _judged(game: TapedGame, before: Moment, now: Moment, rules: Rules) -> list[Judged]:
    clue = now.move
    assert clue is not None
    assert now.placed is not None
    answers = [*clue.wrong, *([] if clue.right is None else [clue.right])]
    found = []
    for number, seat in enumerate(answers):
        position, row = before.position, row_of(now.placed)
        played = CluePlayed(position, seat, Rules().value(2, row))
        players = asked_players(rules.era, rules.ties, seat, Level.AVERAGE, None, (Level.AVERAGE,), False, position)
        answer = solved(played, players)
        average = contestant(Level.AVERAGE, rules.era).precision_rate(2, row)
        shown = shown_contestant(position, before.counts, seat, rules).precision_rate(2, row)
        live = _live_state(seat, tuple(answers[:number]))
        values, own = _values(answer, live, average), _values(answer, live, shown)
        loss, shown_loss = float(values.max() - values[0]), float(own.max() - own[0])
        grade = Grade.BEST if loss <= TOLERANCE else THRESHOLDS[Unit.WIN].grade(loss)
        record = Decision(
            tuple(values.tolist()),
            ChoiceIndex(0),
            Unit.WIN,
            DecisionId(f"{game.date}.{now.clue}.{seat + 1}"),
            GameId(GAME),
            PlayerId(game.players[seat]),
            EventId(game.date),
            format_position(position),
            ChoiceList(CHOICES),
            provenance=made_by(rules),
        )
        found.append(
            Judged(
                clue=now.clue,
                kind=BUZZ,
                player=seat,
                choice=CHOICES[0],
                best=_best(values),
                worth=float(values[0]),
                loss=loss,
                grade=grade.word,
                confidence=average,
                shown=shown,
                shown_best=_best(own),
                shown_loss=shown_loss,
                position=format_position(position),
                method=answer.method,
                notes=_notes(answer, played, live, loss, values),
                record=record,
            )
        )
    return found


def _live_state(seat: int, wrong: tuple[int, ...]) -> int:
    """Which of the four live states an answer was given in, after these seats had been wrong."""
    if not wrong:
        return 0
    _, first, _ = seats_from_me(seat)
    return 3 if len(wrong) == 2 else 1 if wrong[0] == first else 2


def _values(answer: Solved, live: int, sure: float) -> FloatArray:
    """My chance to win with each of the `CHOICES` in a live state, when so sure."""
    state = answer.live(sure)[live]
    gain = float(answer.at(np.array([sure])).gains()[live, 0])
    return np.array([state.silent + gain, state.silent, state.wrong])


def _best(values: FloatArray) -> str:
    return CHOICES[0] if values.max() - values[0] <= TOLERANCE else CHOICES[int(values.argmax())]


def _notes(answer: Solved, played: CluePlayed, live: int, loss: float, values: FloatArray) -> tuple[str, ...]:
    if loss <= TOLERANCE:
        return ()
    if int(values.argmax()) == 2:
        return ("a wrong answer is worth more here than a right one: it makes a lock-tie",)
    if played.keeps_lockout:
        return (f"silence keeps a lockout that {format_money(played.value)} can lose",)
    limit = float(answer.curves.thresholds()[live])
    return ("never buzz here",) if limit >= NEVER else (f"buzz here from {limit:.0%} sure",)

"""Exact judgement of buzzes on the last clues (`buzz`): was an answer worth trying?

A player's confidence is not recorded, so each answer gets the average chance to be right on such clues. Players who did
not buzz, or lost the race, are not in the record and are not judged.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from kibitz.core import Decision, FloatArray, format_money
from kibitz.core.choices import ChoiceList
from kibitz.core.ids import ChoiceIndex, DecisionId, EventId, GameId, PlayerId
from kibitz.core.judgement import Grade
from kibitz.core.units import Unit
from kibitz.games.jeopardy.archive.game import RecordedGame, ReplayedState
from kibitz.games.jeopardy.board import row_of
from kibitz.games.jeopardy.buzz.clue_in_play import ClueInPlay, SolvedClue, solve_clue
from kibitz.games.jeopardy.buzz.final_prices import seats_from_me
from kibitz.games.jeopardy.fields import GAME
from kibitz.games.jeopardy.final.equities import FINAL_GRADES, NEAR_BEST_LOSS
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.position import format_position
from kibitz.games.jeopardy.review.decision_review import BUZZ, DecisionReview
from kibitz.games.jeopardy.review.wagers import contestant_from_record, review_provenance, reviewed_players
from kibitz.games.jeopardy.show import Rules

MAX_CLUES_LEFT = 3
"""Clues left after the one in play up to which buzzes are judged; earlier buzzes cost almost nothing."""
NEVER_THRESHOLD = 0.99
BUZZ_CHOICES = ("buzz", "wait", "wrong on purpose")
"""What could be done: try to answer, stay silent, or answer wrongly to reach a lock-tie (section 4.4)."""


def review_buzzes(game: RecordedGame, moments: tuple[ReplayedState, ...], rules: Rules) -> list[DecisionReview]:
    """Every answer given on the last clues, in order."""
    result = []
    for before, now in pairwise(moments):
        if now.move is None or now.placed is None or now.move.is_daily_double:
            continue
        clue = ClueInPlay(before.position, 0, Rules().value(before.position.round_, row_of(now.placed)))
        if clue.is_endgame and len(clue.values_left) <= MAX_CLUES_LEFT:
            result += _review_clue(game, before, now, rules)
    return result


def _review_clue(game: RecordedGame, before: ReplayedState, now: ReplayedState, rules: Rules) -> list[DecisionReview]:
    clue = now.move
    assert clue is not None
    assert now.placed is not None
    answers = [*clue.wrong, *([] if clue.right is None else [clue.right])]
    result = []
    for number, seat in enumerate(answers):
        position, row = before.position, row_of(now.placed)
        played = ClueInPlay(position, seat, Rules().value(2, row))
        players = reviewed_players(position, seat, rules, game.champion)
        answer = solve_clue(played, players)
        average = contestant(Level.AVERAGE, rules.era).precision_rate(2, row)
        shown = contestant_from_record(position, before.counts, seat, rules, game.champion).precision_rate(2, row)
        live = _live_state(seat, tuple(answers[:number]))
        values, own = _values(answer, live, average), _values(answer, live, shown)
        loss, shown_loss = float(values.max() - values[0]), float(own.max() - own[0])
        grade = Grade.BEST if loss <= NEAR_BEST_LOSS else FINAL_GRADES.grade(loss)
        record = Decision(
            tuple(values.tolist()),
            ChoiceIndex(0),
            Unit.WIN,
            DecisionId(f"{game.date}.{now.clue}.{seat + 1}"),
            GameId(GAME),
            PlayerId(game.players[seat]),
            EventId(game.date),
            format_position(position),
            ChoiceList(BUZZ_CHOICES),
            provenance=review_provenance(rules),
        )
        result.append(
            DecisionReview(
                clue=now.clue,
                kind=BUZZ,
                player=seat,
                choice=BUZZ_CHOICES[0],
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
    return result


def _live_state(seat: int, wrong: tuple[int, ...]) -> int:
    """Which of the four live states an answer was given in, after these seats had been wrong."""
    if not wrong:
        return 0
    _, first, _ = seats_from_me(seat)
    return 3 if len(wrong) == 2 else 1 if wrong[0] == first else 2


def _values(answer: SolvedClue, live: int, sure: float) -> FloatArray:
    """My win chance with each of the `BUZZ_CHOICES` in a live state, at confidence ``sure``."""
    state = answer.live_states(sure)[live]
    gain = float(answer.at_confidences(np.array([sure])).gains()[live, 0])
    return np.array([state.silent + gain, state.silent, state.wrong])


def _best(values: FloatArray) -> str:
    return BUZZ_CHOICES[0] if values.max() - values[0] <= NEAR_BEST_LOSS else BUZZ_CHOICES[int(values.argmax())]


def _notes(answer: SolvedClue, played: ClueInPlay, live: int, loss: float, values: FloatArray) -> tuple[str, ...]:
    if loss <= NEAR_BEST_LOSS:
        return ()
    if int(values.argmax()) == 2:
        return ("a wrong answer wins more here than a right one: it makes a lock-tie",)
    if played.keeps_lockout:
        return (f"silence keeps a lock game that {format_money(played.value)} can lose",)
    limit = float(answer.curves.thresholds()[live])
    return ("never buzz here",) if limit >= NEVER_THRESHOLD else (f"buzz here from {limit:.0%} sure",)

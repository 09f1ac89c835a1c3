"""Games whose last Daily Double a seat bets exactly, once only an ending is left: played by the network first.

With no Daily Double hidden any more all players pick by habit, whatever the score, and so the clues that follow are the
same whatever was bet: another bet moves the bettor's score, by the same answer, and nothing else.
"""

from __future__ import annotations

from kibitz.core import InputError
from kibitz.games.jeopardy.rollout.rollout import KEEP_DOUBLES, GameBatch, IntArray, SampledStates, play_from
from kibitz.games.jeopardy.rollout.seating import Seating, WagerRule
from kibitz.games.jeopardy.rollout.state_rows import BOARD, SURE
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, SEATS
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.endings import is_ending
from kibitz.games.jeopardy.value.matchups import EvaluatorRole
from kibitz.games.jeopardy.value.players import Players
from kibitz.games.jeopardy.value.state_value import ValueMethod, wager_curve

RECORDS = 14
"""Column of a state's row at which the records by category begin."""


def play_with_exact_wagers(seating: Seating, start: IntArray, n: int, seed: int, first: int = 0) -> GameBatch:
    """``n`` games from a state, numbered from ``first``, with last Daily Doubles bet exactly where a seat does."""
    exact = [seat for seat in range(SEATS) if seating.seats[seat].bet is WagerRule.ENDGAME]
    if exact != [seating.how.me] or len({seat.after for seat in seating.seats}) > 1:
        raise InputError("double: use endgame for one seat only, and let all seats pick the last clues alike")
    played, stored = play_from(seating, start[None], n, seed, first=first, keep=1.0, kind=KEEP_DOUBLES)
    replace_last_wagers(seating, played, stored, first)
    return played


def replace_last_wagers(seating: Seating, played: GameBatch, stored: SampledStates, first: int = 0) -> None:
    """Put exact bets in the place of those on last Daily Doubles that leave an ending."""
    me = seating.how.me
    for state_row, number in zip(stored.rows, stored.games, strict=True):
        game, row = int(number) - first, state_row.copy()
        row[SURE] = 0
        if not is_ending(row):
            continue
        types = tuple(played.types[game].tolist())
        old, right = int(played.wagers[game, DAILY_DOUBLES[2]]), bool(played.right[game, DAILY_DOUBLES[2]])
        curve, method = wager_curve(row, _players(seating, types), me)
        if method is not ValueMethod.EXACT:  # too many clues for the time of an answer
            continue
        best = int(curve.wagers[curve.equities(confidence_at(seating, state_row, types[me])).argmax()])
        shift = best - old if right else old - best
        played.scores[game, me] += shift
        played.ends[game, me] += shift
        played.wagers[game, DAILY_DOUBLES[2]] = best


def confidence_at(seating: Seating, state_row: IntArray, kind: int) -> float:
    """Live confidence of the seat with a record on a Daily Double found; its square stands where `SURE` does."""
    r, column = divmod(int(state_row[SURE]), COLUMNS)
    seen = ROWS - int(state_row[BOARD][column]).bit_count() - 1
    accuracy = float(seating.how.accuracy[seating.how.me, kind, int(state_row[4]), r])
    return live_confidence(accuracy, int(state_row[RECORDS + column]), seen)


def _players(seating: Seating, types: tuple[int, ...]) -> Players:
    """The contestants of one game, as the ending needs them."""
    a, b, c = (seat.model.contestants[t] for seat, t in zip(seating.seats, types, strict=True))
    me = seating.how.me
    machine = seating.how.known[me, 0] == 0
    role = EvaluatorRole.MACHINE if machine else EvaluatorRole.PERSON
    return Players(seating.rules.era, seating.rules.ties, (a, b, c), role, me, by_place=any(seating.standing))

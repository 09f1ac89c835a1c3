"""Games whose last Daily Double a seat bets exactly, once only an ending is left: played by the network first.

With no Daily Double hidden any more all players pick by habit, whatever the score, and so the clues that follow are the
same whatever was bet: another bet moves the bettor's score, by the same answer, and nothing else.
"""

from __future__ import annotations

from kibitz.core import InputError
from kibitz.games.jeopardy.people.contestant import Level
from kibitz.games.jeopardy.rollout.rollout import DOUBLES, IntArray, Kept, Played, play_on
from kibitz.games.jeopardy.rollout.seating import Bet, Seating
from kibitz.games.jeopardy.rollout.starts import BOARD, SURE
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, SEATS
from kibitz.games.jeopardy.value.advice import Method, wager_curve
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.endings import is_ending
from kibitz.games.jeopardy.value.matchups import Role
from kibitz.games.jeopardy.value.players import Players

RECORDS = 14
"""Column of a state's row at which the records by category begin."""


def play_betting(seating: Seating, start: IntArray, n: int, seed: int, first: int = 0) -> Played:
    """``n`` games from a state, numbered from ``first``, with last Daily Doubles bet exactly where a seat does."""
    exact = [seat for seat in range(SEATS) if seating.seats[seat].bet is Bet.ENDGAME]
    if exact != [seating.how.me] or len({seat.after for seat in seating.seats}) > 1:
        raise InputError("double: endgame is accepted for one seat, with the others picking last clues alike")
    played, kept = play_on(seating, start[None], n, seed, first=first, keep=1.0, kind=DOUBLES)
    bet_anew(seating, played, kept, first)
    return played


def bet_anew(seating: Seating, played: Played, kept: Kept, first: int = 0) -> None:
    """Put exact bets in the place of those on last Daily Doubles that leave an ending."""
    me = seating.how.me
    for found, number in zip(kept.rows, kept.games, strict=True):
        game, row = int(number) - first, found.copy()
        row[SURE] = 0
        if not is_ending(row):
            continue
        types = tuple(played.types[game].tolist())
        old, right = int(played.wagers[game, DAILY_DOUBLES[2]]), bool(played.right[game, DAILY_DOUBLES[2]])
        curve, method = wager_curve(row, _players(seating, types), me)
        if method is not Method.EXACT:  # too many clues for the time of an answer
            continue
        best = int(curve.wagers[curve.equities(confidence_at(seating, found, types[me])).argmax()])
        shift = best - old if right else old - best
        played.scores[game, me] += shift
        played.ends[game, me] += shift
        played.wagers[game, DAILY_DOUBLES[2]] = best


def confidence_at(seating: Seating, found: IntArray, kind: int) -> float:
    """Live confidence of the seat with a record on a Daily Double found; its square stands where `SURE` does."""
    r, column = divmod(int(found[SURE]), COLUMNS)
    seen = ROWS - int(found[BOARD][column]).bit_count() - 1
    accuracy = float(seating.how.accuracy[seating.how.me, kind, int(found[4]), r])
    return live_confidence(accuracy, int(found[RECORDS + column]), seen)


def _players(seating: Seating, types: tuple[int, ...]) -> Players:
    """The contestants of one game, as the ending needs them."""
    a, b, c = (seat.model.contestants[t] for seat, t in zip(seating.seats, types, strict=True))
    me = seating.how.me
    machine = seating.how.known[me, 0] == 0
    role = Role.MACHINE if machine else Role.PERSON
    return Players(seating.rules.era, seating.rules.ties, (a, b, c), role, me, Level.AVERAGE, any(seating.standing))

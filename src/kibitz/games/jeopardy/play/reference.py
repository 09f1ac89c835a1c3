"""Whole games in plain Python, one step at a time: what the compiled kernel must agree with, game for game.

Both read the same random numbers from a tape in the same order, so one seed gives one and the same game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.board import Square, column_of
from kibitz.games.jeopardy.people.contestant import Selection, Wagering
from kibitz.games.jeopardy.play.daily_double_bets import (
    N_CONFIDENCE_LEVELS,
    aggressive_bet,
    machine_bet,
    rounded_bet,
    standing_index,
)
from kibitz.games.jeopardy.play.game_tables import DRAWS_PER_GAME, SELECTIONS, WAGERINGS, GameTables
from kibitz.games.jeopardy.play.placement import PlacementModel
from kibitz.games.jeopardy.play.selection import NO_COLUMN, Pick, bayesian_pick, people_pick, seeking_pick
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROUNDS, ROWS, SEATS, SQUARES


class RandomTape:
    """The random numbers of one game, read one after the other."""

    def __init__(self, numbers: FloatArray) -> None:
        self._numbers = iter(numbers.tolist())

    def random(self) -> float:
        """The next number, from 0 to 1."""
        return float(next(self._numbers))


@dataclass(slots=True)
class ReferenceGame:
    """One game up to Final Jeopardy, and what is counted about it."""

    types: tuple[int, int, int]
    scores: list[int] = field(default_factory=lambda: [0] * SEATS)
    first_round: list[int] = field(default_factory=lambda: [0] * SEATS)
    picks: list[int] = field(default_factory=lambda: [0] * SEATS)
    found: list[int] = field(default_factory=lambda: [0] * SEATS)
    wagers: list[int] = field(default_factory=lambda: [0] * 3)
    """Bets on the Daily Doubles in the order found, 0 where none was: the first belongs to round 1."""
    right: list[int] = field(default_factory=lambda: [0] * 3)


def play_game(rng: np.random.Generator, tables: GameTables) -> ReferenceGame:
    """Two rounds of a game between the seats of the tables; takes `DRAWS_PER_GAME` numbers from ``rng``."""
    return _play(RandomTape(rng.random(DRAWS_PER_GAME)), tables)


def _play(tape: RandomTape, tables: GameTables) -> ReferenceGame:
    t0, t1, t2 = (
        _draw_index(tape, tables.seat_types[seat]) if tables.outcomes.shape[seat] > 1 else 0 for seat in range(SEATS)
    )
    game = ReferenceGame((t0, t1, t2))
    for round_ in ROUNDS:
        _play_round(tape, tables, game, round_)
        if round_ == 1:
            game.first_round = list(game.scores)
    return game


def _draw_index(tape: RandomTape, steps: FloatArray) -> int:
    """Index drawn from cumulative chances."""
    return int(np.searchsorted(steps, tape.random(), side="right"))


def _play_round(tape: RandomTape, tables: GameTables, game: ReferenceGame, round_: int) -> None:
    n_clues = _draw_index(tape, tables.clues_played[round_ - 1])
    board = _draw_index(tape, tables.board_steps)
    hidden = _draw_hidden(tape, tables, round_)
    found_doubles: tuple[Square, ...] = ()
    columns = [(1 << ROWS) - 1] * COLUMNS
    # The returning champion starts the first round, the player with the lowest score the second.
    control = 0 if round_ == 1 else min(range(SEATS), key=lambda seat: game.scores[seat])
    current = NO_COLUMN
    for played in range(n_clues):
        current, row = _pick(tape, tables, control, columns, current, round_, found_doubles, played)
        columns[current] &= ~(1 << row)
        game.picks[control] += 1
        place = Square(row * COLUMNS + current)
        if place in hidden:
            found_doubles = (*found_doubles, place)
            _play_daily_double(tape, tables, game, control, round_, row, played, columns, len(found_doubles))
            continue
        outcome = _draw_index(tape, tables.outcomes[(*game.types, board, round_ - 1, row)])
        value = int(tables.values[round_ - 1, row])
        for seat in range(SEATS):
            game.scores[seat] += int(tables.changes[outcome, seat]) * value
        if tables.control[outcome] >= 0:
            control = int(tables.control[outcome])


def _draw_hidden(tape: RandomTape, tables: GameTables, round_: int) -> list[int]:
    """Where the Daily Doubles of the round are."""
    if round_ == 1:
        return [_draw_index(tape, tables.first_round)]
    pair = tables.pair_columns[_draw_index(tape, tables.pair_steps)]
    return [_draw_index(tape, tables.row_steps) * COLUMNS + int(column) for column in pair]


def _pick(
    tape: RandomTape,
    tables: GameTables,
    seat: int,
    columns: list[int],
    current: int,
    round_: int,
    found_doubles: tuple[Square, ...],
    played: int,
) -> Pick:
    style = SELECTIONS[tables.selection[seat]]
    calm = style is Selection.PEOPLE and played < tables.hunt[round_ - 1]
    if calm or len(found_doubles) == DAILY_DOUBLES[round_]:
        return people_pick(columns, current, tables.stay, float(tables.topmost[round_ - 1]), tape)
    if style is Selection.BAYESIAN:
        first = tables.rows[0][:, None] * tables.columns
        return bayesian_pick(columns, round_, found_doubles, PlacementModel(first, tables.rows[1], tables.pairs))
    safe = column_of(found_doubles[-1]) - 1 if found_doubles else NO_COLUMN
    return seeking_pick(columns, current, safe, tables.rows[round_ - 1].tolist())


def _play_daily_double(
    tape: RandomTape,
    tables: GameTables,
    game: ReferenceGame,
    seat: int,
    round_: int,
    row: int,
    played: int,
    columns: list[int],
    n_found: int,
) -> None:
    own = game.scores[seat]
    most = max(own, int(tables.values[round_ - 1, -1]))
    level, roundness = int(tape.random() * N_CONFIDENCE_LEVELS), tape.random()
    style = WAGERINGS[tables.wagering[seat]]
    place = standing_index(game.scores, seat)
    if style is Wagering.PEOPLE:
        elasticity, bankroll, caution, thousands = tables.bet_shape[round_ - 1].tolist()
        bold = float(tables.boldness[seat, game.types[seat]])
        amount = bold * float(tables.bet_amounts[round_ - 1, place, level]) * (most / bankroll) ** elasticity
        if place == 0:
            amount *= float(np.exp(caution * (played / SQUARES - 0.5)))
        wager = rounded_bet(amount, most, roundness < thousands)
    else:
        left = sum(int(tables.values[round_ - 1, r]) for c in columns for r in range(ROWS) if c >> r & 1)
        left += COLUMNS * int(tables.values[1].sum()) if round_ == 1 else 0
        best_other = max(game.scores[other] for other in range(SEATS) if other != seat)
        if style is Wagering.AGGRESSIVE:
            wager = aggressive_bet(own, best_other, left, most)
        else:
            leading, behind, reach = tables.machine.tolist()
            wager = machine_bet(own, best_other, left, most, leading, behind, reach)
    right = bool(tape.random() < tables.right[seat, game.types[seat], round_ - 1, row, level])
    game.scores[seat] += wager if right else -wager
    game.found[seat] += 1
    index = 0 if round_ == 1 else n_found
    game.wagers[index], game.right[index] = wager, int(right)

"""Games from any state in plain Python, one step at a time: what the compiled kernel must agree with, game for game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.board import Square
from kibitz.games.jeopardy.play.daily_double_bets import (
    N_CONFIDENCE_LEVELS,
    aggressive_bet,
    machine_bet,
    rounded_bet,
    standing_index,
)
from kibitz.games.jeopardy.play.placement import PlacementModel
from kibitz.games.jeopardy.play.selection import Pick, bayesian_pick, people_pick, seeking_pick
from kibitz.games.jeopardy.rollout.category_learning import CATEGORY_RECORDS
from kibitz.games.jeopardy.rollout.random_streams import Purpose, game_key, uniform_number
from kibitz.games.jeopardy.rollout.seating import LateSelectRule, Seating, SelectRule, WagerRule
from kibitz.games.jeopardy.rollout.state_rows import BOARD, CONTROL, CURRENT, FOUND, FOUND_COLUMN, ROUND, SURE, TOTALS
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, SEATS, SQUARES
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.match_features import bold_wager
from kibitz.games.jeopardy.value.wagers import network_wager, safe_wager

IntArray = NDArray[np.int64]


class _Numbers:
    """The four numbers of one pick, read one after the other."""

    def __init__(self, key: int, round_: int, played: int) -> None:
        self._numbers = iter([uniform_number(key, Purpose.PICK + k, round_, played) for k in range(4)])

    def random(self) -> float:
        """The next number."""
        return next(self._numbers)


class ReferenceRollout:
    """One game under way: the state as a row, and what is counted."""

    def __init__(self, seating: Seating, start: IntArray, seed: int, game: int) -> None:
        self.seating, self.row, self.key = seating, start.copy(), game_key(seed, game)
        tables = seating.tables
        self.types = [
            int(np.searchsorted(tables.seat_types[seat], self.uniform_number(Purpose.TYPE, 0, seat), side="right"))
            if tables.outcomes.shape[seat] > 1
            else 0
            for seat in range(SEATS)
        ]
        self.picks, self.found = [0] * SEATS, [0] * SEATS
        self.wagers, self.right = [0] * 3, [0] * 3
        if self.row[CONTROL] < 0:
            self.row[CONTROL] = int(self.uniform_number(Purpose.FIRST, 0, 0) * SEATS)

    def uniform_number(self, purpose: int, round_: int, place: int) -> float:
        """A number of this game."""
        return uniform_number(self.key, purpose, round_, place)

    def board(self) -> list[int]:
        """Open rows of the columns, as sets."""
        return [int(mask) for mask in self.row[BOARD]]

    def play(self, clues: int) -> IntArray:
        """Play at most this many clues; returns the last state."""
        for round_ in range(int(self.row[ROUND]), 2):
            if round_ > self.row[ROUND]:
                self._new_round()
            clues = self._play_round(round_, clues)
            if clues == 0:
                break
        return self.row

    def _new_round(self) -> None:
        scores = self.row[:SEATS].tolist()
        self.row[ROUND], self.row[CURRENT], self.row[FOUND], self.row[FOUND_COLUMN], self.row[SURE] = 1, -1, 0, -1, 0
        self.row[BOARD], self.row[14:20] = (1 << ROWS) - 1, 0
        lowest = [seat for seat in range(SEATS) if scores[seat] == min(scores)]
        self.row[CONTROL] = lowest[int(self.uniform_number(Purpose.FIRST, 1, 0) * len(lowest))]

    def _play_round(self, round_: int, clues: int) -> int:
        played = SQUARES - sum(mask.bit_count() for mask in self.board())
        steps, low = self.seating.tables.clues_played[round_], played + int(self.row[SURE])
        base = float(steps[low - 1]) if low else 0.0
        u = base + self.uniform_number(Purpose.CLUES, round_, 0) * (1 - base)
        total = SQUARES if base >= 1 else int(np.searchsorted(steps, u, side="right"))
        self.row[SURE] = 0
        ease = int(
            np.searchsorted(self.seating.tables.board_steps, self.uniform_number(Purpose.EASE, round_, 0), side="right")
        )
        hidden = hidden_places(self, round_)
        while played < total and clues:
            seat = int(self.row[CONTROL])
            column, row = self._pick(seat, round_, played)
            record = (ROWS - self.board()[column].bit_count(), int(self.row[14 + column]))
            self.row[6 + column] &= ~(1 << row)
            self.row[CURRENT] = column
            self.picks[seat] += 1
            played, clues = played + 1, clues - 1
            knew = self._knew(round_, row, column, record)
            if row * COLUMNS + column in hidden:
                self._daily_double(seat, round_, row, column, played, record, knew)
            else:
                self._clue(round_, row, column, record, ease)
            self.row[14 + column] += knew
        return clues

    def _knew(self, round_: int, row: int, column: int, record: tuple[int, int]) -> int:
        how = self.seating.how
        if how.spread <= 0:
            return 0
        accuracy = float(how.accuracy[how.me, self.types[how.me], round_, row])
        expected = live_confidence(accuracy, record[1], record[0], how.spread)
        return int(self.uniform_number(Purpose.RECORD, round_, row * COLUMNS + column) < expected)

    def _clue(self, round_: int, row: int, column: int, record: tuple[int, int], ease: int) -> None:
        tables, how = self.seating.tables, self.seating.how
        steps = tables.outcomes[(*self.types, ease, round_, row)]
        if len(how.steps) > 1:
            steps = how.steps[CATEGORY_RECORDS.index(record), ease, round_, row]
        outcome = int(
            np.searchsorted(steps, self.uniform_number(Purpose.OUTCOME, round_, row * COLUMNS + column), side="right")
        )
        self.row[:SEATS] += tables.changes[outcome] * tables.values[round_, row]
        if tables.control[outcome] >= 0:
            self.row[CONTROL] = tables.control[outcome]

    def _pick(self, seat: int, round_: int, played: int) -> Pick:
        tables, board = self.seating.tables, self.board()
        chosen, current, safe = self.seating.seats[seat], int(self.row[CURRENT]), int(self.row[FOUND_COLUMN])
        style: SelectRule | LateSelectRule = (
            chosen.select if self.row[FOUND] < DAILY_DOUBLES[round_ + 1] else chosen.after
        )
        if style is SelectRule.PEOPLE and played >= tables.hunt[round_]:
            style = SelectRule.ROWS
        if style in (SelectRule.PEOPLE, LateSelectRule.PEOPLE):
            numbers = _Numbers(self.key, round_, played)
            return people_pick(board, current, tables.stay, float(tables.topmost[round_]), numbers)
        if style is SelectRule.ROWS:
            return seeking_pick(board, current, safe, tables.rows[round_].tolist())
        found_doubles = (Square(safe),) if safe >= 0 else ()
        if style is SelectRule.BAYES:
            return bayesian_pick(board, round_ + 1, found_doubles, self._placement())
        if style is SelectRule.CONTROL:
            return self._control_pick(seat, round_, found_doubles)
        if style in (SelectRule.LRTB, LateSelectRule.LRTB):
            column = next(c for c in range(COLUMNS) if board[c])
            return column, next(r for r in range(ROWS) if board[column] >> r & 1)
        values = tables.values[round_].tolist()
        rows = [[r for r in range(ROWS) if mask >> r & 1] for mask in board]
        column = max(
            (c for c in range(COLUMNS) if rows[c]),
            key=lambda c: (len(rows[c]) - 1) * sum(values[r] for r in rows[c]),
        )
        return column, rows[column][-1 if style is LateSelectRule.ANTI else 0]

    def _placement(self) -> PlacementModel:
        tables = self.seating.tables
        return PlacementModel(tables.rows[0][:, None] * tables.columns, tables.rows[1], tables.pairs)

    def _control_pick(self, seat: int, round_: int, found_doubles: tuple[Square, ...]) -> Pick:
        board, how = self.board(), self.seating.how
        mask = sum(1 << (r * COLUMNS + c) for c in range(COLUMNS) for r in range(ROWS) if board[c] >> r & 1)
        chances = self._placement().chances(round_ + 1, mask, found_doubles)

        def value(place: int) -> float:
            row, column = divmod(place, COLUMNS)
            seen = ROWS - board[column].bit_count()
            record = CATEGORY_RECORDS.index((seen, int(self.row[14 + column]))) if len(how.steps) > 1 else 0
            return float(chances[place] + how.alpha * how.keeps[seat, record, round_, row])

        best = max((place for place in range(SQUARES) if mask >> place & 1), key=lambda place: round(value(place), 11))
        return best % COLUMNS, best // COLUMNS

    def _daily_double(
        self, seat: int, round_: int, row: int, column: int, played: int, record: tuple[int, int], knew: int
    ) -> None:
        tables, how, place = self.seating.tables, self.seating.how, row * COLUMNS + column
        self.row[FOUND] += 1
        self.row[FOUND_COLUMN] = column
        level = int(self.uniform_number(Purpose.LEVEL, round_, place) * N_CONFIDENCE_LEVELS)
        bet = self._bet(
            seat, round_, row, played - 1, level, record, self.uniform_number(Purpose.ROUNDNESS, round_, place)
        )
        right = bool(knew)
        if seat != how.me or how.spread <= 0:
            chance = tables.right[seat, self.types[seat], round_, row, level]
            right = bool(self.uniform_number(Purpose.ANSWER, round_, place) < chance)
        self.row[seat] += bet if right else -bet
        self.found[seat] += 1
        index = 0 if round_ == 0 else int(self.row[FOUND])
        self.wagers[index], self.right[index] = bet, int(right)

    def _bet(
        self, seat: int, round_: int, row: int, played: int, level: int, record: tuple[int, int], roundness: float
    ) -> int:
        tables, how, style = self.seating.tables, self.seating.how, self.seating.seats[seat].bet
        scores = self.row[:SEATS].tolist()
        own, most = scores[seat], max(scores[seat], int(tables.values[round_, -1]))
        best_other = max(score for other, score in enumerate(scores) if other != seat)
        totals = self.row[TOTALS].tolist()
        if style is WagerRule.SAFE:
            one, two = (scores[other] + totals[other] / 2 for other in range(SEATS) if other != seat)
            return safe_wager(own + totals[seat] / 2, max(one, two), most)
        if style in (WagerRule.NETWORK, WagerRule.LIVE, WagerRule.ENDGAME):
            p = float(how.accuracy[seat, self.types[seat], round_, row])
            if style is not WagerRule.NETWORK and seat == how.me:
                p = live_confidence(p, record[1], record[0], how.spread)
            return network_wager(self.seating, self.row, self.types, seat, p, most)
        if style is WagerRule.PEOPLE:
            elasticity, bankroll, caution, thousands = tables.bet_shape[round_].tolist()
            place = standing_index(scores, seat)
            bold = float(tables.boldness[seat, self.types[seat]])
            amount = bold * float(tables.bet_amounts[round_, place, level]) * (most / bankroll) ** elasticity
            if place == 0:
                amount *= float(np.exp(caution * (played / SQUARES - 0.5)))
            return rounded_bet(amount, most, roundness < thousands)
        left = sum(int(tables.values[round_, r]) for mask in self.board() for r in range(ROWS) if mask >> r & 1)
        left += COLUMNS * int(tables.values[1].sum()) if round_ == 0 else 0
        if style is WagerRule.BOLD:
            return bold_wager(tuple(scores), tuple(totals), seat, left + how.coming, most)
        if style is WagerRule.AGGRESSIVE:
            return aggressive_bet(own, best_other, left, most)
        leading, behind, reach = tables.machine.tolist()
        return machine_bet(own, best_other, left, most, leading, behind, reach)


def hidden_places(game: ReferenceRollout, round_: int) -> list[int]:
    """Squares of the Daily Doubles still hidden, drawn from what is left of their joint chances."""
    if game.row[FOUND] == DAILY_DOUBLES[round_ + 1]:
        return []
    tables, board = game.seating.tables, game.board()
    rows = tables.rows[round_]
    in_column = np.array([sum(rows[r] for r in range(ROWS) if mask >> r & 1) for mask in board])
    found_doubles = int(game.row[FOUND_COLUMN])
    if round_ == 0:
        weights = tables.columns * in_column
    elif found_doubles >= 0:
        weights = tables.pairs[found_doubles] * in_column
    else:
        weights = in_column * (tables.pairs @ in_column)
    if weights.sum() <= 0:
        return []
    column = _weighted_index(weights, game.uniform_number(Purpose.HIDDEN, round_, 0))
    places = [_in_column(rows, board, column, game.uniform_number(Purpose.HIDDEN, round_, 1))]
    if round_ == 1 and found_doubles < 0:
        second = _weighted_index(tables.pairs[column] * in_column, game.uniform_number(Purpose.HIDDEN, round_, 2))
        places.append(_in_column(rows, board, second, game.uniform_number(Purpose.HIDDEN, round_, 3)))
    return places


def _weighted_index(weights: FloatArray, u: float) -> int:
    """Index on which ``u`` falls when weights fill the range from 0 to 1."""
    return min(
        int(np.searchsorted(np.cumsum(weights), u * weights.sum(), side="right")), int(np.flatnonzero(weights)[-1])
    )


def _in_column(rows: FloatArray, board: list[int], column: int, u: float) -> int:
    weights = np.array([rows[r] if board[column] >> r & 1 else 0.0 for r in range(ROWS)])
    return _weighted_index(weights, u) * COLUMNS + column

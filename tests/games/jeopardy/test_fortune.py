"""Luck taken out of games that were played on: zero on average whatever the network says, and most of the spread."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.board import Square
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.rollout.final_chances import seat_chances
from kibitz.games.jeopardy.rollout.reference import ReferenceRollout
from kibitz.games.jeopardy.rollout.rollout import KEEP_STATES, play_from
from kibitz.games.jeopardy.rollout.seating import FinalRule, Seating, WagerRule, seating, usual_seat
from kibitz.games.jeopardy.rollout.state_rows import BOARD, CONTROL, FOUND, FOUND_COLUMN, opening_row, remaining_after
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, SEATS, Era
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.evaluator import load_shipped_evaluator
from kibitz.games.jeopardy.value.features import N_INPUTS, KnownAbilities, features
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.learn.network import Network, random_network

OWN_SEAT = KnownAbilities(expert=0)
"""What the network of seat 0 knows."""


def _place(network: Network, final: FinalRule = FinalRule.BEST) -> Seating:
    mine = replace(usual_seat(fixed_seat(load_machine().contestant), final), bet=WagerRule.SAFE, network=network)
    other = usual_seat(fixed_seat(contestant(Level.GRAND_CHAMPION, Era.PAPER)))
    return seating((mine, other, other))


class LuckyGame(ReferenceRollout):
    """The same game with its luck for seat 0 counted in the open."""

    luck = np.zeros(2)

    def network_values(self, scores: tuple[int, ...], control: int, found: int = 0) -> FloatArray:
        network = self.seating.seats[0].network
        assert network is not None
        row = self.row.copy()
        row[FOUND] += found
        return network.outputs(features(scores, 0, control, remaining_after(row), OWN_SEAT)[None])[0].astype(np.float64)

    def mean_of_clue(self, round_: int, row: int, ease: int) -> tuple[FloatArray, list[FloatArray]]:
        tables = self.seating.tables
        chances = np.diff(tables.outcomes[(*self.types, ease, round_, row)], prepend=0.0)
        scores, control = self.row[:SEATS], int(self.row[CONTROL])
        values = []
        for k, p in enumerate(chances):
            moved = scores + tables.changes[k] * tables.values[round_, row] if p >= 0.01 else scores
            picks = int(tables.control[k]) if p >= 0.01 and tables.control[k] >= 0 else control
            values.append(self.network_values(tuple(moved.tolist()), picks))
        return np.asarray(chances @ np.array(values)), values

    def _clue(self, round_: int, row: int, column: int, record: tuple[int, int], ease: int) -> None:
        mean, values = self.mean_of_clue(round_, row, ease)
        self.luck = self.luck + self.found_luck(round_, row, column, mean, found=False)
        before = self.row[:SEATS].copy()
        super()._clue(round_, row, column, record, ease)
        changes = (self.row[:SEATS] - before) // self.seating.tables.values[round_, row]
        happened = next(k for k, each in enumerate(self.seating.tables.changes) if (each == changes).all())
        self.luck = self.luck + values[happened] - mean

    def found_luck(self, round_: int, row: int, column: int, mean: FloatArray, found: bool) -> FloatArray:
        if self.row[FOUND] == DAILY_DOUBLES[round_ + 1]:
            return np.zeros(2)
        seat, how = int(self.row[CONTROL]), self.seating.how
        scores = self.row[:SEATS].tolist()
        usual = max(scores[seat], int(self.seating.tables.values[round_, -1])) // 2
        right, wrong = ([*scores], [*scores])
        right[seat] += usual
        wrong[seat] -= usual
        p = float(how.accuracy[seat, self.types[seat], round_, row])
        worth = p * self.network_values(tuple(right), seat, 1) + (1 - p) * self.network_values(tuple(wrong), seat, 1)
        board = self.row[BOARD].copy()
        board[column] |= 1 << row
        mask = sum(1 << (r * COLUMNS + c) for c in range(COLUMNS) for r in range(ROWS) if board[c] >> r & 1)
        safe = int(self.row[FOUND_COLUMN])
        place = self._placement().chances(round_ + 1, mask, (Square(safe),) if safe >= 0 else ())
        return np.asarray((found - float(place[row * COLUMNS + column])) * (worth - mean))

    def _daily_double(
        self, seat: int, round_: int, row: int, column: int, played: int, record: tuple[int, int], knew: int
    ) -> None:
        tables, how = self.seating.tables, self.seating.how
        ease = int(np.searchsorted(tables.board_steps, self.uniform_number(16, round_, 0), side="right"))
        self.luck = self.luck + self.found_luck(
            round_, row, column, self.mean_of_clue(round_, row, ease)[0], found=True
        )
        before = self.row[:SEATS].tolist()
        super()._daily_double(seat, round_, row, column, played, record, knew)
        bet = int(self.row[seat]) - before[seat]
        other = [score - bet if s == seat else score for s, score in enumerate(before)]
        values = self.network_values(tuple(self.row[:SEATS].tolist()), seat), self.network_values(tuple(other), seat)
        level = int(self.uniform_number(8, round_, row * COLUMNS + column) * tables.right.shape[-1])
        p = float(tables.right[seat, self.types[seat], round_, row, level])
        if seat == how.me:
            p = live_confidence(float(how.accuracy[seat, self.types[seat], round_, row]), record[1], record[0])
        self.luck = self.luck + (1 - p if bet > 0 else p) * (values[0] - values[1])


@pytest.mark.slow
def test_the_kernel_counts_the_luck_that_a_plain_game_counts() -> None:
    place = _place(random_network((N_INPUTS, 6, 2), np.random.default_rng(3)))
    _, stored = play_from(place, opening_row()[None], 8, 5, keep=1.0, kind=KEEP_STATES, lucky=True)
    for game in range(8):
        plain = LuckyGame(place, opening_row(), 5, game)
        plain.play(1)
        first = plain.luck
        plain = LuckyGame(place, opening_row(), 5, game)
        plain.play(1000)
        assert stored.luck[stored.games == game][0] == pytest.approx(plain.luck - first, abs=2e-4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_luck_is_zero_on_average_whatever_the_network_says(seed: int) -> None:
    place = _place(random_network((N_INPUTS, 6, 2), np.random.default_rng(seed)), FinalRule.COVER)
    _, stored = play_from(place, opening_row()[None], 20_000, seed, keep=0.02, kind=KEEP_STATES, lucky=True)
    ones = np.unique(stored.games, return_index=True)[1]
    for luck in stored.luck[ones].T:
        assert luck.std() > 0.01
        assert abs(luck.mean()) < 4 * luck.std() / len(luck) ** 0.5


@pytest.mark.slow
def test_without_luck_outcomes_scatter_a_sixth_as_much_and_keep_their_mean() -> None:
    network = load_shipped_evaluator(Matchup(Era.PAPER, EvaluatorRole.MACHINE, Level.GRAND_CHAMPION)).network
    place = _place(network)
    played, stored = play_from(place, opening_row()[None], 6_000, 1, keep=0.05, kind=KEEP_STATES, lucky=True)
    chances = seat_chances(place, 0, played.scores, played.types)[stored.games]
    without = chances - stored.luck[:, 0]
    assert (without - chances).mean() == pytest.approx(0.0, abs=4 * 0.28 / 6_000**0.5)
    by_state = [int(row[4]) * 30 + 30 - sum(int(mask).bit_count() for mask in row[BOARD]) for row in stored.rows]
    early = np.array(by_state) < 10
    assert without[early].var() < chances[early].var() / 6

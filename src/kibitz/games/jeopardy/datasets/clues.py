"""Season 2018-19 clue by clue: who picked, who answered, what was bet; the only such record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import InputError
from kibitz.games.jeopardy.datasets.games import EXCEPTIONAL_CONTESTANT, SEATS, DatasetFolder, IntArray, Row
from kibitz.games.jeopardy.show import ROUNDS, ROWS, SQUARES, Era, Rules


@dataclass(frozen=True, slots=True)
class RecordedBet:
    """One Daily Double: standing is 0 for the leader, stage the share of the round already played."""

    round_: int
    standing: int
    stage: float
    most: int
    wager: int


@dataclass(frozen=True, slots=True, eq=False)
class Season:
    """The clues of one season, game by game, in the order played."""

    games: tuple[tuple[Row, ...], ...]
    exceptional: frozenset[tuple[str, str]]
    """(air date, seat) of the contestant whose bets are left out."""

    def ordinary(self) -> tuple[tuple[Row, ...], ...]:
        """Games without the contestant unlike all others."""
        dates = {date for date, _ in self.exceptional}
        return tuple(game for game in self.games if game[0]["air_date"] not in dates)


def recorded_season(folder: DatasetFolder) -> Season:
    """The season with every clue recorded."""
    games: dict[str, list[Row]] = {}
    for row in folder.rows("clue_outcomes_s35", Era.RECENT):
        if row["game_verified"] == "1":
            games.setdefault(row["air_date"], []).append(row)
    ordered = (tuple(sorted(rows, key=lambda r: (int(r["round"]), int(r["pick_order"])))) for rows in games.values())
    exceptional = {
        (row["air_date"], seat)
        for row in folder.rows("games", Era.RECENT)
        for seat in SEATS
        if row[f"name_{seat}"] == EXCEPTIONAL_CONTESTANT
    }
    return Season(tuple(ordered), frozenset(exceptional))


def season_counts(season: Season) -> IntArray:
    """Counts of the seven outcomes by round and row (2 x 5 x 7) in ordinary games."""
    counts = np.zeros((len(ROUNDS), ROWS, 7), dtype=np.int64)
    for game in season.ordinary():
        for row in game:
            if row["is_dd"] == "0" and row["ambiguous"] == "0":
                wrong = len([seat for seat in row["wrong_seats"].split("|") if seat])
                counts[int(row["round"]) - 1, int(row["row"]) - 1, wrong + (4 if row["right_seat"] else 0)] += 1
    return counts


def season_clues_played(season: Season) -> IntArray:
    """How often 0 to 30 clues of a round were played (2 x 31), ordinary games."""
    counts = np.zeros((len(ROUNDS), SQUARES + 1), dtype=np.int64)
    for game in season.ordinary():
        for round_ in ROUNDS:
            counts[round_ - 1, min(SQUARES, sum(row["round"] == str(round_) for row in game))] += 1
    return counts


def season_picks(season: Season) -> tuple[float, tuple[float, float]]:
    """How often people stay in the category when they can, and take its topmost square, by round."""
    stays, could_stay = 0, 0
    top, choices = [0, 0], [0, 0]
    for game in season.ordinary():
        for round_ in ROUNDS:
            open_rows = {column: set(range(1, ROWS + 1)) for column in range(1, 7)}
            previous = 0
            for row in (row for row in game if row["round"] == str(round_)):
                column, square = int(row["col"]), int(row["row"])
                others = sum(bool(rows) for c, rows in open_rows.items() if c != previous)
                if previous and open_rows[previous] and others:
                    could_stay += 1
                    stays += column == previous
                if len(open_rows[column]) > 1:
                    choices[round_ - 1] += 1
                    top[round_ - 1] += square == min(open_rows[column])
                open_rows[column].discard(square)
                previous = column
    if not (could_stay and all(choices)):
        raise InputError("clue_outcomes_s35: must have picks in both rounds of at least one ordinary game")
    return stays / could_stay, (top[0] / choices[0], top[1] / choices[1])


def season_bets(season: Season) -> list[RecordedBet]:
    """All Daily Doubles with the standing and stage of the bettor, without the exceptional contestant's own."""
    rules = Rules()
    bets = []
    for game in season.games:
        scores = dict.fromkeys(SEATS, 0)
        played = {1: 0, 2: 0}
        for row in game:
            round_ = int(row["round"])
            seat = row["right_seat"] or row["wrong_seats"]
            if row["is_dd"] == "1" and seat in SEATS and row["dd_wager"]:
                own = scores[seat]
                standing = sum(scores[other] > own for other in SEATS)
                if (row["air_date"], seat) not in season.exceptional:
                    most = rules.largest_wager(round_, own)
                    wager = min(int(row["dd_wager"]), most)
                    bets.append(RecordedBet(round_, standing, played[round_] / SQUARES, most, wager))
            played[round_] += 1
            scores = {other: int(row[f"score_{other}"]) for other in SEATS}
    return bets

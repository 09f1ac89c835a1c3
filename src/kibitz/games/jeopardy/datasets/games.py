"""Recorded games read from a folder of compressed tables: the raw material of the fits.

The folder holds ``games.csv.gz``, ``daily_doubles.csv.gz``, ``final_jeopardy.csv.gz``, ``clue_outcome_counts.csv.gz``
and ``clue_outcomes_s35.csv.gz``; only regular games are used. Money from before 26 November 2001 is doubled, so that
all games speak in today's dollar values.
"""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.files import limit_lines, read_bytes
from kibitz.games.jeopardy.show import COLUMNS, ROUNDS, ROWS, SQUARES, Era

IntArray = NDArray[np.int64]
Row = dict[str, str]

DOLLARS_DOUBLED_DATE = "2001-11-26"
SEATS = ("left", "middle", "right")
OUTCOME_COLUMNS = ("n_no_attempt", "n_w", "n_ww", "n_www", "n_r", "n_wr", "n_wwr")
"""Columns in the order of `kibitz.games.jeopardy.play.clue.SEVEN_OUTCOMES`."""
EXCEPTIONAL_CONTESTANT = "James Holzhauer"
"""One contestant of season 2018-19 whose play would dominate its small sample of recorded clues."""
MAX_BYTES = 200_000_000
"""Of one table, unpacked."""


class DatasetFolder:
    """Recorded games: compressed tables by name (``games.csv.gz``), from a folder or from documents."""

    def __init__(self, tables: Mapping[str, bytes], name: str = "recorded games") -> None:
        self.tables, self.name = tables, name
        self._regular: dict[str, tuple[Row, ...]] = {}

    @classmethod
    def at(cls, path: Path) -> DatasetFolder:
        """The tables of a folder."""
        result = {file.name: read_bytes(file, MAX_BYTES) for file in sorted(path.glob("*.csv.gz"))}
        return cls(result, str(path))

    def holds(self, name: str) -> bool:
        """Whether a table is there."""
        return f"{name}.csv.gz" in self.tables

    def rows(self, name: str, era: Era | None = None) -> list[Row]:
        """Rows of one table, regular games of an era only (or of all years)."""
        if name not in self._regular:  # cached, because every fit reads the same few tables
            self._regular[name] = self._regular_games(f"{name}.csv.gz")
        first, last = era.window if era is not None else ("", "9999")
        return [row for row in self._regular[name] if first <= row["air_date"] <= last]

    def _regular_games(self, file: str) -> tuple[Row, ...]:
        """All rows of a table that belong to regular games."""
        source = f"{self.name}: {file}"
        if file not in self.tables:
            raise InputError(f"{source}: missing; give the tables of recorded games")
        try:
            with io.TextIOWrapper(
                gzip.GzipFile(fileobj=io.BytesIO(self.tables[file])), encoding="utf-8", newline=""
            ) as stream:
                table = csv.DictReader(limit_lines(stream, source, MAX_BYTES))
                rows = tuple(row for row in table if row.get("game_type") == "regular")
        except (OSError, EOFError, zlib.error, UnicodeDecodeError, csv.Error):
            raise InputError(f"{source}: must be a table of recorded games") from None
        if not rows or any(row.get("air_date") is None for row in rows):
            raise InputError(f"{source}: must be a table of recorded games")
        return rows


def dollars_factor(row: Row) -> int:
    """2 for games with the old dollar values, else 1."""
    return 2 if row["air_date"] < DOLLARS_DOUBLED_DATE else 1


@dataclass(frozen=True, slots=True, eq=False)
class RecordedScores:
    """Scores of recorded games by seat, today's dollars: after round 1, entering Final, and at the end; games x 3."""

    first_round: IntArray
    entering_final: IntArray
    final: IntArray


def recorded_scores(folder: DatasetFolder, era: Era) -> RecordedScores:
    """Scores of all games of an era that have them."""
    stages = ("r1", "r2", "final")
    values: list[list[list[int]]] = []
    for row in folder.rows("games", era):
        cells = [[row[f"{stage}_{seat}"] for seat in SEATS] for stage in stages]
        if row["has_scores"] == "1" and all(cell for stage in cells for cell in stage):
            values.append([[dollars_factor(row) * int(cell) for cell in stage] for stage in cells])
    if not values:
        raise InputError(f"{folder.name}: no games with scores in the era {int(era)}")
    table = np.array(values, dtype=np.int64)
    return RecordedScores(table[:, 0], table[:, 1], table[:, 2])


CLUE_WINDOWS = {Era.PAPER: Era.PAPER.window, Era.RECENT: ("2011-03-01", "2014-12-31")}
"""Air dates of the clues that represent an era. Since 2015 only one season is recorded clue by clue. Its players are
strong: they won 8 % more in round 1 than their era. Players of the four years before won as much per dollar played."""


def outcome_counts(folder: DatasetFolder, era: Era = Era.PAPER) -> IntArray:
    """Counts of the seven outcomes by round and row, in an era's `CLUE_WINDOWS`: an array of 2 x 5 x 7."""
    counts = np.zeros((len(ROUNDS), ROWS, len(OUTCOME_COLUMNS)), dtype=np.int64)
    first, last = CLUE_WINDOWS[era]
    for row in folder.rows("clue_outcome_counts"):
        if first <= row["air_date"] <= last:
            counts[int(row["round"]) - 1, int(row["row"]) - 1] += [int(row[name]) for name in OUTCOME_COLUMNS]
    return counts


def exceptional_dates(folder: DatasetFolder) -> frozenset[str]:
    """Air dates of the games in which the contestant `EXCEPTIONAL_CONTESTANT` played."""
    return frozenset(
        row["air_date"]
        for row in folder.rows("games")
        if any(row[f"name_{seat}"] == EXCEPTIONAL_CONTESTANT for seat in SEATS)
    )


def clues_played(folder: DatasetFolder) -> IntArray:
    """How often 0 to 30 clues of a round were played, in the paper's window: an array of 2 x 31."""
    games: dict[tuple[str, str, int], int] = defaultdict(int)
    for row in folder.rows("clue_outcome_counts", Era.PAPER):
        key = (row["air_date"], row["show_number"], int(row["round"]))
        games[key] += sum(int(row[name]) for name in (*OUTCOME_COLUMNS, "dd_right", "dd_wrong"))
    return _histogram((round_, min(n, SQUARES)) for (_, _, round_), n in games.items())


def _histogram(pairs: Iterator[tuple[int, int]]) -> IntArray:
    counts = np.zeros((len(ROUNDS), SQUARES + 1), dtype=np.int64)
    for round_, n in pairs:
        counts[round_ - 1, n] += 1
    return counts


def out_of_order(folder: DatasetFolder) -> FloatArray:
    """Share of picks, by round, with a square above still open, in the paper's window."""
    picks, odd = np.zeros(2), np.zeros(2)
    for row in folder.rows("clue_outcome_counts", Era.PAPER):
        round_ = int(row["round"]) - 1
        picks[round_] += sum(int(row[name]) for name in (*OUTCOME_COLUMNS, "dd_right", "dd_wrong"))
        odd[round_] += int(row["n_out_of_order_picks"])
    return odd / picks


def placement_counts(folder: DatasetFolder, era: Era) -> tuple[IntArray, IntArray]:
    """Daily Doubles by round, row and column (2 x 5 x 6), and games by the two columns of round 2 (6 x 6, upper)."""
    counts = np.zeros((len(ROUNDS), ROWS, COLUMNS), dtype=np.int64)
    columns: dict[str, list[int]] = defaultdict(list)
    for row in folder.rows("daily_doubles", era):
        if row["row"] and row["col"]:
            counts[int(row["round"]) - 1, int(row["row"]) - 1, int(row["col"]) - 1] += 1
            if row["round"] == "2":
                columns[row["air_date"]].append(int(row["col"]) - 1)
    pairs = np.zeros((COLUMNS, COLUMNS), dtype=np.int64)
    for result in columns.values():
        if len(result) == 2:
            pairs[min(result), max(result)] += 1
    return counts, pairs


def daily_double_wagers(folder: DatasetFolder, era: Era, round_: int) -> tuple[IntArray, FloatArray]:
    """All wagers of a round in today's dollars, and whether they were right (1, 0 or NaN where not recorded)."""
    rows = [row for row in folder.rows("daily_doubles", era) if row["round"] == str(round_) and row["wager"]]
    wagers = np.array([dollars_factor(row) * int(row["wager"]) for row in rows], dtype=np.int64)
    return wagers, np.array([float(row["correct"] or "nan") for row in rows])


def final_results(folder: DatasetFolder, era: Era) -> IntArray:
    """Who was right in Final Jeopardy by standing, first place first: games x 3, explicit records of all three only."""
    games: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row in folder.rows("final_jeopardy", era):
        if row["played"] == "1" and row["correct"] and "final_results" in row["source"]:
            games[row["air_date"]].append((int(row["score_before"]), int(row["correct"])))
    triples = [[right for _, right in sorted(game, key=lambda p: -p[0])] for game in games.values() if len(game) == 3]
    return np.array(triples, dtype=np.int64).reshape(-1, 3)

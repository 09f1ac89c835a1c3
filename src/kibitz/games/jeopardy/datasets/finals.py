"""Final Jeopardy of recorded games as arrays, in order of standing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.jeopardy.final.people_wagers import IntArray
from kibitz.games.jeopardy.show import SEATS, Era

MOST_DOLLARS = 10**9


@dataclass(frozen=True, slots=True, eq=False)
class RecordedFinals:
    """Final Jeopardy of recorded games in order of standing, dollars as aired: games x 3.

    ``wagers`` is -1 where a player had nothing to bet; ``right`` is 1, 0 or -1 (not recorded); ``dates`` are air
    dates, where they matter.
    """

    scores: IntArray
    wagers: IntArray
    right: IntArray
    after: IntArray
    dates: tuple[str, ...] = ()

    @property
    def is_locked(self) -> NDArray[np.bool_]:
        """Whether the leader had more than twice the second."""
        return np.asarray(self.scores[:, 0] > 2 * np.maximum(self.scores[:, 1], 0))


def accuracy_by_standing(finals: RecordedFinals) -> tuple[float, float, float]:
    """Share of right answers of first, second and third place, among bets above nothing in games not locked."""
    counted = ~finals.is_locked[:, None] & (finals.wagers > 0) & (finals.right >= 0)
    first, second, third = (float(finals.right[counted[:, place], place].mean()) for place in range(SEATS))
    return first, second, third


def answers_of_three(finals: RecordedFinals) -> IntArray:
    """Who was right, first place first (games x 3), where all three bet something, so that all answers are known."""
    known = (finals.wagers > 0).all(axis=1) & (finals.right >= 0).all(axis=1)
    return np.asarray(finals.right[known])


def _dollars(text: str) -> int:
    """A whole number of a table, of a size that games have."""
    value = int(text[:20])
    if abs(value) > MOST_DOLLARS or len(text) > 20:
        raise ValueError(text[:20])
    return value


def recorded_finals(folder: DatasetFolder, era: Era | None = None) -> RecordedFinals:
    """All regular games of an era (or of all years) with three scores and a wager of each player with money."""
    games: dict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    for row in folder.rows("final_jeopardy", era):
        try:
            if not row["score_before"] or not row["score_after"]:
                continue
            before, after = _dollars(row["score_before"]), _dollars(row["score_after"])
            wager = _dollars(row["wager"]) if row["wager"] else -1
            inferred = after > before if after != before else -1
            right = _dollars(row["correct"]) if row["correct"] else int(inferred)
        except (KeyError, TypeError, ValueError):
            raise InputError(f"{folder.name}: does not contain recorded Finals") from None
        games[row["air_date"]].append((before, wager, right, after))
    complete = {
        date: sorted(game, key=lambda player: -player[0])
        for date, game in games.items()
        if len(game) == SEATS and all(0 <= wager <= before or before <= 0 for before, wager, _, _ in game)
    }
    if not complete:
        when = "any year" if era is None else f"the era {int(era)}"
        raise InputError(f"{folder.name}: no recorded Final Jeopardy in {when}")
    table = np.array(list(complete.values()), dtype=np.int64)
    return RecordedFinals(table[:, :, 0], table[:, :, 1], table[:, :, 2], table[:, :, 3], tuple(complete))

"""Expert choices for training: human plays with analysed candidates, read from a CSV file.

Columns: ``game`` (a hash), ``side`` (which player), ``position_id``, ``match_id``, ``dice``, ``played`` (index of the
candidate that was played), ``candidates``: ``ply|move|equity|five chances`` joined by ``;``, best first.
"""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import InputError
from kibitz.files import limit_lines, read_bytes
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.moves.dice import Dice, parse_dice
from kibitz.games.backgammon.neurogammon.inputs import move_inputs, score_inputs
from kibitz.games.backgammon.neurogammon.phases import Phase, phase_of
from kibitz.games.backgammon.notation.play import apply_literally, parse_play
from kibitz.games.backgammon.notation.position_id import parse_position_id
from kibitz.learn.comparison import ComparisonData
from kibitz.learn.network import Floats

COLUMNS = ("game", "side", "position_id", "dice", "played", "candidates")
MAX_BYTES = 200_000_000
MAX_UNPACKED = 2_000_000_000
"""Most characters of a table after unpacking."""
MAX_ROWS = 5_000_000
GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True, eq=False)
class ExpertPlay:
    """One decision: all legal results seen by the mover, which one the expert took, and the listed ones' equities."""

    game: str
    side: str
    phase: Phase
    before: Boards
    results: Boards
    chosen: int
    listed: NDArray[np.int64]
    equities: NDArray[np.float64]

    @property
    def held_out(self) -> bool:
        """Whether its game belongs to the test games: one in eight, by the hash."""
        return self.game[0] in "01"


def csv_rows(data: bytes, name: str, needed: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Rows of a CSV file, gzipped or not, whose header must hold the columns needed."""
    try:
        plain = io.TextIOWrapper(gzip.GzipFile(fileobj=io.BytesIO(data)) if data[:2] == GZIP else io.BytesIO(data))
        with plain as stream:
            rows = csv.DictReader(limit_lines(stream, name, MAX_UNPACKED))
            missing = [column for column in needed if column not in (rows.fieldnames or ())]
            if missing:
                raise InputError(f"{name}: must have the columns {', '.join(needed)}; {missing[0]} is missing")
            for number, row in enumerate(itertools.islice(rows, MAX_ROWS), start=2):
                if None in row.values():
                    raise InputError(f"{name}, line {number}: has too few columns")
                yield row
    except (OSError, EOFError, UnicodeDecodeError, zlib.error, csv.Error):
        raise InputError(f"{name}: must be a CSV file in UTF-8, gzipped or not") from None


def read_expert_plays(path: str | Path, limit: int | None = None, every: int = 1) -> Iterator[ExpertPlay]:
    """Decisions with a choice in a file; ``every`` n takes one row in n."""
    return expert_plays(read_bytes(path, MAX_BYTES), str(path), limit, every)


def expert_plays(data: bytes, name: str, limit: int | None = None, every: int = 1) -> Iterator[ExpertPlay]:
    """The same from the bytes of a file; ``name`` is the name in error messages."""
    from kibitz.games.backgammon.moves.kernels import MAX_RESULTS, legal_results

    out = np.zeros((MAX_RESULTS, 2, 25), dtype=np.int8)
    hashes = np.zeros(MAX_RESULTS, dtype=np.int64)
    count = 0
    for number, row in enumerate(csv_rows(data, name, COLUMNS)):
        if number % every:
            continue
        position, dice = parse_position_id(row["position_id"]), parse_dice(row["dice"])
        n = legal_results(position.to_array(), *dice, out, hashes)
        if n < 2:
            continue
        results = np.ascontiguousarray(out[:n, ::-1])  # seen by the mover
        index = {results[i].tobytes(): i for i in range(n)}
        try:
            listed, equities = _candidates(row["candidates"], index, position, dice)
            played = int(row["played"])
        except (ValueError, KeyError) as error:
            problem = str(error) if isinstance(error, InputError) else "write ply|move|equity|chances, separated by ;"
            raise InputError(f"{name}, line {number + 2}: {problem}") from None
        if not 0 <= played < len(listed):
            continue
        yield ExpertPlay(
            row["game"],
            row["side"],
            phase_of(position),
            position.to_array(),
            results,
            listed[played],
            np.array(listed),
            np.array(equities),
        )
        count += 1
        if limit is not None and count >= limit:
            return


def _candidates(text: str, index: dict[bytes, int], position: Position, dice: Dice) -> tuple[list[int], list[float]]:
    """The listed candidates as numbers of legal results, and their equities."""
    listed, equities = [], []
    for candidate in text.split(";"):
        _, move, equity, _ = candidate.split("|")
        result = index.get(np.array(apply_literally(move, position), dtype=np.int8).tobytes())
        if result is None:  # a hit on the way that the text does not name
            after = parse_play(move, position, dice).after
            result = index[np.array((after.opponent, after.own), dtype=np.int8).tobytes()]
        listed.append(result)
        equities.append(float(equity))
    return listed, equities


def comparison_choices(plays: list[ExpertPlay]) -> ComparisonData:
    """The plays as decisions over final positions, 289 inputs each."""
    sizes = np.array([len(play.results) for play in plays], dtype=np.int64)
    inputs = move_inputs(np.concatenate([play.results for play in plays]))
    return ComparisonData(inputs, np.r_[0, np.cumsum(sizes)], np.array([play.chosen for play in plays], dtype=np.int64))


def transition_choices(plays: list[ExpertPlay]) -> ComparisonData:
    """The same decisions over transitions, 651 inputs each."""
    sizes = np.array([len(play.results) for play in plays], dtype=np.int64)
    before = np.concatenate([np.repeat(play.before[None], len(play.results), axis=0) for play in plays])
    inputs = score_inputs(before, np.concatenate([play.results for play in plays]))
    return ComparisonData(inputs, np.r_[0, np.cumsum(sizes)], np.array([play.chosen for play in plays], dtype=np.int64))


def relative_scores(plays: list[ExpertPlay]) -> tuple[Floats, Floats]:
    """Inputs (651) and scores of the listed candidates: +1 for the best, -1 for the worst, linear in equity between.

    The paper's scale is +100 to -100; candidates that were not listed have no score and are skipped.
    """
    before, after, scores = [], [], []
    for play in plays:
        low, high = play.equities.min(), play.equities.max()
        if high <= low:
            continue
        before.append(np.repeat(play.before[None], len(play.listed), axis=0))
        after.append(play.results[play.listed])
        scores.append(2 * (play.equities - low) / (high - low) - 1)
    if not before:
        return np.zeros((0, 651), dtype=np.float32), np.zeros(0, dtype=np.float32)
    return score_inputs(np.concatenate(before), np.concatenate(after)), np.concatenate(scores).astype(np.float32)


def position_of(board: Boards) -> Position:
    """A board seen by the mover as a position with the opponent on roll."""
    return Position.from_array(board[::-1])

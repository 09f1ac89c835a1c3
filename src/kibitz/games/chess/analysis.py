"""Engine analysis of one position: a value for each move at each depth, capped and converted to pawns."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError, Unit
from kibitz.games.chess.engine import MATE_CENTIPAWNS, SearchLines
from kibitz.rate import default_scaling, perceived_values

CAP_PAWNS = 10.0
"""Pawns beyond which one winning or losing move is as good as another; mates count as this much."""

UNSEEN = np.iinfo(np.int32).min
"""Marks a move without a value at a depth."""


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """Moves best first, with centipawns for the mover at each depth (rows) and for each move (columns).

    The last row holds the authoritative values. ``position`` is a FEN as `cache_position` writes it.
    """

    position: str
    moves: tuple[str, ...]
    depths: tuple[int, ...]
    centipawns: NDArray[np.int32]
    nodes: int = 0
    broken_off: bool = False
    """Whether the search ended early because a deeper search also found the position decided."""

    def __post_init__(self) -> None:
        if not self.moves or self.centipawns.shape != (len(self.depths), len(self.moves)):
            raise InputError("analysis: must have one value for each move at each depth")
        if (self.centipawns[-1] == UNSEEN).any() or len(set(self.moves)) != len(self.moves):
            raise InputError("analysis: each move must occur once and have a value at the last depth")
        self.centipawns.setflags(write=False)

    @property
    def values(self) -> FloatArray:
        """Pawns for the mover at the last depth, capped at plus and minus `CAP_PAWNS`."""
        return np.asarray(np.clip(self.centipawns[-1] / 100.0, -CAP_PAWNS, CAP_PAWNS))

    @property
    def best(self) -> float:
        """Value of the best move in pawns, capped."""
        return float(self.values[0])

    @property
    def pawns_by_depth(self) -> FloatArray:
        """Capped pawns at each depth (rows) for each move (columns), NaN where unseen; depths without any left out."""
        seen = self.centipawns != UNSEEN
        pawns = np.where(seen, np.clip(np.where(seen, self.centipawns, 0) / 100.0, -CAP_PAWNS, CAP_PAWNS), np.nan)
        return np.asarray(pawns[seen.any(axis=1)])

    @property
    def perceived(self) -> FloatArray:
        """Perceived values of the moves, in pawns: values blended over depths (section IX of the paper)."""
        return perceived_values(self.pawns_by_depth, default_scaling(Unit.PAWNS))

    def mate(self, index: int) -> int | None:
        """Moves to mate of a move, negative when the mover gets mated; ``None`` where no mate was seen."""
        value = int(self.centipawns[-1, index])
        return (
            None
            if abs(value) <= MATE_CENTIPAWNS // 2
            else MATE_CENTIPAWNS - value
            if value > 0
            else -MATE_CENTIPAWNS - value
        )

    def with_move(self, move: str, alone: Analysis) -> Analysis:
        """This analysis with one more move, searched alone; it counts at most as much as the worst listed one."""
        column = np.full((len(self.depths), 1), UNSEEN, dtype=np.int32)
        for row, depth in enumerate(self.depths):
            listed = self.centipawns[row][self.centipawns[row] != UNSEEN]
            if depth in alone.depths and len(listed):
                value = alone.centipawns[alone.depths.index(depth), 0]
                column[row] = UNSEEN if value == UNSEEN else min(int(value), int(listed.min()))
        if column[-1, 0] == UNSEEN:
            column[-1] = min(int(alone.centipawns[-1, 0]), int(self.centipawns[-1].min()))
        return Analysis(self.position, (*self.moves, move), self.depths, np.hstack([self.centipawns, column]))

    def at_depth(self, depth: int) -> Analysis | None:
        """The analysis by a search to that depth only: this one up to there, moves best first.

        A search at a fixed depth goes through all depths before. ``None`` where this one was less deep. A
        position that a deeper search found decided also counts as decided for a shallower one.
        """
        if self.broken_off or (self.depths and self.depths[-1] == depth):
            return self
        if depth not in self.depths:
            return None
        rows = self.depths.index(depth) + 1
        seen = np.flatnonzero(self.centipawns[rows - 1] != UNSEEN)
        order = seen[np.argsort(-self.centipawns[rows - 1, seen], kind="stable")]
        if not len(order):
            return None
        moves = tuple(self.moves[i] for i in order)
        return Analysis(self.position, moves, self.depths[:rows], self.centipawns[:rows, order].copy())

    def to_text(self) -> str:
        """One line of JSON; `parse_analysis` reads it back."""
        rows = [[None if value == UNSEEN else value for value in row] for row in self.centipawns.tolist()]
        record = {"moves": " ".join(self.moves), "depths": self.depths, "cp": rows, "nodes": self.nodes}
        record |= {"broken_off": True} if self.broken_off else {}
        return json.dumps(record, separators=(",", ":"))


def cache_position(fen: str) -> str:
    """The FEN of a position with move number 1, since values depend on everything else only."""
    words = fen.split()
    if len(words) != 6:
        raise InputError(f"position: must be a FEN of six fields, not {fen[:100]!r}")
    return " ".join([*words[:5], "1"])


def analysis_from_lines(position: str, lines: SearchLines) -> Analysis:
    """Sort the lines of a search best first; equal moves keep the engine's order."""
    deepest = lines.depth
    final = dict(reversed(lines.by_depth[deepest]))
    order = [move for move, _ in lines.by_depth[deepest] if move in final]
    moves = sorted(dict.fromkeys(order), key=lambda move: -final[move])
    depths = tuple(depth for depth in lines.by_depth if depth <= deepest)
    table = np.full((len(depths), len(moves)), UNSEEN, dtype=np.int32)
    for row, depth in enumerate(depths):
        values = dict(reversed(lines.by_depth[depth]))
        for column, move in enumerate(moves):
            table[row, column] = values.get(move, UNSEEN)
    return Analysis(position, tuple(moves), depths, table, lines.nodes, lines.broken_off)


def parse_analysis(position: str, text: str) -> Analysis:
    """Read what `Analysis.to_text` wrote."""
    try:
        record = json.loads(text)
        rows = [[UNSEEN if value is None else int(value) for value in row] for row in record["cp"]]
        depths = tuple(int(depth) for depth in record["depths"])
        return Analysis(
            position,
            tuple(record["moves"].split()),
            depths,
            np.array(rows, dtype=np.int32),
            int(record["nodes"]),
            record.get("broken_off") is True,
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise InputError(f"analysis: cannot read the record ({error})") from None

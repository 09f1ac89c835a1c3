"""Players of a duel by name: the shipped program and its levels, Neurogammon 1.0, a hand-written player, and files.

A file is a .npz of weights (this program's or Neurogammon's, as ``train`` writes them) or a CSV of a linear evaluator
with columns ``contact`` and ``race``, 122 rows, such as the published weights of Tesauro's pubeval.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.backgammon.neurogammon.expert import csv_rows
from kibitz.games.backgammon.neurogammon.program import load_shipped_neurogammon, unpack_neurogammon
from kibitz.games.backgammon.play.conventional import LINEAR_INPUTS, HandPlayer, LinearPlayer
from kibitz.games.backgammon.play.levels import find_level, level_player
from kibitz.games.backgammon.play.lookahead import LookAheadPlayer, Scorer
from kibitz.games.backgammon.play.players import NetPlayer, Player
from kibitz.games.backgammon.search.searcher import Searcher, shipped_searcher

MAX_SCORING_PLIES = 2


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player by name, with the depth of look-ahead, and the file where the name is ``file``."""

    name: str
    plies: int = 0
    file: Document | None = None

    def player(self) -> Player:
        """The player, with its weights loaded."""
        if self.name == "kibitz":
            return NetPlayer(shipped_searcher(), self.plies, _label_with_plies("kibitz", self.plies))
        if self.name in ("neurogammon", "hand-written"):
            return self._scorer(load_shipped_neurogammon() if self.name == "neurogammon" else HandPlayer())
        if self.name == "file":
            return self._from_file()
        if self.plies:
            raise InputError(f"plies: {self.name} is a level of fixed strength; leave its plies at 0")
        return level_player(shipped_searcher(), find_level(self.name))

    def _scorer(self, player: Scorer) -> Player:
        if self.plies > MAX_SCORING_PLIES:
            raise InputError(f"plies: must be from 0 to {MAX_SCORING_PLIES} for {player.name}, not {self.plies}")
        return LookAheadPlayer(player, self.plies) if self.plies else player

    def _from_file(self) -> Player:
        if self.file is None:
            raise InputError("file: give a file of weights for the player called file")
        label = self.file.name.partition(".")[0]
        if self.file.suffix != ".npz":
            return self._scorer(linear_player(self.file.content, self.file.name, label))
        from kibitz.games.backgammon.nets.weights import unpack_weights
        from kibitz.learn.checkpoint import unpack_arrays

        if "doubling_w0" in unpack_arrays(self.file.content, self.file.name)[0]:
            return self._scorer(unpack_neurogammon(self.file.content, self.file.name))
        weights = unpack_weights(self.file.content, self.file.name)
        return NetPlayer(Searcher(weights), self.plies, _label_with_plies(label, self.plies))


def _label_with_plies(label: str, plies: int) -> str:
    return f"{label} {plies}-ply" if plies else label


def linear_player(data: bytes, file: str, name: str) -> LinearPlayer:
    """A linear evaluator from the bytes of a CSV file."""
    cells = [(row["contact"], row["race"]) for row in csv_rows(data, file, ("contact", "race"))]
    try:
        rows = [(float(contact), float(race)) for contact, race in cells]
    except ValueError:
        raise InputError(f"{file}: the columns contact and race must hold numbers") from None
    weights = np.array(rows)
    if weights.shape != (LINEAR_INPUTS, 2) or not np.isfinite(weights).all():
        raise InputError(f"{file}: must have {LINEAR_INPUTS} rows of finite numbers, not {len(rows)}")
    return LinearPlayer(weights[:, 0], weights[:, 1], name)


@dataclass(frozen=True, slots=True)
class DuelPlayers:
    """Makes both players of a duel inside the process that plays."""

    first: Entrant
    second: Entrant

    def __call__(self) -> tuple[Player, Player]:
        return self.first.player(), self.second.player()

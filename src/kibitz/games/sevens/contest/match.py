"""Sevens as a contest of `kibitz.simulate.tournament`: what a game leaves behind for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.core.document import Document
from kibitz.games.sevens.auction.referee import GameRecord, play_game
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.players import make_player
from kibitz.games.sevens.words.lexicon import Lexicon, load_lexicon
from kibitz.games.sevens.words.tiles import LETTERS, SCRABBLE, TileSet
from kibitz.simulate.tournament import LineUp, TournamentMatch

MEASURES = (
    "gain",
    "rounds",
    "sevens",
    "paid",
    "bought",
    "seven_gain",
    "seven_paid",
    "seven_bought",
    "others",
    "other_gain",
    "other_paid",
    "other_bought",
    "wins",
    "games",
    "faults",
    "predicted",
    "predictions",
    "bid",
    "bids",
    "seven_bid",
    "seven_bids",
    *(f"{kind}_{letter}" for letter in LETTERS for kind in ("bid", "bids", "price", "sold")),
)
"""Sums by seat over a stretch of rounds. ``others`` are rounds without a seven-letter word; ``wins`` and ``games``
count in the last stretch of a game; ``predicted`` sums the predicted gains of players that predict. ``bid`` sums
the bids, ``bids`` counts them, zeros included; by letter too, with what was paid for it and how often it was bought."""

ROUNDS_PER_BLOCK = 5
"""Rounds of a block: enough to contain the dependence of neighbouring rounds."""
MIN_BLOCKS = 10
"""Least number of blocks of a game that has enough rounds: with fewer, standard errors are too imprecise."""


@dataclass(frozen=True, slots=True)
class SevensContest:
    """Games under these rules with the installed word list, or with ``words``, which is sent to other processes."""

    rules: Rules
    words: Document | None = None
    stretch: int = ROUNDS_PER_BLOCK

    @property
    def measures(self) -> tuple[str, ...]:
        return MEASURES

    def game(
        self, line_up: LineUp, seed: np.random.SeedSequence, lexicon: Lexicon | None = None
    ) -> tuple[GameRecord, list[list[float]]]:
        """The whole record of one game, and the gains each seat predicted round by round (empty if it does not)."""
        if len(line_up.seats) != self.rules.players:
            raise InputError(
                f"players: the rules have {self.rules.players} seats, but the line-up has {len(line_up.seats)}"
            )
        lexicon = lexicon or load_lexicon(self.words, self.rules.tiles, self.rules.bonus)
        players = [make_player(name, lexicon) for name in line_up.seats]
        record = play_game(self.rules, players, lexicon, seed)
        return record, [list(getattr(player, "predicted", [])) for player in players]

    def play(self, line_up: LineUp, seed: np.random.SeedSequence) -> FloatArray:
        """Measures by stretch and seat."""
        record, predicted = self.game(line_up, seed)
        per_round = np.stack([_round_measures(record, number, predicted) for number in range(self.rules.rounds)])
        starts = np.arange(0, self.rules.rounds, max(1, min(self.stretch, self.rules.rounds // MIN_BLOCKS)))
        return np.asarray(np.add.reduceat(per_round, starts, axis=0))


def _round_measures(record: GameRecord, number: int, predicted: Sequence[Sequence[float]]) -> FloatArray:
    played, last = record.rounds[number], number == record.rules.rounds - 1
    top = max(record.scores)
    letters = np.zeros((record.rules.players, 26, 4))
    for sale in played.sales:
        letter = ord(sale.letter) - 65
        for seat, bid in enumerate(sale.bids):
            if bid is not None:
                letters[seat, letter, :2] += (bid, 1)
        letters[sale.winner, letter, 2:] += (sale.price, 1)
    rows = []
    for seat in range(record.rules.players):
        gain, paid, bought, seven = (
            played.gains[seat],
            played.paid[seat],
            played.letters_bought(seat),
            played.sevens[seat],
        )
        share = 1 / record.scores.count(top) if last and record.scores[seat] == top else 0.0
        faults = sum(fault.seat == seat and fault.round_number == number for fault in record.faults)
        expected = predicted[seat][number] if number < len(predicted[seat]) else None
        trio = (gain, paid, bought)
        rows.append(
            [
                gain,
                1,
                seven,
                paid,
                bought,
                *(trio if seven else (0, 0, 0)),
                not seven,
                *((0, 0, 0) if seven else trio),
                share,
                last,
                faults,
                expected or 0.0,
                expected is not None,
                *(made := letters[seat, :, :2].sum(axis=0)),
                *(made if seven else (0, 0)),
                *letters[seat].ravel(),
            ]
        )
    return np.array(rows, dtype=np.float64)


def sevens_match(
    line_up: LineUp,
    hidden: int,
    rounds: int,
    deals: int = 1,
    words: Document | None = None,
    label: str | None = None,
    tiles: TileSet = SCRABBLE,
) -> TournamentMatch:
    """A match of this line-up with these numbers of hidden letters and rounds per game."""
    rules = Rules(players=len(line_up.seats), hidden=hidden, rounds=rounds, tiles=tiles)
    return TournamentMatch(label or f"{hidden} hidden", SevensContest(rules, words), line_up, deals)


def match_label(name: str, hidden: int) -> str:
    """The label of a match: who plays, if that differs between matches, and the hidden letters."""
    return ", ".join(filter(None, [name, f"{hidden} hidden"]))

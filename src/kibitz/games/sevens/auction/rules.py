"""The rules of one game, every number a parameter; the defaults are those of the course of 2009."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.sevens.auction.sale import SoleBidderPrice
from kibitz.games.sevens.words.lexicon import SEVEN_LETTER_BONUS
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE, TileSet

MAX_ROUNDS = 500
DEAL_STREAM, TIE_STREAM, PLAYER_STREAM = range(3)
"""Independent streams of chance below the seed of a game."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Players buy letters in sealed second-price auctions until every rack holds seven.

    ``hidden`` letters are dealt to each player before the auctions of a round. ``start`` is the money, and score, of
    each player at the start. ``bid_seconds`` is the time for one bid; ``None`` sets no limit, so that results repeat
    exactly. With ``scores_public`` everybody sees all scores (report, section 2.1).
    """

    players: int = 6
    hidden: int = 3
    rounds: int = 50
    start: int = 100
    bonus: int = SEVEN_LETTER_BONUS
    alone_pays: SoleBidderPrice = SoleBidderPrice.NOTHING
    bid_seconds: float | None = None
    scores_public: bool = False
    tiles: TileSet = field(default=SCRABBLE)

    def __post_init__(self) -> None:
        limit = self.tiles.total // RACK_SIZE
        limits = (
            ("players", self.players, 1, limit),
            ("hidden", self.hidden, 0, RACK_SIZE),
            ("rounds", self.rounds, 1, MAX_ROUNDS),
            ("start", self.start, 0, 1_000_000),
            ("bonus", self.bonus, 0, 1_000),
        )
        for name, value, low, high in limits:
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise InputError(f"{name}: must be a whole number from {low} to {high:,}, not {value}")
        if self.bid_seconds is not None and not 0 < self.bid_seconds <= 3600:
            raise InputError(f"bid_seconds: must be more than 0 and at most 3600, not {self.bid_seconds}")

    @property
    def auctions(self) -> int:
        """Auctions of a round: as many as there are open places on the racks."""
        return self.players * (RACK_SIZE - self.hidden)


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """The chance of a whole game, fixed before it starts, so that other players can be given the same.

    ``orders`` holds one shuffled bag a round (letters 0 to 25): first the hidden letters seat by seat, then the tiles
    in the order of the auctions. ``ties`` holds one uniform number an auction, which settles a tie.
    """

    orders: NDArray[np.int8]
    ties: NDArray[np.float64]

    def hidden_tiles(self, round_number: int, seat: int, rules: Rules) -> NDArray[np.int8]:
        """The hidden letters of one seat."""
        return self.orders[round_number, seat * rules.hidden : (seat + 1) * rules.hidden]

    def auction_tiles(self, round_number: int, rules: Rules) -> NDArray[np.int8]:
        """The tiles of the auctions in their order."""
        start = rules.players * rules.hidden
        return self.orders[round_number, start : start + rules.auctions]


def deal_game(rules: Rules, seed: int | np.random.SeedSequence) -> Deal:
    """The deal of a game; bags and ties draw from streams of their own, so ties never disturb the tiles."""
    root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    bags = np.random.default_rng(seed_stream(root, DEAL_STREAM))
    tiles = rules.tiles.tiles().astype(np.int8)
    orders = np.stack([bags.permutation(tiles) for _ in range(rules.rounds)])
    ties = np.random.default_rng(seed_stream(root, TIE_STREAM)).random((rules.rounds, max(rules.auctions, 1)))
    for array in (orders, ties):
        array.setflags(write=False)
    return Deal(orders, ties)


def seed_stream(root: np.random.SeedSequence, *key: int) -> np.random.SeedSequence:
    """The stream of chance at ``key`` below a seed, always the same one."""
    return np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, *key))

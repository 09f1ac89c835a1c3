"""Plays games and trusts nobody: bids and words are checked, errors caught, everything recorded.

Players get read-only views of what is theirs to know. A fault never stops a game; it is recorded with the player's
seat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.core import InputError
from kibitz.games.sevens.auction.rules import PLAYER_STREAM, Deal, Rules, deal_game, stream
from kibitz.games.sevens.auction.sale import Fault, Sale, checked_bid, settle
from kibitz.games.sevens.auction.table import Player, View
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import LETTERS, RACK_SIZE, counts_of, with_letter


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """A fault of one seat: in which round, at which auction (``None`` for the word), and what was offered."""

    seat: int
    round_number: int
    auction: int | None
    fault: Fault
    detail: str


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One finished round, everything on the table: by seat, except the sales."""

    hidden: tuple[str, ...]
    sales: tuple[Sale, ...]
    racks: tuple[str, ...]
    words: tuple[str, ...]
    earned: tuple[int, ...]
    paid: tuple[int, ...]

    @property
    def gains(self) -> tuple[int, ...]:
        """What the round brought each seat: points of the word less what the letters cost."""
        return tuple(earned - paid for earned, paid in zip(self.earned, self.paid, strict=True))

    @property
    def sevens(self) -> tuple[bool, ...]:
        """Who made a seven-letter word."""
        return tuple(len(word) == RACK_SIZE for word in self.words)

    def bought(self, seat: int) -> int:
        """Letters this seat bought."""
        return sum(sale.winner == seat for sale in self.sales)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game: rounds, final scores by seat, and faults."""

    rules: Rules
    rounds: tuple[RoundRecord, ...]
    scores: tuple[int, ...]
    faults: tuple[FaultRecord, ...]


class Referee:
    """Plays one game between players, one a seat."""

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Player],
        lexicon: Lexicon,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        if len(players) != rules.players:
            raise InputError(f"players: {rules.players} are needed, not {len(players)}")
        if lexicon.bonus != rules.bonus or lexicon.tiles != rules.tiles:
            raise InputError("lexicon: it was built for another bonus or another bag than the rules have")
        self._rules = rules
        self._players = tuple(players)
        self._lexicon = lexicon
        self._clock = clock
        self._scores = [rules.start] * rules.players
        self._faults: list[FaultRecord] = []
        self._past: tuple[tuple[Sale, ...], ...] = ()

    def play(self, deal: Deal, seed: int | np.random.SeedSequence = 0) -> GameRecord:
        """The whole game on this deal; ``seed`` feeds the players' own chance."""
        root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
        for seat, player in enumerate(self._players):
            rng = np.random.default_rng(stream(root, PLAYER_STREAM, seat))
            try:
                player.start(self._rules, seat, rng)
            except Exception as error:
                self._record(seat, 0, None, Fault.ERROR, error)
        rounds = tuple(self._play_round(number, deal) for number in range(self._rules.rounds))
        return GameRecord(self._rules, rounds, tuple(self._scores), tuple(self._faults))

    def _play_round(self, number: int, deal: Deal) -> RoundRecord:
        rules, seats = self._rules, range(self._rules.players)
        hidden = tuple(
            "".join(sorted(LETTERS[letter] for letter in deal.hidden(number, seat, rules))) for seat in seats
        )
        racks, paid = list(hidden), [0] * rules.players
        unseen = np.stack([rules.tiles.bag() - counts_of(rack) for rack in racks])
        sales: tuple[Sale, ...] = ()
        for auction, tile in enumerate(deal.auctioned(number, rules)):
            letter = LETTERS[tile]
            unseen[:, tile] -= 1
            room = tuple(RACK_SIZE - len(rack) for rack in racks)
            bids: list[int | None] = [None] * rules.players
            for seat in seats:
                if room[seat]:
                    mine = unseen[seat].copy()
                    mine.setflags(write=False)
                    view = View(rules, seat, number, letter, racks[seat], mine, rules.auctions - auction,
                                self._scores[seat], paid[seat], room, sales, self._past)  # fmt: skip
                    bids[seat] = self._ask(view, auction)
            sale = settle(letter, bids, float(deal.ties[number, auction]), rules.alone_pays)
            sales = (*sales, sale)
            racks[sale.winner] = with_letter(racks[sale.winner], letter)
            paid[sale.winner] += sale.price
            self._scores[sale.winner] -= sale.price
        self._past = (*self._past, sales)
        words = tuple(self._ask_word(seat, number, racks[seat]) for seat in seats)
        earned = tuple(self._lexicon.score(word) if word else 0 for word in words)
        for seat in seats:
            self._scores[seat] += earned[seat]
        return RoundRecord(hidden, sales, tuple(racks), words, earned, tuple(paid))

    def _ask(self, view: View, auction: int) -> int:
        limit = self._rules.bid_seconds
        began = self._clock() if limit is not None else 0.0
        try:
            offered: object = self._players[view.seat].bid(view)
            bid, fault = checked_bid(offered, view.score)
        except Exception as error:
            self._record(view.seat, view.round_number, auction, Fault.ERROR, error)
            return 0
        if limit is not None and (taken := self._clock() - began) > limit:
            self._record(view.seat, view.round_number, auction, Fault.LATE, f"{taken:.3f} s")
            return 0
        if fault is not None:
            self._record(view.seat, view.round_number, auction, fault, offered)
        return bid

    def _ask_word(self, seat: int, number: int, rack: str) -> str:
        try:
            word: object = self._players[seat].word(rack)
        except Exception as error:
            self._record(seat, number, None, Fault.ERROR, error)
            return ""
        # Exactly text: an object that only looks like it could change its mind after the check.
        fits = type(word) is str and all(word.count(letter) <= rack.count(letter) for letter in set(word))
        if type(word) is str and fits and (not word or self._lexicon.score(word)):
            return word
        self._record(seat, number, None, Fault.BAD_WORD, word)
        return ""

    def _record(self, seat: int, number: int, auction: int | None, fault: Fault, detail: object) -> None:
        try:
            text = f"{type(detail).__name__}: {detail}" if isinstance(detail, Exception) else str(detail)
        except Exception:
            text = f"a {type(detail).__name__} that cannot be printed"
        self._faults.append(FaultRecord(seat, number, auction, fault, text[:200]))


def play_game(
    rules: Rules, players: Sequence[Player], lexicon: Lexicon, seed: int | np.random.SeedSequence = 0
) -> GameRecord:
    """One game with a fresh deal from ``seed``."""
    return Referee(rules, players, lexicon).play(deal_game(rules, seed), seed)

"""The referee plays games and trusts no player: it checks bids and words, catches errors and records everything.

Players get read-only views with the information they may have. A fault never stops a game; it is recorded with the
player's seat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from kibitz.core import InputError
from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.record import FaultRecord, RoundRecord
from kibitz.games.sevens.auction.rules import PLAYER_STREAM, Deal, Rules, deal_game, seed_stream
from kibitz.games.sevens.auction.sale import Fault, Sale, check_bid, settle_sale
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import LETTERS, RACK_SIZE, counts_of, with_letter


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game: rounds, final scores by seat, and faults."""

    rules: Rules
    rounds: tuple[RoundRecord, ...]
    scores: tuple[int, ...]
    faults: tuple[FaultRecord, ...]


@dataclass(frozen=True, slots=True)
class WordPrompt:
    """Request for the word of a full rack at the end of a round."""

    seat: int
    round_number: int
    rack: str


Prompt: TypeAlias = SeatView | WordPrompt
"""Request to an outside player: a bid for the tile in a view, or a word."""


class Referee:
    """Plays one game between players, one per seat; a seat that is ``None`` belongs to an outside player."""

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Player | None],
        lexicon: Lexicon,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        if len(players) != rules.players:
            raise InputError(f"players: give {rules.players}, not {len(players)}")
        if lexicon.bonus != rules.bonus or lexicon.tiles != rules.tiles:
            raise InputError("lexicon: it was built for another bonus or bag than the rules; build it for these rules")
        self._rules = rules
        self._players = tuple(players)
        self._lexicon = lexicon
        self._clock = clock
        self._scores = [rules.start] * rules.players
        self._faults: list[FaultRecord] = []
        self._past: tuple[tuple[Sale, ...], ...] = ()
        self._rounds: tuple[RoundRecord, ...] = ()
        self._hidden: tuple[str, ...] = ()
        self._sales: tuple[Sale, ...] = ()
        self._racks: list[str] = []
        self._paid: list[int] = []

    def play(self, deal: Deal, seed: int | np.random.SeedSequence = 0) -> GameRecord:
        """The whole game on this deal; ``seed`` is for the players' random numbers."""
        for request in self.play_steps(deal, seed):
            raise InputError(f"players: seat {request.seat} has no player")
        return self.record()

    def play_steps(self, deal: Deal, seed: int | np.random.SeedSequence = 0) -> Generator[Prompt, object, None]:
        """The same game, step by step: yields a prompt for an empty seat, and is sent the bid or the word."""
        root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
        for seat, player in enumerate(self._players):
            if player is None:
                continue
            rng = np.random.default_rng(seed_stream(root, PLAYER_STREAM, seat))
            try:
                player.start(self._rules, seat, rng)
            except Exception as error:
                self._record(seat, 0, None, Fault.ERROR, error)
        for number in range(self._rules.rounds):
            yield from self._play_round(number, deal)

    def record(self) -> GameRecord:
        """The record up to now; an unfinished round is last, without words."""
        rounds = self._rounds
        if self._racks:
            blank = ("",) * self._rules.players, (0,) * self._rules.players
            running = RoundRecord(self._hidden, self._sales, tuple(self._racks), *blank, tuple(self._paid), False)
            rounds = (*rounds, running)
        return GameRecord(self._rules, rounds, tuple(self._scores), tuple(self._faults))

    def _play_round(self, number: int, deal: Deal) -> Generator[Prompt, object, None]:
        rules, seats = self._rules, range(self._rules.players)
        self._hidden = tuple(
            "".join(sorted(LETTERS[letter] for letter in deal.hidden_tiles(number, seat, rules))) for seat in seats
        )
        racks, paid = list(self._hidden), [0] * rules.players
        self._racks, self._paid, self._sales = racks, paid, ()
        unseen = np.stack([rules.tiles.bag() - counts_of(rack) for rack in racks])
        for auction, tile in enumerate(deal.auction_tiles(number, rules)):
            letter = LETTERS[tile]
            unseen[:, tile] -= 1
            room = tuple(RACK_SIZE - len(rack) for rack in racks)
            bids: list[int | None] = [None] * rules.players
            for seat in seats:
                if room[seat]:
                    mine = unseen[seat].copy()
                    mine.setflags(write=False)
                    view = SeatView(
                        rules,
                        seat,
                        number,
                        letter,
                        racks[seat],
                        mine,
                        rules.auctions - auction,
                        self._scores[seat],
                        paid[seat],
                        room,
                        self._sales,
                        self._past,
                        tuple(self._scores) if rules.scores_public else None,
                    )
                    bids[seat] = yield from self._ask(view, auction)
            sale = settle_sale(letter, bids, float(deal.ties[number, auction]), rules.alone_pays)
            self._sales = (*self._sales, sale)
            racks[sale.winner] = with_letter(racks[sale.winner], letter)
            paid[sale.winner] += sale.price
            self._scores[sale.winner] -= sale.price
        words = []
        for seat in seats:
            words.append((yield from self._ask_word(seat, number, racks[seat])))
        earned = tuple(self._lexicon.score(word) if word else 0 for word in words)
        for seat in seats:
            self._scores[seat] += earned[seat]
        self._past = (*self._past, self._sales)
        played = RoundRecord(self._hidden, self._sales, tuple(racks), tuple(words), earned, tuple(paid))
        self._rounds, self._racks = (*self._rounds, played), []

    def _ask(self, view: SeatView, auction: int) -> Generator[Prompt, object, int]:
        player = self._players[view.seat]
        limit = self._rules.bid_seconds
        began = self._clock() if limit is not None else 0.0
        try:
            offered: object = (yield view) if player is None else player.bid(view)
            bid, fault = check_bid(offered, view.score)
        except Exception as error:
            self._record(view.seat, view.round_number, auction, Fault.ERROR, error)
            return 0
        if limit is not None and (taken := self._clock() - began) > limit:
            self._record(view.seat, view.round_number, auction, Fault.LATE, f"{taken:.3f} s")
            return 0
        if fault is not None:
            self._record(view.seat, view.round_number, auction, fault, offered)
        return bid

    def _ask_word(self, seat: int, number: int, rack: str) -> Generator[Prompt, object, str]:
        player = self._players[seat]
        try:
            word: object = (yield WordPrompt(seat, number, rack)) if player is None else player.word(rack)
        except Exception as error:
            self._record(seat, number, None, Fault.ERROR, error)
            return ""
        # Exactly str: an instance of a subclass could change its value after the check.
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

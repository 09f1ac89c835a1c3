"""One round of a game, in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.games.sevens.auction.record import LOG_FILES, GameLog, log_file
from kibitz.games.sevens.auction.sale import Sale


class FaultLine(Struct, frozen=True):
    """One fault of a player: round from 1, auction from 0 (null for the word), what it was and what was offered."""

    player: str
    seat: int
    round: int
    auction: int | None
    fault: str
    detail: str


class ReplayAnswer(Answer, frozen=True, kw_only=True, tag="sevens.replay/1"):
    """One round, by seat: hidden letters, racks, words, points earned and paid, and the score after it.

    ``log`` holds the whole game up to this round.
    """

    files: ClassVar = LOG_FILES

    players: tuple[str, ...]
    round: int
    seat: int
    hidden: tuple[str, ...]
    sales: tuple[Sale, ...]
    racks: tuple[str, ...]
    words: tuple[str, ...]
    earned: tuple[int, ...]
    paid: tuple[int, ...]
    gains: tuple[int, ...]
    scores: tuple[int, ...]
    faults: tuple[FaultLine, ...]
    log: GameLog

    def told(self) -> Explanation:
        best = max(range(len(self.players)), key=lambda seat: self.gains[seat])
        return Explanation(f"{self.players[best]} gains most in round {self.round}: {self.gains[best]:+d} points.")

    def exhibits(self) -> Iterator[Exhibit]:
        rows = [("hidden", *self.hidden)]
        for sale in self.sales:
            cells = ["" if bid is None else str(bid) for bid in sale.bids]
            cells[sale.winner] += f" won ({sale.price})"
            rows.append((sale.letter, *cells))
        yield Table(("tile", *self.players), tuple(rows), quiet=(0,))
        for seat, name in enumerate(self.players):
            money = f"earned {self.earned[seat]}, paid {self.paid[seat]}, gain {self.gains[seat]:+d}"
            yield Note(f"{name}: {self.racks[seat]} -> {self.words[seat] or 'no word'}, {money}")
        for row in self.faults:
            yield Note(f"fault of {row.player}: {row.fault} ({row.detail})", "warning")

    def file(self, kind: str) -> File:
        return log_file(self.log, kind, self.seat)

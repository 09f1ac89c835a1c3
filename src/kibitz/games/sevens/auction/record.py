"""Records of a game: rounds, faults, and the log of a whole game, which can be saved, shown and rated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import File
from kibitz.games.sevens.auction.sale import Fault, Sale, settle_sale

RACK_SIZE = 7
MAX_BID = 1_000_000


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """A fault of one seat: in which round, at which auction (``None`` for the word), and the invalid value."""

    seat: int
    round_number: int
    auction: int | None
    fault: Fault
    detail: str


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round, everything on the table: by seat, except the sales."""

    hidden: tuple[str, ...]
    sales: tuple[Sale, ...]
    racks: tuple[str, ...]
    words: tuple[str, ...]
    earned: tuple[int, ...]
    paid: tuple[int, ...]
    finished: bool = True
    """False for a round that was not played to the end; it has no words."""

    @property
    def gains(self) -> tuple[int, ...]:
        """Gain of each seat in the round: points of the word minus the prices paid."""
        return tuple(earned - paid for earned, paid in zip(self.earned, self.paid, strict=True))

    @property
    def sevens(self) -> tuple[bool, ...]:
        """Who made a seven-letter word."""
        return tuple(len(word) == RACK_SIZE for word in self.words)

    def letters_bought(self, seat: int) -> int:
        """Letters this seat bought."""
        return sum(sale.winner == seat for sale in self.sales)


Name = Annotated[str, Meta(max_length=60)]


class GameLog(Struct, frozen=True, kw_only=True, tag_field="schema", tag="sevens.log/1", forbid_unknown_fields=True):
    """A game of ``players`` (names by seat) up to some round; the digest names the words it was played with."""

    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=14)]
    hidden: Annotated[int, Meta(ge=0, le=RACK_SIZE)]
    seed: Annotated[int, Meta(ge=0)]
    word_list: Name
    digest: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    rounds: Annotated[tuple[RoundRecord, ...], Meta(min_length=1, max_length=500)]
    tiles: str = "english"

    def to_bytes(self) -> bytes:
        """The log as a file; `load_log` reads it."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


class GameRow(Struct, frozen=True, tag_field="schema", tag="sevens.record/1", forbid_unknown_fields=True):
    """One game of a tournament, one line of its records: match, deal and rotation of the seats from 1, and the log."""

    match: str
    deal: int
    rotation: int
    log: GameLog


def load_log(document: Document, number: int = 1) -> GameLog:
    """A log from its file, or one game, counted from 1, of the records of a tournament.

    Every sale and rack in it is checked against the rules.
    """
    content = document.content
    several = content.lstrip()[:40].replace(b" ", b"").startswith(b'{"schema":"sevens.record')
    lines = [line for line in content.splitlines() if line.strip()] if several else [content]
    if not 1 <= number <= len(lines):
        raise InputError(f"record: must be from 1 to {len(lines)} for {document.name}, not {number}")
    try:
        result = msgspec.json.decode(lines[number - 1], type=GameLog | GameRow)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        reason = " ".join(str(error)[:200].split())  # the message quotes the file, with its line ends
        raise InputError(f"{document.name}: not the log of a game ({reason})") from None
    log = result.log if isinstance(result, GameRow) else result
    for number, played in enumerate(log.rounds, start=1):
        try:
            _check(played, len(log.players), log.hidden)
        except InputError as error:
            raise InputError(f"{document.name}, round {number}: {error}") from None
        if not played.finished and number < len(log.rounds):
            raise InputError(f"{document.name}, round {number}: only the last round may be unfinished")
    return log


def _check(played: RoundRecord, seats: int, hidden: int) -> None:
    for name in ("hidden", "racks", "words", "earned", "paid"):
        if len(getattr(played, name)) != seats:
            raise InputError(f"{name}: give {seats} values, one per seat")
    racks, paid = list(played.hidden), [0] * seats
    if any(len(rack) != hidden for rack in racks):
        raise InputError(f"hidden: give {hidden} letters per seat")
    for number, sale in enumerate(played.sales, start=1):
        full = tuple(len(rack) >= RACK_SIZE for rack in racks)
        if all(full) or tuple(bid is None for bid in sale.bids) != full:
            raise InputError(f"auction {number}: give a bid for every seat with room, and null for the others")
        bids = [bid for bid in sale.bids if bid is not None]
        if len(sale.letter) != 1:
            raise InputError(f"auction {number}: give one letter")
        if not 0 <= min(bids) <= max(bids) <= MAX_BID or not 0 <= sale.winner < seats:
            raise InputError(f"auction {number}: give bids from 0 to {MAX_BID:,} and the seat that won")
        price = settle_sale(sale.letter, sale.bids, 0.0).price
        if sale.bids[sale.winner] != max(bids) or sale.price != price:
            raise InputError(f"auction {number}: the highest bid must win and pay {price}")
        racks[sale.winner] = "".join(sorted(racks[sale.winner] + sale.letter))
        paid[sale.winner] += sale.price
    if tuple(racks) != played.racks or tuple(paid) != played.paid:
        raise InputError("racks, paid: they do not match the sales")
    letters = "".join(racks)
    if not all("A" <= letter <= "Z" for letter in letters):
        raise InputError("letters: must be capitals from A to Z")
    if played.finished and any(len(rack) != RACK_SIZE for rack in racks):
        raise InputError("racks: a finished round must have seven letters on every rack")
    if not all(0 <= points <= MAX_BID for points in played.earned) or any(len(w) > RACK_SIZE for w in played.words):
        raise InputError("words, earned: words must have at most seven letters, and points must not be negative")


LOG_FILE_KINDS = {
    "history": "Write the auctions to this file, up to the round shown.",
    "decisions": "Write the bids of the seat as decisions for rating to this file.",
    "log": "Write the game to this file, up to the round shown, for `sevens replay --game`.",
}
"""Kinds of files that a log can produce."""


def log_file(log: GameLog, kind: str, seat: int = 0) -> File:
    """One of `LOG_FILE_KINDS`; decisions are those of one seat, judged with the list of words that the log names."""
    if kind == "log":
        return File("game.json", "application/json", log.to_bytes())
    from kibitz.games.sevens.auction.history import format_history

    if kind == "history":
        text = format_history(played.sales for played in log.rounds)
        return File("history.jsonl", "application/jsonl", text.encode())
    from kibitz.core.decision import format_decision
    from kibitz.games.sevens.auction.replay import decisions, record_of, tiles_of
    from kibitz.games.sevens.words.lexicon import lexicon_of

    lexicon = lexicon_of(log.digest, tiles_of(log))
    result = decisions(record_of(log), seat, lexicon, log.players[seat], f"seed {log.seed}")
    lines = "".join(format_decision(decision) + "\n" for decision in result)
    return File("decisions.jsonl", "application/jsonl", lines.encode())

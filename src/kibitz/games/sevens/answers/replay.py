"""One round of a game, in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.games.sevens.auction.record import LOG_FILE_KINDS, GameLog, load_log, log_file
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.roster import parse_players

if TYPE_CHECKING:
    from kibitz.games.sevens.questions import replay as questions


class FaultLine(Struct, frozen=True):
    """One fault of a player: round from 1, auction from 0 (null for the word), its kind and the invalid value."""

    player: str
    seat: int
    round: int
    auction: int | None
    fault: str
    detail: str


class ReplayAnswer(Answer, frozen=True, kw_only=True, tag="sevens.replay/3"):
    """One round, by seat: hidden letters, racks, words, points earned and paid, and the score after it.

    ``notes`` are about the word list. ``log`` holds the whole game up to this round.
    """

    files: ClassVar = LOG_FILE_KINDS

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
    notes: tuple[str, ...]
    log: GameLog

    def explain(self) -> Explanation:
        if not self.log.rounds[-1].finished:
            n = format_count(len(self.sales), "auction")
            return Explanation(f"Round {self.round} was interrupted after {n}; nobody has a word or points for it.")
        best = max(range(len(self.players)), key=lambda seat: self.gains[seat])
        return Explanation(f"{self.players[best]} gains most in round {self.round}: {self.gains[best]:+d} points.")

    def exhibits(self) -> Iterator[Exhibit]:
        rows = [("hidden", *self.hidden)]
        for sale in self.sales:
            cells = ["" if bid is None else str(bid) for bid in sale.bids]
            cells[sale.winner] += f" won ({sale.price})"
            rows.append((sale.letter, *cells))
        yield Table(("tile", *self.players), tuple(rows), quiet=(0,))
        finished = self.log.rounds[-1].finished
        if not finished:
            yield Headline(self.explain().headline)
        for seat, name in enumerate(self.players):
            if not finished:
                yield Note(f"{name}: {self.racks[seat] or 'no letters'}, interrupted, paid {self.paid[seat]}")
                continue
            money = f"earned {self.earned[seat]}, paid {self.paid[seat]}, gain {self.gains[seat]:+d}"
            yield Note(f"{name}: {self.racks[seat]} -> {self.words[seat] or 'no word'}, {money}")
        yield from (Note(note, "warning") for note in self.notes)
        for row in self.faults:
            yield Note(f"{row.player}: invalid bid or word: {row.fault} ({row.detail})", "warning")

    def file(self, kind: str) -> File:
        return log_file(self.log, kind, self.seat)


def answer_replay(request: questions.ReplayRequest, work: WorkContext) -> ReplayAnswer:
    """The answer to `questions.ReplayRequest`."""
    from kibitz.games.sevens.auction.replay import log_of, record_of, tiles_of
    from kibitz.games.sevens.words.lexicon import load_lexicon

    if request.game is None:
        lexicon = load_lexicon(request.words)
        record = request._load_or_play(lexicon)
        log = log_of(record, parse_players(request.players), request.seed, lexicon)
    else:
        log = load_log(request.game, request.record)
        lexicon = load_lexicon(request.words, tiles_of(log))
        if log.digest != lexicon.digest:
            raise InputError(f"words: the game was played with another word list ({log.word_list}); give that list")
        rounds = format_count(len(log.rounds), "round")
        if request.round > len(log.rounds) or request.seat >= len(log.players):
            raise InputError(f"round, seat: the game has {rounds} and {format_count(len(log.players), 'seat')}")
        log = replace(log, rounds=log.rounds[: request.round])
        record = record_of(log)
    played = record.rounds[-1]
    names = log.players
    return ReplayAnswer(
        players=names,
        round=request.round,
        seat=request.seat,
        hidden=played.hidden,
        sales=played.sales,
        racks=played.racks,
        words=played.words,
        earned=played.earned,
        paid=played.paid,
        gains=played.gains,
        scores=record.scores,
        faults=tuple(
            FaultLine(names[f.seat], f.seat, f.round_number + 1, f.auction, f.fault.value, f.detail)
            for f in record.faults
        ),
        notes=lexicon.notes,
        log=log,
    )

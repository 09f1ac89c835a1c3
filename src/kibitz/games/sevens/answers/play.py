"""A game that people played: seats, words, and what each of their bids lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar
from urllib.parse import urlencode

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.grades import GOOD_GRADES, GradeWord
from kibitz.core.question import Answer, File
from kibitz.core.units import format_count
from kibitz.games.sevens.auction.record import LOG_FILE_KINDS, GameLog, RoundRecord, log_file

YOU = "you"
"""Name of the only person at a table."""


class SeatSummary(Struct, frozen=True):
    """Result of a seat: score, points gained over the starting money, and its last word."""

    player: str
    score: int
    gain: int
    last_word: str


class BidReview(Struct, frozen=True):
    """A bid of a person, judged by marginal values and the prices known at the time; round and auction from 1.

    ``loss`` is in points of the round. ``position`` is the notation of `BidPosition`, empty for other than English
    tiles.
    """

    player: str
    round: int
    auction: int
    letter: str
    bid: int
    best: int
    loss: float
    grade: GradeWord
    position: str
    kind: str = "bid"


class PlayAnswer(Answer, frozen=True, kw_only=True, tag="sevens.play/4"):
    """A game by seats, those of people first; ``over`` says whether it was played to the end.

    ``notes`` are about the word list. ``decisions`` are the bids of people, except where nobody else had room.
    """

    files: ClassVar = {
        "log": LOG_FILE_KINDS["log"],
        "decisions": "Write your bids as decisions for rating to this file.",
        "history": LOG_FILE_KINDS["history"],
    }

    seats: tuple[SeatSummary, ...]
    over: bool
    notes: tuple[str, ...]
    log: GameLog
    decisions: tuple[BidReview, ...]

    def explain(self) -> Explanation:
        if self.seats[0].player != YOU:
            score = max(row.score for row in self.seats)
            first = " and ".join(row.player for row in self.seats if row.score == score)
            leads = "won" if self.over else "led when the game was left"
            return Explanation(f"{first} {leads} with {format_count(score, 'point')}.")
        you, *others = self.seats
        best = max(row.score for row in others)
        won = "won" if you.score > best else "drew" if you.score == best else "lost"
        end = f"You {won} with {format_count(you.score, 'point')}" if self.over else f"You left with {you.score} points"
        return Explanation(f"{end}. The best of the other players has {best}.")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        yield from (Note(note, "warning") for note in self.notes)
        yield Table(
            ("player", "score", "gain", "loss of bids"),
            tuple((row.player, str(row.score), f"{row.gain:+d}", self._total_loss(row.player)) for row in self.seats),
            "Scores",
        )
        yield from self._bid_tables()
        words = [
            (str(number), name, rack, word or "no word", str(earned), str(paid), f"{earned - paid:+d}")
            for number, played in enumerate(self.log.rounds, start=1)
            if played.finished
            for name, rack, word, earned, paid in zip(
                self.log.players, played.racks, played.words, played.earned, played.paid, strict=True
            )
        ]
        if words:
            columns = ("round", "player", "letters", "word", "points", "paid", "gain")
            yield Table(columns, tuple(words), "Words", left=(1, 2, 3))
        yield auctions_table(self.log.rounds, self.log.players)

    def _total_loss(self, player: str) -> str:
        losses = [row.loss for row in self.decisions if row.player == player]
        return f"{sum(losses):.1f} points" if losses else "-"

    def _bid_tables(self) -> Iterator[Table]:
        """The bids of each person, the largest loss first; each row leads to the question about that bid."""
        for player in dict.fromkeys(row.player for row in self.decisions):
            rows = sorted((row for row in self.decisions if row.player == player), key=lambda row: -row.loss)
            good = sum(row.grade in GOOD_GRADES for row in rows)
            whose = "Your bids" if player == YOU else f"Bids of {player}"
            yield Table(
                ("letter", "bid", "best", "loss", "auction"),
                tuple((r.letter, str(r.bid), str(r.best), f"{r.loss:.1f}", f"{r.round}.{r.auction}") for r in rows),
                whose,
                grades=tuple(row.grade for row in rows),
                links=tuple(map(_bid_link, rows)),
                remark=f"{good} of {len(rows)} best or fine; loss in points",
            )

    def file(self, kind: str) -> File:
        return log_file(self.log, kind)


def auctions_table(rounds: Sequence[RoundRecord], names: Sequence[str]) -> Table:
    """All auctions with every bid and the price, the newest first."""
    rows = []
    for number, played in enumerate(rounds, start=1):
        for auction, sale in enumerate(played.sales, start=1):
            bids = ("" if bid is None else str(bid) for bid in sale.bids)
            rows.append((f"{number}.{auction}", sale.letter, names[sale.winner], str(sale.price), *bids))
    return Table(("auction", "letter", "won by", "price", *names), tuple(rows[::-1]), "All auctions", left=(0, 1, 2))


def _bid_link(row: BidReview) -> str:
    if not row.position:
        return ""
    rack, tile, players, left, hidden, score, taken = row.position.split(".")
    values = {"tile": tile, "players": players, "left": left, "hidden": hidden, "score": score, "bid": str(row.bid)}
    values |= {name: text for name, text in (("rack", rack), ("taken", taken)) if text != "-"}
    return "/sevens/bid?" + urlencode(values)

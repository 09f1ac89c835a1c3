"""One round of a game, in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.units import format_count
from kibitz.core.work import Work
from kibitz.games.sevens.auction.record import read_log
from kibitz.games.sevens.fields import Hidden, Names, Rounds, Seat, Seed, WordList
from kibitz.games.sevens.roster import seated

if TYPE_CHECKING:
    from kibitz.games.sevens.auction.referee import GameRecord
    from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.answers.replay import FaultLine, ReplayAnswer

TABLE = "g1,loss,dp"
"""Who plays where nobody is named."""


class Replay(Request, frozen=True, kw_only=True):
    """One round in full: every tile, every bid, who won at what price, and the words."""

    players: Annotated[Names, Meta(description="Names with commas between them, one a seat.")] = TABLE
    round: Annotated[Rounds, Meta(description="Round to show.")] = 1
    hidden: Hidden = 0
    seat: Annotated[Seat, Meta(description="The seat whose bids to write.")] = 0
    seed: Seed = 1
    game: Annotated[Document, Meta(description="A game from a file that --log wrote, instead of a new one.")] | None = (
        None
    )
    record: Annotated[int, Meta(ge=1, le=1_000_000, description="Which game of a file that --records wrote.")] = 1
    words: WordList | None = None

    def __post_init__(self) -> None:
        if self.game is not None:
            for name, default in (("players", TABLE), ("hidden", 0), ("seed", 1)):
                if getattr(self, name) != default:
                    raise InputError(f"{name}: a game from a file has its own; only one of them is accepted")
        elif self.record > 1:
            raise InputError("record: it picks a game of a file; give that file")
        elif self.seat >= len(names := seated(self.players)):
            raise InputError(f"seat: 0 to {len(names) - 1} are accepted, not {self.seat}")

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: Work) -> ReplayAnswer:
        from kibitz.games.sevens.auction.replay import log_of, record_of
        from kibitz.games.sevens.words.lexicon import load_lexicon

        lexicon = load_lexicon(self.words)
        if self.game is None:
            record = self._played(lexicon)
            log = log_of(record, seated(self.players), self.seed, lexicon)
        else:
            log = read_log(self.game, self.record)
            if log.digest != lexicon.digest:
                raise InputError(f"words: the game was played with other words ({log.word_list}); give that list")
            rounds = format_count(len(log.rounds), "round")
            if self.round > len(log.rounds) or self.seat >= len(log.players):
                raise InputError(f"round, seat: the game has {rounds} and {format_count(len(log.players), 'seat')}")
            log = replace(log, rounds=log.rounds[: self.round])
            record = record_of(log)
        played = record.rounds[-1]
        names = log.players
        return ReplayAnswer(
            players=names,
            round=self.round,
            seat=self.seat,
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
            log=log,
        )

    def _played(self, lexicon: Lexicon) -> GameRecord:
        from kibitz.games.sevens.auction.referee import play_game
        from kibitz.games.sevens.auction.rules import Rules
        from kibitz.games.sevens.players import make_player

        names = seated(self.players)
        rules = Rules(players=len(names), hidden=self.hidden, rounds=self.round)
        return play_game(rules, [make_player(name, lexicon) for name in names], lexicon, self.seed)

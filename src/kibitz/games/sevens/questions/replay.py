"""One round of a game, in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.sevens.answers.replay import answer_replay
from kibitz.games.sevens.fields import Hidden, Names, Rounds, Seat, Seed, WordList
from kibitz.games.sevens.roster import parse_players

if TYPE_CHECKING:
    from kibitz.games.sevens.auction.referee import GameRecord
    from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.answers.replay import ReplayAnswer

DEFAULT_PLAYERS = "g1,loss,dp"
"""Who plays where nobody is named."""


class ReplayRequest(Request, frozen=True, kw_only=True):
    """One round in full: every tile, every bid, who won at what price, and the words."""

    players: Annotated[Names, Meta(description="Names with commas between them, one a seat.")] = DEFAULT_PLAYERS
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
            for name, default in (("players", DEFAULT_PLAYERS), ("hidden", 0), ("seed", 1)):
                if getattr(self, name) != default:
                    raise InputError(f"{name}: a game from a file has its own; only one of them is accepted")
        elif self.record > 1:
            raise InputError("record: it picks a game of a file; give that file")
        elif self.seat >= len(names := parse_players(self.players)):
            raise InputError(f"seat: 0 to {len(names) - 1} are accepted, not {self.seat}")

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> ReplayAnswer:
        return answer_replay(self, work)

    def _load_or_play(self, lexicon: Lexicon) -> GameRecord:
        from kibitz.games.sevens.auction.referee import play_game
        from kibitz.games.sevens.auction.rules import Rules
        from kibitz.games.sevens.players import make_player

        names = parse_players(self.players)
        rules = Rules(players=len(names), hidden=self.hidden, rounds=self.round)
        return play_game(rules, [make_player(name, lexicon) for name in names], lexicon, self.seed)

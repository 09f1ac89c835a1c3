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
"""Players of a new game by default."""


class ReplayRequest(Request, frozen=True, kw_only=True):
    """Show one round in full: every tile, every bid, the winners and prices, and the words."""

    players: Annotated[Names, Meta(description="Names separated by commas, one per seat.")] = DEFAULT_PLAYERS
    round: Annotated[Rounds, Meta(description="Round to show.")] = 1
    hidden: Hidden = 0
    seat: Annotated[Seat, Meta(description="Seat whose bids are written as decisions, from 0.")] = 0
    seed: Seed = 1
    game: (
        Annotated[
            Document,
            Meta(
                description="Show a game from a file that --log or --records wrote, instead of a new one.",
                extra={
                    "page_help": "A saved game or the records of a tournament. Without one, kibitz plays a new game."
                },
            ),
        ]
        | None
    ) = None
    record: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description="Number of the game in a file that --records wrote.",
            extra={"label": "Game number", "page_help": "Number of the game in the records of a tournament."},
        ),
    ] = 1
    words: WordList | None = None

    def __post_init__(self) -> None:
        if self.game is not None:
            for name, default in (("players", DEFAULT_PLAYERS), ("hidden", 0), ("seed", 1)):
                if getattr(self, name) != default:
                    raise InputError(f"{name}: cannot be combined with a game from a file, which has its own")
        elif self.record > 1:
            raise InputError("record: also give the file of games")
        elif self.seat >= len(names := parse_players(self.players)):
            raise InputError(f"seat: must be from 0 to {len(names) - 1}, not {self.seat}")

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

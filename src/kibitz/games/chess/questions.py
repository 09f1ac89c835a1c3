"""What can be asked about games of chess; moves are valued by any UCI engine, which belongs to the work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.chess.answer_builders import answer_analyse, answer_calibrate, answer_moves
from kibitz.games.chess.answers import (
    RECORD_SUFFIXES,
    AnalyseAnswer,
    CalibrateAnswer,
    MovesAnswer,
)
from kibitz.games.chess.fields import (
    ENGINE_RESOURCES,
    KNOWN_RATINGS_EXAMPLE,
    TEXT_PATTERN,
    VALUED_EXAMPLE,
    Depth,
    Elo,
    Games,
    MultiPv,
    Nodes,
    ScaleFile,
    Seed,
)
from kibitz.games.chess.people.position_answer import PositionAnswer, answer_position
from kibitz.games.chess.people.rating_answer import RateAnswer, answer_rate
from kibitz.games.chess.people.simulated_player import TrialAnswer
from kibitz.rate.questions import Interval, RatingMethod, ShowBothMethods

if TYPE_CHECKING:
    from kibitz.games.chess.decisions import AnalysedTurns
    from kibitz.games.chess.engine import EngineSettings
    from kibitz.games.chess.pgn import ChessGame


class _EngineRequest(Request, frozen=True, kw_only=True):
    """A question whose moves an engine values, to a depth or a number of nodes."""

    uses: ClassVar = ENGINE_RESOURCES

    depth: Depth | None = None
    nodes: Nodes | None = None
    multipv: MultiPv = 50

    def engine_settings(self) -> EngineSettings:
        """What the values depend on besides the engine."""
        from kibitz.games.chess.engine import EngineSettings

        deep = 11 if self.depth is None and self.nodes is None else self.depth
        return EngineSettings(depth=deep, nodes=self.nodes, multipv=self.multipv)

    def analyse_games(self, games: Sequence[ChessGame], work: WorkContext, everything: bool = False) -> AnalysedTurns:
        """The turns of all games, valued."""
        from kibitz.games.chess.batch_analysis import engine_spec
        from kibitz.games.chess.cache import default_cache
        from kibitz.games.chess.decisions import analyse_turns
        from kibitz.games.chess.turns import game_turns
        from kibitz.simulate.executors import open_executor

        spec = engine_spec(work.engine, work.patience, self.engine_settings())
        listed = [turn for game in games for turn in game_turns(game)]
        with open_executor(work) as executor:
            progress = work.progress_with_note("analysing")
            return analyse_turns(listed, spec, work.cache or default_cache(), executor, progress, everything)

    def cost(self) -> Cost:
        return Cost.JOB


class AnalyseRequest(_EngineRequest, frozen=True, kw_only=True):
    """Value the moves of games; what is finished is kept, so that nothing is searched twice."""

    games: Games

    def answer(self, work: WorkContext) -> AnalyseAnswer:
        return answer_analyse(self, work)


class RateRequest(_EngineRequest, frozen=True, kw_only=True):
    """Rate players by their moves: s, c and an Elo rating with its interval.

    GAMES are PGN files or folders, or decisions written by kibitz chess analyse --out.
    """

    games: Annotated[
        Games,
        Meta(
            description="PGN files or folders of them, or decisions analysed before.",
            examples=[[VALUED_EXAMPLE]],
            extra=POSITIONAL_ARGUMENT | {"endings": [".pgn"]},
        ),
    ]
    player: (
        Annotated[
            str,
            Meta(
                max_length=500,
                pattern=TEXT_PATTERN,
                description="Rate this player only; a part of the name will do.",
            ),
        ]
        | None
    ) = None
    together: Annotated[bool, Meta(description="Rate all players together, as if they were one.")] = False
    by: Annotated[
        Literal["player", "game", "phase", "year"],
        Meta(description="One rating a player; or one a game, a year, or for opening, middle game and endgame."),
    ] = "player"
    top: Annotated[int, Meta(ge=1, le=10_000, description="Players rated, at most.")] = 20
    hardest: Annotated[int, Meta(ge=0, le=100, description="Hardest decisions shown.")] = 3
    claimed: Annotated[Elo, Meta(description="Compare with a claimed Elo rating.")] | None = None
    looks: Annotated[
        int, Meta(ge=1, le=10_000_000, description="Players that were examined in the same way, for --claimed.")
    ] = 1
    scale: ScaleFile | None = None
    method: RatingMethod | None = None
    compare: ShowBothMethods = False
    interval: Interval = "bootstrap"
    draws: Annotated[int, Meta(ge=50, le=20_000, description="Resampled sets of games behind each interval.")] = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS if all(source.suffix in RECORD_SUFFIXES for source in self.games) else Cost.JOB

    def answer(self, work: WorkContext) -> RateAnswer:
        return answer_rate(self, work)


class CalibrateRequest(_EngineRequest, frozen=True, kw_only=True):
    """Fit the Elo scale of an engine to games (PGN files or folders) of players of known rating.

    The run can be stopped and started again: finished analyses are kept.
    """

    games: Annotated[Games, Meta(examples=[[KNOWN_RATINGS_EXAMPLE]])]
    depth: Annotated[Depth, Meta(examples=[8])] | None = None
    marks: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=9_999)], ...],
        Meta(
            max_length=50,
            description="Elo marks, with commas.",
            examples=[[1900, 2200, 2500]],
            extra={"accepts": "a list of ratings with commas between them", "words": True},
        ),
    ] = (1900, 2100, 2300, 2500, 2700)
    within: Annotated[int, Meta(ge=1, le=400, description="Points both players may be off a mark.")] = 25
    positions: Annotated[int, Meta(ge=20, le=1_000_000, description="Positions a mark.", examples=[25])] = 1_050
    years: Annotated[
        str,
        Meta(
            max_length=9,
            pattern=r"^(\d{4}(-\d{4})?)?$",
            description="Only games of these years, as 2006-2019.  [default: any]",
            extra={"accepts": "two years as 2006-2019, or one,"},
        ),
    ] = ""
    per_game: Annotated[int, Meta(ge=1, le=400, description="Positions a game, at most.", examples=[36])] = 12
    reference: (
        Annotated[
            tuple[Document, ...],
            Meta(
                min_length=1,
                description="Games that are the reference set S.  [default: those of the marks]",
                extra={"endings": [".pgn"]},
            ),
        ]
        | None
    ) = None
    source: Annotated[
        str,
        Meta(
            max_length=500,
            pattern=TEXT_PATTERN,
            description="Where the games come from, to be kept in the scale's file.",
        ),
    ] = ""
    seed: Seed = 1

    def answer(self, work: WorkContext) -> CalibrateAnswer:
        return answer_calibrate(self, work)


class MovesRequest(_EngineRequest, frozen=True, kw_only=True):
    """Go through one game: how likely each move was, what it was expected to cost, and what it cost."""

    games: Games
    game: Annotated[int, Meta(ge=1, description="Which game, from 1.")] = 1
    elo: (
        Annotated[Elo, Meta(description="Compare with typical players of this rating.  [default: the players' own]")]
        | None
    ) = None
    scale: ScaleFile | None = None

    def answer(self, work: WorkContext) -> MovesAnswer:
        return answer_moves(self, work)


class TrialRequest(Request, frozen=True, kw_only=True):
    """How well a player's moves alone tell the strength: a player is simulated and then rated like anybody.

    It needs neither an engine nor games: the positions are those that the shipped scale was calibrated with.
    """

    elo: Annotated[Elo, Meta(description="How well the simulated player plays.")] = 2300.0
    moves: Annotated[int, Meta(ge=20, le=5_000, description="Moves of the player that are seen.")] = 300
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> TrialAnswer:
        from kibitz.games.chess.demo_rating import rate_simulated_player

        return rate_simulated_player(self.elo, self.moves, self.seed)


class PositionRequest(_EngineRequest, frozen=True, kw_only=True):
    """What players of some rating would play in a position (FEN), with the chance of every move."""

    fen: Annotated[
        str,
        Meta(
            max_length=100,
            description="The position, in Forsyth-Edwards notation.",
            pattern=r"^([1-8a-zA-Z]{1,8}/){7}[1-8a-zA-Z]{1,8} [wb] [-A-HKQa-hkq]{1,4} [-a-h1-8]{1,2}( \d{1,3} \d+)?$",
            examples=["r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"],
            extra=POSITIONAL_ARGUMENT | {"accepts": "a position such as 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"},
        ),
    ]
    elo: Annotated[Elo, Meta(description="The rating of the players.")] = 2000.0
    errs: Annotated[
        Literal["people", "loss"], Meta(description="Choose as people do, or so that the mean loss is right.")
    ] = "people"
    multipv: MultiPv = 30
    scale: ScaleFile | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> PositionAnswer:
        return answer_position(self, work)

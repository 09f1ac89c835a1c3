"""Questions about chess. Any UCI engine can analyse the moves; the work context names it."""

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
    EVALUATED_EXAMPLE,
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
from kibitz.games.chess.people.annotated_answer import ReviewAnswer
from kibitz.games.chess.people.event_screening import ScreenAnswer, answer_screen
from kibitz.games.chess.people.position_answer import PositionAnswer, answer_position
from kibitz.games.chess.people.rating_answer import RateAnswer, answer_rate
from kibitz.games.chess.people.simulated_player import TrialAnswer
from kibitz.rate.questions import Interval, RatingMethod, ShowBothMethods

if TYPE_CHECKING:
    from kibitz.games.chess.decisions import AnalysedTurns
    from kibitz.games.chess.engine import EngineSettings
    from kibitz.games.chess.pgn import ChessGame


AnalysedOrNot = Annotated[
    Games,
    Meta(
        description="PGN files or folders of PGN files, or decisions analysed before.",
        examples=[[VALUED_EXAMPLE]],
        extra=POSITIONAL_ARGUMENT
        | {"endings": [".pgn", ".pgn.gz", ".pgn.zst"], "page_help": "PGN files, or decisions analysed before."},
    ),
]
PlayerName = Annotated[str, Meta(max_length=500, pattern=TEXT_PATTERN)]


def _cost_of_games(games: Sequence[Document]) -> Cost:
    """A job if an engine must analyse games first."""
    return Cost.SECONDS if all(source.suffix in RECORD_SUFFIXES for source in games) else Cost.JOB


class _EngineRequest(Request, frozen=True, kw_only=True):
    """A question whose moves an engine analyses, to a depth or a number of nodes."""

    uses: ClassVar = ENGINE_RESOURCES

    depth: Depth | None = None
    nodes: Nodes | None = None
    multipv: MultiPv = 50

    def engine_settings(self) -> EngineSettings:
        """The settings on which the values depend, in addition to the engine."""
        from kibitz.games.chess.engine import EngineSettings

        deep = 11 if self.depth is None and self.nodes is None else self.depth
        return EngineSettings(depth=deep, nodes=self.nodes, multipv=self.multipv)

    def analyse_games(self, games: Sequence[ChessGame], work: WorkContext, everything: bool = False) -> AnalysedTurns:
        """The turns of all games, analysed; ``everything`` includes turns that do not count."""
        from kibitz.games.chess.batch_analysis import describe_engine_time, engine_spec
        from kibitz.games.chess.cache import default_cache
        from kibitz.games.chess.decisions import analyse_turns
        from kibitz.games.chess.turns import game_turns
        from kibitz.simulate.executors import open_executor

        spec = engine_spec(work.engine, work.patience, self.engine_settings())
        listed = [turn for game in games for turn in game_turns(game)]
        with open_executor(work) as executor:
            note = "analysing"

            def announce(positions: int) -> None:
                nonlocal note
                note = f"analysing, {describe_engine_time(positions, spec.settings)}"

            def report(done: int, total: int) -> None:
                work.progress(done, total, note)

            cache = work.cache or default_cache()
            return analyse_turns(listed, spec, cache, executor, report, everything, announce)

    def cost(self) -> Cost:
        return Cost.JOB


class AnalyseRequest(_EngineRequest, frozen=True, kw_only=True):
    """Analyse the moves of games with an engine. Finished analyses are saved, so that nothing is searched twice."""

    games: Games

    def answer(self, work: WorkContext) -> AnalyseAnswer:
        return answer_analyse(self, work)


class RateRequest(_EngineRequest, frozen=True, kw_only=True):
    """Rate players by their moves: an intrinsic rating (IPR) on the Elo scale with its interval, and s and c.

    GAMES are PGN files or folders, or decisions written by kibitz chess analyse --out.
    """

    games: AnalysedOrNot
    player: Annotated[PlayerName, Meta(description="Rate only this player; part of the name is enough.")] | None = None
    together: Annotated[
        bool, Meta(description="Rate all players together, as one player.", extra={"label": "All as one player"})
    ] = False
    by: Annotated[
        Literal["player", "game", "phase", "year"],
        Meta(
            description="One rating per player; or one per game, per year, or per phase of the game.",
            extra={"label": "One rating per"},
        ),
    ] = "player"
    top: Annotated[int, Meta(ge=1, le=10_000, description="Maximum number of players to rate.")] = 20
    hardest: Annotated[int, Meta(ge=0, le=100, description="Number of hardest decisions to show.")] = 3
    claimed: Annotated[Elo, Meta(description="Screen the players against this claimed Elo rating.")] | None = None
    looks: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000_000,
            description="Number of players screened, for the multiple-testing correction of --claimed.",
            extra={
                "label": "Players screened",
                "page_help": "Number of players screened, for the multiple-testing correction of the claimed rating.",
            },
        ),
    ] = 1
    scale: ScaleFile | None = None
    method: RatingMethod | None = None
    compare: ShowBothMethods = False
    interval: Interval = "bootstrap"
    draws: Annotated[
        int,
        Meta(
            ge=50,
            le=20_000,
            description="Bootstrap samples of games for each interval.",
            extra={"label": "Bootstrap samples"},
        ),
    ] = 500
    seed: Seed = 1

    def cost(self) -> Cost:
        return _cost_of_games(self.games)

    def answer(self, work: WorkContext) -> RateAnswer:
        return answer_rate(self, work)


class ScreenRequest(_EngineRequest, frozen=True, kw_only=True):
    """Screen every player of an event against the Elo tags of the games. The result is never a verdict.

    GAMES are PGN files or folders, or decisions written by kibitz chess analyse --out. A lower --depth that has a scale
    (9) is a fast pass. Finished analyses are saved, so that a stopped run continues. The progress bar says how many
    engine hours the event needs.
    """

    page_help: ClassVar[str] = (
        "Screen every player of an event against the own Elo rating, with one correction for all players. "
        "The result is never a verdict."
    )

    games: AnalysedOrNot
    player: Annotated[PlayerName, Meta(description="Show the telling moves of this player.")] | None = None
    scale: ScaleFile | None = None
    seed: Seed = 1

    def cost(self) -> Cost:
        return _cost_of_games(self.games)

    def answer(self, work: WorkContext) -> ScreenAnswer:
        return answer_screen(self, work)


class CalibrateRequest(_EngineRequest, frozen=True, kw_only=True):
    """Fit an Elo scale for an engine to games of players of known rating.

    GAMES are PGN files or folders. You can stop the run and start it again: finished analyses are saved.
    """

    games: Annotated[Games, Meta(examples=[[KNOWN_RATINGS_EXAMPLE]])]
    depth: Annotated[Depth, Meta(examples=[8])] | None = None
    marks: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=9_999)], ...],
        Meta(
            max_length=50,
            description="Elo marks, separated by commas.",
            examples=[[1900, 2200, 2500]],
            extra={"accepts": "a list of ratings separated by commas", "words": True},
        ),
    ] = (1900, 2100, 2300, 2500, 2700)
    within: Annotated[
        int, Meta(ge=1, le=400, description="Maximum distance of both players from a mark, in Elo points.")
    ] = 25
    positions: Annotated[int, Meta(ge=20, le=1_000_000, description="Positions per mark.", examples=[25])] = 1_050
    years: Annotated[
        str,
        Meta(
            max_length=9,
            pattern=r"^(\d{4}(-\d{4})?)?$",
            description="Only games of these years, such as 2006-2019.  [default: any]",
            extra={"accepts": "a year, or two years such as 2006-2019"},
        ),
    ] = ""
    per_game: Annotated[int, Meta(ge=1, le=400, description="Maximum number of positions per game.", examples=[36])] = (
        12
    )
    reference: (
        Annotated[
            tuple[Document, ...],
            Meta(
                min_length=1,
                description="Games of the reference set S.  [default: those of the marks]",
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
            description="Source of the games, saved in the scale file.",
        ),
    ] = ""
    seed: Seed = 1

    def answer(self, work: WorkContext) -> CalibrateAnswer:
        return answer_calibrate(self, work)


class MovesRequest(_EngineRequest, frozen=True, kw_only=True):
    """Review one game move by move: the chance, the expected loss and the loss of each move."""

    games: Games
    game: Annotated[int, Meta(ge=1, description="Number of the game in the files, from 1.")] = 1
    elo: (
        Annotated[Elo, Meta(description="Compare with players of this rating.  [default: the players' own]")] | None
    ) = None
    scale: ScaleFile | None = None

    def answer(self, work: WorkContext) -> MovesAnswer:
        return answer_moves(self, work)


class ReviewRequest(Request, frozen=True, kw_only=True):
    """Review games that carry evaluations, without an engine: accuracy, losses and ratings of a player.

    GAMES are PGN files with [%eval] comments, as lichess exports analysed games. Packed files (.gz, .zst) are read too.
    With [%clk] comments, losses are also given by time.
    """

    page_help: ClassVar[str] = (
        "Review analysed games from lichess without an engine: accuracy, losses by phase and time, and ratings."
    )

    games: Annotated[
        tuple[Document, ...],
        Meta(
            min_length=1,
            description="PGN files with [%eval] comments, or folders of them.",
            examples=[[EVALUATED_EXAMPLE]],
            extra=POSITIONAL_ARGUMENT
            | {
                "endings": [".pgn", ".pgn.gz", ".pgn.zst"],
                "page_help": "PGN files of analysed games, such as an export from lichess.",
            },
        ),
    ]
    player: (
        Annotated[
            str,
            Meta(
                max_length=500,
                pattern=TEXT_PATTERN,
                description="Player to review; part of the name is enough.  [default: the one with most games]",
            ),
        ]
        | None
    ) = None
    top: Annotated[int, Meta(ge=1, le=10_000, description="Maximum number of games and players to list.")] = 20

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> ReviewAnswer:
        from kibitz.games.chess.annotated_review import answer_review

        return answer_review(self, work)


class TrialRequest(Request, frozen=True, kw_only=True):
    """Simulate a player of known strength and rate the moves, to see how accurate ratings are.

    This needs neither an engine nor games: the positions are those on which the shipped scale was calibrated.
    """

    elo: Annotated[Elo, Meta(description="Rating of the simulated player.")] = 2300.0
    moves: Annotated[int, Meta(ge=20, le=5_000, description="Number of moves to rate.")] = 300
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> TrialAnswer:
        from kibitz.games.chess.demo_rating import rate_simulated_player

        return rate_simulated_player(self.elo, self.moves, self.seed)


class PositionRequest(_EngineRequest, frozen=True, kw_only=True):
    """Predict what players of a given rating would play in a position (FEN), with the chance of every move."""

    fen: Annotated[
        str,
        Meta(
            max_length=100,
            description="The position in Forsyth-Edwards Notation (FEN).",
            pattern=r"^([1-8a-zA-Z]{1,8}/){7}[1-8a-zA-Z]{1,8} [wb] [-A-HKQa-hkq]{1,4} [-a-h1-8]{1,2}( \d{1,3} \d+)?$",
            examples=["r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"],
            extra=POSITIONAL_ARGUMENT
            | {"accepts": "a position such as 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "label": "FEN"},
        ),
    ]
    elo: Annotated[Elo, Meta(description="Rating of the players.")] = 2000.0
    errs: Annotated[
        Literal["people", "loss"],
        Meta(
            description="How players choose: people models real choices, loss only matches their mean loss.",
            extra={"label": "Error model"},
        ),
    ] = "people"
    multipv: MultiPv = 30
    scale: ScaleFile | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> PositionAnswer:
        return answer_position(self, work)

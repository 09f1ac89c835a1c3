"""Solitaire chess: guess the moves of one side of a recorded game, with points by win chance and a rating at the end.

The state holds the guesses, so any process can continue it. Values are saved on disk and never searched twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec
from msgspec import Meta, Struct

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.explanation import Explanation
from kibitz.core.question import POSITIONAL_ARGUMENT, Answer
from kibitz.core.session import SessionRequest, SessionState
from kibitz.core.work import WorkContext
from kibitz.games.chess.answers import Side
from kibitz.games.chess.fields import PGN_EXAMPLE, Depth, MultiPv, ScaleFile
from kibitz.rate.report.ratings import PlayerRating, describe_rating

if TYPE_CHECKING:
    from kibitz.games.chess.decisions import AnalysedTurns
    from kibitz.games.chess.turns import Turn

BEST_MOVE_POINTS, POINTS_PER_WIN_CHANCE = 10, 50.0
"""Points of a best move, and points deducted per unit of win chance lost: one for every 2 points of chance."""
QUIT_WORDS = ("quit", "exit", "q")
MIN_RATED_GUESSES = 10
"""Guesses below which there is no rating: its interval would be almost as wide as the scale."""


class SolitaireGuess(Struct, frozen=True, kw_only=True):
    """One guess: the move number, what was guessed, played and best, the points of guess and game, and the loss of the
    guess in pawns."""

    move: int
    guessed: str
    played: str
    best: str
    points: int
    par: int
    loss: float


class SolitaireAnswer(Answer, frozen=True, kw_only=True, tag="chess.solitaire/1"):
    """The guesses of a game, their points and those of the moves played, and a rating of the guesses that count;
    ``rated`` is ``null`` where none does."""

    game: str
    side: Side
    guesses: tuple[SolitaireGuess, ...]
    points: int
    par: int
    rated: PlayerRating | None
    scale: str

    def explain(self) -> Explanation:
        rating = (
            ()
            if self.rated is None
            else (f"Rating of your guesses: {self.scale} {describe_rating(self.rated, self.scale)}", self.rated.note)
        )
        return Explanation(
            f"You scored {self.points} points; the player of the game scored {self.par}.", tuple(filter(None, rating))
        )

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        yield Headline(explanation.headline)
        yield Table(
            ("move", "yours", "played", "best", "points", "par"),
            tuple((str(g.move), g.guessed, g.played, g.best, str(g.points), str(g.par)) for g in self.guesses),
            left=(1, 2, 3),
        )
        yield from (Note(f"{reason}.") for reason in explanation.reasons)


class SolitaireSession(SessionRequest, frozen=True, kw_only=True):
    """Guess the moves of one side of a recorded game and get a rating. Type moves such as Nf3 or g1f3, or quit."""

    uses: ClassVar = frozenset({"engine", "cache"})

    game: Annotated[Document, Meta(description="A PGN file.", examples=[PGN_EXAMPLE], extra=POSITIONAL_ARGUMENT)]
    number: Annotated[int, Meta(ge=1, le=200_000, description="Number of the game in the file, from 1.")] = 1
    side: Annotated[Side, Meta(description="The side whose moves you guess.")] = "white"
    depth: Depth | None = None
    multipv: MultiPv = 50
    scale: ScaleFile | None = None

    def begin(self, work: WorkContext) -> SessionState:
        board = _Board(self, work)
        title = f"Guess the {len(board.turns)} moves of {board.name}. Type help for the commands."
        return board.state((), [title, *board.render(0)], 0)

    def step(self, state: SessionState, order: str, work: WorkContext) -> SessionState:
        board, guesses = _Board(self, work), _guesses(state)
        word = order.strip()[:100]
        if not word:
            return state
        if word.lower() in QUIT_WORDS:
            return board.state(guesses, ["You left the game."], len(guesses), over=True)
        if word.lower() in ("help", "?"):
            return board.state(guesses, ["Type a move such as Nf3 or g1f3, board, or quit."], len(guesses))
        if word.lower() == "board":
            return board.state(guesses, board.render(len(guesses)), len(guesses))
        guesses = (*guesses, board.parse_guess(len(guesses), word))
        (made,) = board.judge_guesses(guesses[-1:], len(guesses) - 1)[1]
        line = f"{made.guessed}: {made.points} points. Played: {made.played} ({made.par} points). Best: {made.best}."
        return board.state(guesses, [line, *board.render(len(guesses))], len(guesses))

    def exhibits(self, state: SessionState) -> Iterator[Exhibit]:
        board, place = _Board(self, WorkContext()), len(_guesses(state))
        if not state.over and place < len(board.turns):
            yield BoardDiagram("chess", board.turns[place].position, flipped=self.side == "black")

    def finish(self, state: SessionState, work: WorkContext) -> SolitaireAnswer:
        from kibitz.games.chess.elo_scales import sample_of, scale_for
        from kibitz.rate.ratings.intrinsic import intrinsic_rating
        from kibitz.rate.report.ratings import LOSS_SCALE_NAME, to_player_rating

        board, guesses = _Board(self, work), _guesses(state)
        result, rows = board.judge_guesses(guesses, 0)
        decisions = result.decisions() if result is not None else []
        row, name = None, LOSS_SCALE_NAME
        if (
            len(decisions) >= MIN_RATED_GUESSES
            and (scale := scale_for(decisions[0].provenance, self.scale)) is not None
        ):
            row, name = to_player_rating("you", intrinsic_rating(sample_of(decisions, scale), scale)), scale.name
        return SolitaireAnswer(
            game=board.title,
            side=self.side,
            guesses=tuple(rows),
            rated=row,
            scale=name,
            points=sum(g.points for g in rows),
            par=sum(g.par for g in rows),
        )


def _guesses(state: SessionState) -> tuple[str, ...]:
    try:
        return msgspec.json.decode(state.memory, type=tuple[str, ...])
    except msgspec.DecodeError:
        raise InputError("state: must come from this session") from None


@dataclass(init=False, slots=True)
class _Board:
    """The turns to be guessed, and the engine that values them."""

    request: SolitaireSession
    work: WorkContext
    turns: list[Turn]
    name: str
    title: str

    def __init__(self, request: SolitaireSession, work: WorkContext) -> None:
        from kibitz.games.chess.pgn import SkippedGame, load_collection
        from kibitz.games.chess.turns import game_turns

        entries = load_collection((request.game,)).entries
        if request.number > len(entries):
            raise InputError(f"number: must be from 1 to {len(entries)}, not {request.number}")
        game = entries[request.number - 1]
        if isinstance(game, SkippedGame):
            raise InputError(f"number: {game.id} cannot be used: {game.reason}")
        white = request.side == "white"
        self.request, self.work = request, work
        self.name, self.title = game.white if white else game.black, f"{game.white} \N{EN DASH} {game.black}"
        self.turns = [turn for turn in game_turns(game) if turn.skip is None and turn.white == white]
        if not self.turns:
            raise InputError("game: no turn of this side counts; choose the other side or another game")

    def render(self, place: int) -> list[str]:
        """Lines that show the board before a guess."""
        from kibitz.games.chess.pgn import python_chess

        if place >= len(self.turns):
            return []
        turn = self.turns[place]
        return [f"Move {turn.number}, {self.request.side} to play", str(python_chess().Board(turn.position))]

    def parse_guess(self, place: int, word: str) -> str:
        """A guess as in g1f3."""
        from kibitz.games.chess.pgn import python_chess

        if place >= len(self.turns):
            raise InputError("the game is over; start a new one")
        board = python_chess().Board(self.turns[place].position)
        for read in (board.parse_san, lambda text: board.parse_uci(text.lower())):
            try:
                if move := read(word):
                    return str(board.uci(move))
            except ValueError:
                continue
        raise InputError(f"{word!r} is not a legal move here; type a move such as Nf3 or g1f3")

    def judge_guesses(self, guesses: tuple[str, ...], first: int) -> tuple[AnalysedTurns | None, list[SolitaireGuess]]:
        """Guesses of the turns from ``first`` on, analysed: as turns, and as rows of a table."""
        from dataclasses import replace

        import numpy as np

        from kibitz.games.chess.batch_analysis import engine_spec
        from kibitz.games.chess.cache import default_cache
        from kibitz.games.chess.decisions import analyse_turns
        from kibitz.games.chess.engine import EngineSettings
        from kibitz.games.chess.pgn import python_chess
        from kibitz.games.chess.review import win_chance

        turns = self.turns[first : first + len(guesses)]
        if not turns:
            return None, []
        settings = EngineSettings(depth=self.request.depth or 11, multipv=self.request.multipv)
        spec = engine_spec(self.work.engine, self.work.patience, settings)
        cache = self.work.cache or default_cache()
        tried = [replace(turn, played=guess) for turn, guess in zip(turns, guesses, strict=True)]
        result = analyse_turns([*tried, *turns], spec, cache, everything=True)
        own = replace(result, turns=result.turns[: len(turns)])
        rows = []
        for mine, theirs in zip(own.turns, result.turns[len(turns) :], strict=True):
            if (
                mine.analysis is None
                or mine.chosen_index is None
                or theirs.analysis is None
                or theirs.chosen_index is None
            ):
                raise InputError("engine: gave no value for this position; try another one")
            board = python_chess().Board(mine.turn.position)
            points = []
            for analysis, chosen in ((mine.analysis, mine.chosen_index), (theirs.analysis, theirs.chosen_index)):
                chances = win_chance(analysis.values)
                points.append(
                    max(round(BEST_MOVE_POINTS - POINTS_PER_WIN_CHANCE * float(chances.max() - chances[chosen])), 0)
                )
            values = mine.analysis.values
            rows.append(
                SolitaireGuess(
                    move=mine.turn.number,
                    guessed=board.san(board.parse_uci(mine.turn.played)),
                    played=theirs.turn.san,
                    best=board.san(board.parse_uci(mine.analysis.moves[int(np.argmax(values))])),
                    points=points[0],
                    par=points[1],
                    loss=float(values.max() - values[mine.chosen_index]),
                )
            )
        return own, rows

    def state(self, guesses: tuple[str, ...], lines: list[str], place: int, over: bool = False) -> SessionState:
        """The state of the session, with the lines to show."""
        done = over or place >= len(self.turns)
        return SessionState(
            orders=guesses,
            memory=msgspec.json.encode(guesses).decode(),
            said=tuple(lines),
            prompt="your guess",
            over=done,
        )

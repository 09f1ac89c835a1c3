"""A game against a fallible agent, action by action. The state holds the moves, so any process can continue it."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

from kibitz.core.controls import ActionButton, ActionPanel, ActionRow
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Table
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.session import SessionRequest, SessionState
from kibitz.core.work import WorkContext
from kibitz.games.chess.answers import PlayAnswer, Side
from kibitz.games.chess.fields import TEXT_PATTERN, Elo, ScaleFile, Seed

if TYPE_CHECKING:
    from kibitz.games.chess.agent import Opponent
    from kibitz.rate.agents import ErrorModel

ACTION_HELP = {
    "undo": "take back your last move and the reply",
    "board": "show the board",
    "moves": "list the legal moves",
    "hint": "show the engine's best move",
    "resign": "resign the game",
    "quit": "leave without a result",
    "help": "show this list",
}
MAX_ACTION_CHARACTERS = 100


class SessionMemory(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves on the board (as in e2e4), the number of replies drawn, and how the game ended, if it did.

    Replies that were taken back count too, so that the same move may be answered by another one the next time.
    """

    moves: tuple[str, ...] = ()
    drawn: int = 0
    result: str = "*"
    reason: str = ""


def _memory(state: SessionState) -> SessionMemory:
    try:
        return msgspec.json.decode(state.memory, type=SessionMemory)
    except msgspec.DecodeError:
        raise InputError("state: must come from this session") from None


class PlaySession(SessionRequest, frozen=True, kw_only=True):
    """Play a game against an opponent that errs like a player of a given Elo rating.

    Type moves such as Nf3 or g1f3. Type help for all commands. Moves may also come from a file.
    """

    uses: ClassVar = frozenset({"engine"})

    elo: Annotated[Elo, Meta(description="Rating of the opponent.")] = 1900.0
    errs: Annotated[
        Literal["people", "loss"],
        Meta(
            description="How the opponent errs: people models real errors, loss only matches their mean loss.",
            extra={"label": "Error model"},
        ),
    ] = "loss"
    like: (
        Annotated[
            str,
            Meta(
                max_length=500,
                pattern=TEXT_PATTERN,
                description="Play as strong as this player of --games.",
                extra={"label": "As strong as", "page_help": "A player in the decisions that you upload."},
            ),
        ]
        | None
    ) = None
    games: (
        Annotated[
            Document,
            Meta(
                description="Decisions of players, from kibitz chess analyse --out.",
                extra={"label": "Decisions", "page_help": "Decisions of players, a file written by Analyse."},
            ),
        ]
        | None
    ) = None
    side: Annotated[Side, Meta(description="Your colour.", extra={"label": "You play"})] = "white"
    fen: Annotated[
        str,
        Meta(
            max_length=120,
            pattern=r"^[A-Za-z0-9/ \-]*$",
            description="Start from this position (FEN).",
            extra={"label": "FEN"},
        ),
    ] = ""
    scale: ScaleFile | None = None
    seed: Seed = 1

    def begin(self, work: WorkContext) -> SessionState:
        game = _Game(self, work, SessionMemory())
        name = game.opponent.agent.name  # Report an engine or scale that cannot be used before the first move.
        title = f"You play {self.side} against an opponent of {name}. Type help for the commands."
        game.detect_end()
        return game.state((), [title, game.text_board(), *game.play_reply()])

    def step(self, state: SessionState, order: str, work: WorkContext) -> SessionState:
        game = _Game(self, work, _memory(state))
        word = order.strip()[:MAX_ACTION_CHARACTERS]
        lines = game.apply_action(word) if word else []
        return game.state((*state.orders, word) if word else state.orders, [*lines, *game.play_reply()])

    def exhibits(self, state: SessionState) -> Iterator[Exhibit]:
        game = _Game(self, WorkContext(), _memory(state))
        made = game.board.move_stack
        other = made[-1].uci() if made else ""
        yield BoardDiagram("chess", game.board.fen(), other=other, flipped=not game.human_white)
        if not game.reason:
            rows = (
                ActionRow(
                    (ActionButton("Hint", "hint"), ActionButton("Undo", "undo"), ActionButton("Resign", "resign"))
                ),
            )
            yield ActionPanel("Your move", rows, remark="choose from and to on the board")
        if made:
            names = game.moves()
            pairs = [
                (f"{i // 2 + 1}", names[i], names[i + 1] if i + 1 < len(names) else "") for i in range(0, len(names), 2)
            ]
            yield Table(("", "white", "black"), tuple(pairs), "Moves", left=(0, 1, 2))

    def finish(self, state: SessionState, work: WorkContext) -> PlayAnswer:
        from kibitz.games.chess.batch_analysis import close_engine

        game = _Game(self, work, _memory(state))
        close_engine(game.opponent.spec)
        return PlayAnswer(
            elo=round(_elo(self)),
            side=self.side,
            result=game.result,
            reason=game.reason or "left unfinished",
            moves=tuple(game.moves()),
            fen=game.board.fen(),
            pgn=game.pgn(),
            seed=self.seed,
        )


@functools.lru_cache(maxsize=4)
def _rating_of(like: str, games: Document, scale: Document | None) -> float:
    """The intrinsic rating of a player from their decisions."""
    from kibitz.games.chess.elo_scales import no_scale_message, sample_of, scale_for
    from kibitz.games.chess.rating import find_player
    from kibitz.rate import intrinsic_rating
    from kibitz.rate.records.decision_files import load_decisions

    decisions = load_decisions(games)
    name = find_player(decisions, like)
    own = [decision for decision in decisions if decision.player == name]
    measure = scale_for(own[0].provenance, scale)
    if measure is None:
        raise InputError(f"like: {no_scale_message(own[0].provenance)}")
    rating = intrinsic_rating(sample_of(own, measure), measure, draws=50).value
    if rating is None:
        raise InputError(f"like: {name} has only rating bounds; choose a player with a rating")
    return rating


def _elo(request: PlaySession) -> float:
    """The rating of the opponent: as given, or that of the player it is like."""
    if (request.like is None) != (request.games is None):
        raise InputError("like: give both the player and the games with the player's decisions")
    return (
        request.elo
        if request.like is None or request.games is None
        else _rating_of(request.like, request.games, request.scale)
    )


@functools.lru_cache(maxsize=4)
def _opponent(elo: float, errs: ErrorModel, scale: Document | None, engine: str, patience: float) -> Opponent:
    """The opponent with the engine behind it; finding the s of a rating is slow, so the result is cached."""
    from kibitz.games.chess.agent import make_opponent
    from kibitz.games.chess.batch_analysis import engine_spec
    from kibitz.games.chess.elo_scales import load_shipped_scale, settings_of
    from kibitz.rate.ratings.scale_file import load_scale

    measure = load_shipped_scale() if scale is None else load_scale(scale)
    return make_opponent(elo, measure, engine_spec(engine, patience, settings_of(measure)[1]), errs)


@dataclass(slots=True)
class _Game:
    """The board of one session, restored from its memory for one action."""

    request: PlaySession
    work: WorkContext
    memory: SessionMemory
    board: Any = field(init=False)
    drawn: int = field(init=False)
    result: str = field(init=False)
    reason: str = field(init=False)

    def __post_init__(self) -> None:
        from kibitz.games.chess.pgn import python_chess

        chess = python_chess()
        try:
            self.board = chess.Board(self.request.fen) if self.request.fen else chess.Board()
        except ValueError as error:
            raise InputError(f"fen: must be a position ({error})") from None
        if not self.board.is_valid():
            raise InputError("fen: must be a legal position")
        try:
            for move in self.memory.moves:
                self.board.push(self.board.parse_uci(move))
        except ValueError:
            raise InputError("state: its moves must be legal") from None
        self.drawn, self.result, self.reason = self.memory.drawn, self.memory.result, self.memory.reason

    @property
    def opponent(self) -> Opponent:
        request = self.request
        return _opponent(_elo(request), request.errs, request.scale, self.work.engine, self.work.patience)

    @property
    def human_white(self) -> bool:
        return self.request.side == "white"

    def state(self, orders: tuple[str, ...], lines: list[str]) -> SessionState:
        """The state of the session, with the lines to show."""
        moves = tuple(move.uci() for move in self.board.move_stack)
        memory = msgspec.json.encode(SessionMemory(moves, self.drawn, self.result, self.reason)).decode()
        return SessionState(orders=orders, memory=memory, said=tuple(lines), prompt="your move", over=bool(self.reason))

    def play_reply(self) -> list[str]:
        """The opponent's move and the board after it, where it is the opponent's turn."""
        if self.reason or bool(self.board.turn) == self.human_white:
            return []
        import numpy as np

        analysis, p = self.opponent.predict_moves(self.board.fen())
        rng = np.random.default_rng([self.request.seed, self.drawn])
        move = self.board.parse_uci(analysis.moves[int(rng.choice(len(p), p=p))])
        dots = "." if self.board.turn else "..."
        text = f"{self.board.fullmove_number}{dots} {self.board.san(move)}"
        self.board.push(move)
        self.drawn += 1
        self.detect_end()
        return [text, self.text_board()]

    def apply_action(self, word: str) -> list[str]:
        """Carry out a move or an action of `ACTION_HELP` and return lines to show; raises `InputError` otherwise."""
        match word.lower():
            case "quit" | "exit" | "q":
                self.reason = "left unfinished"
                return ["You left the game unfinished."]
            case "resign":
                self.result, self.reason = ("0-1" if self.human_white else "1-0"), "resigned"
                return [f"You resign: {self.result}."]
            case "undo":
                if len(self.board.move_stack) < 2:
                    return ["You have no move to take back."]
                self.board.pop()
                self.board.pop()
                return ["Your last move is taken back.", self.text_board()]
            case "board":
                return [self.text_board()]
            case "moves":
                return [" ".join(sorted(self.board.san(move) for move in self.board.legal_moves))]
            case "hint":
                analysis, _ = self.opponent.predict_moves(self.board.fen())
                best = self.board.parse_uci(analysis.moves[0])
                return [f"{self.board.san(best)} ({analysis.best:+.2f})"]
            case "help" | "?":
                return [f"{name:7} {meaning}" for name, meaning in ACTION_HELP.items()]
        self.board.push(self._parse_move(word))
        self.detect_end()
        return []

    def _parse_move(self, word: str) -> Any:
        for read in (self.board.parse_san, lambda text: self.board.parse_uci(text.lower())):
            try:
                move = read(word)
            except ValueError:
                continue
            if move:
                return move
        raise InputError(f"{word!r} is not a legal move here; type a move such as Nf3 or g1f3, or help")

    def detect_end(self) -> None:
        """Set the result if the position on the board ends the game."""
        outcome = self.board.outcome(claim_draw=True)
        if outcome is not None:
            self.result, self.reason = outcome.result(), outcome.termination.name.lower().replace("_", " ")

    def text_board(self) -> str:
        """The board as text from the user's side, with coordinates."""
        rows = str(self.board).splitlines()
        files = "a b c d e f g h"
        numbered = [f"{8 - i}  {row}" for i, row in enumerate(rows)]
        if not self.human_white:
            numbered = [f"{line[0]}  {line[3:][::-1]}" for line in reversed(numbered)]
            files = files[::-1]
        return "\n".join([*numbered, "", f"   {files}"])

    def moves(self) -> list[str]:
        """The moves made, in standard algebraic notation."""
        board, names = self.board.root(), []
        for move in self.board.move_stack:
            names.append(str(board.san(move)))
            board.push(move)
        return names

    def pgn(self) -> str:
        """The game as PGN."""
        from kibitz.games.chess.pgn import python_chess

        game = python_chess().pgn.Game.from_board(self.board)
        names = ("You", f"Fallible agent, {self.opponent.agent.name}")
        game.headers["Event"] = "Play against a fallible agent"
        game.headers["White"], game.headers["Black"] = names if self.human_white else names[::-1]
        game.headers["Result"] = self.result
        return str(game)

"""A game against a fallible opponent, one line of text at a time; works from a terminal and from a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.core import InputError
from kibitz.games.chess.pgn import python_chess
from kibitz.rate import FallibleAgent

WORDS = {
    "undo": "take back your last move and the reply",
    "board": "show the board",
    "moves": "list the legal moves",
    "hint": "the engine's best move",
    "resign": "give up the game",
    "quit": "leave without a result",
    "help": "these words",
}
MAX_ORDER = 100


@dataclass(slots=True)
class Session:
    """The board, the opponent and whose turn it is; `order` takes what the person typed and says what happened."""

    agent: FallibleAgent[str]
    rng: np.random.Generator
    human_white: bool = True
    start: str = ""
    result: str = "*"
    reason: str = ""
    board: Any = field(init=False)

    def __post_init__(self) -> None:
        chess = python_chess()
        try:
            self.board = chess.Board(self.start) if self.start else chess.Board()
        except ValueError as error:
            raise InputError(f"fen: not a position ({error})") from None
        if not self.board.is_valid():
            raise InputError("fen: a legal position is accepted")

    @property
    def over(self) -> bool:
        """Whether the game has ended or was left."""
        return bool(self.reason)

    @property
    def human_to_move(self) -> bool:
        """Whether it is the person's turn."""
        return bool(self.board.turn) == self.human_white

    def reply(self) -> str:
        """The opponent's move, made on the board, in the notation of the game."""
        chess = python_chess()
        equities = self.agent.evaluator.equities(self.board.fen())
        p = self.agent.probabilities(equities)
        move = chess.Move.from_uci(equities.choices[int(self.rng.choice(len(p), p=p))])
        text = self._numbered(move)
        self.board.push(move)
        self.check_over()
        return text

    def order(self, line: str) -> list[str]:
        """Do what a line asks for: a move (``Nf3`` or ``g1f3``) or one of `WORDS`; raises `InputError` otherwise."""
        word = line.strip()[:MAX_ORDER]
        match word.lower():
            case "":
                return []
            case "quit" | "exit":
                self.reason = "left unfinished"
                return ["The game is left unfinished."]
            case "resign":
                self.result, self.reason = ("0-1" if self.human_white else "1-0"), "resigned"
                return [f"You resign: {self.result}."]
            case "undo":
                return self._undo()
            case "board":
                return [self.picture()]
            case "moves":
                return [" ".join(sorted(self.board.san(move) for move in self.board.legal_moves))]
            case "hint":
                return [self._hint()]
            case "help" | "?":
                return [f"{name:7} {meaning}" for name, meaning in WORDS.items()]
        move = self._parse(word)
        self.board.push(move)
        self.check_over()
        return []

    def picture(self) -> str:
        """The board from the person's side, with coordinates."""
        rows = str(self.board).splitlines()
        files = "a b c d e f g h"
        numbered = [f"{8 - i}  {row}" for i, row in enumerate(rows)]
        if not self.human_white:
            numbered = [f"{line[0]}  {line[3:][::-1]}" for line in reversed(numbered)]
            files = files[::-1]
        return "\n".join([*numbered, "", f"   {files}"])

    def pgn(self, elo: float) -> str:
        """The game so far as PGN."""
        chess = python_chess()
        game = chess.pgn.Game.from_board(self.board)
        names = ("You", f"Fallible agent, Elo {elo:g}")
        game.headers["Event"] = "Play against a fallible agent"
        game.headers["White"], game.headers["Black"] = names if self.human_white else names[::-1]
        game.headers["Result"] = self.result
        return str(game)

    def moves(self) -> list[str]:
        """The moves made so far, in the notation of the game."""
        board, names = self.board.root(), []
        for move in self.board.move_stack:
            names.append(str(board.san(move)))
            board.push(move)
        return names

    def _parse(self, word: str) -> Any:
        for read in (self.board.parse_san, lambda text: self.board.parse_uci(text.lower())):
            try:
                move = read(word)
            except ValueError:
                continue
            if move:
                return move
        raise InputError(f"{word!r} is no legal move here: type it as Nf3 or g1f3, or help for other words")

    def _undo(self) -> list[str]:
        if len(self.board.move_stack) < 2:
            return ["There is no move of yours to take back."]
        self.board.pop()
        self.board.pop()
        return ["Taken back.", self.picture()]

    def _hint(self) -> str:
        equities = self.agent.evaluator.equities(self.board.fen())
        best = python_chess().Move.from_uci(equities.choices[equities.best])
        return f"{self.board.san(best)} ({equities.values[equities.best]:+.2f})"

    def _numbered(self, move: Any) -> str:
        dots = "." if self.board.turn else "..."
        return f"{self.board.fullmove_number}{dots} {self.board.san(move)}"

    def check_over(self) -> None:
        """Note the result if the position on the board ends the game."""
        outcome = self.board.outcome(claim_draw=True)
        if outcome is not None:
            self.result, self.reason = outcome.result(), outcome.termination.name.lower().replace("_", " ")

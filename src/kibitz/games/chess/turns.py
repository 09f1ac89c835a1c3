"""The turns of a game: position, move played, and which turns say nothing about skill.

Skipped are turns 1 to 8, positions that are repeated before or by the move, forced moves, and positions in which one
side is ahead by more than three pawns (section VI of the paper); only the last needs the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kibitz.games.chess.analysis import Analysis, cache_position
from kibitz.games.chess.batch_analysis import AnalysisRequest
from kibitz.games.chess.engine import DECIDED_PAWNS
from kibitz.games.chess.pgn import ChessGame, python_chess

BOOK_TURNS = 8


class SkipReason(StrEnum):
    """Why a turn is skipped in ratings."""

    BOOK = "book"
    REPETITION = "repetition"
    FORCED = "forced"
    NULL = "null move"
    DECIDED = "decided"
    UNANALYSED = "unanalysed"


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of one game, before it is analysed. ``ply`` counts half-moves from 0, ``number`` is the move number."""

    game: ChessGame
    ply: int
    number: int
    white: bool
    position: str
    played: str
    san: str
    legal: tuple[str, ...]
    skip: SkipReason | None = None

    @property
    def player(self) -> str:
        """Who moved."""
        return self.game.white if self.white else self.game.black

    @property
    def elo(self) -> int | None:
        """The mover's rating by the tags of the game."""
        return self.game.white_elo if self.white else self.game.black_elo

    @property
    def analysis_request(self) -> AnalysisRequest:
        """The request for the analysis of the position."""
        return AnalysisRequest(self.position, legal=self.legal)


def game_turns(game: ChessGame) -> list[Turn]:
    """All turns of a game in order, with the reason to skip one where it needs no engine."""
    chess = python_chess()
    board = chess.Board(game.start) if game.start else chess.Board()
    seen: set[str] = set()
    result = []
    for ply, uci in enumerate(game.moves):
        move = board.parse_uci(uci)
        legal = tuple(sorted(board.uci(option, chess960=False) for option in board.legal_moves))
        before = board.copy(stack=False)
        repeated = _placement(board) in seen
        seen.add(_placement(board))
        number, san = board.fullmove_number, board.san(move)
        board.push(move)
        repeated = repeated or _placement(board) in seen
        skip = None
        if ply < 2 * BOOK_TURNS:
            skip = SkipReason.BOOK
        elif not move:
            skip = SkipReason.NULL
        elif repeated:
            skip = SkipReason.REPETITION
        elif len(legal) == 1:
            skip = SkipReason.FORCED
        result.append(
            Turn(game, ply, number, before.turn == chess.WHITE, cache_position(before.fen()), uci, san, legal, skip)
        )
    return result


def skip_reason(turn: Turn, analysis: Analysis | None) -> SkipReason | None:
    """Why an analysed turn is skipped, or ``None`` for one that counts."""
    if turn.skip is not None:
        return turn.skip
    if analysis is None:
        return SkipReason.UNANALYSED
    return SkipReason.DECIDED if abs(analysis.best) > DECIDED_PAWNS else None


def _placement(board: object) -> str:
    """What makes two positions the same for the rule on repetitions: placement, mover, castling, en passant."""
    return " ".join(board.fen().split()[:4])  # type: ignore[attr-defined]

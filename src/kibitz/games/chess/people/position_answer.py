"""Prediction of what players of a rating would play in one position, with the chance of every move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Table
from kibitz.core.exhibits.grids import ChoiceBar, ChoiceFrequencies
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.exhibits.summaries import AnswerSummary, Fact
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import MINUS, Unit, format_amount, format_chance, format_loss
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.games.chess import questions

MAX_SHOWN_MOVES = 12
"""Maximum number of moves to show; JSON has all."""


class LikelyMove(Struct, frozen=True, kw_only=True):
    """One move: its chance, its value in pawns for the side to move, and its loss against the best move."""

    move: str
    uci: str
    chance: float
    value: float
    loss: float


class PositionAnswer(Answer, frozen=True, kw_only=True, tag="chess.position/1"):
    """What players of ``elo`` would play: moves by their chance, the chance of a best move, and the expected loss in
    pawns. ``basis`` names the engine and the values behind the chances."""

    fen: str
    elo: float
    moves: tuple[LikelyMove, ...]
    best_rate: float
    expected_loss: float
    basis: str

    def explain(self) -> Explanation:
        first = self.moves[0]
        best = min(self.moves, key=lambda move: move.loss)
        reasons = (
            f"{format_chance(self.best_rate)} find the best move, {best.move}.",
            f"A move costs {format_loss(self.expected_loss, Unit.PAWNS)} pawns on average.",
        )
        return Explanation(
            f"Players of {self.elo:.0f} most often play {first.move}: {format_chance(first.chance)}.", reasons
        )

    def exhibits(self) -> Iterator[Exhibit]:
        best, first = min(self.moves, key=lambda move: move.loss), self.moves[0]
        facts = (
            Fact("Best move", best.move, f"{format_amount(best.value, Unit.PAWNS)} pawns".replace("-", MINUS)),
            Fact("Mean loss", format_loss(self.expected_loss, Unit.PAWNS), "pawns per move"),
        )
        yield AnswerSummary(
            answer=first.move,
            figure=format_chance(first.chance),
            figure_name="play it",
            eyebrow=f"players of {self.elo:.0f}",
            reason=f"{format_chance(self.best_rate)} find the best move.",
            facts=facts,
            limits=("Estimated", *self.basis.split("; ")),
        )
        yield self._chances()
        note = f"Players of {self.elo:.0f}: {self.moves[0].move}"
        yield BoardDiagram("chess", self.fen, best.uci, note=note, drawing=text_board(self.fen))

    def _chances(self) -> ChoiceFrequencies:
        rows = self.moves[:MAX_SHOWN_MOVES]
        table = Table(
            ("move", "chance", "value", "loss"),
            tuple(
                (
                    row.move,
                    format_chance(row.chance),
                    format_amount(row.value, Unit.PAWNS).replace("-", MINUS),
                    format_loss(row.loss, Unit.PAWNS),
                )
                for row in rows
            ),
        )
        bars = tuple(
            ChoiceBar(row.move, row.chance, format_loss(row.loss, Unit.PAWNS), "" if row.loss else "best")
            for row in rows
        )
        return ChoiceFrequencies(f"What players of {self.elo:.0f} choose here", bars, table)


def text_board(fen: str) -> str:
    """The board of a FEN as lines of text: ranks and files at the edge, White's pieces as capital letters."""
    squares = "".join("." * int(sign) if sign.isdigit() else sign for sign in fen.split()[0] if sign != "/")
    ranks = [f"{8 - row} {' '.join(squares[8 * row : 8 * row + 8])}" for row in range(8)]
    side = "Black" if fen.split()[1:2] == ["b"] else "White"
    return "\n".join([*ranks, "  a b c d e f g h", f"{side} to move"])


def board_of(fen: str) -> tuple[Any, tuple[str, ...]]:
    """The python-chess board of a FEN, and its legal moves; raises `InputError` if there is none."""
    from kibitz.games.chess.pgn import python_chess

    try:
        board = python_chess().Board(fen)
    except ValueError as error:
        raise InputError(f"fen: must be a position in Forsyth-Edwards Notation ({str(error)[:200]})") from None
    legal = tuple(sorted(board.uci(move) for move in board.legal_moves))
    if not board.is_valid() or not legal:
        raise InputError(f"fen: must be a legal position with a legal move, not {fen[:100]!r}")
    return board, legal


def answer_position(request: questions.PositionRequest, work: WorkContext) -> PositionAnswer:
    """The answer to `questions.PositionRequest`."""
    from kibitz.games.chess.agent import move_chances, position_sample
    from kibitz.games.chess.analysis import cache_position
    from kibitz.games.chess.batch_analysis import AnalysisRequest, analyse_batch, engine_spec
    from kibitz.games.chess.cache import default_cache
    from kibitz.games.chess.decisions import provenance
    from kibitz.games.chess.elo_scales import no_scale_message, scale_for
    from kibitz.rate.agents import agent_of_rating

    board, legal = board_of(request.fen)
    spec = engine_spec(work.engine, work.patience, request.engine_settings())
    position = cache_position(board.fen())
    result = analyse_batch(
        [AnalysisRequest(position, legal=legal)],
        spec,
        work.cache or default_cache(),
        None,
        screen=False,
        progress=work.progress_with_note("analysing"),
    )
    if result.failures:
        raise InputError(f"engine: failed on this position ({next(iter(result.failures.values()))})")
    analysis = next(iter(result.analyses.values()))
    origin = provenance(result.engine, result.settings)
    scale = scale_for(origin, request.scale)
    if scale is None:
        raise InputError(f"elo: {no_scale_message(origin)}")
    sample = position_sample(analysis, origin, scale)
    agent = agent_of_rating(sample, scale, request.elo, request.errs)
    chances = move_chances(agent, sample)
    deep = len(scale.adjusted.shape.depths) if scale.adjusted is not None else 1
    losses = analysis.values.max() - analysis.values
    rows = sorted(
        (
            LikelyMove(
                move=board.san(board.parse_uci(move)), uci=move, chance=float(p), value=float(value), loss=float(loss)
            )
            for move, p, value, loss in zip(analysis.moves, chances, analysis.values, losses, strict=True)
        ),
        key=lambda row: -row.chance,
    )
    depths = f"values at {deep} depths" if agent.shape is not None and deep > 1 else "values at the last depth"
    return PositionAnswer(
        fen=board.fen(),
        elo=request.elo,
        moves=tuple(rows),
        best_rate=float(chances[losses == 0].sum()),
        expected_loss=float(chances @ losses),
        basis=f"{result.engine}, {result.settings.budget}, MultiPV {result.settings.multipv}; chances from {depths}",
    )

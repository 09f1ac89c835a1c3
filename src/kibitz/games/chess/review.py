"""Review of one game move by move: the chance of each move, its expected loss, its loss, and its grade."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from kibitz.core import (
    Advice,
    ChoiceIndex,
    ChoiceList,
    Equities,
    FloatArray,
    InputError,
    PlayerId,
    Provenance,
    Unit,
    judge,
)
from kibitz.games.chess.agent import move_chances, position_sample
from kibitz.games.chess.analysis import Analysis
from kibitz.games.chess.answers import MoveRow, MovesAnswer, Side, SideSummary
from kibitz.games.chess.decisions import AnalysedTurn, AnalysedTurns, provenance
from kibitz.games.chess.elo_scales import no_scale_message
from kibitz.games.chess.people.peer_comparison import PeerChoice, choices_to_name, grade_moves
from kibitz.games.chess.pgn import ChessGame, python_chess
from kibitz.games.chess.turns import Turn
from kibitz.rate import Scale, default_scaling, depth_swing
from kibitz.rate.agents import agent_of_rating

WIN_CHANCE_SLOPE = 0.368208
"""Per pawn, of the logistic curve that lichess uses for the chance to win."""


@dataclass(frozen=True, slots=True)
class PeerModel:
    """Peers: players of an Elo rating, whose choices are compared with those made; ``origin`` is that of the values."""

    elo: float
    scale: Scale
    origin: Provenance

    def probabilities(self, analysis: Analysis) -> FloatArray:
        """Chance of each move of a position, as in `kibitz chess position`. Beyond the range of the scale's model of
        choices, the chances match only the mean loss."""
        sample = position_sample(analysis, self.origin, self.scale)
        try:
            agent = agent_of_rating(sample, self.scale, self.elo)
        except InputError:
            agent = agent_of_rating(sample, self.scale, self.elo, "loss")
        return move_chances(agent, sample)


def win_chance(pawns: FloatArray) -> FloatArray:
    """Chance to win from an advantage in pawns, 0 to 1."""
    return np.asarray(1.0 / (1.0 + np.exp(-WIN_CHANCE_SLOPE * pawns)))


def review_game(game: ChessGame, analysed: AnalysedTurns, scale: Scale | None, elo: float | None) -> MovesAnswer:
    """Review of a game: each move is judged and compared with typical players of ``elo``, or of the tags."""
    white = black = None
    origin = provenance(analysed.engine, analysed.settings)
    if scale is not None:
        middle = float(np.mean([mark.rating for mark in scale.marks])) if scale.marks else 2000.0
        white, black = (
            PeerModel(float(elo if elo is not None else own if own is not None else middle), scale, origin)
            for own in (game.white_elo, game.black_elo)
        )
    rows = tuple(_row(turn, analysed, white if turn.turn.white else black) for turn in analysed.turns)
    return MovesAnswer(
        id=game.id,
        white=game.white,
        black=game.black,
        result=game.result,
        date=game.date,
        engine=str(analysed.engine),
        budget=analysed.settings.budget,
        multipv=analysed.settings.multipv,
        white_elo=None if white is None else white.elo,
        black_elo=None if black is None else black.elo,
        basis=_basis(analysed, white, black),
        moves=rows,
        summary={"white": _summary(rows, "white"), "black": _summary(rows, "black")},
        searched=analysed.searched,
        failures=analysed.failures,
        start=game.start,
    )


def _basis(analysed: AnalysedTurns, white: PeerModel | None, black: PeerModel | None) -> str:
    """The engine and the players compared with, in one line."""
    engine = f"{analysed.engine}, {analysed.settings.budget}; values and losses in pawns for the mover"
    if white is None or black is None:
        return f"{engine}; {no_scale_message(provenance(analysed.engine, analysed.settings))}"
    return f"{engine}; chance and expected loss for players of {white.elo:.0f} and {black.elo:.0f}"


def _row(analysed: AnalysedTurn, source: AnalysedTurns, reviewer: PeerModel | None) -> MoveRow:
    turn, analysis, chosen = analysed.turn, analysed.analysis, analysed.chosen_index
    row = MoveRow(
        move=turn.number,
        side="white" if turn.white else "black",
        player=turn.player,
        played=turn.san,
        skipped=analysed.skip.value if analysed.skip is not None else None,
    )
    if analysis is None or chosen is None:
        return row
    values = analysis.values
    p = reviewer.probabilities(analysis) if reviewer is not None else None
    losses = values[0] - values
    chances = win_chance(values)
    judgement = judge(
        Advice(
            Equities(
                ChoiceList(analysis.moves),
                chances,
                Unit.WIN,
                PlayerId(turn.player),
                provenance(source.engine, source.settings),
            )
        ),
        ChoiceIndex(chosen),
    )
    return msgspec.structs.replace(
        row,
        best=_san(turn.position, analysis.moves[0]),
        value=float(values[chosen]),
        mate=analysis.mate(chosen),
        probability=None if p is None else float(p[chosen]),
        expected_loss=None if p is None else float(p @ losses),
        loss=float(losses[chosen]),
        win_loss=float(chances[0] - chances[chosen]),
        swing=_swing(analysis),
        judgement=judgement.grade.word,
        choices=() if p is None else _choices(turn, analysis, p, chosen),
    )


def _choices(turn: Turn, analysis: Analysis, p: FloatArray, chosen: int) -> tuple[PeerChoice, ...]:
    """What the peers play, the likeliest first."""
    values, grades = analysis.values, grade_moves(analysis.values.tolist())
    return tuple(
        PeerChoice(_san(turn.position, analysis.moves[k]), float(p[k]), float(values[0] - values[k]), grades[k])
        for k in choices_to_name(p.tolist(), 0, chosen)
    )


def _swing(analysis: Analysis) -> float:
    """How much the values move with depth, an intrinsic difficulty of the position (section IX)."""
    return depth_swing(analysis.pawns_by_depth, default_scaling(Unit.PAWNS))


def _summary(rows: Sequence[MoveRow], side: Side) -> SideSummary:
    """Turns of a side that count, mean loss in pawns (expected and actual), and the number of errors of each grade."""
    own = [row for row in rows if row.side == side and row.skipped is None]
    losses = [row.loss for row in own if row.loss is not None]
    expected = [row.expected_loss for row in own if row.expected_loss is not None]
    grades = [row.judgement for row in own]
    return SideSummary(
        n=len(own),
        average_loss=math.fsum(losses) / len(losses) if losses else None,
        average_expected_loss=math.fsum(expected) / len(expected) if expected else None,
        inaccuracies=grades.count("inaccuracy"),
        mistakes=grades.count("mistake"),
        blunders=grades.count("blunder"),
    )


def _san(position: str, move: str) -> str:
    chess = python_chess()
    board = chess.Board(position)
    return str(board.san(board.parse_uci(move)))

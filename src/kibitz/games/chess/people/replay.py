"""Replay of a game on a board: each move with the best one, its loss, and its expected loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from kibitz.core.errors import InputError
from kibitz.core.exhibits.replay import BoardDiagram, GameReplay, ReplayStep, Side
from kibitz.core.units import MINUS, Unit, format_amount, format_chance, format_loss
from kibitz.draw.curve import Series
from kibitz.draw.win_chart import ErrorFlag, WinChart
from kibitz.games.chess.people.peer_comparison import choice_frequencies
from kibitz.games.chess.pgn import python_chess

if TYPE_CHECKING:
    from kibitz.games.chess.answers import MoveRow, MovesAnswer
    from kibitz.games.chess.people.peer_comparison import ComparedDecision

ERRORS = ("inaccuracy", "mistake", "blunder")
DEFAULT_ELO = 2000.0
"""The rating of the players compared with where the game has none."""


RESULT_CHANCES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
"""White's chance at the end of a game, by its result."""


def win_chart(game: MovesAnswer) -> Iterator[WinChart]:
    """White's chance to win from move to move, with the errors of both; nothing if fewer than two moves are analysed.

    A move without a value (book) keeps the chance of the move before it, at the start that of the first value.
    """
    import numpy as np

    from kibitz.games.chess.review import win_chance

    known = [_white_pawns(row) for row in game.moves]
    if sum(value is not None for value in known) < 2:
        return
    last = next(value for value in known if value is not None)
    pawns = [last := value if value is not None else last for value in known]
    end = RESULT_CHANCES.get(game.result, float(win_chance(np.array(pawns[-1]))))
    flags = tuple(
        ErrorFlag(
            place,
            0,
            row.judgement,
            f"{row.name}: {format_loss(row.loss or 0.0, Unit.PAWNS)}; best was {row.best}",
            1 if row.side == "white" else 2,
        )
        for place, row in enumerate(game.moves)
        if row.judgement in ERRORS
    )
    outcome = {1.0: f"{game.white} wins", 0.0: f"{game.black} wins", 0.5: "drawn"}.get(end, game.white)
    line = Series(outcome, (*win_chance(np.array(pawns)).tolist(), end))
    signs = f"circles above the line: errors of {game.white}; squares below it: errors of {game.black}"
    yield WinChart("White's chance to win", (line,), (), flags, "move", 2, note=signs)


def _white_pawns(row: MoveRow) -> float | None:
    """White's value before a move, if the best is played."""
    if row.value is None or row.loss is None:
        return None
    return (row.value + row.loss) * (1 if row.side == "white" else -1)


def game_replay(game: MovesAnswer) -> Iterator[GameReplay]:
    """The moves with their positions, as far as the moves can be replayed."""
    try:
        chess = python_chess()
        board = chess.Board(game.start) if game.start else chess.Board()
    except (InputError, ValueError):
        return
    steps, names = [], (game.white, game.black)
    for row in game.moves:
        try:
            move = board.parse_san(row.played)
            best = "" if row.best is None else board.parse_san(row.best).uci()
        except ValueError:
            break
        elo = (game.white_elo if row.side == "white" else game.black_elo) or DEFAULT_ELO
        link = "/chess/position?" + urlencode({"fen": board.fen(), "elo": f"{elo:.0f}"})
        picture = BoardDiagram(
            "chess", board.fen(), best, f"{move.uci()} {row.judgement or ''}".strip(), names=names, note=row.name
        )
        steps.append(_step(row, picture, link, elo))
        board.push(move)
    if steps:
        yield GameReplay("Moves and their losses", tuple(steps), "This position", "value", remark="in pawns")


def _step(row: MoveRow, picture: BoardDiagram, link: str, elo: float) -> ReplayStep:
    """A move with the best one and its value, where it was analysed."""
    known = row.loss is not None and row.value is not None
    value = "" if row.value is None or row.loss is None else format_amount(row.value + row.loss, Unit.PAWNS)
    return ReplayStep(
        picture,
        row.name,
        _describe_move(row),
        row.judgement or "",
        link,
        f"{row.player}, move {row.move}",
        (row.best or "") if known else "",
        value.replace("-", MINUS) if known and row.mate is None else "",
        cost=format_loss(row.loss, Unit.PAWNS) if row.loss else "",
        chances=choice_frequencies(elo, row.choices) if row.choices else None,
    )


def _describe_move(row: MoveRow) -> str:
    """The loss of a move, its expected loss, and how often players of the rating choose it."""
    if row.loss is None:
        return f"Not analysed: {row.skipped}." if row.skipped else "Not analysed."
    sentences = [f"It cost {format_loss(row.loss, Unit.PAWNS)}."]
    if row.expected_loss is not None:
        sentences.append(f"Players like this one lose {format_loss(row.expected_loss, Unit.PAWNS)} here on average.")
    if row.probability is not None:
        sentences.append(f"{format_chance(row.probability)} of them choose it.")
    return " ".join(sentences)


def decisions_replay(moves: Sequence[ComparedDecision]) -> Iterator[GameReplay]:
    """Replay of the decisions behind a rating, with what players of the rating choose; none without a position."""
    steps = tuple(_rated_step(row) for row in moves)
    if steps:
        yield GameReplay("Moves behind the rating", steps, "This position", "value", remark="in pawns")


def _rated_step(row: ComparedDecision) -> ReplayStep:
    """A decision with the best move, the move played, and what players of the rating are expected to do."""
    link = "/chess/position?" + urlencode({"fen": row.fen_with_number, "elo": f"{row.elo:.0f}"})
    seats = (row.player, row.opponent) if row.is_white else (row.opponent, row.player)
    game = row.decision.rpartition(":")[0]
    sentences = (
        f"It cost {format_loss(row.loss, Unit.PAWNS)}." if row.loss else "This was the best move.",
        f"Players of {row.elo:.0f} lose {format_loss(row.expected_loss, Unit.PAWNS)} here on average.",
        f"{format_chance(row.chance)} of them play it.",
    )
    return ReplayStep(
        BoardDiagram(
            "chess",
            row.fen_with_number,
            row.best_uci,
            f"{row.played_uci} {row.grade}",
            names=seats if row.opponent else (),
            note=row.name,
        ),
        row.name,
        " ".join(sentences),
        row.grade,
        link,
        f"{row.player}, {game}" if game else row.player,
        row.best,
        format_amount(row.value, Unit.PAWNS).replace("-", MINUS),
        cost=format_loss(row.loss, Unit.PAWNS) if row.loss else "",
        chances=choice_frequencies(row.elo, row.choices),
    )


def side_labels(board: BoardDiagram) -> tuple[Side, Side]:
    """Labels above and below the board, with a mark for the side to move."""
    known = len(board.names) == 2
    white, black = board.names if known else ("White", "Black")
    rest = board.state.partition(" ")[2]
    to_move, number = rest[:1] or "w", rest.split(" ")[-1] if rest.count(" ") == 4 else ""
    task = f"{number}. {'…' if to_move == 'b' else ''}" if number.isdigit() else ""
    seats = {
        "w": Side("white", white, f"{task} to move".strip() if to_move == "w" else "", count="White" if known else ""),
        "b": Side("black", black, f"{task} to move".strip() if to_move == "b" else "", count="Black" if known else ""),
    }
    return (seats["w"], seats["b"]) if board.flipped else (seats["b"], seats["w"])

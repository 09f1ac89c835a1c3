"""A game to go through on a board: each move with the best one, what it cost, and what it was expected to cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Board, Step, Steps
from kibitz.core.exhibits.figures import Side
from kibitz.core.units import MINUS, Unit, format_amount, format_chance, format_loss
from kibitz.games.chess.people.weighed import chances_bars
from kibitz.games.chess.pgn import python_chess

if TYPE_CHECKING:
    from kibitz.games.chess.answers import MoveRow, MovesAnswer
    from kibitz.games.chess.people.weighed import Weighed

TYPICAL = 2000.0
"""The rating of the players compared with where the game tells none."""


def steps_of(game: MovesAnswer) -> Iterator[Steps]:
    """The moves with the positions they were made in; nothing where the moves cannot be followed."""
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
        elo = (game.white_elo if row.side == "white" else game.black_elo) or TYPICAL
        link = "/chess/position?" + urlencode({"fen": board.fen(), "elo": f"{elo:.0f}"})
        picture = Board(
            "chess", board.fen(), row.name, best, f"{move.uci()} {row.judgement or ''}".strip(), names=names
        )
        steps.append(_step(row, picture, link, elo))
        board.push(move)
    if steps:
        yield Steps("Moves and what they cost", tuple(steps), "This position", "value", "in pawns")


def _step(row: MoveRow, picture: Board, link: str, elo: float) -> Step:
    """A move with the best one and its value, where it was valued."""
    known = row.loss is not None and row.value is not None
    value = "" if row.value is None or row.loss is None else format_amount(row.value + row.loss, Unit.PAWNS)
    return Step(
        picture,
        row.name,
        _words(row),
        row.judgement or "",
        link,
        f"{row.player}, move {row.move}",
        (row.best or "") if known else "",
        value.replace("-", MINUS) if known and row.mate is None else "",
        cost=format_loss(row.loss, Unit.PAWNS) if row.loss else "",
        chances=chances_bars(elo, row.choices) if row.choices else None,
    )


def _words(row: MoveRow) -> str:
    """What a move cost, what it was expected to cost, how often it is chosen, and what was best."""
    if row.loss is None:
        return f"Not valued: {row.skipped}." if row.skipped else "Not valued."
    said = [f"It cost {format_loss(row.loss, Unit.PAWNS)}"]
    if row.expected_loss is not None:
        said.append(f"players like this one lose {format_loss(row.expected_loss, Unit.PAWNS)} here on average")
    if row.probability is not None:
        said.append(f"they choose it in {format_chance(row.probability)}")
    if row.loss and row.best:
        said.append(f"best was {row.best}")
    return "; ".join(said) + "."


def rated_steps(moves: Sequence[Weighed]) -> Iterator[Steps]:
    """The decisions behind a rating on their boards, with what people of the rating choose; none without a position."""
    steps = tuple(_rated_step(row) for row in moves)
    if steps:
        yield Steps("Moves behind the rating", steps, "This position", "value", "in pawns")


def _rated_step(row: Weighed) -> Step:
    """A decision with the best move, the move played, and what was expected of people of the rating."""
    link = "/chess/position?" + urlencode({"fen": row.position, "elo": f"{row.elo:.0f}"})
    game = row.decision.rpartition(":")[0]
    said = [f"It cost {format_loss(row.loss, Unit.PAWNS)}"] if row.loss else ["Nothing was better"]
    said.append(f"players of {row.elo:.0f} lose {format_loss(row.expected_loss, Unit.PAWNS)} here on average")
    said.append(f"{format_chance(row.chance)} of them play it")
    return Step(
        Board("chess", row.position, row.name, row.best_uci, f"{row.played_uci} {row.grade}"),
        row.name,
        "; ".join(said) + ".",
        row.grade,
        link,
        f"{row.player}, {game}" if game else row.player,
        row.best,
        format_amount(row.value, Unit.PAWNS).replace("-", MINUS),
        cost=format_loss(row.loss, Unit.PAWNS) if row.loss else "",
        chances=chances_bars(row.elo, row.choices),
    )


def sides(board: Board) -> tuple[Side, Side]:
    """Who sits above the board and below it; the one to move is told so."""
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

"""Play in a terminal or from piped input: the loop around `kibitz.games.chess.play.Session`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kibitz.cli.answers import Answer
from kibitz.core.errors import InputError
from kibitz.files import write_text


def play_game(
    elo: float, human_white: bool, fen: str, engine: str, scale_path: Path | None, pgn: Path | None, seed: int
) -> Answer:
    """Play until the game is over, the person leaves, or input ends. Everything said goes to standard error."""
    import numpy as np

    from kibitz.games.chess.agent import opponent, spec_of
    from kibitz.games.chess.elo import shipped_scale
    from kibitz.games.chess.engine import find_engine
    from kibitz.games.chess.play import Session
    from kibitz.games.chess.survey import close_engine
    from kibitz.rate import load_scale

    scale = load_scale(scale_path) if scale_path is not None else shipped_scale()
    spec = spec_of(scale, find_engine(engine))
    try:
        session = Session(opponent(elo, scale, spec), np.random.default_rng(seed), human_white, fen)
        pieces = "white" if human_white else "black"
        say(f"You play {pieces} against an opponent of Elo {elo:g}. Type help for the words.")
        say(session.picture())
        session.check_over()
        while not session.over:
            if session.human_to_move:
                line = ask()
                if line is None:
                    session.order("quit")
                    break
                try:
                    for text in session.order(line):
                        say(text)
                except InputError as error:
                    say(f"{error}.")
            else:
                say(session.reply())
                say(session.picture())
    finally:
        close_engine(spec)
    answer: Answer = {
        "elo": elo, "side": "white" if human_white else "black", "result": session.result, "reason": session.reason,
        "moves": session.moves(), "fen": session.board.fen(), "pgn": session.pgn(elo), "seed": seed,
    }  # fmt: skip
    if pgn is not None:
        write_text(pgn, answer["pgn"] + "\n")
    return answer


def say(text: str) -> None:
    """Talk on standard error, so that standard output keeps the answer alone."""
    click.echo(text, err=True)


def ask() -> str | None:
    """The next line, with a prompt where a person types it; ``None`` at the end of input."""
    if sys.stdin.isatty():
        click.echo("your move> ", nl=False, err=True)
    line = sys.stdin.readline(1_000)
    return line if line else None

"""Programs that a question needs and this computer lacks, with the command that installs each."""

from __future__ import annotations

import sys
from importlib import invalidate_caches
from importlib.util import find_spec
from typing import NamedTuple

from kibitz.app.catalogue import BY_PATH, request_type
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.core.errors import InputError
from kibitz.core.work import WorkContext

REVIEW_WITHOUT_ENGINE = "chess.review"
"""The question that reads evaluated games, which needs no engine."""


class MissingProgram(NamedTuple):
    """A program that is not installed: its name, what it is for with its licence, and how to install it."""

    name: str
    words: str
    command: str


def missing_programs(path: str) -> list[MissingProgram]:
    """What a question or session needs and this computer lacks; empty if it can run. Looks again at every call."""
    kind = SESSIONS[path].request_type() if path in SESSIONS else request_type(path) if path in BY_PATH else None
    if kind is None or "engine" not in kind.uses:
        return []
    return [*_python_chess(), *_engine()]


def _python_chess() -> list[MissingProgram]:
    invalidate_caches()  # it may have been installed since the last look
    if find_spec("chess") is not None:
        return []
    words = "reads games and knows the rules. Its licence is GPL 3, so kibitz does not bring it."
    return [MissingProgram("python-chess", words, f'"{sys.executable}" -m pip install chess')]


def _engine() -> list[MissingProgram]:
    from kibitz.games.chess.engine import find_engine

    try:
        find_engine(WorkContext().engine)
    except InputError:
        words = "values the moves. Any UCI engine called stockfish on the search path will do (stockfishchess.org)."
        command = "brew install stockfish" if sys.platform == "darwin" else "sudo apt-get install stockfish"
        if sys.platform == "win32":
            command = "winget install Stockfish.Stockfish"
        return [MissingProgram("Stockfish", words, command)]
    return []

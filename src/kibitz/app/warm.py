"""Compile all kernels in advance by asking questions that need them."""

from __future__ import annotations

from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import parse_request
from kibitz.core.errors import InputError
from kibitz.core.work import WorkContext
from kibitz.rate.questions import ANN_EXAMPLE, BOB_EXAMPLE

QUESTIONS: tuple[tuple[str, dict[str, object]], ...] = (
    (
        "jeopardy.daily-double",
        {"scores": (12000, 9000, 5000), "me": 1, "left": (400, 800, 800, 1200), "confidence": 0.6},
    ),
    ("jeopardy.simulate", {"games": 100}),
    ("jeopardy.win", {"state": "6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4", "me": 2, "rollouts": 100}),
    ("jeopardy.match", {"count": 20}),
    (
        "jeopardy.buzz",
        {"scores": (12000, 9000, 5000), "me": 2, "value": 1200, "left": (400, 800, 1200), "places": (1, 0.5, 0)},
    ),
    ("jeopardy.final", {"scores": (12000, 9000, 5000), "me": 2}),
    ("theory.solve", {"text": "[[0, -1, 1], [1, 0, -1], [-1, 1, 0]]"}),
    (
        "rate.players",
        {"file": {"name": "x.jsonl", "text": '{"utilities": [0.6, 0.4, 0.5], "chosen": 0, "unit": "win"}\n' * 40}},
    ),
    ("rate.calibrate", {"decisions": (ANN_EXAMPLE, BOB_EXAMPLE)}),
    ("sevens.bid", {"rack": "EST", "tile": "R", "players": 3}),
    ("sevens.tournament", {"players": "dp,loss", "rounds": 2}),
    ("backgammon.move", {"position": "4HPwATDgc/ABMA", "dice": "31", "plies": 1}),
    ("backgammon.rollout", {"position": "4HPwATDgc/ABMA", "trials": 36}),
    ("theory.check", {"game": "final-5-3", "grid": 5}),
)
"""Small questions that together use every compiled kernel."""
FOR_TABLES = {"jeopardy.final"}
"""Those whose kernels serve tables with a question in every row."""


STAMP_FILE = "warm"
"""Name of the file in the cache folder that says which kernels were compiled."""


def warm(work: WorkContext) -> list[str]:
    """Ask them all and return the ones that were answered; those that this computer cannot answer are skipped."""
    answered = []
    for done, (path, _) in enumerate(QUESTIONS):
        work.progress(done, len(QUESTIONS), f"compiling for {path}")
        if warm_question(path):
            answered.append(path)
    work.progress(len(QUESTIONS), len(QUESTIONS), "done")
    return answered


def warm_question(path: str) -> bool:
    """Ask the question of this path; False if this computer cannot answer it."""
    try:
        parse_request(request_type(path), dict(QUESTIONS)[path]).answer(WorkContext(values_only=path in FOR_TABLES))
    except InputError:  # no word list, too few decisions: nothing that warming could mend
        return False
    return True


def kernels_stamp() -> str:
    """What compiled kernels depend on: the versions of kibitz, Python and numba, and the newest kernel's time."""
    import sys
    from importlib.metadata import version
    from pathlib import Path

    import kibitz

    newest = max(path.stat().st_mtime_ns for path in Path(kibitz.__file__).parent.rglob("kernels.py"))
    return f"{kibitz.__version__} {sys.version.split()[0]} {version('numba')} {newest}"


def is_warm() -> bool:
    """Whether all kernels were compiled before, for these sources and versions."""
    from kibitz.files import cache_folder

    try:
        return (cache_folder() / STAMP_FILE).read_text("utf-8") == kernels_stamp()
    except OSError:
        return False


def record_warm() -> None:
    """Say that all kernels are compiled; a folder that cannot be written only means that they are loaded again."""
    from contextlib import suppress

    from kibitz.files import cache_folder, write_bytes

    with suppress(OSError, InputError):
        cache_folder().mkdir(parents=True, exist_ok=True)
        write_bytes(cache_folder() / STAMP_FILE, kernels_stamp().encode())


def serve_paths() -> None:
    """Compile for each path on standard input, and write it to standard output when it is done."""
    import os
    import sys

    if hasattr(os, "nice"):
        os.nice(10)  # answers go first
    for line in sys.stdin:
        warm_question(line.strip())
        print(line.strip(), flush=True)


if __name__ == "__main__":
    serve_paths()

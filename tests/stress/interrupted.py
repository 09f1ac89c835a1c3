"""Runs one long command again and again, interrupts it at random moments, and looks at what it left behind.

``python interrupted.py JOB TIMES FOLDER [ENGINE]`` prints one JSON object: what was found wrong, how many interrupts
hit, and whether the run that was let to its end gave what an uninterrupted one gives. Processes are forked from this
one, so that no time goes by with imports.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import kibitz.simulate.task_checkpoint
from kibitz.cli.main import INTERRUPTED, run
from kibitz.files import FileCheckpointStore

JOBS = {
    "jeopardy": "jeopardy train --games 1000 --hidden 4 --json --weights out.npz",
    "backgammon": "backgammon train td --games 100 --hidden 8 --json --weights out.npz",
    "sevens": "sevens tournament --players g1,loss --words words.txt --rounds 3 --deals 12 --json --charts out.html",
    "chess": "chess analyse games.pgn --depth 3 --multipv 3 --cache cache.sqlite --out out.jsonl --json",
}
OUT = {"jeopardy": "out.npz", "backgammon": "out.npz", "sevens": "out.html", "chess": "out.jsonl"}
DRIFTING = {"seconds", "searched", "hash", "data"}
"""Fields that tell of the run, and files with its seconds inside; what the files hold is compared by itself."""


def started(command: list[str]) -> int:
    """The command in a process and a process group of its own; an interrupt is heard once it can be answered."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    pid = os.fork()
    if pid:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        return pid
    status = INTERRUPTED
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for stream, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o644), stream)
        status = run(command)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    except KeyboardInterrupt:
        pass
    finally:
        sys.stdout.flush()
        os._exit(status)


def ended(pid: int) -> int:
    """The status of a process that has ended, negative for a signal; ``1000`` while it runs."""
    done, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if done else 1000


def left_behind(group: int, engine: str) -> list[str]:
    """Processes of a group, or of the engine, that are still there after a while."""
    for _ in range(1_200):
        result = []
        for path in Path("/proc").glob("[0-9]*"):
            try:
                words = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                fields = (path / "stat").read_text("ascii", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z" and (
                int(fields[2]) == group or (engine and engine in words and "interrupted" not in words)
            ):
                result.append(words)
        if not result:
            return []
        time.sleep(0.05)
    return result


def broken_files(job: str) -> list[str]:
    """Files that can be taken for whole and are not."""
    result = []
    store = FileCheckpointStore()
    names = Path("names.txt").read_text("utf-8").split("\n") if Path("names.txt").exists() else []
    for name in set(filter(None, names)):
        if store._path(name).exists() and store.load(name) is None:
            result.append(f"checkpoint {name}")
    cache, out = Path("cache.sqlite"), Path(OUT[job])
    if cache.exists():
        from kibitz.games.chess.cache import AnalysisCache

        with closing(sqlite3.connect(cache)) as connection:
            if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                result.append("cache.sqlite")
        with AnalysisCache(cache) as stored:
            len(stored)
    if out.exists() and not whole(out):
        result.append(out.name)
    return result


def whole(out: Path) -> bool:
    """Whether a file that was written reads to its end."""
    if out.suffix == ".npz":
        from kibitz.learn.checkpoint import load_arrays

        return bool(load_arrays(out)[0])
    text = out.read_text("utf-8")
    return text.rstrip().endswith("</html>") if out.suffix == ".html" else all(map(json.loads, text.splitlines()))


def result(job: str) -> Any:
    """What the command printed, without what tells of the run alone, and the networks that it wrote."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(each) for key, each in value.items() if key not in DRIFTING}
        return [plain(each) for each in value] if isinstance(value, list) else value

    out = Path(OUT[job])
    if out.suffix != ".npz":
        return plain(json.loads(Path("stdout").read_text("utf-8"))), out.read_text("utf-8")
    from kibitz.learn.checkpoint import load_arrays

    networks = {name: array.tolist() for name, array in load_arrays(out)[0].items()}
    return plain(json.loads(Path("stdout").read_text("utf-8"))), networks


def shorten() -> None:
    """Training of a second: fewer games in every generation."""
    from kibitz.games.jeopardy.train import evaluator_training

    learn = evaluator_training.train_evaluator
    evaluator_training.train_evaluator = lambda matchup, course, *rest: learn(  # type: ignore[assignment]
        matchup, replace(course, games=(300, 300, 600), epochs=(1, 1, 2)), *rest
    )


def forget() -> None:
    """Begin anew."""
    shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
    for path in ("cache.sqlite", "out.npz", "out.html", "out.jsonl", "names.txt"):
        Path(path).unlink(missing_ok=True)


def main(job: str, times: int, folder: str, engine: str = "") -> dict[str, Any]:
    os.chdir(folder)
    kibitz.simulate.task_checkpoint.SAVE_INTERVAL_S = 0.0  # so that a run of a second has checkpoints too
    save = FileCheckpointStore.save

    def noted(self: FileCheckpointStore, name: str, data: bytes) -> None:
        with open("names.txt", "a", encoding="utf-8") as names:
            names.write(name + "\n")
        save(self, name, data)

    FileCheckpointStore.save = noted  # type: ignore[method-assign]
    if job == "jeopardy":
        shorten()
    command = JOBS[job].split() + (["--engine", engine] if engine else [])
    os.waitpid(started(command), 0)  # compiles what is not compiled yet
    forget()
    began = time.monotonic()
    _, status = os.waitpid(started(command), 0)
    assert status == 0, Path("stderr").read_text("utf-8")
    usual, wanted = time.monotonic() - began, result(job)
    forget()
    rng, hits, wrong, anew = random.Random(job), 0, [], True
    for attempt in range(6 * times):
        if hits == times:
            break
        pid = started(command)
        moment = rng.uniform(0.0, 0.9) * usual
        time.sleep(moment)
        how = (signal.SIGINT, signal.SIGKILL)[attempt % 2]
        running = ended(pid) == 1000
        if running:
            os.kill(pid, how)
            _, status = os.waitpid(pid, 0)
            code = os.waitstatus_to_exitcode(status)
            if how is signal.SIGINT and code not in (INTERRUPTED, 0):
                wrong.append(f"status {code} after an interrupt: {Path('stderr').read_text('utf-8')[-500:]}")
            if code == 0:
                running = False
        hits += running
        wrong += [f"left behind: {words}" for words in left_behind(pid, engine)]
        wrong += [f"read as whole: {name}" for name in broken_files(job)]
        if "Traceback" in Path("stderr").read_text("utf-8"):
            wrong.append(Path("stderr").read_text("utf-8")[-800:])
        if not running:
            if anew:
                usual = moment  # this machine is less busy than it was when a whole run was timed
            forget()
        anew = not running
    _, status = os.waitpid(started(command), 0)
    same = status == 0 and result(job) == wanted
    if not same:
        wrong.append(f"status {status}: {str(result(job))[:600]} instead of {str(wanted)[:600]}")
    drafts = len([path for path in Path(os.environ["XDG_CACHE_HOME"]).rglob(".*") if path.is_file()])
    return {"hits": hits, "wrong": wrong, "same": same, "usual": round(usual, 2), "drafts": drafts}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])))

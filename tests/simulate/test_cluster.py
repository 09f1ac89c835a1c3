"""A real Dask scheduler with two workers on loopback: the same results, whatever happens to a worker."""

from __future__ import annotations

import gc
import io
import os
import shlex
import sys
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from kibitz import ask
from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.core import InputError, WorkContext
from kibitz.core.work import MemoryCheckpointStore
from kibitz.games.chess.cache import AnalysisCache
from kibitz.games.jeopardy.train import evaluator_training
from kibitz.simulate.cluster import Cluster
from kibitz.simulate.executors import WorkersLostError, open_executor, run_all

if TYPE_CHECKING:
    from conftest import Forked, Machines

pytest.importorskip("distributed", reason="the extra scale is not installed (pip install 'kibitz[scale]')")
pytestmark = pytest.mark.slow

GAME = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n' + " ".join(
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7",
        "11. Nbd2 Bb7 12. Bc2 Re8 1-0\n",
    ]
)

PATIENCE = 300.0
WORDS = "retains nastier stainer eat tea rate tear stare trains cat dog birds cars least stale words".replace(" ", "\n")
DECISIONS = "".join(
    f'{{"utilities": [0.6, 0.5, 0.4], "chosen": {(n + k) % 3}, "unit": "win", "player": "{k}", "event": "{n % 9}"}}\n'
    for k in range(6)
    for n in range(30)
)
JOBS: dict[str, dict[str, object]] = {
    "jeopardy.simulate": {"games": 60_000, "seed": 5},
    "jeopardy.match": {"count": 4_100, "seed": 5},
    "jeopardy.train": {"games": 1_000, "hidden": 2},
    "backgammon.duel": {"games": 20, "seed": 5},
    "backgammon.rollout": {"position": "4HPwATDgc/ABMA", "trials": 108},
    "backgammon.move": {"position": "4HPwATDgc/ABMA", "dice": "31", "roller": True},
    "backgammon.cube": {"position": "4HPwATDgc/ABMA", "roller": True},
    "backgammon.train": {"games": 100, "decisions": 600, "rounds": 1, "epochs": 1, "hidden": 4},
    "sevens.tournament": {"players": "g1,loss", "rounds": 4, "deals": 3},
    "sevens.report": {"rounds": 1, "hidden": "0", "words": {"name": "words.txt", "text": WORDS}},
    "theory.learn": {"game": "final-5-3", "samples": 60},
    "backgammon.olympiad": {"players": ("hand-written", "beginner", "novice"), "per_pair": 2, "match": 1, "seed": 5},
    "rate.players": {"file": {"name": "x.jsonl", "text": DECISIONS}, "draws": 20, "interval": "bootstrap"},
    "chess.analyse": {"games": ({"name": "a.pgn", "text": GAME},), "depth": 6, "multipv": 4},
}
"""A short question of every kind of long job, cut into two tasks at least."""
IN_ROUNDS = {"backgammon.move", "backgammon.cube", "backgammon.olympiad", "rate.players"}
"""Those that report when a whole round is done, so that they have nothing to show when the scheduler is lost early."""
SAME_PARTS = {"chess.rate", "chess.screen", "chess.calibrate", "chess.moves", "chess.position"}
"""Questions that value moves as chess.analyse does, and nothing else elsewhere."""


def without_times(answer: object) -> object:
    """Plain values, seconds left out, and hashes of files that tell them: how long it took is no part of the result."""
    match answer:
        case dict():
            return {key: without_times(value) for key, value in answer.items() if key not in ("seconds", "hash")}
        case list() | tuple():
            return [without_times(value) for value in answer]
        case bytes() if answer.startswith(b"PK"):  # networks, beside what is told about them
            with np.load(io.BytesIO(answer)) as held:
                return {name: held[name].tobytes() for name in held.files if name != "about"}
    return answer


def figures(answer: object) -> object:
    """What an answer says, whatever the time it took and the searches that were not needed."""
    result = without_times(msgspec.to_builtins(answer, builtin_types=(bytes,)))
    if isinstance(result, dict) and isinstance(result.get("source"), dict):
        result["source"].pop("searched", None)
    return result


@cache
def figures_here(path: str) -> object:
    """The answer of this process, computed once."""
    with tempfile.TemporaryDirectory() as folder:
        return figures(ask(path, WorkContext(cache=Path(folder) / "here.sqlite"), **JOBS[path]))


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine may be busy with other tests."""
    monkeypatch.setattr("kibitz.simulate.cluster.CONNECT_TIMEOUT_S", PATIENCE)
    monkeypatch.setattr("kibitz.simulate.cluster.FIRST_WORKER_TIMEOUT_S", PATIENCE)


@pytest.fixture(autouse=True)
def short_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generations of some hundred games each, instead of tens of thousands; who asks says how many there are."""
    learn = evaluator_training.train_evaluator
    short = {"games": (300, 300, 600), "epochs": (1, 1, 2)}
    monkeypatch.setattr(
        evaluator_training,
        "train_evaluator",
        lambda matchup, course, *rest: learn(matchup, replace(course, **short), *rest),
    )


@pytest.mark.needs("scowl", "stockfish")
@pytest.mark.parametrize("path", JOBS)
def test_a_cluster_gives_the_same_answer_as_this_process(path: str, machines: Machines, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    work = WorkContext(
        on_progress=lambda done, total, note: seen.append((done, total)),
        scheduler=machines.address,
        cache=tmp_path / "there.sqlite",
    )
    there = ask(path, work, **JOBS[path])
    assert figures(there) == figures_here(path)
    assert any(done == total > 0 for done, total in seen)


def test_every_question_that_takes_workers_is_tried_here_or_made_of_what_is() -> None:
    taking = {entry.path for entry in ENTRIES if {"workers", "engines"} & request_type(entry.path).uses}
    assert taking == {*JOBS, *SAME_PARTS}


class Fate:
    """What befalls a cluster: something at the second task handed out, something at the first that comes back."""

    def __init__(self, handed_out: Callable[[], object], came_back: Callable[[], object]) -> None:
        self.events = {"handed out": handed_out, "came back": came_back}
        self.submitted, self.struck = 0, list[str]()
        self._lock = threading.Lock()

    def strike(self, when: str) -> None:
        with self._lock:
            event = self.events.pop(when, None)
            if event is not None:
                self.struck.append(when)
                event()

    def returned(self, future: Future[Any]) -> None:
        if not future.cancelled() and future.exception() is None:
            self.strike("came back")

    def upon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        submit = Cluster.submit

        def watched(cluster: Cluster, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future = submit(cluster, function, *args, **kwargs)
            future.add_done_callback(self.returned)
            self.submitted += 1
            if self.submitted == 2:
                self.strike("handed out")
            return future

        monkeypatch.setattr(Cluster, "submit", watched)


@pytest.mark.needs("scowl", "stockfish")
@pytest.mark.parametrize("path", [path for path in JOBS if path not in IN_ROUNDS])
def test_any_job_outlives_a_worker_and_goes_on_elsewhere_when_the_scheduler_is_lost(
    path: str, own_machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    doomed = own_machines.worker(hangs=begun)
    store, seen = MemoryCheckpointStore(), set[tuple[int, int, str]]()

    def replace_the_only_worker() -> None:
        own_machines.until(begun.exists, doomed)  # it is in the middle of a task
        doomed.kill()
        own_machines.worker(hangs=tmp_path / "second", after=1)  # so that the scheduler is lost before all is done

    fate = Fate(replace_the_only_worker, own_machines.scheduler.kill)
    fate.upon(monkeypatch)
    work = WorkContext(
        on_progress=lambda *far: seen.add(far),
        scheduler=own_machines.address,
        store=store,
        cache=tmp_path / "there.sqlite",
    )
    with pytest.raises(WorkersLostError, match=r"^scheduler: lost the connection to tcp://\S+; .*saved"):
        ask(path, work, **JOBS[path])
    assert fate.struck == ["handed out", "came back"]
    assert len(seen) > 1
    if path.startswith("chess"):
        with AnalysisCache(tmp_path / "there.sqlite") as known:
            assert len(known) > 0
    else:
        assert store.data
    again = ask(path, WorkContext(store=store, cache=tmp_path / "there.sqlite"), **JOBS[path])
    assert figures(again) == figures_here(path)


SLOW_ENGINE = Path(__file__).parents[1] / "games" / "chess" / "fake_engine.py"


def slow_engine(folder: Path, log: Path | None = None) -> str:
    script = folder / "engine"
    words = [*([f"FAKE_ENGINE_LOG={log}"] if log else []), sys.executable, str(SLOW_ENGINE), "slow"]
    script.write_text(f"#!/bin/sh\nexec env {shlex.join(words)}\n")
    script.chmod(0o755)
    return str(script)


def test_positions_analysed_on_one_cluster_are_not_analysed_again_on_another(
    own_machines: Machines, machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fake engine notes what it searches; the first scheduler dies on the way, another cluster does the rest."""
    log, stored = tmp_path / "searches.log", tmp_path / "kept.sqlite"
    engine = slow_engine(tmp_path, log)
    request = {"games": ({"name": "a.pgn", "text": GAME},), "depth": 3}
    alone = ask("chess.analyse", WorkContext(engine=engine, cache=tmp_path / "alone.sqlite"), **request)
    positions = len(log.read_text().splitlines())
    log.unlink()

    own_machines.worker(hangs=tmp_path / "second", after=1)
    with monkeypatch.context() as struck:
        Fate(lambda: None, own_machines.scheduler.kill).upon(struck)
        with pytest.raises(WorkersLostError, match="finished analyses are saved"):
            ask("chess.analyse", WorkContext(engine=engine, cache=stored, scheduler=own_machines.address), **request)
    own_machines.stop()
    with AnalysisCache(stored) as known:
        done = len(known)
    assert 0 < done < positions
    begun = len(log.read_text().splitlines())
    result = ask("chess.analyse", WorkContext(engine=engine, cache=stored, scheduler=machines.address), **request)
    assert len(log.read_text().splitlines()) - begun == positions - done
    assert result.decisions == alone.decisions
    begun = len(log.read_text().splitlines())
    ask("chess.analyse", WorkContext(engine=engine, cache=stored, scheduler=machines.address), **request)
    assert len(log.read_text().splitlines()) == begun


def test_a_worker_with_another_version_of_the_engine_is_refused(
    own_machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_ENGINE_VERSION", "2.6")
    own_machines.worker()
    monkeypatch.delenv("FAKE_ENGINE_VERSION")
    work = WorkContext(engine=slow_engine(tmp_path), cache=tmp_path / "kept.sqlite", scheduler=own_machines.address)
    with pytest.raises(InputError, match=r"is Fakefish 2\.5 here and Fakefish 2\.6 on a worker"):
        ask("chess.analyse", work, games=({"name": "a.pgn", "text": GAME},), depth=3)
    with AnalysisCache(tmp_path / "kept.sqlite") as known:
        assert len(known) == 0


class Lock:
    """A lock that tells whether the collector could end something while it is held."""

    def __init__(self) -> None:
        self.collected: list[bool] = []
        self._inner = threading.Lock()

    def __enter__(self) -> None:
        self.collected.append(gc.isenabled())
        self._inner.acquire()

    def __exit__(self, *error: object) -> None:
        self._inner.release()


def test_no_lost_client_is_ended_by_the_collector_while_another_starts_or_ends(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would wait for ever: both need a lock that only one thread at a time may hold, and only once."""
    from distributed.utils import LoopRunner

    held = Lock()
    monkeypatch.setattr(LoopRunner, "_lock", held)
    cluster = Cluster(machines.address)
    cluster.shutdown()
    assert len(held.collected) >= 2
    assert not any(held.collected)
    assert gc.isenabled()


class Gate:
    """Tasks for `os.system`: some that end at once, and others that wait until something was killed."""

    def __init__(self, folder: Path, open_ones: int, waiting: int) -> None:
        self.file, self.open_ones = folder / "gate", open_ones
        self.file.touch()
        wait = f"while [ -e {shlex.quote(str(self.file))} ]; do sleep 0.02; done"
        self.tasks = [f": {number}" for number in range(open_ones)] + [f"{wait}; : {n}" for n in range(waiting)]

    def killing(self, process: Forked) -> Callable[[int, int], None]:
        """Kill a process once the open ones are done, and let the others go on."""

        def progress(done: int, total: int) -> None:
            if done >= self.open_ones and self.file.exists():
                process.kill()
                self.file.unlink()

        return progress


def test_a_worker_killed_in_the_middle_costs_only_a_retry(own_machines: Machines, tmp_path: Path) -> None:
    doomed = own_machines.worker()
    own_machines.worker()
    gate = Gate(tmp_path, 5, 35)
    with open_executor(WorkContext(scheduler=own_machines.address)) as crew:
        assert run_all(os.system, gate.tasks, crew, gate.killing(doomed)) == [0] * 40
    assert not doomed.runs


def test_a_function_with_large_tables_travels_once_and_outlives_the_worker_that_held_it(own_machines: Machines) -> None:
    doomed = own_machines.worker()
    weights = np.arange(20_000.0)
    function = partial(np.multiply, weights)
    with open_executor(WorkContext(scheduler=own_machines.address)) as crew:
        assert len(run_all(function, [1.0, 2.0], crew)) == 2
        cluster = crew._inner
        assert isinstance(cluster, Cluster)
        sent = cluster._send_once(function)
        assert type(sent).__name__ == "Future"
        assert cluster._send_once(function) is sent
        assert cluster._send_once(abs) is abs
        doomed.kill()
        own_machines.worker()
        (result,) = run_all(function, [3.0], crew)
        assert np.array_equal(result, 3 * weights)


def test_losing_the_scheduler_is_one_sentence_and_the_same_question_goes_on(
    own_machines: Machines, tmp_path: Path
) -> None:
    own_machines.worker()
    own_machines.worker()
    store = MemoryCheckpointStore()
    gate = Gate(tmp_path, 5, 35)
    work = WorkContext(scheduler=own_machines.address, store=store)
    words = r"lost the connection to tcp://.*; \d+ of 40 tasks are saved"
    with pytest.raises(WorkersLostError, match=words), open_executor(work) as crew:
        run_all(os.system, gate.tasks, crew, gate.killing(own_machines.scheduler))
    seen: list[int] = []
    with open_executor(WorkContext(store=store)) as crew:
        assert run_all(os.system, gate.tasks, crew, lambda done, total: seen.append(done)) == [0] * 40
    assert seen[0] >= 5


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.simulate.cluster.CONNECT_TIMEOUT_S", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "tcp://"):
        words = f"scheduler: cannot connect to {address}"
        with pytest.raises(InputError, match=words), open_executor(WorkContext(scheduler=address)) as crew:
            run_all(abs, [1], crew)


def test_a_scheduler_without_workers_and_one_whose_workers_share_a_process_are_refused(
    own_machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.simulate.cluster.FIRST_WORKER_TIMEOUT_S", 0.5)
    work = WorkContext(scheduler=own_machines.address)
    with pytest.raises(InputError, match="has no workers"), open_executor(work) as crew:
        run_all(abs, [1], crew)
    monkeypatch.setattr("kibitz.simulate.cluster.FIRST_WORKER_TIMEOUT_S", PATIENCE)
    own_machines.worker(threads=2)
    with pytest.raises(InputError, match="--nthreads 1"), open_executor(work) as crew:
        run_all(abs, [1], crew)


def test_a_worker_with_other_files_is_refused(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.simulate.cluster.package_digest", lambda: "another")
    with (
        pytest.raises(InputError, match="another version"),
        open_executor(WorkContext(scheduler=machines.address)) as crew,
    ):
        run_all(abs, [1], crew)

"""What a long job costs on many machines: tasks, seconds and bytes of each, and a model of the time on ten machines.

    python benchmarks/bench_scale.py [--only PART] [--page]

Every long job runs at two small sizes in this process, with each task and its result pickled as if they were sent. A
Dask scheduler on loopback gives the cost of a task for the client, the scheduler and the worker. All times are
processor time, which other programs on the machine hardly change; the wall time of a whole job is shown too. Saves
results/scale.json and writes its tables into docs/clusters.md. ``--page`` only writes the tables, from the saved
figures.
"""

from __future__ import annotations

import argparse
import json
import math
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from results import ROOT, load_figures, save_result, write_between

from kibitz import ask
from kibitz.core.work import MemoryCheckpointStore, WorkContext
from kibitz.simulate import executors
from kibitz.simulate.cluster import LARGE_ARGUMENT_BYTES

CORES = 8
"""Cores of each machine of the model; one worker per core."""
LINK = 125e6
"""Bytes per second of the network of the model: one gigabit."""
STARTING = 3.0
"""Seconds until a new worker has loaded numba and the kernels, once per run."""
PARTS = ("who asks", "the scheduler", "the busiest worker")
REPEAT = 2
"""Runs of each size; the fastest counts."""
MACHINES = (1, 2, 3, 4, 5, 6, 8, 10)
GAME = " ".join(
    [
        '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1',
        "b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 1-0\n",
    ]
)
SEVENS = {"players": "g1,loss,streak,sequence", "rounds": 10}


@dataclass(frozen=True, slots=True)
class Job:
    """A long job: the request that measures it at two sizes, and its realistic size as a multiple of the first."""

    path: str
    arguments: dict[str, Any]
    sizes: tuple[dict[str, Any], dict[str, Any]]
    earnest: str
    times: float


JOBS = (
    Job("jeopardy.simulate", {}, ({"games": 100_000}, {"games": 200_000}), "10 million games", 100),
    Job("jeopardy.match", {}, ({"count": 4_000}, {"count": 8_000}), "1 million matches", 250),
    Job("backgammon.duel", {"plies": 1}, ({"games": 20}, {"games": 40}), "10,000 games at one ply", 500),
    Job("backgammon.rollout", {"position": "4HPwATDgc/ABMA"}, ({"trials": 360}, {"trials": 720}), "36,000 trials", 100),
    Job(
        "backgammon.train",
        {"stage": "bootstrap", "epochs": 2},
        ({"decisions": 1_500}, {"decisions": 3_000}),
        "a round of 50,000 decisions",
        33,
    ),
    Job("sevens.tournament", SEVENS, ({"deals": 2}, {"deals": 4}), "1,000 deals of 10 rounds", 500),
    Job("theory.learn", {"game": "final-5-3"}, ({"samples": 150}, {"samples": 300}), "two roles", 1),
    Job(
        "chess.analyse",
        {"games": ({"name": "a.pgn", "text": GAME},)},
        ({"depth": 10}, {"depth": 11}),
        "100 games of 60 turns at depth 11",
        500,
    ),
)


@dataclass(frozen=True, slots=True)
class JobMeasurement:
    """One run: tasks, seconds inside and outside of them, bytes sent and returned per task, and once per worker."""

    tasks: int
    inside: float
    outside: float
    out: float
    back: float
    once: int


class Meter(Executor):
    """Executor that runs tasks in this process, one after the other, and measures what sending each would cost."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.seconds: list[float] = []
        self.out = self.back = self.once = 0
        self.packing = 0.0

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        begun = self.clock()
        bound = len(pickle.dumps(function))
        self.out += len(pickle.dumps((args, kwargs))) + (bound if bound <= LARGE_ARGUMENT_BYTES else 0)
        self.once = max(self.once, bound if bound > LARGE_ARGUMENT_BYTES else 0)
        work = self.clock()
        result = function(*args, **kwargs)
        done = self.clock()
        self.back += len(pickle.dumps(result))
        self.packing += self.clock() - done + work - begun
        self.seconds.append(done - work)
        future: Future[Any] = Future()
        future.set_result(result)
        return future


def processor_time() -> float:
    """Processor seconds of this process and its children, including engines that still run."""
    import psutil

    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    running = [cpu(child) for child in psutil.Process().children(recursive=True)]
    return time.process_time() + ended.ru_utime + ended.ru_stime + sum(running)


def cpu(process: Any) -> float:
    """Processor seconds that another process has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


def run_job(job: Job, size: dict[str, Any]) -> JobMeasurement:
    """Answer a question with two workers, both of them the meter."""
    clock = processor_time if job.path.startswith("chess") else time.process_time
    meter = Meter(clock)
    usual = executors.process_pool
    executors.process_pool = lambda workers=None: meter  # type: ignore[assignment,return-value]
    arguments = job.arguments | size
    if arguments.get("stage") == "bootstrap":
        shipped = ROOT / "src/kibitz/games/backgammon/data/weights.npz"
        arguments["start"] = {"name": "weights.npz", "data": shipped.read_bytes()}
    begun = clock()
    with tempfile.TemporaryDirectory() as folder:
        try:
            ask(
                job.path,
                WorkContext(workers=2, store=MemoryCheckpointStore(), cache=Path(folder) / "chess.sqlite"),
                **arguments,
            )
        finally:
            executors.process_pool = usual
    total = clock() - begun
    inside, n = sum(meter.seconds), len(meter.seconds)
    return JobMeasurement(
        n, inside, max(0.0, total - inside - meter.packing), meter.out / n, meter.back / n, meter.once
    )


@dataclass(frozen=True, slots=True)
class Figures:
    """A job at its realistic size: tasks, seconds and bytes of each, bytes once per worker, seconds of serial work."""

    earnest: str
    tasks: int
    task_seconds: float
    out_bytes: float
    back_bytes: float
    once_bytes: int
    serial_seconds: float


def measure(job: Job) -> Figures:
    """Measure both sizes after a run that loads the kernels; serial work grows linearly with the tasks."""
    run_job(job, job.sizes[0])
    runs = [[run_job(job, size) for _ in range(REPEAT)] for size in job.sizes]
    small, large = (min(each, key=lambda run: run.outside + run.inside) for each in runs)
    more = large.tasks - small.tasks
    tasks = max(round(small.tasks * job.times), small.tasks) if job.times != 1 else large.tasks
    slope = max(0.0, (large.outside - small.outside) / more) if more else 0.0
    serial = large.outside + slope * (tasks - large.tasks)
    task = (small.inside + large.inside) / (small.tasks + large.tasks) if more else large.inside / large.tasks
    return Figures(job.earnest, tasks, task, large.out, large.back, large.once, serial)


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Processor seconds that sending one task, and one byte of it, costs each process."""

    asking: float
    scheduler: float
    worker: float
    asking_byte: float
    scheduler_byte: float
    worker_byte: float


@contextmanager
def machines(workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and workers on loopback; gives the address and the processes, the scheduler first."""
    started: list[subprocess.Popen[bytes]] = []

    def start(kind: str, *words: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words, "--no-dashboard"]
        started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        while not file.exists() or not file.read_text("utf-8").endswith("}"):
            time.sleep(0.05)
        address = str(json.loads(file.read_text("utf-8"))["address"])
        for _ in range(workers):
            start("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", folder)
        try:
            yield address, started
        finally:
            for process in started[::-1]:
                process.terminate()
                process.wait()


def dispatch() -> Dispatch:
    """Measure empty tasks, small and large, on a scheduler with one worker."""
    from concurrent.futures import wait

    import psutil

    with machines(1) as (address, processes):
        watched = [psutil.Process(), *(psutil.Process(process.pid) for process in processes)]
        with executors.open_executor(WorkContext(scheduler=address)) as crew:
            crew.submit(len, b"").result()

            def cost(tasks: int, size: int) -> list[float]:
                before = [cpu(process) for process in watched]
                wait([crew.submit(len, number.to_bytes(size, "little")) for number in range(tasks)])
                return [(cpu(process) - was) / tasks for process, was in zip(watched, before, strict=True)]

            cost(200, 8)
            small, large = cost(2_000, 8), cost(100, 1_000_000)
    each = [max(0.0, (big - little) / 1e6) for little, big in zip(small, large, strict=True)]
    return Dispatch(*small, *each)


def loads(job: Figures, cost: Dispatch, workers: int = 0) -> dict[str, float]:
    """Seconds of each shared resource for the whole job."""
    moved = job.out_bytes + job.back_bytes
    return {
        "one process": job.serial_seconds,
        "who asks": job.tasks * (cost.asking + cost.asking_byte * moved),
        "the scheduler": job.tasks * (cost.scheduler + cost.scheduler_byte * moved),
        "the network": (job.tasks * moved + workers * job.once_bytes) / LINK,
    }


def one_task(job: Figures, cost: Dispatch) -> float:
    """Seconds of a task on a worker, including its transfer."""
    return job.task_seconds + cost.worker + cost.worker_byte * (job.out_bytes + job.back_bytes)


def elapsed_s(job: Figures, cost: Dispatch, workers: int) -> float:
    """Seconds from request to answer: the slowest part of those that run in parallel, plus the serial work."""
    shared = loads(job, cost, workers)
    rounds = math.ceil(job.tasks / workers) * one_task(job, cost)
    return STARTING + shared.pop("one process") + max(rounds, *shared.values())


def speed_up(job: Figures, cost: Dispatch, workers: int) -> float:
    """How many times faster than one process without a cluster."""
    return (job.serial_seconds + job.tasks * job.task_seconds) / elapsed_s(job, cost, workers)


def saturates(job: Figures, cost: Dispatch) -> tuple[str, int]:
    """The part that first takes as long as the work itself, and the number of workers at which it does."""
    work = job.tasks * one_task(job, cost)
    for workers in range(1, job.tasks):
        what, seconds = max(loads(job, cost, workers).items(), key=lambda pair: pair[1])
        if seconds >= work / workers:
            return what, workers
    return "the number of tasks", job.tasks


def check(cost: Dispatch) -> dict[str, Any]:
    """Compare the model with a cluster on loopback: matches of Jeopardy!, kernels loaded.

    ``measured`` and ``model`` are processor seconds of the client, the scheduler and the busiest worker. ``clock`` is
    the wall time of the answer on a machine whose cores these processes share with other programs.
    """
    import psutil

    job, arguments = JOBS[1], {"count": 40_000}
    figures = measure(Job(job.path, job.arguments, job.sizes, job.earnest, 10))
    result: dict[str, Any] = {}
    for workers in (1, 2):
        with machines(workers) as (address, processes):
            ask(job.path, WorkContext(scheduler=address), **job.sizes[0])
            watched = [psutil.Process(), *(psutil.Process(process.pid) for process in processes)]
            before, begun = [cpu(process) for process in watched], time.perf_counter()
            ask(job.path, WorkContext(scheduler=address), **arguments)
            clock = time.perf_counter() - begun
            asking, scheduler, *working = [cpu(process) - was for process, was in zip(watched, before, strict=True)]
        shared = loads(figures, cost, workers)
        model = [
            shared["one process"] + shared["who asks"],
            shared["the scheduler"],
            math.ceil(figures.tasks / workers) * one_task(figures, cost),
        ]
        result[f"{workers} workers"] = {
            "measured": dict(zip(PARTS, (asking, scheduler, max(working)), strict=True)),
            "model": dict(zip(PARTS, model, strict=True)),
            "clock": clock,
        }
    return result


def size_words(size: float) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.1f} kB"


def pages(figures: dict[str, Any]) -> dict[str, str]:
    """The tables of docs/clusters.md, from the saved figures."""
    cost = Dispatch(**figures["dispatch"])
    jobs = {name: Figures(**row) for name, row in figures["jobs"].items()}
    tasks = [
        "| full-size job | tasks | time per task | sent | returned | once per worker | moved in total | serial part |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    faster = [
        "| job | " + " | ".join(map(str, MACHINES)) + " | saturates first |",
        "|---|" + "--:|" * len(MACHINES) + "---|",
    ]
    for name, job in jobs.items():
        moved = job.tasks * (job.out_bytes + job.back_bytes) + MACHINES[-1] * CORES * job.once_bytes
        tasks.append(
            f"| `{name.replace('.', ' ')}`, {job.earnest} | {job.tasks:,} | {job.task_seconds:.2f} s | "
            + " | ".join(map(size_words, (job.out_bytes, job.back_bytes, job.once_bytes, moved)))
            + " | "
            f"{job.serial_seconds:.1f} s |"
        )
        ups = " | ".join(f"{speed_up(job, cost, CORES * n):.1f}" for n in MACHINES)
        what, workers = saturates(job, cost)
        faster.append(f"| `{name.replace('.', ' ')}` | {ups} | {what}, at {workers:,.0f} workers |")
    costs = (
        f"An empty task takes {1e3 * cost.asking:.2f} ms of processor time on the client, "
        f"{1e3 * cost.scheduler:.2f} ms on the scheduler and {1e3 * cost.worker:.2f} ms on its worker. Moving a "
        f"megabyte takes {1e9 * cost.asking_byte:.1f}, {1e9 * cost.scheduler_byte:.1f} and "
        f"{1e9 * cost.worker_byte:.1f} ms."
    )
    rows = [
        "| 40,000 matches of Jeopardy! on loopback | client | scheduler | busiest worker | wall clock |",
        "|---|" + "--:|" * (len(PARTS) + 1),
    ]
    for name, row in figures["checked"].items():
        parts = " | ".join(f"{row['measured'][part]:.1f} s, model {row['model'][part]:.1f} s" for part in PARTS)
        rows.append(f"| {name} | {parts} | {row['clock']:.1f} s |")
    told = "\n".join([costs, "", *rows])
    return {"tasks": "\n".join(tasks), "speed-up": "\n".join(faster), "costs": told}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", help="measure only these jobs and keep the other saved figures")
    parser.add_argument("--page", action="store_true", help="only write the page, from the saved figures")
    options = parser.parse_args()
    old = {"jobs": {}} | load_figures("scale")
    if not options.page:
        for job in JOBS:
            if options.only is None or job.path in options.only:
                old["jobs"][job.path] = asdict(measure(job))
                print(job.path, old["jobs"][job.path], flush=True)
        if options.only is None or "dispatch" in options.only:
            cost = dispatch()
            old |= {"dispatch": asdict(cost), "checked": check(cost), "cores": CORES, "link": LINK}
            print(old["dispatch"], old["checked"])
        save_result("scale", old)
    for name, table in pages(old).items():
        write_between(ROOT / "docs" / "clusters.md", name, table)


if __name__ == "__main__":
    main()

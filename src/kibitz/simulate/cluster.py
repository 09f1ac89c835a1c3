"""Executor on a Dask cluster: a scheduler and workers on other machines, which have the same kibitz installed.

A task names what it computes and where its random numbers come from, so any worker can run it,
and Dask can run it again after it lost a worker (up to three times per task).
"""

from __future__ import annotations

import gc
import logging
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, TypeVar

from kibitz.core.errors import InputError
from kibitz.simulate.task_checkpoint import package_digest

CONNECT_TIMEOUT_S = 10.0
"""Seconds to connect to the scheduler."""
FIRST_WORKER_TIMEOUT_S = 30.0
"""Seconds to wait for a worker where there is none yet."""
LARGE_ARGUMENT_BYTES = 20_000
"""Size in bytes above which a function with its bound arguments is sent once and not with every task."""

LOG = logging.getLogger(__name__)
Result = TypeVar("Result")


class SilencedLogs(logging.Filter):
    """Keeps what Dask logs about lost connections off the screen while a cluster is open: kibitz reports a loss in one
    sentence. Levels and handlers of the process stay as they are, and what Dask logs for other clients after it too.
    """

    def __init__(self) -> None:
        super().__init__()
        names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
        self._loggers = [logging.getLogger(name) for name in names]
        for logger in self._loggers:
            logger.addFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """No record passes; each goes to the log of kibitz at the level DEBUG."""
        LOG.debug("%s: %s", record.name, record.getMessage())
        return False

    def remove(self) -> None:
        """Let the records pass again."""
        for logger in self._loggers:
            logger.removeFilter(self)


class Cluster(Executor):
    """The workers of the scheduler at an address such as ``tcp://10.0.0.1:8786``."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise InputError(
                "scheduler: install the extra scale to use a cluster: pip install 'kibitz[scale]'"
            ) from None
        self.address = address
        self._logs = SilencedLogs()
        try:
            with _without_gc():
                self._client = Client(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            self._logs.remove()
            reason = "no answer" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
            raise InputError(f"scheduler: cannot connect to {address} ({reason[:120]})") from None
        try:
            self._client.wait_for_workers(1, timeout=FIRST_WORKER_TIMEOUT_S)
        except TimeoutError:
            with _without_gc():
                self._client.close()
            self._logs.remove()
            raise InputError(f"scheduler: {address} has no workers; start some with: dask worker {address}") from None
        self._inner = self._client.get_executor(pure=False)
        self._function: object = None
        self._named: Any = None

    def submit(self, function: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """The future result of a function that a worker computes."""
        result: Future[Result] = self._inner.submit(
            _run_on_same_files, package_digest(), self._send_once(function), *args, **kwargs
        )
        return result

    def _send_once(self, function: Callable[..., Result]) -> Any:
        """The function to submit: one with large bound tables is sent once, not with every task.

        It is the result of its own task, so that Dask sends it again to a worker that lacks it.
        """
        if function is not self._function:
            packed = pickle.dumps(function)
            large = len(packed) > LARGE_ARGUMENT_BYTES
            self._named = self._client.submit(pickle.loads, packed, pure=True) if large else function
            self._function = function
        return self._named

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster, which keeps running for others."""
        if self.alive:
            self._inner.shutdown(wait=False)
        with _without_gc():
            self._client.close(timeout=2)
        self._logs.remove()

    @property
    def alive(self) -> bool:
        """Whether the scheduler is still connected."""
        return bool(self._client.status == "running")


@contextmanager
def _without_gc() -> Iterator[None]:
    """Disable the garbage collector: if it closed a lost client while another starts or ends, that would wait forever
    for a lock that this thread holds (`distributed.utils.LoopRunner`)."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _run_on_same_files(digest: str, function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    """Run a task on a worker; raises unless the worker has the same files as the client, since results could differ."""
    from distributed import get_worker

    if package_digest() != digest:
        raise InputError("scheduler: a worker has another version of kibitz; install the same version everywhere")
    if get_worker().state.nthreads != 1:
        raise InputError("scheduler: a worker runs several tasks at once; start workers with --nthreads 1")
    return function(*args, **kwargs)

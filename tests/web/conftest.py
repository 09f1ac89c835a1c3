"""What tests of the web app share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

Result = TypeVar("Result")
RunInOwnLoop = Callable[[Callable[[], Coroutine[Any, Any, Result]]], Result]


@pytest.fixture
def run_in_own_loop() -> RunInOwnLoop[Any]:
    """Run a coroutine in another thread: a browser that other tests left open has a loop running in this one."""

    def run(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(work())).result()

    return run

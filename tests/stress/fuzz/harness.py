"""Runs a parser on many cases and says what went wrong: a crash, more than a second, more memory than it may have."""

from __future__ import annotations

import gc
import resource
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType

from fuzz.mutation import Mutator
from kibitz.core.errors import InputError

SECONDS = 1.0
"""Processor time that one case may take."""
MEMORY = 256 * 2**20
"""Bytes of address space that a parser may take beyond what the process had before it."""
LONGEST = 600
"""Characters of a sentence that refuses."""


@dataclass(frozen=True, slots=True)
class Parser:
    """A parser of foreign input, with valid examples."""

    name: str
    parse: Callable[[bytes], object]
    examples: Sequence[bytes]
    words: Sequence[bytes] = ()
    largest: int = 100_000
    refuses: tuple[type[Exception], ...] = (InputError,)

    def mutator(self) -> Mutator:
        """The maker of cases for it."""
        return Mutator(self.examples, self.words, self.largest)


@dataclass(slots=True)
class Outcome:
    """What the cases brought. ``slowest`` is in seconds of processor time."""

    cases: int = 0
    taken: int = 0
    refused: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)


class TooSlow(BaseException):
    """A case that took more than its second; no parser may catch it."""


def cases(parser: Parser, count: int, first: int = 0) -> Iterator[tuple[int, bytes]]:
    """Numbered cases; number and name alone say what a case is."""
    mutator = parser.mutator()
    for number in range(first, first + count):
        yield number, mutator.case(Random(f"{parser.name} {number}"))


def trial(parser: Parser, data: bytes, outcome: Outcome, label: object = "") -> None:
    """Give one input to a parser, and note what came of it."""
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, 2 * SECONDS)
    wrong = ""
    try:
        parser.parse(data)
        outcome.taken += 1
    except parser.refuses as error:
        outcome.refused += 1
        words = str(error)
        if isinstance(error, InputError) and ("\n" in words or not words.strip() or len(words) > LONGEST):
            wrong = f"no sentence: {words[:200]!r}"
    except TooSlow:
        wrong = "hung"
    except MemoryError:
        wrong = f"took more than {MEMORY >> 20} MB"
    except Exception as error:
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = f"{Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else ""
        wrong = f"{type(error).__name__} at {where}: {str(error)[:120]}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    took = time.process_time() - began
    outcome.cases += 1
    outcome.slowest = max(outcome.slowest, took)
    if took > SECONDS:
        wrong = wrong or f"took {took:.2f} s"
    if wrong:
        kind = wrong.partition(": ")[0]
        if kind not in outcome.kinds or len(outcome.failures) < 20:
            outcome.kinds.add(kind)
            outcome.failures.append(f"{parser.name} case {label}: {wrong}; input of {len(data)} bytes {data[:300]!r}")


def run(parser: Parser, inputs: Iterable[tuple[object, bytes]]) -> Outcome:
    """Give all inputs to a parser; examples first must be taken."""
    outcome = Outcome()
    with bounded():
        for label, data in inputs:
            trial(parser, data, outcome, label)
    return outcome


@contextmanager
def bounded() -> Iterator[None]:
    """No more memory than stated, and an alarm for what hangs; both as before afterwards."""
    gc.collect()
    before = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, before[1]))
    handler = signal.signal(signal.SIGPROF, _ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGPROF, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)


def _ring(signum: int, frame: FrameType | None) -> None:
    raise TooSlow

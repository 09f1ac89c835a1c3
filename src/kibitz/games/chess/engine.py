"""A UCI engine as a separate process: reproducible values of many moves at every depth. The process may die or hang.

One thread, a fixed hash, ``ucinewgame`` before each position and a fixed depth or number of nodes make every value
reproduce exactly. A dead, silent or babbling engine raises `EngineError`; its owner kills and restarts it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kibitz.core import InputError

MATE_CENTIPAWNS = 100_000
"""Centipawns of mate now; mate in n moves is stored as plus or minus ``MATE - n``, so it stays explicit."""
GAMES_FOLDERS = ("/usr/games", "/usr/local/games", "/opt/homebrew/bin")
"""Where distributions install engines without putting them on the search path."""

DECIDED_PAWNS = 3.0
"""Pawns of advantage for either side beyond which a turn is not rated."""
SCREEN_DEPTH, SCREEN_PAWNS = 6, 6.0
"""A search ends early if its value at this depth is further than this from balance, and a full search of the best move
alone agrees. Without this second search shallow values are often wrong, because many moves are searched at once. The
limit is twice `DECIDED_PAWNS`, so that a full search would skip the turn too, and the cache changes no rating."""

_CHUNK = 1 << 16
_MAX_CHUNKS = 256
_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
_VERSION = re.compile(r"^(?P<name>.*?)[\s_-]+(?P<version>v?\d[\w.+-]*)\b.*$")


class EngineError(RuntimeError):
    """The engine died, hung, or answered with something other than an analysis."""


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """What an analysis depends on in addition to position and program: the budget and the number of moves analysed.

    Exactly one of ``depth`` and ``nodes`` is given. ``multipv`` is the cap on moves valued in one search.
    """

    depth: int | None = 11
    nodes: int | None = None
    multipv: int = 50
    hash_mb: int = 16

    def __post_init__(self) -> None:
        if (self.depth is None) == (self.nodes is None):
            raise InputError("depth, nodes: give exactly one of the two")
        for name, value, low, high in (
            ("depth", self.depth, 1, 60),
            ("nodes", self.nodes, 1_000, 10**12),
            ("multipv", self.multipv, 1, 218),
            ("hash", self.hash_mb, 1, 65_536),
        ):
            if value is not None and not low <= value <= high:
                raise InputError(f"{name}: must be a whole number from {low:,} to {high:,}, not {value:,}")

    @property
    def budget(self) -> str:
        """``depth 11`` or ``nodes 500000``: the words after ``go``."""
        return f"depth {self.depth}" if self.depth is not None else f"nodes {self.nodes}"


@dataclass(frozen=True, slots=True)
class EngineId:
    """Name and version as the engine reports them: ``Stockfish`` and ``15.1``."""

    name: str
    version: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()

    @classmethod
    def from_line(cls, line: str) -> EngineId:
        """Read what follows ``id name``."""
        text = " ".join(line.split())[:100]
        match = _VERSION.match(text)
        return cls(match["name"], match["version"]) if match else cls(text or "unnamed")


@dataclass(frozen=True, slots=True)
class EngineTimeouts:
    """Seconds of silence after which an engine counts as hung, and seconds a whole answer may take."""

    silence: float = 60.0
    answer: float = 900.0
    greeting: float = 15.0


@dataclass(frozen=True, slots=True)
class SearchLines:
    """Result of one search: at each depth the moves in the engine's order with centipawns for the mover."""

    by_depth: dict[int, tuple[tuple[str, int], ...]]
    nodes: int = 0
    broken_off: bool = False

    @property
    def depth(self) -> int:
        """The deepest depth at which as many moves are valued as at any."""
        complete = max(len(lines) for lines in self.by_depth.values())
        return max(depth for depth, lines in self.by_depth.items() if len(lines) == complete)


def find_engine(engine: str) -> str:
    """The path of an engine given by name or path."""
    if "\0" in engine or not engine.strip():
        raise InputError("engine: give the name or path of a UCI engine")
    search_path = os.pathsep.join([os.environ.get("PATH", os.defpath), *GAMES_FOLDERS])
    result = shutil.which(str(Path(engine).expanduser()), path=search_path)
    if result is None:
        path = Path(engine).expanduser()
        if path.is_file():
            raise InputError(f"engine: {engine} is not executable; give the path of a program")
        raise InputError(
            f"engine: found no program {engine!r}; install one (Debian: apt-get install stockfish) or give its path"
        )
    return result


@dataclass(slots=True)
class UciEngine:
    """A running engine; use it as a context manager. Not for several threads at once."""

    path: str
    settings: EngineSettings = field(default_factory=EngineSettings)
    patience: EngineTimeouts = field(default_factory=EngineTimeouts)
    id: EngineId = field(init=False, default=EngineId("unnamed"))
    _process: subprocess.Popen[bytes] = field(init=False, repr=False)
    _chunks: queue.Queue[bytes] = field(init=False, repr=False)
    _lines: deque[bytes] = field(init=False, repr=False, default_factory=deque)
    _tail: bytes = field(init=False, repr=False, default=b"")

    def __post_init__(self) -> None:
        try:
            self._process = subprocess.Popen(
                [self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
            )
        except OSError as error:
            raise InputError(f"engine: cannot run {self.path} ({error.strerror or error})") from None
        self._chunks = queue.Queue(_MAX_CHUNKS)
        threading.Thread(target=_pump, args=(self._process, self._chunks), daemon=True).start()
        try:
            self._greet()
        except EngineError as failure:
            self.close()
            raise InputError(f"engine: {self.path} does not answer like a UCI engine ({failure})") from None

    def __enter__(self) -> UciEngine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def process_id(self) -> int:
        """The operating system's number of the engine's process."""
        return self._process.pid

    def search(self, position: str, only: str = "", screen: bool = False) -> SearchLines:
        """Values of the moves of a position (FEN), or of the move ``only`` (as in ``e2e4``) searched alone.

        With ``screen`` the search ends as soon as the position proves decided, see `SCREEN_PAWNS`.
        """
        lines = self._search(position, only, screen)
        if not lines.broken_off or self._is_decided(position):
            return lines
        return self._search(position, only, screen=False)

    def _is_decided(self, position: str) -> bool:
        """Whether a search of the best move alone, with the whole budget, is beyond `SCREEN_PAWNS` too."""
        self._send("setoption name MultiPV value 1")
        try:
            lines = self._search(position, "", screen=False)
        finally:
            self._send(f"setoption name MultiPV value {self.settings.multipv}")
        return abs(lines.by_depth[max(lines.by_depth)][0][1]) > 100 * SCREEN_PAWNS

    def _search(self, position: str, only: str, screen: bool) -> SearchLines:
        self._send("ucinewgame")
        self._wait_for("readyok", self.patience.greeting, ask="isready")
        self._send(f"position fen {position}")
        self._send(f"go {self.settings.budget}" + (f" searchmoves {only}" if only else ""))
        ranks: dict[int, dict[int, tuple[str, int]]] = {}
        nodes, decided = 0, False
        for line in self._until("bestmove", self.patience.answer, self.patience.silence):
            read = _read_info(line)
            if read is None:
                continue
            depth, rank, move, centipawns, searched = read
            if decided and (depth > SCREEN_DEPTH or rank in ranks[SCREEN_DEPTH]):
                continue  # A stopped engine repeats half of the next depth.
            ranks.setdefault(depth, {})[rank] = (move, centipawns)
            nodes = max(nodes, searched)
            if screen and depth == SCREEN_DEPTH and rank == 1 and abs(centipawns) > 100 * SCREEN_PAWNS and not decided:
                decided = True
                self._send("stop")
        if not ranks:
            raise EngineError("it returned a move without a value")
        by_depth = {depth: tuple(lines[rank] for rank in sorted(lines)) for depth, lines in sorted(ranks.items())}
        return SearchLines(by_depth, nodes, decided)

    def close(self) -> None:
        """Stop the engine; kill it if it does not quit by itself."""
        with contextlib.suppress(EngineError):
            self._send("quit")
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _greet(self) -> None:
        deadline = self.patience.greeting
        self._send("uci")
        for line in self._until("uciok", deadline):
            if line.startswith("id name "):
                self.id = EngineId.from_line(line[len("id name ") :])
        options = {"Threads": 1, "Hash": self.settings.hash_mb, "MultiPV": self.settings.multipv}
        for name, value in options.items():
            self._send(f"setoption name {name} value {value}")
        self._wait_for("readyok", deadline, ask="isready")

    def _wait_for(self, word: str, seconds: float, ask: str) -> None:
        self._send(ask)
        for _ in self._until(word, seconds):
            pass

    def _until(self, word: str, seconds: float, silence: float | None = None) -> Iterator[str]:
        """Lines up to the one that begins with ``word``, which must come within ``seconds``."""
        deadline = time.monotonic() + seconds
        while True:
            while not self._lines:
                left = min(seconds if silence is None else silence, deadline - time.monotonic())
                self._read(max(left, 0.0), word)
            line = self._lines.popleft().decode("ascii", "replace").strip()
            if line == word or line.startswith(word + " "):
                return
            if time.monotonic() > deadline:
                raise EngineError(f"no {word} within {seconds:g} s")
            yield line

    def _read(self, seconds: float, word: str) -> None:
        """Split the next piece of output into lines; an endless line is cut."""
        try:
            chunk = self._chunks.get(timeout=seconds)
        except queue.Empty:
            raise EngineError(f"it printed nothing more before {word}") from None
        if not chunk:
            raise EngineError("it exited unexpectedly")
        *lines, tail = (self._tail + chunk).split(b"\n")
        self._lines.extend(lines)
        self._tail = tail if len(tail) <= _CHUNK else b""

    def _send(self, order: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(order.encode() + b"\n")
        except (OSError, ValueError):
            raise EngineError("it exited unexpectedly") from None


def _pump(process: subprocess.Popen[bytes], chunks: queue.Queue[bytes]) -> None:
    """Move the engine's output to the queue, ending with an empty chunk; stop if the queue is full and it is dead."""
    assert process.stdout is not None
    with process.stdout as stream:
        while True:
            chunk = stream.read(_CHUNK)
            while True:
                try:
                    chunks.put(chunk, timeout=1.0)
                    break
                except queue.Full:
                    if process.poll() is not None:
                        return
            if not chunk:
                return


def _read_info(line: str) -> tuple[int, int, str, int, int] | None:
    """Depth, rank, move, centipawns for the mover and nodes of a line of analysis; ``None`` for any other line."""
    head, _, moves = line.partition(" pv ")
    words = head.split()
    if not moves or not words or words[0] != "info" or "score" not in words:
        return None
    if "lowerbound" in words or "upperbound" in words:
        return None
    try:
        at = words.index("score")
        kind, amount = words[at + 1], int(words[at + 2])
        depth = int(words[words.index("depth") + 1])
        rank = int(words[words.index("multipv") + 1]) if "multipv" in words else 1
        nodes = int(words[words.index("nodes") + 1]) if "nodes" in words else 0
        move = moves.split(maxsplit=1)[0]
    except (ValueError, IndexError):
        return None
    if not (1 <= depth <= 250 and 1 <= rank <= 500 and _MOVE.fullmatch(move)):
        return None
    if kind == "mate":
        centipawns = MATE_CENTIPAWNS - amount if amount > 0 else -MATE_CENTIPAWNS - amount
    elif kind == "cp":
        centipawns = max(-MATE_CENTIPAWNS // 2, min(MATE_CENTIPAWNS // 2, amount))
    else:
        return None
    return depth, rank, move, centipawns, nodes

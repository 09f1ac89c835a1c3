"""What tests need from outside: programs and data that a user's machine may lack."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # two test workers with two threads each are half as fast as with one
settings.register_profile("kibitz", deadline=None, derandomize=True, print_blob=True, max_examples=50)
settings.register_profile("thorough", settings.get_profile("kibitz"), max_examples=1_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "kibitz"))
IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
if not IS_WORKER:  # workers share the folder of the process that started them
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="kibitz-cache-")  # tests leave the user's own folder alone

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # for the package papers
sys.path.append(str(ROOT / "benchmarks"))  # tests of results import them: from results import load_result
AXE = ROOT / ".axe" / "node_modules" / "axe-core" / "axe.min.js"
SHARED_DATA = ROOT.parent / "shared" / "data"

IN_CI = os.environ.get("CI") == "true"
BROWSERS = ("chromium-headless-shell", "chromium")
"""The first of these that is installed: the same Chromium without windows takes half the time."""
ONLY_FOR_DEVELOPMENT = {"shared data"}
"""Data that cannot be installed: its absence is a skip also in CI."""


def missing(requirement: str) -> str | None:
    """Why a requirement is not met, or ``None``."""
    if requirement == "shared data":
        return None if SHARED_DATA.is_dir() else "the development data sets are not beside this checkout"
    if requirement == "stockfish":
        result = shutil.which("stockfish", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
        return None if result else "stockfish is not installed (Debian: apt-get install stockfish)"
    if requirement == "scowl":
        result = Path("/usr/share/dict/scowl").is_dir()
        return None if result else "the word list is not installed (Debian: apt-get install scowl)"
    if requirement == "chromium":
        return None if any(map(shutil.which, BROWSERS)) else "no browser (Debian: apt-get install chromium)"
    if requirement == "openapi-typescript":
        folder = Path(os.environ.get("NODE_FOLDER", ROOT / ".axe")) / "node_modules"
        known = all((folder / name).is_dir() for name in ("openapi-typescript", "openapi-fetch", "typescript"))
        return None if known else "npm install --prefix .axe openapi-typescript openapi-fetch typescript is needed"
    if requirement == "axe-core":
        return None if AXE.is_file() else "axe-core is not installed (npm install --prefix .axe axe-core)"
    if requirement == "mkdocs":
        result = importlib.util.find_spec("mkdocs") and importlib.util.find_spec("mkdocstrings")
        return None if result else "mkdocs is not installed (pip install -e '.[docs]' -c constraints.txt)"
    raise ValueError(f"unknown requirement {requirement!r}")


def _gone(group: int) -> bool:
    """Whether no process of the group is left within five minutes."""
    for _ in range(3_000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def gone() -> Callable[[int], bool]:
    """Tells of a process group whether nothing of it is left, waiting some minutes for that."""
    return _gone


def pytest_unconfigure() -> None:
    if not IS_WORKER:
        shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("needs"):
        for requirement in marker.args:
            _require(requirement)


def _require(requirement: str) -> None:
    reason = missing(requirement)
    if reason is not None:
        if IN_CI and requirement not in ONLY_FOR_DEVELOPMENT:
            pytest.fail(f"{reason}; in CI that is a failure", pytrace=False)
        pytest.skip(reason)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--screenshots", type=Path, help="write pictures of every page of the workbench to this folder")


@pytest.fixture(scope="session")
def screenshots(request: pytest.FixtureRequest) -> Path | None:
    """The folder for pictures of pages, if they are wanted: pytest tests/browser --screenshots FOLDER."""
    folder: Path | None = request.config.getoption("--screenshots")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def require() -> Callable[[str], None]:
    """Skip, or fail in CI, where something from outside is missing; for tests that learn late what they need."""
    return _require


@pytest.fixture(scope="session")
def chromium(require: Callable[[str], None]) -> str:
    """The path of a browser without a screen."""
    require("chromium")
    return next(result for name in BROWSERS if (result := shutil.which(name)))


@contextmanager
def patient() -> Iterator[float]:
    """A workbench that nobody waits in vain for, however busy this machine is: the seconds of its patience."""
    seconds = 600.0
    with pytest.MonkeyPatch.context() as patch:
        for name in ("ANSWER_TIMEOUT_S", "WORKER_WAIT_TIMEOUT_S"):
            patch.setattr(f"kibitz.web.limits.{name}", seconds)
        yield seconds


@pytest.fixture
def patience() -> Iterator[float]:
    """The seconds that workers of a workbench take at the most to start, to become free and to answer."""
    with patient() as seconds:
        yield seconds


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a workbench whose library is in a folder."""
    import socket
    import threading

    import uvicorn

    from kibitz.web.security import TimedProtocol
    from kibitz.web.server import make_app

    listening = socket.create_server(("127.0.0.1", 0))
    with patient() as seconds:
        app = make_app(folder, workers=1, patience=seconds)
        config = uvicorn.Config(app, http=TimedProtocol, log_level="warning", lifespan="on")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(20)


@pytest.fixture(scope="session")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a workbench that tests share; its library holds what others have done."""
    with served(tmp_path_factory.mktemp("library")) as address:
        yield address


@pytest.fixture
def own_workbench(tmp_path: Path) -> Iterator[str]:
    """The address of a workbench with an empty library."""
    with served(tmp_path) as address:
        yield address


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of development data sets; use it with ``@pytest.mark.needs("shared data")``."""
    return SHARED_DATA

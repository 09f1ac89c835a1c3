"""Computing the comparisons: which modules there are, and runs that continue where they stopped."""

from __future__ import annotations

import hashlib
import json
import pkgutil
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from papers.comparison import Comparison, Row

ROOT = Path(__file__).resolve().parents[1]
PAPERS = {
    "watson": "Tesauro et al. (2013), Watson's Jeopardy! strategies",
    "parametrized_games": "Ganzfried (2022), parametrized games and decision lists",
    "seven_letters": "The seven-letter word auction (2009)",
    "neurogammon": "Tesauro (1990), Neurogammon",
    "psychometrics": "Regan, Biswas (2013), psychometrics of decisions in chess",
}


@dataclass(frozen=True, slots=True)
class Run:
    """What a module may use: short or full samples, and the development data where they exist."""

    short: bool
    data: Path | None

    def pick(self, short: int, full: int) -> int:
        """A sample size."""
        return short if self.short else full

    def saved(self, name: str) -> tuple[dict[str, Any], str]:
        """The figures of a saved benchmark and the date on which it ran."""
        record = json.loads((ROOT / "benchmarks" / "results" / f"{name}.json").read_text("utf-8"))
        return record["figures"], record["date"]


def list_modules(paper: str) -> list[str]:
    """The modules of a paper, in the order of their names."""
    folder = ROOT / "papers" / paper
    return sorted(f"papers.{paper}.{module.name}" for module in pkgutil.iter_modules([str(folder)]))


def load_comparisons(papers: tuple[str, ...]) -> list[tuple[str, ModuleType]]:
    """Each module that computes a comparison, with the name of its paper."""
    modules = [(paper, import_module(name)) for paper in papers for name in list_modules(paper)]
    return [(paper, module) for paper, module in modules if hasattr(module, "compute")]


def fingerprint(module: ModuleType) -> str:
    """Changes when the module or kibitz does, so that a continued run computes it again."""
    sources = [Path(str(module.__file__)), *sorted((ROOT / "src" / "kibitz").rglob("*.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def compute_all(
    run: Run, papers: tuple[str, ...], folder: Path, on_progress: Callable[[str], None]
) -> Iterator[Comparison]:
    """All comparisons. Each is saved when it is done, and a run that is started again takes it from there."""
    folder.mkdir(parents=True, exist_ok=True)
    modules = load_comparisons(papers)
    for done, (paper, module) in enumerate(modules):
        on_progress(f"{done + 1} of {len(modules)}: {paper}, {module.PLACE}")
        saved = folder / f"{module.__name__}.json"
        mark = [fingerprint(module), run.short, run.data is not None]
        if saved.exists() and not run.short:
            stored = json.loads(saved.read_text("utf-8"))
            if stored.pop("mark") == mark:
                yield Comparison(**stored | {"rows": tuple(Row(**row) for row in stored["rows"])})
                continue
        start = time.process_time()
        rows = tuple(module.compute(run))
        seconds = time.process_time() - start
        note = getattr(module, "NOTE", "")
        result = Comparison(paper, module.__name__, module.PLACE, module.TITLE, rows, seconds, note)
        draft = saved.with_suffix(".draft")
        draft.write_text(json.dumps(asdict(result) | {"mark": mark}), "utf-8")
        draft.replace(saved)
        yield result

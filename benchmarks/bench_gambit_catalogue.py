"""Every game of pygambit's catalogue and two of OpenSpiel: read, written back, and solved like the referees solve them.

Run ``python benchmarks/bench_gambit_catalogue.py`` with pygambit 17 (a pre-release) and open_spiel installed; neither
is needed at run time. Two-player games must have as many extreme equilibria as Gambit's exact enumeration, and games of
three players the same pure equilibria. Kuhn and Leduc poker must have the same value by way of OpenSpiel and of .efg.
"""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from kibitz.core import InputError
from kibitz.solve.bimatrix import equilibria
from kibitz.solve.extensive_game import TableGame
from kibitz.solve.gambit import format_efg, format_nfg, parse_efg, parse_nfg
from kibitz.solve.openspiel import load_openspiel_game
from kibitz.solve.sequence_form import solve_tree
from kibitz.solve.tree import tree_game

MAX_SECONDS = 20
"""Wall-clock limit of the referee for one game."""


def _stop(_: int, __: FrameType | None) -> None:
    raise TimeoutError


def count_ours(table: TableGame) -> int:
    """The number of extreme equilibria by kibitz."""
    m, k = (len(labels) for labels in table.actions)
    payoffs = np.array([[table.payoff((i, j)) for j in range(k)] for i in range(m)], dtype=object)
    return len(equilibria(payoffs[:, :, 0], payoffs[:, :, 1]))


def compare_game(path: Path, gambit: Any) -> dict[str, object]:
    """What kibitz and Gambit find in one file."""
    text = path.read_text("utf-8")
    is_tree = path.suffix == ".efg"
    parsed = parse_efg(text) if is_tree else parse_nfg(text)
    same = parse_efg(format_efg(parsed)) == parsed if is_tree else parse_nfg(format_nfg(parsed)) == parsed  # type: ignore[arg-type]
    result: dict[str, object] = {"players": len(parsed.players), "written back equal": same}
    try:
        table = parsed.to_table() if is_tree else parsed  # type: ignore[union-attr]
    except InputError as error:
        return result | {"refused": str(error)}
    game = gambit.read_efg(str(path)) if is_tree else gambit.read_nfg(str(path))
    solve = gambit.nash.enummixed_solve if len(parsed.players) == 2 else gambit.nash.enumpure_solve
    start = time.process_time()
    ours = count_ours(table) if len(parsed.players) == 2 else len(table.pure_equilibria())  # type: ignore[arg-type,union-attr]
    result |= {"ours": ours, "our seconds": round(time.process_time() - start, 4)}
    signal.alarm(MAX_SECONDS)
    start = time.process_time()
    try:
        if len(parsed.players) == 2:
            found = solve(game, rational=True).equilibria
        else:
            found = solve(game).equilibria
        result |= {"theirs": len(found), "their seconds": round(time.process_time() - start, 4)}
    except (TimeoutError, RuntimeError) as error:  # Gambit refuses trees without perfect recall
        result |= {"theirs": None, "referee": str(error) or "no answer in time"}
    finally:
        signal.alarm(0)
    return result


def compare_openspiel(name: str) -> dict[str, object]:
    """The value of an OpenSpiel game by kibitz directly, through a .efg file, and by OpenSpiel's linear program."""
    tree = load_openspiel_game(name)
    start = time.process_time()
    direct = solve_tree(tree_game(tree.to_zero_sum_tree()))
    seconds = time.process_time() - start
    by_file = solve_tree(tree_game(parse_efg(format_efg(tree)).to_zero_sum_tree()))
    return {"value": direct.value, "by .efg": by_file.value, "gap": direct.gap, "seconds": round(seconds, 3)}


def main() -> int:
    """Compare all; exit status 1 where a game differs."""
    try:
        import pygambit
    except ImportError:
        print("pygambit is not installed")
        return 0
    signal.signal(signal.SIGALRM, _stop)
    folder = Path(pygambit.__file__).parent / "catalog_data"
    wrong = 0
    for path in sorted([*folder.rglob("*.efg"), *folder.rglob("*.nfg")]):
        result = compare_game(path, pygambit)
        differs = result["written back equal"] is not True or (
            result.get("theirs") is not None and result.get("ours") != result["theirs"]
        )
        wrong += differs
        print(f"{'DIFFERS ' if differs else ''}{path.relative_to(folder)}: {result}", flush=True)
    for name in ("kuhn_poker", "leduc_poker"):
        poker = compare_openspiel(name)
        wrong += abs(float(poker["value"]) - float(poker["by .efg"])) > 1e-9  # type: ignore[arg-type]
        print(f"{name}: {poker}", flush=True)
    print(f"{wrong} games differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

"""Many games: where they run, and what can be said from them."""

from kibitz.simulate.executors import Progress, no_progress, process_pool, run_all, spawn_seeds

__all__ = ["Progress", "no_progress", "process_pool", "run_all", "spawn_seeds"]

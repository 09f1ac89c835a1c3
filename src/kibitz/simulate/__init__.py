"""Simulations of many games: executors, tournaments, and estimates with their errors."""

from kibitz.simulate.executors import Progress, no_progress, process_pool, run_all, spawn_seeds

__all__ = ["Progress", "no_progress", "process_pool", "run_all", "spawn_seeds"]

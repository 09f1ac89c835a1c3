"""What templates need of some exhibits: panels of advice, cells of grids, steps of replays, grids of tables."""

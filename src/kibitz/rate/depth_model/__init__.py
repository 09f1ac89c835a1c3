"""Depth model: choices explained by values at every depth, with a shared shape and one skill number per player."""

"""Rollouts from any state, with random numbers tied to the clue and not to the order of play."""

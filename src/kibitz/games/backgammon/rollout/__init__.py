"""Luck-adjusted rollouts."""

from kibitz.games.backgammon.rollout.rollout import Rollout, RolloutSettings, rollout

__all__ = ["Rollout", "RolloutSettings", "rollout"]

"""Rollouts: games played out, with the luck of the dice taken off."""

from kibitz.games.backgammon.rollout.rollout import Rollout, RolloutSettings, rollout

__all__ = ["Rollout", "RolloutSettings", "rollout"]

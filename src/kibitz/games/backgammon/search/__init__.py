"""Evaluation at any depth: the static one, look-ahead over rolls, and rollouts."""

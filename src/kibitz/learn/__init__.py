"""Small networks for any game: forward pass, supervised and comparison training, temporal differences, checkpoints."""

from kibitz.learn.network import Network, random_network

__all__ = ["Network", "random_network"]

"""One sub-package a game; none imports another."""

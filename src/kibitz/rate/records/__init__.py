"""Decisions as arrays, read from files or simulated."""

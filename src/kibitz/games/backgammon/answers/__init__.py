"""Typed answers about backgammon, and how each is made."""

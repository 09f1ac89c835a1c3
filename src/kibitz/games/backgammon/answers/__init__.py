"""Typed answers about backgammon, and the functions that build them."""

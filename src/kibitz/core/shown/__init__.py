"""Larger pieces of what an answer shows, and pictures as tables of words."""

"""Typed answers about decision lists: what they hold, what they show, and the files they make."""

"""Typed answers about the word auction: what they hold, what they show, and the files they make."""

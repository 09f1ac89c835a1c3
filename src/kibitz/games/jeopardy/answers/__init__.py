"""Typed answers about Jeopardy!: what they hold, what they show, and the files they make."""

"""Typed answers about Jeopardy!: their values, exhibits and files."""

"""Typed requests about Jeopardy!; `kibitz.app.catalogue` lists them."""

"""Cheat sheets: lists with what they cost, as text, Markdown and an index card to print."""

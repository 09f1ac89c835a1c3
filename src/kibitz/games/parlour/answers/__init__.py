"""Typed answers about small games: what they hold, what they show."""

"""Contestants: what each can do, how they are correlated, and how they differ."""
